/* unfold_explore.c -- the nodes that can be reached, breadth first.
 *
 * From a node, a transition becomes simple: its control arguments are constants
 * now.  The values that it gives to those of its target are found with the
 * solver, all of them, unless they are plain to see; they are put in order, so
 * that nothing depends on the order in which the solver found them. */
#include "cegar/simplify/unfold.h"

#include <assert.h>
#include <stdlib.h>

#include "cegar/system/guard.h"

enum {
    MOST_CASES = 64,    /* successors of one node over one transition */
    CASE_LIMIT = 500000 /* solver units per question */
};

struct vec_case VEC (struct term_vec);

/* ---- nodes */

static struct digest
node_key (uint32_t location, const struct term_vec *value)
{
    struct digest key = map_number (location);
    for (size_t i = 0; i < value->size; i++) {
        const struct digest *d = &value->at[i]->digest;
        key = digest_chain (key, (struct bytes) {(const void *) d, sizeof *d});
    }
    return key;
}

/* The node with these values, which may be new. */
static uint32_t
node_find (struct simplify_unfolding *u, uint32_t location,
           const struct term_vec *value)
{
    assert (value->size == u->control[location].arg.size);
    struct digest key = node_key (location, value);
    const uint64_t *at = map_get (&u->known, key);
    if (at)
        return (uint32_t) *at;
    uint32_t new = (uint32_t) u->node.size;
    map_put (&u->known, key, new);
    struct unfolded_node n = {.location = location};
    term_vec_copy (&n.value, value);
    VEC_PUSH (u->node, n);
    u->control[location].nodes++;
    return new;
}

void
unfolding_reset (struct simplify_unfolding *u)
{
    for (size_t i = 0; i < u->node.size; i++)
        VEC_CLEAR (u->node.at[i].value);
    u->node.size = 0;
    map_clear (&u->known);
    map_init (&u->known);
    for (size_t i = 0; i < u->made.size; i++)
        transition_clear (&u->made.at[i]);
    u->made.size = 0;
    u->size = 0;
    for (size_t l = 0; l < u->locations; l++)
        u->control[l].nodes = 0;
}

/* ---- the values that a transition can give */

static void
cases_clear (struct vec_case *cases)
{
    for (size_t i = 0; i < cases->size; i++)
        VEC_CLEAR (cases->at[i]);
    VEC_CLEAR (*cases);
}

static int
case_compare (const void *a, const void *b)
{
    const struct term_vec *x = a, *y = b;
    int order = 0;
    for (size_t i = 0; !order && i < x->size; i++)
        order = term_compare (x->at[i], y->at[i]);
    return order;
}

/* The model's values of `update`; false if it has none to give. */
static bool
case_read (solver *s, const struct term_vec *update, struct term_vec *values)
{
    for (size_t i = 0; i < update->size; i++) {
        const term *value = term_is_constant (update->at[i])
                                ? update->at[i]
                                : solver_value (s, update->at[i]);
        if (!value || !term_is_constant (value))
            return false;
        VEC_PUSH (*values, value);
    }
    return true;
}

static const term *
case_formula (terms *t, const struct term_vec *update,
              const struct term_vec *values)
{
    assert (update->size == values->size);
    struct term_vec conjunct = {0};
    for (size_t i = 0; i < update->size; i++)
        VEC_PUSH (conjunct, term_eq (t, update->at[i], values->at[i]));
    const term *all = term_and (t, conjunct.at, conjunct.size);
    VEC_CLEAR (conjunct);
    return all;
}

/* Of constants there is one case or none; false: it cannot be said without a
 * solver. */
static bool
cases_quick (struct simplify_unfolding *u, const term *guard,
             const struct term_vec *update, struct vec_case *cases)
{
    for (size_t i = 0; i < update->size; i++)
        if (!term_is_constant (update->at[i]))
            return false;
    enum arith_answer a =
        u->checks ? simplification_quick (u->done, u->system->terms, guard)
                  : ARITH_UNDECIDED;
    if (a == ARITH_UNDECIDED)
        return false;
    u->checks--;
    if (a == ARITH_SAT) {
        struct term_vec values = {0};
        term_vec_copy (&values, update);
        VEC_PUSH (*cases, values);
    }
    return true;
}

