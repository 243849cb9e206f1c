/* guess.c -- formulas that fit what was seen of a procedure.
 *
 * Within each region (a condition on what comes in, from the body's branches,
 * signs and small values) every result is fitted: a constant, a linear form
 * with small coefficients, a product, a power of two, a remainder; and bounds.
 * What fits is no more than a guess, so overfitting does no harm but for the
 * time to refute it. */
#include <assert.h>

#include "auto/summaries/guess.h"

enum {
    GUESS_CLAIMS = 250,
    GUESS_POINTS = 64,
    GUESS_NONLINEAR = 8, /* for products */
    GUESS_BLIND = 60     /* without samples */
};

/* ---- terms over numbers of one sort */

const term *
guess_make (struct guess *g, enum op op, const term *a, const term *b)
{
    assert (a->sort == b->sort);
    const term *arg[] = {a, b};
    return term_make (g->terms, op, arg, 2, 0, 0);
}

static bool
is_bits (const term *t)
{
    return t->sort->kind == SORT_BV;
}

const term *
guess_le (struct guess *g, const term *a, const term *b)
{
    return guess_make (g, is_bits (a) ? OP_BVSLE : OP_LE, a, b);
}

static const term *
make_plus (struct guess *g, const term *a, const term *b)
{
    return guess_make (g, is_bits (a) ? OP_BVADD : OP_ADD, a, b);
}

static const term *
make_times (struct guess *g, const term *a, const term *b)
{
    return guess_make (g, is_bits (a) ? OP_BVMUL : OP_MUL, a, b);
}

const term *
guess_number (struct guess *g, const term *like, int64_t n)
{
    return numeric_term (g->terms, like->sort, n);
}

/* k t + rest, where rest may be null. */
static const term *
make_more (struct guess *g, const term *rest, int64_t k, const term *t)
{
    if (k != 1)
        t = make_times (g, guess_number (g, t, k), t);
    return rest ? make_plus (g, rest, t) : t;
}

static const term *
make_offset (struct guess *g, const term *t, int64_t n)
{
    return n ? make_plus (g, t, guess_number (g, t, n)) : t;
}

/* ---- claims */

static bool
claim_proved (struct guess *g, const term *guard, const term *claim)
{
    const uintptr_t *known =
        term_map_get (&g->known, term_implies (g->terms, guard, claim));
    return known && *known;
}

static void
claim_add (struct guess *g, const struct guess_region *r, const term *claim)
{
    assert (claim->sort->kind == SORT_BOOL && g->y->claim.size >= g->y->proved);
    const term *t = term_implies (g->terms, r->guard, claim);
    bool added;
    if (g->y->claim.size >= g->most || term_is_true (t)
        || claim_proved (g, term_true (g->terms), claim)
        || claim_proved (g, r->part[0], claim)
        || claim_proved (g, r->part[1], claim))
        return;
    term_map_at (&g->known, t, &added);
    if (added)
        VEC_PUSH (g->y->claim, t);
}

/* ---- fits */

/* The result `out` less what a guess says of it must be the same everywhere. */
typedef int64_t guess_value (const struct sample *, const void *context);

static bool
fit_offset (const struct guess *g, const struct guess_region *r, size_t out,
            guess_value *value, const void *context, int64_t *offset)
{
    const sort *of = g->q->out.at[out]->sort;
    assert (numeric_sort (of));
    bool first = true;
    for (size_t i = 0; i < g->y->sample.size; i++) {
        const struct sample *one = &g->y->sample.at[i];
        if (!r->has[i])
            continue;
        int64_t rest = numeric_wrap (of, (uint64_t) one->out_number[out]
                                             - (uint64_t) value (one, context));
        if (!first && rest != *offset)
            return false;
        *offset = rest;
        first = false;
    }
    return !first;
}

static bool
in_varies (const struct guess *g, const struct guess_region *r, size_t in)
{
    const struct sample *first = NULL;
    for (size_t i = 0; i < g->y->sample.size; i++) {
        const struct sample *one = &g->y->sample.at[i];
        if (!r->has[i])
            continue;
        if (first && first->in_number[in] != one->in_number[in])
            return true;
        first = first ? first : one;
    }
    return false;
}

