/* An array without a length goes on to the end of its object. */
#include <stddef.h>
extern void *malloc (size_t);
struct s { int n; int a[]; };
int main (int argc, char **argv)
{
    struct s *s = malloc (sizeof *s + 40);
    s->n = 10;
    s->a[argc] = 1;
    return s->n;
}
