// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <functional>
static int twice (int n) { return 2 * n; }
int main ()
{
    std::function<int (int)> f = twice;
    int k = 3;
    std::function<int (int)> g = [&k] (int n) { return n * k; };
    k = 5;
    printf ("%d %d %d\n", f (4), g (4), (bool) std::function<void ()> ());
}
