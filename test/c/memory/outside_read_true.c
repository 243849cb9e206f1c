// checks: assert
// A read behind an array changes nothing.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()

int a[4], b = 7;

int main (void)
{
    int i = __VERIFIER_nondet_int (), x = a[i];
    CHECK (b == 7);
    if (i >= 0 && i < 4)
        CHECK (x == 0);
}
