// checks: unreach-call
// A list on the heap.
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


struct node { int value; struct node *next; };

int main (void)
{
    struct node *first = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc (sizeof *n);
        if (!n)
            return 0;
        n->value = i;
        n->next = first;
        first = n;
    }
    int sum = 0;
    for (struct node *n = first; n; n = n->next)
        sum = sum * 10 + n->value;
    CHECK (sum == 210);
}
