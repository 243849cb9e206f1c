// checks: unreach-call
// Fields of one object do not touch each other.
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


struct point { int x; char tag; short y; };
struct line { struct point from, to; } l;

int main (void)
{
    struct point p = {1, 'a', 3}, q = p;
    struct point *r = __VERIFIER_nondet_int () ? &p : &q;
    r->x = 7;
    l.to = *r;
    l.from.y = 9;
    CHECK (l.to.x == 7 && l.to.y == 9 && l.from.x == 0);
    CHECK (p.x + q.x == 8);
}
