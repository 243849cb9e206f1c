// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <memory>
struct loud { int n; loud (int k) : n (k) {} ~loud () { printf ("drop %d\n", n); } };
int main ()
{
    auto a = std::make_unique<loud> (1);
    std::unique_ptr<loud> b (new loud (2));
    a.swap (b);
    printf ("%d %d\n", a->n, b->n);
    b.reset ();
    auto many = std::make_unique<int[]> (3);
    many[1] = 5;
    printf ("%d\n", many[0] + many[1]);
}
