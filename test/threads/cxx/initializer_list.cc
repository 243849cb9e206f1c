// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <initializer_list>
struct bag {
    int sum = 0, n = 0;
    bag (std::initializer_list<int> l) { for (int x : l) { sum += x; n++; } }
};
int main ()
{
    bag b{1, 2, 3, 4};
    constexpr int table[] = {1, 4, 9};
    int t = 0;
    for (auto x : table)
        t += x;
    printf ("%d %d %d\n", b.sum, b.n, t);
}
