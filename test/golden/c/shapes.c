/* What a trace calls elements, members and pointers. */
#include <assert.h>
#include <stdlib.h>

struct node {
    int v;
    struct node *next;
};

extern int __VERIFIER_nondet_int (void);
static struct node n[3];
static union {
    int whole;
    unsigned char byte[4];
} u;

static int
sum (const struct node *p)
{
    int s = 0;
    for (; p; p = p->next)
        s += p->v;
    return s;
}

int
main (void)
{
    int k = __VERIFIER_nondet_int ();
    char name[4] = "abc";
    for (int i = 0; i < 3; i++) {
        n[i].v = i;
        n[i].next = i < 2 ? &n[i + 1] : NULL;
    }
    if (k < 2 || k > 2)
        return 0;
    name[k] = 'x';
    u.byte[k] = 7;
    int *m = malloc (4 * sizeof *m);
    if (!m)
        return 0;
    m[k] = 3;
    int *end = m + 4;
    assert (sum (n + 1) != 3 || name[k] != 'x');
    return *end;
}
