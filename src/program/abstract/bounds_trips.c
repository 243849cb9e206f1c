/* bounds_trips.c -- how often a loop goes round, and how far that takes what
 * moves in it.
 *
 * Let k be the rounds since the loop was entered from outside.  A drift says
 * of a variable v at a place of the loop: v is, modulo 2^width, what `base` was
 * when the head was last entered, plus a number in [least, most].  From head to
 * head that is what a round adds.
 *
 *   - A counter y gets at least c >= 1 in every round, and none of the sums can
 *     wrap (seen in the ranges at hand, signed or unsigned: the view): so y =
 *     y0 + a number >= k c, as numbers, and where y <= m, k <= (m - y0) / c.
 *   - Whatever gets an amount in [a, b] in every round is then x0 + [min (0, k
 *     a), max (0, k b)] modulo 2^width; if that lies in the view's range, it is
 *     that number.  Here it does not matter whether sums seem to wrap.
 *
 * A loop within the loop adds what its rounds, at most, add.
 *
 * All of this follows from ranges that hold, so what it says holds, and may be
 * met with them. */
#include "program/abstract/bounds_internal.h"

enum { TRIPS_CELLS = 400000, DRIFT_BITS = 40, DRIFT_DEPTH = 16 };

/* ---- drifts */

static const struct drift drift_none = {.base = PROGRAM_NONE};

static struct drift
drift_still (uint32_t base)
{
    return (struct drift) {.base = base, .exact = {true, true}};
}

static struct drift
drift_join (struct drift a, struct drift b)
{
    if (a.base != b.base || a.base == PROGRAM_NONE)
        return drift_none;
    for (int v = 0; v < VIEWS; v++)
        a.exact[v] &= b.exact[v];
    a.least = a.least < b.least ? a.least : b.least;
    a.most = a.most > b.most ? a.most : b.most;
    return a;
}

static void
view_of (const struct range *r, enum view v, wide *least, wide *most)
{
    *least = v == VIEW_SIGNED ? (wide) r->signed_least : (wide) r->least;
    *most = v == VIEW_SIGNED ? (wide) r->signed_most : (wide) r->most;
}

static bool
view_has (unsigned width, enum view v, wide least, wide most)
{
    struct range full = range_full (width);
    wide low, high;
    view_of (&full, v, &low, &high);
    return least >= low && most <= high;
}

/* `moved` is the drift of a term that has the range; a number in [least, most]
 * is added to it. */
static struct drift
drift_add (struct drift moved, struct range range, wide least, wide most)
{
    if (moved.base == PROGRAM_NONE)
        return drift_none;
    for (int v = 0; v < VIEWS; v++) {
        wide low, high;
        view_of (&range, (enum view) v, &low, &high);
        moved.exact[v] &=
            view_has (range.width, (enum view) v, low + least, high + most);
    }
    moved.least += least;
    moved.most += most;
    bool far = moved.least < -wide_power (DRIFT_BITS)
               || moved.most > wide_power (DRIFT_BITS);
    return far ? drift_none : moved;
}

/* The term as a number to add: signed or unsigned, whichever says more. */
static void
amount_of (struct bounds *b, const term *t, wide *least, wide *most)
{
    struct range r = bounds_of (b, t);
    bool is_signed =
        (wide) r.signed_most - r.signed_least <= (wide) r.most - (wide) r.least;
    view_of (&r, is_signed ? VIEW_SIGNED : VIEW_UNSIGNED, least, most);
}

static struct drift
drift_of (struct bounds *b, const struct drift *now, const term *t,
          unsigned depth)
{
    if (!depth || !bounds_has (t))
        return drift_none;
    if (t->op == OP_VAR) {
        uint32_t number = live_number (&b->live, t);
        return number == PROGRAM_NONE ? drift_none : now[number];
    }
    if (t->op == OP_ITE)
        return drift_join (drift_of (b, now, t->arg[1], depth - 1),
                           drift_of (b, now, t->arg[2], depth - 1));
    if ((t->op != OP_BVADD && t->op != OP_BVSUB) || t->args != 2)
        return drift_none;
    const term *x = t->arg[0], *y = t->arg[1];
    struct drift d = drift_of (b, now, x, depth - 1);
    if (d.base == PROGRAM_NONE && t->op == OP_BVADD) {
        d = drift_of (b, now, y, depth - 1);
        const term *other = x;
        x = y;
        y = other;
    }
    if (d.base == PROGRAM_NONE)
        return d;
    wide least, most;
    amount_of (b, y, &least, &most);
    return t->op == OP_BVADD ? drift_add (d, bounds_of (b, x), least, most)
                             : drift_add (d, bounds_of (b, x), -most, -least);
}

