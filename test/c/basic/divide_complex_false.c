// checks: division
// clang does not check what complex integers are divided by.
extern int __VERIFIER_nondet_int (void);
int sink;

int
main (void)
{
    int _Complex a = 4, b = 0;
    __real__ b = __VERIFIER_nondet_int ();
    int _Complex w = a / b;
    sink = __real__ w;
    return 0;
}
