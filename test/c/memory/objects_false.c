// checks: valid-memsafety
// As many objects as there are pointers: one of them is too large.
extern int __VERIFIER_nondet_int (void);
typedef __SIZE_TYPE__ size;
void *malloc (size);
void free (void *);

struct account { int limit; int used; struct account *other; };

int main (void)
{
    struct account *a = malloc (sizeof *a), *b = malloc (sizeof *b);
    if (!a || !b) {
        free (a);
        free (b);
        return 0;
    }
    int buffer[20];
    a->limit = 10;
    a->used = 0;
    b->limit = 10;
    b->used = 0;
    a->other = b;
    b->other = a;
    while (__VERIFIER_nondet_int ()) {
        struct account *x = __VERIFIER_nondet_int () ? a : a->other;
        if (x->used < x->limit)
            x->used++;
        buffer[a->used + b->used] = 1;
    }
    free (a->other);
    free (a);
    return 0;
}
