/* item_answer.c -- answers of bounded as bytes:
 *
 *     kind, steps, inlined, then
 *     SAFE, BOUNDED  partition
 *     SPLIT          partition, number of sites, sites
 *     UNSAFE         candidate, trail
 *
 * A trail is: to_return; the numbers of parameters, points, visits and values;
 * procedure, block and number of values of each visit; for each value whether
 * there is one; then all terms as one list: constants, globals, parameters,
 * application and value of each point, values. */
#include <assert.h>

#include "bounded/search/item.h"

/* ---- writing */

static void
add_terms (struct term_vec *all, const struct term_vec *some)
{
    for (size_t i = 0; i < some->size; i++)
        if (some->at[i])
            VEC_PUSH (*all, some->at[i]);
}

static void
trail_terms_write (const struct trail *t, struct buffer *b)
{
    struct term_vec all = {0};
    add_terms (&all, &t->constant);
    add_terms (&all, &t->global);
    add_terms (&all, &t->parameter);
    for (size_t i = 0; i < t->point.size; i++) {
        VEC_PUSH (all, t->point.at[i].application);
        VEC_PUSH (all, t->point.at[i].value);
    }
    add_terms (&all, &t->value);
    term_write (b, all.at, all.size);
    VEC_CLEAR (all);
}

static void
trail_wire_write (const struct trail *t, struct buffer *b)
{
    buffer_byte (b, t->to_return);
    buffer_uint (b, t->parameter.size);
    buffer_uint (b, t->point.size);
    buffer_uint (b, t->visit.size);
    buffer_uint (b, t->value.size);
    uint32_t first = 0;
    for (size_t i = 0; i < t->visit.size; i++) {
        assert (t->visit.at[i].first == first);
        buffer_uint (b, t->visit.at[i].procedure);
        buffer_uint (b, t->visit.at[i].block);
        buffer_uint (b, t->visit.at[i].values);
        first += t->visit.at[i].values;
    }
    assert (first == t->value.size);
    for (size_t i = 0; i < t->value.size; i++)
        buffer_byte (b, t->value.at[i] != NULL);
    trail_terms_write (t, b);
}

void
search_answer_write (const struct search_answer *a, struct buffer *b)
{
    buffer_byte (b, (uint8_t) a->kind);
    buffer_uint (b, a->steps);
    buffer_uint (b, a->inlined);
    switch (a->kind) {
    case ANSWER_SPLIT:
        assert (a->site.size);
        partition_write (&a->partition, b);
        buffer_uint (b, a->site.size);
        for (size_t i = 0; i < a->site.size; i++)
            buffer_uint (b, a->site.at[i]);
        break;
    case ANSWER_SAFE:
    case ANSWER_BOUNDED:
        partition_write (&a->partition, b);
        break;
    case ANSWER_UNSAFE:
        buffer_byte (b, a->candidate);
        trail_wire_write (&a->trail, b);
        break;
    case ANSWER_UNDECIDED:
        break;
    }
}

/* ---- reading */

struct trail_wire {
    uint64_t parameters, points, visits, values;
    bool *any; /* per value: there is none */
    const struct term_vec *term;
    size_t next; /* of term */
};

static bool
number (struct reader *r, uint32_t *value)
{
    uint64_t wide = reader_uint (r);
    *value = (uint32_t) wide;
    return !r->failed && wide < PASSIVE_NONE;
}

static bool
flag (struct reader *r, bool *value)
{
    uint8_t byte = reader_byte (r);
    *value = byte;
    return !r->failed && byte <= 1;
}

static bool
wire_counts (struct trail_wire *w, struct reader *r)
{
    w->parameters = reader_uint (r);
    w->points = reader_uint (r);
    w->visits = reader_uint (r);
    w->values = reader_uint (r);
    /* Everything counted takes at least a byte. */
    uint64_t left = (uint64_t) (r->end - r->at);
    return !r->failed && w->parameters <= left && w->points <= left
           && w->visits <= left && w->values <= left;
}

static bool
wire_visits (const struct trail_wire *w, struct trail *t, struct reader *r)
{
    uint64_t first = 0;
    for (uint64_t i = 0; i < w->visits; i++) {
        struct trail_visit v = {.first = (uint32_t) first};
        if (!number (r, &v.procedure) || !number (r, &v.block)
            || !number (r, &v.values) || v.values > w->values - first)
            return false;
        first += v.values;
        VEC_PUSH (t->visit, v);
    }
    return first == w->values;
}

/* The next term if it is a value, of the sort if one is given. */
static const term *
wire_value (struct trail_wire *w, const sort *wanted)
{
    if (w->next >= w->term->size)
        return NULL;
    const term *t = w->term->at[w->next++];
    return term_is_value (t) && (!wanted || t->sort == wanted) ? t : NULL;
}

static bool
wire_values (struct trail_wire *w, const term *const *like, uint64_t count,
             struct term_vec *values)
{
    for (uint64_t i = 0; i < count; i++) {
        const term *value = wire_value (w, like ? like[i]->sort : NULL);
        if (!value)
            return false;
        VEC_PUSH (*values, value);
    }
    return true;
}

