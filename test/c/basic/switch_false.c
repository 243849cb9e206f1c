/* The default is taken by what no case names. */
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
    int x = __VERIFIER_nondet_int (), r;
    switch (x) {
    case -1: r = 1; break;
    case 0: r = 2; break;
    case 7: r = 1; break;
    default: r = 0;
    }
    if (r == 0 && x > -3 && x < 0)
        __VERIFIER_error ();
    return 0;
}
