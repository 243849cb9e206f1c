/* stratify.c -- stratified inlining: the paper's algorithms 1 and 2, with the
 * calls beyond the bound as a third approximation (stratify.h). */
#include "bounded/inlining/stratify.h"

#include <stdlib.h>

#include "bounded/inlining/internal.h"

/* ---- checks */

static void
check_assume (search *s, const term *t, uint32_t site)
{
    VEC_PUSH (s->assumed, t);
    VEC_PUSH (s->about, site);
}

static void
check_assume_calls (search *s, const struct vec_open *calls, bool block)
{
    for (size_t i = 0; i < calls->size; i++) {
        const struct open_call *c = &calls->at[i];
        if (block)
            check_assume (s, c->blocked, c->parent);
        else if (c->summary)
            check_assume (s, c->summary, c->parent);
    }
}

/* Assumptions begin with the decisions. */
static void
check_assume_decisions (search *s)
{
    s->assumed.size = s->about.size = 0;
    for (uint32_t i = 0; s->options.explain && i < s->partition.chosen.size;
         i++)
        check_assume (s, search_decision_literal (s, i), 0);
    s->assumed_decisions = s->assumed.size;
}

static void
check_collect (search *s, bool block_open, bool block_beyond)
{
    check_assume_decisions (s);
    for (uint32_t i = 0; i < s->instance.size; i++)
        if (s->instance.at[i].guard && !s->instance.at[i].avoided)
            check_assume (s, s->instance.at[i].guard, i);
    check_assume_calls (s, &s->now.open, block_open);
    s->assumed_beyond = s->assumed.size;
    check_assume_calls (s, &s->now.beyond, block_beyond);
}

static void
check_block_passed (search *s, const struct vec_open *calls, const bool *passes)
{
    for (size_t i = 0; i < calls->size; i++)
        if (passes[calls->at[i].parent])
            check_assume (s, calls->at[i].blocked, calls->at[i].parent);
}

/* The branches of the last run.  With them, no run passes other sites than that
 * one did, and what was inlined since; so nothing is said of any other. */
static void
check_collect_run (search *s)
{
    bool *passes = NEW_ARRAY (bool, s->instance.size);
    for (size_t i = 0; i < s->passed.size; i++)
        passes[s->passed.at[i]] = true;
    for (uint32_t i = s->fresh; i < s->instance.size; i++)
        passes[i] = true;
    check_assume_decisions (s);
    for (uint32_t i = 0; i < s->instance.size; i++)
        if (passes[i] && s->instance.at[i].guard)
            check_assume (s, s->instance.at[i].guard, i);
    s->assumed_beyond = s->assumed.size;
    if (!s->now.beyond_phase)
        check_block_passed (s, &s->now.beyond, passes);
    for (size_t i = 0; i < s->branch.size; i++)
        check_assume (s, s->branch.at[i], 0);
    memory_free (passes);
}

static enum solver_answer
check_assumed (search *s, const char *name)
{
    s->steps++;
    s->answer = search_solver_check (s, s->assumed.at, s->assumed.size);
    s->pausing = false;
    switch (s->answer) {
    case SOLVER_SAT:
        search_tell (s, name, "SAT");
        break;
    case SOLVER_UNSAT:
        search_tell (s, name, "UNSAT");
        break;
    case SOLVER_CANDIDATE:
        search_tell (s, name, "CANDIDATE");
        break;
    default:
        search_tell (s, name, "UNDECIDED");
        break;
    }
    return s->answer;
}

static enum solver_answer
check (search *s, const char *name, bool block_open, bool block_beyond)
{
    check_collect (s, block_open, block_beyond);
    s->pausing = s->options.pause;
    return check_assumed (s, name);
}

/* The branches of the last run, to be assumed by the next check, and the sites
 * that it passes. */
static void
check_remember (search *s)
{
    s->branch.size = s->passed.size = 0;
    s->fresh = (uint32_t) s->instance.size;
    for (size_t i = 0; s->options.follow && i < s->path.size; i++)
        VEC_PUSH (s->passed, s->path.at[i].site);
    for (size_t i = 0; s->options.follow && i < s->path.size; i++) {
        const struct path_step *at = &s->path.at[i];
        if (at->move == PATH_EDGE)
            term_conjuncts (
                s->terms,
                s->instance.at[at->site].vc->flow[at->block][at->edge],
                &s->branch);
    }
}

