// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
template <typename F> struct finally { F f; ~finally () { f (); } };
template <typename F> finally (F) -> finally<F>;
static int step (int n)
{
    finally last{[n] { printf ("end %d\n", n); }};
    if (n > 2)
        return n;
    for (int i = 0;; i++) {
        finally each{[i] { printf ("turn %d\n", i); }};
        if (i == n)
            break;
    }
    return step (n + 1) + n;
}
int main () { printf ("%d\n", step (1)); }
