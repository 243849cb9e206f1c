/* check.c -- see check.h.
 *
 * Bound by bound: the program is unwound, the solver is asked whether a claim
 * can be satisfied. */
#include "sat/check.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "engine/conclude.h"
#include "logic/solver/solver.h"
#include "program/passes/passes.h"
#include "sat/model.h"

enum {
    SAT_BOUND = 2,       /* the first */
    SAT_BOUNDS = 20,     /* times that it is doubled */
    SAT_STEPS = 2,       /* per unit */
    SAT_MOST = 4000000,  /* steps in any go */
    SAT_GATES = 8,       /* that a question goes through per step */
    SAT_GOES = 2000,     /* conflicts for the question whether a loop goes on */
    SAT_EARLY = 1000,    /* conflicts for failures below the first bound */
    SAT_EACH = 1000,     /* for each by itself */
    SAT_AGAIN = 1 << 26, /* units for who judges a proof */
    SAT_CONFLICTS = 5,   /* units per conflict of other questions */
    SAT_CONFIRM = 40     /* of z3's units per unit */
};

struct sat_check {
    const struct engine_context *engine;
    struct program *as_read, program; /* the second one is expanded */
    uint32_t entry;
    struct blast blast;
    size_t required; /* of blast.required, how many the solver has */
    cnf *cnf;
    unwinding *unwinding;
    unsigned bounds; /* how often the bound was doubled */
    model *last;     /* an execution in which a loop went on; or null */
    struct unwind_plan plan;
    size_t gates_most; /* in this go: more is too much to ask about */
    uint64_t left;     /* steps of this go; a question takes some */
    uint64_t asked;    /* questions about loops */
    bool out;          /* a claim could not be confirmed, or is none */
    struct problem problem;
};

sat_check *
sat_check_new (const struct engine_context *engine, struct program *as_read,
               uint32_t entry, struct problem *problem)
{
    sat_check *c = NEW (sat_check);
    c->engine = engine;
    c->as_read = as_read;
    c->entry = entry;
    blast_init (&c->blast);
    program_copy (&c->program, as_read);
    if (program_expand (&c->program, problem))
        c->unwinding = unwinding_new (&c->program, entry, &c->blast, problem);
    if (c->unwinding) {
        c->cnf = cnf_new (&c->blast.gates);
        return c;
    }
    sat_check_free (c);
    return NULL;
}

void
sat_check_free (sat_check *c)
{
    if (!c)
        return;
    unwinding_free (c->unwinding);
    model_free (c->last);
    cnf_free (c->cnf);
    blast_clear (&c->blast);
    program_clear (&c->program);
    memory_free (c);
}

/* ---- questions */

/* What equal arguments need is told the solver with the question. */
static enum cnf_answer
ask (sat_check *c, const term *t, uint64_t conflicts)
{
    const wire *wires = blast_term (&c->blast, t);
    if (!wires)
        return CNF_UNDECIDED;
    wire question = wires[0];
    while (c->required < c->blast.required.size)
        cnf_require (c->cnf, c->blast.required.at[c->required++]);
    if (question == WIRE_FALSE)
        return CNF_UNSAT;
    if (c->blast.gates.gate.size > c->gates_most) {
        c->left = c->plan.steps = 0;
        return CNF_UNDECIDED;
    }
    uint64_t cost = c->blast.gates.gate.size / SAT_GATES;
    c->left -= cost < c->left ? cost : c->left;
    c->plan.steps -= cost < c->plan.steps ? cost : c->plan.steps;
    return cnf_ask (c->cnf, question, conflicts);
}

/* It was refuted: what is asked next may rest on that. */
static void
learn (sat_check *c, const term *t)
{
    const wire *wires = blast_term (&c->blast, t);
    assert (wires);
    cnf_require (c->cnf, wire_not (wires[0]));
}

