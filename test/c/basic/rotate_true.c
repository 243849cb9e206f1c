/* Three phis in a circle; the old values are used after the loop. */
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
    unsigned a = 1, b = 2, c = 3, last = 0;
    int i = 0;
    do {
        unsigned d = a;
        last = b;
        a = b;
        b = c;
        c = d;
        i++;
    } while (i < 4);
    if (a != 2 || b != 3 || c != 1 || last != 2)
        __VERIFIER_error ();
    return 0;
}
