// checks: valid-memsafety
// A string of any length ends with 0: whoever looks for it stays inside.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void free (void *);

static int length (const char *s)
{
    const char *p = s;
    while (*p)
        p++;
    return (int) (p - s);
}

int main (void)
{
    int n = __VERIFIER_nondet_int ();
    if (n < 1)
        n = 1;
    char *s = malloc ((size) n);
    if (!s)
        return 0;
    s[n - 1] = 0;
    int l = length (s);
    free (s);
    return l;
}
