/* states.h -- random programs that are so small that all their states can be
 * gone through.
 *
 * One procedure without calls.  A state is a number: variable i is WIDTH bits
 * of it, the Boolean the last.  With a map, variables 1 and 2 are its entries
 * at 0 and 1, and it is as many bits as both. */
#ifndef STATES_H
#define STATES_H

#include "base/memory.h"
#include "logic/term/sort.h"
#include "programs.h"

enum {
    WIDTH = 2,
    VARIABLES = 4, /* the last is a Boolean */
    STATES = 1 << (WIDTH * (VARIABLES - 1) + 1),
    MOST_BLOCKS = 8,
    MOST_STATEMENTS = 4
};

struct maker {
    struct program *p;
    struct dice *dice;
    const term *variable[VARIABLES];
    const term *map; /* from one bit; may be null */
};

/* ---- random terms */

static inline const term *make_bool (struct maker *m, unsigned depth);

static inline const term *
constant (struct maker *m)
{
    char digit[2] = {(char) ('0' + dice_roll (m->dice, 1 << WIDTH)), 0};
    return term_bits (m->p->terms, WIDTH, digit);
}

/* One bit: a constant more often than not. */
static inline const term *
make_index (struct maker *m)
{
    uint32_t low = dice_roll (m->dice, WIDTH);
    return dice_roll (m->dice, 3)
               ? term_bits (m->p->terms, 1, dice_roll (m->dice, 2) ? "1" : "0")
               : term_make (m->p->terms, OP_EXTRACT, &m->variable[0], 1, low,
                            low);
}

static inline const term *
make_entry (struct maker *m, const term *map)
{
    return term_make (m->p->terms, OP_SELECT,
                      (const term *[]) {map, make_index (m)}, 2, 0, 0);
}

static inline const term *make_bits (struct maker *m, unsigned depth);

static inline const term *
make_map (struct maker *m, unsigned depth)
{
    terms *t = m->p->terms;
    uint32_t kind = depth ? dice_roll (m->dice, 6) : 0;
    if (kind < 2)
        return m->map;
    if (kind == 2)
        return term_const_array (t, m->map->sort, make_bits (m, 0));
    const term *map = make_map (m, depth - 1);
    if (kind == 3)
        return term_ite (t, make_bool (m, 0), map, m->map);
    const term *arg[] = {map, make_index (m), make_bits (m, depth - 1)};
    return term_make (t, OP_STORE, arg, 3, 0, 0);
}

static inline const term *
make_bits (struct maker *m, unsigned depth)
{
    static const enum op ops[] = {OP_BVADD,  OP_BVSUB,  OP_BVMUL,  OP_BVAND,
                                  OP_BVOR,   OP_BVXOR,  OP_BVUDIV, OP_BVUREM,
                                  OP_BVSDIV, OP_BVSREM, OP_BVSMOD, OP_BVSHL,
                                  OP_BVLSHR, OP_BVASHR, OP_BVNOT,  OP_BVNEG};
    terms *t = m->p->terms;
    uint32_t kind = dice_roll (m->dice, depth ? 7 : 3);
    if (m->map && depth && !dice_roll (m->dice, 4))
        return make_entry (m, make_map (m, depth - 1));
    if (kind < 2)
        return m->variable[dice_roll (m->dice, VARIABLES - 1)];
    if (kind == 2)
        return constant (m);
    const term *arg[2] = {make_bits (m, depth - 1), make_bits (m, depth - 1)};
    if (kind == 3)
        return term_ite (t, make_bool (m, depth - 1), arg[0], arg[1]);
    if (kind == 4) {
        enum op how = dice_roll (m->dice, 2) ? OP_ZERO_EXTEND : OP_SIGN_EXTEND;
        const term *wide = term_make (t, how, arg, 1, 2, 0);
        uint32_t low = dice_roll (m->dice, 3);
        return term_make (t, OP_EXTRACT, &wide, 1, low + WIDTH - 1, low);
    }
    if (kind == 5) {
        const term *both = term_make (t, OP_CONCAT, arg, 2, 0, 0);
        return term_make (t, OP_EXTRACT, &both, 1, 2, 1);
    }
    enum op op = ops[dice_roll (m->dice, sizeof ops / sizeof *ops)];
    bool one = op == OP_BVNOT || op == OP_BVNEG;
    return term_make (t, op, arg, one ? 1 : 2, 0, 0);
}

