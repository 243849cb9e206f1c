/* sha256.c -- see sha256.h. */
#include "base/sha256.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64 };

/* The first 32 bits of the fractions of the cube roots of the primes. */
static const uint32_t k[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t
turn (uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static void
schedule (uint32_t w[ROUNDS], const uint8_t *block)
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t) block[4 * i] << 24 | (uint32_t) block[4 * i + 1] << 16
               | (uint32_t) block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn (a, 7) ^ turn (a, 18) ^ a >> 3) + w[i - 7]
               + (turn (b, 17) ^ turn (b, 19) ^ b >> 10);
    }
}

static void
compress (uint32_t state[8], const uint8_t *block)
{
    uint32_t w[ROUNDS], s[8];
    schedule (w, block);
    memcpy (s, state, sizeof s);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = s[0], e = s[4];
        uint32_t one = s[7] + (turn (e, 6) ^ turn (e, 11) ^ turn (e, 25))
                       + ((e & s[5]) ^ (~e & s[6])) + k[i] + w[i];
        uint32_t two = (turn (a, 2) ^ turn (a, 13) ^ turn (a, 22))
                       + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        memmove (s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

/* The rest of the data, a 1 bit, zeros, and the number of bits. */
static size_t
pad (uint8_t last[2 * BLOCK], const uint8_t *rest, size_t left, uint64_t bits)
{
    assert (left < BLOCK && (rest || !left));
    memset (last, 0, 2 * BLOCK);
    if (left)
        memcpy (last, rest, left);
    last[left] = 0x80;
    size_t size = left + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    for (int i = 0; i < 8; i++)
        last[size - 1 - (size_t) i] = (uint8_t) (bits >> 8 * i);
    return size;
}

void
sha256_print (const void *data, size_t size, char text[SHA256_TEXT])
{
    static const char digit[] = "0123456789abcdef";
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t last[2 * BLOCK];
    const uint8_t *at = data;
    assert (data || !size);
    size_t whole = size / BLOCK * BLOCK;
    for (size_t i = 0; i < whole; i += BLOCK)
        compress (state, at + i);
    size_t rest = pad (last, whole < size ? at + whole : NULL, size - whole,
                       (uint64_t) size * 8);
    for (size_t i = 0; i < rest; i += BLOCK)
        compress (state, last + i);
    for (int i = 0; i < SHA256_TEXT - 1; i++)
        text[i] = digit[state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    text[SHA256_TEXT - 1] = 0;
}

void
sha256_policy (const char *script, struct text *t)
{
    static const char digit[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstu"
        "vwxyz0123456789+/";
    enum { BYTES = (SHA256_TEXT - 1) / 2 };
    char hex[SHA256_TEXT], pair[3] = {0};
    unsigned char bytes[BYTES + 2] = {0};
    sha256_print (script, strlen (script), hex);
    for (int i = 0; i < BYTES; i++) {
        memcpy (pair, hex + 2 * i, 2);
        bytes[i] = (unsigned char) strtoul (pair, NULL, 16);
    }
    text_add (t, "sha256-");
    for (int i = 0; i < BYTES; i += 3) {
        unsigned three = (unsigned) bytes[i] << 16
                         | (unsigned) bytes[i + 1] << 8 | bytes[i + 2];
        for (int place = 0; place < 4; place++)
            text_char (t, i + place > BYTES
                              ? '='
                              : digit[three >> (18 - 6 * place) & 63]);
    }
}