static bool
goes_on (void *context, const term *whole)
{
    sat_check *c = context;
    const wire *wires = blast_term (&c->blast, whole);
    c->asked++;
    if (wires && c->last && model_wire (c->last, wires[0]))
        return true; /* the execution that was seen last does */
    enum cnf_answer answer = ask (c, whole, SAT_GOES);
    if (answer == CNF_SAT) {
        model_free (c->last);
        c->last = model_new (&c->blast, c->cnf, c->program.terms);
    }
    if (answer != CNF_UNSAT)
        return true;
    learn (c, whole);
    return false;
}

/* The claims one by one, each of which may rest on those before: that is mostly
 * easy.  What is left is asked as one. */
static enum cnf_answer
ask_claims (sat_check *c, uint64_t conflicts, const term **failure)
{
    const struct sat_claim *claim;
    size_t claims = unwinding_claims (c->unwinding, &claim);
    struct term_vec left = {0};
    enum cnf_answer answer = CNF_UNSAT;
    for (size_t i = 0; i < claims && answer != CNF_SAT && c->left; i++) {
        if (claim[i].kind != CLAIM_FAILS)
            continue;
        answer = ask (c, claim[i].term, SAT_EACH);
        *failure = claim[i].term;
        if (answer == CNF_UNSAT)
            learn (c, claim[i].term);
        else if (answer == CNF_UNDECIDED)
            VEC_PUSH (left, claim[i].term);
    }
    if (answer != CNF_SAT && !c->left)
        answer = CNF_UNDECIDED;
    else if (answer != CNF_SAT) {
        *failure = term_or (c->program.terms, left.at, left.size);
        answer = ask (c, *failure, conflicts);
    }
    VEC_CLEAR (left);
    return answer;
}

static bool
has_rest (const sat_check *c)
{
    const struct sat_claim *claim;
    size_t claims = unwinding_claims (c->unwinding, &claim);
    for (size_t i = 0; i < claims; i++)
        if (claim[i].kind == CLAIM_REST)
            return true;
    return false;
}

/* ---- verdicts */

/* The execution is told with all that its path depends on, so that what equal
 * arguments need holds there. */
static bool
whole_model (sat_check *c, const term *failure, uint64_t conflicts)
{
    const struct sat_claim *claim;
    const struct event *event;
    size_t claims = unwinding_claims (c->unwinding, &claim);
    size_t events = unwinding_events (c->unwinding, &event);
    for (size_t i = 0; i < claims; i++)
        blast_term (&c->blast, claim[i].term);
    for (size_t i = 0; i < events; i++)
        blast_term (&c->blast, event[i].guard->whole);
    return ask (c, failure, conflicts) == CNF_SAT;
}

static void
found (sat_check *c, const term *failure, uint64_t conflicts, struct outcome *o)
{
    if (!whole_model (c, failure, conflicts)) {
        outcome_unknown (o, "the counterexample was not confirmed");
        return;
    }
    struct trail trail;
    model *m = model_new (&c->blast, c->cnf, c->program.terms);
    const struct sat_claim *claim = model_failure (m, c->unwinding);
    assert (claim);
    trail_init (&trail);
    model_trail (m, c->unwinding, c->as_read, &c->program, c->entry, claim,
                 &trail);
    conclude_found (c->as_read, &trail, o);
    trail_clear (&trail);
    model_free (m);
}

/* Refuted once more, by who knows nothing of gates. */
static void
refuted (sat_check *c, uint64_t units, struct outcome *o)
{
    const struct sat_claim *claim;
    size_t claims = unwinding_claims (c->unwinding, &claim);
    uint64_t limit = units * SAT_CONFIRM;
    struct solver_options options = {
        .limit = limit && limit < UINT32_MAX ? limit : UINT32_MAX,
        .bits = true};
    solver *s = solver_new (c->program.terms, &options);
    enum solver_answer answer = SOLVER_UNSAT;
    struct term_vec part = {0};
    for (size_t i = 0; i < claims; i++)
        VEC_PUSH (part, claim[i].term);
    if (claims) {
        solver_assert (s, term_or (c->program.terms, part.at, part.size));
        answer = solver_check (s, NULL, 0);
    }
    log_say (c->engine->log, LOG_DETAIL, "sat: z3 took %" PRIu64 " units",
             solver_units (s));
    VEC_CLEAR (part);
    solver_free (s);
    if (answer != SOLVER_UNSAT) {
        outcome_unknown (o, answer == SOLVER_UNDECIDED
                                ? "budget"
                                : "the proof was not confirmed by z3");
        return;
    }
    struct text proof;
    text_init (&proof);
    text_print (&proof, SAT_PROOF ": bound %u, %" PRIu64 " steps\n",
                (unsigned) SAT_BOUND << c->bounds,
                unwinding_steps (c->unwinding));
    o->proof = text_take (&proof);
    o->verdict = VERDICT_SAFE;
}

