// options: --strict
// Functions that are declared so and do not return.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int (void);

_Noreturn static void
leave (int code)
{
    exit (code);
}

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    if (x == 1)
        leave (1);
    if (x == 2)
        abort ();
    assert (x != 1 && x != 2);
    return 0;
}
