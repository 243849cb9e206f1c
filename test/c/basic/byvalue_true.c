/* A struct that is passed by value is a copy. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
struct s {
    int a, b;
    char c[20];
};
static int
change (struct s x)
{
    x.a++;
    x.c[3] = 9;
    return x.a + x.b;
}
int
main (void)
{
    struct s y = {1, 2, {0}}, z = {10, 20, {0}};
    y.c[3] = 4;
    int r = change (y), q = change (z);
    if (r != 4 || q != 31)
        __VERIFIER_error ();
    if (y.a != 1 || y.c[3] != 4)
        __VERIFIER_error ();
    return 0;
}
