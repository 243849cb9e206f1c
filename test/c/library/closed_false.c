// A file that is closed is one no more.
#include <stdio.h>

int
main (void)
{
    FILE *f = tmpfile ();
    if (!f)
        return 0;
    fclose (f);
    return fclose (f);
}
