/* prove.c -- claims that are inductive, and whether they suffice. */
#include <assert.h>
#include <string.h>

#include "auto/summaries/internal.h"
#include "auto/summaries/product.h"
#include "logic/solver/solver.h"

/* Instances of procedures in one formula; a call beyond is open, and nothing is
 * known of it. */
enum { PROVE_INSTANCES = 100, PROVE_FINAL = 8 };

/* ---- formulas */

static void
formula_instance (struct summaries *s, struct summary *y, uint32_t procedure,
                  uint32_t number, const term *control, const term *const *in,
                  const term *const *out)
{
    assert (procedure < s->prepared.passive.procedures);
    struct vc vc;
    vc_make (&vc, &s->prepared.passive, procedure, number, control, in, out,
             &s->arena);
    for (size_t i = 0; i < vc.clause.size; i++)
        VEC_PUSH (y->formula, vc.clause.at[i]);
    for (uint32_t c = 0; c < vc.procedure->calls; c++) {
        struct summary_call open = {.callee = vc.call[c].callee,
                                    .control = vc.call[c].control,
                                    .in = vc.call[c].in,
                                    .out = vc.call[c].out};
        VEC_PUSH (y->call, open);
    }
    vc_clear (&vc);
}

/* Calls of what is not recursive are replaced by the body, one after the other:
 * that ends, as only recursion goes on for ever. */
static void
formula_make (struct summaries *s, uint32_t procedure)
{
    struct summary *y = &s->of[procedure];
    if (y->made)
        return;
    y->made = true;
    assert (!y->formula.size && !y->call.size);
    const struct passive_procedure *q =
        &s->prepared.passive.procedure[procedure];
    uint32_t number = 0;
    formula_instance (s, y, procedure, number, term_true (s->terms), q->in.at,
                      q->out.at);
    size_t kept = 0;
    for (size_t i = 0; i < y->call.size; i++) {
        struct summary_call c = y->call.at[i];
        if (s->of[c.callee].recursive || number >= PROVE_INSTANCES)
            y->call.at[kept++] = c;
        else
            formula_instance (s, y, c.callee, ++number, c.control, c.in, c.out);
    }
    y->call.size = kept;
}

/* The claim of a callee at a call. */
static const term *
claim_at (struct summaries *s, const struct summary_call *c, const term *claim)
{
    assert (claim->sort->kind == SORT_BOOL
            && c->callee < s->prepared.passive.procedures);
    const struct passive_procedure *q =
        &s->prepared.passive.procedure[c->callee];
    size_t ins = q->in.size, all = ins + q->out.size;
    const term **from = NEW_ARRAY (const term *, all + 1);
    const term **to = NEW_ARRAY (const term *, all + 1);
    for (size_t i = 0; i < all; i++) {
        from[i] = i < ins ? q->in.at[i] : q->out.at[i - ins];
        to[i] = i < ins ? c->in[i] : c->out[i - ins];
    }
    const term *result = term_substitute (s->terms, claim, from, to, all);
    memory_free (from);
    memory_free (to);
    return result;
}

/* Runs of the procedure in which calls do what their claims say. */
static void
question_runs (struct summaries *s, uint32_t procedure, struct term_vec *out)
{
    formula_make (s, procedure);
    const struct passive_program *p = &s->prepared.passive;
    const struct summary *y = &s->of[procedure];
    for (uint32_t i = 0; i < p->axioms; i++)
        VEC_PUSH (*out, p->axiom[i]);
    for (size_t i = 0; i < y->formula.size; i++)
        VEC_PUSH (*out, y->formula.at[i]);
    assert (y->made);
    for (size_t i = 0; i < y->call.size; i++) {
        const struct summary_call *c = &y->call.at[i];
        const struct summary *callee = &s->of[c->callee];
        for (size_t k = 0; k < callee->claim.size; k++) {
            const term *claim = claim_at (s, c, callee->claim.at[k]);
            claim = term_implies (s->terms, c->control, claim);
            if (s->select)
                claim = term_implies (s->terms,
                                      claim_selector (s, c->callee, k), claim);
            VEC_PUSH (*out, claim);
        }
    }
}

static const term *
claims_broken (struct summaries *s, const term *const *claim, size_t claims)
{
    return term_not (s->terms, term_and (s->terms, claim, claims));
}

