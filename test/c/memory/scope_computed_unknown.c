// A block that is left by a jump to a label that was computed; no sanitizer sees
// it.
extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    char outer[2] = {0, 1}, *s = outer;
    void *to[] = {&&one, &&two};
    {
        char b[4];
        b[1] = 1;
        s = b;
        goto *to[__VERIFIER_nondet_int () & 1];
    }
one:
    return s[1];
two:
    return 0;
}
