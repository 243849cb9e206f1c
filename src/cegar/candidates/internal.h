/* internal.h -- what the sources of candidates share; for seeds*.c only.
 *
 * Reached states come first (run.c): every candidate is judged by them as
 * soon as it is made, so that a false one costs nothing further.  States are
 * rows of machine integers; what does not fit is UNKNOWN, and an unknown value
 * never speaks against a candidate. */
#ifndef CEGAR_CANDIDATES_INTERNAL_H
#define CEGAR_CANDIDATES_INTERNAL_H

#include <limits.h>

#include "base/map.h"
#include "cegar/candidates/candidates.h"
#include "cegar/candidates/span.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"
#include "logic/term/map.h"

#define UNKNOWN INT64_MIN /* no value: all others are within NUMBER_MOST */
#define NUMBER_MOST ((int64_t) 1 << 61)
#define NO_SLOT SIZE_MAX

/* ---- value.c: terms as straight code over machine integers */

struct code {
    struct term_map place; /* term -> slot */
    struct term_vec order; /* per slot, arguments first */
    struct vec_node {
        struct code_node {
            enum op op;
            uint32_t args, first; /* into `arg` */
            int64_t constant;     /* of a constant; or a bit-vector's width */
        } *at;
        size_t size, room;
    } node;
    struct vec_index arg;
};

void code_init (struct code *, const term *const *root, size_t roots);
void code_clear (struct code *);
size_t code_slot (const struct code *, const term *); /* NO_SLOT: not there */
/* All variables' slots become UNKNOWN. */
void code_forget (const struct code *, int64_t *value);
/* Fills `value`, one per slot; those of variables are given. */
void code_run (const struct code *, int64_t *value);
/* Sums and products that leave the range are UNKNOWN. */
int64_t number_plus (int64_t, int64_t);
int64_t number_times (int64_t, int64_t);
int64_t number_floor (int64_t, int64_t); /* quotient, rounded down */

/* ---- the pool of candidates */

enum seed_kind {
    SEED_EQUATION, /* affine equations */
    SEED_ATOM,     /* of guards, before and after a step */
    SEED_BOUND,    /* bounds and comparisons */
    SEED_SUM,      /* sums and the forms of atoms */
    SEED_MOD,
    SEED_IMPLIED, /* under a condition */
    SEED_MOVED,   /* atoms from further away */
    SEED_KINDS
};

struct candidates_number_vec VEC (int64_t);

/* Reached states of a location. */
struct samples {
    size_t vars, size;
    size_t early; /* the first of them were found breadth first */
    int64_t *row; /* size rows of `vars` values */
};

struct spot {
    struct samples samples;
    struct vec_candidate {
        struct candidate {
            const term *predicate;
            enum seed_kind kind;
        } *at;
        size_t size, room;
    } candidate;
    struct term_map seen;  /* predicates tried, whatever came of it */
    struct term_vec atom;  /* of guards, in normal form: true, false or both */
    struct term_vec mixed; /* atoms that some states satisfy, others not */
    size_t count[SEED_KINDS]; /* of `candidate` */
    size_t tried[SEED_KINDS]; /* kept or not: the work that was done */
};

struct candidate_pool {
    const struct system *system;
    terms *terms;
    struct spot *spot; /* per location */
    size_t room;       /* candidates of a kind that a place may have */
    struct candidates_number_vec
        constant; /* of the program: rising, each once */
    struct candidates_number_vec modulus; /* numbers that mod and steps use */
    uint64_t work;                        /* that runs may still do */
    uint64_t algebra; /* that equations of states may still cost */
};

/* May a location get, and try, more of a kind? */
bool candidate_pool_has_room (const struct candidate_pool *, uint32_t location,
                              enum seed_kind);
/* What the reached states say of a formula over a location's variables. */
enum candidates_verdict {
    VERDICT_NEVER,
    VERDICT_MIXED,
    VERDICT_ALWAYS,
    VERDICT_OPEN
};
enum candidates_verdict candidate_pool_judge (struct candidate_pool *,
                                              uint32_t location, const term *);
/* Adds the conjuncts that no reached state falsifies, in normal form. */
void candidate_pool_add (struct candidate_pool *, uint32_t location,
                         enum seed_kind, const term *);
/* The same for an atom or its negation; it becomes an atom of the location, and
 * a premise if both occur.  False: it was there, or there are enough. */
bool candidate_pool_atom (struct candidate_pool *, uint32_t location,
                          enum seed_kind, const term *);
/* Premise and conclusion in normal form, so that none is there twice. */
void candidate_pool_implied (struct candidate_pool *, uint32_t location,
                             const term *premise, const term *conclusion);
const term *candidate_pool_number (struct candidate_pool *, const sort *,
                                   int64_t);
/* Do both bound or equate one form?  Both in normal form. */
bool atoms_alike (const term *, const term *);
/* The variables of one sort, and where they stand. */
void location_columns (const struct system *, uint32_t location, enum sort_kind,
                       struct term_vec *vars, struct vec_index *column);
/* Equations that hold on a span of vectors (1, vars), implied by a premise
 * unless it is null; those with numbers beyond `most` (0: any) go. */
void equations_add (struct candidate_pool *, uint32_t location,
                    struct candidates_span *, const struct term_vec *vars,
                    unsigned long most, const term *premise);
/* Equations between the values in some reached states, implied by the premise
 * that they satisfy; null: no premise. */
void equations_under (struct candidate_pool *, uint32_t location,
                      const struct vec_index *row, const term *premise);
bool location_live (const struct system *, uint32_t location);

void candidates_run (struct candidate_pool *);
void candidates_karr (struct candidate_pool *);
void candidates_data (struct candidate_pool *);
void candidates_guard (struct candidate_pool *);
void candidates_template (struct candidate_pool *);
void candidates_implied (struct candidate_pool *);

#endif
