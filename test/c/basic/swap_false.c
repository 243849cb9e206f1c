/* The same, after an even number of rounds. */
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
    int a = 1, b = 2, i, n = __VERIFIER_nondet_int ();
    if (n < 0 || n > 4)
        return 0;
    for (i = 0; i < n; i++) {
        int c = a;
        a = b;
        b = c;
    }
    if (a == 1 && n > 1)
        __VERIFIER_error ();
    return 0;
}
