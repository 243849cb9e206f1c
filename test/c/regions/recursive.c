/* A local of a recursive function is not unique; one of a leaf is. */
static void set (int *p) { *p = 1; }
static int leaf (void)
{
    int q;
    set (&q);
    return q;
}
static void add (int *p) { *p += leaf (); }
static int down (int n)
{
    int x = n;
    add (&x);
    return n ? down (n - 1) + x : x;
}
int main (void)
{
    int once = leaf ();
    return down (once);
}
