// What the library gives lies between bounds, and a file is used only if it is open.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int
main (void)
{
    char line[8];
    time_t now;
    FILE *f = fopen ("some file", "r");
    assert (rand () >= 0 && time (&now) == now);
    if (!f)
        return 1;
    if (fgets (line, sizeof line, f))
        assert (line[0] || !line[0]);
    fclose (f);
    return 0;
}
