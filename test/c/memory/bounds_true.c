// checks: valid-memsafety
// Never too far.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);

int main (void)
{
    int n = __VERIFIER_nondet_int (), i = __VERIFIER_nondet_int (), a[10];
    if (n < 1 || n > 5 || i < 0 || i >= n)
        return 0;
    char *p = malloc (n);
    p[i] = 0;
    a[2 * i + 1] = 0;
    free (p);
    free (0);
    return 0;
}
