/* setup.c -- what a worker makes of a setup, in a search with layers or
 * without. */
#include "explore/members/owner.h"
#include "explore/members/wire.h"

enum { PARTS_MOST = 4096 }; /* of a state */

generator *
members_setup_open (const struct members_setup *s, size_t *state_size,
                    struct problem *p)
{
    generator *g = generator_open (buffer_view (&s->program), p);
    *state_size = 0;
    if (!g || !g->class->parts)
        return g;
    uint32_t ends[PARTS_MOST];
    size_t parts = g->class->parts (g, ends, PARTS_MOST);
    *state_size = parts ? ends[parts - 1] : 0;
    return g;
}

struct store_options
members_setup_store (const struct members_setup *s)
{
    return (struct store_options) {.kind = s->store,
                                   .memory_bytes = s->memory_bytes,
                                   .cache_bytes = s->cache_bytes,
                                   .scratch = s->scratch,
                                   .hash_bits = s->hash_bits};
}

bool
members_setup_owners (const struct members_setup *s, const generator *g,
                      unsigned me, struct reader *r, struct owners *owners,
                      unsigned *self)
{
    struct members_numbers numbers = {0};
    uint64_t count = reader_uint (r);
    bool good = !r->failed && count && count <= OWNERS_MOST, there = false;
    for (uint64_t i = 0; good && i < count; i++) {
        uint64_t number = reader_uint (r);
        good = number <= UINT32_MAX
               && (!i || number > numbers.at[numbers.size - 1]);
        if (number == me) {
            there = true;
            *self = (unsigned) i;
        }
        VEC_PUSH (numbers, (unsigned) number);
    }
    good = good && there && reader_done (r);
    if (good)
        owners_init (owners, numbers.at, numbers.size);
    if (good && s->partition < PARTITION_DEPTH)
        owners_use (owners, s->partition, s->some, g);
    VEC_CLEAR (numbers);
    return good;
}
