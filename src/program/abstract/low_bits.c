/* low_bits.c -- see low_bits.h.
 *
 * How many low bits of a variable are settled is the greatest solution of: none
 * of one that is havocked or a parameter, else those that are settled of
 * everything that it is assigned. */
#include "program/abstract/low_bits.h"

#include <assert.h>
#include <stdio.h>

#include "base/memory.h"
#include "logic/term/map.h"
#include "program/change.h"
#include "program/abstract/auxiliary_variables.h"

enum { LOW_HEIGHTS = 128 };

struct low {
    struct program *program;
    terms *terms;
    struct term_map settled; /* variable to how many of its bits are */
    struct term_map memo;    /* term to the same, and its height */
    struct term_map ghost;   /* variable to its ghost */
    struct map low;          /* term and bits to what low_term gave */
};

/* ---- how many bits of a term are settled */

static unsigned
least (unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned
width_of (const term *e)
{
    return e->sort->kind == SORT_BV ? e->sort->width : 0;
}

/* Zeros that a constant ends with; its width, if it is 0. */
static unsigned
zeros_of (terms *t, const term *c)
{
    unsigned n = 0, width = width_of (c);
    const term *zero = term_bits_of (t, 1, 0);
    while (n < width && term_make (t, OP_EXTRACT, &c, 1, n, n) == zero)
        n++;
    return n;
}

/* A shift to the left by a constant; false: it is none. */
static bool
shift_of (const term *e, unsigned *by)
{
    if (e->op != OP_BVSHL || e->arg[1]->op != OP_BITS)
        return false;
    unsigned n = 0;
    for (const char *at = e->arg[1]->text; *at && n < e->sort->width; at++)
        n = n * 10 + (unsigned) (*at - '0');
    *by = least (n, e->sort->width);
    return true;
}

/* A product with a constant: which argument that is; -1: none. */
static int
factor_of (const term *e)
{
    if (e->op != OP_BVMUL || e->args != 2)
        return -1;
    return e->arg[0]->op == OP_BITS ? 0 : e->arg[1]->op == OP_BITS ? 1 : -1;
}

/* What was found of an argument. */
static unsigned
settled_known (const struct low *l, const term *e)
{
    return (unsigned) (*term_map_get (&l->memo, e) / LOW_HEIGHTS);
}

/* Of all arguments from `first` on. */
static unsigned
settled_all (const struct low *l, const term *e, uint32_t first)
{
    unsigned bits = width_of (e);
    for (uint32_t i = first; i < e->args; i++)
        bits = least (bits, settled_known (l, e->arg[i]));
    return bits;
}

static unsigned
settled_concat (const struct low *l, const term *e)
{
    unsigned right = settled_known (l, e->arg[1]);
    return right < width_of (e->arg[1]) ? right
                                        : right + settled_known (l, e->arg[0]);
}

static unsigned
settled_variable (const struct low *l, const term *x)
{
    const uintptr_t *known = term_map_get (&l->settled, x);
    return known ? (unsigned) *known : 0;
}

static unsigned
settled_node (const struct low *l, const term *e)
{
    unsigned width = width_of (e), by;
    int factor;
    if (!width)
        return 0;
    switch (e->op) {
    case OP_BITS:
        return width;
    case OP_VAR:
        return settled_variable (l, e);
    case OP_BVMUL:
        factor = factor_of (e);
        if (factor >= 0)
            return least (width, zeros_of (l->terms, e->arg[factor])
                                     + settled_known (l, e->arg[1 - factor]));
        return settled_all (l, e, 0);
    case OP_BVADD:
    case OP_BVSUB:
    case OP_BVNEG:
    case OP_BVNOT:
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
        return settled_all (l, e, 0);
    case OP_ITE:
        return settled_all (l, e, 1);
    case OP_BVSHL:
        return shift_of (e, &by)
                   ? least (width, by + settled_known (l, e->arg[0]))
                   : 0;
    case OP_CONCAT:
        return e->args == 2 ? settled_concat (l, e) : 0;
    case OP_EXTRACT:
        return e->index[1] ? 0 : least (width, settled_known (l, e->arg[0]));
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        by = settled_known (l, e->arg[0]);
        return by == width_of (e->arg[0]) ? width : by;
    default:
        return 0;
    }
}

/* Terms that are too high have none: low_term nests. */
static unsigned
settled_bits (struct low *l, const term *root)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&root, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        const term *e = order.at[i];
        uintptr_t height = 0;
        for (uint32_t k = 0; k < e->args; k++) {
            uintptr_t below =
                *term_map_get (&l->memo, e->arg[k]) % LOW_HEIGHTS + 1;
            height = below > height ? below : height;
        }
        bool high = height >= LOW_HEIGHTS - 1;
        uintptr_t bits = high ? 0 : settled_node (l, e);
        *term_map_at (&l->memo, e, NULL) =
            bits * LOW_HEIGHTS + (high ? LOW_HEIGHTS - 2 : height);
    }
    term_map_clear (&place);
    VEC_CLEAR (order);
    return settled_known (l, root);
}