/* ---- the drifts at hand */

/* Before the state takes the statement. */
static void
drifts_step (struct bounds *b, struct drift *now, const struct statement *s)
{
    if (s->kind != STATEMENT_ASSIGN && s->kind != STATEMENT_HAVOC)
        return;
    struct drift *made = NEW_ARRAY (struct drift, s->targets + 1);
    for (uint32_t i = 0; i < s->targets; i++)
        made[i] = s->kind == STATEMENT_ASSIGN
                      ? drift_of (b, now, s->value[i], DRIFT_DEPTH)
                      : drift_none;
    for (uint32_t i = 0; i < s->targets; i++)
        now[live_number (&b->live, s->target[i])] = made[i];
    memory_free (made);
}

void
trips_step (struct bounds *b, const struct statement *s)
{
    if (b->trips && b->trips->at)
        drifts_step (b, b->trips->now, s);
}

/* Rounds so far, at most; -1: no limit is known. */
static wide
rounds_most (const struct bounds *b, const struct trip *loop,
             const struct drift *now)
{
    wide rounds = -1;
    for (size_t i = 0; i < loop->moving.size; i++) {
        uint32_t n = loop->moving.at[i];
        struct drift d = now[n];
        if (d.base == PROGRAM_NONE)
            continue;
        struct drift round = loop->round[d.base];
        bool up = round.least >= 1, down = round.most <= -1;
        if (round.base == PROGRAM_NONE || (!up && !down))
            continue;
        for (int v = 0; v < VIEWS; v++) {
            wide low, high, first, last;
            if (!round.exact[v] || !d.exact[v])
                continue;
            view_of (&b->now[n], (enum view) v, &low, &high);
            view_of (&loop->start[d.base], (enum view) v, &first, &last);
            wide way = up ? high - d.least - first : last - (low - d.most);
            wide most =
                way < 0 ? 0 : wide_divide (way, up ? round.least : -round.most);
            if (rounds < 0 || most < rounds)
                rounds = most;
        }
    }
    return rounds;
}

/* Where `rounds` rounds and the drift since the head take a variable. */
static struct range
range_moved (const struct trip *loop, struct drift d, struct range now,
             wide rounds)
{
    struct drift round = loop->round[d.base];
    wide down = round.least < 0 ? rounds * round.least : 0;
    wide up = round.most > 0 ? rounds * round.most : 0;
    for (int v = 0; v < VIEWS; v++) {
        wide first, last;
        view_of (&loop->start[d.base], (enum view) v, &first, &last);
        first += down + d.least;
        last += up + d.most;
        if (view_has (now.width, (enum view) v, first, last))
            now =
                range_meet (now, v == VIEW_SIGNED
                                     ? range_signed (now.width, first, last)
                                     : range_unsigned (now.width, first, last));
    }
    return now;
}

void
trips_apply (struct bounds *b)
{
    const struct trip *loop = b->trips ? b->trips->at : NULL;
    if (!loop || b->dead)
        return;
    const struct drift *now = b->trips->now;
    wide rounds = rounds_most (b, loop, now);
    if (rounds < 0)
        return;
    for (size_t i = 0; i < loop->moving.size && !b->dead; i++) {
        uint32_t n = loop->moving.at[i];
        struct drift d = now[n];
        if (d.base == PROGRAM_NONE || loop->round[d.base].base == PROGRAM_NONE)
            continue;
        struct range r = range_moved (loop, d, b->now[n], rounds);
        if (!range_equal (&r, &b->now[n]))
            bounds_set (b, n, r);
    }
}

void
trips_load (struct bounds *b, uint32_t block)
{
    struct trips *t = b->trips;
    if (!t)
        return;
    uint32_t loop = t->loop_of[block];
    t->at = loop == PROGRAM_NONE ? NULL : &t->loop.at[loop];
    if (!t->at || !t->entry[block]) {
        t->at = NULL;
        return;
    }
    for (size_t i = 0; i < b->live.variable.size; i++)
        t->now[i] = t->entry[block][i];
    trips_apply (b);
}

/* ---- which blocks a loop has */

/* Those that come back to the head without passing it; false: the loop can be
 * entered elsewhere. */
static bool
loop_blocks (const struct flow *f, uint32_t head, bool *in)
{
    struct vec_target open = {0};
    in[head] = true;
    for (uint32_t i = f->first[head]; i < f->first[head + 1]; i++) {
        uint32_t from = f->before[i];
        if (f->place[from] >= f->place[head] && !in[from]) {
            in[from] = true;
            VEC_PUSH (open, from);
        }
    }
    bool natural = true;
    while (open.size && natural) {
        uint32_t at = VEC_POP (open);
        natural = f->place[at] > f->place[head];
        for (uint32_t i = f->first[at]; i < f->first[at + 1]; i++)
            if (!in[f->before[i]]) {
                in[f->before[i]] = true;
                VEC_PUSH (open, f->before[i]);
            }
    }
    VEC_CLEAR (open);
    return natural;
}

