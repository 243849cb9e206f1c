// As high_half_true.c, but the low half may become even.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned short __VERIFIER_nondet_ushort (void);

int
main (void)
{
    unsigned short low = 1;
    unsigned x = 1;
    while (__VERIFIER_nondet_int ()) {
        unsigned short n = __VERIFIER_nondet_ushort ();
        x = ((unsigned) n << 16) + low;
        low = low + 2 * n + (n == 333);
    }
    if (x == 1000)
        reach_error ();
    return 0;
}
