/* check.c -- whether the nodes are what they should be.
 *
 * Shares nothing with the exploration but the facts of the nodes: terms are
 * simplified by the builders of terms, with constants in place of variables.
 * What it cannot follow counts as wrong.
 *
 * What is known of a map m is a term that it is equal to: stores of constants
 * at constants into m itself, or into a constant map (then with stores of m[i]
 * for what is not known).  No other variable is in it, so it stays true until m
 * changes. */
#include "logic/term/sort.h"
#include "program/change.h"
#include "program/unfold/internal.h"

enum { LEARN_DEPTH = 64, SMALL = 64 };

/* What is true at a place. */
struct state {
    terms *terms;
    struct live *live; /* numbers of variables, nothing else */
    const term **is;   /* per variable: what it is (a constant, or of a map
                          see above), or null */
    bool maps;
    struct term_vec wrong;    /* these equations are false, constants right */
    struct vec_target known;  /* variables that are constants, or were */
    struct map memo;          /* a term and its variables' values: its value */
    struct map fact;          /* a map and what is known of it: what it is */
    struct term_vec from, to; /* scratch */
    const term *small[SMALL]; /* the last one made of these numbers */
};

static bool
is_simple (const term *t)
{
    return t->sort->kind == SORT_BOOL || t->sort->kind == SORT_BV;
}

static bool
state_denies (const struct state *s, const term *equation)
{
    for (size_t i = 0; i < s->wrong.size; i++)
        if (s->wrong.at[i] == equation)
            return true;
    return false;
}

static bool
is_plain (enum op op)
{
    return op >= OP_NOT && op <= OP_STORE;
}

/* With false in place of what is known to be wrong. */
static const term *
state_deny (const struct state *s, const term *e)
{
    struct term_map place = {0};
    struct term_vec order = {0}, made = {0}, arg = {0};
    term_postorder (&e, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        const term *old = order.at[i], *new = old;
        arg.size = 0;
        bool changed = false;
        for (uint32_t k = 0; k < old->args; k++) {
            const term *a = made.at[*term_map_get (&place, old->arg[k])];
            changed = changed || a != old->arg[k];
            VEC_PUSH (arg, a);
        }
        if (old->op == OP_EQ && state_denies (s, old))
            new = term_false (s->terms);
        else if (changed && is_plain (old->op))
            new = term_make (s->terms, old->op, arg.at, arg.size, old->index[0],
                             old->index[1]);
        VEC_PUSH (made, new);
    }
    const term *result = VEC_LAST (made);
    term_map_clear (&place);
    VEC_CLEAR (order);
    VEC_CLEAR (made);
    VEC_CLEAR (arg);
    return result;
}

/* With constants in place of variables: looked up if it was seen before. */
static const term *
state_replace (struct state *s, const term *e)
{
    struct live_set reads = live_reads (s->live, e);
    struct digest key = map_number (e->id);
    s->from.size = s->to.size = 0;
    for (size_t i = 0; i < reads.size; i++) {
        const term *c = s->is[reads.at[i]];
        if (!c)
            continue;
        VEC_PUSH (s->from, s->live->variable.at[reads.at[i]]);
        VEC_PUSH (s->to, c);
        uint64_t word[] = {VEC_LAST (s->from)->id, c->id};
        key = digest_chain (key, (struct bytes) {(void *) word, sizeof word});
    }
    const uint64_t *seen = map_get (&s->memo, key);
    if (seen)
        return (const term *) (uintptr_t) *seen;
    const term *now =
        term_substitute (s->terms, e, s->from.at, s->to.at, s->from.size);
    map_put (&s->memo, key, (uintptr_t) now);
    return now;
}

/* Whether something that is wrong is about a variable of the term. */
static bool
state_concerns (struct state *s, const term *e)
{
    struct live_set reads = live_reads (s->live, e);
    for (size_t i = 0; i < s->wrong.size; i++)
        for (size_t k = 0; k < reads.size; k++)
            if (s->wrong.at[i]->arg[0] == s->live->variable.at[reads.at[k]])
                return true;
    return false;
}

