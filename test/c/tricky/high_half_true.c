// Of the low half of a number all is known, of the high half nothing.
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
        low = low + 2 * n;
    }
    if (x == 1000)
        reach_error ();
    return 0;
}
