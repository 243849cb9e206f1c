/* wires_cegar.c -- what master and workers of predicate abstraction hand over:
 * programs, blobs, items, answers. */
#include "wires.h"

#include "cegar/check.h"
#include "cegar/abstraction/houdini.h"
#include "cegar/abstraction/item_worker.h"
#include "frontend/horn/horn.h"

static const char clauses_text[] =
    "(set-logic HORN)\n(declare-fun P (Int Int) Bool)\n"
    "(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))\n"
    "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 3))"
    " (P (+ x 1) (+ y 2)))))\n"
    "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (> y 7)) false)))\n";

enum { INPUTS = 2000 }; /* then terms are made anew */

/* What items are about: the clauses, and two predicates of location 2. */
static struct subject {
    struct horn horn;
    struct system system;
    struct precision precision;
    struct buffer blob; /* those predicates */
    unsigned inputs;
} *subject;

static void
subject_free (struct subject *s)
{
    precision_clear (&s->precision);
    system_clear (&s->system);
    horn_clear (&s->horn);
    buffer_clear (&s->blob);
    memory_free (s);
}

/* At the start of an input only: what there was before is gone. */
static struct subject *
subject_get (void)
{
    if (subject && subject->inputs++ < INPUTS)
        return subject;
    struct problem p = {0};
    if (subject)
        subject_free (subject);
    subject = NEW (struct subject);
    struct system *s = &subject->system;
    horn_init (&subject->horn, "fuzz.smt2");
    require (horn_read (&subject->horn, clauses_text, sizeof clauses_text - 1,
                        "fuzz.smt2", &p),
             "the clauses");
    system_init (s, subject->horn.terms);
    system_from_horn (s, &subject->horn);
    system_index (s);
    precision_init (&subject->precision, s->terms, s->location.size);
    const struct term_vec *vars = &s->location.at[2].vars;
    require (s->location.size == 3 && vars->size == 2, "a location");
    precision_add (&subject->precision, 2,
                   term_eq (s->terms, vars->at[0], vars->at[1]));
    buffer_init (&subject->blob);
    buffer_byte (&subject->blob, BLOB_PREDICATES);
    precision_seal (&subject->precision, &subject->blob);
    return subject;
}

static item_worker *
item_worker_new (void)
{
    struct problem p = {0};
    struct buffer b;
    buffer_init (&b);
    item_worker_program (&subject_get ()->system, 1000, &b);
    item_worker *l = cegar_item_worker.open (buffer_view (&b), &p);
    require (l, "a worker");
    buffer_clear (&b);
    return l;
}

/* ---- the readers */

static void
read_system (struct bytes b)
{
    struct problem p = {0};
    struct buffer one, two;
    item_worker *l = cegar_item_worker.open (b, &p);
    if (!l) {
        require (p.kind != PROBLEM_NONE, "a refusal without a problem");
        return;
    }
    buffer_init (&one);
    buffer_init (&two);
    item_worker_program (&cegar_worker_of (l)->system,
                         cegar_worker_of (l)->limit, &one);
    cegar_item_worker.close (l);
    l = cegar_item_worker.open (buffer_view (&one), &p);
    require (l, "a system, written");
    item_worker_program (&cegar_worker_of (l)->system,
                         cegar_worker_of (l)->limit, &two);
    require (bytes_equal (buffer_view (&one), buffer_view (&two)),
             "a system that changes when it is written");
    cegar_item_worker.close (l);
    buffer_clear (&one);
    buffer_clear (&two);
}

/* Blobs one after the other, each with its length, and what a worker makes of
 * an item then; without solving anything. */
static void
read_blobs (struct bytes b)
{
    item_worker *l = item_worker_new ();
    struct reader r;
    reader_init (&r, b);
    while (!r.failed && r.at != r.end) {
        struct bytes blob = reader_bytes (&r);
        char text[80];
        cegar_item_worker.describe (l, blob, text, sizeof text);
        cegar_item_worker.learn (l, blob);
    }
    cegar_item_worker.close (l);
}

static void
read_items (struct bytes b)
{
    struct subject *s = subject_get ();
    struct arena arena;
    struct item_expand e;
    struct item_examine x;
    struct item_exclude c;
    struct item_unroll u;
    struct buffer again;
    size_t round;
    arena_init (&arena);
    buffer_init (&again);
    if (item_expand_read (&e, &s->system, &s->precision, &round, b, &arena))
        item_expand_write (&e, &s->system, &s->precision, round, &again);
    if (item_examine_read (&x, &s->system, b))
        item_examine_write (&x, &s->system, &again);
    item_examine_clear (&x);
    if (item_exclude_read (&c, &s->system, b))
        item_exclude_write (&c, &s->system, &again);
    item_exclude_clear (&c);
    if (item_unroll_read (&u, &s->system, b))
        item_unroll_write (&u, &s->system, &again);
    buffer_clear (&again);
    arena_clear (&arena);
}

