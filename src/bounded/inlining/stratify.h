/* stratify.h -- stratified inlining over one solver (the paper's algorithms 1
 * to 3 and the body of 5).
 *
 * A search is set up for a partition and then stepped.  Call sites that would
 * put a procedure on the stack more than `bound` times are *beyond*: never
 * inlined.
 *
 *   under: every open site and every site beyond is blocked.  SAT: UNSAFE.
 *   over:  sites beyond are blocked, open ones return whatever fits their
 *          specification.  SAT: the open sites on the model's path are inlined.
 *          UNSAT: there is no error within the bound; if the core needs no site
 *          beyond, none at all (SAFE), else phase `beyond`:
 *   beyond: as over, with the sites beyond open too.  UNSAT: SAFE.  SAT through
 *          open sites: they are inlined.  SAT only through sites beyond:
 *          BOUNDED.
 *
 * With `follow`, a step after one that inlined first asks whether the run that
 * was found can go on through what was inlined: an over check with the branches
 * of that run assumed, so that only the sites on it count.  It is far cheaper
 * than a search of all runs, and as long
 * as it succeeds the run gets longer; only when it fails the two checks above
 * are made again.  A run that meets no open site is an error whichever check
 * found it.
 *
 * So SAFE and BOUNDED do not depend on the order in which sites are inlined.
 * Open sites are assumption literals, inlined ones too, so that the core of the
 * under-approximation is a set of sites.
 *
 * All of it is deterministic: a search is a function of the program, the
 * partition, the options and the calls made to it. */
#ifndef BOUNDED_INLINING_STRATIFY_H
#define BOUNDED_INLINING_STRATIFY_H

#include "bounded/inlining/partition.h"
#include "logic/solver/solver.h"
#include "program/trail/trail.h"

typedef struct search search;

struct search_options {
    uint32_t bound;       /* occurrences of a procedure on a stack, >= 1 */
    uint64_t query_limit; /* solver units per check; 0: none */
    bool look_beyond;     /* false: stop with BOUNDED instead of looking */
    bool follow;   /* after inlining, first try to go on along the same run (see
                    above); false: the paper's algorithm, step by step */
    bool leftmost; /* what is inlined is what the leftmost run meets: that which
                      takes, from main's entry on, the first successor of each
                      block with which there still is a run.  So it depends on
                      the program alone, not on the models of a solver; it costs
                      a check per successor that is passed over.  Not with
                      `follow` */
    bool
        pause; /* with `follow`: a long check ends in STEP_PAUSED now and then */
    bool explain; /* which decisions a refutation needs is told by search_needs;
                     they are assumptions then, as inlined sites are, and the
                     search can turn to other ones */
    struct solver_watch *watch; /* may be null */
    const char *broken;         /* test only */
    struct text *story; /* may be null: every step, for people (Table I) */
};

enum search_step {
    STEP_INLINED, /* NODECISION: go on */
    STEP_SAFE,
    STEP_BOUNDED,   /* no error within the bound; beyond it, perhaps */
    STEP_UNSAFE,    /* search_trail gives the run */
    STEP_UNDECIDED, /* the solver gave up within its limit; may be called again
                       with a larger one, or split */
    STEP_PAUSED, /* with `pause`: the next step goes on with the check, also if
                    something was decided since */
    STEP_INTERRUPTED
};

/* Sets up the solver: axioms, the partition's tree parent first, its decisions.
 * The program and the partition are borrowed until search_free. */
search *search_new (struct passive_program *, const struct partition *,
                    const struct search_options *);
void search_free (search *);
enum search_step search_step (search *);
void search_limit (search *, uint64_t query_limit);
void search_pause (search *, bool pause); /* from the next step on */

/* The partition as it stands now: the tree grows as sites are inlined. */
const struct partition *search_partition (const search *);
uint64_t search_units (const search *);    /* solver units spent */
uint64_t search_check_ns (const search *); /* CPU time in checks: for reports */
uint32_t search_steps (const search *);    /* checks made */
uint64_t search_inlined (const search *);  /* sites inlined by this search */
bool search_beyond (const search *);       /* in phase beyond */

/* Splitting.  Candidates are inlined sites but main, those decided, those below
 * a must-avoid site and those above a must-reach site.  By proof: the site of
 * the last core with most sites of that core in its subtree; ties by
 * partition_site_compare; if the core offers none, the site with the largest
 * subtree.  False: nothing to split at. */
bool search_choose (const search *, uint32_t *site);
/* Up to `most` of them, the best first, none above another: the search can be
 * split at all of them at once.  The first is that of search_choose, and none
 * of the others is there for want of a core. */
void search_choose_some (const search *, size_t most, struct vec_target *sites);
/* The n-th candidate, counted modulo their number (random splitting). */
bool search_choose_nth (const search *, uint64_t n, uint32_t *site);
/* Adds a decision. */
void search_decide (search *, enum decision, uint32_t site);
/* With `explain`: must the run pass the site?  One check, of all runs that avoid
 * it.  If there is none, nothing is decided, and the site is no candidate any
 * more: a split there would hand everything to somebody else.  Else (true)
 * must-avoid is decided, and what the run that was found meets is inlined. */
bool search_avoid (search *, uint32_t site);
/* With `explain`: goes on with another part, as if set up for it, but whatever
 * was inlined stays, and the solver keeps what it learnt. */
void search_turn (search *, const struct partition *, bool look_beyond);
/* The sites that were in the last core, or all that are not avoided, rising: what
 * somebody else should begin with who gets a part of this search. */
void search_relevant (const search *, struct vec_target *sites);

/* After UNSAFE, before anything else is asked of the search.  `candidate`: the
 * solver did not decide some quantified formula.  The goal (to_return) is for
 * the caller to set.  False: a value that cannot be told. */
bool search_trail (search *, struct trail *, bool *candidate);
/* After SAFE or BOUNDED: does the refutation need the decision with this number?
 * Without `explain` it needs all of them. */
bool search_needs (const search *, size_t decision);
/* After SAFE or BOUNDED: the sites that the refutation needs and those that are
 * decided, unless it does not need the decision, rising; always with their
 * parents, so never without main. */
void search_core (const search *, struct vec_target *sites);

#endif
