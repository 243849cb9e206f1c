/* Shifts of all kinds within the width. */
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
    int s = __VERIFIER_nondet_int ();
    unsigned char c = __VERIFIER_nondet_uchar ();
    if (((u << 3) >> 3) != (u & 0x1fffffffu))
        __VERIFIER_error ();
    if ((s >> 31) != (s < 0 ? -1 : 0))
        __VERIFIER_error ();
    if ((c >> 4) > 15 || (c << 8) > 0xff00)
        __VERIFIER_error ();
    unsigned long long w = (unsigned long long) u << 32;
    if ((unsigned) (w >> 32) != u || (unsigned) w != 0)
        __VERIFIER_error ();
    return 0;
}
