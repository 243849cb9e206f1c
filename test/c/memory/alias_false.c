// checks: unreach-call
// Pointers that are equal, and those that are not.
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
    int x = 1, y = 2, *p = &x, *q = __VERIFIER_nondet_int () ? &x : &y, **pp = &p;
    *pp = &y;
    *q = 7;
    CHECK (*p == (p == q ? 2 : 2));
}
