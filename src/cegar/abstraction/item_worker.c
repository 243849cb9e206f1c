/* item_worker.c -- see item_worker.h. */
#include "cegar/abstraction/item_worker.h"

#include <assert.h>
#include <stdio.h>

#include "cegar/check.h"
#include "cegar/abstraction/houdini.h"
#include "logic/term/sort.h"

void
item_worker_program (const struct system *s, uint64_t limit, struct buffer *b)
{
    buffer_uint (b, limit);
    system_write (s, b);
}

static bool
item_worker_has_bits (const struct system *s)
{
    for (size_t l = 0; l < s->location.size; l++)
        for (size_t i = 0; i < s->location.at[l].vars.size; i++)
            if (s->location.at[l].vars.at[i]->sort->kind == SORT_BV)
                return true;
    return false;
}

/* ---- guards */

static void
item_worker_keep (const struct cegar_worker *l, struct term_vec *guards)
{
    guards->size = 0;
    for (size_t t = 0; t < l->system.transition.size; t++)
        VEC_PUSH (*guards, l->system.transition.at[t].guard);
}

/* From now on the system is the one that items with this digest are about;
 * false: it is not known here. */
static bool
item_worker_assume (struct cegar_worker *l, struct digest known)
{
    static const struct digest nothing;
    bool strong = !digest_equal (known, nothing);
    if (digest_equal (known, l->system.known))
        return true;
    if (strong && !(l->strong.size && digest_equal (known, l->learned)))
        return false;
    const struct term_vec *guards = strong ? &l->strong : &l->plain;
    assert (guards->size == l->system.transition.size);
    for (size_t t = 0; t < guards->size; t++)
        l->system.transition.at[t].guard = guards->at[t];
    l->system.known = known;
    return true;
}

static bool
item_worker_strengthen (struct cegar_worker *l, struct bytes blob)
{
    item_worker_assume (l, (struct digest) {0});
    if (!strengthen_read (&l->system, blob))
        return false;
    item_worker_keep (l, &l->strong);
    l->learned = l->system.known;
    return true;
}

/* ---- from open to close */

static item_worker *
item_worker_open (struct bytes program, struct problem *problem)
{
    struct cegar_worker *l = NEW (struct cegar_worker);
    struct reader r;
    memory_keep ();
    reader_init (&r, program);
    l->terms = terms_new ();
    solver_watch_init (&l->watch);
    l->limit = reader_uint (&r);
    bool read = system_read (&l->system, l->terms, &r);
    if (read && !reader_done (&r))
        system_clear (&l->system);
    if (!read || !reader_done (&r)) {
        problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                         "the program that the master sent is damaged");
        solver_watch_clear (&l->watch);
        terms_free (l->terms);
        memory_free (l);
        return NULL;
    }
    l->arith = arith_new (l->terms);
    l->bits = item_worker_has_bits (&l->system);
    precision_init (&l->precision, l->terms, l->system.location.size);
    precision_init (&l->candidates, l->terms, l->system.location.size);
    l->shifted.size = l->system.transition.size;
    l->shifted.at = NEW_ARRAY (struct map, l->shifted.size + 1);
    item_worker_keep (l, &l->plain);
    return (item_worker *) l;
}

static void
item_worker_close (item_worker *w)
{
    struct cegar_worker *l = cegar_worker_of (w);
    for (size_t i = 0; i < l->shifted.size; i++)
        map_clear (&l->shifted.at[i]);
    VEC_CLEAR (l->shifted);
    VEC_CLEAR (l->shifted_term);
    VEC_CLEAR (l->plain);
    VEC_CLEAR (l->strong);
    precision_clear (&l->precision);
    precision_clear (&l->candidates);
    arith_free (l->arith);
    system_clear (&l->system);
    terms_free (l->terms);
    solver_watch_clear (&l->watch);
    memory_free (l);
}

