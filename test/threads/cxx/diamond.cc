// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct top { int t; top (int n) : t (n) {} virtual int id () const { return t; } };
struct a : virtual top { a () : top (1) {} };
struct b : virtual top { b () : top (2) {} };
struct c : a, b { c () : top (3) {} int id () const override { return 10 * t; } };
int main ()
{
    c x;
    a &ra = x;
    b &rb = x;
    ra.t = 5;
    printf ("%d %d %d\n", rb.t, ra.id (), static_cast<top &> (x).id ());
}
