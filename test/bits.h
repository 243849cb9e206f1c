/* bits.h -- random programs over bit-vectors, and random runs of them.
 *
 * One procedure without calls: variables of several widths and a map, loops,
 * assumptions that often hold.  Every statement has an attribute, so that what
 * a pass puts before it can be told from it. */
#ifndef BITS_H
#define BITS_H

#include <stdarg.h>

#include "logic/term/map.h"
#include "program/attributes.h"
#include "programs.h"

enum {
    BITS_WIDTHS = 7,
    BITS_EACH = 2,
    BITS_VARIABLES = BITS_WIDTHS * BITS_EACH
};
static const unsigned bits_width[BITS_WIDTHS] = {1, 3, 8, 13, 32, 64, 100};

struct bits {
    struct program *program;
    struct dice *dice;
    const term *variable[BITS_VARIABLES];
    const term *map;              /* [bv8] bv13 */
    bool natural[BITS_VARIABLES]; /* at most 40 at the start */
    bool small;                   /* fewer operators, for loops that count */
};

static inline const term *
bits_constant (struct bits *b, unsigned width)
{
    terms *t = b->program->terms;
    const term *one = term_bits (t, width, "1");
    char text[32];
    switch (dice_roll (b->dice, 6)) {
    case 0:
        return term_bits (t, width, "0");
    case 1: /* -1 */
        return term_make (t, OP_BVNEG, &one, 1, 0, 0);
    case 2: { /* the largest power, or one less */
        snprintf (text, sizeof text, "%u", width - 1);
        const term *arg[2] = {one, term_bits (t, width, text)};
        const term *top = term_make (t, OP_BVSHL, arg, 2, 0, 0);
        return dice_roll (b->dice, 2) ? top
                                      : term_make (t, OP_BVNOT, &top, 1, 0, 0);
    }
    case 3:
        snprintf (text, sizeof text, "%u", dice_roll (b->dice, 40));
        return term_bits (t, width, text);
    case 4:
        snprintf (text, sizeof text, "%llu",
                  (1ull << dice_roll (b->dice, 20)) - dice_roll (b->dice, 2));
        return term_bits (t, width, text);
    default:
        snprintf (text, sizeof text, "%llu",
                  (unsigned long long) dice_roll (b->dice, 1u << 30)
                      << dice_roll (b->dice, 34));
        return term_bits (t, width, text);
    }
}

static inline const term *bits_term (struct bits *b, unsigned width,
                                     unsigned depth);

static inline unsigned
bits_some_width (struct bits *b)
{
    return bits_width[dice_roll (b->dice, BITS_WIDTHS)];
}

static inline const term *
bits_leaf (struct bits *b, unsigned width)
{
    for (unsigned i = 0; i < BITS_WIDTHS; i++)
        if (bits_width[i] == width && dice_roll (b->dice, 4))
            return b->variable[i * BITS_EACH + dice_roll (b->dice, BITS_EACH)];
    return bits_constant (b, width);
}

static inline const term *
bits_formula (struct bits *b, unsigned depth)
{
    terms *t = b->program->terms;
    static const enum op compare[] = {OP_BVULE, OP_BVULT, OP_BVSLE, OP_BVSLT,
                                      OP_EQ};
    uint32_t what = dice_roll (b->dice, depth ? 8 : 5);
    if (what == 5)
        return term_not (t, bits_formula (b, depth - 1));
    if (what == 6)
        return term_and2 (t, bits_formula (b, depth - 1),
                          bits_formula (b, depth - 1));
    if (what == 7)
        return term_or2 (t, bits_formula (b, depth - 1),
                         bits_formula (b, depth - 1));
    unsigned width = bits_some_width (b), left = depth ? depth - 1 : 0;
    const term *arg[2] = {bits_term (b, width, left),
                          dice_roll (b->dice, 3) ? bits_constant (b, width)
                                                 : bits_term (b, width, left)};
    if (dice_roll (b->dice, 3) == 0) {
        const term *swap = arg[0];
        arg[0] = arg[1];
        arg[1] = swap;
    }
    return term_make (t, compare[what], arg, 2, 0, 0);
}

