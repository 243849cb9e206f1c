// checks: assert
// Duff's device.
#include <assert.h>
extern int __VERIFIER_nondet_int (void);
int
main (void)
{
    int c = __VERIFIER_nondet_int ();
    if (c < 1 || c > 9)
        return 0;
    int n = (c + 3) / 4, k = 0;
    switch (c % 4) {
    case 0:
        do {
            k++;
        case 3:
            k++;
        case 2:
            k++;
        case 1:
            k++;
        } while (--n > 0);
    }
    assert (k == c);
    return 0;
}
