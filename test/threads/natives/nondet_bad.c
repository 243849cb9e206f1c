// verdict: UNSAFE assertion failed
// options: --engine=explore
#include <assert.h>
int __VERIFIER_nondet_int (void);
_Bool __VERIFIER_nondet_bool (void);
void __VERIFIER_assume (int);
int main (void)
{
    int x = __VERIFIER_nondet_int ();
    __VERIFIER_assume (x >= 0 && x < 4);
    if (__VERIFIER_nondet_bool ())
        x++;
    assert (x != 4);
    return 0;
}
