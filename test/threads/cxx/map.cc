// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <map>
int main ()
{
    std::map<int, int> m;
    for (int i = 0; i < 12; i++)
        m[i * 7 % 12] += i;
    m.erase (3);
    for (auto &[k, v] : m)
        printf ("%d:%d ", k, v);
    printf ("%zu %d\n", m.size (), m.count (3) ? 1 : 0);
}
