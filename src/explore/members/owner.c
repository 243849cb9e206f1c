/* owner.c -- see owner.h. */
#include "explore/members/owner.h"

#include "base/memory.h"

/* Two rounds of the finaliser of MurmurHash3 (Appleby). */
static uint64_t
score (uint64_t partition, uint64_t number)
{
    uint64_t x = partition << 32 ^ number;
    for (int i = 0; i < 2; i++) {
        x ^= x >> 33;
        x *= 0xff51afd7ed558ccdu;
        x ^= x >> 33;
        x *= 0xc4ceb9fe1a85ec53u;
        x ^= x >> 33;
        x += 0x9e3779b97f4a7c15u;
    }
    return x;
}

void
owners_init (struct owners *o, const unsigned *numbers, size_t members)
{
    assert (members > 0 && members <= OWNERS_MOST);
    *o = (struct owners) {0};
    for (size_t i = 0; i < members; i++) {
        assert (!i || numbers[i - 1] < numbers[i]);
        VEC_PUSH (o->member, numbers[i]);
    }
    owners_share (o);
}

void
owners_share (struct owners *o)
{
    const unsigned *numbers = o->member.at;
    size_t members = o->member.size;
    unsigned most = (unsigned) ((MEMBERS_PARTITIONS + members - 1) / members);
    unsigned *has = NEW_ARRAY (unsigned, members);
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++) {
        size_t best = members;
        for (size_t i = 0; i < members; i++)
            if (has[i] < most
                && (best == members
                    || score (p, numbers[i]) > score (p, numbers[best])))
                best = i;
        assert (best < members);
        has[best]++;
        o->of_partition[p] = (uint16_t) best;
    }
    memory_free (has);
}

void
owners_give_all (struct owners *o, size_t index)
{
    assert (index < o->member.size);
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++)
        o->of_partition[p] = (uint16_t) index;
}

void
owners_use (struct owners *o, enum option_partition partition, unsigned some,
            const generator *g)
{
    assert (partition < PARTITION_AUTO && some <= PARTIAL_THREADS_MOST);
    bool part = partition != PARTITION_HASH && g->class->partial;
    o->generator = part ? g : NULL;
    o->part = partition == PARTITION_HEAP     ? PARTIAL_HEAP
              : partition == PARTITION_STACKS ? PARTIAL_STACKS
                                              : PARTIAL_THREADS + (int) some;
}

void
owners_clear (struct owners *o)
{
    VEC_CLEAR (o->member);
}