static void
question_products (struct summaries *s, struct term_vec *formulas)
{
    struct term_vec facts = {0};
    products_open (s->terms, formulas, &facts);
    for (size_t i = 0; i < facts.size; i++)
        VEC_PUSH (*formulas, facts.at[i]);
    VEC_CLEAR (facts);
}

/* How many claims are asked for.  The broken twin "claim-assumed" leaves out
 * the last one of each procedure, which callers go on to assume. */
static size_t
claims_asked (const struct summaries *s, const struct summary *y)
{
    bool broken =
        s->options->broken && !strcmp (s->options->broken, "claim-assumed");
    return y->claim.size - (broken && y->claim.size > 0);
}

void
summaries_question (struct summaries *s, uint32_t procedure,
                    const term *const *claim, size_t claims,
                    struct term_vec *out)
{
    assert (procedure < s->prepared.passive.procedures);
    assert (claims <= s->of[procedure].claim.size);
    question_runs (s, procedure, out);
    if (procedure != s->prepared.passive.main)
        VEC_PUSH (*out, claims_broken (s, claim, claims));
    question_products (s, out);
}

void
summaries_question_all (struct summaries *s, uint32_t procedure,
                        struct term_vec *out)
{
    const struct summary *y = &s->of[procedure];
    summaries_question (s, procedure, y->claim.at, claims_asked (s, y), out);
}

/* ---- queries */

solver *
question_solver (struct summaries *s, const struct term_vec *formulas,
                 size_t first, uint64_t limit)
{
    assert (first <= formulas->size);
    const struct passive_program *p = &s->prepared.passive;
    struct solver_options options = {.limit = limit,
                                     .bits = p->bits && !p->quantified,
                                     .triggers = p->quantified};
    solver *z = solver_new (s->terms, &options);
    for (size_t i = first; i < formulas->size; i++)
        solver_assert (z, formulas->at[i]);
    return z;
}

/* That this claim is the broken one. */
static const term *
claim_culprit (struct summaries *s, size_t claim)
{
    struct text name;
    text_init (&name);
    text_print (&name, "@broken@%zu", claim);
    const term *v =
        term_var (s->terms, text_view (&name), sort_bool (s->terms));
    text_clear (&name);
    return v;
}

/* Marks the claims that the model refutes, and lets the next model be about
 * others. */
static size_t
claims_refuted (struct summaries *s, solver *z, const term *const *claim,
                size_t claims, bool *refuted)
{
    size_t count = 0;
    bool *now = NEW_ARRAY (bool, claims + 1);
    for (size_t i = 0; i < claims; i++) {
        const term *value = refuted[i] ? NULL : solver_value (z, claim[i]);
        now[i] = value && term_is_false (value);
        count += now[i];
    }
    for (size_t i = 0; i < claims; i++)
        if (now[i]) {
            refuted[i] = true;
            solver_assert (z, term_not (s->terms, claim_culprit (s, i)));
        }
    memory_free (now);
    return count;
}

/* The claims, to be evaluated only; then runs that break one of them. */
static void
claims_question (struct summaries *s, uint32_t procedure,
                 const term *const *claim, size_t claims,
                 struct term_vec *formulas)
{
    struct term_vec culprits = {0};
    for (size_t i = 0; i < claims; i++)
        VEC_PUSH (*formulas, claim[i]);
    question_runs (s, procedure, formulas);
    for (size_t i = 0; i < claims; i++) {
        VEC_PUSH (culprits, claim_culprit (s, i));
        VEC_PUSH (*formulas, term_implies (s->terms, culprits.at[i],
                                           term_not (s->terms, claim[i])));
    }
    VEC_PUSH (*formulas, term_or (s->terms, culprits.at, culprits.size));
    question_products (s, formulas);
    VEC_CLEAR (culprits);
}

/* Asks whether the procedure keeps its claims [first, end); marks those that it
 * need not.  Without an answer, halves are asked for, and a single one is
 * dropped. */
