// checks: valid-memsafety
// realloc frees the old object.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);

int main (void)
{
    char *p = malloc (2), *q = realloc (p, 4);
    p[1] = 1;
    free (q);
    return 0;
}
