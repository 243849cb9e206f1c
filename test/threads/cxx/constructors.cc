// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
static int made, gone;
struct noisy {
    int n;
    noisy (int k) : n (k) { made++; printf ("make %d\n", n); }
    noisy (const noisy &o) : n (o.n + 100) { made++; printf ("copy %d\n", n); }
    ~noisy () { gone++; printf ("drop %d\n", n); }
};
static noisy global (7);
static noisy pass (noisy x) { return x; }
int main ()
{
    noisy a (1);
    {
        noisy b = pass (a);
        noisy array[2] = {noisy (10), noisy (20)};
        printf ("%d %d\n", b.n, array[1].n);
    }
    printf ("%d %d\n", made, gone);
}
