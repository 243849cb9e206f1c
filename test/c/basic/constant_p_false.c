extern void reach_error (void);
int variable = 42;

int
main (void)
{
    if (!__builtin_constant_p (variable))
        reach_error ();
    return 0;
}
