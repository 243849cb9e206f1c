/* value.h -- words and bytes of which bits are unknown. */
#ifndef XC167_CORE_VALUE_H
#define XC167_CORE_VALUE_H

#include <assert.h>

#include "xc167/core/core.h"

static inline struct xc167_value
value_of (uint32_t bits)
{
    return (struct xc167_value) {(uint16_t) bits, 0};
}

static inline uint16_t
value_mask (bool is_byte)
{
    return is_byte ? 0xff : 0xffff;
}

static inline struct xc167_value
value_join (struct micro_value low, struct micro_value high)
{
    return (struct xc167_value) {(uint16_t) (low.bits | high.bits << 8),
                                 (uint16_t) (low.unknown | high.unknown << 8)};
}

static inline struct micro_value
value_half (struct xc167_value v, unsigned half)
{
    assert (half < 2);
    return (struct micro_value) {(uint8_t) (v.bits >> 8 * half),
                                 (uint8_t) (v.unknown >> 8 * half)};
}

static inline struct xc167_value
value_and (struct xc167_value a, struct xc167_value b)
{
    uint16_t maybe = (a.bits | a.unknown) & (b.bits | b.unknown);
    uint16_t surely = a.bits & b.bits;
    return (struct xc167_value) {surely, maybe & (uint16_t) ~surely};
}

static inline struct xc167_value
value_or (struct xc167_value a, struct xc167_value b)
{
    uint16_t surely = a.bits | b.bits;
    return (struct xc167_value) {surely,
                                 (a.unknown | b.unknown) & (uint16_t) ~surely};
}

static inline struct xc167_value
value_xor (struct xc167_value a, struct xc167_value b)
{
    uint16_t open = a.unknown | b.unknown;
    return (struct xc167_value) {
        (uint16_t) ((a.bits ^ b.bits) & (uint16_t) ~open), open};
}

/* Bits of `which` become those of `v`. */
static inline struct xc167_value
value_merge (struct xc167_value old, uint16_t which, struct xc167_value v)
{
    return (struct xc167_value) {
        (uint16_t) ((old.bits & ~which) | (v.bits & which)),
        (uint16_t) ((old.unknown & ~which) | (v.unknown & which))};
}

/* One bit: 0, 1 or 2 for unknown. */
static inline unsigned
value_bit (struct xc167_value v, unsigned bit)
{
    return v.unknown >> bit & 1 ? 2 : v.bits >> bit & 1;
}

#endif
