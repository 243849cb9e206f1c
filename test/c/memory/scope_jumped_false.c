// A declaration that is jumped over: the local is there all the same, and gone.
extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    char outer[2] = {0, 1}, *s = outer;
    switch (__VERIFIER_nondet_int ()) {
    case 0:
        s++;
        char b[4];
    case 1:
        b[1] = 1;
        s = b;
    }
    return *s;
}
