/* A list on the heap: a region for each field. */
#include <stddef.h>
extern void *malloc (size_t);
struct node { int value; struct node *next; };
int main (void)
{
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc (sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    int sum = 0;
    for (; head; head = head->next)
        sum += head->value;
    return sum;
}
