/* guard.c -- what guards and the error's conditions speak of.
 *
 * The atoms of a guard are atoms of its source, and, with the updates solved
 * for the old variables, of its target: from i < n and i := i + 1 follows
 * i <= n.  The negation of an error's condition is the thing to prove.  Then
 * atoms go from location to location, forward so and backward by putting the
 * updates in their place, as long as there are new ones and work is left. */
#include "cegar/candidates/internal.h"

#include <assert.h>
#include <stdlib.h>

#include "logic/term/sort.h"

enum {
    ROUNDS = 3,
    MOVES_MOST = 8000,  /* substitutions, over all */
    ATOMS_OF_ONE = 48,  /* of one transition */
    GUARD_NODES = 4000, /* larger guards are not taken apart */
    SCAN_MOST = 4000    /* transitions whose guards are */
};

/* Source variables and auxiliaries as terms over the target's variables. */
struct inverse {
    struct term_vec from, to;
};

static bool
inverse_has (const struct inverse *v, const term *var)
{
    for (size_t i = 0; i < v->from.size; i++)
        if (v->from.at[i] == var)
            return true;
    return false;
}

static void
inverse_put (struct inverse *v, const term *var, const term *value)
{
    assert (var->sort == value->sort && v->from.size == v->to.size);
    VEC_PUSH (v->from, var);
    VEC_PUSH (v->to, value);
}

/* Solves `target = update` for the one variable that is not known yet. */
static void
inverse_solve (struct inverse *v, terms *t, const term *target,
               const term *update, size_t parts)
{
    if (update->op == OP_VAR) {
        if (!inverse_has (v, update))
            inverse_put (v, update, target);
        return;
    }
    if (!sort_is_number (target->sort))
        return;
    struct linear form;
    mpq_t one;
    linear_init (&form);
    mpq_init (one);
    mpq_set_ui (one, 1, 1);
    const term *open = NULL;
    int sign = 0;
    bool fine = linear_add (&form, t, update, one, false) && form.size <= parts;
    for (size_t i = 0; fine && i < form.size; i++) {
        const term *var = form.part[i].var;
        fine = var->sort == target->sort;
        if (inverse_has (v, var))
            continue;
        sign = !mpq_cmp_si (form.part[i].factor, 1, 1)    ? 1
               : !mpq_cmp_si (form.part[i].factor, -1, 1) ? -1
                                                          : 0;
        fine &= !open && sign;
        open = var;
    }
    if (fine && open) {
        /* update = sign * open + rest, so open = sign * (target - rest) */
        const term *rest =
            term_sub (t, update, sign > 0 ? open : term_negate (t, open));
        rest = term_substitute (t, rest, v->from.at, v->to.at, v->from.size);
        const term *value = term_sub (t, target, rest);
        inverse_put (v, open, sign > 0 ? value : term_negate (t, value));
    }
    mpq_clear (one);
    linear_clear (&form);
}

static void
inverse_make (struct inverse *v, const struct system *s,
              const struct transition *t)
{
    assert (t->update.size == s->location.at[t->to].vars.size);
    const struct term_vec *vars = &s->location.at[t->to].vars;
    static const size_t parts[] = {0, 1, 4};
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < t->update.size; i++)
            if (pass || t->update.at[i]->op == OP_VAR)
                inverse_solve (v, s->terms, vars->at[i], t->update.at[i],
                               parts[pass]);
}

static void
inverse_clear (struct inverse *v)
{
    VEC_CLEAR (v->from);
    VEC_CLEAR (v->to);
}

/* ---- atoms of one transition */

/* Atoms of the conditions inside arithmetic, and the constants that a choice
 * may give to the target's variable. */
static void
choices_atoms (struct candidate_pool *p, const struct transition *t,
               struct term_vec *atom)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&t->guard, 1, &place, &order);
    term_postorder (t->update.at, t->update.size, &place, &order);
    for (size_t i = 0; i < order.size && atom->size < ATOMS_OF_ONE; i++)
        if (order.at[i]->op == OP_ITE && order.at[i]->sort->kind != SORT_BOOL)
            predicate_atoms (p->terms, order.at[i]->arg[0], atom);
    term_map_clear (&place);
    VEC_CLEAR (order);
    if (!location_live (p->system, t->to))
        return;
    struct term_vec stack = {0};
    for (size_t i = 0; i < t->update.size; i++) {
        const term *var = p->system->location.at[t->to].vars.at[i];
        VEC_PUSH (stack, t->update.at[i]);
        for (int left = 16; stack.size && left; left--) {
            const term *u = VEC_POP (stack);
            if (u->op == OP_ITE) {
                VEC_PUSH (stack, u->arg[2]);
                VEC_PUSH (stack, u->arg[1]);
            } else if (u->op == OP_NUMBER || u->op == OP_BITS)
                candidate_pool_atom (p, t->to, SEED_ATOM,
                                     term_eq (p->terms, var, u));
        }
        stack.size = 0;
    }
    VEC_CLEAR (stack);
}

/* Replaces a conjunct e = m * aux by e mod m = 0 where the auxiliary is
 * nowhere else; null: some auxiliary is left. */