struct guess_form {
    enum { FORM_LINEAR, FORM_PRODUCT, FORM_POWER, FORM_REST } kind;
    size_t in[2];
    int64_t k[2]; /* 0: the second is absent, or both are */
    unsigned width;
};

static int64_t
form_value (const struct sample *one, const void *context)
{
    const struct guess_form *f = context;
    uint64_t a = (uint64_t) one->in_number[f->in[0]];
    uint64_t b = (uint64_t) one->in_number[f->in[1]];
    uint64_t k = (uint64_t) f->k[0], m = (uint64_t) f->k[1];
    uint64_t mask =
        f->width >= 64 ? UINT64_MAX : ((uint64_t) 1 << f->width) - 1;
    switch (f->kind) {
    case FORM_LINEAR:
        return (int64_t) (k * a + m * b);
    case FORM_PRODUCT:
        return (int64_t) (k * a * b);
    case FORM_POWER:
        return (int64_t) (((a & mask) < f->width ? k << (a & mask) : 0)
                          + m * b);
    case FORM_REST:
        return (int64_t) (((a + m) & mask) % k);
    }
    return 0;
}

static const term *
form_term (struct guess *g, const struct guess_form *f)
{
    if (!f->k[0])
        return NULL; /* nothing but the offset */
    const term *a = g->q->in.at[f->in[0]], *b = g->q->in.at[f->in[1]];
    const term *t = NULL;
    switch (f->kind) {
    case FORM_LINEAR:
        t = make_more (g, t, f->k[0], a);
        return f->k[1] ? make_more (g, t, f->k[1], b) : t;
    case FORM_PRODUCT:
        return make_more (g, NULL, f->k[0], make_times (g, a, b));
    case FORM_POWER:
        t = guess_make (g, OP_BVSHL, guess_number (g, a, f->k[0]), a);
        return f->k[1] ? make_more (g, t, f->k[1], b) : t;
    case FORM_REST:
        t = make_offset (g, a, f->k[1]);
        if (!is_bits (a))
            return guess_make (g, OP_MOD, t, guess_number (g, a, f->k[0]));
        /* A mask is what a solver decides at once. */
        return f->k[0] & (f->k[0] - 1)
                   ? guess_make (g, OP_BVUREM, t, guess_number (g, a, f->k[0]))
                   : guess_make (g, OP_BVAND, t,
                                 guess_number (g, a, f->k[0] - 1));
    }
    return NULL;
}

/* Adds the claim if the form fits. */
static bool
form_try (struct guess *g, const struct guess_region *r, size_t out,
          struct guess_form *f)
{
    assert (out < g->q->out.size);
    const term *o = g->q->out.at[out];
    int64_t offset = 0;
    f->width = is_bits (o) ? o->sort->width : 64;
    if (!fit_offset (g, r, out, form_value, f, &offset))
        return false;
    const term *t = form_term (g, f);
    t = t ? make_offset (g, t, offset) : guess_number (g, o, offset);
    claim_add (g, r, term_eq (g->terms, o, t));
    return true;
}

static bool
in_fits (const struct guess *g, const struct guess_region *r, size_t in,
         size_t out)
{
    assert (in < g->q->in.size && out < g->q->out.size);
    return g->q->in.at[in]->sort == g->q->out.at[out]->sort
           && in_varies (g, r, in);
}

static bool
fit_linear (struct guess *g, const struct guess_region *r, size_t out)
{
    static const int64_t small[] = {1, -1, 2, -2};
    size_t ins = g->q->in.size, found = 0;
    struct guess_form f = {.kind = FORM_LINEAR};
    if (form_try (g, r, out, &f))
        return true;
    for (size_t i = 0; r->count > 2 && i < ins; i++)
        for (size_t k = 0; k < 4 && in_fits (g, r, i, out); k++) {
            f = (struct guess_form) {FORM_LINEAR, {i, i}, {small[k], 0}, 0};
            found += form_try (g, r, out, &f);
        }
    for (size_t i = 0; r->count > 3 && !found && i < ins; i++)
        for (size_t j = 0; j < i && in_fits (g, r, i, out); j++)
            for (size_t k = 0; k < 16 && in_fits (g, r, j, out); k++) {
                f = (struct guess_form) {
                    FORM_LINEAR, {j, i}, {small[k / 4], small[k % 4]}, 0};
                found += form_try (g, r, out, &f);
            }
    return found;
}

