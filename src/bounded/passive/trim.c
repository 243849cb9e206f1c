/* trim.c -- assumptions that say nothing go.
 *
 * Drivers are full of `havoc t; assume t != 0; assume t > 0` for a t that
 * nobody reads.  If a variable occurs in some assumptions of the procedure only
 * and a value can be given that fulfils all of them, whatever the others do,
 * the assumptions go, and the value is what a visit reports for the variable:
 * so the trail stays an execution.
 *
 *   v = e, v != e, v <= e ..   once, v not in e
 *   v alone in small formulas  an integer near their constants fulfils them
 *   v = e_k on edges to one block, nowhere else: one of them is taken
 *
 * For a variable of a visit, e must be something that is evaluated without a
 * function or a division: their values are known only where the solver was
 * asked for them. */
#include <assert.h>

#include "bounded/passive/internal.h"

struct conjunct {
    const term *term;
    uint32_t place;  /* number of the list that it stands in */
    uint32_t target; /* of the edge, or PROGRAM_NONE */
    bool gone;
};
struct vec_conjunct VEC (struct conjunct);

struct subject {
    const term *variable;
    struct vec_target conjunct; /* that it occurs in */
    bool pinned;                /* occurs elsewhere, too */
    bool valued;                /* a visit reports it */
};
struct vec_subject VEC (struct subject);

struct passive_trim_state {
    struct maker *m;
    struct draft *draft;
    struct vec_conjunct conjunct;
    struct vec_subject subject;
    struct term_map index;   /* variable to subject */
    struct vec_target queue; /* subjects to look at */
    struct term_vec value;   /* per variable that went, in order */
    struct term_map gone;    /* variable to its place in value */
    size_t restored;         /* conjuncts */
};

static struct subject *
trim_subject (struct passive_trim_state *t, const term *variable)
{
    bool added;
    uintptr_t *at = term_map_at (&t->index, variable, &added);
    if (added) {
        *at = t->subject.size;
        struct subject s = {.variable = variable};
        s.pinned = term_map_get (&t->m->constant, variable) != NULL;
        VEC_PUSH (t->subject, s);
    }
    return &t->subject.at[*at];
}

static void
trim_pin (struct passive_trim_state *t, const term *e)
{
    const struct term_vec *used = maker_variables (t->m, e);
    for (size_t i = 0; i < used->size; i++)
        trim_subject (t, used->at[i])->pinned = true;
}

static void
trim_value (struct passive_trim_state *t, const term *e)
{
    const struct term_vec *used = maker_variables (t->m, e);
    for (size_t i = 0; i < used->size; i++)
        trim_subject (t, used->at[i])->valued = true;
}

/* Splits a list into its conjuncts and notes who occurs where. */
static void
trim_list (struct passive_trim_state *t, struct term_vec *list, uint32_t place,
           uint32_t target)
{
    struct term_vec part = {0};
    const term *all = term_and (t->m->terms, list->at, list->size);
    term_conjuncts (t->m->terms, all, &part);
    for (size_t i = 0; i < part.size; i++) {
        const struct term_vec *used = maker_variables (t->m, part.at[i]);
        for (size_t k = 0; k < used->size; k++)
            VEC_PUSH (trim_subject (t, used->at[k])->conjunct,
                      (uint32_t) t->conjunct.size);
        VEC_PUSH (t->conjunct,
                  ((struct conjunct) {part.at[i], place, target, false}));
    }
    VEC_CLEAR (*list);
    *list = part;
}

static void
trim_pins (struct passive_trim_state *t)
{
    struct draft *d = t->draft;
    for (size_t i = 0; i < d->in.size; i++)
        trim_pin (t, d->in.at[i]);
    for (size_t i = 0; i < d->out.size; i++)
        trim_pin (t, d->out.at[i]);
    for (size_t b = 0; b < d->blocks; b++) {
        struct draft_block *block = &d->block[b];
        for (size_t i = 0; i < block->in.size; i++)
            trim_pin (t, block->in.at[i]);
        for (size_t i = 0; i < block->out.size; i++)
            trim_pin (t, block->out.at[i]);
        if (block->summary)
            trim_pin (t, block->summary);
        for (size_t v = 0; v < block->visit.size; v++)
            for (size_t i = 0; i < block->visit.at[v].value.size; i++)
                trim_value (t, block->visit.at[v].value.at[i]);
    }
}

/* Calls `each` for every list of conjuncts, in a fixed order. */
static void
trim_lists (struct passive_trim_state *t,
            void (*each) (struct passive_trim_state *, struct term_vec *,
                          uint32_t place, uint32_t target))
{
    uint32_t place = 0;
    for (size_t b = 0; b < t->draft->blocks; b++) {
        struct draft_block *block = &t->draft->block[b];
        each (t, &block->assume, place++, PROGRAM_NONE);
        for (size_t k = 0; k < block->edge.size; k++)
            each (t, &block->edge.at[k].assume, place++,
                  block->edge.at[k].target);
    }
}

