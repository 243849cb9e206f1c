// checks: valid-memsafety
// A use after free.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);

int main (void)
{
    int *p = malloc (sizeof *p);
    *p = 1;
    free (p);
    return *p;
}
