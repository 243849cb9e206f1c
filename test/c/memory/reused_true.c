// Objects that are there at the same time are apart, also from those that are
// gone if these were of another kind.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static int variable;

int
main (void)
{
    int local, *gone;
    struct node *a = malloc (sizeof *a), *b = malloc (sizeof *b), *p = a;
    if (!a || !b)
        return 0;
    assert (a != b);
    a->next = b;
    b->next = a;
    do
        p = p->next;
    while (p != a);
    gone = (int *) a;
    free (a);
    free (b);
    assert (gone != &variable && gone != &local && gone);
    return 0;
}
