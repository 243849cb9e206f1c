/* Nested calls; results in two regions, told wrongly. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);

static int
f91 (int x)
{
    return x > 100 ? x - 10 : f91 (f91 (x + 11));
}

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    int result = f91 (x);
    if (result != 91 && !(x > 102 && result == x - 10))
        __VERIFIER_error ();
    return 0;
}
