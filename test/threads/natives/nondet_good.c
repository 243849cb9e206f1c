// verdict: SAFE
// options: --engine=explore
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar (void);
_Bool __VERIFIER_nondet_bool (void);
int main (void)
{
    int x = 0;
    if (__VERIFIER_nondet_bool ())
        x = 1;
    unsigned char c = __VERIFIER_nondet_uchar ();
    assert (x == 0 || x == 1);
    assert ((c & 1) < 2);
    return 0;
}
