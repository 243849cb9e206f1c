/* Loops in loops, left by break, continue and goto. */
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
    int i, j, count = 0;
    for (i = 0; i < 4; i++) {
        if (i == 1)
            continue;
        for (j = 0; j < 4; j++) {
            if (j == i)
                break;
            if (i == 3 && j == 2)
                goto out;
            count++;
        }
    }
out:
    if (count != 4 || i != 3 || j != 2)
        __VERIFIER_error ();
    return 0;
}
