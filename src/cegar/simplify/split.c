/* split.c -- one transition per disjunct of a guard.
 *
 * Abstraction sees one transition at a time: what is joined by `or` is blurred
 * there, what stands apart is not. */
#include "cegar/simplify/steps.h"

#include <assert.h>

#include "base/map.h"
#include "cegar/system/guard.h"
#include "logic/term/sort.h"

enum {
    MOST_CASES = 16,
    SPLIT_PREMISES =
        3 /* beside the first: every tuple for them is asked for each case */
};

static void
case_add (terms *t, struct term_vec *cases, const term *a, const term *b)
{
    VEC_PUSH (*cases, term_and2 (t, a, b));
}

/* The disjuncts of a conjunct, if it is a disjunction in some form. */
static bool
conjunct_cases (terms *t, const term *c, struct term_vec *cases)
{
    bool negated = c->op == OP_NOT;
    if (negated)
        c = c->arg[0];
    if (c->op == (negated ? OP_AND : OP_OR)) {
        for (size_t i = 0; i < c->args; i++)
            VEC_PUSH (*cases, negated ? term_not (t, c->arg[i]) : c->arg[i]);
        return true;
    }
    if (c->op == OP_ITE) {
        const term *yes = c->arg[1], *no = c->arg[2];
        case_add (t, cases, c->arg[0], negated ? term_not (t, yes) : yes);
        case_add (t, cases, term_not (t, c->arg[0]),
                  negated ? term_not (t, no) : no);
        return true;
    }
    /* A Boolean variable that equals a formula is better left alone. */
    if (c->op == OP_EQ && c->arg[0]->sort->kind == SORT_BOOL
        && c->arg[0]->op != OP_VAR && c->arg[1]->op != OP_VAR) {
        const term *a = c->arg[0], *b = c->arg[1];
        case_add (t, cases, a, negated ? term_not (t, b) : b);
        case_add (t, cases, term_not (t, a), negated ? b : term_not (t, b));
        return true;
    }
    return false;
}

/* ---- cases of a guard */

static struct transition
part_make (terms *t, const struct transition *x, const term *guard)
{
    struct transition part = transition_copy (x);
    part.guard = guard;
    transition_rename (t, &part);
    return part;
}

/* Splits by the first disjunction in the guard; false if there is none. */
static bool
split_guard (terms *t, const struct transition *x, struct vec_transition *parts)
{
    struct term_vec conjunct = {0}, cases = {0};
    term_conjuncts (t, x->guard, &conjunct);
    bool found = false;
    for (size_t i = 0; !found && i < conjunct.size; i++) {
        cases.size = 0;
        found = conjunct_cases (t, conjunct.at[i], &cases);
        for (size_t k = 0; found && k < cases.size; k++) {
            conjunct.at[i] = cases.at[k];
            const term *g = term_and (t, conjunct.at, conjunct.size);
            if (!guard_false (t, g))
                VEC_PUSH (*parts, part_make (t, x, g));
        }
    }
    VEC_CLEAR (conjunct);
    VEC_CLEAR (cases);
    return found;
}

/* ---- cases of an if-then-else inside a term */

struct split_choice {
    terms *terms;
    const term *condition; /* null: take the first one found */
    bool holds;
    struct map known; /* term's id -> index into `result` */
    struct term_vec result;
};

static const term *
choice_known (const struct split_choice *c, const term *e)
{
    if (!e->args || e->op == OP_FORALL || e->op == OP_EXISTS)
        return e;
    const uint64_t *at = map_get (&c->known, map_number (e->id));
    return at ? c->result.at[*at] : NULL;
}

/* The term again, with `arg` as arguments, all of which are known. */
static const term *
choice_build (const struct split_choice *c, const term *e)
{
    assert (c->condition && e->args);
    if (e->op == OP_ITE && e->arg[0] == c->condition)
        return choice_known (c, e->arg[c->holds ? 1 : 2]);
    const term **arg = NEW_ARRAY (const term *, e->args);
    for (size_t i = 0; i < e->args; i++)
        arg[i] = choice_known (c, e->arg[i]);
    const term *built = term_again (c->terms, e, arg);
    memory_free (arg);
    return built;
}

/* The term with every choice on the condition made; if there is no condition
 * yet, the innermost of the first one found becomes it, and null is given. */
