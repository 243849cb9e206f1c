// checks: valid-memsafety
// The only pointer is overwritten.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);

int main (void)
{
    int *p = malloc (4);
    p = malloc (4);
    free (p);
    return 0;
}
