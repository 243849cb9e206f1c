// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct point {
    int x, y;
    point (int a, int b) : x (a), y (b) {}
    point operator+ (const point &o) const { return {x + o.x, y + o.y}; }
    bool operator== (const point &o) const { return x == o.x && y == o.y; }
    int norm () const { return x * x + y * y; }
};
int main ()
{
    point p (1, 2), q (3, -4);
    point r = p + q;
    printf ("%d %d %d %d\n", r.x, r.y, r.norm (), r == point (4, -2));
}
