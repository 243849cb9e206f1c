/* Some seconds by bounded inlining: many branches within a loop that ends. */
extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

int
main (void)
{
    unsigned sum = 0, odd = 0;
    for (unsigned i = 0; i < 18; i++) {
        int input = __VERIFIER_nondet_int ();
        if (input & 1) {
            sum += 3;
            odd++;
        } else if (input & 2)
            sum ^= 6;
        else
            sum += 10;
    }
    if ((sum ^ odd) & 1)
        reach_error ();
    return 0;
}
