/* internal.h -- the state of an unwinding; for unwind*.c. */
#ifndef SAT_INTERNAL_H
#define SAT_INTERNAL_H

#include "sat/order.h"
#include "sat/unwind.h"

/* All paths that come to a place. */
struct path_state {
    const struct path_guard *guard;
    struct symbolic *global, *local; /* local: in, out, local of a procedure */
};

struct states VEC (struct path_state *);

struct body {
    struct block_order order; /* places 0: not found yet */
    struct term_map number;   /* variable to 1 + its place in state.local */
    size_t values;
    bool known;
};

/* One activation of a procedure. */
struct activation {
    uint32_t procedure;
    struct states *pending; /* per block */
    struct states returned;
    struct activation *below;
    const term *whole; /* the guard that it was called with */
    unsigned rounds;   /* how often the recursion was not decided */
    size_t depth;
};

struct unwinding {
    struct program *program;
    terms *terms;
    uint32_t entry;
    struct blast *blast;
    struct fold fold;
    struct cell_memory memory;
    struct guards guards;
    struct body *body;      /* per procedure */
    struct term_map number; /* global to 1 + its number */
    struct term_vec initial, parameter;
    struct VEC (struct sat_claim) claim;
    struct VEC (struct event) event;
    /* Values of the program's terms in the state at work, by term id: those of
     * the current stamp. */
    struct memo {
        uint64_t stamp;
        struct symbolic value;
    } *memo;
    size_t memos;
    uint64_t stamp, steps;
    size_t made;   /* terms before the go */
    uint64_t *key; /* of the index at work */
    const struct unwind_plan *plan;
    struct problem *problem;
    struct place place; /* of the statement at work */
    bool stopped;
};

/* unwind_evaluate.c: the value of a term of the program in a state.  Nothing
 * (`stopped`): it is not treated. */
struct symbolic unwind_value (struct unwinding *, const struct activation *,
                              const struct path_state *, const term *);
void unwind_changed (struct unwinding *); /* a variable, or the guard */
/* Something is not treated. */
void unwind_refuse (struct unwinding *, const char *what);

/* unwind_state.c */
struct path_state *state_copy (const struct unwinding *,
                               const struct activation *,
                               const struct path_state *);
void state_free (struct path_state *);
/* All of them as one, and the list empty; null: there is none. */
struct path_state *states_merge (struct unwinding *, const struct activation *,
                                 struct states *);
void states_clear (struct states *);
/* Where a variable stands. */
struct symbolic *state_at (const struct unwinding *, const struct activation *,
                           const struct path_state *, const term *);

#endif