static bool
term_is_plain (terms *store, const term *t)
{
    static const enum op odd[] = {OP_APPLY, OP_FORALL, OP_EXISTS,
                                  OP_IDIV,  OP_MOD,    OP_DIVIDE};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        if (term_has_op (store, t, odd[i]))
            return false;
    return true;
}

static bool
term_mentions (struct maker *m, const term *t, const term *variable)
{
    const struct term_vec *used = maker_variables (m, t);
    for (size_t i = 0; i < used->size; i++)
        if (used->at[i] == variable)
            return true;
    return false;
}

/* The other side of a comparison of v, or null; `*left`: v is the left one. */
static const term *
other_side (struct maker *m, const term *t, const term *v, bool *left)
{
    if (t->op != OP_EQ && t->op != OP_LE && t->op != OP_LT)
        return NULL;
    *left = t->arg[0] == v;
    const term *e = t->arg[*left ? 1 : 0];
    bool fits = (*left || t->arg[1] == v) && !term_mentions (m, e, v);
    return fits ? e : NULL;
}

static const term *
term_shifted (terms *store, const term *e, const char *by)
{
    const term *arg[] = {e, term_number (store, e->sort, by)};
    return term_add (store, arg, 2);
}

/* Something that differs from e. */
static const term *
term_other (terms *store, const term *e)
{
    if (sort_is_number (e->sort))
        return term_shifted (store, e, "1");
    if (e->sort->kind == SORT_BOOL)
        return term_not (store, e);
    if (e->sort->kind == SORT_BV)
        return term_make (store, OP_BVNOT, &e, 1, 0, 0);
    return NULL;
}

/* A value of v that makes the formula true whatever else it mentions. */
static const term *
fulfil (struct maker *m, const term *t, const term *v)
{
    if (t == v)
        return term_true (m->terms);
    bool negated = t->op == OP_NOT;
    t = negated ? t->arg[0] : t;
    if (t == v)
        return term_false (m->terms);
    bool left;
    const term *e = other_side (m, t, v, &left);
    if (!e)
        return NULL;
    if (t->op == OP_EQ)
        return negated ? term_other (m->terms, e) : e;
    bool strict = (t->op == OP_LT) != negated;
    if (!strict)
        return e;
    return term_shifted (m->terms, e, left != negated ? "-1" : "1");
}

/* The alive conjuncts of a subject. */
static size_t
alive_find (const struct passive_trim_state *t, const struct subject *s,
            struct vec_target *alive)
{
    for (size_t i = 0; i < s->conjunct.size; i++)
        if (!t->conjunct.at[s->conjunct.at[i]].gone)
            VEC_PUSH (*alive, s->conjunct.at[i]);
    return alive->size;
}

static const term *
value_of_one (struct passive_trim_state *t, const struct subject *s,
              const term *conjunct)
{
    const term *e = fulfil (t->m, conjunct, s->variable);
    if (e && s->valued && !term_is_plain (t->m->terms, e))
        return NULL;
    return e;
}

enum { SMALL_TERM = 64, SMALL_LIST = 32 };

/* Integers in a term and their neighbours; Booleans: both. */
static void
candidates_find (terms *store, const term *t, struct term_vec *out)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&t, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++)
        if (order.at[i]->op == OP_NUMBER) {
            VEC_PUSH (*out, order.at[i]);
            VEC_PUSH (*out, term_shifted (store, order.at[i], "1"));
            VEC_PUSH (*out, term_shifted (store, order.at[i], "-1"));
        }
    term_map_clear (&place);
    VEC_CLEAR (order);
}

static bool
candidate_fits (const struct passive_trim_state *t,
                const struct vec_target *alive, const term *v,
                const term *value)
{
    for (size_t i = 0; i < alive->size; i++) {
        const term *c = t->conjunct.at[alive->at[i]].term;
        c = term_substitute (t->m->terms, c, &v, &value, 1);
        if (!term_is_true (c))
            return false;
    }
    return true;
}

static const term *
value_alone (struct passive_trim_state *t, const struct subject *s,
             const struct vec_target *alive)
{
    struct term_vec candidate = {0};
    const sort *of = s->variable->sort;
    bool fits = alive->size <= SMALL_LIST
                && (of->kind == SORT_INT || of->kind == SORT_BOOL);
    if (of->kind == SORT_BOOL) {
        VEC_PUSH (candidate, term_true (t->m->terms));
        VEC_PUSH (candidate, term_false (t->m->terms));
    }
    for (size_t i = 0; fits && i < alive->size; i++) {
        const term *c = t->conjunct.at[alive->at[i]].term;
        fits =
            maker_variables (t->m, c)->size == 1 && term_size (c) <= SMALL_TERM;
        if (fits && of->kind == SORT_INT)
            candidates_find (t->m->terms, c, &candidate);
    }
    const term *found = NULL;
    for (size_t i = 0; fits && !found && i < candidate.size; i++)
        if (candidate.at[i]->sort == of
            && candidate_fits (t, alive, s->variable, candidate.at[i]))
            found = candidate.at[i];
    VEC_CLEAR (candidate);
    return found;
}

