// verdict: UNSAFE memory leak
// options: --check=leak --engine=explore
#include <stdlib.h>
struct node {
    struct node *next;
    int v;
};
static struct node *list;
static void push (int v)
{
    struct node *n = malloc (sizeof *n);
    if (!n)
        return;
    *n = (struct node){list, v};
    list = n;
}
static void pop (void)
{
    struct node *n = list;
    if (!n)
        return;
    list = n->next;
}
int main (void)
{
    push (1);
    push (2);
    pop ();
    pop ();
}
