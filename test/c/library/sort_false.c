// checks: unreach-call
// qsort by a function.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
void qsort (void *, size, size, int (*) (const void *, const void *));
static int order (const void *a, const void *b)
{
    return *(const unsigned char *) a - *(const unsigned char *) b;
}

int main (void)
{
    unsigned char v[3] = {(unsigned char) __VERIFIER_nondet_int (), 7,
                          (unsigned char) __VERIFIER_nondet_int ()};
    qsort (v, 3, 1, order);
    CHECK (v[0] <= v[1] && v[1] < v[2]);
}
