// verdict: SAFE
// options: --check=assert,access,free,leak,uninit,exception,division
// output: yes
#include <stdio.h>
#include <limits.h>
#include <stdint.h>
int main ()
{
    int8_t a = -128;
    uint16_t b = 65535;
    long long c = LLONG_MIN;
    printf ("%d %d %lld %d\n", (int8_t) (a - 1), (uint16_t) (b + 1), c / 2, -7 % 3);
    printf ("%u %d %llx %d\n", 1u << 31, -8 >> 1, 0x123456789abcdefULL * 17, 'a' ^ ' ');
    unsigned n = 0xdeadbeef;
    printf ("%d %d %x\n", __builtin_popcount (n), __builtin_clz (n >> 3), __builtin_bswap32 (n));
}
