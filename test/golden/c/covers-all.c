/* The same where nothing can: what is narrow is widened, constants divide. */
extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    unsigned n = (unsigned) __VERIFIER_nondet_int ();
    unsigned char narrow = (unsigned char) n;
    int sum = narrow + narrow, product = narrow * narrow;
    return (sum / 3 == product) << 4 | (int) ((n + n) % 10u);
}
