// verdict: SAFE
// output: yes
#include <cstdio>
struct counter {
    int n;
    explicit counter (int start) : n (start) { std::printf ("+%d\n", n); }
    ~counter () { std::printf ("-%d\n", n); }
};
static counter &late ()
{
    static counter c (10);
    return c;
}
static int early = late ().n + 1;
static counter a (early);
static counter b (a.n + 1);
static int zero_first = [] { extern int after; return after; }();
int after = [] { return 5; }();
int main ()
{
    static counter inside (20);
    std::printf ("%d %d %d\n", early, zero_first, after);
}