static inline const term *
make_bool (struct maker *m, unsigned depth)
{
    static const enum op ops[] = {OP_BVULE, OP_BVULT, OP_BVSLE, OP_BVSLT};
    terms *t = m->p->terms;
    uint32_t kind = dice_roll (m->dice, depth ? 9 : 4);
    if (kind == 0)
        return m->variable[VARIABLES - 1];
    if (kind < 4) {
        const term *equal = term_eq (t, make_bits (m, 0), constant (m));
        return dice_roll (m->dice, 2) ? equal : term_not (t, equal);
    }
    if (kind == 4)
        return term_not (t, make_bool (m, depth - 1));
    if (kind == 8)
        return term_eq (
            t, constant (m),
            term_ite (t, make_bool (m, depth - 1), constant (m), constant (m)));
    const term *arg[2] = {make_bits (m, depth - 1), make_bits (m, depth - 1)};
    const term *part[2] = {make_bool (m, depth - 1), make_bool (m, depth - 1)};
    if (kind == 5)
        return dice_roll (m->dice, 2) ? term_and (t, part, 2)
                                      : term_or (t, part, 2);
    if (kind == 6)
        return term_eq (t, arg[0], arg[1]);
    return term_make (t, ops[dice_roll (m->dice, 4)], arg, 2, 0, 0);
}

/* ---- random programs */

/* One variable, or two at once: then they are often exchanged. */
static inline struct statement
make_assign (struct maker *m, uint32_t x, bool simple)
{
    const term *y = m->variable[(x + 1) % (VARIABLES - 1)];
    if (x == VARIABLES - 1)
        return programs_assign (m->p, m->variable[x], make_bool (m, 1));
    if (m->map && x) {
        const term *arg[] = {m->map, make_index (m),
                             simple ? constant (m) : make_bits (m, 2)};
        return programs_assign (
            m->p, m->map,
            dice_roll (m->dice, 4)
                ? term_make (m->p->terms, OP_STORE, arg, 3, 0, 0)
                : make_map (m, 2));
    }
    struct statement s =
        programs_assign (m->p, m->variable[x],
                         simple                   ? constant (m)
                         : dice_roll (m->dice, 4) ? make_bits (m, 2)
                                                  : y);
    if (m->map || dice_roll (m->dice, 4))
        return s;
    const term *target[] = {m->variable[x], y};
    const term *value[] = {y, dice_roll (m->dice, 2) ? m->variable[x]
                                                     : make_bits (m, 1)};
    s.target = programs_list (m->p, target, 2);
    s.value = programs_list (m->p, value, 2);
    s.targets = s.values = 2;
    return s;
}

static inline struct statement
make_statement (struct maker *m)
{
    uint32_t x = dice_roll (m->dice, VARIABLES);
    uint32_t kind = dice_roll (m->dice, 10);
    bool simple = dice_roll (m->dice, 2);
    if (kind < 2)
        return programs_check (STATEMENT_ASSUME, make_bool (m, simple ? 0 : 2));
    if (kind == 3)
        return programs_check (STATEMENT_ASSERT, make_bool (m, 1));
    struct statement s = make_assign (m, x, simple);
    if (kind == 4) {
        s.kind = STATEMENT_HAVOC;
        s.values = 0;
    }
    return s;
}

/* One block in sixteen returns. */
static inline void
make_block (struct maker *m, uint32_t at, uint32_t blocks)
{
    char label[] = {'L', (char) ('0' + at), 0};
    programs_block (m->p, 0, label);
    struct block *block = &m->p->procedure.at[0].block.at[at];
    for (uint32_t n = 1 + dice_roll (m->dice, MOST_STATEMENTS - 1); n; n--)
        VEC_PUSH (block->statement, make_statement (m));
    if (at && dice_roll (m->dice, 16) == 0)
        return;
    for (uint32_t n = 1 + dice_roll (m->dice, 2); n; n--)
        VEC_PUSH (block->target, dice_roll (m->dice, blocks));
}

static inline void
make_program_map (struct maker *m)
{
    terms *t = m->p->terms;
    m->map =
        term_var (t, "m", sort_array (t, sort_bv (t, 1), sort_bv (t, WIDTH)));
    programs_variable (&m->p->global, m->map, NULL);
    for (int i = 1; i < VARIABLES - 1; i++)
        m->variable[i] = term_make (
            t, OP_SELECT,
            (const term *[]) {m->map, term_bits (t, 1, i > 1 ? "1" : "0")}, 2,
            0, 0);
}

