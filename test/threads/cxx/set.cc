// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <set>
int main ()
{
    std::set<int> s{5, 1, 4};
    s.insert (2);
    printf ("%d ", s.insert (4).second);
    std::multiset<int> m{2, 2, 1};
    for (int x : s)
        printf ("%d ", x);
    printf ("%zu %d\n", m.count (2), *s.lower_bound (3));
}
