// checks: valid-memcleanup
// A global still points to it, but it is not freed.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);

int *kept;

int main (void)
{
    kept = malloc (4);
    return 0;
}
