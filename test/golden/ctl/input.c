/* An input decides how often it goes round. */
extern int __VERIFIER_nondet_int (void);
extern _Bool __VERIFIER_nondet_bool (void);
extern void __VERIFIER_assume (int);

int n, x, y, wild;

int
main (void)
{
    n = 0;
    int rounds = __VERIFIER_nondet_int ();
    __VERIFIER_assume (rounds > 0);
    if (__VERIFIER_nondet_bool ())
        y = 1;
    else
        x = 1;
    if (rounds == 3)
        n = 3;
    wild = rounds;
    x = 2;
    return 0;
}