/* All values of `update` where the guard holds, in order. */
static bool
cases_solve (struct simplify_unfolding *u, const term *guard,
             const struct term_vec *update, struct vec_case *cases)
{
    terms *t = u->system->terms;
    if (cases_quick (u, guard, update, cases))
        return true;
    if (!u->solver)
        u->solver =
            solver_new (t, &(struct solver_options) {.limit = CASE_LIMIT});
    solver_push (u->solver);
    solver_assert (u->solver, guard);
    enum solver_answer answer = SOLVER_UNDECIDED;
    while (u->checks && cases->size <= MOST_CASES) {
        u->checks--;
        answer = solver_check (u->solver, NULL, 0);
        if (answer != SOLVER_SAT)
            break;
        struct term_vec values = {0};
        if (!case_read (u->solver, update, &values)) {
            VEC_CLEAR (values);
            break;
        }
        VEC_PUSH (*cases, values);
        const term *found = case_formula (t, update, &values);
        if (term_is_true (found)) {
            answer = SOLVER_UNSAT; /* there is no other */
            break;
        }
        solver_assert (u->solver, term_not (t, found));
    }
    solver_pop (u->solver);
    if (answer != SOLVER_UNSAT)
        return false;
    if (cases->size)
        qsort (cases->at, cases->size, sizeof *cases->at, case_compare);
    return true;
}

static void
control_vary (struct control *c, const struct vec_case *cases)
{
    for (size_t k = 0; k < c->arg.size; k++) {
        bool several = false;
        for (size_t i = 1; !several && i < cases->size; i++)
            several = cases->at[i].at[k] != cases->at[0].at[k];
        c->varied[c->arg.at[k]] += several;
    }
}

/* ---- transitions */

/* Leaves the updates of the others, and gives those of control arguments. */
static void
updates_part (const struct control *c, struct term_vec *update,
              struct term_vec *taken)
{
    size_t kept = 0, next = 0;
    for (size_t i = 0; i < update->size; i++)
        if (next < c->arg.size && c->arg.at[next] == i) {
            VEC_PUSH (*taken, update->at[i]);
            next++;
        } else
            update->at[kept++] = update->at[i];
    update->size = kept;
}

static bool
unfolding_add (struct simplify_unfolding *u, const struct transition *x,
               const uint32_t *from, const struct term_vec *update,
               const struct term_vec *values)
{
    assert (from[0] < u->node.size);
    terms *t = u->system->terms;
    struct transition made = transition_copy (x);
    const term *chosen = case_formula (t, update, values);
    /* The guard alone has been looked at. */
    if (!term_is_true (chosen)) {
        made.guard = term_and2 (t, made.guard, chosen);
        transition_propagate (t, &made);
        if (guard_false (t, made.guard)) {
            transition_clear (&made);
            return true;
        }
    }
    transition_rename (t, &made);
    made.from = from[0];
    for (size_t i = 0; i < made.more.size; i++)
        made.more.at[i].location = from[i + 1];
    made.to = node_find (u, x->to, values);
    u->size += transition_nodes (&made);
    VEC_PUSH (u->made, made);
    return u->node.size <= u->most_nodes && u->made.size <= u->most_made
           && u->size <= u->most_size;
}

/* Puts the values of a node for each premise, `from` first, in their places, and takes
 * the copies of those arguments away.  False: there are none. */
static bool
unfolding_fix (struct simplify_unfolding *u, const uint32_t *from,
               struct transition *x)
{
    struct system *s = u->system;
    struct term_vec vars = {0}, value = {0};
    for (size_t p = 0; p <= x->more.size; p++) {
        uint32_t l = p ? x->more.at[p - 1].location : x->from;
        struct control *here = &u->control[l];
        struct term_vec taken = {0};
        if (p)
            updates_part (here, &x->more.at[p - 1].vars, &taken);
        for (size_t i = 0; i < here->arg.size; i++)
            VEC_PUSH (vars, p ? taken.at[i]
                              : s->location.at[l].vars.at[here->arg.at[i]]);
        for (size_t i = 0; i < here->arg.size; i++)
            VEC_PUSH (value, u->node.at[from[p]].value.at[i]);
        VEC_CLEAR (taken);
    }
    bool any = vars.size > 0;
    transition_replace (s->terms, x, &vars, &value);
    VEC_CLEAR (vars);
    VEC_CLEAR (value);
    return any;
}

