// checks: unreach-call
// calloc is zero, malloc is anything.
extern void reach_error (void);
extern int __VERIFIER_nondet_int (void);
#define CHECK(x) if (!(x)) reach_error ()
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);
void *memcpy (void *, const void *, size);
void *memmove (void *, const void *, size);
void *memset (void *, int, size);


int main (void)
{
    int *z = calloc (4, sizeof *z), *m = malloc (sizeof *m);
    int i = __VERIFIER_nondet_int ();
    if (!z || !m || i < 0 || i > 3)
        return 0;
    CHECK (z[i] == 0);
    int first = *m;
    CHECK (*m == first);
}
