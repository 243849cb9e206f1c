// checks: valid-memsafety
// Everything is freed.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void *calloc (size, size);
void *realloc (void *, size);
void free (void *);

struct node { struct node *next; int value; };

int main (void)
{
    struct node *first = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc (sizeof *n);
        n->next = first;
        n->value = i;
        first = n;
    }
    while (first) {
        struct node *next = first->next;
        free (first);
        first = next;
    }
    return 0;
}
