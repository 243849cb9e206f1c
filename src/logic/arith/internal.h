/* internal.h -- the inside of an arith, for the files that make it up.
 *
 *   arith.c          sessions: what is asserted
 *   arith_literal.c  what a formula is: bounds of forms, choices between formulas
 *   arith_search.c   models, splitting what the linear part leaves open
 *   arith_cuts.c     interpolants */
#ifndef LOGIC_ARITH_INTERNAL_H
#define LOGIC_ARITH_INTERNAL_H

#include "base/map.h"
#include "logic/arith/arith.h"
#include "logic/arith/simplex.h"

enum literal_kind {
    LITERAL_TRUE,
    LITERAL_FALSE,
    LITERAL_UPPER,
    LITERAL_LOWER,
    LITERAL_EQUAL,
    LITERAL_UNEQUAL,
    LITERAL_CHOICE, /* a disjunction */
    LITERAL_ALL,    /* a conjunction; asserted part by part */
    LITERAL_FOREIGN
};

/* form <= bound, >=, = or !=; of a choice, `form` is its index */
struct arith_literal {
    enum literal_kind kind;
    uint32_t form;
    int64_t bound;
};

/* The parts of a disjunction or conjunction: any formulas. */
struct arith_choice {
    const term **part;
    size_t size;
};

/* A linear form in lowest terms, first factor positive. */
struct arith_form {
    struct simplex_part *part; /* var: index into `var` */
    size_t size;
    uint32_t column; /* in this session: 1 + simplex variable, or 0 */
};

struct arith {
    terms *terms;
    struct arena arena;
    simplex *simplex;
    struct map literal_of; /* term -> literal */
    struct vec_literal {
        struct arith_literal *at;
        size_t size, room;
    } literal;
    struct map form_of; /* bytes -> form */
    struct vec_form {
        struct arith_form *at;
        size_t size, room;
    } form;
    struct map var_of; /* term -> var */
    struct vec_var {
        struct arith_var {
            const term *term;
            bool is_bool;
            uint32_t column; /* in this session: 1 + it, or 0 */
        } *at;
        size_t size, room;
    } var;
    struct vec_index32 {
        uint32_t *at;
        size_t size, room;
    } used_form, used_var;
    struct vec_split {
        uint32_t *at;
        size_t size, room;
    } unequal, open; /* literals: disequalities, choices */
    struct vec_choice {
        struct arith_choice *at;
        size_t size, room;
    } choice;
    struct vec_level {
        struct arith_level {
            size_t unequal, open, foreign, reason;
        } *at;
        size_t size, room;
    } level;
    struct vec_reason {
        struct arith_reason {
            struct arith_literal literal;
            uint32_t mark;
        } *at;
        size_t size, room;
    } reason;       /* what was asserted; bounds name these */
    size_t foreign; /* conjuncts that did not fit */
    bool splits;    /* what is asserted now is a case, not a fact */
    uint64_t units;
};

/* What a conjunct says; remembered.  `index`: in `literal`. */
struct arith_literal arith_literal_of (arith *, const term *, uint32_t *index);
/* A literal as bounds; `reason` names it in conflicts (UINT32_MAX: a case). */
void arith_bound (arith *, struct arith_literal, uint32_t reason);

#endif
