// As end_moved_true.c, but what is written last is where the end was.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    char s[200];
    for (int i = 0; i < 200; i++)
        s[i] = 1;
    s[199] = 0;
    if (__VERIFIER_nondet_int ())
        s[199] = 2;
    int i = 0;
    while (s[i])
        i++;
    if (i >= 200)
        reach_error ();
    return 0;
}
