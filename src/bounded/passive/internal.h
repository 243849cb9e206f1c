/* internal.h -- procedures on their way to being passive; for
 * passive_*.c only.
 *
 * In order: live (which variables matter where, and so what a procedure's
 * interface is), walk (assignments away), merge (blocks together), alias
 * (one name for one value), trim (noise away), finish (into the passive program). */
#ifndef BOUNDED_PASSIVE_INTERNAL_H
#define BOUNDED_PASSIVE_INTERNAL_H

#include "bounded/passive/passive.h"
#include "logic/term/map.h"

/* What a block of a procedure will be; conjunctions are lists. */
struct draft_visit {
    struct origin origin;
    struct term_vec value;
};
struct draft_edge {
    uint32_t target;
    struct term_vec assume;
};
struct vec_draft_visit VEC (struct draft_visit);
struct vec_draft_edge VEC (struct draft_edge);

struct draft_block {
    struct term_vec assume;
    struct vec_draft_edge edge; /* to later blocks, each at most once */
    struct vec_draft_visit visit;
    size_t after; /* as in passive_block; all visits if there is no call */
    const char *label;
    uint32_t callee; /* PROGRAM_NONE: no call */
    const char *call_label;
    struct term_vec in, out;
    const term *summary;
};

struct draft {
    struct draft_block *block; /* topological, the exit last */
    size_t blocks;             /* 0: the procedure never returns */
    struct term_vec in, out;   /* formals */
};

/* The variables of a procedure: in, out, local, all globals, all g@old. */
struct scope {
    const struct procedure *procedure;
    struct term_vec variable;
    struct term_map index; /* into variable */
    uint32_t outs, locals; /* where those begin */
    uint32_t globals, olds;
    bool *modifies;     /* per global */
    bool *enters;       /* per global: in the interface */
    uint32_t *order;    /* blocks, topological, the exit last */
    uint32_t *position; /* in order; PROGRAM_NONE: unreachable */
    size_t ordered;     /* 0: no body, or the exit is unreachable */
    uint64_t *live;     /* at the start of order[i]: words [i * words] */
    size_t words;
};

struct maker {
    struct passive_program *to;
    struct program *program;
    terms *terms;
    uint32_t main;
    bool main_called;
    const term *err;
    bool keep, summaries; /* keep blocks; the broken twin */
    struct scope *scope;  /* per procedure of the program */
    struct draft *draft;
    struct term_map global; /* global to its number */
    struct term_map constant;
    struct term_map variables; /* term to its struct term_vec of variables */
    struct arena arena;        /* of those */
    struct term_vec scratch, from, into;
};

static inline bool
bit_get (const uint64_t *set, size_t i)
{
    return set[i / 64] >> (i % 64) & 1;
}
static inline void
bit_set (uint64_t *set, size_t i)
{
    set[i / 64] |= UINT64_C (1) << (i % 64);
}
static inline void
bit_drop (uint64_t *set, size_t i)
{
    set[i / 64] &= ~(UINT64_C (1) << (i % 64));
}

/* Free variables of a term of the program; borrowed, kept for the next time. */
const struct term_vec *maker_variables (struct maker *, const term *);

/* Some value of a sort. */
const term *term_any (terms *, const sort *);

void scope_init (struct scope *, struct maker *, uint32_t procedure);
void scope_clear (struct scope *);
/* The variable's index, or PROGRAM_NONE (a constant). */
uint32_t scope_find (const struct scope *, const term *);
/* What a variable of a callee's specification is at a call site. */
enum role { ROLE_IN, ROLE_OUT, ROLE_AFTER, ROLE_BEFORE, ROLE_CONSTANT };
/* `*which`: of the parameters, or the number of the global. */
enum role scope_role (const struct scope *callee, const term *,
                      uint32_t *which);
/* What a call assumes of what its callee gives back: ensures, free or not.
 * (Where-clauses of procedures without a body are among them by now.) */
void scope_promises (const struct scope *callee, struct term_vec *);

/* Liveness of all procedures and their interfaces (scope.live, .enters). */
void live_compute (struct maker *);
void walk_procedure (struct maker *, uint32_t procedure);
/* Marks drafts that never return (blocks = 0), drops dead blocks, merges. */
void merge_all (struct maker *);
/* Variables that are equal in every run become one. */
void draft_alias (struct maker *, struct draft *);
void draft_trim (struct maker *, struct draft *);
void draft_finish (struct maker *, uint32_t procedure, const uint32_t *number,
                   struct passive_procedure *);
/* Sets what occurs in the program (quantified, bits, nonlinear). */
void passive_features (struct passive_program *);
void draft_clear (struct draft *);
void draft_block_clear (struct draft_block *);

#endif
