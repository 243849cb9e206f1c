/* reads.c -- see reads.h. */
#include "micro/reads.h"

#include <assert.h>

static unsigned
codes_of (uint8_t bits)
{
    unsigned codes = 1;
    for (; bits; bits &= (uint8_t) (bits - 1))
        codes *= 3;
    return codes;
}

static void
add (struct micro_program *p, const struct micro_item *w)
{
    size_t i = 0;
    while (i < p->reads.size && p->reads.at[i].address < w->address)
        i++;
    if (i == p->reads.size || p->reads.at[i].address != w->address) {
        struct micro_reads none = {.address = w->address};
        VEC_PUSH (p->reads, none);
        for (size_t k = p->reads.size - 1; k > i; k--)
            p->reads.at[k] = p->reads.at[k - 1];
        p->reads.at[i] = none;
    }
    p->reads.at[i].bits |= (uint8_t) (1u << w->bit);
}

bool
micro_reads_make (struct micro_program *p)
{
    unsigned code = 0;
    p->reads.size = 0;
    for (size_t i = 0; i < p->proposition.size; i++)
        for (size_t k = 0; k < p->proposition.at[i].item.size; k++)
            if (p->proposition.at[i].item.at[k].word == WORD_READS)
                add (p, &p->proposition.at[i].item.at[k]);
    for (size_t i = 0; i < p->reads.size && code <= UINT8_MAX; i++) {
        p->reads.at[i].code = (uint8_t) code;
        code += codes_of (p->reads.at[i].bits) - 1;
    }
    return code <= UINT8_MAX;
}

static const struct micro_reads *
find (const struct micro_program *p, uint16_t address)
{
    for (size_t i = 0; i < p->reads.size; i++)
        if (p->reads.at[i].address == address)
            return &p->reads.at[i];
    return NULL;
}

/* Two registers in one step are more than the byte can say. */
struct micro_value
micro_reads_note (struct micro_core *c, uint16_t address, uint8_t read,
                  struct micro_value v)
{
    const struct micro_reads *r = find (c->program, address);
    unsigned code, digit = 1;
    if (!r || !(r->bits & read))
        return v;
    uint8_t asked = r->bits & read;
    struct micro_value part = {v.bits & asked, v.unknown & asked};
    v.bits = (uint8_t) ((v.bits & ~asked) | core_know (c, part));
    v.unknown &= (uint8_t) ~asked;
    if (c->state[HEAD_READS])
        core_fail (c, FAULT_OTHER, false);
    code = r->code;
    for (uint8_t left = r->bits; left; left &= (uint8_t) (left - 1)) {
        uint8_t one = left & (uint8_t) -left;
        if (asked & one)
            code += digit * (v.bits & one ? 2 : 1);
        digit *= 3;
    }
    assert (code > 0 && code <= UINT8_MAX);
    core_set_head (c, HEAD_READS, (uint8_t) code);
    return v;
}

bool
micro_reads_was (const struct micro_core *c, uint16_t address, unsigned bit,
                 bool value)
{
    const struct micro_reads *r = find (c->program, address);
    unsigned code = core_head (c, HEAD_READS);
    if (!r || !(r->bits >> bit & 1) || code <= r->code
        || code >= r->code + codes_of (r->bits))
        return false;
    code -= r->code;
    for (uint8_t below = r->bits & (uint8_t) ((1u << bit) - 1); below;
         below &= (uint8_t) (below - 1))
        code /= 3;
    return code % 3 == (value ? 2 : 1);
}
