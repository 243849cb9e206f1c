// checks: unreach-call
// Lengths, copies and comparisons.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
size strlen (const char *);
char *strcpy (char *, const char *);
char *strcat (char *, const char *);
int strcmp (const char *, const char *);
char *strchr (const char *, int);

int main (void)
{
    char s[8];
    strcpy (s, "ab");
    strcat (s, "c");
    CHECK (strlen (s) == 3 && strcmp (s, "abc") == 0 && strcmp (s, "abd") < 0);
    CHECK (strchr (s, 'b') == s + 1);
}
