/* internal.h -- a search from inside: what its files share. */
#ifndef BOUNDED_INLINING_INTERNAL_H
#define BOUNDED_INLINING_INTERNAL_H

#include "bounded/inlining/cut.h"
#include "bounded/inlining/stratify.h"
#include "bounded/passive/vc.h"

/* A site that is inlined; its number is that of the VC. */
struct instance {
    uint32_t procedure;
    bool avoided;      /* at or below a must-avoid site: no path comes here */
    struct vc *vc;     /* null: was avoided ever since */
    const term *guard; /* assumed for the VC to hold; null: it always does */
    uint32_t *child;   /* per call: the site inlined there, or PASSIVE_NONE */
    bool told[2];      /* per decision: the solver knows what it says here */
    bool passed;       /* by every run of this part, as search_avoid found */
};

/* A call that is not inlined. */
struct open_call {
    uint32_t parent, call;
    const term *blocked; /* not control-variable (c) */
    const term *summary; /* null but in a broken twin: holds while it is open */
};

/* One move of a run: a block is entered, left for a call and come back to, and
 * left by an edge. */
enum path_move { PATH_ENTER, PATH_RETURN, PATH_EDGE };
struct path_step {
    enum path_move move;
    uint32_t site, block;
    uint32_t edge; /* of PATH_EDGE */
};

struct vec_instance VEC (struct instance);
struct vec_open VEC (struct open_call);
struct vec_path VEC (struct path_step);

/* The sets of sites that change as a search goes on, in order of discovery. */
struct frontier {
    struct vec_open open, beyond;
    struct vec_target core;       /* of the last refuted under check, rising */
    struct vec_target refutation; /* of the last refuted over or beyond check */
    struct vec_target needed; /* decisions that it needs, rising; `explain` */
    bool beyond_phase;
};

struct search {
    struct passive_program *program;
    terms *terms;
    struct search_options options;
    solver *solver;
    struct term_vec asserted; /* all that the solver was told, in order */
    bool spoilt;              /* the solver's last check gave up */
    uint64_t units;           /* spent by solvers before this one */
    struct partition partition;
    struct vec_instance instance; /* per site of the partition */
    struct frontier now;
    struct arena arena; /* of the VCs */
    /* The last check: its assumptions, and the site that each is about. */
    struct term_vec assumed;
    struct vec_target about;
    size_t assumed_decisions; /* so many are decisions, in order */
    size_t assumed_beyond;    /* from here on: sites beyond */
    enum solver_answer answer;
    /* The run of the last model, and the calls on it that are not inlined. */
    struct vec_path path;
    struct vec_open met, met_beyond;
    struct term_vec branch;   /* of the last run, as literals; empty: none */
    struct vec_target passed; /* the sites of that run, and .. */
    uint32_t fresh;           /* .. the first that was inlined since */
    bool candidate;
    uint32_t steps, rounds;
    uint64_t inlined, check_ns;
    struct cut cut; /* the last check, if it was made in pieces */
    bool pausing;   /* the next check may be .. */
    bool paused;    /* .. left: it can go on */
    bool over_next; /* after a pause: what `under` said still holds */
    enum solver_answer under;
    bool doubtful; /* the solver was cut (cut.h): its models are guesses */
    bool sure;     /* until something is inlined: no check is cut */
    bool plain;    /* structural search failed once: no more of it */
};

/* path.c.  Follows the model's run from main's entry to its end.
 * False: the model gives none. */
bool search_follow (search *);
/* Does the run pass exactly what the decisions ask for? */
bool search_path_fits (const search *);

/* leftmost.c.  After SAT or CANDIDATE and search_follow: run, model
 * and `answer` become those of the leftmost run that the last check allows.
 * False: `answer` says why. */
bool search_leftmost (search *);

/* trail.c.  What the arguments of functions on the run are worth, as
 * equalities; and that what they give is 0 or one of the arguments.  Either may
 * be null.  False: a value that cannot be told. */
bool search_pins (search *, struct term_vec *pin, struct term_vec *range);

/* inline.c.  Sets up the site after the last one that was set up. */
void search_instance (search *, uint32_t site, bool avoided);
/* What is open follows anew from the sites and which of them are avoided; those
 * that were, and are no more, are made. */
void search_reopen (search *);
/* Algorithm 3. */
void search_inline (search *, struct open_call);
/* The decision with this number.  With `explain` its literal, which is assumed
 * in every check, makes it count. */
void search_assert_decision (search *, uint32_t number);
const term *search_decision_literal (search *, uint32_t number);

/* split.c.  Takes the last decision back; `explain`. */
void search_undecide (search *);

/* solver.c */
void search_solver_open (search *);
void search_solver_close (search *);
/* A new solver, with all that was asserted. */
void search_solver_renew (search *);
void search_assert (search *, const term *);
enum solver_answer search_solver_check (search *, const term *const *, size_t);
/* After UNSAT: asserts that some of these assumptions do not hold, those of the
 * core; it follows from what is asserted. */
void search_solver_learn (search *, const term *const *, size_t);
/* Asks a solver that looks for models of quantified formulas, within a limit of
 * its own, about everything asserted and these assumptions.  SAT: it is the
 * search's solver from now on, so that values come from its model.  UNSAT: the
 * clause that follows, some of the assumptions do not hold, is asserted. */
enum solver_answer search_solver_model (search *, const term *const *, size_t);

/* story.c: lines of the story, if one is told. */
void search_tell (search *, const char *what, const char *value);
void search_tell_round (search *);
void search_tell_inline (search *, const struct open_call *);
void search_tell_sites (search *);

#endif
