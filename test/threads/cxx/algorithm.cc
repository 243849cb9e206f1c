// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <algorithm>
#include <array>
#include <numeric>
int main ()
{
    std::array<int, 8> a{5, 3, 8, 1, 9, 2, 7, 4};
    std::sort (a.begin (), a.end (), [] (int x, int y) { return x > y; });
    for (int x : a)
        printf ("%d ", x);
    std::reverse (a.begin (), a.end ());
    printf ("%d %d %d\n", std::accumulate (a.begin (), a.end (), 0),
            (int) (std::lower_bound (a.begin (), a.end (), 7) - a.begin ()),
            (int) std::count_if (a.begin (), a.end (), [] (int x) { return x % 2; }));
}
