/* replay.c -- a proof or a trail of bounded, checked against the program's
 * text by others: the evaluator of program/trail/trail.h for a trail, the binaries of
 * two solvers for a proof. */
#include <string.h>

#include "bounded/check.h"
#include "engine/conclude.h"
#include "bounded/inlining/leaf.h"
#include "bounded/proof.h"
#include "logic/smtlib/script.h"
#include "process/solver_process.h"

enum { REPLAY_MS = 600000 };

static const char *const solvers[][3] = {{"z3", "-in", NULL},
                                         {"cvc5", "--lang=smt2", NULL}};

static bool
replay_trail (struct program *as_read, const char *witness, const char *file,
              struct outcome *out, struct text *report, struct problem *problem)
{
    struct trail trail;
    trail_init (&trail);
    bool good = trail_read (&trail, as_read, witness, file, problem);
    if (good) {
        conclude_unsafe (as_read, &trail, out);
        good = out->verdict == VERDICT_UNSAFE;
        if (good)
            text_print (report, "the program runs along the trail: %zu steps\n",
                        out->trace.size);
        else
            text_print (report, "%s\n", out->reason);
    }
    trail_clear (&trail);
    return good;
}

/* One leaf, one solver. */
static bool
replay_leaf (const char *script, size_t size, const char *const *command,
             size_t leaf, struct text *report)
{
    struct text answer;
    text_init (&answer);
    enum solver_end end =
        solver_process (command, script, size, REPLAY_MS, &answer);
    bool good =
        end == SOLVER_ENDED && !strncmp (text_view (&answer), "unsat", 5);
    const char *said = end == SOLVER_MISSING ? "not installed"
                       : end == SOLVER_ENDED ? text_view (&answer)
                                             : "no answer in time";
    if (!good) /* the first line of it is enough */
        text_print (report, "leaf %zu is not refuted by %s: %.*s\n", leaf + 1,
                    command[0], (int) strcspn (said, "\n"), said);
    text_clear (&answer);
    return good;
}

static bool
replay_leaves (struct prepared *x, const struct vec_partition *leaves,
               struct text *report)
{
    bool good = true;
    for (size_t i = 0; good && i < leaves->size; i++) {
        struct term_vec formulas = {0};
        leaf_formulas (&x->passive, &leaves->at[i], 0, false, &formulas);
        struct text script;
        text_init (&script);
        script_write (&script, x->passive.terms, formulas.at, formulas.size);
        for (size_t s = 0; good && s < sizeof solvers / sizeof *solvers; s++)
            good = replay_leaf (text_view (&script), script.size, solvers[s], i,
                                report);
        text_clear (&script);
        VEC_CLEAR (formulas);
    }
    return good;
}

static bool
replay_proof (struct program *as_read, const struct options *o,
              const char *witness, const char *file, struct text *report,
              struct problem *problem)
{
    struct prepared x;
    struct options made_with = *o;
    char entry[256];
    if (!proof_options (witness, file, &made_with, entry, sizeof entry, problem)
        || !prepare (&x, as_read, &made_with, problem))
        return false;
    struct vec_partition leaves = {0};
    bool good = proof_read (&x, witness, file, &leaves, problem);
    if (good && !proof_covers (&leaves)) {
        text_add (report, "the leaves do not cover every run\n");
        good = false;
    }
    good = good && replay_leaves (&x, &leaves, report);
    if (good)
        text_print (report, "%zu %s every run; z3 and cvc5 refute each\n",
                    leaves.size,
                    leaves.size == 1 ? "leaf covers" : "leaves cover");
    proof_clear (&leaves);
    prepared_clear (&x);
    return good;
}

bool
bounded_replay (struct program *as_read, const struct options *o,
                const char *witness, const char *file, struct outcome *out,
                struct text *report, struct problem *problem)
{
    return proof_recognise (witness)
               ? replay_proof (as_read, o, witness, file, report, problem)
               : replay_trail (as_read, witness, file, out, report, problem);
}
