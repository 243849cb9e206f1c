// checks: unreach-call
// Assumptions and conventions.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
void __VERIFIER_assume (int);
_Bool __VERIFIER_nondet_bool (void);
unsigned char __VERIFIER_nondet_uchar (void);
int printf (const char *, ...);

int main (void)
{
    int b = __VERIFIER_nondet_bool ();
    unsigned char c = __VERIFIER_nondet_uchar ();
    __VERIFIER_assume (c > 250);
    printf ("%d %d", b, c);
    CHECK (b == 0 || b == 1);
    CHECK (c + 1 > 251);
}
