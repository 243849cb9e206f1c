// Functions without prototype; functions of verifiers; atomic ones.
// has: = trunc.8 .* 32
// has: function @__VERIFIER_atomic_both .*atomic
// has: native variadic __VERIFIER_error \(\)
// lacks: cut
int count;
int old (a, b) int a; char b; { return a + b; }
extern void __VERIFIER_error ();
void __VERIFIER_atomic_both () { count++; count++; }
int call () { return old (1, 2); }
int main ()
{
    __VERIFIER_atomic_both ();
    if (call () != 3)
        __VERIFIER_error ();
    return 0;
}