/* The sites that the last check's core is about, rising; if not null, the
 * decisions; `*beyond`: it needs that a site beyond is blocked. */
static void
check_core (search *s, struct vec_target *sites, struct vec_target *needed,
            bool *beyond)
{
    assert (s->answer == SOLVER_UNSAT);
    size_t room = s->assumed.size;
    uint32_t *index = NEW_ARRAY (uint32_t, room + 1);
    bool *in = NEW_ARRAY (bool, s->instance.size);
    size_t count = solver_core (s->solver, index, room);
    assert (count <= room);
    *beyond = false;
    bool *decides = NEW_ARRAY (bool, s->assumed_decisions + 1);
    for (size_t i = 0; i < count; i++) {
        if (index[i] < s->assumed_decisions)
            decides[index[i]] = true;
        else
            in[s->about.at[index[i]]] = true;
        *beyond |= index[i] >= s->assumed_beyond;
    }
    if (needed) {
        needed->size = 0;
        for (uint32_t i = 0; i < s->assumed_decisions; i++)
            if (decides[i])
                VEC_PUSH (*needed, i);
    }
    memory_free (decides);
    sites->size = 0;
    for (uint32_t i = 0; i < s->instance.size; i++)
        if (in[i])
            VEC_PUSH (*sites, i);
    memory_free (in);
    memory_free (index);
}

static bool
answer_has_model (enum solver_answer a)
{
    return a == SOLVER_SAT || a == SOLVER_CANDIDATE;
}

/* ---- steps */

static enum search_step
step_end (search *s, enum search_step step, const char *answer)
{
    search_tell (s, "answer", answer);
    return step;
}

static enum search_step
step_undecided (search *s, enum solver_answer answer)
{
    if (answer == SOLVER_INTERRUPTED)
        return STEP_INTERRUPTED;
    if (s->paused)
        return STEP_PAUSED;
    return step_end (s, STEP_UNDECIDED, "UNDECIDED");
}

/* Assumes the last run: its sites and its branches; and more. */
static void
candidate_assume (search *s, const struct term_vec *more)
{
    bool *passed = NEW_ARRAY (bool, s->instance.size);
    for (size_t i = 0; i < s->path.size; i++)
        passed[s->path.at[i].site] = true;
    check_assume_decisions (s);
    for (uint32_t i = 0; i < s->instance.size; i++)
        if (passed[i] && s->instance.at[i].guard)
            check_assume (s, s->instance.at[i].guard, i);
    memory_free (passed);
    check_remember (s);
    for (size_t i = 0; i < s->branch.size; i++)
        check_assume (s, s->branch.at[i], 0);
    for (size_t i = 0; i < more->size; i++)
        check_assume (s, more->at[i], 0);
    s->branch.size = 0;
}

/* Takes those of `range`, assumed from `first` on, out that are in the core. */
static void
candidate_leave_out (search *s, size_t first, struct term_vec *range)
{
    size_t room = s->assumed.size, kept = 0;
    uint32_t *index = NEW_ARRAY (uint32_t, room + 1);
    bool *out = NEW_ARRAY (bool, room + 1);
    size_t count = solver_core (s->solver, index, room);
    for (size_t i = 0; i < count; i++)
        out[index[i]] = true;
    for (size_t i = 0; i < range->size; i++)
        if (!out[first + i])
            range->at[kept++] = range->at[i];
    range->size = kept;
    memory_free (out);
    memory_free (index);
}

/* Axioms say more about functions than their triggers show: most models that
 * the solver makes up, say 1198 for BAND (1202, 2), are none.  So plain ones
 * are tried first. */
static bool
candidate_plain (search *s, struct term_vec *range)
{
    bool whole = search_pins (s, NULL, range), model = !range->size;
    while (whole && !model) {
        candidate_assume (s, range);
        size_t first = s->assumed.size - range->size, before = range->size;
        model = answer_has_model (check_assumed (s, "plain"));
        if (model || s->answer != SOLVER_UNSAT)
            break;
        candidate_leave_out (s, first, range);
        if (range->size == before)
            break;
    }
    return whole && model && search_follow (s) && !s->met.size
           && !s->met_beyond.size;
}

