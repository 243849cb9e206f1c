/* Two phis that exchange their values. */
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
    int a = 1, b = 2, i;
    for (i = 0; i < 5; i++) {
        int c = a;
        a = b;
        b = c;
    }
    if (a != 2 || b != 1)
        __VERIFIER_error ();
    return 0;
}
