// checks: unreach-call
// Letters and digits.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
int isdigit (int);
int isalpha (int);
int toupper (int);

int main (void)
{
    int c = __VERIFIER_nondet_int ();
    if (c < 0 || c > 255)
        return 0;
    CHECK (!(isdigit (c) && isalpha (c)));
    CHECK (toupper (c) == c || toupper (c) == c + 32);
}