static inline void
make_program_with (struct maker *m, struct program *p, struct dice *d,
                   bool with_map)
{
    *m = (struct maker) {.p = p, .dice = d};
    program_init (p, "random");
    programs_procedure (p, "main");
    if (with_map)
        make_program_map (m);
    for (int i = 0; i < VARIABLES; i++) {
        if (m->variable[i])
            continue;
        char name[] = {(char) ('a' + i), 0};
        const sort *s = i < VARIABLES - 1 ? sort_bv (p->terms, WIDTH)
                                          : sort_bool (p->terms);
        m->variable[i] = term_var (p->terms, name, s);
        programs_variable (i % 2 ? &p->procedure.at[0].local : &p->global,
                           m->variable[i], NULL);
    }
    uint32_t blocks = 2 + dice_roll (d, MOST_BLOCKS - 1);
    for (uint32_t i = 0; i < blocks; i++)
        make_block (m, i, blocks);
}

static inline void
make_program (struct maker *m, struct program *p, struct dice *d)
{
    make_program_with (m, p, d, false);
}

/* ---- terms in a state */

static inline uint32_t
variable_shift (const struct maker *m, const term *variable)
{
    uint32_t i = 0;
    if (variable == m->map)
        return WIDTH;
    while (i < VARIABLES && m->variable[i] != variable)
        i++;
    assert (i < VARIABLES);
    return i * WIDTH;
}

static inline uint32_t
sort_mask (const term *e)
{
    return e->sort->kind == SORT_BOOL    ? 1
           : e->sort->kind == SORT_ARRAY ? (1u << 2 * WIDTH) - 1
                                         : (1u << e->sort->width) - 1;
}

static inline int32_t
as_signed (const term *e, uint32_t bits)
{
    uint32_t top = (sort_mask (e) + 1) / 2;
    return (int32_t) (bits ^ top) - (int32_t) top;
}

/* As SMT-LIB has it, also by zero. */
static inline uint32_t
divide (const term *e, uint32_t x, uint32_t y)
{
    int32_t a = as_signed (e, x), b = as_signed (e, y);
    switch (e->op) {
    case OP_BVUDIV:
        return y ? x / y : UINT32_MAX;
    case OP_BVUREM:
        return y ? x % y : x;
    case OP_BVSDIV:
        return (uint32_t) (b ? a / b : a < 0 ? 1 : -1);
    case OP_BVSREM:
        return (uint32_t) (b ? a % b : a);
    default:
        assert (e->op == OP_BVSMOD);
        return (uint32_t) (!b ? a : (a % b + b) % b);
    }
}

static inline uint32_t
combine (const term *e, uint32_t x, uint32_t y)
{
    const term *of = e->arg[0];
    switch (e->op) {
    case OP_EQ:
        return x == y;
    case OP_BVULE:
        return x <= y;
    case OP_BVULT:
        return x < y;
    case OP_BVSLE:
        return as_signed (of, x) <= as_signed (of, y);
    case OP_BVSLT:
        return as_signed (of, x) < as_signed (of, y);
    case OP_AND:
    case OP_BVAND:
        return x & y;
    case OP_OR:
    case OP_BVOR:
        return x | y;
    case OP_BVXOR:
        return x ^ y;
    case OP_BVADD:
        return x + y;
    case OP_BVSUB:
        return x - y;
    case OP_BVMUL:
        return x * y;
    case OP_CONCAT:
        return x << WIDTH | y; /* all parts of these programs are as wide */
    case OP_BVSHL:
        return y < 8 ? x << y : 0;
    case OP_BVLSHR:
        return y < 8 ? x >> y : 0;
    case OP_BVASHR:
        return (uint32_t) (as_signed (of, x) >> (y < 8 ? y : 8));
    default:
        return divide (e, x, y);
    }
}

/* The entry of a map; or the map with that entry, if `value` is not null. */
static inline uint32_t
access_map (uint32_t map, uint32_t index, const uint32_t *value)
{
    uint32_t shift = index * WIDTH, mask = (1u << WIDTH) - 1;
    return value ? (map & ~(mask << shift)) | *value << shift
                 : map >> shift & mask;
}

