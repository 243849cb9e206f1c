/* A function that is chosen when the program runs. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern unsigned char __VERIFIER_nondet_uchar (void);
extern short __VERIFIER_nondet_short (void);
extern long long __VERIFIER_nondet_longlong (void);
extern void __VERIFIER_assume (int);

static int
add (int a, int b)
{
    return a + b;
}

static int
sub (int a, int b)
{
    return a - b;
}

static int
apply (int (*f) (int, int), int a, int b)
{
    return f (a, b);
}

int
main (void)
{
    int which = __VERIFIER_nondet_int ();
    int r = apply (which ? add : sub, 7, 3);
    if (r != (which ? 10 : 4))
        __VERIFIER_error ();
    return 0;
}
