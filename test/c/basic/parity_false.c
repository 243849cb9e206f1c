// Four times something is three less than eight times something and seven.
extern int __VERIFIER_nondet_int (void);
extern void __VERIFIER_error (void);

int main (void)
{
    int x = 3, y = 8;
    while (1) {
        x = x + 4 * __VERIFIER_nondet_int ();
        y = y - (__VERIFIER_nondet_int () << 3);
        if (2 * x + y == 4 || x == y + 7)
            __VERIFIER_error ();
    }
}
