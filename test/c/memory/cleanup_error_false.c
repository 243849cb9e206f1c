// checks: valid-memcleanup
// An error that is not asked for ends the program, too.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    int *p = malloc (sizeof *p);
    *p = __VERIFIER_nondet_int ();
    assert (*p != 7);
    free (p);
    return 0;
}
