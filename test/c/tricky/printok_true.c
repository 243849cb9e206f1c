// checks: memory
// Literals are printed, whole objects are read and written.
#include <stdio.h>
#include <unistd.h>
int
main (void)
{
    char b[10];
    printf ("%d %s\n", 5, "abc");
    puts ("x");
    fprintf (stderr, "a%d\n", 3);
    fputs ("q", stdout);
    if (read (0, b, 10) < 0)
        return 1;
    fwrite (b, 2, 5, stdout);
    write (1, b, 10);
    return 0;
}