static void
expand_make (struct item_expand *e, const struct subject *s, struct arena *a)
{
    *e = (struct item_expand) {.kind = ITEM_EXPAND,
                               .version = s->precision.round.at[1].version,
                               .location = 2};
    e->cube = arena_new (a, 16);
    e->post.at = arena_new (a, s->system.transition.size * sizeof *e->post.at);
    const struct vec_index *leaving = &s->system.leaving[2];
    for (size_t i = 0; i < leaving->size; i++) {
        struct item_post *post = &e->post.at[e->post.size++];
        *post = (struct item_post) {.transition = leaving->at[i]};
        post->ask = arena_new (a, 16);
        post->entailed = arena_new (a, 16);
        if (precision_count (&s->precision, 1,
                             s->system.transition.at[leaving->at[i]].to))
            cube_set (post->ask, 0);
    }
}

/* What was learned from an answer must be fit for what is done with it. */
static void
answer_used (struct subject *s, const struct item_examine *x)
{
    struct precision p;
    struct buffer b;
    buffer_init (&b);
    precision_init (&p, s->system.terms, s->system.location.size);
    for (size_t i = 0; i < x->found.size; i++) {
        const struct item_predicate *f = &x->found.at[i];
        precision_add_everywhere (&p, &s->system, f->location, f->predicate);
        term_not (s->system.terms, f->predicate);
    }
    precision_seal (&p, &b);
    precision_clear (&p);
    buffer_clear (&b);
}

static void
read_answers (struct bytes b)
{
    struct subject *s = subject_get ();
    struct arena arena;
    struct item_expand e;
    struct item_examine x = {0};
    struct item_unroll u = {.from = 1, .to = 4};
    struct buffer again;
    arena_init (&arena);
    buffer_init (&again);
    expand_make (&e, s, &arena);
    if (item_expand_answered (&e, &s->system, &s->precision, 1, b, &arena))
        item_expand_answer (&e, &s->system, &s->precision, 1, &again);
    if (item_examine_answered (&x, &s->system, b)) {
        item_examine_answer (&x, &again);
        answer_used (s, &x);
    }
    item_examine_clear (&x);
    struct item_exclude c = {0};
    if (item_exclude_answered (&c, b))
        item_exclude_answer (&c, &again);
    if (item_unroll_answered (&u, &s->system, b))
        item_unroll_answer (&u, &again);
    VEC_CLEAR (u.path);
    buffer_clear (&again);
    arena_clear (&arena);
}

const struct wire wires_cegar[] = {
    {'s', read_system},
    {'b', read_blobs},
    {'i', read_items},
    {'n', read_answers},
    {0},
};

/* ---- seeds */

static void
candidates_answers (seed_saver *save, struct subject *s, struct item_expand *e)
{
    struct buffer b;
    buffer_init (&b);
    item_expand_answer (e, &s->system, &s->precision, 1, &b);
    save ("cegar-expanded", 'n', buffer_view (&b));
    buffer_reset (&b);
    struct item_examine x = {.explained = true};
    struct item_predicate p = {2, s->precision.at[2].at[0]};
    struct item_place place = {1, 0};
    VEC_PUSH (x.found, p);
    VEC_PUSH (x.place, place);
    item_examine_answer (&x, &b);
    save ("cegar-examined", 'n', buffer_view (&b));
    item_examine_clear (&x);
    buffer_reset (&b);
    struct item_unroll u = {.passed = 3, .finding = PATH_FEASIBLE};
    for (uint32_t i = 0; i < s->system.transition.size; i++)
        VEC_PUSH (u.path, i);
    item_unroll_answer (&u, &b);
    save ("cegar-unrolled", 'n', buffer_view (&b));
    VEC_CLEAR (u.path);
    buffer_clear (&b);
}

static void
candidates_blobs (seed_saver *save, struct subject *s)
{
    struct buffer b, blob;
    buffer_init (&b);
    buffer_init (&blob);
    buffer_bytes (&b, buffer_view (&s->blob));
    const term *known[3];
    for (size_t l = 0; l < 3; l++)
        known[l] = s->precision.at[2].at[0];
    known[0] = known[1] = term_true (s->system.terms);
    strengthen_write (known, 3, &blob);
    buffer_bytes (&b, buffer_view (&blob));
    save ("cegar-blobs", 'b', buffer_view (&b));
    buffer_clear (&b);
    buffer_clear (&blob);
}

void
candidates_cegar (seed_saver *save)
{
    struct subject *s = subject_get ();
    struct buffer b;
    struct arena arena;
    struct item_expand e;
    arena_init (&arena);
    buffer_init (&b);
    item_worker_program (&s->system, 1000, &b);
    save ("cegar-system", 's', buffer_view (&b));
    buffer_reset (&b);
    expand_make (&e, s, &arena);
    item_expand_write (&e, &s->system, &s->precision, 1, &b);
    save ("cegar-expand", 'i', buffer_view (&b));
    buffer_reset (&b);
    struct item_examine x = {.refine = true};
    VEC_PUSH (x.path, 0);
    VEC_PUSH (x.path, 2);
    item_examine_write (&x, &s->system, &b);
    save ("cegar-examine", 'i', buffer_view (&b));
    item_examine_clear (&x);
    buffer_reset (&b);
    struct item_unroll u = {.from = 1, .to = 4};
    item_unroll_write (&u, &s->system, &b);
    save ("cegar-unroll", 'i', buffer_view (&b));
    candidates_answers (save, s, &e);
    candidates_blobs (save, s);
    buffer_clear (&b);
    arena_clear (&arena);
}
