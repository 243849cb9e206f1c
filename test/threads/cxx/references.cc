// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
static void swap (int &a, int &b) { int t = a; a = b; b = t; }
static int &pick (int *a, int i) { return a[i]; }
struct view { int &r; void raise () { r++; } };
int main ()
{
    int a[] = {1, 2, 3};
    swap (a[0], a[2]);
    pick (a, 1) = 9;
    view v{a[0]};
    v.raise ();
    const int &life = 6 + 1;
    printf ("%d %d %d %d\n", a[0], a[1], a[2], life);
}