static const term *
choice_make (struct split_choice *c, const term *root)
{
    struct term_vec stack = {0};
    VEC_PUSH (stack, root);
    while (stack.size) {
        const term *e = VEC_LAST (stack);
        if (choice_known (c, e)) {
            stack.size--;
            continue;
        }
        bool ready = true;
        for (size_t i = e->args; i-- > 0;)
            if (!choice_known (c, e->arg[i])) {
                VEC_PUSH (stack, e->arg[i]);
                ready = false;
            }
        if (!ready)
            continue;
        stack.size--;
        if (!c->condition && e->op == OP_ITE && e->sort->kind != SORT_BOOL) {
            c->condition = e->arg[0];
            break;
        }
        map_put (&c->known, map_number (e->id), c->result.size);
        VEC_PUSH (c->result, c->condition ? choice_build (c, e) : e);
    }
    VEC_CLEAR (stack);
    return c->condition ? choice_known (c, root) : NULL;
}

static void
choice_clear (struct split_choice *c)
{
    map_clear (&c->known);
    VEC_CLEAR (c->result);
}

static const term *
choice_find (terms *t, const struct transition *x)
{
    struct split_choice c = {.terms = t};
    map_init (&c.known);
    choice_make (&c, x->guard);
    for (size_t i = 0; !c.condition && i < x->update.size; i++)
        choice_make (&c, x->update.at[i]);
    choice_clear (&c);
    return c.condition;
}

/* Splits by the first condition on which a value depends. */
static bool
split_choice (terms *t, const struct transition *x,
              struct vec_transition *parts)
{
    const term *condition = choice_find (t, x);
    for (int holds = 1; condition && holds >= 0; holds--) {
        struct split_choice c = {
            .terms = t, .condition = condition, .holds = holds};
        map_init (&c.known);
        const term *guard =
            term_and2 (t, choice_make (&c, x->guard),
                       holds ? condition : term_not (t, condition));
        if (!guard_false (t, guard)) {
            struct transition chosen = transition_copy (x);
            for (size_t i = 0; i < x->update.size; i++)
                chosen.update.at[i] = choice_make (&c, x->update.at[i]);
            VEC_PUSH (*parts, part_make (t, &chosen, guard));
            transition_clear (&chosen);
        }
        choice_clear (&c);
    }
    return condition;
}

/* ---- all of it */

static void
parts_clear (struct vec_transition *parts)
{
    for (size_t i = 0; i < parts->size; i++)
        transition_clear (&parts->at[i]);
    VEC_CLEAR (*parts);
}

/* All cases of a transition, in order; false if they are too many: then it is
 * better left whole, because its cases would still be disjunctions. */
static bool
split_all (terms *t, const struct transition *x, simplification *done,
           struct vec_transition *result)
{
    struct vec_transition open = {0}; /* the next one is last */
    VEC_PUSH (open, transition_copy (x));
    while (open.size && open.size + result->size <= MOST_CASES) {
        struct transition next = VEC_POP (open);
        struct vec_transition parts = {0};
        if (!split_guard (t, &next, &parts)
            && !split_choice (t, &next, &parts)) {
            VEC_PUSH (*result, next);
            continue;
        }
        transition_clear (&next);
        for (size_t i = parts.size; i-- > 0;) {
            transition_tidy (t, &parts.at[i]);
            if (guard_false (t, parts.at[i].guard)
                || transition_dead (t, &parts.at[i], done))
                transition_clear (&parts.at[i]);
            else
                VEC_PUSH (open, parts.at[i]);
        }
        VEC_CLEAR (parts);
    }
    bool complete = !open.size;
    parts_clear (&open);
    return complete;
}

bool
simplify_split (struct system *s, simplification *done)
{
    size_t total = s->transition.size;
    size_t most = total * 4 > 200 ? total * 4 : 200;
    bool changed = false;
    struct vec_transition all = {0};
    for (size_t i = 0; i < s->transition.size; i++) {
        struct transition *t = &s->transition.at[i];
        struct vec_transition parts = {0};
        if (total >= most || t->more.size >= SPLIT_PREMISES) {
            VEC_PUSH (all, *t);
            continue;
        }
        bool take = split_all (s->terms, t, done, &parts)
                    && total - 1 + parts.size <= most
                    && (parts.size != 1 || parts.at[0].guard != t->guard);
        if (take) {
            total = total - 1 + parts.size;
            changed = true;
            transition_clear (t);
            for (size_t k = 0; k < parts.size; k++)
                VEC_PUSH (all, parts.at[k]);
            parts.size = 0;
        } else
            VEC_PUSH (all, *t);
        parts_clear (&parts);
    }
    VEC_CLEAR (s->transition);
    s->transition = all;
    return changed;
}