/* A trigger matches equal terms, not terms that are worth the same: BAND (x, 4)
 * does not meet an axiom about BAND (f, f) only because x is 4 in the model. So
 * arguments are assumed to be what they are worth; what then contradicts the
 * axioms is learnt, and another model of the run is asked for.  True: there is
 * one in which they agree.  False, and s->answer UNSAT: the run cannot be. */
static bool
candidate_pin (search *s, const struct term_vec *range)
{
    enum { ROUNDS = 40 };
    for (int round = 0; round < ROUNDS; round++) {
        struct term_vec pin = {0};
        bool whole = search_pins (s, &pin, NULL);
        candidate_assume (s, range);
        for (size_t i = 0; i < pin.size; i++)
            check_assume (s, pin.at[i], 0);
        bool pinned = pin.size;
        VEC_CLEAR (pin);
        if (!whole || !pinned)
            return whole;
        if (answer_has_model (check_assumed (s, "pin")))
            return search_follow (s) && !s->met.size && !s->met_beyond.size;
        if (s->answer != SOLVER_UNSAT)
            return false;
        search_solver_learn (s, s->assumed.at, s->assumed.size);
        candidate_assume (s, range);
        if (!answer_has_model (check_assumed (s, "again")))
            return false;
        if (!search_follow (s) || s->met.size || s->met_beyond.size)
            return false;
    }
    return false;
}

/* A run whose model need not fulfil the quantified axioms.  A solver that looks
 * for their models is asked about this one run: it has one, it cannot be (then
 * that is learnt, and the search goes on), or the run stays a candidate. */
static enum search_step
step_candidate (search *s)
{
    struct term_vec range = {0}, nothing = {0};
    bool agrees = candidate_plain (s, &range) && candidate_pin (s, &range);
    VEC_CLEAR (range);
    if (!agrees && s->answer != SOLVER_INTERRUPTED) {
        candidate_assume (s, &nothing);
        if (answer_has_model (check_assumed (s, "again")))
            agrees = search_follow (s) && !s->met.size && !s->met_beyond.size;
        else if (s->answer == SOLVER_UNSAT) {
            search_solver_learn (s, s->assumed.at, s->assumed.size);
            return STEP_INLINED;
        }
    }
    if (!agrees)
        return s->answer == SOLVER_INTERRUPTED ? STEP_INTERRUPTED
                                               : STEP_UNDECIDED;
    candidate_assume (s, &nothing);
    s->steps++;
    enum solver_answer answer =
        search_solver_model (s, s->assumed.at, s->assumed.size);
    search_tell (s, "model",
                 answer == SOLVER_SAT     ? "SAT"
                 : answer == SOLVER_UNSAT ? "UNSAT"
                                          : "UNDECIDED");
    if (answer == SOLVER_INTERRUPTED)
        return STEP_INTERRUPTED;
    if (answer == SOLVER_UNSAT)
        return STEP_INLINED;
    s->candidate = answer != SOLVER_SAT || !search_follow (s) || s->met.size
                   || s->met_beyond.size;
    return step_end (s, STEP_UNSAFE, s->candidate ? "CANDIDATE" : "UNSAFE");
}

/* A solver that was cut gives models that need not be any (cut.h).  Where more
 * depends on one than where to look next, a new solver is asked, uncut. */
static enum search_step
step_doubted (search *s)
{
    assert (s->doubtful);
    search_solver_renew (s);
    s->branch.size = 0;
    s->over_next = false;
    s->sure = true;
    return STEP_INLINED;
}

/* Is the run one for a new solver, too? */
static bool
step_is_run (search *s)
{
    struct term_vec nothing = {0};
    search_solver_renew (s);
    candidate_assume (s, &nothing);
    return answer_has_model (check_assumed (s, "again")) && search_follow (s)
           && !s->met.size && !s->met_beyond.size && search_path_fits (s);
}