static bool
wire_point (struct trail_wire *w, struct trail *t)
{
    if (w->next >= w->term->size)
        return false;
    struct trail_point p = {.application = w->term->at[w->next++]};
    if (p.application->op != OP_APPLY)
        return false;
    for (uint32_t i = 0; i < p.application->args; i++)
        if (!term_is_value (p.application->arg[i]))
            return false;
    p.value = wire_value (w, p.application->sort);
    if (!p.value)
        return false;
    VEC_PUSH (t->point, p);
    return true;
}

static bool
wire_used_up (struct trail_wire *w, struct trail *t)
{
    for (uint64_t i = 0; i < w->values; i++) {
        const term *value = w->any[i] ? NULL : wire_value (w, NULL);
        if (!value && !w->any[i])
            return false;
        VEC_PUSH (t->value, value);
    }
    return w->next == w->term->size;
}

static bool
wire_terms (struct trail_wire *w, const struct passive_program *p,
            struct trail *t)
{
    bool good = wire_values (w, p->constant, p->constants, &t->constant)
                && wire_values (w, p->global, p->globals, &t->global)
                && wire_values (w, NULL, w->parameters, &t->parameter);
    for (uint64_t i = 0; good && i < w->points; i++)
        good = wire_point (w, t);
    return good && wire_used_up (w, t);
}

static bool
wire_any (struct trail_wire *w, struct reader *r)
{
    w->any = NEW_ARRAY (bool, w->values + 1);
    for (uint64_t i = 0; i < w->values; i++) {
        bool some;
        if (!flag (r, &some))
            return false;
        w->any[i] = !some;
    }
    return true;
}

static bool
trail_wire_read (struct trail *t, const struct passive_program *program,
                 struct reader *r)
{
    struct term_vec all = {0};
    struct trail_wire w = {.term = &all};
    trail_init (t);
    t->entry = program->procedure[program->main].name;
    bool good = flag (r, &t->to_return) && wire_counts (&w, r)
                && wire_visits (&w, t, r) && wire_any (&w, r)
                && term_read (program->terms, r, &all)
                && wire_terms (&w, program, t);
    memory_free (w.any);
    VEC_CLEAR (all);
    if (!good)
        trail_clear (t);
    return good;
}

/* Sites that are there, and not decided yet. */
static bool
answer_read_sites (struct search_answer *a, struct reader *r)
{
    const struct partition *p = &a->partition;
    bool *taken = NEW_ARRAY (bool, p->site.size);
    for (size_t i = 0; i < p->chosen.size; i++)
        taken[p->chosen.at[i].site] = true;
    uint32_t count, site;
    bool good = number (r, &count) && count && count < p->site.size;
    for (uint32_t i = 0; good && i < count; i++) {
        good = number (r, &site) && site && site < p->site.size && !taken[site];
        if (!good)
            break;
        taken[site] = true;
        VEC_PUSH (a->site, site);
    }
    memory_free (taken);
    return good;
}

static bool
answer_read_rest (struct search_answer *a, struct passive_program *program,
                  struct reader *r)
{
    switch (a->kind) {
    case ANSWER_SAFE:
    case ANSWER_BOUNDED:
        return partition_read (&a->partition, program, r);
    case ANSWER_SPLIT:
        return partition_read (&a->partition, program, r)
               && answer_read_sites (a, r);
    case ANSWER_UNSAFE:
        return flag (r, &a->candidate)
               && trail_wire_read (&a->trail, program, r);
    case ANSWER_UNDECIDED:
        return true;
    }
    return false;
}

bool
search_answer_read (struct search_answer *a, struct passive_program *program,
                    struct bytes bytes)
{
    struct reader r;
    reader_init (&r, bytes);
    *a = (struct search_answer) {0};
    uint8_t kind = reader_byte (&r);
    a->kind = (enum bounded_answer) kind;
    if (kind >= ANSWER_SAFE && kind <= ANSWER_UNDECIDED
        && number (&r, &a->steps) && number (&r, &a->inlined)
        && answer_read_rest (a, program, &r) && reader_done (&r))
        return true;
    search_answer_clear (a);
    return false;
}

void
search_answer_clear (struct search_answer *a)
{
    partition_clear (&a->partition);
    VEC_CLEAR (a->site);
    trail_clear (&a->trail);
    *a = (struct search_answer) {0};
}

/* ---- the parts of a split */

size_t
search_answer_parts (const struct search_answer *a)
{
    assert (a->kind == ANSWER_SPLIT && a->site.size);
    return a->site.size + 1;
}

void
search_answer_part (const struct search_answer *a, size_t part,
                    struct partition *p)
{
    assert (part < search_answer_parts (a));
    size_t avoided = a->site.size - part;
    partition_copy (p, &a->partition);
    for (size_t i = 0; i < avoided; i++)
        VEC_PUSH (p->chosen, ((struct chosen) {MUST_AVOID, a->site.at[i]}));
    if (part)
        VEC_PUSH (p->chosen,
                  ((struct chosen) {MUST_REACH, a->site.at[avoided]}));
}
