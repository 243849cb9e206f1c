/* A loop with two ways in. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern unsigned char __VERIFIER_nondet_uchar (void);
extern short __VERIFIER_nondet_short (void);
extern long long __VERIFIER_nondet_longlong (void);
extern void __VERIFIER_assume (int);

int
main (void)
{
    int n = 0, x = __VERIFIER_nondet_int ();
    if (x > 0)
        goto inside;
again:
    n += 2;
inside:
    n++;
    if (n < 6)
        goto again;
    if (n == 7)
        __VERIFIER_error ();
    return 0;
}
