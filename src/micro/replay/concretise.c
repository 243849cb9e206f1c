/* concretise.c -- values for all that a path left unknown.
 *
 * The exact machine follows the path step by step and must agree with every bit
 * that is known there.  Where it chooses is a point of the search.  A
 * disagreement is the fault of those points only whose choices flowed into the
 * byte in question (micro/replay/taint.h): the search goes back to the last of them
 * (conflict-directed backjumping, Prosser 1993), so that independent inputs are
 * solved one by one. */
#include <assert.h>
#include <string.h>

#include "micro/property/property.h"
#include "micro/replay/taint.h"
#include "micro/replay/trail.h"

enum { MOST_RAISED = 4 };
enum { FINE = 0, NOBODY = UINT32_MAX - 1, EVERYBODY = UINT32_MAX };

struct old_byte {
    uint32_t at;
    uint8_t value;
};

struct point {
    size_t step;
    struct micro_choices choices;
    uint8_t vector[MOST_RAISED];  /* flags that may be raised before the step */
    uint8_t vectors, raised;      /* how many; which, a bit each */
    size_t old, taint_old, nodes; /* to go back to */
    struct VEC (uint64_t) blamed; /* points before that had a hand in failures
                                     of its values */
};

struct concretise_search {
    struct micro_program *program; /* owned; shares all but itself */
    struct micro_core core;
    struct micro_trail trail;
    struct micro_taint taint;
    struct VEC (struct old_byte) old; /* bytes of the state, to go back */
    struct VEC (struct point) point;
    struct VEC (uint64_t) set;
    uint8_t *forced; /* per step: vector whose flag has to come up before */
    uint64_t steps, limit;
    uint32_t sources; /* node: what the last step read */
};

static const struct micro_class *
class_of (const struct concretise_search *s)
{
    return s->program->class;
}

static void
keep_changes (struct concretise_search *s)
{
    for (unsigned i = 0; i < s->core.undos; i++)
        VEC_PUSH (s->old, ((struct old_byte) {s->core.undo[i].at,
                                              s->core.undo[i].old}));
    s->core.undos = 0;
}

/* ---- one step ------------------------------------------------------------ */

static bool
is_possible (struct concretise_search *s, const struct micro_event *e)
{
    struct micro_event event[MICRO_EVENTS];
    size_t n = class_of (s)->events (&s->core, event);
    for (size_t i = 0; i < n; i++)
        if (event[i].kind == e->kind && event[i].vector == e->vector)
            return true;
    return false;
}

static void
raise_flag (struct concretise_search *s, uint8_t vector)
{
    struct micro_event e = {EVENT_FLAG, vector};
    assert (class_of (s)->may_raise (&s->core, vector));
    class_of (s)->step (&s->core, &e);
    keep_changes (s);
    s->steps++;
}

/* Flags that the instruction will see, and those whose source it may stop. */
static void
find_raisable (struct concretise_search *s, struct point *p,
               const struct micro_event *e)
{
    const struct micro_class *class = class_of (s);
    unsigned vectors = class->vectors (class->device (s->program));
    struct micro_touched t;
    if (e->kind != EVENT_INSTRUCTION)
        return;
    class_of (s)->prepare (&s->core, e,
                           &t); /* for its addresses; chooses nothing */
    core_undo (&s->core);
    s->core.branched = false;
    for (unsigned v = 1; v < vectors && p->vectors < MOST_RAISED; v++)
        if (t.count && (t.reads || t.writes)
            && (class->flag_at (s->program, v) == t.address
                || (t.writes && class->source_at (s->program, v) == t.address))
            && class_of (s)->may_raise (&s->core, v))
            p->vector[p->vectors++] = (uint8_t) v;
}

static struct point *
point_now (struct concretise_search *s)
{
    if (s->point.size && VEC_LAST (s->point).step == s->trail.at)
        return &VEC_LAST (s->point);
    struct point made = {.step = s->trail.at,
                         .old = s->old.size,
                         .taint_old = s->taint.old.size,
                         .nodes = s->taint.node.size};
    choices_init (&made.choices);
    s->core.branching = false;
    if (s->trail.at)
        find_raisable (s, &made, &s->trail.step.at[s->trail.at].event);
    VEC_PUSH (s->point, made);
    return &VEC_LAST (s->point);
}

