/* A function that calls itself, as deep as it is told. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern unsigned char __VERIFIER_nondet_uchar (void);
extern short __VERIFIER_nondet_short (void);
extern long long __VERIFIER_nondet_longlong (void);
extern void __VERIFIER_assume (int);

static int
sum (int n)
{
    return n <= 0 ? 0 : n + sum (n - 1);
}

int
main (void)
{
    if (sum (5) != 15)
        __VERIFIER_error ();
    return 0;
}
