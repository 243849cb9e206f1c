/* Conversions between all widths. */
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
    int i = __VERIFIER_nondet_int ();
    char c = __VERIFIER_nondet_char ();
    short s = __VERIFIER_nondet_short ();
    long long w = __VERIFIER_nondet_longlong ();
    if ((int) (long long) i != i || (long long) i < -2147483648LL)
        __VERIFIER_error ();
    if ((signed char) (unsigned char) c != (signed char) c)
        __VERIFIER_error ();
    if ((unsigned short) s > 65535 || (int) s < -32768 || (int) s > 32767)
        __VERIFIER_error ();
    if (((long long) (int) w == w) != (w >= -2147483648LL && w <= 2147483647))
        __VERIFIER_error ();
    if ((unsigned char) i != (i & 255) || (short) i != (short) (i & 65535))
        __VERIFIER_error ();
    return 0;
}
