/* refinement.c -- see refinement.h. */
#include "cegar/abstraction/refinement.h"

#include <assert.h>

void
refinement_init (struct refinement *f, const struct system *s,
                 struct precision *p)
{
    *f = (struct refinement) {.system = s, .precision = p};
    map_init (&f->tried);
}

static void
refinement_forget (struct refinement *f)
{
    for (size_t i = 0; i < f->lesson.size; i++) {
        VEC_CLEAR (f->lesson.at[i].found);
        VEC_CLEAR (f->lesson.at[i].place);
    }
    f->lesson.size = f->lessons = 0;
}

void
refinement_drop (struct refinement *f)
{
    for (size_t i = 0; i < f->paths; i++)
        VEC_CLEAR (f->path[i]);
    f->paths = f->at = 0;
    f->was_closed = f->closed;
    f->asked = f->unproved = f->closed = false;
    refinement_forget (f);
}

void
refinement_clear (struct refinement *f)
{
    refinement_drop (f);
    VEC_CLEAR (f->lesson);
    map_clear (&f->tried);
}

/* ---- items */

static struct digest
refinement_key (const struct tree_path *p)
{
    struct buffer b;
    buffer_init (&b);
    for (size_t i = 0; i < p->size; i++)
        buffer_u32 (&b, p->at[i]);
    struct digest d = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return d;
}

/* What to try when a path comes back that was refined before. */
static bool
refinement_method (const struct refinement *f, uint64_t tried, uint8_t *method)
{
    static const uint8_t sequence[] = {INTERPOLATE_AUTO, INTERPOLATE_SPACER,
                                       INTERPOLATE_NEWTON, INTERPOLATE_FARKAS};
    if (f->method != INTERPOLATE_AUTO) {
        *method = (uint8_t) f->method;
        return tried == 0;
    }
    if (tried >= sizeof sequence)
        return false;
    *method = sequence[tried];
    return true;
}

/* False: there is nothing to ask; that it is not feasible is known. */
static bool
refinement_examination (const struct refinement *f, size_t path, bool refine,
                        struct buffer *item)
{
    const struct tree_path *p = &f->path[path];
    const uint64_t *tried = map_get (&f->tried, refinement_key (p));
    struct item_examine x = {.refine = refine,
                             .path = {p->at, p->size, p->room}};
    buffer_reset (item);
    if (refine ? !refinement_method (f, tried ? *tried : 0, &x.method)
               : tried != NULL)
        return false;
    item_examine_write (&x, f->system, item);
    return true;
}

static void
refinement_comparison (const struct refinement *f, size_t path, size_t lesson,
                       struct buffer *item)
{
    const struct tree_path *p = &f->path[path];
    struct item_exclude x = {.path = {p->at, p->size, p->room},
                             .by = f->lesson.at[lesson].found};
    buffer_reset (item);
    item_exclude_write (&x, f->system, item);
}

/* Asks ahead for what is about the paths behind `at`. */
static void
refinement_want (const struct refinement *f, struct oracle *oracle)
{
    struct buffer item;
    buffer_init (&item);
    for (size_t i = f->at; oracle->class->want && i < f->paths; i++) {
        /* Most of those that can be compared need not be examined. */
        bool compared = i && !f->was_closed;
        if (refinement_examination (f, i, !i || compared, &item))
            oracle->class->want (oracle, buffer_view (&item),
                                 (compared ? ORACLE_UNLIKELY : 0) + i);
    }
    buffer_clear (&item);
}

/* With the newest lesson. */
static void
refinement_want_comparisons (const struct refinement *f, struct oracle *oracle)
{
    assert (f->lesson.size);
    struct buffer item;
    buffer_init (&item);
    for (size_t i = f->at; oracle->class->want && i < f->paths; i++) {
        refinement_comparison (f, i, f->lesson.size - 1, &item);
        oracle->class->want (oracle, buffer_view (&item), i);
    }
    buffer_clear (&item);
}

/* ---- commits */

void
refinement_begin (struct refinement *f, struct oracle *oracle)
{
    assert (f->paths && !f->at && !f->lesson.size);
    refinement_want (f, oracle);
}

