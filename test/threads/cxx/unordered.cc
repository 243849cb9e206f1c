// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <unordered_map>
int main ()
{
    std::unordered_map<int, int> m;
    for (int i = 0; i < 40; i++)
        m[i % 13] += i;
    int sum = 0;
    for (auto &p : m)
        sum += p.first * p.second;
    printf ("%zu %d %d\n", m.size (), sum, m.at (5));
}
