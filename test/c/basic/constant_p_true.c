// Compilers that do not optimise know constants of the source, nothing else.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
int variable = 42;

int
main (void)
{
    int input = __VERIFIER_nondet_int (), copy = 3;
    if (__builtin_constant_p (variable) || __builtin_constant_p (input)
        || __builtin_constant_p (copy) || !__builtin_constant_p (42))
        reach_error ();
    return 0;
}
