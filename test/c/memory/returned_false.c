// checks: valid-memsafety
// A local is gone when its function has returned.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);

static int *leak (void)
{
    int x[2] = {1, 2};
    int *volatile p = x;
    return p;
}

int main (void)
{
    return *leak ();
}
