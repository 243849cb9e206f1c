/* Arrays: indexed, walked by pointers, two dimensions, on the heap. */
#include <stddef.h>
extern void *malloc (size_t);
int a[10], m[3][4];
short s[8];
char text[5] = "abcd";
int main (int argc, char **argv)
{
    int local[6];
    for (int i = 0; i < 10; i++)
        a[i] = i;
    for (int i = 0; i < 3; i++)
        m[i][argc] = m[i][0];
    for (short *p = s; p < s + 8; p++)
        *p = 1;
    int *h = malloc (40);
    h[argc] = local[argc];
    local[argc] = text[argc];
    return h[1];
}
