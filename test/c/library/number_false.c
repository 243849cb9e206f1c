// checks: unreach-call
// Numbers from texts, and their magnitude.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
int atoi (const char *);
int abs (int);
long strtol (const char *, char **, int);

int main (void)
{
    char *end;
    CHECK (atoi (" -42x") == -42 && abs (-7) == 7);
    CHECK (strtol ("0x1fz", &end, 0) == 31 && *end == 'x');
}
