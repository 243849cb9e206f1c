/* Initialisers of locals are copied, and unify nothing. */
static int sum (const int *p, int n)
{
    return p[0] + p[n];
}
int x;
int main (void)
{
    int a[4] = {1, 2, 3, 4}, b[4] = {1, 2, 3, 4};
    int *c[3] = {&x, 0, &a[1]};
    int i = sum (b, 3);
    a[i] = 2;
    *c[i] = 1;
    return a[i] + x;
}
