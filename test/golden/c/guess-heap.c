/* The same, kept on the heap. */
#include <assert.h>
#include <stdlib.h>

extern void *__VERIFIER_nondet_pointer (void);

int
main (void)
{
    int **kept = malloc (sizeof *kept), x = 1;
    if (!kept)
        return 0;
    *kept = __VERIFIER_nondet_pointer ();
    if (*kept == &x) {
        **kept = 5;
        assert (x != 5);
    }
    free (kept);
    return 0;
}
