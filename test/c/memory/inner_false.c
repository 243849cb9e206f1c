// checks: valid-memsafety
// A free of what is not the beginning.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);

int main (void)
{
    int *p = malloc (8);
    free (p + 1);
    return 0;
}
