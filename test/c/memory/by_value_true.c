// checks: unreach-call
// Structs are passed and returned as copies.
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


struct s { int a, b, c, d, e, f; };
static struct s grow (struct s x)
{
    x.a++;
    return x;
}

int main (void)
{
    struct s s = {1, 2, 3, 4, 5, 6}, t = grow (s);
    CHECK (s.a == 1 && t.a == 2 && t.f == 6);
}
