extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    int y = x + 1;
    if (x < 100 && y > 100)
        reach_error ();
    return 0;
}