static bool
item_worker_learn (item_worker *w, struct bytes blob)
{
    struct cegar_worker *l = cegar_worker_of (w);
    if (!blob.size)
        return false;
    struct bytes rest = {blob.data + 1, blob.size - 1};
    switch (blob.data[0]) {
    case BLOB_PREDICATES:
        return precision_learn (&l->precision, rest);
    case BLOB_CANDIDATES:
        return precision_learn (&l->candidates, rest);
    case BLOB_STRENGTHEN:
        return item_worker_strengthen (l, blob);
    default:
        return false;
    }
}

solver *
item_worker_start (struct cegar_worker *l, uint64_t limit)
{
    struct solver_options options = {.limit = limit, .bits = l->bits};
    solver *s = solver_new (l->terms, &options);
    solver_watch_set (&l->watch, s);
    return s;
}

void
item_worker_stop (struct cegar_worker *l, solver *adopted, uint64_t *units)
{
    assert (adopted && units);
    solver_watch_set (&l->watch, NULL);
    *units += solver_units (adopted);
    solver_free (adopted);
}

static void
item_worker_interrupt (item_worker *w)
{
    struct cegar_worker *l = cegar_worker_of (w);
    solver_watch_interrupt (&l->watch);
}

const term *
item_worker_before (struct cegar_worker *l, uint32_t transition,
                    const term *predicate)
{
    assert (transition < l->shifted.size);
    assert (predicate->sort->kind == SORT_BOOL);
    struct map *m = &l->shifted.at[transition];
    uint64_t *known = map_get (m, predicate->digest);
    assert (!known || *known < l->shifted_term.size);
    if (known)
        return l->shifted_term.at[*known];
    const struct transition *t = &l->system.transition.at[transition];
    const struct term_vec *vars = &l->system.location.at[t->to].vars;
    assert (t->update.size == vars->size);
    const term *before = term_substitute (l->terms, predicate, vars->at,
                                          t->update.at, vars->size);
    map_put (m, predicate->digest, l->shifted_term.size);
    VEC_PUSH (l->shifted_term, before);
    return before;
}

const term *
item_worker_premise (struct cegar_worker *l, uint32_t transition,
                     size_t premise, const term *predicate)
{
    const struct transition *t = &l->system.transition.at[transition];
    if (!premise)
        return predicate;
    const struct term_vec *vars =
        &l->system.location.at[transition_premise (t, premise)].vars;
    return term_substitute (
        l->terms, predicate, vars->at,
        transition_premise_vars (&l->system, t, premise)->at, vars->size);
}

/* ---- dispatch */

static bool
item_worker_work_expand (struct cegar_worker *l, struct bytes item,
                         struct buffer *answer, uint64_t *units)
{
    assert (item.size);
    struct arena arena;
    arena_init (&arena);
    struct item_expand e;
    size_t round;
    bool whole = true;
    const struct precision *p =
        item.data[0] == ITEM_HOUDINI ? &l->candidates : &l->precision;
    if (item_expand_read (&e, &l->system, p, &round, item, &arena)) {
        whole = item_worker_expand (l, p, &e, round, units);
        if (whole)
            item_expand_answer (&e, &l->system, p, round, answer);
    }
    arena_clear (&arena);
    return whole;
}

static bool
item_worker_work_joint (struct cegar_worker *l, struct bytes item,
                        struct buffer *answer, uint64_t *units)
{
    assert (item.size);
    struct arena arena;
    arena_init (&arena);
    struct item_joint j;
    size_t round;
    bool whole = true;
    const struct precision *p =
        item.data[0] == ITEM_JOINT_HOUDINI ? &l->candidates : &l->precision;
    if (item_joint_read (&j, &l->system, p, &round, item, &arena)) {
        whole = item_worker_joint (l, p, &j, round, units);
        if (whole)
            item_joint_answer (&j, &l->system, p, round, answer);
    }
    arena_clear (&arena);
    return whole;
}

static bool
item_worker_work_examine (struct cegar_worker *l, struct bytes item,
                          struct buffer *answer, uint64_t *units)
{
    struct item_examine x;
    bool whole = true;
    if (item_examine_read (&x, &l->system, item)) {
        whole = item_worker_examine (l, &x, units);
        if (whole)
            item_examine_answer (&x, answer);
    }
    item_examine_clear (&x);
    return whole;
}

