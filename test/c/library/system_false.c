// As system_true.c, but the file may not be open.
#include <stdio.h>

int
main (void)
{
    FILE *f = fopen ("/no/such/file", "r");
    return fgetc (f);
}