/* The model's run meets no call that is not inlined. */
static enum search_step
step_unsafe (search *s)
{
    if (s->doubtful && !step_is_run (s)) {
        s->doubtful = true;
        return s->answer == SOLVER_INTERRUPTED ? STEP_INTERRUPTED
                                               : step_doubted (s);
    }
    assert (!s->met.size && !s->met_beyond.size);
    if (!search_path_fits (s)) {
        assert (!"a run against the decisions of its partition");
        abort ();
    }
    if (s->answer == SOLVER_CANDIDATE && s->options.follow)
        return step_candidate (s);
    s->candidate = s->answer == SOLVER_CANDIDATE;
    return step_end (s, STEP_UNSAFE, s->candidate ? "CANDIDATE" : "UNSAFE");
}

/* Inlines what the model's run meets: NODECISION. */
static enum search_step
step_inline (search *s)
{
    assert (s->met.size);
    s->sure = s->over_next = false;
    check_remember (s);
    for (size_t i = 0; i < s->met.size; i++) {
        search_tell_inline (s, &s->met.at[i]);
        search_inline (s, s->met.at[i]);
    }
    search_tell_sites (s);
    return STEP_INLINED;
}

/* There is no run to be had from the last answer. */
static enum search_step
step_lost (search *s)
{
    return answer_has_model (s->answer) && s->doubtful
               ? step_doubted (s)
               : step_undecided (s, s->answer);
}

/* The run whose open sites are to be inlined. */
static bool
step_finds_run (search *s)
{
    return answer_has_model (s->answer) && search_follow (s)
           && (!s->options.leftmost || search_leftmost (s));
}

static enum search_step
step_beyond (search *s)
{
    enum solver_answer beyond = check (s, "beyond", false, false);
    bool ignored;
    if (beyond == SOLVER_UNSAT) {
        check_core (s, &s->now.refutation, &s->now.needed, &ignored);
        return step_end (s, STEP_SAFE, "SAFE");
    }
    if (!step_finds_run (s))
        return step_lost (s);
    if (s->met.size)
        return step_inline (s);
    if (s->doubtful)
        return step_doubted (s);
    /* There is no run within the bound: that is proved already. */
    assert (s->met_beyond.size || s->answer == SOLVER_CANDIDATE);
    return step_end (s, STEP_BOUNDED, "BOUNDED");
}

/* No run within the bound. */
static enum search_step
step_refuted (search *s)
{
    bool beyond;
    check_core (s, &s->now.refutation, &s->now.needed, &beyond);
    if (!beyond)
        return step_end (s, STEP_SAFE, "SAFE");
    if (!s->options.look_beyond)
        return step_end (s, STEP_BOUNDED, "BOUNDED");
    s->now.beyond_phase = true;
    return step_beyond (s);
}

/* Where the under check gave no answer the over check may still: a refutation,
 * sites to inline, or a run that meets no open site at all. */
static enum search_step
step_over (search *s, enum solver_answer under)
{
    enum solver_answer over = check (s, "over", false, true);
    s->over_next = s->paused;
    s->under = under;
    if (over == SOLVER_UNSAT)
        return step_refuted (s);
    if (!step_finds_run (s))
        return step_lost (s);
    if (s->met.size)
        return step_inline (s);
    if (s->doubtful && (under == SOLVER_UNSAT || s->met_beyond.size))
        return step_doubted (s);
    assert (!s->met_beyond.size);
    if (under == SOLVER_UNSAT) { /* only a candidate contradicts that */
        assert (s->answer == SOLVER_CANDIDATE);
        return step_undecided (s, s->answer);
    }
    return step_unsafe (s);
}

/* Does the last run go on?  STEP_UNDECIDED: not this way. */
static enum search_step
step_follow (search *s)
{
    check_collect_run (s);
    s->pausing = s->options.pause;
    enum solver_answer answer = check_assumed (s, "follow");
    if (answer == SOLVER_INTERRUPTED)
        return STEP_INTERRUPTED;
    if (s->paused)
        return STEP_PAUSED;
    s->branch.size = 0;
    if (!answer_has_model (answer) || !search_follow (s))
        return STEP_UNDECIDED;
    if (s->met.size)
        return step_inline (s);
    if (s->now.beyond_phase || (s->doubtful && s->met_beyond.size))
        return STEP_UNDECIDED;
    return step_unsafe (s);
}

