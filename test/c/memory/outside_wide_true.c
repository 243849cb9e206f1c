// checks: assert
// The bytes that are in the object are what they are.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()

int main (void)
{
    char t = 50;
    char *z = &t;
    int *wide = (void *) z;
    CHECK ((char) *wide == 50);
}
