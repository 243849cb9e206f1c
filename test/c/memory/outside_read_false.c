// checks: assert
// A read behind an array gives anything; the path goes on.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()

int a[4];

int main (void)
{
    int i = __VERIFIER_nondet_int ();
    if (i < 0 || i > 4)
        return 0;
    CHECK (a[i] == 0);
}