enum search_step
search_step (search *s)
{
    s->rounds++;
    search_tell_round (s);
    if (s->branch.size) {
        enum search_step step = step_follow (s);
        if (step != STEP_UNDECIDED)
            return step;
    }
    if (s->now.beyond_phase)
        return step_beyond (s);
    if (s->over_next)
        return step_over (s, s->under);
    enum solver_answer under = check (s, "under", true, true);
    if (s->paused)
        return STEP_PAUSED;
    if (answer_has_model (under)) {
        if (!search_follow (s))
            return step_lost (s);
        return s->doubtful && (s->met.size || s->met_beyond.size)
                   ? step_doubted (s)
                   : step_unsafe (s);
    }
    if (under == SOLVER_INTERRUPTED)
        return STEP_INTERRUPTED;
    bool ignored;
    if (under == SOLVER_UNSAT)
        check_core (s, &s->now.core, NULL, &ignored);
    return step_over (s, under);
}

bool
search_avoid (search *s, uint32_t site)
{
    assert (s->options.explain);
    struct term_vec branch = s->branch;
    s->branch = (struct term_vec) {0};
    search_decide (s, MUST_AVOID, site);
    if (check (s, "avoid", false, !s->now.beyond_phase) == SOLVER_UNSAT) {
        search_undecide (s);
        s->instance.at[site].passed = true;
        VEC_CLEAR (s->branch);
        s->branch = branch;
        return false;
    }
    VEC_CLEAR (branch);
    s->paused = false;
    if (step_finds_run (s) && s->met.size)
        step_inline (s);
    return true;
}

/* ---- life */

static void
search_set_up (search *s, const struct partition *p)
{
    for (uint32_t i = 0; i < s->program->axioms; i++)
        search_assert (s, s->program->axiom[i]);
    bool *avoid = NEW_ARRAY (bool, p->site.size);
    for (size_t i = 0; i < p->chosen.size; i++)
        avoid[p->chosen.at[i].site] = p->chosen.at[i].decision == MUST_AVOID;
    for (uint32_t i = 0; i < p->site.size; i++)
        search_instance (s, i, avoid[i]);
    memory_free (avoid);
    for (size_t i = 0; i < p->chosen.size; i++)
        search_assert_decision (s, (uint32_t) i);
}

static search *
search_make (struct passive_program *program, const struct partition *p,
             const struct search_options *o)
{
    assert (o->bound >= 1 && p->site.size);
    search *s = NEW (search);
    s->program = program;
    s->terms = program->terms;
    s->options = *o;
    s->answer = SOLVER_UNDECIDED;
    partition_copy (&s->partition, p);
    search_solver_open (s);
    arena_init (&s->arena);
    search_set_up (s, p);
    return s;
}

search *
search_new (struct passive_program *program, const struct partition *p,
            const struct search_options *o)
{
    search *s = search_make (program, p, o);
    search_tell_round (s);
    search_tell_sites (s);
    return s;
}

void
search_pause (search *s, bool pause)
{
    s->options.pause = pause;
}

void
search_free (search *s)
{
    if (!s)
        return;
    search_solver_close (s);
    VEC_CLEAR (s->asserted);
    for (size_t i = 0; i < s->instance.size; i++)
        if (s->instance.at[i].vc)
            vc_clear (s->instance.at[i].vc);
    arena_clear (&s->arena);
    VEC_CLEAR (s->instance);
    partition_clear (&s->partition);
    VEC_CLEAR (s->now.open);
    VEC_CLEAR (s->now.beyond);
    VEC_CLEAR (s->now.core);
    VEC_CLEAR (s->now.refutation);
    VEC_CLEAR (s->now.needed);
    VEC_CLEAR (s->assumed);
    VEC_CLEAR (s->about);
    VEC_CLEAR (s->path);
    VEC_CLEAR (s->met);
    VEC_CLEAR (s->met_beyond);
    VEC_CLEAR (s->branch);
    VEC_CLEAR (s->passed);
    memory_free (s);
}

const struct partition *
search_partition (const search *s)
{
    return &s->partition;
}

uint64_t
search_units (const search *s)
{
    return s->units + solver_units (s->solver);
}

uint32_t
search_steps (const search *s)
{
    return s->steps;
}

uint64_t
search_inlined (const search *s)
{
    return s->inlined;
}

bool
search_beyond (const search *s)
{
    return s->now.beyond_phase;
}