/* ---- these bits as a term */

static const term *
make (struct low *l, enum op op, const term *a, const term *b)
{
    return term_make (l->terms, op, (const term *[]) {a, b}, b ? 2 : 1, 0, 0);
}

static const term *
extract (struct low *l, const term *e, unsigned bits)
{
    assert (bits && bits <= width_of (e));
    return bits == width_of (e)
               ? e
               : term_make (l->terms, OP_EXTRACT, &e, 1, bits - 1, 0);
}

static const term *low_term (struct low *l, const term *e, unsigned bits);

/* The low bits of a term, times a factor (null: none) that ends with so many
 * zeros; or in front of as many. */
static const term *
with_zeros (struct low *l, const term *e, unsigned zeros, unsigned bits,
            const term *factor)
{
    if (bits <= zeros)
        return term_bits_of (l->terms, bits, 0);
    const term *more = low_term (l, e, bits - zeros);
    if (factor) {
        const term *high =
            term_make (l->terms, OP_EXTRACT, &factor, 1, bits - 1, zeros);
        more = make (l, OP_BVMUL, more, high);
    }
    return zeros ? make (l, OP_CONCAT, more, term_bits_of (l->terms, zeros, 0))
                 : more;
}

static const term *
low_variable (struct low *l, const term *x, unsigned bits)
{
    const uintptr_t *ghost = term_map_get (&l->ghost, x);
    return extract (l, ghost ? (const term *) *ghost : x, bits);
}

static const term *
low_concat (struct low *l, const term *e, unsigned bits)
{
    unsigned right = width_of (e->arg[1]);
    return bits <= right
               ? low_term (l, e->arg[1], bits)
               : make (l, OP_CONCAT, low_term (l, e->arg[0], bits - right),
                       low_term (l, e->arg[1], right));
}

static const term *
low_node (struct low *l, const term *e, unsigned bits)
{
    unsigned by = 0, width;
    int factor;
    assert (bits && bits <= width_of (e));
    switch (e->op) {
    case OP_BITS:
        return extract (l, e, bits);
    case OP_VAR:
        return low_variable (l, e, bits);
    case OP_BVNEG:
    case OP_BVNOT:
        return make (l, e->op, low_term (l, e->arg[0], bits), NULL);
    case OP_BVMUL:
        factor = factor_of (e);
        if (factor >= 0)
            return with_zeros (l, e->arg[1 - factor],
                               zeros_of (l->terms, e->arg[factor]), bits,
                               e->arg[factor]);
        /* fall through */
    case OP_BVADD:
    case OP_BVSUB:
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR: {
        const term *all = low_term (l, e->arg[0], bits);
        for (uint32_t i = 1; i < e->args; i++)
            all = make (l, e->op, all, low_term (l, e->arg[i], bits));
        return all;
    }
    case OP_ITE:
        return term_ite (l->terms, e->arg[0], low_term (l, e->arg[1], bits),
                         low_term (l, e->arg[2], bits));
    case OP_BVSHL:
        shift_of (e, &by);
        return with_zeros (l, e->arg[0], by, bits, NULL);
    case OP_CONCAT:
        return low_concat (l, e, bits);
    case OP_EXTRACT:
        return low_term (l, e->arg[0], bits);
    default:
        assert (e->op == OP_ZERO_EXTEND || e->op == OP_SIGN_EXTEND);
        width = width_of (e->arg[0]);
        if (bits <= width)
            return low_term (l, e->arg[0], bits);
        const term *all = low_term (l, e->arg[0], width);
        return term_make (l->terms, e->op, &all, 1, bits - width, 0);
    }
}

