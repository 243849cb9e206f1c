/* Any function of the table may be called. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern unsigned char __VERIFIER_nondet_uchar (void);
extern short __VERIFIER_nondet_short (void);
extern long long __VERIFIER_nondet_longlong (void);
extern void __VERIFIER_assume (int);

static int
zero (int a)
{
    return a * 0;
}

static int
same (int a)
{
    return a;
}

int
main (void)
{
    int (*f) (int) = __VERIFIER_nondet_int () > 0 ? zero : same;
    if (f (5) == 5)
        __VERIFIER_error ();
    return 0;
}