static void
claim (struct concretise_search *s, uint16_t address, uint32_t leaf)
{
    taint_set (&s->taint, address,
               taint_join (&s->taint, taint_of (&s->taint, address), leaf));
}

/* Bytes that this step chose belong to its point, whatever they were for; so do
 * flags that it could have raised. */
static void
claim_changes (struct concretise_search *s, const struct point *p, size_t from,
               uint32_t leaf)
{
    for (unsigned i = 0; i < p->vectors; i++)
        claim (s, class_of (s)->flag_at (s->program, p->vector[i]), leaf);
    for (size_t i = from; i < s->old.size; i++) {
        uint32_t at = s->old.at[i].at;
        if (at < HEAD_SIZE)
            continue;
        claim (s, (uint16_t) ((at - HEAD_SIZE) % s->core.data_size), leaf);
    }
}

static void
run_event (struct concretise_search *s, struct point *p,
           const struct micro_event *e, size_t from)
{
    struct micro_touched t;
    class_of (s)->prepare (&s->core, e, &t);
    keep_changes (s);
    class_of (s)->step (&s->core, e);
    class_of (s)->complete (&s->core, &t);
    keep_changes (s);
    uint32_t leaf = 0;
    if (p->choices.used || p->vectors)
        leaf = taint_leaf (&s->taint, (uint32_t) s->point.size - 1);
    uint32_t node = taint_sources (&s->taint, &t);
    s->sources = taint_join (&s->taint, node, leaf);
    taint_spread (&s->taint, &t, s->sources);
    if (leaf)
        claim_changes (s, p, from, leaf);
}

static void
run_power_on (struct concretise_search *s)
{
    core_reset (&s->core);
    s->sources = taint_leaf (&s->taint, (uint32_t) s->point.size - 1);
    for (uint32_t a = 0; a < s->core.data_size; a++)
        if (micro_property_observes (&s->program->property, (uint16_t) a))
            taint_set (&s->taint, (uint16_t) a, s->sources);
}

/* ---- does it agree? -------------------------------------------------------
 */

static bool
is_compared (const struct concretise_search *s, uint32_t address)
{
    return class_of (s)->is_compared (s->program, address);
}

/* Whose fault it is that this byte of the state differs; FINE: it does not. */
static uint32_t
disagreement (struct concretise_search *s, uint32_t at)
{
    const uint8_t *path = s->trail.state;
    const struct micro_core *c = &s->core;
    if (at < HEAD_SIZE) {
        bool counts =
            at <= HEAD_PC + 1 || at == HEAD_MODE || at == HEAD_PC_HIGH;
        if (!counts || path[at] == c->state[at])
            return FINE;
        return s->sources ? s->sources : NOBODY;
    }
    uint32_t address = (at - HEAD_SIZE) % c->data_size;
    if (!is_compared (s, address))
        return FINE;
    uint8_t unknown =
        path[HEAD_SIZE + c->data_size + address] | c->mask[address];
    uint8_t wrong =
        (uint8_t) ((path[HEAD_SIZE + address] ^ c->data[address]) & ~unknown);
    if (!wrong)
        return FINE;
    uint32_t node = taint_of (&s->taint, (uint16_t) address);
    if (address == class_of (s)->status)
        node = taint_join (&s->taint, node, taint_of_flags (&s->taint, wrong));
    return node ? node : NOBODY;
}

static uint32_t
compare (struct concretise_search *s, size_t from)
{
    assert (s->trail.at > 0 && from <= s->old.size);
    size_t step = s->trail.at - 1, end = micro_trail_end (&s->trail, step);
    uint32_t whose = FINE;
    for (size_t i = s->trail.step.at[step].first; i < end && !whose; i++)
        whose = disagreement (s, s->trail.change.at[i].at);
    for (size_t i = from; i < s->old.size && !whose; i++)
        whose = disagreement (s, s->old.at[i].at);
    return whose;
}

