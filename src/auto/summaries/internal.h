/* internal.h -- what summaries*.c share.
 *
 * In order: sample (what procedures do, seen by running them), guess (formulas
 * that fit what was seen), prove (those that are inductive), trim, text. */
#ifndef AUTO_SUMMARIES_INTERNAL_H
#define AUTO_SUMMARIES_INTERNAL_H

#include "auto/concrete/input_generator.h"
#include "auto/concrete/execution_stage.h"
#include "auto/summaries/summaries.h"
#include "bounded/prepare.h"
#include "bounded/passive/vc.h"
#include "logic/solver/solver.h"
#include "program/trail/execute.h"

/* A return that was seen: values of the formals of a passive procedure. */
struct sample {
    const term **in, **out;
    int64_t *in_number, *out_number; /* as signed numbers; 0 where the sort has
                                        none (numeric_sort) */
};
struct vec_sample VEC (struct sample);

/* A call whose callee is known by its summary alone. */
struct summary_call {
    uint32_t callee;
    const term *control, **in, **out;
};

/* What is known of one procedure of the passive program. */
struct summary {
    bool recursive;
    struct vec_sample sample;
    struct term_vec
        claim; /* over the formals; their conjunction is the summary */
    size_t
        proved; /* of them, the first: inductive, whatever becomes of others */
    /* Runs of the body, with calls of procedures that are not recursive put in
     * place and the others open; empty until asked for. */
    struct term_vec formula;
    struct VEC (struct summary_call) call;
    bool made;
    bool doubtful; /* a callee's summary has changed since it was checked */
};

struct summaries {
    const struct options *options;
    struct log *log;
    struct program *as_read;
    struct prepared prepared;
    terms *terms;
    struct summary *of; /* per procedure of the passive program */
    struct draws draws;
    struct arena arena;
    uint32_t instances;
    uint64_t limit;       /* units of one query */
    uint64_t units, most; /* spent; when to give up */
    bool select; /* claims at calls hold only where claim_selector does */
    struct trail trail; /* of a run that fails, if one was met */
    bool failed;
};

/* Runs the program and its recursive procedures on inputs of our choice; fills
 * `sample` of every recursive procedure, and `trail` if a run fails. */
void summaries_sample (struct summaries *, struct problem *);
/* Adds to `claim` what fits the samples and is not proved: of step 0 what holds
 * everywhere, of step 1 under one condition, of step 2 products too, of step 3
 * under two conditions, without products. */
enum { GUESS_STEPS = 4 };
void summaries_guess (struct summaries *, unsigned step);
/* Drops claims until the rest is inductive, and so proved: whatever a recursive
 * procedure returns satisfies its claims if the calls in it do.  False: units
 * are spent. */
bool summaries_induce (struct summaries *);
/* Does no run of main fail, if calls of recursive procedures satisfy their
 * claims? */
bool summaries_suffice (struct summaries *);
/* Drops claims that nothing rests on, if that is easily found. */
void summaries_trim (struct summaries *);
const term *claim_selector (struct summaries *, uint32_t procedure,
                            size_t claim);
solver *question_solver (struct summaries *, const struct term_vec *formulas,
                         size_t first, uint64_t limit);
/* Are the claims, all together, inductive, and do they suffice?  Afresh. */
bool summaries_hold (struct summaries *);
/* The formulas that have no model iff procedure `p` keeps the claims (main:
 * does not fail), calls being what their claims say. */
void summaries_question (struct summaries *, uint32_t p,
                         const term *const *claim, size_t claims,
                         struct term_vec *);
/* The same, of all its claims. */
void summaries_question_all (struct summaries *, uint32_t p, struct term_vec *);

#endif
