/* leftmost.c -- of all runs that a check allows, the leftmost one.
 *
 * Greedily from main's entry on: where the run at hand leaves a block by
 * another edge than the first, the edges before it are tried, with everything
 * up to there assumed.  Edges on a run determine it, so a run found like this
 * begins as the one at hand does. */
#include "bounded/inlining/internal.h"

static void
leftmost_assume (search *s, const struct path_step *at, uint32_t edge)
{
    struct term_vec literal = {0};
    term_conjuncts (
        s->terms, s->instance.at[at->site].vc->flow[at->block][edge], &literal);
    for (size_t i = 0; i < literal.size; i++) {
        VEC_PUSH (s->assumed, literal.at[i]);
        VEC_PUSH (s->about, at->site);
    }
    VEC_CLEAR (literal);
}

static enum solver_answer
leftmost_check (search *s)
{
    s->steps++;
    return search_solver_check (s, s->assumed.at, s->assumed.size);
}

/* Takes the run of the model, if there is one. */
static bool
leftmost_finds (search *s, enum solver_answer answer)
{
    assert (answer != SOLVER_UNSAT);
    s->answer = answer;
    return (answer == SOLVER_SAT || answer == SOLVER_CANDIDATE)
           && search_follow (s);
}

/* Step n of the run leaves a block: by the first edge that can be.  `*stale`:
 * the model is not that of the run any more. */
static bool
leftmost_edge (search *s, size_t n, bool *stale)
{
    struct path_step at = s->path.at[n];
    for (uint32_t e = 0; e < at.edge; e++) {
        size_t before = s->assumed.size;
        leftmost_assume (s, &at, e);
        enum solver_answer answer = leftmost_check (s);
        *stale = answer == SOLVER_UNSAT;
        if (!*stale)
            return leftmost_finds (s, answer);
        s->assumed.size = s->about.size = before;
    }
    leftmost_assume (s, &at, at.edge);
    return true;
}

bool
search_leftmost (search *s)
{
    assert (s->answer == SOLVER_SAT || s->answer == SOLVER_CANDIDATE);
    assert (!s->options.follow && s->assumed.size == s->about.size);
    bool stale = false;
    for (size_t n = 0; n < s->path.size; n++)
        if (s->path.at[n].move == PATH_EDGE && !leftmost_edge (s, n, &stale))
            return false;
    return !stale || leftmost_finds (s, leftmost_check (s));
}