static bool
fit_product (struct guess *g, const struct guess_region *r, size_t out)
{
    size_t found = 0;
    for (size_t i = 0; r->count > GUESS_NONLINEAR && i < g->q->in.size; i++)
        for (size_t j = 0; j <= i && in_fits (g, r, i, out); j++)
            for (int64_t k = 1; k >= -1 && in_fits (g, r, j, out); k -= 2) {
                struct guess_form f = {FORM_PRODUCT, {j, i}, {k, 0}, 0};
                found += form_try (g, r, out, &f);
            }
    return found;
}

static bool
fit_power (struct guess *g, const struct guess_region *r, size_t out)
{
    static const int64_t factor[] = {1, 2, 3, 4, 8, 16};
    size_t found = 0;
    for (size_t i = 0; r->count > 3 && i < g->q->in.size; i++) {
        if (!in_fits (g, r, i, out) || !is_bits (g->q->in.at[i]))
            continue;
        for (size_t k = 0; k < 6; k++) {
            struct guess_form f = {FORM_POWER, {i, i}, {factor[k], 0}, 0};
            found += form_try (g, r, out, &f);
            f.k[1] = 1;
            for (size_t j = 0; j < g->q->in.size; j++) {
                f.in[1] = j;
                if (j != i && in_fits (g, r, j, out))
                    found += form_try (g, r, out, &f);
            }
        }
    }
    return found;
}

static bool
fit_rest (struct guess *g, const struct guess_region *r, size_t out)
{
    size_t found = 0;
    for (size_t i = 0; r->count > 3 && i < g->q->in.size; i++)
        for (size_t m = 0;
             m < g->s->draws.modulus.size && in_fits (g, r, i, out); m++)
            for (int64_t d = 0; d < g->s->draws.modulus.at[m]; d++) {
                struct guess_form f = {
                    FORM_REST, {i, i}, {g->s->draws.modulus.at[m], d}, 0};
                if (f.k[0] > 1)
                    found += form_try (g, r, out, &f);
            }
    return found;
}

/* ---- bounds */

static void
fit_bounds (struct guess *g, const struct guess_region *r, size_t out)
{
    assert (r->count);
    const term *o = g->q->out.at[out];
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (size_t i = 0; i < g->y->sample.size; i++)
        if (r->has[i]) {
            int64_t n = g->y->sample.at[i].out_number[out];
            least = n < least ? n : least;
            most = n > most ? n : most;
        }
    assert (least <= most);
    if (least > -100000)
        claim_add (g, r, guess_le (g, guess_number (g, o, least), o));
    if (most < 100000)
        claim_add (g, r, guess_le (g, o, guess_number (g, o, most)));
    for (int64_t c = 0; c < 2; c++)
        if (least > c)
            claim_add (g, r, guess_le (g, guess_number (g, o, c), o));
}

static void
fit_order (struct guess *g, const struct guess_region *r, size_t out, size_t in)
{
    const term *o = g->q->out.at[out], *i = g->q->in.at[in];
    bool below = true, above = true;
    for (size_t k = 0; k < g->y->sample.size; k++) {
        const struct sample *one = &g->y->sample.at[k];
        if (!r->has[k])
            continue;
        below = below && one->in_number[in] <= one->out_number[out];
        above = above && one->in_number[in] >= one->out_number[out];
    }
    if (below)
        claim_add (g, r, guess_le (g, i, o));
    if (above)
        claim_add (g, r, guess_le (g, o, i));
}

/* ---- one result */

static void
fit_number (struct guess *g, const struct guess_region *r, size_t out)
{
    if (fit_linear (g, r, out))
        return;
    /* All are tried: which of those that fit is inductive is not known. */
    fit_power (g, r, out);
    fit_rest (g, r, out);
    if (g->products)
        fit_product (g, r, out);
    fit_bounds (g, r, out);
    for (size_t i = 0; i < g->q->in.size; i++)
        if (in_fits (g, r, i, out))
            fit_order (g, r, out, i);
}

/* Of any sort: what it was before. */
static void
fit_same (struct guess *g, const struct guess_region *r, size_t out)
{
    for (size_t i = 0; i < g->q->in.size; i++) {
        bool same = g->q->in.at[i]->sort == g->q->out.at[out]->sort;
        for (size_t k = 0; same && k < g->y->sample.size; k++)
            same = !r->has[k]
                   || g->y->sample.at[k].in[i] == g->y->sample.at[k].out[out];
        if (same)
            claim_add (g, r,
                       term_eq (g->terms, g->q->out.at[out], g->q->in.at[i]));
    }
}

