/* live.c -- see live.h. */
#include "micro/reduce/live.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "micro/class.h"

struct live_solver {
    const struct micro_live_facts *facts;
    struct micro_live *live;
    uint64_t *out;
    uint64_t *handlers,
        *always;      /* what handlers need; what a reset does, too */
    bool returns_all; /* behind the return from an interrupt all is live */
};

bool
micro_live_join (uint64_t *to, const uint64_t *from, size_t width)
{
    uint64_t added = 0;
    for (size_t i = 0; i < width; i++) {
        added |= from[i] & ~to[i];
        to[i] |= from[i];
    }
    return added != 0;
}

static void
find_out (struct live_solver *s, uint32_t pc, int on)
{
    const struct micro_live_facts *f = s->facts;
    const struct micro_flow *flow = f->flow;
    struct micro_turn t = {.targets = 0};
    f->program->class->turn (f->program, pc, &t);
    memset (s->out, 0, f->width * sizeof *s->out);
    if (t.kind == TURN_RESUME ? s->returns_all
                              : (flow->mark[pc] & FLOW_ANYWHERE) != 0)
        micro_live_join (s->out, f->all, f->width);
    on = f->on_after (f->context, pc, on);
    assert (on == 0 || on == 1);
    for (uint32_t k = flow->first[pc]; k < flow->first[pc + 1]; k++)
        micro_live_join (s->out, micro_live_row (s->live, on, flow->target[k]),
                         f->width);
}

static bool
update (struct live_solver *s, uint32_t pc, int on)
{
    const struct micro_live_facts *f = s->facts;
    find_out (s, pc, on);
    f->transfer (f->context, pc, s->out);
    micro_live_join (s->out, s->always, f->width);
    if (on)
        micro_live_join (s->out, s->handlers, f->width);
    return micro_live_join (micro_live_row (s->live, on, pc), s->out, f->width);
}

static void
solve (struct live_solver *s)
{
    bool changed;
    do {
        changed = false;
        for (uint32_t pc = s->live->words; pc-- > 0;)
            if (s->facts->flow->mark[pc] & FLOW_REACHED)
                for (int on = 0; on < 2; on++)
                    changed |= update (s, pc, on);
    } while (changed);
}

/* Handlers may interrupt handlers, so this goes round until it is stable. */
static void
solve_handlers (struct live_solver *s)
{
    const struct micro_live_facts *f = s->facts;
    const struct micro_class *class = f->program->class;
    unsigned vectors = class->vectors (class->device (f->program));
    uint64_t *need = NEW_ARRAY (uint64_t, f->width);
    bool changed = !f->forgets_handlers;
    while (changed) {
        solve (s);
        changed = false;
        for (unsigned v = 0; v < vectors; v++) {
            memset (need, 0, f->width * sizeof *need);
            if (f->need (f->context, s->live, v, need))
                changed |= micro_live_join (v ? s->handlers : s->always, need,
                                            f->width);
        }
    }
    memory_free (need);
    for (int on = 0; on < 2; on++)
        memset (s->live->row[on], 0,
                s->live->words * f->width * sizeof (uint64_t));
}

/* Where no run is thought to come, all is live. */
static void
fill_rest (struct live_solver *s)
{
    for (uint32_t pc = 0; pc < s->live->words; pc++)
        for (int on = 0; on < 2; on++)
            if (!(s->facts->flow->mark[pc] & FLOW_REACHED))
                memcpy (micro_live_row (s->live, on, pc), s->facts->all,
                        s->facts->width * sizeof (uint64_t));
}

void
micro_live_init (struct micro_live *l, const struct micro_live_facts *f)
{
    struct live_solver s = {.facts = f, .live = l};
    assert (f->width && f->flow && f->program);
    l->words = f->flow->words;
    l->width = f->width;
    for (int on = 0; on < 2; on++)
        l->row[on] = NEW_ARRAY (uint64_t, l->words * l->width + 1);
    s.out = NEW_ARRAY (uint64_t, f->width);
    s.handlers = NEW_ARRAY (uint64_t, f->width);
    s.always = NEW_ARRAY (uint64_t, f->width);
    micro_live_join (s.always, f->always, f->width);
    solve_handlers (&s);
    s.returns_all = true;
    solve (&s);
    fill_rest (&s);
    memory_free (s.out);
    memory_free (s.handlers);
    memory_free (s.always);
}

void
micro_live_clear (struct micro_live *l)
{
    memory_free (l->row[0]);
    memory_free (l->row[1]);
    memset (l, 0, sizeof *l);
}
