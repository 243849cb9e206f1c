extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    if (x == 3)
        __asm__ volatile ("nop" : "+r"(x));
#ifdef BUG
    if (x == 5)
        reach_error ();
#endif
    return x;
}
