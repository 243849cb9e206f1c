/* split.c -- see split.h. */
#include "vm/reduce/split.h"

#include <assert.h>

struct split {
    bool less, equal, greater, sign; /* what is asked for */
    uint32_t count;
    uint32_t wanted; /* number of the block that is kept */
    struct vm_value block;
};

static struct split
split_of (enum vm_compare how, uint32_t wanted)
{
    bool less =
        how == VM_ULT || how == VM_ULE || how == VM_SLT || how == VM_SLE;
    bool greater =
        how == VM_UGT || how == VM_UGE || how == VM_SGT || how == VM_SGE;
    bool equal = how == VM_EQ || how == VM_ULE || how == VM_UGE || how == VM_SLE
                 || how == VM_SGE;
    bool sign =
        how == VM_SLT || how == VM_SLE || how == VM_SGT || how == VM_SGE;
    return (struct split) {.less = less || how == VM_NE,
                           .equal = equal,
                           .greater = greater || how == VM_NE,
                           .sign = sign,
                           .wanted = wanted};
}

static void
block_add (struct split *s, struct vm_value block)
{
    if (s->count++ == s->wanted)
        s->block = block;
}

static struct vm_value
with_bit (struct vm_value v, uint64_t bit, bool set)
{
    v.unknown &= ~bit;
    v.bits = (v.bits & ~bit) | (set ? bit : 0);
    return v;
}

/* From the highest bit down: the numbers that differ here first. */
static void
split_run (struct split *s, struct vm_value v, unsigned width, uint64_t bits)
{
    assert (!v.object && width >= 1 && width <= 64);
    for (unsigned i = width; i-- > 0;) {
        uint64_t bit = UINT64_C (1) << i;
        bool one = bits & bit, is_free = v.unknown & bit;
        bool above = !one ^ (s->sign && i + 1 == width);
        bool differs = is_free || !(v.bits & bit) == one;
        if (differs && (above ? s->greater : s->less))
            block_add (s, with_bit (v, bit, !one));
        if (differs && !is_free)
            return;
        v = with_bit (v, bit, one);
    }
    if (s->equal)
        block_add (s, v);
}

uint32_t
vm_split_count (struct vm_value v, enum vm_compare how, unsigned width,
                uint64_t bits)
{
    struct split s = split_of (how, UINT32_MAX);
    split_run (&s, v, width, bits);
    return s.count;
}

struct vm_value
vm_split_take (struct vm_value v, enum vm_compare how, unsigned width,
               uint64_t bits, uint32_t n)
{
    struct split s = split_of (how, n);
    split_run (&s, v, width, bits);
    assert (n < s.count);
    return s.block;
}
