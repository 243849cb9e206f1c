// checks: assert
// A store behind an array ends the path; so does null.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()

int a[4], b = 7;

int main (void)
{
    int i = __VERIFIER_nondet_int (), *p = i == 2 ? 0 : &b;
    a[i] = 1;
    int x = *p;
    CHECK (i >= 0 && i < 4 && i != 2);
}
