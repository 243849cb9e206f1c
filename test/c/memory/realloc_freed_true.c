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
    char *p = malloc (2);
    p[1] = 1;
    p = realloc (p, 4);
    p[3] = p[1];
    free (p);
    return 0;
}
