// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <utility>
struct owner {
    int *p;
    explicit owner (int n) : p (new int (n)) {}
    owner (owner &&o) noexcept : p (o.p) { o.p = nullptr; }
    owner &operator= (owner &&o) noexcept { std::swap (p, o.p); return *this; }
    owner (const owner &) = delete;
    ~owner () { delete p; }
};
static owner make (int n) { owner o (n); return o; }
int main ()
{
    owner a = make (3), b (4);
    b = std::move (a);
    owner c (std::move (b));
    printf ("%d %d %d\n", *c.p, b.p == nullptr, *a.p);
}
