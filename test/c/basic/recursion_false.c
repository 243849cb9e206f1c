/* Two functions that call each other. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern unsigned char __VERIFIER_nondet_uchar (void);
extern short __VERIFIER_nondet_short (void);
extern long long __VERIFIER_nondet_longlong (void);
extern void __VERIFIER_assume (int);

static int odd (unsigned n);

static int
even (unsigned n)
{
    return n == 0 ? 1 : odd (n - 1);
}

static int
odd (unsigned n)
{
    return n == 0 ? 0 : even (n - 1);
}

int
main (void)
{
    unsigned n = __VERIFIER_nondet_uint ();
    __VERIFIER_assume (n < 4);
    if (n > 1 && odd (n))
        __VERIFIER_error ();
    return 0;
}
