/* prepare.c -- see prepare.h. */
#include "bounded/prepare.h"

#include <assert.h>

#include "program/entry.h"
#include "program/passes/passes.h"

/* Small procedures are inlined before the search begins. */
enum { PREPARE_SMALL = 4, PREPARE_MOST = 400 };

/* ---- what is not treated */

static bool
prepare_treatable (const struct program *p, struct problem *problem)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t b = 0; b < p->procedure.at[i].block.size; b++) {
            const struct block *block = &p->procedure.at[i].block.at[b];
            for (size_t s = 0; s < block->statement.size; s++) {
                const struct statement *at = &block->statement.at[s];
                if (attribute_find (at->attribute, "async"))
                    return problem_of_kind (problem, PROBLEM_UNSUPPORTED,
                                            at->place,
                                            "asynchronous calls are not "
                                            "treated");
            }
        }
    return true;
}

/* There is nothing that could fail: no run is an error. */
static void
prepare_nothing (struct program *p, uint32_t entry)
{
    struct block *first = &p->procedure.at[entry].block.at[0];
    struct statement never = {.kind = STATEMENT_ASSUME,
                              .term = term_false (p->terms),
                              .place = first->place};
    VEC_PUSH (first->statement, never);
}

/* ---- the passes, in order */

static bool
prepare_passes (struct prepared *x, uint32_t entry, const struct options *o,
                struct problem *problem)
{
    struct program *p = &x->program;
    if (!program_expand (p, problem))
        return false;
    entry = program_prune (p, entry);
    if (!prepare_treatable (p, problem))
        return false;
    program_specify (p, entry);
    const term *err = NULL;
    if (x->to_return)
        program_assume_asserts (p);
    else
        err = program_raise_asserts (p, entry);
    if (!x->to_return && !err)
        prepare_nothing (p, entry);
    if (!program_recur (p, problem))
        return false;
    program_modifies (p);
    if (x->full)
        program_inline (p, PREPARE_SMALL, PREPARE_MOST);
    program_split_calls (p);
    assert (program_sound (p));
    passive_make (&x->passive, p, entry, err, !x->full, o->broken);
    assert (passive_sound (&x->passive));
    return true;
}

bool
prepare (struct prepared *x, struct program *as_read, const struct options *o,
         struct problem *problem)
{
    *x = (struct prepared) {.to_return = o->goal == GOAL_RETURN,
                            .full = o->preprocess == PREPROCESS_FULL};
    if (!program_entry (as_read, o->entry, &x->entry, problem))
        return false;
    program_copy (&x->program, as_read);
    if (prepare_passes (x, x->entry, o, problem))
        return true;
    program_clear (&x->program);
    return false;
}

void
prepared_clear (struct prepared *x)
{
    passive_clear (&x->passive);
    program_clear (&x->program);
}
