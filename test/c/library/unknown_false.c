// checks: unreach-call
// An unknown function changes what it can reach.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
void unknown (int *);

int main (void)
{
    int x = 1, y = 1;
    unknown (&x);
    CHECK (x == 1);
}
