// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
template <typename F> static int apply (F f, int n) { return f (n); }
int main ()
{
    int base = 10, calls = 0;
    auto add = [base, &calls] (int x) { calls++; return base + x; };
    printf ("%d %d\n", apply (add, 1), apply (add, 2));
    auto fib = [] (auto self, int n) -> int { return n < 2 ? n : self (self, n - 1) + self (self, n - 2); };
    printf ("%d %d\n", calls, fib (fib, 10));
}
