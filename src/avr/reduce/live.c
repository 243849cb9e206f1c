/* live.c -- what is used before it is overwritten (backward data flow).
 *
 * A row is one set: a word with a bit per register (0 .. 31) and per flag of
 * SREG (32 .. 39), then a bit per cell.  There is a row per instruction and per
 * answer to "may interrupts come here?".  Where they may, what handlers need of
 * the interrupted program is live, too: that is solved first, with nothing live
 * behind RETI, because the interrupted program's own needs stand at the point
 * of interruption already.  What a handler only saves and restores
 * (avr/device/handler.h) it does not need. */
#include <assert.h>
#include <string.h>

#include "avr/reduce/effect.h"
#include "avr/reduce/flow.h"
#include "avr/device/handler.h"
#include "micro/property/property.h"

enum { FLAGS_AT = 32 };

struct live_solver {
    const struct avr_program *program;
    struct avr_live *live;
    struct micro_flow flow;
    struct avr_effect *effect; /* per word of code */
    size_t width;              /* words of a row */
    uint64_t *row[2];          /* per word of code */
    uint64_t *out, *all, *always;
    uint64_t *handlers; /* what handlers need */
    bool returns_all;   /* behind RETI all is live, else nothing */
};

static uint64_t *
row_at (const struct live_solver *s, int on, uint32_t pc)
{
    assert (pc < s->flow.words);
    return s->row[on] + pc * s->width;
}

