// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
template <typename T> T biggest (const T *a, int n)
{
    T best = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > best)
            best = a[i];
    return best;
}
template <int N> struct factorial { enum { value = N * factorial<N - 1>::value }; };
template <> struct factorial<0> { enum { value = 1 }; };
template <typename T, int N> struct ring {
    T slot[N];
    int at = 0, used = 0;
    bool put (T x) { if (used == N) return false; slot[(at + used++) % N] = x; return true; }
    T take () { T x = slot[at]; at = (at + 1) % N; used--; return x; }
};
int main ()
{
    int n[] = {3, 9, 2};
    double d[] = {1.5, -2, 0.25};
    printf ("%d %.2f %d\n", biggest (n, 3), biggest (d, 3), (int) factorial<6>::value);
    ring<short, 3> r;
    for (short i = 0; i < 5; i++)
        printf ("%d ", r.put (i));
    int first = r.take ();
    printf ("%d %d\n", first, r.take ());
}
