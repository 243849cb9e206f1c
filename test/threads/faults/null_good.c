// verdict: SAFE
// options: --engine=explore
#include <stddef.h>
struct node {
    int v;
    struct node *next;
};
int main (void)
{
    struct node b = {2, NULL}, a = {1, &b};
    struct node *n = &a;
    int sum = 0;
    for (int i = 0; i < 3 && n; i++) {
        sum += n->v;
        n = n->next;
    }
    return sum - 3;
}