static const term *
state_term (struct state *s, const term *e)
{
    const term *now = state_replace (s, e);
    return term_is_constant (now) || !state_concerns (s, e)
               ? now
               : state_deny (s, now);
}

static void
state_forget (struct state *s, const term *x)
{
    size_t kept = 0;
    s->is[live_number (s->live, x)] = NULL;
    for (size_t i = 0; i < s->wrong.size; i++)
        if (s->wrong.at[i]->arg[0] != x && s->wrong.at[i]->arg[1] != x)
            s->wrong.at[kept++] = s->wrong.at[i];
    s->wrong.size = kept;
}

static void
state_set (struct state *s, const term *x, const term *constant)
{
    assert (term_is_constant (constant));
    uint32_t number = live_number (s->live, x);
    if (number == PROGRAM_NONE)
        return; /* a constant of the program */
    state_forget (s, x);
    s->is[number] = constant;
    VEC_PUSH (s->known, number);
}

/* ---- maps */

static bool
state_knows_map (const struct state *s, const term *x)
{
    return s->maps && value_is_map (x->sort);
}

static void
state_set_map (struct state *s, const term *x, const term *value)
{
    uint32_t number = live_number (s->live, x);
    s->is[number] = known_map (s->terms, x, value);
    VEC_PUSH (s->known, number);
}

/* That m[i] is a constant; m is a variable, i a constant. */
static void
learn_entry (struct state *s, const term *entry, const term *c)
{
    const term *m = entry->arg[0];
    uint32_t number = m->op == OP_VAR ? live_number (s->live, m) : PROGRAM_NONE;
    if (number == PROGRAM_NONE || !state_knows_map (s, m)
        || !term_is_constant (entry->arg[1]))
        return;
    const term *now = s->is[number] ? s->is[number] : m;
    state_set_map (s, m, term_store (s->terms, now, entry->arg[1], c));
}

/* ---- assumptions */

static bool state_learn (struct state *, const term *, bool holds,
                         unsigned depth);

/* x = c, constants are on the right. */
static bool
learn_equation (struct state *s, const term *e, bool holds, unsigned depth)
{
    const term *x = e->arg[0], *c = e->arg[1];
    if (x->op == OP_VAR) {
        if (holds)
            state_set (s, x, c);
        else if (!state_denies (s, e))
            VEC_PUSH (s->wrong, e);
    } else if (x->op == OP_SELECT && holds)
        learn_entry (s, x, c);
    else if (x->op == OP_ITE && term_is_constant (x->arg[1])
             && term_is_constant (x->arg[2]) && x->arg[1] != x->arg[2]) {
        if (x->arg[1] == c)
            return state_learn (s, x->arg[0], holds, depth + 1);
        if (x->arg[2] == c)
            return state_learn (s, x->arg[0], !holds, depth + 1);
    }
    return true;
}

/* A term, with all constants in it, is `holds`.  False: it is not. */
static bool
state_learn (struct state *s, const term *e, bool holds, unsigned depth)
{
    bool can = true;
    if (depth > LEARN_DEPTH)
        return true;
    if (term_is_true (e) || term_is_false (e))
        return term_is_true (e) == holds;
    if (e->op == OP_NOT)
        return state_learn (s, e->arg[0], !holds, depth + 1);
    if (e->op == (holds ? OP_AND : OP_OR))
        for (uint32_t i = 0; i < e->args && can; i++)
            can = state_learn (s, e->arg[i], holds, depth + 1);
    else if (e->op == OP_VAR)
        state_set (s, e, term_bool (s->terms, holds));
    else if (e->op == OP_SELECT)
        learn_entry (s, e, term_bool (s->terms, holds));
    else if (e->op == OP_EQ && is_simple (e->arg[0])
             && term_is_constant (e->arg[1]))
        can = learn_equation (s, e, holds, depth);
    return can;
}

/* ---- nodes */