/* What one transition does from one node for each premise. */
static bool
unfolding_step (struct simplify_unfolding *u, const uint32_t *from,
                const struct transition *t)
{
    struct system *s = u->system;
    struct control *there = &u->control[t->to];
    struct transition x = transition_copy (t);
    struct term_vec update = {0};
    bool fixed = unfolding_fix (u, from, &x);
    transition_propagate (s->terms, &x);
    struct vec_case cases = {0};
    bool fine = true;
    if (!guard_false (s->terms, x.guard)) {
        updates_part (there, &x.update, &update);
        /* A guard without control says nothing new: no need to ask. */
        bool plain = term_is_true (x.guard) || !fixed;
        for (size_t i = 0; plain && i < update.size; i++)
            plain = term_is_constant (update.at[i]);
        if (plain) {
            struct term_vec values = {0};
            term_vec_copy (&values, &update);
            VEC_PUSH (cases, values);
        } else
            fine = cases_solve (u, x.guard, &update, &cases);
    }
    control_vary (there, &cases);
    u->blamed = t->to;
    for (size_t i = 0; fine && i < cases.size; i++)
        fine = unfolding_add (u, &x, from, &update, &cases.at[i]);
    cases_clear (&cases);
    VEC_CLEAR (update);
    transition_clear (&x);
    return fine;
}

/* What it does from all tuples of which `newest` is the last node that was found. */
static bool
unfolding_tuples (struct simplify_unfolding *u, uint32_t newest,
                  const struct transition *t)
{
    size_t count = 1 + t->more.size, tuples = 1;
    struct vec_index *fit = NEW_ARRAY (struct vec_index, count);
    bool fine = true, more = false;
    for (size_t p = 0; p < count; p++) {
        uint32_t l = p ? t->more.at[p - 1].location : t->from;
        for (uint32_t n = 0; n <= newest; n++)
            if (u->node.at[n].location == l)
                VEC_PUSH (fit[p], n);
        more = more || l == u->node.at[newest].location;
        tuples *= fit[p].size;
        fine = fine && tuples <= u->work;
    }
    size_t *at = NEW_ARRAY (size_t, count), cost = transition_nodes (t) + 1;
    uint32_t *from = NEW_ARRAY (uint32_t, count);
    more = more && tuples;
    while (fine && more) {
        bool fresh = false;
        for (size_t p = 0; p < count; p++) {
            from[p] = fit[p].at[at[p]];
            fresh = fresh || from[p] == newest;
        }
        fine = !fresh || (u->work >= cost && unfolding_step (u, from, t));
        u->work -= fine && fresh ? cost : 0;
        size_t p = count;
        while (p > 0 && ++at[p - 1] == fit[p - 1].size)
            at[--p] = 0;
        more = p > 0;
    }
    for (size_t p = 0; p < count; p++)
        VEC_CLEAR (fit[p]);
    memory_free (fit);
    memory_free (from);
    memory_free (at);
    return fine || !tuples;
}

bool
unfolding_explore (struct simplify_unfolding *u)
{
    const struct system *s = u->system;
    assert (!u->node.size && !u->made.size);
    node_find (u, SYSTEM_ENTRY, &(struct term_vec) {0});
    bool fine = true;
    for (uint32_t n = 0; fine && n < u->node.size; n++)
        for (size_t i = 0; fine && i < s->transition.size; i++)
            if (s->transition.at[i].more.size)
                fine = unfolding_tuples (u, n, &s->transition.at[i]);
            else if (s->transition.at[i].from == u->node.at[n].location)
                fine = unfolding_step (u, &n, &s->transition.at[i]);
    return fine;
}