static bool
item_worker_work_exclude (struct cegar_worker *l, struct bytes item,
                          struct buffer *answer, uint64_t *units)
{
    struct item_exclude x;
    bool whole = true;
    if (item_exclude_read (&x, &l->system, item)) {
        whole = item_worker_exclude (l, &x, units);
        if (whole)
            item_exclude_answer (&x, answer);
    }
    item_exclude_clear (&x);
    return whole;
}

static bool
item_worker_work_unroll (struct cegar_worker *l, struct bytes item,
                         struct buffer *answer, uint64_t *units)
{
    struct item_unroll u;
    bool whole = true;
    if (item_unroll_read (&u, &l->system, item)) {
        whole = item_worker_unroll (l, &u, units);
        if (whole)
            item_unroll_answer (&u, answer);
    }
    VEC_CLEAR (u.path);
    return whole;
}

static bool
item_worker_work (item_worker *w, struct bytes item, struct buffer *answer,
                  uint64_t *units)
{
    struct cegar_worker *l = cegar_worker_of (w);
    struct item_head head;
    struct reader r;
    reader_init (&r, item);
    *units = 0;
    solver_watch_reset (&l->watch);
    if (!item_head_read (&head, &r) || !item_worker_assume (l, head.known))
        return true;
    switch (head.kind) {
    case ITEM_EXPAND:
    case ITEM_HOUDINI:
        return item_worker_work_expand (l, item, answer, units);
    case ITEM_JOINT:
    case ITEM_JOINT_HOUDINI:
        return item_worker_work_joint (l, item, answer, units);
    case ITEM_EXAMINE:
        return item_worker_work_examine (l, item, answer, units);
    case ITEM_EXCLUDE:
        return item_worker_work_exclude (l, item, answer, units);
    case ITEM_UNROLL:
    case ITEM_INDUCT:
        return item_worker_work_unroll (l, item, answer, units);
    default:
        return true;
    }
}

static void
item_worker_describe (item_worker *w, struct bytes item, char *text,
                      size_t room)
{
    struct cegar_worker *l = cegar_worker_of (w);
    struct reader r;
    reader_init (&r, item);
    struct item_head head;
    uint8_t kind = item_head_read (&head, &r) ? head.kind : 0;
    if (kind == ITEM_EXPAND || kind == ITEM_HOUDINI) {
        reader_digest (&r);
        uint64_t at = reader_uint (&r);
        snprintf (text, room, "expanding %s",
                  at < l->system.location.size ? l->system.location.at[at].name
                                               : "nothing known");
    } else if (kind == ITEM_JOINT || kind == ITEM_JOINT_HOUDINI) {
        reader_digest (&r);
        uint64_t at = reader_uint (&r);
        uint32_t to = at < l->system.transition.size
                          ? l->system.transition.at[at].to
                          : SYSTEM_ENTRY;
        snprintf (text, room, "deriving %s", l->system.location.at[to].name);
    } else if (kind == ITEM_EXAMINE) {
        reader_byte (&r);
        reader_byte (&r);
        snprintf (text, room, "examining a path of %llu steps",
                  (unsigned long long) reader_uint (&r));
    } else if (kind == ITEM_EXCLUDE) {
        snprintf (text, room, "comparing a path of %llu steps with another",
                  (unsigned long long) reader_uint (&r));
    } else if (kind == ITEM_UNROLL || kind == ITEM_INDUCT) {
        unsigned long long from = reader_uint (&r);
        snprintf (text, room, "%s depth %llu",
                  kind == ITEM_UNROLL ? "unrolling to" : "induction at", from);
    } else
        snprintf (text, room, "an item of no known kind");
}

const struct item_worker_class cegar_item_worker = {
    .name = "cegar",
    .open = item_worker_open,
    .close = item_worker_close,
    .learn = item_worker_learn,
    .work = item_worker_work,
    .interrupt = item_worker_interrupt,
    .describe = item_worker_describe,
};