/* The low `bits` of a term, no more than are settled. */
static const term *
low_term (struct low *l, const term *e, unsigned bits)
{
    uint64_t word[] = {e->id, bits};
    struct digest key = digest_of ((struct bytes) {(void *) word, sizeof word});
    const uint64_t *seen = map_get (&l->low, key);
    if (seen)
        return (const term *) (uintptr_t) *seen;
    const term *made = low_node (l, e, bits);
    map_put (&l->low, key, (uintptr_t) made);
    return made;
}

/* ---- variables */

static void
settle (struct low *l, const term *x, unsigned bits, bool *changed)
{
    uintptr_t *known = term_map_get (&l->settled, x);
    if (known && *known > bits) {
        *known = bits;
        *changed = true;
    }
}

static void
statement_settle (struct low *l, const struct statement *s, bool *changed)
{
    for (uint32_t i = 0; i < s->targets; i++)
        settle (l, s->target[i],
                s->kind == STATEMENT_ASSIGN ? settled_bits (l, s->value[i]) : 0,
                changed);
}

/* Those that nobody assigns to hold anything. */
static void
variables_begin (struct low *l, const struct vec_block *blocks)
{
    for (size_t b = 0; b < blocks->size; b++)
        for (size_t i = 0; i < blocks->at[b].statement.size; i++) {
            const struct statement *s = &blocks->at[b].statement.at[i];
            for (uint32_t k = 0; k < s->targets; k++)
                if (width_of (s->target[k]))
                    *term_map_at (&l->settled, s->target[k], NULL) =
                        width_of (s->target[k]);
        }
}

static void
variables_settle (struct low *l)
{
    const struct vec_block *blocks = &l->program->procedure.at[0].block;
    variables_begin (l, blocks);
    for (bool changed = true; changed;) {
        changed = false;
        term_map_clear (&l->memo);
        for (size_t b = 0; b < blocks->size; b++)
            for (size_t i = 0; i < blocks->at[b].statement.size; i++)
                statement_settle (l, &blocks->at[b].statement.at[i], &changed);
    }
}

static void
ghosts_make (struct low *l, const struct vec_variable *list,
             struct vec_ghost *to)
{
    for (size_t i = 0; i < list->size; i++) {
        const term *x = list->at[i].term;
        unsigned bits = settled_variable (l, x);
        if (!bits || bits == width_of (x))
            continue;
        char name[40];
        snprintf (name, sizeof name, "@low.%zu", to->size);
        struct ghost g = {.variable = term_var (
                              l->terms, arena_string (&l->program->arena, name),
                              sort_bv (l->terms, bits)),
                          .is = extract (l, x, bits),
                          .x = x};
        *term_map_at (&l->ghost, x, NULL) = (uintptr_t) g.variable;
        VEC_PUSH (*to, g);
    }
}

/* ---- the whole */

static const term *
low_after (void *context, const struct ghost *g, const struct statement *s)
{
    return low_term (context, statement_makes (s, g->x),
                     width_of (g->variable));
}

/* An equation is one of low bits, too. */
static const term *
low_put (void *context, const term *e)
{
    struct low *l = context;
    if (e->op != OP_EQ || !width_of (e->arg[0]))
        return NULL;
    unsigned bits =
        least (settled_bits (l, e->arg[0]), settled_bits (l, e->arg[1]));
    if (!bits || bits == width_of (e->arg[0]))
        return NULL;
    const term *low = term_eq (l->terms, low_term (l, e->arg[0], bits),
                               low_term (l, e->arg[1], bits));
    return term_and2 (l->terms, low, e);
}

bool
program_low_bits (struct program *flat)
{
    assert (flat->procedure.size == 1);
    struct low l = {.program = flat, .terms = flat->terms};
    struct ghosts ghosts = {.after = low_after, .put = low_put, .context = &l};
    map_init (&l.low);
    variables_settle (&l);
    term_map_clear (&l.memo);
    ghosts_make (&l, &flat->global, &ghosts.ghost);
    ghosts_make (&l, &flat->procedure.at[0].out, &ghosts.ghost);
    ghosts_make (&l, &flat->procedure.at[0].local, &ghosts.ghost);
    bool some = ghosts.ghost.size > 0;
    if (some)
        ghosts_insert (&ghosts, flat);
    VEC_CLEAR (ghosts.ghost);
    term_map_clear (&l.settled);
    term_map_clear (&l.memo);
    term_map_clear (&l.ghost);
    map_clear (&l.low);
    return some;
}
