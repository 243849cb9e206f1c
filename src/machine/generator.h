/* generator.h -- a machine as a graph: states are bytes, edges are numbered.
 *
 * A state is a string of bytes without pointers; equal states have equal bytes.
 * The empty string is the root; its edges lead to the initial states.  The n-th
 * edge of a state is the same edge in every clone, on every member, after every
 * restart, so a path is a list of choices.  A generator belongs to one thread;
 * clones share immutable code.  Properties are compiled into the generator as
 * FAULT edges, because reductions must see every intermediate state.
 *
 * Every search consumes only this. */
#ifndef GENERATOR_H
#define GENERATOR_H

#include <stdio.h>

#include "base/hash.h"
#include "base/problem.h"

typedef struct generator generator;

enum edge_mark {
    EDGE_LOCAL = 1, /* nothing that is observed changed on it */
    EDGE_FINAL = 2, /* the target is a proper end of the program */
    EDGE_FAULT = 4, /* the property fails on it; the target is not explored */
    EDGE_CUT = 8    /* something not modelled happened: no SAFE any more; the
                       target, if there is one, is explored all the same */
};

struct edge {
    struct bytes target; /* borrowed until the next call; empty if a FAULT or
                            CUT has no successor */
    uint32_t choice;     /* number of this edge among those of its state */
    uint32_t process;    /* who moved; machines with one process: 0 */
    uint32_t steps;      /* concrete ones walked inside, at least 1 */
    uint32_t marks;      /* of enum edge_mark */
    uint32_t fault;      /* of FAULT and CUT: which; the class names it */
};

enum next { NEXT_EDGE, NEXT_END, NEXT_FAILED };

/* What of a state a partial hash is of: what threads share (globals and heap),
 * what they have of their own, or what the first so many of them have (but not
 * the one that began), so that steps of the others leave it as it is (Lerda,
 * Sisto 1999). */
enum partial {
    PARTIAL_HEAP,
    PARTIAL_STACKS,
    PARTIAL_THREADS, /* and above: PARTIAL_THREADS + n, n of them */
    PARTIAL_THREADS_MOST = 8
};

/* In a label: formulas are asked from here on (the program has begun). */
#define GENERATOR_ASKED ((uint64_t) 1 << 63)

/* Called with each concrete step of an edge, in order. */
typedef void edge_visitor (void *context, struct bytes state,
                           const struct edge *step);

struct generator_class {
    const char *name;
    /* Of code, property and semantic options. */
    struct digest (*identity) (const generator *);
    generator *(*clone) (const generator *);
    void (*free) (generator *);
    /* The state whose edges are asked for; it must stay as it is until the last
     * of them. */
    void (*enter) (generator *, struct bytes state);
    /* The next edge of it.  FAILED: the problem says why, the run ends
     * UNKNOWN. */
    enum next (*next) (generator *, struct edge *);
    /* ---- may be null */
    /* Where the parts of every state end, in rising order; what changes often
     * comes first.  All states have the same size then.  Gives the number of
     * parts, at most `most`. */
    size_t (*parts) (const generator *, uint32_t ends[], size_t most);
    /* The same for states that vary in size: a function of the state alone. */
    size_t (*parts_of) (struct bytes state, uint32_t ends[], size_t most);
    /* The concrete steps of one edge, without reductions where the generator
     * can. */
    bool (*expand) (generator *, struct bytes state, uint32_t choice,
                    edge_visitor *, void *context);
    /* A state, or an edge from it, for people: one line without its end. */
    void (*print) (generator *, struct bytes state, const struct edge *,
                   FILE *);
    const char *(*fault_name) (const generator *, uint32_t fault);
    /* What the last edge, a FAULT or CUT, says of itself: what happened, and
     * where.  "": nothing. */
    const char *(*message) (const generator *);
    /* How near the state seems to an error: less is nearer, 0 or more.  `kind`:
     * of the class.  Not between enter and the last edge. */
    int64_t (*estimate) (generator *, struct bytes state, int kind);
    /* Names of the kinds, the n-th of kind n, then null; kind 0 is none: all
     * states are equally near. */
    const char *const *estimates;
    /* Which propositions hold in a state, a bit each, and GENERATOR_ASKED; not
     * between enter and the last edge.  A walk inside an edge ends where this
     * changes.  Null: none can be asked for. */
    uint64_t (*label) (generator *, struct bytes state);
    /* A hash of a part of the state (`what`: of enum partial), to tell which
     * member owns it: a function of state and program alone, the same on every
     * member.  It is called for one generator by several threads at once.
     * Null: the hash of all of it is taken. */
    uint64_t (*partial) (const generator *, struct bytes state, int what);
};

struct generator {
    const struct generator_class *class;
    struct problem problem; /* of NEXT_FAILED */
};

static inline void
generator_enter (generator *g, struct bytes state)
{
    g->class->enter (g, state);
}

static inline enum next
generator_next (generator *g, struct edge *e)
{
    return g->class->next (g, e);
}

/* The machine that a master describes to its members: a kind and its bytes
 * (machine.c).  Null: problem set. */
generator *generator_open (struct bytes program, struct problem *);

#endif
