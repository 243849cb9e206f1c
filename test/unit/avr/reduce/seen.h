/* seen.h -- all values that two observed bytes of a small firmware take. */
#ifndef AVR_SEEN_H
#define AVR_SEEN_H

#include "unit/avr/assemble.h"

enum { HANDLER = 160, SEEN = SRAM, OTHER = SRAM + 1, CELL = SRAM + 2 };

static inline void
initialise (struct assembly *a)
{
    set_stack (a);
    assign (a, SEEN, 0);
    assign (a, OTHER, 0);
}

struct seen {
    uint8_t *pair; /* owned; a byte per value of SEEN and OTHER */
    size_t count, states;
    bool full; /* too much: this is not all */
};

static inline void
look (struct seen *s, const struct assembly *a, const struct setting *setting)
{
    struct reached r;
    generator *g = make_machine (a, setting);
    reach (&r, g, setting->most);
    assert_true (!r.full || setting->most);
    assert_int_equal (r.fault, 0);
    *s = (struct seen) {.pair = NEW_ARRAY (uint8_t, 0x10000),
                        .states = r.state.size,
                        .full = r.full};
    for (size_t i = 0; i < r.state.size; i++) {
        const uint8_t *state = r.state.at[i];
        if (!(state[HEAD_MODE] & MODE_BEGUN))
            continue;
        unsigned at = state[HEAD_SIZE + SEEN] | state[HEAD_SIZE + OTHER] << 8;
        s->count += !s->pair[at];
        s->pair[at] = 1;
    }
    reached_clear (&r);
    g->class->free (g);
}

static inline bool
equal (const struct seen *a, const struct seen *b)
{
    return !memcmp (a->pair, b->pair, 0x10000);
}

/* Is everything of a also in b? */
static inline bool
included (const struct seen *a, const struct seen *b)
{
    for (size_t i = 0; i < 0x10000; i++)
        if (a->pair[i] && !b->pair[i])
            return false;
    return true;
}

#endif
