// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <vector>
int main ()
{
    std::vector<int> v;
    for (int i = 0; i < 10; i++)
        v.push_back (i * i);
    v.erase (v.begin () + 2);
    v.insert (v.begin (), -1);
    int sum = 0;
    for (int x : v)
        sum += x;
    std::vector<std::vector<char>> grid (2, std::vector<char> (3, '.'));
    grid[1][2] = '#';
    printf ("%zu %d %d %c%c\n", v.size (), sum, v.back (), grid[0][2], grid[1][2]);
}
