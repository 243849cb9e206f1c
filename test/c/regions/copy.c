/* What is copied as a whole has regions in common, by field. */
struct s { int *p; int n; } a, b;
int x, z[3];
int main (void)
{
    int local[3] = {1, 2, 3};
    a.p = &x;
    a.n = 1;
    b = a;
    *b.p = b.n;
    __builtin_memset (z, 0, sizeof z);
    return z[1] + local[2];
}