static inline uint32_t
evaluate (const struct maker *m, const term *e, uint32_t state)
{
    uint32_t x = e->args ? evaluate (m, e->arg[0], state) : 0, y;
    switch (e->op) {
    case OP_SELECT:
        return access_map (x, evaluate (m, e->arg[1], state), NULL);
    case OP_STORE:
        y = evaluate (m, e->arg[2], state);
        return access_map (x, evaluate (m, e->arg[1], state), &y);
    case OP_CONST_ARRAY:
        return x | x << WIDTH;
    case OP_TRUE:
        return 1;
    case OP_FALSE:
        return 0;
    case OP_BITS:
        return (uint32_t) atoi (e->text);
    case OP_VAR:
        return state >> variable_shift (m, e) & sort_mask (e);
    case OP_ITE:
        return evaluate (m, e->arg[x ? 1 : 2], state);
    case OP_NOT:
        return !x;
    case OP_BVNOT:
        return ~x & sort_mask (e);
    case OP_BVNEG:
        return -x & sort_mask (e);
    case OP_EXTRACT:
        return x >> e->index[1] & sort_mask (e);
    case OP_ZERO_EXTEND:
        return x;
    case OP_SIGN_EXTEND:
        return (uint32_t) as_signed (e->arg[0], x) & sort_mask (e);
    default:
        assert (e->args > 1);
        for (uint32_t i = 1; i < e->args; i++)
            x = combine (e, x, evaluate (m, e->arg[i], state)) & sort_mask (e);
        return x;
    }
}

/* ---- all states */

struct failed { /* block, statement counted from the end, state */
    bool at[MOST_BLOCKS][MOST_STATEMENTS + 1][STATES];
    bool any;
};

static inline uint32_t
state_set (const struct maker *m, uint32_t state, const term *x, uint32_t bits)
{
    uint32_t shift = variable_shift (m, x);
    return (state & ~(sort_mask (x) << shift)) | bits << shift;
}

/* Blocks that were joined to larger ones have no place in the list. */
static inline void
failed_add (struct failed *failed, const struct block *b, size_t at,
            uint32_t state)
{
    size_t left = b->statement.size - at;
    failed->any = true;
    if (b->origin.block < MOST_BLOCKS && left <= MOST_STATEMENTS)
        failed->at[b->origin.block][left][state] = true;
}

/* From a statement on: the states at the end are marked. */
static inline void
block_run (const struct maker *m, const struct block *b, size_t at,
           uint32_t state, struct failed *failed, bool *end)
{
    for (; at < b->statement.size; at++) {
        const struct statement *s = &b->statement.at[at];
        uint32_t next = state, arbitrary = 0;
        for (uint32_t i = 0; i < s->targets; i++) {
            arbitrary = state_set (m, arbitrary, s->target[i],
                                   sort_mask (s->target[i]));
            if (s->kind == STATEMENT_ASSIGN)
                next = state_set (m, next, s->target[i],
                                  evaluate (m, s->value[i], state));
        }
        if (s->kind == STATEMENT_HAVOC) {
            for (next = 0; next < STATES; next++)
                if ((next & ~arbitrary) == (state & ~arbitrary))
                    block_run (m, b, at + 1, next, failed, end);
            return;
        }
        if (s->kind != STATEMENT_ASSIGN && !evaluate (m, s->term, state)) {
            if (s->kind == STATEMENT_ASSERT)
                failed_add (failed, b, at, state);
            return;
        }
        state = next;
    }
    end[state] = true;
}

/* All states in which an assertion fails. */
static inline void
program_run (const struct maker *m, const struct program *p,
             struct failed *failed)
{
    const struct vec_block *blocks = &p->procedure.at[0].block;
    bool *seen = NEW_ARRAY (bool, blocks->size *STATES);
    struct vec_target open = {0};
    *failed = (struct failed) {0};
    for (uint32_t state = 0; state < STATES; state++)
        VEC_PUSH (open, state);
    memset (seen, true, STATES);
    while (open.size) {
        uint32_t at = VEC_POP (open);
        const struct block *b = &blocks->at[at / STATES];
        bool end[STATES] = {0};
        block_run (m, b, 0, at % STATES, failed, end);
        for (size_t i = 0; i < b->target.size * STATES; i++) {
            uint32_t to = b->target.at[i / STATES] * STATES + i % STATES;
            if (!end[i % STATES] || seen[to])
                continue;
            seen[to] = true;
            VEC_PUSH (open, to);
        }
    }
    VEC_CLEAR (open);
    memory_free (seen);
}

static inline bool
program_fails (const struct maker *m, const struct program *p)
{
    struct failed failed;
    program_run (m, p, &failed);
    return failed.any;
}

#endif