static const term *
fact_constant (struct state *s, const sort *of, uint64_t bits)
{
    if (bits < SMALL && s->small[bits] && s->small[bits]->sort == of)
        return s->small[bits];
    const term *c = of->kind == SORT_BOOL
                        ? term_bool (s->terms, bits)
                        : term_bits_of (s->terms, of->width, bits);
    if (bits < SMALL)
        s->small[bits] = c;
    return c;
}

/* What is known of a map as a term; `base` is the map. */
static const term *
fact_map (const unfolding *u, struct state *s, const term *base, uint64_t map)
{
    const sort *is_a = base->sort;
    struct vec_maps_entry entry = {0};
    uint64_t usual, word[] = {base->id, map};
    struct digest key = digest_of ((struct bytes) {(void *) word, sizeof word});
    const uint64_t *seen = map_get (&s->fact, key);
    if (seen)
        return (const term *) (uintptr_t) *seen;
    bool rest = maps_list (&u->maps, (uint32_t) map, &usual, &entry);
    const term *made =
        rest ? term_const_array (s->terms, is_a,
                                 fact_constant (s, is_a->element, usual))
             : base;
    for (size_t i = 0; i < entry.size; i++) {
        const struct maps_entry *e = &entry.at[i];
        const term *index = fact_constant (s, is_a->index, e->index);
        const term *own = term_select (s->terms, base, index);
        made = term_store (s->terms, made, index,
                           !e->known ? own
                           : is_a->element->kind == SORT_ARRAY
                               ? fact_map (u, s, own, e->value)
                               : fact_constant (s, is_a->element, e->value));
    }
    VEC_CLEAR (entry);
    map_put (&s->fact, key, (uintptr_t) made);
    return made;
}

/* Whether a map that is equal to `now` has all entries that it should have. */
static bool
map_fits (const unfolding *u, struct state *s, const term *now, uint64_t map)
{
    const sort *is_a = now->sort;
    struct vec_maps_entry entry = {0};
    struct term_map listed = {0};
    uint64_t usual;
    bool rest = maps_list (&u->maps, (uint32_t) map, &usual, &entry);
    bool fits = true, added;
    for (size_t i = 0; i < entry.size && fits; i++) {
        const struct maps_entry *e = &entry.at[i];
        const term *index = fact_constant (s, is_a->index, e->index);
        const term *is = term_select (s->terms, now, index);
        term_map_at (&listed, index, &added);
        fits = !e->known ? rest
               : is_a->element->kind == SORT_ARRAY
                   ? map_fits (u, s, is, e->value)
                   : is == fact_constant (s, is_a->element, e->value);
    }
    if (rest && fits) {
        const term *c = fact_constant (s, is_a->element, usual);
        for (; now->op == OP_STORE && fits; now = now->arg[0])
            fits = term_is_constant (now->arg[1])
                   && (now->arg[2] == c || term_map_get (&listed, now->arg[1]));
        fits = fits && now->op == OP_CONST_ARRAY && now->arg[0] == c;
    }
    term_map_clear (&listed);
    VEC_CLEAR (entry);
    return fits;
}

static void
state_of_node (const unfolding *u, const struct unfold_node *n, struct state *s)
{
    while (s->known.size)
        s->is[VEC_POP (s->known)] = NULL;
    s->wrong.size = 0;
    for (uint32_t i = 0; i < n->facts; i++) {
        const struct fact *f = &u->fact.at[n->first + i];
        const term *x = u->live.variable.at[f->variable];
        if (!value_width (x->sort)) {
            s->is[f->variable] = fact_map (u, s, x, f->bits);
            VEC_PUSH (s->known, f->variable);
            continue;
        }
        const term *c = fact_constant (s, x->sort, f->bits);
        if (f->known == KNOWN_IS)
            state_set (s, x, c);
        else
            VEC_PUSH (s->wrong, term_eq (s->terms, x, c));
    }
}

