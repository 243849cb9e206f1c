// checks: unreach-call
// memset of words by bytes.
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


struct s { unsigned a; unsigned short b[2]; unsigned char c; };
unsigned short part[8];

int main (void)
{
    struct s s, *h = malloc (sizeof *h);
    if (!h)
        return 0;
    memset (&s, 0, sizeof s);
    memset (part + 1, 1, 4);
    for (int k = 0; k < 8; k++)
        CHECK (part[k] == (k == 1 || k == 2 ? 0x101 : 0));
    memset (h, 0x5a, sizeof *h);
    CHECK (s.a == 0 && s.b[1] == 0 && s.c == 0);
    CHECK (h->a == 0x5a && h->b[1] == 0x5a5a && h->c == 0x5a);
}