/* From a narrower or wider one, or a map. */
static inline const term *
bits_convert (struct bits *b, unsigned width, unsigned depth)
{
    terms *t = b->program->terms;
    unsigned other = bits_some_width (b);
    const term *x;
    if (width == 13 && dice_roll (b->dice, 3) == 0) {
        const term *arg[2] = {b->map, bits_term (b, 8, depth - 1)};
        return term_make (t, OP_SELECT, arg, 2, 0, 0);
    }
    x = bits_term (b, other, depth - 1);
    if (other > width) {
        unsigned low =
            dice_roll (b->dice, 2) ? 0 : dice_roll (b->dice, other - width + 1);
        return term_make (t, OP_EXTRACT, &x, 1, low + width - 1, low);
    }
    if (other < width && dice_roll (b->dice, 3) == 0) {
        const term *arg[2] = {bits_term (b, width - other, depth - 1), x};
        return term_make (t, OP_CONCAT, arg, 2, 0, 0);
    }
    return term_make (t,
                      dice_roll (b->dice, 2) ? OP_ZERO_EXTEND : OP_SIGN_EXTEND,
                      &x, 1, width - other, 0);
}

static inline const term *
bits_term (struct bits *b, unsigned width, unsigned depth)
{
    terms *t = b->program->terms;
    if (!depth || dice_roll (b->dice, 6) == 0)
        return bits_leaf (b, width);
    uint32_t what = dice_roll (b->dice, b->small ? 6 : 15);
    const term *arg[3] = {bits_term (b, width, depth - 1),
                          dice_roll (b->dice, 2)
                              ? bits_constant (b, width)
                              : bits_term (b, width, depth - 1),
                          NULL};
    static const enum op two[] = {OP_BVADD,  OP_BVSUB,  OP_BVADD,  OP_BVMUL,
                                  OP_BVAND,  OP_BVOR,   OP_BVXOR,  OP_BVUDIV,
                                  OP_BVUREM, OP_BVSDIV, OP_BVSREM, OP_BVSHL};
    static const enum op more[] = {OP_BVLSHR, OP_BVASHR, OP_BVSMOD};
    if (b->small && what > 2)
        return what == 3 ? bits_convert (b, width, depth)
                         : bits_leaf (b, width);
    if (what < 12)
        return term_make (t, two[what], arg, 2, 0, 0);
    if (what == 12)
        return bits_convert (b, width, depth);
    if (what == 13) {
        enum op op = more[dice_roll (b->dice, 3)];
        return term_make (t, op, arg, 2, 0, 0);
    }
    switch (dice_roll (b->dice, 3)) {
    case 0:
        return term_make (t, OP_BVNOT, arg, 1, 0, 0);
    case 1:
        return term_make (t, OP_BVNEG, arg, 1, 0, 0);
    default:
        return term_ite (t, bits_formula (b, 1), arg[0], arg[1]);
    }
}

static inline void
bits_statement (struct bits *b, uint32_t block, struct statement s)
{
    s.attribute = mark_add (b->program, NULL, "own", NULL);
    VEC_PUSH (b->program->procedure.at[0].block.at[block].statement, s);
}

static inline const term *
bits_target (struct bits *b)
{
    return b->variable[dice_roll (b->dice, BITS_VARIABLES)];
}

static inline void
bits_assign (struct bits *b, uint32_t block)
{
    struct program *p = b->program;
    if (dice_roll (b->dice, 6) == 0) {
        const term *arg[3] = {b->map, bits_term (b, 8, 1),
                              bits_term (b, 13, 1)};
        bits_statement (
            b, block,
            programs_assign (p, b->map,
                             term_make (p->terms, OP_STORE, arg, 3, 0, 0)));
        return;
    }
    const term *x = bits_target (b);
    bits_statement (b, block,
                    programs_assign (p, x, bits_term (b, x->sort->width, 3)));
}

