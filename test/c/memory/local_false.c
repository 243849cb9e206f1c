// checks: unreach-call
// A local is new in every call.
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


static int use (int first, unsigned i)
{
    int a[200];
    if (first)
        a[i] = 4;
    return a[i];
}

int main (void)
{
    unsigned i = (unsigned) __VERIFIER_nondet_int () % 200;
    use (1, i);
    CHECK (use (0, i) == 4);
}
