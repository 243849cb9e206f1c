/* passive.h -- procedures without assignments: what stratified inlining sees.
 *
 * Made from a program after all passes of program/passes/passes.h.  Every variable has
 * one value in a run of a procedure; blocks only assume, and at most one of
 * them may call.  Blocks are acyclic, stand in topological order, the first is
 * the entry and the last the only exit.  "Is the end of main reachable?" is the
 * one question.
 *
 * A call site assumes the callee's specification, whether the callee is inlined
 * or not: it is part of the calling block's `assume`.
 *
 * The passive program is what travels to workers (passive_write). */
#ifndef BOUNDED_PASSIVE_PASSIVE_H
#define BOUNDED_PASSIVE_PASSIVE_H

#include "program/program.h"

enum { PASSIVE_NONE = UINT32_MAX };

struct passive_edge {
    uint32_t target;
    const term *assume; /* equalities that join values; often true */
};

/* What a block of the program (as read) used up: see program/trail/trail.h.  `value` are
 * terms over this procedure's variables; null: any. */
struct passive_visit {
    uint32_t procedure, block, statement; /* of the program as read; a visit
                                             with statement > 0 goes on in the
                                             block that it is in already */
    const term **value;
    uint32_t values;
};

struct passive_block {
    const term *assume;
    uint32_t call; /* index into calls, or PASSIVE_NONE */
    struct passive_edge *edge;
    uint32_t edges; /* 0: the exit, or a dead end (assume is false) */
    struct passive_visit *visit;
    uint32_t visits; /* those before the call, see `after` */
    uint32_t after;  /* visits from here on happen after the call returned */
};

struct passive_call {
    uint32_t block, callee;
    const term **in, **out; /* actuals, as many as the callee's formals; out are
                               variables of this procedure */
    /* Null, but in the broken twin "ensures-open-only": the callee's
     * specification, to be asserted while the site is open and dropped when it
     * is inlined. */
    const term *summary;
};

struct passive_procedure {
    const char *name;
    const char *label;       /* of block 0, for people */
    struct term_vec in, out; /* formals: parameters, then globals */
    uint32_t parameters;     /* how many of `in` are parameters */
    struct term_vec local;   /* every other variable */
    struct passive_block *block;
    uint32_t blocks;
    struct passive_call *call;
    uint32_t calls;
    const char **call_label; /* per call: label of its block in the program */
    struct vc_template *vc;  /* owned; null until vc_make needs it */
};

struct passive_program {
    terms *terms; /* borrowed from the program, or owned (passive_read) */
    bool owns_terms;
    struct arena arena;
    struct passive_procedure *procedure;
    uint32_t procedures, main;
    const term **axiom; /* over constants and functions */
    uint32_t axioms;
    /* For the trail: constants and globals of the program as read, and for each
     * its term in main: a formal, or a variable that main does not have if the
     * global's first value is never read.  The entry's parameters are the first
     * formals of main. */
    const term **constant, **global;
    uint32_t constants, globals;
    bool quantified, bits, nonlinear; /* what occurs in it */
    /* Free specifications that the answer may rest on, for people:
     * "file:line:column: free ensures of p". */
    const char **assumed;
    uint32_t assumptions;
};

/* `program` after the passes; `main` is the entry.  `err` is @err or null: an
 * ensures E is assumed as `err or E` at call sites.  With `keep_blocks` (for
 * the paper's example) blocks are not merged.  Procedures that main cannot
 * reach are left out; so is a path to a call that cannot return, whatever
 * happens in it.
 *
 * A procedure's locals as read are those without an `@` in the name.  The terms
 * of visits are values that make a run: a variable that no assumption needs is
 * given as a constant there, and nowhere else. */
void passive_make (struct passive_program *, struct program *, uint32_t main,
                   const term *err, bool keep_blocks, const char *broken);
void passive_clear (struct passive_program *);
void passive_write (const struct passive_program *, struct buffer *);
bool passive_read (struct passive_program *, struct bytes); /* never trusts */
/* For assertions and tests: acyclic, in order, sorts fit, variables known. */
bool passive_sound (const struct passive_program *);
void passive_print (const struct passive_program *, struct text *);

#endif
