// checks: unreach-call
// A copy whose length is not known.
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
    unsigned char from[6] = {9, 8, 7, 6, 5, 4}, to[6] = {0};
    int n = __VERIFIER_nondet_int ();
    if (n < 1 || n > 3)
        return 0;
    memcpy (to, from, n);
    CHECK (to[0] == 9 && to[n - 1] == 10 - n && to[n] == 0);
}
