// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <new>
struct node { int v; node *next; };
int main ()
{
    node *head = nullptr;
    for (int i = 0; i < 5; i++)
        head = new node{i, head};
    int sum = 0;
    while (head) {
        node *next = head->next;
        sum += head->v;
        delete head;
        head = next;
    }
    int *a = new int[4]{1, 2, 3};
    alignas (int) char room[sizeof (int)];
    int *placed = new (room) int (8);
    printf ("%d %d %d\n", sum, a[2] + a[3], *placed);
    delete[] a;
}
