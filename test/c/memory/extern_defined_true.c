// Declared without a length, defined with one.
extern int table[];
extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    int i = __VERIFIER_nondet_int ();
    return i >= 0 && i < 4 ? table[i] : 0;
}

int table[4];
