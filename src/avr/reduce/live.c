/* live.c -- what is live in a firmware for AVR (micro/reduce/live.h).
 *
 * A row is a word with a bit per register (0 .. 31) and per flag of SREG (32 .. 39),
 * then a bit per cell.  What a handler only saves and restores
 * (avr/device/handler.h) it does not need. */
#include <assert.h>
#include <string.h>

#include "avr/device/handler.h"
#include "avr/reduce/effect.h"
#include "avr/reduce/flow.h"
#include "micro/property/property.h"
#include "micro/reduce/live.h"

enum { FLAGS_AT = 32 };

struct live_builder {
    const struct avr_program *program;
    struct avr_live *live;
    struct micro_flow flow;
    struct avr_effect *effect; /* per word of code */
    size_t width;              /* words of a row */
    uint64_t *all, *always;
};

static bool
writes_sreg (const struct avr_effect *e)
{
    return e->access == ACCESS_STORE && e->address == AVR_SREG;
}

static int
on_after (void *context, uint32_t pc, int on)
{
    const struct live_builder *s = context;
    const struct avr_instruction *i = &s->program->instruction[pc];
    if (i->bit == FLAG_I && i->op == AVR_BCLR)
        return 0;
    if ((i->bit == FLAG_I && i->op == AVR_BSET) || writes_sreg (&s->effect[pc]))
        return 1;
    return on;
}

