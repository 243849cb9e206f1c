// hash.cc -- hash tables: how many buckets, and hashes of bytes (murmur, as libstdc++ has
// it, so that the order of elements is the same).
#include <unordered_map>
namespace std
{
namespace __detail
{
static const unsigned long primes[] = {
    2,     3,     5,     7,     11,    13,    17,    19,    23,    29,    31,
    37,    41,    43,    47,    53,    59,    61,    67,    71,    73,    79,
    83,    89,    97,    103,   109,   113,   127,   137,   139,   149,   157,
    167,   179,   193,   199,   211,   227,   241,   257,   277,   293,   313,
    337,   359,   383,   409,   439,   467,   503,   541,   577,   619,   661,
    709,   761,   823,   887,   953,   1031,  1109,  1193,  1289,  1381,  1493,
    1613,  1741,  1879,  2029,  2179,  2357,  2549,  2753,  2971,  3209,  3469,
    3739,  4027,  4349,  4703,  5087,  5503,  5953,  6427,  6949,  7517,  8123,
    8783,  9497,  10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183,
    20753, 22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481,
    49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203, 99733};

size_t
_Prime_rehash_policy::_M_next_bkt (size_t n) const
{
    static const unsigned char fast[] = {2, 2,  2,  3,  5,  5,  7,
                                         7, 11, 11, 11, 11, 13, 13};
    if (n == 0)
        return 1;
    size_t next = 0;
    if (n < sizeof fast)
        next = fast[n];
    for (size_t i = 6; !next && i < sizeof primes / sizeof *primes; i++)
        if (primes[i] >= n)
            next = primes[i];
    if (!next)
        next = n | 1;
    _M_next_resize = (size_t) (next * (double) _M_max_load_factor);
    return next;
}

std::pair<bool, size_t>
_Prime_rehash_policy::_M_need_rehash (size_t buckets, size_t elements,
                                      size_t more) const
{
    if (elements + more <= _M_next_resize)
        return {false, 0};
    size_t base = _M_next_resize ? 0 : 11;
    double least = (elements + more > base ? elements + more : base)
                   / (double) _M_max_load_factor;
    if (least >= buckets) {
        size_t a = (size_t) least + 1, b = buckets * _S_growth_factor;
        return {true, _M_next_bkt (a > b ? a : b)};
    }
    _M_next_resize = (size_t) (buckets * (double) _M_max_load_factor);
    return {false, 0};
}
} // namespace __detail

static size_t
mix (size_t v)
{
    return v ^ (v >> 47);
}

size_t
_Hash_bytes (const void *p, size_t size, size_t seed)
{
    const unsigned char *at = (const unsigned char *) p;
    const size_t mul = (0xc6a4a793UL << 32UL) + 0x5bd1e995UL;
    size_t whole = size & ~(size_t) 7, hash = seed ^ (size * mul);
    for (size_t i = 0; i < size; i += 8) {
        size_t data = 0;
        for (size_t k = 0; k < 8 && i + k < size; k++)
            data |= (size_t) at[i + k] << 8 * k;
        if (i < whole)
            data = mix (data * mul) * mul;
        hash = (hash ^ data) * mul;
    }
    return mix (mix (hash) * mul);
}
} // namespace std
