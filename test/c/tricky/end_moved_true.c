// The end of a string is written once more, elsewhere: it still ends.
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
        s[10] = 2;
    int i = 0;
    while (s[i])
        i++;
    if (i >= 200)
        reach_error ();
    return 0;
}
