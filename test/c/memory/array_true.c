// checks: unreach-call
// An index that is not known.
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


int a[4];

int main (void)
{
    int b[4] = {4, 3, 2, 1}, i = __VERIFIER_nondet_int ();
    if (i < 0 || i > 3)
        return 0;
    a[i] = b[i];
    for (int k = 0; k < 4; k++)
        CHECK (k == i ? a[k] == 4 - k : a[k] == 0);
}
