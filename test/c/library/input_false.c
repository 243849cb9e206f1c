// checks: unreach-call
// scanf writes what it is given, and nothing else.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
int scanf (const char *, ...);

int main (void)
{
    int x = 1, y = 1;
    scanf ("%d", &x);
    CHECK (x == 1);
}
