/* A signed number that grows: it wraps, and nothing depends on that. */
extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

int
main (void)
{
    int n = __VERIFIER_nondet_int (), next = n + 1;
    if (next == n)
        reach_error ();
    return 0;
}
