// checks: unreach-call
// What follows exit and abort is not reached.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
void exit (int);
void abort (void);

int main (void)
{
    int x = __VERIFIER_nondet_int ();
    if (x > 5)
        exit (0);
    if (x < 3)
        abort ();
    CHECK (x >= 3 && x <= 4);
}
