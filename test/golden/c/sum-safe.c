/* The sum of a counter and its complement never changes. */
extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

int
main (void)
{
    unsigned n = (unsigned) __VERIFIER_nondet_int (), x = n, y = 0;
    while (x > 0) {
        x--;
        y++;
    }
    if (y != n)
        reach_error ();
    return 0;
}