static const term *
condition_closed (struct candidate_pool *p, const struct transition *t)
{
    struct term_vec part = {0}, used = {0};
    term_conjuncts (p->terms, t->guard, &part);
    for (size_t i = 0; i < part.size; i++) {
        const term *c = part.at[i];
        if (c->op != OP_EQ || c->arg[0]->sort->kind != SORT_INT)
            continue;
        for (size_t a = 0; a < t->aux.size; a++) {
            const term *aux = t->aux.at[a];
            size_t uses = 0;
            if (aux->sort->kind != SORT_INT)
                continue;
            for (size_t k = 0; k < part.size; k++) {
                used.size = 0;
                term_variables (p->terms, part.at[k], &used);
                for (size_t u = 0; u < used.size; u++)
                    uses += used.at[u] == aux;
            }
            const term *zero = term_int (p->terms, 0),
                       *rest = term_sub (p->terms, c->arg[0], c->arg[1]);
            rest = term_substitute (p->terms, rest, &aux, &zero, 1);
            struct linear form;
            enum linear_relation relation;
            linear_init (&form);
            if (uses == 1 && linear_literal (p->terms, c, &form, &relation))
                for (size_t k = 0; k < form.size; k++)
                    if (form.part[k].var == aux
                        && mpz_fits_slong_p (mpq_numref (form.part[k].factor))
                        && !mpz_cmp_ui (mpq_denref (form.part[k].factor), 1)) {
                        long m = labs (
                            mpz_get_si (mpq_numref (form.part[k].factor)));
                        const term *pair[] = {rest, term_int (p->terms, m)};
                        part.at[i] = term_eq (
                            p->terms,
                            term_make (p->terms, OP_MOD, pair, 2, 0, 0), zero);
                    }
            linear_clear (&form);
            if (part.at[i] != c)
                break;
        }
    }
    const term *whole = term_and (p->terms, part.at, part.size);
    VEC_CLEAR (part);
    VEC_CLEAR (used);
    return whole;
}

static void
transition_atoms (struct candidate_pool *p, const struct transition *t)
{
    const struct system *s = p->system;
    const term *guard = t->to == SYSTEM_ERROR && t->aux.size && t->aux.size < 8
                            ? condition_closed (p, t)
                            : t->guard;
    bool from = location_live (s, t->from), to = location_live (s, t->to);
    if (t->to == SYSTEM_ERROR && from)
        candidate_pool_add (p, t->from, SEED_ATOM, term_not (p->terms, guard));
    struct term_vec atom = {0};
    predicate_atoms (p->terms, guard, &atom);
    choices_atoms (p, t, &atom);
    struct inverse inverse = {0};
    if (to && atom.size)
        inverse_make (&inverse, s, t);
    for (size_t i = 0; i < atom.size && i < ATOMS_OF_ONE; i++) {
        if (from)
            candidate_pool_atom (p, t->from, SEED_ATOM, atom.at[i]);
        if (to)
            candidate_pool_atom (
                p, t->to, SEED_ATOM,
                term_substitute (p->terms, atom.at[i], inverse.from.at,
                                 inverse.to.at, inverse.from.size));
    }
    inverse_clear (&inverse);
    VEC_CLEAR (atom);
}

/* ---- between locations */

/* Around a loop, other constants of a known form are no news: templates find
 * them. */
static bool
is_news (struct candidate_pool *p, uint32_t location, const term *formula)
{
    assert (location < p->system->location.size);
    bool negated;
    const term *atom = predicate_normal (p->terms, formula, &negated);
    const struct term_vec *known = &p->spot[location].atom;
    for (size_t i = 0; i < known->size; i++)
        if (atoms_alike (known->at[i], atom))
            return false;
    return true;
}

/* Carries atoms [start, end) of both ends over a transition. */
static void
transition_move (struct candidate_pool *p, const struct transition *t,
                 const size_t *start, const size_t *end, size_t *moves)
{
    const struct system *s = p->system;
    bool from = location_live (s, t->from), to = location_live (s, t->to);
    if (!from || !to)
        return;
    struct inverse inverse = {0};
    if (t->from != t->to && start[t->from] < end[t->from])
        inverse_make (&inverse, s, t);
    for (size_t i = start[t->from]; i < end[t->from] && t->from != t->to; i++) {
        if (!*moves)
            break;
        --*moves;
        candidate_pool_atom (p, t->to, SEED_MOVED,
                             term_substitute (p->terms,
                                              p->spot[t->from].atom.at[i],
                                              inverse.from.at, inverse.to.at,
                                              inverse.from.size));
    }
    inverse_clear (&inverse);
    for (size_t i = start[t->to]; i < end[t->to] && *moves; i++) {
        --*moves;
        const term *before = term_substitute (
            p->terms, p->spot[t->to].atom.at[i], s->location.at[t->to].vars.at,
            t->update.at, t->update.size);
        if (t->from != t->to || is_news (p, t->from, before))
            candidate_pool_atom (p, t->from, SEED_MOVED, before);
    }
}

void
candidates_guard (struct candidate_pool *p)
{
    const struct system *s = p->system;
    size_t scanned = 0;
    /* Errors first: what is to be proved matters most. */
    for (int rest = 0; rest < 2; rest++)
        for (size_t i = 0; i < s->transition.size && scanned < SCAN_MOST; i++) {
            const struct transition *t = &s->transition.at[i];
            if ((t->to != SYSTEM_ERROR) != rest
                || term_size (t->guard) > GUARD_NODES)
                continue;
            transition_atoms (p, t);
            scanned++;
        }
    size_t *start = NEW_ARRAY (size_t, s->location.size);
    size_t *end = NEW_ARRAY (size_t, s->location.size);
    size_t moves = MOVES_MOST;
    for (int round = 0; round < ROUNDS && moves; round++) {
        bool any = false;
        for (size_t l = 0; l < s->location.size; l++) {
            start[l] = end[l];
            end[l] = p->spot[l].atom.size;
            any |= start[l] < end[l];
        }
        assert (moves <= MOVES_MOST);
        for (size_t i = 0; any && i < s->transition.size && moves; i++)
            transition_move (p, &s->transition.at[i], start, end, &moves);
    }
    memory_free (start);
    memory_free (end);
}
