// checks: assert
// What lies behind an object is anything.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()

int main (void)
{
    char t = 50;
    char *z = &t;
    int *wide = (void *) z;
    CHECK (*wide == 50);
}