/* A variable that only says which edge was taken. */
static bool
is_idle_join (const struct passive_trim_state *t, const struct subject *s,
              const struct vec_target *alive)
{
    if (s->valued)
        return false;
    uint32_t target = t->conjunct.at[alive->at[0]].target;
    for (size_t i = 0; i < alive->size; i++) {
        const struct conjunct *c = &t->conjunct.at[alive->at[i]];
        bool left;
        if (c->target == PROGRAM_NONE || c->target != target
            || c->term->op != OP_EQ
            || !other_side (t->m, c->term, s->variable, &left))
            return false;
        /* Places rise: two in one list stand side by side. */
        if (i && t->conjunct.at[alive->at[i - 1]].place == c->place)
            return false;
    }
    return true;
}

static void
trim_drop (struct passive_trim_state *t, const struct vec_target *alive)
{
    for (size_t i = 0; i < alive->size; i++) {
        struct conjunct *c = &t->conjunct.at[alive->at[i]];
        assert (!c->gone);
        c->gone = true;
        const struct term_vec *used = maker_variables (t->m, c->term);
        for (size_t k = 0; k < used->size; k++)
            VEC_PUSH (t->queue,
                      (uint32_t) *term_map_get (&t->index, used->at[k]));
    }
}

static void
trim_look (struct passive_trim_state *t, uint32_t subject)
{
    struct subject s = t->subject.at[subject];
    struct vec_target alive = {0};
    if (!s.pinned && alive_find (t, &s, &alive)) {
        const term *value = NULL;
        if (alive.size == 1)
            value = value_of_one (t, &s, t->conjunct.at[alive.at[0]].term);
        if (!value)
            value = value_alone (t, &s, &alive);
        if (value || is_idle_join (t, &s, &alive))
            trim_drop (t, &alive);
        if (value) {
            *term_map_at (&t->gone, s.variable, NULL) = t->value.size;
            VEC_PUSH (t->value, value);
            if (s.valued)
                trim_value (t, value);
        }
    }
    VEC_CLEAR (alive);
}

static void
trim_restore (struct passive_trim_state *t, struct term_vec *list,
              uint32_t place, uint32_t target)
{
    (void) target;
    size_t kept = 0;
    for (size_t i = 0; i < list->size; i++) {
        struct conjunct *c = &t->conjunct.at[t->restored + i];
        assert (c->place == place && c->term == list->at[i]);
        (void) place;
        if (!c->gone)
            list->at[kept++] = c->term;
    }
    t->restored += list->size;
    list->size = kept;
}

/* The term with values in place of what went. */
static const term *
trim_resolve (struct passive_trim_state *t, const term *e)
{
    const struct term_vec *used = maker_variables (t->m, e);
    struct term_vec *from = &t->m->from, *into = &t->m->into;
    from->size = into->size = 0;
    for (size_t i = 0; i < used->size; i++) {
        uintptr_t *at = term_map_get (&t->gone, used->at[i]);
        if (!at)
            continue;
        VEC_PUSH (*from, used->at[i]);
        VEC_PUSH (*into, t->value.at[*at]);
    }
    return term_substitute (t->m->terms, e, from->at, into->at, from->size);
}

/* The last first: a value may mention what went later, never earlier. */
static void
trim_visits (struct passive_trim_state *t)
{
    for (size_t i = t->value.size; i-- > 0;)
        t->value.at[i] = trim_resolve (t, t->value.at[i]);
    for (size_t b = 0; b < t->draft->blocks; b++) {
        struct vec_draft_visit *visit = &t->draft->block[b].visit;
        for (size_t v = 0; v < visit->size; v++)
            for (size_t i = 0; i < visit->at[v].value.size; i++) {
                const term **value = &visit->at[v].value.at[i];
                *value = trim_resolve (t, *value);
            }
    }
}

void
draft_trim (struct maker *m, struct draft *d)
{
    struct passive_trim_state t = {.m = m, .draft = d};
    trim_lists (&t, trim_list);
    trim_pins (&t);
    for (size_t i = t.subject.size; i-- > 0;)
        VEC_PUSH (t.queue, (uint32_t) i);
    while (t.queue.size)
        trim_look (&t, VEC_POP (t.queue));
    trim_lists (&t, trim_restore);
    trim_visits (&t);
    for (size_t i = 0; i < t.subject.size; i++)
        VEC_CLEAR (t.subject.at[i].conjunct);
    VEC_CLEAR (t.conjunct);
    VEC_CLEAR (t.subject);
    VEC_CLEAR (t.queue);
    term_map_clear (&t.gone);
    VEC_CLEAR (t.value);
    term_map_clear (&t.index);
}
