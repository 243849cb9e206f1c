/* A shift by 1 loses the highest bit. */
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
    unsigned u = __VERIFIER_nondet_uint ();
    if (((u << 1) >> 1) != u)
        __VERIFIER_error ();
    return 0;
}