static bool
fails_as_it_should (struct concretise_search *s)
{
    bool last = s->trail.at == s->trail.step.size;
    uint32_t fault = s->core.fault;
    if (s->core.cut)
        return false;
    if (!last)
        return !fault;
    if (s->trail.fault != FAULT_INVARIANT)
        return fault == s->trail.fault;
    return !fault && core_begun (&s->core)
           && !micro_property_holds (&s->program->property, &s->core);
}

/* ---- the search -----------------------------------------------------------
 */

/* Before an interrupt its flag must be up. */
static bool
make_possible (struct concretise_search *s, const struct micro_event *e)
{
    s->forced[s->trail.at] = 0;
    if (is_possible (s, e))
        return true;
    if (e->kind != EVENT_INTERRUPT
        || !class_of (s)->may_raise (&s->core, e->vector))
        return false;
    raise_flag (s, e->vector);
    s->forced[s->trail.at] = e->vector;
    return is_possible (s, e);
}

/* The next step of the path; whose fault it is if that does not work. */
static uint32_t
advance (struct concretise_search *s)
{
    const struct micro_event *e = &s->trail.step.at[s->trail.at].event;
    struct point *p = point_now (s);
    size_t from = s->old.size, number = s->point.size - 1;
    choices_rewind (&p->choices);
    s->core.choices = &p->choices;
    s->core.branching = true;
    s->steps++;
    for (unsigned i = 0; i < p->vectors; i++)
        if (p->raised >> i & 1)
            raise_flag (s, p->vector[i]);
    if (!s->trail.at)
        run_power_on (s);
    else if (make_possible (s, e))
        run_event (s, p, e, from);
    else
        return EVERYBODY;
    micro_trail_forward (&s->trail);
    uint32_t whose = compare (s, from);
    if (!whose && !fails_as_it_should (s))
        whose = EVERYBODY;
    if (!p->choices.used && !p->vectors && number) /* nothing to try here */
        s->point.size--;
    return whose;
}

static void
go_back (struct concretise_search *s, size_t point)
{
    assert (point < s->point.size);
    while (s->point.size > point + 1) {
        struct point gone = VEC_POP (s->point);
        VEC_CLEAR (gone.blamed);
    }
    const struct point *p = &s->point.at[point];
    while (s->old.size > p->old) {
        struct old_byte o = VEC_POP (s->old);
        s->core.state[o.at] = o.value;
    }
    taint_back (&s->taint, p->taint_old, p->nodes);
    while (s->trail.at > p->step)
        micro_trail_back (&s->trail);
}

static bool
next_value (struct point *p)
{
    if (choices_next (&p->choices))
        return true;
    choices_init (&p->choices);
    return ++p->raised < 1u << p->vectors;
}

/* Adds the set but for the point itself to what the point's failures blame. */
static void
pass_blame (struct concretise_search *s, size_t point)
{
    assert (point < s->point.size && point / 64 < s->set.size);
    struct point *p = &s->point.at[point];
    while (p->blamed.size < point / 64 + 1)
        VEC_PUSH (p->blamed, 0);
    for (size_t i = 0; i <= point / 64; i++)
        p->blamed.at[i] |= s->set.at[i];
    p->blamed.at[point / 64] &= ~((uint64_t) 1 << point % 64);
}

static bool
last_of_set (const struct concretise_search *s, size_t *point)
{
    for (size_t i = s->set.size; i-- > 0;)
        if (s->set.at[i]) {
            *point = i * 64 + 63 - (size_t) __builtin_clzll (s->set.at[i]);
            return true;
        }
    return false;
}

static void
find_set (struct concretise_search *s, uint32_t whose)
{
    s->set.size = 0;
    for (size_t i = 0; i <= s->point.size / 64; i++)
        VEC_PUSH (s->set, 0);
    if (whose == EVERYBODY)
        for (size_t i = 0; i < s->point.size; i++)
            s->set.at[i / 64] |= (uint64_t) 1 << i % 64;
    else if (whose != NOBODY)
        taint_collect (&s->taint, whose, s->set.at);
}