/* The number of the cell at this address; cell.size if it is none. */
static size_t
cell_of (const struct avr_live *l, uint16_t address)
{
    size_t low = 0, high = l->cell.size;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (l->cell.at[middle] < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->cell.size && l->cell.at[low] == address ? low
                                                            : l->cell.size;
}

static void
use_cells (const struct live_builder *s, const struct avr_effect *e,
           uint64_t *row)
{
    if (e->access == ACCESS_LOAD_AT)
        for (size_t i = 1; i < s->width; i++)
            row[i] |= s->all[i];
    if (e->access != ACCESS_LOAD && e->access != ACCESS_STORE)
        return;
    size_t cell = cell_of (s->live, e->address);
    if (cell == s->live->cell.size)
        return;
    assert (1 + cell / 64 < s->width);
    uint64_t bit = (uint64_t) 1 << cell % 64;
    if (e->access == ACCESS_LOAD)
        row[1 + cell / 64] |= bit;
    else
        row[1 + cell / 64] &= ~bit;
}

static uint64_t
flags_word (uint8_t flags)
{
    return (uint64_t) flags << FLAGS_AT;
}

static void
transfer (void *context, uint32_t pc, uint64_t *row)
{
    const struct live_builder *s = context;
    const struct avr_effect *e = &s->effect[pc];
    row[0] &= ~(e->kills | flags_word (e->flags_killed));
    row[0] |= e->uses | flags_word (e->flags_used);
    use_cells (s, e, row);
}

static bool
need_of_handler (void *context, const struct micro_live *rows, unsigned vector,
                 uint64_t *need)
{
    const struct live_builder *s = context;
    struct avr_handler h;
    uint32_t entry = (uint32_t) vector * s->program->device->vector_words;
    if (!avr_handler_may_come (s->program, &s->flow, vector)
        || entry >= s->flow.words)
        return false;
    avr_handler_read (&h, s->program, &s->flow, entry);
    if (h.body >= s->flow.words)
        return false;
    micro_live_join (need, micro_live_row (rows, 0, h.body), s->width);
    bool uses_sreg = h.sreg >= 0 && need[0] >> h.sreg & 1;
    need[0] &= ~(h.overwritten | flags_word (h.flags_overwritten));
    if (uses_sreg)
        need[0] |= flags_word (0xff);
    return true;
}

static void
find_cells (struct live_builder *s)
{
    const struct avr_device *d = s->program->device;
    uint8_t *direct = NEW_ARRAY (uint8_t, 0x10000);
    for (uint32_t pc = 0; pc < s->flow.words; pc++) {
        const struct avr_effect *e = &s->effect[pc];
        if (e->access == ACCESS_LOAD || e->access == ACCESS_STORE)
            direct[e->address] |= s->flow.mark[pc] & FLOW_REACHED;
    }
    for (uint32_t a = d->sram_first; a <= d->sram_last; a++)
        if (direct[a]
            && !micro_property_observes (&s->program->micro.property,
                                         (uint16_t) a))
            VEC_PUSH (s->live->cell, (uint16_t) a);
    memory_free (direct);
}

static void
find_always (struct live_builder *s)
{
    const struct micro_property *p = &s->program->micro.property;
    s->always[0] = flags_word (1 << FLAG_I);
    for (uint16_t r = 0; r < 32; r++)
        if (micro_property_observes (p, r))
            s->always[0] |= (uint64_t) 1 << r;
    if (micro_property_observes (p, AVR_SREG))
        s->always[0] |= flags_word (0xff);
    s->all[0] = 0xffffffff | flags_word (0xff);
    for (size_t c = 0; c < s->live->cell.size; c++)
        s->all[1 + c / 64] |= (uint64_t) 1 << c % 64;
}

static void
builder_init (struct live_builder *s, const struct avr_program *p,
              struct avr_live *l)
{
    *s = (struct live_builder) {.program = p, .live = l};
    micro_flow_init (&s->flow, &p->micro);
    s->effect = NEW_ARRAY (struct avr_effect, s->flow.words + 1);
    for (uint32_t pc = 0; pc < s->flow.words; pc++)
        avr_effect_of (&p->instruction[pc], &s->effect[pc]);
    find_cells (s);
    s->width = 1 + (l->cell.size + 63) / 64;
    s->all = NEW_ARRAY (uint64_t, s->width);
    s->always = NEW_ARRAY (uint64_t, s->width);
    find_always (s);
}

static void
builder_clear (struct live_builder *s)
{
    micro_flow_clear (&s->flow);
    memory_free (s->effect);
    memory_free (s->all);
    memory_free (s->always);
}

static void
tell (const struct live_builder *s, const struct micro_live *rows, int on)
{
    struct avr_live *l = s->live;
    size_t width = s->width - 1;
    l->registers[on] = NEW_ARRAY (uint32_t, l->words + 1);
    l->flags[on] = NEW_ARRAY (uint8_t, l->words + 1);
    l->cells[on] = NEW_ARRAY (uint64_t, l->words *width + 1);
    for (uint32_t pc = 0; pc < l->words; pc++) {
        const uint64_t *row = micro_live_row (rows, on, pc);
        l->registers[on][pc] = (uint32_t) row[0];
        l->flags[on][pc] = (uint8_t) (row[0] >> FLAGS_AT);
        if (width)
            memcpy (l->cells[on] + pc * width, row + 1,
                    width * sizeof (uint64_t));
        assert (l->flags[on][pc] & 1 << FLAG_I);
    }
}

struct avr_live *
avr_live_new (const struct avr_program *p)
{
    assert (p->device && p->instruction);
    struct avr_live *l = NEW (struct avr_live);
    struct live_builder s;
    struct micro_live rows;
    builder_init (&s, p, l);
    l->words = s.flow.words;
    struct micro_live_facts facts = {.program = &p->micro,
                                     .flow = &s.flow,
                                     .width = s.width,
                                     .all = s.all,
                                     .always = s.always,
                                     .context = &s,
                                     .transfer = transfer,
                                     .on_after = on_after,
                                     .need = need_of_handler,
                                     .forgets_handlers =
                                         p->micro.broken & BROKEN_DEAD};
    micro_live_init (&rows, &facts);
    for (int on = 0; on < 2; on++)
        tell (&s, &rows, on);
    micro_live_clear (&rows);
    builder_clear (&s);
    return l;
}

void
avr_live_free (struct avr_live *l)
{
    if (!l)
        return;
    for (int on = 0; on < 2; on++) {
        memory_free (l->registers[on]);
        memory_free (l->flags[on]);
        memory_free (l->cells[on]);
    }
    VEC_CLEAR (l->cell);
    memory_free (l);
}