static void
claims_ask (struct summaries *s, uint32_t procedure, size_t first, size_t end,
            bool *refuted)
{
    assert (first <= end && end <= s->of[procedure].claim.size);
    assert (first >= s->of[procedure].proved);
    struct summary *y = &s->of[procedure];
    size_t claims = end - first, total = 0, count = 0;
    if (!claims || s->units > s->most)
        return;
    struct term_vec formulas = {0};
    claims_question (s, procedure, y->claim.at + first, claims, &formulas);
    solver *z = question_solver (s, &formulas, claims, s->limit);
    enum solver_answer answer;
    do {
        answer = solver_check (z, NULL, 0);
        count = 0;
        if (answer == SOLVER_SAT || answer == SOLVER_CANDIDATE)
            count = claims_refuted (s, z, formulas.at, claims, refuted + first);
        total += count;
    } while (count && s->units + solver_units (z) <= s->most);
    s->units += solver_units (z);
    solver_free (z);
    VEC_CLEAR (formulas);
    if (answer == SOLVER_UNSAT || total)
        return;
    if (claims == 1) {
        refuted[first] = true;
        return;
    }
    assert (claims > 1);
    size_t middle = first + claims / 2;
    claims_ask (s, procedure, first, middle, refuted);
    claims_ask (s, procedure, middle, end, refuted);
}

/* ---- the greatest inductive set */

static void
callers_doubt (struct summaries *s, uint32_t callee)
{
    for (uint32_t p = 0; p < s->prepared.passive.procedures; p++)
        for (size_t i = 0; s->of[p].recursive && i < s->of[p].call.size; i++)
            s->of[p].doubtful |= s->of[p].call.at[i].callee == callee;
}

static size_t
claims_drop (struct summary *y, const bool *refuted)
{
    size_t kept = 0, before = y->claim.size;
    for (size_t i = 0; i < before; i++)
        if (!refuted[i])
            y->claim.at[kept++] = y->claim.at[i];
    assert (kept >= y->proved);
    y->claim.size = kept;
    return before - kept;
}

/* Until the procedure keeps all that is left. */
static void
procedure_induce (struct summaries *s, uint32_t procedure)
{
    assert (s->of[procedure].recursive && s->of[procedure].made);
    struct summary *y = &s->of[procedure];
    bool *refuted = NEW_ARRAY (bool, y->claim.size + 1);
    for (size_t dropped = 1; dropped && s->units <= s->most;) {
        for (size_t i = 0; i < y->claim.size; i++)
            refuted[i] = false;
        if (y->proved < claims_asked (s, y))
            claims_ask (s, procedure, y->proved, claims_asked (s, y), refuted);
        dropped = claims_drop (y, refuted);
        if (dropped)
            callers_doubt (s, procedure);
        log_say (s->log, LOG_DETAIL, "summaries: %s: %zu claims, %zu dropped",
                 s->prepared.passive.procedure[procedure].name, y->claim.size,
                 dropped);
    }
    y->doubtful = false; /* the last question was about what is left */
    memory_free (refuted);
}

bool
summaries_induce (struct summaries *s)
{
    uint32_t procedures = s->prepared.passive.procedures;
    for (uint32_t p = 0; p < procedures; p++) {
        s->of[p].doubtful = s->of[p].recursive;
        if (s->of[p].recursive)
            formula_make (s, p);
    }
    for (bool again = true; again && s->units <= s->most;) {
        again = false;
        for (uint32_t p = 0; p < procedures; p++)
            if (s->of[p].doubtful) {
                again = true;
                procedure_induce (s, p);
            }
    }
    if (s->units > s->most)
        return false;
    for (uint32_t p = 0; p < procedures; p++) {
        assert (s->of[p].claim.size >= s->of[p].proved && !s->of[p].doubtful);
        s->of[p].proved = s->of[p].claim.size;
    }
    return true;
}

/* ---- the whole */

static bool
question_refuted (struct summaries *s, uint32_t procedure)
{
    struct term_vec formulas = {0};
    summaries_question_all (s, procedure, &formulas);
    solver *z = question_solver (s, &formulas, 0, s->limit * PROVE_FINAL);
    enum solver_answer answer = solver_check (z, NULL, 0);
    s->units += solver_units (z);
    solver_free (z);
    VEC_CLEAR (formulas);
    return answer == SOLVER_UNSAT;
}

bool
summaries_suffice (struct summaries *s)
{
    return question_refuted (s, s->prepared.passive.main);
}

bool
summaries_hold (struct summaries *s)
{
    bool good = summaries_suffice (s);
    for (uint32_t p = 0; good && p < s->prepared.passive.procedures; p++) {
        assert (s->of[p].recursive || !s->of[p].claim.size);
        if (s->of[p].claim.size)
            good = question_refuted (s, p);
    }
    return good;
}
