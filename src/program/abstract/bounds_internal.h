/* bounds_internal.h -- what the files of bounds share.
 *
 * A state says a range for every variable that is a bit-vector of up to 64
 * bits; at block entries only those of live variables that are not full are
 * kept. */
#ifndef PROGRAM_ABSTRACT_BOUNDS_INTERNAL_H
#define PROGRAM_ABSTRACT_BOUNDS_INTERNAL_H

#include "program/abstract/bounds.h"
#include "program/live.h"
#include "program/abstract/range.h"

struct bound {
    uint32_t of; /* number of a variable */
    struct range range;
};
struct vec_bound VEC (struct bound);

struct bounds_entry {
    bool reached;
    uint32_t times;         /* that something new came there */
    struct vec_bound bound; /* by number */
};

/* See bounds_trips.c. */
enum view { VIEW_SIGNED, VIEW_UNSIGNED, VIEWS };

struct drift {
    uint32_t base;     /* number of a variable; NONE: nothing is known */
    bool exact[VIEWS]; /* as numbers of the view, not only modulo 2^width */
    wide least, most;
};

struct trip { /* a loop with one entry */
    uint32_t head;
    struct range *start;    /* per variable: entered from outside */
    struct drift *round;    /* per variable: of itself, from head to head */
    struct vec_read moving; /* bit-vectors that are assigned in it */
};

struct trips {
    uint32_t blocks;
    struct vec_trip VEC (struct trip) loop;
    uint32_t *loop_of; /* per block: the innermost, or NONE */
    struct drift *
        *entry; /* per block of a loop: since its head; per variable */
    /* Those at hand. */
    const struct trip *at; /* null: in no loop */
    struct drift *now;
};

struct bounds {
    const struct program *program;
    const struct procedure *procedure;
    struct flow flow;
    struct live live;
    struct bounds_entry *entry;       /* per block */
    struct VEC (int64_t) signed_step; /* where widening stops, increasing */
    struct VEC (uint64_t) step;
    /* The state at hand. */
    struct range *now;     /* per variable; width 0: none is kept */
    struct vec_read known; /* variables whose range may not be full */
    struct vec_bound undo; /* ranges before they were set, in order */
    bool dead;             /* no execution comes here */
    struct trips *trips;   /* null: none are known */
    unsigned budget;       /* nodes that may still be looked at */
    /* Where it is; after the last statement that was executed. */
    uint32_t block;
    size_t statement;
    bool placed;
};

/* The range of a bit-vector of up to 64 bits, in the state at hand; never
 * empty unless the state is dead. */
struct range bounds_of (struct bounds *, const term *);
bool bounds_has (const term *); /* such a bit-vector */
/* Makes the state at hand that after assuming the formula. */
void bounds_assume (struct bounds *, const term *);
void bounds_set (struct bounds *, uint32_t variable, struct range);
/* The state at the beginning of a block; after a statement; at its end. */
void bounds_load (struct bounds *, uint32_t block, const struct bounds_entry *);
void bounds_step (struct bounds *, const struct statement *);
void bounds_run (struct bounds *, uint32_t block, const struct bounds_entry *);

/* What loops do, by the entries as they are; null: too much to say. */
struct trips *trips_find (struct bounds *);
void trips_free (struct trips *);
/* The drifts at hand become those of a block's beginning, those after a
 * statement (before the state does); and what they say goes into the state. */
void trips_load (struct bounds *, uint32_t block);
void trips_step (struct bounds *, const struct statement *);
void trips_apply (struct bounds *);

#endif
