// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
struct big {
    unsigned digit[4] = {0, 0, 0, 0};
    big (unsigned n = 0) { digit[0] = n; }
    big &operator+= (const big &o)
    {
        unsigned carry = 0;
        for (int i = 0; i < 4; i++) {
            unsigned s = digit[i] + o.digit[i] + carry;
            digit[i] = s % 1000;
            carry = s / 1000;
        }
        return *this;
    }
    unsigned operator[] (int i) const { return digit[i]; }
    explicit operator bool () const { return digit[0] | digit[1] | digit[2] | digit[3]; }
    big operator++ (int) { big old = *this; *this += big (1); return old; }
};
int main ()
{
    big a (999);
    big b = a++;
    for (int i = 0; i < 12; i++)
        a += a;
    printf ("%u %u %u %u %d\n", b[0], a[2], a[1], a[0], a ? 1 : 0);
}