/* Whether what a node knows is true. */
static bool
state_fits (const unfolding *u, const struct unfold_node *n, struct state *s)
{
    bool fits = true;
    for (uint32_t i = 0; i < n->facts && fits; i++) {
        const struct fact *f = &u->fact.at[n->first + i];
        const term *x = u->live.variable.at[f->variable];
        const term *is = s->is[f->variable];
        if (!value_width (x->sort)) {
            fits = is
                   && (is == fact_map (u, s, x, f->bits)
                       || map_fits (u, s, is, f->bits));
            continue;
        }
        const term *c = fact_constant (s, x->sort, f->bits);
        fits = f->known == KNOWN_IS ? is == c
               : is                 ? is != c
                    : state_denies (s, term_eq (s->terms, x, c));
    }
    return fits;
}

/* What a variable is not, a copy of it is not. */
static void
state_copied (struct state *s, const term *x, const term *from,
              struct term_vec *wrong)
{
    for (size_t i = 0; i < s->wrong.size; i++)
        if (s->wrong.at[i]->arg[0] == from)
            VEC_PUSH (*wrong, term_eq (s->terms, x, s->wrong.at[i]->arg[1]));
}

static void
state_assign (struct state *s, const struct statement *a)
{
    struct term_vec value = {0}, wrong = {0};
    for (uint32_t i = 0; i < a->targets; i++) {
        VEC_PUSH (value, state_term (s, a->value[i]));
        if (is_simple (a->target[i]) && VEC_LAST (value)->op == OP_VAR)
            state_copied (s, a->target[i], VEC_LAST (value), &wrong);
    }
    for (uint32_t i = 0; i < a->targets; i++)
        if (is_simple (a->target[i]) && term_is_constant (value.at[i]))
            state_set (s, a->target[i], value.at[i]);
        else if (state_knows_map (s, a->target[i]))
            state_set_map (s, a->target[i], value.at[i]);
        else
            state_forget (s, a->target[i]);
    for (size_t i = 0; i < wrong.size; i++)
        VEC_PUSH (s->wrong, wrong.at[i]);
    VEC_CLEAR (value);
    VEC_CLEAR (wrong);
}

/* Through one block; false: an assertion may fail.  *ends: its end is not
 * reached. */
static bool
block_holds (const struct block *b, struct state *s, bool *ends)
{
    bool holds = true;
    *ends = false;
    for (size_t i = 0; i < b->statement.size && holds && !*ends; i++) {
        const struct statement *a = &b->statement.at[i];
        if (a->kind == STATEMENT_ASSERT)
            holds = term_is_true (state_term (s, a->term));
        else if (a->kind == STATEMENT_ASSUME)
            *ends = !state_learn (s, state_term (s, a->term), true, 0);
        else if (a->kind == STATEMENT_ASSIGN)
            state_assign (s, a);
        else if (a->kind == STATEMENT_HAVOC)
            for (uint32_t k = 0; k < a->targets; k++)
                state_forget (s, a->target[k]);
        else
            holds = false;
    }
    return holds;
}

static bool
node_holds (const unfolding *u, uint32_t at, struct state *s)
{
    const struct unfold_node *n = &u->node.at[at];
    const struct block *b = &u->procedure->block.at[n->block];
    bool ends;
    state_of_node (u, n, s);
    if (!block_holds (b, s, &ends))
        return false;
    bool fine = ends || n->edges == b->target.size;
    for (uint32_t i = 0; i < n->edges && fine && !ends; i++) {
        const struct unfold_node *to = &u->node.at[u->edge.at[n->edge + i]];
        fine = to->block == b->target.at[i] && state_fits (u, to, s);
    }
    return fine;
}

bool
unfold_holds (unfolding *u)
{
    struct state s = {
        .terms = u->program->terms, .live = &u->live, .maps = u->limits.maps};
    s.is = NEW_ARRAY (const term *, u->live.variable.size + 1);
    map_init (&s.memo);
    map_init (&s.fact);
    bool fine = u->complete && !u->node.at[0].block && !u->node.at[0].facts;
    for (uint32_t n = 0; n < u->node.size && fine; n++)
        fine = node_holds (u, n, &s);
    memory_free (s.is);
    map_clear (&s.memo);
    map_clear (&s.fact);
    VEC_CLEAR (s.wrong);
    VEC_CLEAR (s.known);
    VEC_CLEAR (s.from);
    VEC_CLEAR (s.to);
    return fine;
}
