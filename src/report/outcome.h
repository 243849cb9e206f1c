/* outcome.h -- what a check found; every engine fills one.
 *
 * The committed part (verdict to the counters, but for those of the run) is a function of the input
 * and the semantic options.  A verdict is SAFE or UNSAFE only if `confirmed`:
 * the artefact was replayed independently of the engine. */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "base/counters.h"
#include "base/hash.h"
#include "base/problem.h"
#include "base/text.h"
#include "base/vec.h"

struct diagram; /* report/diagram.h */

enum verdict { VERDICT_UNKNOWN, VERDICT_SAFE, VERDICT_UNSAFE };

/* Where the time of a run went; shown by --json --timings only, as it is no part of
 * the result. */
struct outcome_seconds {
    bool known;
    double parse, vc, solver, messages; /* CPU seconds, of all members */
};

/* What a step is. */
enum step_kind {
    STEP_PLAIN,  /* something is set, or time passes */
    STEP_CALL,   /* `what` is "call f (x = 1)": its frame follows */
    STEP_RETURN, /* of `function` */
    STEP_INPUT,  /* a value comes from outside */
    STEP_INTERRUPT,
    STEP_LOOP, /* from here on all goes on as it did */
    STEP_FAULT /* what fails */
};

/* One step of a counterexample, for people.  report/trace.h takes it apart. */
struct outcome_step {
    char *place;   /* "file:line:column" or null */
    char *what;    /* "clause 3: entry -> P" */
    char *values;  /* "x = 1, y = 2"; may be empty */
    size_t folded; /* 0; or `what` says what so many steps here do */
    char *thread;  /* who did it: "main", "thread 2"; null: there is but one */
    enum step_kind kind;
    bool told_whole; /* `what` is all values: "x = 1, y = 2" */
    char *function;  /* where; or null */
    uint32_t depth;  /* calls around it, as far as they are known */
    char *state;     /* of the diagram of states, after it; or null */
    char *node;      /* of a drawing of the input; or null */
    bool again;      /* the first of those that a LOOP has again for ever */
};

/* The verdict on one check of several (--all). */
struct outcome_judged {
    char *name; /* "unreach-call", "f.c:12:5 unreach-call" */
    enum verdict verdict;
};

/* What holds whenever a loop's condition is about to be evaluated, as a C
 * expression. */
struct outcome_invariant {
    char *file, *function, *value;
    unsigned line, column; /* somewhere in the loop's head */
};

/* A file of which places tell `name`. */
struct outcome_source {
    char *name, *path;
};

struct vec_string VEC (char *);
struct vec_source VEC (struct outcome_source);
struct vec_step VEC (struct outcome_step);
struct vec_judged VEC (struct outcome_judged);
struct vec_said VEC (struct outcome_invariant);

struct outcome {
    enum verdict verdict;
    char *reason; /* of UNKNOWN: one line; null otherwise */
    bool partial; /* it was told while the work went on: a counter that is 0 was
                     not told, and is not shown */
    bool stopped; /* of UNKNOWN: what was at work could not go on, for
                                 want of a worker, a disk, time: no answer, so
                                 that nothing may be concluded from it, nothing
                                 of it committed, and nothing may follow */
    struct vec_judged judged; /* in order; the verdict is the worst of them */
    const char *expected;     /* static: "true", "false": what the input's
                                 author says; null: nothing */
    /* What the verdict covers: what was looked for, in the words of --check where
     * it has one; and what the input has places for, and was not. */
    struct vec_string checked, unchecked;
    struct vec_string assumes;
    const char *engine;   /* static: "cegar", "auto (unroll)", ... */
    char *heard_engine;   /* the same, owned, of an outcome that was read */
    bool unpredictable;   /* the mode does not promise the contract */
    struct digest digest; /* of the commits */
    struct counters counters;
    struct vec_step trace; /* of UNSAFE */
    bool whole;            /* nothing of it is to be folded for people */
    struct vec_string
        global;  /* names in its values that are those of globals */
    char *fault; /* that it ends in, as the engine calls it; null:
                                 an assertion */
    char *proof; /* SMT-LIB define-funs, of SAFE; else null */
    struct vec_said invariant; /* of SAFE, of a C program: for others */
    char *derivation;          /* witness text of UNSAFE; else null */
    char *origin;  /* lines that end a witness: who made it, of what;
                                 or null */
    char *yaml;    /* witness as other tools read it; or null */
    char *harness; /* a test in C that makes it fail; or null */
    struct vec_string established; /* of UNKNOWN: lines, what is known */
    char *emitted;          /* instead of a check: what --emit asked for */
    struct diagram *flow;   /* of the input; null: none was wanted */
    struct diagram *states; /* that were explored; or null */
    struct vec_source
        source; /* where sources are that places do not name fully */
    struct vec_string files; /* written: "witness: FILE", "run: DIR" */
    struct outcome_seconds seconds;
};

