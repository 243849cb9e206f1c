// checks: valid-memcleanup
// Aborted with memory that is not freed, though main knows it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    int *p = malloc (sizeof *p);
    *p = __VERIFIER_nondet_int ();
    if (*p == 7)
        abort ();
    free (p);
    return 0;
}
