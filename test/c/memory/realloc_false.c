// checks: unreach-call
// What was there is still there, what is new is anything.
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
    int *p = calloc (2, sizeof *p);
    if (!p)
        return 0;
    p[1] = 5;
    int *q = realloc (p, 4 * sizeof *q);
    if (!q)
        return 0;
    CHECK (q[1] == 5 && q[0] == 0);
    CHECK (q[3] == 0);
}