/* Variables that the blocks assign. */
static void
blocks_assign (const struct bounds *b, const bool *in, bool *assigned)
{
    for (uint32_t i = 0; i < b->flow.blocks; i++) {
        const struct block *at = &b->procedure->block.at[i];
        for (size_t j = 0; in[i] && j < at->statement.size; j++)
            for (uint32_t k = 0; k < at->statement.at[j].targets; k++)
                assigned[live_number (&b->live,
                                      at->statement.at[j].target[k])] = true;
    }
}

/* ---- what a loop does */

struct bounds_trips_walk {
    struct bounds *bounds;
    struct trips *trips; /* that are being made */
    struct trip *loop;
    uint32_t number; /* of the loop */
    const bool *in;  /* per block: is in the loop */
    struct drift *now;
    size_t variables;
};

static void
drifts_reach (struct bounds_trips_walk *w, struct drift **to)
{
    bool first = !*to;
    if (first)
        *to = NEW_ARRAY (struct drift, w->variables + 1);
    for (size_t i = 0; i < w->variables; i++)
        (*to)[i] = first ? w->now[i] : drift_join ((*to)[i], w->now[i]);
}

/* The loop with this head, as it was seen before, and how often it goes round
 * at most; null: it is not known. */
static const struct trip *
inner_known (struct bounds *b, uint32_t head, wide *rounds)
{
    bounds_load (b, head, &b->entry[head]);
    const struct trip *loop = b->trips ? b->trips->at : NULL;
    if (!loop || loop->head != head || b->dead)
        return NULL;
    *rounds = rounds_most (b, loop, b->trips->now);
    return *rounds < 0 ? NULL : loop;
}

/* A head within the loop is entered again and again: what its loop assigns has
 * moved by all its rounds, or may be anything. */
static void
inner_enter (struct bounds_trips_walk *w, uint32_t head, struct drift *entry)
{
    struct bounds *b = w->bounds;
    bool *in = NEW_ARRAY (bool, b->flow.blocks);
    bool *assigned = NEW_ARRAY (bool, w->variables + 1);
    bool natural = loop_blocks (&b->flow, head, in);
    wide rounds = 0;
    const struct trip *loop = natural ? inner_known (b, head, &rounds) : NULL;
    blocks_assign (b, natural ? in : w->in, assigned);
    for (uint32_t i = 0; i < w->variables; i++) {
        if (!assigned[i])
            continue;
        struct drift round = loop ? loop->round[i] : drift_none;
        /* A Boolean or a map that is what it was does not move, either. */
        bool moves = b->now[i].width && round.base == i
                     && entry[i].base != PROGRAM_NONE
                     && rounds <= wide_power (DRIFT_BITS);
        entry[i] = moves
                       ? drift_add (entry[i], b->now[i],
                                    round.least < 0 ? rounds * round.least : 0,
                                    round.most > 0 ? rounds * round.most : 0)
                       : drift_none;
    }
    memory_free (in);
    memory_free (assigned);
}

static void
walk_block (struct bounds_trips_walk *w, uint32_t block, struct drift **entry,
            struct drift **round)
{
    struct bounds *b = w->bounds;
    const struct block *at = &b->procedure->block.at[block];
    if (block != w->loop->head && b->flow.head[block])
        inner_enter (w, block, entry[block]);
    for (size_t i = 0; i < w->variables; i++)
        w->now[i] = entry[block][i];
    bounds_load (b, block, &b->entry[block]);
    for (size_t i = 0; i < at->statement.size; i++) {
        drifts_step (b, w->now, &at->statement.at[i]);
        bounds_step (b, &at->statement.at[i]);
    }
    for (size_t i = 0; i < at->target.size && !b->dead; i++) {
        uint32_t to = at->target.at[i];
        if (to == w->loop->head)
            drifts_reach (w, round);
        else if (w->in[to] && b->flow.place[to] > b->flow.place[block])
            drifts_reach (w, &entry[to]);
    }
}

/* The ranges with which the loop is entered from outside. */
static bool
loop_start (struct bounds_trips_walk *w)
{
    struct bounds *b = w->bounds;
    const struct flow *f = &b->flow;
    bool some = false;
    if (!w->loop->head)
        return false;
    for (uint32_t i = f->first[w->loop->head]; i < f->first[w->loop->head + 1];
         i++) {
        uint32_t from = f->before[i];
        if (w->in[from])
            continue;
        bounds_run (b, from, &b->entry[from]);
        if (b->dead)
            continue;
        for (size_t j = 0; j < w->variables; j++)
            if (b->now[j].width)
                w->loop->start[j] =
                    some ? range_join (w->loop->start[j], b->now[j])
                         : b->now[j];
        some = true;
    }
    return some;
}