/* `blocks` blocks; every one may go to the next and to two others. */
static inline void
bits_program (struct bits *b, struct program *p, struct dice *d,
              uint32_t blocks)
{
    *b = (struct bits) {.program = p, .dice = d, .small = dice_roll (d, 2)};
    program_init (p, "bits.bpl");
    terms *t = p->terms;
    programs_procedure (p, "main");
    struct procedure *q = &p->procedure.at[0];
    for (unsigned i = 0; i < BITS_VARIABLES; i++) {
        char name[16];
        snprintf (name, sizeof name, "x%u_%u", bits_width[i / BITS_EACH],
                  i % BITS_EACH);
        b->variable[i] =
            term_var (t, name, sort_bv (t, bits_width[i / BITS_EACH]));
        programs_variable (i % 2 ? &q->local : &p->global, b->variable[i],
                           NULL);
    }
    b->map = term_var (t, "m", sort_array (t, sort_bv (t, 8), sort_bv (t, 13)));
    programs_variable (&p->global, b->map, NULL);
    for (uint32_t i = 0; i < blocks; i++) {
        char label[16];
        snprintf (label, sizeof label, "b%u", i);
        programs_block (p, 0, label);
    }
    for (unsigned i = 0; i < BITS_VARIABLES; i++) {
        const term *x = b->variable[i];
        b->natural[i] = bits_width[i / BITS_EACH] > 6 && dice_roll (d, 3);
        const term *arg[2] = {x, term_bits (t, x->sort->width, "40")};
        if (b->natural[i])
            bits_statement (
                b, 0,
                programs_check (STATEMENT_ASSUME,
                                term_make (t, OP_BVULE, arg, 2, 0, 0)));
    }
    for (uint32_t i = 0; i < blocks; i++) {
        uint32_t size = 1 + dice_roll (d, 4);
        for (uint32_t j = 0; j < size; j++) {
            uint32_t what = dice_roll (d, 8);
            if (what < 2 || !j)
                bits_statement (b, i,
                                programs_check (dice_roll (d, 4)
                                                    ? STATEMENT_ASSUME
                                                    : STATEMENT_ASSERT,
                                                bits_formula (b, 2)));
            else if (what == 2) {
                const term *x = bits_target (b);
                bits_statement (
                    b, i,
                    (struct statement) {.kind = STATEMENT_HAVOC,
                                        .target = programs_list (p, &x, 1),
                                        .targets = 1});
            } else
                bits_assign (b, i);
        }
        struct block *at = &p->procedure.at[0].block.at[i];
        if (i + 1 < blocks)
            VEC_PUSH (at->target, i + 1);
        for (int j = 0; j < 2 && blocks > 1; j++)
            VEC_PUSH (at->target, 1 + dice_roll (d, blocks - 1));
    }
}

/* A store of values: variables and what they are. */
struct bits_state {
    struct term_map value; /* variable to value */
};

static inline const term *
bits_lookup (void *context, const term *t)
{
    struct bits_state *s = context;
    uintptr_t *v = term_map_get (&s->value, t);
    return v ? (const term *) *v : NULL;
}

static inline void
bits_set (struct bits_state *s, const term *variable, const term *value)
{
    assert (variable->sort == value->sort);
    *term_map_at (&s->value, variable, NULL) = (uintptr_t) value;
}

static inline const term *
bits_evaluate (struct program *p, struct bits_state *s, const term *t)
{
    return term_evaluate (p->terms, t, bits_lookup, s);
}

/* Arbitrary values for all. */
static inline void
bits_start (struct bits *b, struct bits_state *s)
{
    terms *t = b->program->terms;
    for (unsigned i = 0; i < BITS_VARIABLES; i++) {
        unsigned width = b->variable[i]->sort->width;
        char text[8];
        snprintf (text, sizeof text, "%u", dice_roll (b->dice, 41));
        bits_set (s, b->variable[i],
                  b->natural[i] ? term_bits (t, width, text)
                                : bits_constant (b, width));
    }
    const term *m = term_const_array (t, b->map->sort, bits_constant (b, 13));
    for (unsigned i = dice_roll (b->dice, 3); i--;) {
        const term *arg[3] = {m, bits_constant (b, 8), bits_constant (b, 13)};
        m = term_make (t, OP_STORE, arg, 3, 0, 0);
    }
    bits_set (s, b->map, m);
}

/* False: an assumption or assertion does not hold. */
static inline bool
bits_step (struct bits *b, struct bits_state *s, const struct statement *st)
{
    if (st->kind == STATEMENT_ASSIGN)
        bits_set (s, st->target[0],
                  bits_evaluate (b->program, s, st->value[0]));
    else if (st->kind == STATEMENT_HAVOC)
        bits_set (s, st->target[0],
                  bits_constant (b, st->target[0]->sort->width));
    else
        return term_is_true (bits_evaluate (b->program, s, st->term));
    return true;
}

#endif
