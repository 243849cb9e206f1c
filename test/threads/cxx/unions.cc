// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <stdint.h>
#include <string.h>
enum class kind : uint8_t { none, number, letter };
struct tagged {
    kind k;
    union { int n; char c; } u;
};
struct bits { unsigned a : 3; signed b : 5; unsigned c : 9; };
int main ()
{
    tagged t[2];
    t[0].k = kind::number;
    t[0].u.n = -5;
    t[1].k = kind::letter;
    t[1].u.c = 'x';
    for (auto &x : t)
        if (x.k == kind::number)
            printf ("%d\n", x.u.n);
        else
            printf ("%c\n", x.u.c);
    bits b{9, -3, 600};
    float f = 1.0f;
    uint32_t raw;
    memcpy (&raw, &f, 4);
    printf ("%u %d %u %08x\n", b.a, b.b, b.c, raw);
}
