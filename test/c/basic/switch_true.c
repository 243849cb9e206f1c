/* Cases that share a target, that fall through, and the default. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern unsigned char __VERIFIER_nondet_uchar (void);
extern short __VERIFIER_nondet_short (void);
extern long long __VERIFIER_nondet_longlong (void);
extern void __VERIFIER_assume (int);

static int
pick (unsigned x)
{
    int r = 0;
    switch (x) {
    case 1:
    case 2:
        return 10;
    case 3:
        r = 1;
    case 4:
        return r + 20;
    case 0xffffffffu:
        return -1;
    default:
        r = 5;
    }
    return r;
}

int
main (void)
{
    unsigned x = __VERIFIER_nondet_uint ();
    int r = pick (x);
    if ((x == 1 || x == 2) && r != 10)
        __VERIFIER_error ();
    if ((x == 3 && r != 21) || (x == 4 && r != 20))
        __VERIFIER_error ();
    if (x + 1 == 0 && r != -1)
        __VERIFIER_error ();
    if (x > 4 && x < 0xffffffffu && r != 5)
        __VERIFIER_error ();
    return 0;
}
