// checks: memory
// What is written is known from the format.
#include <stdio.h>
int
main (void)
{
    int x;
    char c;
    scanf (" %d%%%c", &x, &c);
    fscanf (stdin, "%u", &x);
    char b[16];
    sprintf (b, "a%db", x);
    printf ("%d\n", x);
    return 0;
}
