// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct part { int n; part (int k) : n (k) { printf ("part %d\n", n); } ~part () { printf ("no part %d\n", n); } };
struct whole {
    part a, b;
    whole (bool bad) : a (1), b (2) { if (bad) throw 3; }
    ~whole () { puts ("no whole"); }
};
int main ()
{
    try {
        whole *w = new whole (true);
        delete w;
    } catch (int n) {
        printf ("%d\n", n);
    }
    whole good (false);
}