static bool
join (uint64_t *to, const uint64_t *from, size_t width)
{
    uint64_t added = 0;
    for (size_t i = 0; i < width; i++) {
        added |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return added != 0;
}

static bool
writes_sreg (const struct avr_effect *e)
{
    return e->access == ACCESS_STORE && e->address == AVR_SREG;
}

/* May interrupts come behind this instruction, if `on` tells about before? */
static int
on_after (const struct avr_instruction *i, const struct avr_effect *e, int on)
{
    if (i->bit == FLAG_I && i->op == AVR_BCLR)
        return 0;
    if ((i->bit == FLAG_I && i->op == AVR_BSET) || writes_sreg (e))
        return 1;
    return on;
}

static void
find_out (struct live_solver *s, uint32_t pc, int on)
{
    const struct avr_instruction *i = &s->program->instruction[pc];
    memset (s->out, 0, s->width * sizeof *s->out);
    if (i->op == AVR_RETI ? s->returns_all
                          : (s->flow.mark[pc] & FLOW_ANYWHERE) != 0)
        join (s->out, s->all, s->width);
    on = on_after (i, &s->effect[pc], on);
    for (uint32_t k = s->flow.first[pc]; k < s->flow.first[pc + 1]; k++)
        join (s->out, row_at (s, on, s->flow.target[k]), s->width);
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
use_cells (struct live_solver *s, const struct avr_effect *e)
{
    if (e->access == ACCESS_LOAD_AT)
        for (size_t i = 1; i < s->width; i++)
            s->out[i] |= s->all[i];
    if (e->access != ACCESS_LOAD && e->access != ACCESS_STORE)
        return;
    size_t cell = cell_of (s->live, e->address);
    if (cell == s->live->cell.size)
        return;
    assert (1 + cell / 64 < s->width);
    uint64_t bit = (uint64_t) 1 << cell % 64;
    if (e->access == ACCESS_LOAD)
        s->out[1 + cell / 64] |= bit;
    else
        s->out[1 + cell / 64] &= ~bit;
}

static uint64_t
flags_word (uint8_t flags)
{
    return (uint64_t) flags << FLAGS_AT;
}

static bool
update (struct live_solver *s, uint32_t pc, int on)
{
    assert (on == 0 || on == 1);
    const struct avr_effect *e = &s->effect[pc];
    find_out (s, pc, on);
    s->out[0] &= ~(e->kills | flags_word (e->flags_killed));
    s->out[0] |= e->uses | flags_word (e->flags_used);
    use_cells (s, e);
    join (s->out, s->always, s->width);
    if (on)
        join (s->out, s->handlers, s->width);
    return join (row_at (s, on, pc), s->out, s->width);
}

static void
solve (struct live_solver *s)
{
    bool changed;
    do {
        changed = false;
        for (uint32_t pc = s->flow.words; pc-- > 0;)
            if (s->flow.mark[pc] & FLOW_REACHED)
                for (int on = 0; on < 2; on++)
                    changed |= update (s, pc, on);
    } while (changed);
}

static void
need_of_handler (struct live_solver *s, unsigned vector, uint64_t *need)
{
    struct avr_handler h;
    uint32_t entry = (uint32_t) vector * s->program->device->vector_words;
    assert (!s->returns_all);
    memset (need, 0, s->width * sizeof *need);
    if (entry >= s->flow.words)
        return;
    avr_handler_read (&h, s->program, &s->flow, entry);
    if (h.body >= s->flow.words)
        return;
    join (need, row_at (s, 0, h.body), s->width);
    bool uses_sreg = h.sreg >= 0 && need[0] >> h.sreg & 1;
    need[0] &= ~(h.overwritten | flags_word (h.flags_overwritten));
    if (uses_sreg)
        need[0] |= flags_word (0xff);
}

/* Handlers may interrupt handlers, so this goes round until it is stable. */
static void
solve_handlers (struct live_solver *s)
{
    uint64_t *need = NEW_ARRAY (uint64_t, s->width);
    bool changed = !(s->program->micro.broken & BROKEN_DEAD);
    while (changed) {
        solve (s);
        changed = false;
        for (unsigned v = 0; v < s->program->device->vector_count; v++)
            if (avr_handler_may_come (s->program, &s->flow, v)) {
                need_of_handler (s, v, need);
                /* A reset needs no permission. */
                changed |= join (v ? s->handlers : s->always, need, s->width);
            }
    }
    memory_free (need);
    for (int on = 0; on < 2; on++)
        memset (s->row[on], 0, s->flow.words * s->width * sizeof (uint64_t));
}

static void
find_cells (struct live_solver *s)
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
find_always (struct live_solver *s)
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
solver_init (struct live_solver *s, const struct avr_program *p,
             struct avr_live *l)
{
    *s = (struct live_solver) {.program = p, .live = l};
    micro_flow_init (&s->flow, &p->micro);
    s->effect = NEW_ARRAY (struct avr_effect, s->flow.words + 1);
    for (uint32_t pc = 0; pc < s->flow.words; pc++)
        avr_effect_of (&p->instruction[pc], &s->effect[pc]);
    find_cells (s);
    s->width = 1 + (l->cell.size + 63) / 64;
    for (int on = 0; on < 2; on++)
        s->row[on] = NEW_ARRAY (uint64_t, s->flow.words * s->width + 1);
    s->out = NEW_ARRAY (uint64_t, s->width);
    s->all = NEW_ARRAY (uint64_t, s->width);
    s->always = NEW_ARRAY (uint64_t, s->width);
    s->handlers = NEW_ARRAY (uint64_t, s->width);
    find_always (s);
}

static void
solver_clear (struct live_solver *s)
{
    micro_flow_clear (&s->flow);
    memory_free (s->effect);
    memory_free (s->row[0]);
    memory_free (s->row[1]);
    memory_free (s->out);
    memory_free (s->all);
    memory_free (s->always);
    memory_free (s->handlers);
}

/* Where no run is thought to come, all is live. */
static void
tell (const struct live_solver *s, int on)
{
    struct avr_live *l = s->live;
    size_t width = s->width - 1;
    l->registers[on] = NEW_ARRAY (uint32_t, l->words + 1);
    l->flags[on] = NEW_ARRAY (uint8_t, l->words + 1);
    l->cells[on] = NEW_ARRAY (uint64_t, l->words *width + 1);
    for (uint32_t pc = 0; pc < l->words; pc++) {
        const uint64_t *row =
            s->flow.mark[pc] & FLOW_REACHED ? row_at (s, on, pc) : s->all;
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
    struct live_solver s;
    solver_init (&s, p, l);
    l->words = s.flow.words;
    solve_handlers (&s);
    s.returns_all = true;
    solve (&s);
    for (int on = 0; on < 2; on++)
        tell (&s, on);
    solver_clear (&s);
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