/* ---- the whole */

/* Whether it is decided with the bound; else it is doubled. */
static bool
go_bound (sat_check *c, uint64_t units, struct outcome *o)
{
    c->plan = (struct unwind_plan) {.bound = (unsigned) SAT_BOUND << c->bounds,
                                    .steps = c->left,
                                    .possible = goes_on,
                                    .context = c};
    uint64_t conflicts = units / SAT_CONFLICTS;
    bool most = units * SAT_STEPS >= SAT_MOST;
    bool whole = unwinding_go (c->unwinding, &c->plan, &c->problem);
    log_say (c->engine->log, LOG_DETAIL,
             "sat: bound %u, %" PRIu64 " steps, %zu terms, %zu gates",
             c->plan.bound, unwinding_steps (c->unwinding),
             terms_count (c->program.terms), c->blast.gates.gate.size);
    if (c->problem.kind) {
        outcome_unknown (o, "%s", c->problem.message);
        return true;
    }
    uint64_t steps = unwinding_steps (c->unwinding);
    c->left -= steps < c->left ? steps : c->left;
    bool rest = has_rest (c) && c->bounds < SAT_BOUNDS && c->left;
    if (rest && conflicts > (uint64_t) SAT_EARLY << c->bounds)
        conflicts = (uint64_t) SAT_EARLY << c->bounds;
    const term *failure;
    enum cnf_answer answer = ask_claims (c, conflicts, &failure);
    log_say (c->engine->log, LOG_DETAIL, "sat: %s",
             answer == CNF_SAT     ? "a claim can fail"
             : answer == CNF_UNSAT ? "no claim can fail"
                                   : "undecided");
    if (answer == CNF_SAT)
        found (c, failure, conflicts, o);
    else if (most && (!whole || !c->left))
        outcome_unknown (o, "too large for symbolic execution");
    else if (!whole || (answer == CNF_UNDECIDED && !rest))
        outcome_unknown (o, "budget");
    else if (rest) {
        c->bounds++;
        return false;
    } else if (has_rest (c))
        outcome_unknown (o, "loops go on");
    else
        refuted (c, units, o);
    return true;
}

static void
commit (const sat_check *c, struct outcome *o)
{
    const char *said = o->proof ? o->proof : o->derivation ? o->derivation : "";
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, c->bounds);
    buffer_uint (&b, c->asked);
    buffer_put (&b, said, strlen (said));
    o->digest = digest_of (buffer_view (&b));
    buffer_clear (&b);
}

bool
sat_check_go (sat_check *c, uint64_t units, struct outcome *o)
{
    assert (units);
    c->gates_most = units / 2;
    c->left = units * SAT_STEPS < SAT_MOST ? units * SAT_STEPS : SAT_MOST;
    while (!go_bound (c, units, o))
        ;
    commit (c, o);
    return !(o->verdict == VERDICT_UNKNOWN && o->reason
             && !strcmp (o->reason, "budget"));
}

bool
sat_check_again (const struct engine_context *engine, struct program *program,
                 uint32_t entry, struct problem *problem)
{
    struct outcome o;
    sat_check *c = sat_check_new (engine, program, entry, problem);
    bool safe = false;
    outcome_init (&o);
    if (c) {
        sat_check_go (c, SAT_AGAIN, &o);
        safe = o.verdict == VERDICT_SAFE;
    }
    sat_check_free (c);
    outcome_clear (&o);
    return safe;
}