/* The next path, or the next pass over them. */
static enum refinement_end
refinement_next (struct refinement *f, struct oracle *oracle)
{
    f->lessons = 0;
    f->unproved = false;
    if (++f->at < f->paths)
        return REFINEMENT_RUNS;
    if (f->lesson.size)
        return REFINEMENT_LEARNED;
    if (!f->asked)
        return REFINEMENT_STUCK;
    f->at = 0;
    f->asked = false;
    refinement_want (f, oracle);
    return REFINEMENT_RUNS;
}

static enum refinement_end
refinement_compare (struct refinement *f, struct oracle *oracle,
                    struct stage *stage)
{
    assert (f->unproved || f->lessons < f->lesson.size);
    size_t lesson = f->unproved ? f->lesson.size - 1 : f->lessons;
    struct buffer item;
    struct bytes answer;
    uint64_t units;
    enum refinement_end end = REFINEMENT_RUNS;
    buffer_init (&item);
    refinement_comparison (f, f->at, lesson, &item);
    struct item_exclude x = {0};
    if (!oracle->class->get (oracle, buffer_view (&item), &answer, &units))
        end = REFINEMENT_WAITS;
    else if (!item_exclude_answered (&x, answer))
        end = REFINEMENT_MALFORMED;
    else {
        stage_commit (stage, buffer_view (&item), answer, units);
        stage->counters.entailments += x.queries;
        stage->counters.undecided += x.undecided;
        f->lessons++;
        f->closed |= f->unproved && !x.excluded;
        if (x.excluded || f->unproved)
            end = refinement_next (f, oracle);
    }
    buffer_clear (&item);
    return end;
}

/* Adds what was found; true: something was new. */
static bool
refinement_add (struct refinement *f, const struct item_examine *x)
{
    bool new = false;
    for (size_t i = 0; i < x->found.size; i++) {
        const struct item_predicate *p = &x->found.at[i];
        new |= f->everywhere
                   ? precision_add_everywhere (f->precision, f->system,
                                               p->location, p->predicate)
                   : precision_add (f->precision, p->location, p->predicate);
    }
    return new;
}

static enum refinement_end
refinement_examined (struct refinement *f, struct oracle *oracle,
                     struct stage *stage, struct item_examine *x)
{
    stage->counters.entailments += x->queries;
    stage->counters.undecided += x->undecided;
    if (x->finding == PATH_FEASIBLE)
        return REFINEMENT_FEASIBLE;
    if (f->closed)
        return refinement_next (f, oracle);
    struct digest key = refinement_key (&f->path[f->at]);
    const uint64_t *tried = map_get (&f->tried, key);
    map_put (&f->tried, key, tried ? *tried + 1 : 1);
    f->asked = true;
    if (x->explained && refinement_add (f, x)) {
        stage->counters.refinements++;
        struct refinement_lesson lesson = {f->at, x->found, x->place};
        VEC_PUSH (f->lesson, lesson);
        x->found = (struct vec_found) {0};
        x->place = (struct vec_place) {0};
        f->unproved = f->at + 1 < f->paths;
        if (f->unproved) {
            refinement_want_comparisons (f, oracle);
            return REFINEMENT_RUNS;
        }
    }
    return refinement_next (f, oracle);
}

enum refinement_end
refinement_step (struct refinement *f, struct oracle *oracle,
                 struct stage *stage)
{
    assert (f->at < f->paths);
    if (f->unproved || (!f->closed && f->lessons < f->lesson.size))
        return refinement_compare (f, oracle, stage);
    struct buffer item;
    struct bytes answer;
    uint64_t units;
    enum refinement_end end;
    buffer_init (&item);
    struct item_examine x = {0};
    if (!refinement_examination (f, f->at, !f->closed, &item))
        end = refinement_next (f, oracle);
    else if (!oracle->class->get (oracle, buffer_view (&item), &answer, &units))
        end = REFINEMENT_WAITS;
    else if (!item_examine_answered (&x, f->system, answer))
        end = REFINEMENT_MALFORMED;
    else {
        stage_commit (stage, buffer_view (&item), answer, units);
        end = refinement_examined (f, oracle, stage, &x);
    }
    item_examine_clear (&x);
    buffer_clear (&item);
    return end;
}
