// checks: division
// Complex integers that are divided by one whose square is not 0.
extern unsigned char __VERIFIER_nondet_uchar (void);
int sink;

int
main (void)
{
    int _Complex a = 4, b = 0;
    __real__ b = 1 + __VERIFIER_nondet_uchar ();
    int _Complex w = a / b;
    sink = __real__ w;
    return 0;
}