/* Goes to the last point that could help, and to its next value. */
static bool
retreat (struct concretise_search *s, uint32_t whose)
{
    size_t point;
    find_set (s, whose);
    while (last_of_set (s, &point)) {
        assert (point < s->point.size);
        pass_blame (s, point);
        go_back (s, point);
        if (next_value (&s->point.at[point]))
            return true;
        s->set.size = 0;
        for (size_t i = 0; i < s->point.at[point].blamed.size; i++)
            VEC_PUSH (s->set, s->point.at[point].blamed.at[i]);
    }
    return false;
}

static bool
find_run (struct concretise_search *s)
{
    while (s->trail.at < s->trail.step.size) {
        if (s->steps >= s->limit)
            return false;
        uint32_t whose = advance (s);
        if (whose && !retreat (s, whose))
            return false;
    }
    return true;
}

/* ---- the run --------------------------------------------------------------
 */

static void
add_flag (struct vec_happening *run, uint8_t vector)
{
    struct micro_happening h = {.event = {EVENT_FLAG, vector}};
    choices_init (&h.choices);
    VEC_PUSH (*run, h);
}

/* `end`: of each edge, the happenings up to its end; may be null. */
static void
tell_run (const struct concretise_search *s, struct vec_happening *run,
          size_t *end)
{
    size_t point = 0, edge = 0;
    for (size_t i = 0; i < s->trail.step.size; i++) {
        struct micro_happening h = {.event = s->trail.step.at[i].event};
        choices_init (&h.choices);
        if (point < s->point.size && s->point.at[point].step == i) {
            const struct point *p = &s->point.at[point++];
            for (unsigned k = 0; k < p->vectors; k++)
                if (p->raised >> k & 1)
                    add_flag (run, p->vector[k]);
            h.choices = p->choices;
        }
        if (s->forced[i])
            add_flag (run, s->forced[i]);
        VEC_PUSH (*run, h);
        for (; end && edge < s->trail.edge.size
               && s->trail.edge.at[edge] == i + 1;
             edge++)
            end[edge] = run->size;
    }
    assert (point == s->point.size);
}

static uint32_t
first_delayed (const struct micro_trail *t)
{
    for (size_t i = 0; i < t->step.size; i++)
        if (t->step.at[i].delayed)
            return t->step.at[i].pc;
    return UINT32_MAX;
}

static void
search_clear (struct concretise_search *s)
{
    while (s->point.size) {
        struct point gone = VEC_POP (s->point);
        VEC_CLEAR (gone.blamed);
    }
    VEC_CLEAR (s->point);
    VEC_CLEAR (s->old);
    VEC_CLEAR (s->set);
    taint_clear (&s->taint);
    micro_trail_clear (&s->trail);
    memory_free (s->core.state);
    memory_free (s->program);
    memory_free (s->forced);
    memory_free (s);
}

static bool
concretise (const generator *g, const uint32_t *choice, size_t choices,
            bool fails, uint64_t limit, struct vec_happening *run, size_t *end,
            uint32_t *blame)
{
    struct concretise_search *s = NEW (struct concretise_search);
    s->program = micro_concrete_program (micro_machine_program (g));
    core_init (&s->core, s->program);
    core_enter (&s->core, memory_new (s->core.size));
    taint_init (&s->taint, s->core.data_size);
    s->limit = limit;
    bool found = micro_trail_read (&s->trail, g, choice, choices, fails);
    s->forced = NEW_ARRAY (uint8_t, s->trail.step.size + 1);
    found = found && find_run (s);
    if (found)
        tell_run (s, run, end);
    *blame = found ? UINT32_MAX : first_delayed (&s->trail);
    search_clear (s);
    return found;
}

bool
micro_concretise (const generator *g, const uint32_t *choice, size_t choices,
                  uint64_t limit, struct vec_happening *run, uint32_t *blame)
{
    return concretise (g, choice, choices, true, limit, run, NULL, blame);
}

bool
micro_concretise_path (const generator *g, const uint32_t *choice,
                       size_t choices, uint64_t limit,
                       struct vec_happening *run, size_t end[])
{
    uint32_t blame;
    assert (choices);
    return concretise (g, choice, choices, false, limit, run, end, &blame);
}
