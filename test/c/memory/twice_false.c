// checks: valid-memsafety
// A double free.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);

int main (void)
{
    int *p = malloc (4), *q = p;
    free (p);
    if (__VERIFIER_nondet_int ())
        free (q);
    return 0;
}
