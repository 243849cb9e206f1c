// checks: unreach-call
// memcpy of structs and arrays, memmove with overlap.
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


struct s { int a; char b[3]; int *p; };

int main (void)
{
    int x = __VERIFIER_nondet_int (), v[5] = {1, 2, 3, 4, 5};
    struct s one = {x, {1, 2, 3}, &x}, two;
    memcpy (&two, &one, sizeof two);
    CHECK (two.a == x && two.b[2] == 3 && *two.p == x);
    memmove (v + 1, v, 4 * sizeof *v);
    CHECK (v[0] == 1 && v[1] == 1 && v[4] == 1);
}
