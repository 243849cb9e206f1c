// checks: valid-memcleanup
// All is freed before the program is aborted.
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    int *p = malloc (sizeof *p), n = __VERIFIER_nondet_int ();
    free (p);
    if (n == 7)
        abort ();
    if (n == 8)
        exit (1);
    return 0;
}
