// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
static int sum () { return 0; }
template <typename T, typename... R> static int sum (T first, R... rest) { return first + sum (rest...); }
template <typename... T> static int count (T...) { return sizeof...(T); }
int main ()
{
    printf ("%d %d\n", sum (1, 2, 3, 4), count ('a', 2, 3.0));
}
