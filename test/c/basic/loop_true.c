/* A sum in a loop of known length. */
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
    int i, sum = 0;
    for (i = 0; i < 10; i++)
        sum += i;
    if (sum != 45)
        __VERIFIER_error ();
    return 0;
}
