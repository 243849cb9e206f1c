#include "several.h"
extern void reach_error (void);

int
main (void)
{
    if (helper (7) != 7 - LESS)
        reach_error ();
    return 0;
}
