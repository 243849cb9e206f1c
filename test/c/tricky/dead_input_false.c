// An input that no run comes to; the native program has to link all the same.
extern int __VERIFIER_nondet_int (void);
extern _Bool __VERIFIER_nondet_bool (void);
extern void __VERIFIER_error (void);

int main (void)
{
    int x = __VERIFIER_nondet_int (), one = 1;
    if (one != 1)
        x = __VERIFIER_nondet_bool () ? 3 : 4;
    if (x == 77)
        __VERIFIER_error ();
    return 0;
}