static void
moving_find (struct bounds_trips_walk *w)
{
    bool *assigned = NEW_ARRAY (bool, w->variables + 1);
    blocks_assign (w->bounds, w->in, assigned);
    for (uint32_t i = 0; i < w->variables; i++)
        if (assigned[i] && w->bounds->now[i].width)
            VEC_PUSH (w->loop->moving, i);
    memory_free (assigned);
}

/* False: nothing goes round. */
static bool
loop_walk (struct bounds_trips_walk *w, struct drift **entry)
{
    struct bounds *b = w->bounds;
    const struct flow *f = &b->flow;
    struct drift *round = NULL;
    entry[w->loop->head] = NEW_ARRAY (struct drift, w->variables + 1);
    for (uint32_t i = 0; i < w->variables; i++)
        entry[w->loop->head][i] = drift_still (i);
    for (uint32_t i = f->place[w->loop->head]; i < f->reachable; i++)
        if (w->in[f->order[i]] && entry[f->order[i]])
            walk_block (w, f->order[i], entry, &round);
    if (!round)
        return false;
    w->loop->round = round;
    for (uint32_t i = 0; i < w->variables; i++)
        if (round[i].base != i)
            round[i] = drift_none;
    return true;
}

static void
loop_find (struct bounds_trips_walk *w, uint32_t head)
{
    struct bounds *b = w->bounds;
    struct trip loop = {.head = head};
    struct drift **entry = NEW_ARRAY (struct drift *, b->flow.blocks);
    w->loop = &loop;
    loop.start = NEW_ARRAY (struct range, w->variables + 1);
    if (loop_start (w) && loop_walk (w, entry)) {
        moving_find (w);
        w->number = (uint32_t) w->trips->loop.size;
        for (uint32_t i = 0; i < b->flow.blocks; i++)
            if (w->in[i] && entry[i]) { /* inner loops come later */
                memory_free (w->trips->entry[i]);
                w->trips->entry[i] = entry[i];
                w->trips->loop_of[i] = w->number;
                entry[i] = NULL;
            }
        VEC_PUSH (w->trips->loop, loop);
        loop = (struct trip) {0};
    }
    for (uint32_t i = 0; i < b->flow.blocks; i++)
        memory_free (entry[i]);
    memory_free (entry);
    memory_free (loop.start);
    memory_free (loop.round);
    VEC_CLEAR (loop.moving);
    w->loop = NULL;
}

struct trips *
trips_find (struct bounds *b)
{
    const struct flow *f = &b->flow;
    size_t variables = b->live.variable.size;
    if ((size_t) f->blocks * variables > TRIPS_CELLS)
        return NULL;
    struct trips *t = NEW (struct trips);
    t->blocks = f->blocks;
    t->loop_of = NEW_ARRAY (uint32_t, f->blocks + 1);
    t->entry = NEW_ARRAY (struct drift *, f->blocks + 1);
    t->now = NEW_ARRAY (struct drift, variables + 1);
    for (uint32_t i = 0; i < f->blocks; i++)
        t->loop_of[i] = PROGRAM_NONE;
    struct bounds_trips_walk w = {
        .bounds = b, .trips = t, .variables = variables};
    w.now = NEW_ARRAY (struct drift, variables + 1);
    bool *in = NEW_ARRAY (bool, f->blocks + 1);
    for (uint32_t i = 0; i < f->reachable; i++) {
        uint32_t head = f->order[i];
        if (!f->head[head] || !b->entry[head].reached)
            continue;
        for (uint32_t j = 0; j < f->blocks; j++)
            in[j] = false;
        w.in = in;
        if (loop_blocks (f, head, in))
            loop_find (&w, head);
    }
    memory_free (in);
    memory_free (w.now);
    return t;
}

void
trips_free (struct trips *t)
{
    if (!t)
        return;
    for (uint32_t i = 0; i < t->blocks; i++)
        memory_free (t->entry[i]);
    for (size_t i = 0; i < t->loop.size; i++) {
        memory_free (t->loop.at[i].start);
        memory_free (t->loop.at[i].round);
        VEC_CLEAR (t->loop.at[i].moving);
    }
    VEC_CLEAR (t->loop);
    memory_free (t->loop_of);
    memory_free (t->entry);
    memory_free (t->now);
    memory_free (t);
}
