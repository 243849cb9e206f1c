// checks: unreach-call
// Numbers from texts, and their magnitude.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
int atoi (const char *);
int abs (int);

int main (void)
{
    CHECK (atoi (" -42x") == -42 && abs (-7) == 7);
}
