// checks: unreach-call
// Initialisers: numbers, strings, pointers, zeros.
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


struct item { const char *name; int (*get) (int); int *to; short n; };
static int twice (int x) { return 2 * x; }
static int same (int x) { return x; }
int target = 0x12345678, big[1000] = {1, 2, [500] = 7, [999] = -1};
const struct item table[2] = {{"one", same, 0, 1}, {"two", twice, &target, -2}};
char text[8] = "hey";

int main (void)
{
    int i = __VERIFIER_nondet_int () ? 1 : 0;
    CHECK (table[i].get (21) == (i ? 42 : 21));
    CHECK (table[1].name[1] == 'w' && text[2] == 'y' && text[3] == 0);
    CHECK (big[500] == 7 && big[501] == 0 && big[999] == -1);
    *table[1].to += table[1].n;
    CHECK (target == 0x12345676);
}