void outcome_init (struct outcome *);
void outcome_clear (struct outcome *);
/* Sets verdict UNKNOWN and the reason. */
void outcome_unknown (struct outcome *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
/* The same, of what could not go on: `stopped`. */
void outcome_stop (struct outcome *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
/* UNKNOWN because a run comes to something that is not modelled: the reason
 * begins with OUTCOME_CUT. */
#define OUTCOME_CUT "not modelled: "
bool outcome_is_cut (const struct outcome *);
void outcome_assume (struct outcome *, const char *assumption);
void outcome_checked (struct outcome *, const char *what);
void outcome_unchecked (struct outcome *, const char *what);
void outcome_judge (struct outcome *, const char *name, enum verdict);
const char *verdict_name (enum verdict);     /* "SAFE", ... */
const char *step_kind_name (enum step_kind); /* "call", ... */
/* The exit code of a verdict; the others are those of problems. */
enum {
    EXIT_SAFE = 0,
    EXIT_USAGE = 1,
    EXIT_INPUT = 2,
    EXIT_UNKNOWN = 5,
    EXIT_INTERNAL = 6,
    EXIT_UNSAFE = 10
};
int outcome_exit (const struct outcome *);
const char *outcome_verdict (const struct outcome *); /* "SAFE", ... */
/* Whose counters are of interest: a bit of enum counter_class. */
unsigned outcome_counts (const struct outcome *);
void outcome_invariant (struct outcome *, struct place, const char *function,
                        const char *value);
void outcome_invariants_clear (struct outcome *);
/* A file that was written: the outcome names it as `key: path`. */
void outcome_wrote (struct outcome *, const char *key, const char *path);
void outcome_establish (struct outcome *, const char *line);

/* `key: value` lines, verdict first (design.md section 1). */
void outcome_text (const struct outcome *, struct text *);
/* Of these the two that say what the verdict covers. */
void outcome_coverage (const struct outcome *, struct text *);
/* doc/schema/outcome.json describes it. */
struct outcome_subject {
    const char *const *input;
    size_t inputs;
    const char *version, *build;
    bool times; /* where the time went, too */
};
void outcome_json (const struct outcome *, const struct outcome_subject *,
                   struct text *);
/* The counterexample or the proof, for people (stderr). */
void outcome_explain (const struct outcome *, struct text *);
/* `key: value` lines of the counters that describe this run only. */
void outcome_run (const struct outcome *, struct text *);
/* Steps of the counterexample, those that are folded too. */
size_t outcome_steps (const struct outcome *);
/* The trace, one line a step, with tabs between the fields (doc/formats.md). */
void outcome_trace (const struct outcome *, struct text *);
void outcome_forget_trace (struct outcome *);
void outcome_global (struct outcome *, const char *name);
void outcome_source (struct outcome *, const char *name, const char *path);
/* Of a trace that nobody would read the middle is folded, unless it is to be whole: what
 * a witness has is all of it. */
void outcome_shorten_trace (struct outcome *);
/* The trace ends in this fault. */
void outcome_fault (struct outcome *, const char *name);

/* Reads such lines back into the outcome: what outcome_text and outcome_run
 * wrote, or what a check tells its watchdog (cegar/check.h).  A line of an unknown
 * key counts as established. */
void outcome_hear (struct outcome *, const char *lines);
void outcome_hear_trace (struct outcome *, const char *lines);

/* What contradicts itself is kept for whoever looks for the bug: as DIR/NAME, or
 * cohort-NAME here if `dir` is null; stderr says where. */
void artefact_keep (const char *dir, const char *name, const char *data);

#endif
