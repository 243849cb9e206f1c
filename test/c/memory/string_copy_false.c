// checks: valid-memsafety
// Two strings, each with an end of its own; the copy has no room for it.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void free (void *);

int main (void)
{
    int n = __VERIFIER_nondet_int ();
    if (n < 2 || n > 100000)
        return 0;
    char *from = malloc ((size) n), *to = malloc ((size) n - 1);
    if (!from || !to) {
        free (from);
        free (to);
        return 0;
    }
    from[n - 1] = 0;
    char *p = to;
    const char *q = from;
    while ((*p++ = *q++))
        ;
    free (from);
    free (to);
    return 0;
}