static void
fit_truth (struct guess *g, const struct guess_region *r, size_t out)
{
    assert (g->q->out.at[out]->sort->kind == SORT_BOOL);
    const term *o = g->q->out.at[out];
    size_t held = 0;
    for (size_t k = 0; k < g->y->sample.size; k++)
        held += r->has[k] && g->y->sample.at[k].out_number[out];
    if (held == r->count)
        claim_add (g, r, o);
    if (!held)
        claim_add (g, r, term_not (g->terms, o));
}

static void
fit_result (struct guess *g, const struct guess_region *r, size_t out)
{
    const sort *of = g->q->out.at[out]->sort;
    if (numeric_sort (of))
        fit_number (g, r, out);
    else {
        if (of->kind == SORT_BOOL)
            fit_truth (g, r, out);
        fit_same (g, r, out);
    }
}

/* ---- single points: one number comes in */

static void
fit_points (struct guess *g)
{
    size_t in = SIZE_MAX, numbers = 0, points = 0;
    for (size_t i = 0; i < g->q->in.size; i++)
        if (numeric_sort (g->q->in.at[i]->sort)
            && in_varies (g, &g->region.at[0], i)) {
            in = i;
            numbers++;
        }
    if (numbers != 1)
        return;
    assert (in < g->q->in.size);
    const term *i = g->q->in.at[in];
    for (size_t k = 0; k < g->y->sample.size && points < GUESS_POINTS; k++) {
        const struct sample *one = &g->y->sample.at[k];
        const term *guard = term_eq (g->terms, i, one->in[in]);
        struct guess_region point = {.guard = guard, .part = {guard, guard}};
        for (size_t o = 0; o < g->q->out.size; o++)
            if (numeric_sort (g->q->out.at[o]->sort))
                claim_add (g, &point,
                           term_eq (g->terms, g->q->out.at[o], one->out[o]));
        points++;
    }
}

/* ---- no runs were seen */

static void
guess_blindly (struct guess *g)
{
    const struct guess_region *all = &g->region.at[0];
    for (size_t o = 0; o < g->q->out.size; o++)
        for (size_t i = 0; i < g->q->in.size; i++) {
            const term *out = g->q->out.at[o], *in = g->q->in.at[i];
            if (out->sort != in->sort || g->y->claim.size > GUESS_BLIND)
                continue;
            claim_add (g, all, term_eq (g->terms, out, in));
            if (numeric_sort (out->sort)) {
                claim_add (g, all, guess_le (g, in, out));
                claim_add (g, all, guess_le (g, out, in));
            }
        }
}

static bool
points_matter (const struct guess *g)
{
    for (size_t o = 0; o < g->q->out.size; o++)
        if (numeric_sort (g->q->out.at[o]->sort))
            return g->y->sample.size > 0;
    return false;
}

static void
guess_procedure (struct summaries *s, uint32_t procedure, unsigned step)
{
    struct guess g = {.s = s,
                      .terms = s->terms,
                      .q = &s->prepared.passive.procedure[procedure],
                      .y = &s->of[procedure],
                      .most = s->of[procedure].proved + GUESS_CLAIMS};
    assert (g.y->claim.size == g.y->proved);
    term_map_init (&g.known);
    for (size_t i = 0; i < g.y->proved; i++)
        *term_map_at (&g.known, g.y->claim.at[i], NULL) = 1;
    guess_regions (&g, step);
    assert (g.region.size);
    if (!g.y->sample.size)
        guess_blindly (&g);
    else
        for (size_t r = 0; r < g.region.size; r++)
            for (size_t o = 0; o < g.q->out.size; o++)
                fit_result (&g, &g.region.at[r], o);
    g.most += GUESS_POINTS;
    if (step && points_matter (&g))
        fit_points (&g);
    VEC_CLEAR (g.region);
    term_map_clear (&g.known);
}

void
summaries_guess (struct summaries *s, unsigned step)
{
    for (uint32_t p = 0; p < s->prepared.passive.procedures; p++)
        if (s->of[p].recursive)
            guess_procedure (s, p, step);
}
