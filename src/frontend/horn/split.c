/* split.c -- a formula as a conjunction of disjunctions, above relations.
 *
 * A branch is one disjunction in the making: literals still to be looked at,
 * and what is known of the clause.  A conjunction among its disjuncts splits
 * it.  Parts without relations are never opened. */
#include <assert.h>

#include "frontend/horn/clause.h"

struct literal {
    const term *term;
    bool positive;
};
struct vec_literal VEC (struct literal);

struct branch {
    struct vec_literal todo;    /* the next one is last */
    const term *head;           /* or null */
    struct term_vec body;       /* each once */
    struct term_vec constraint; /* negations of the other disjuncts */
};

struct splitter {
    struct skeleton *skeleton;
    const struct sexpr *command;
    struct VEC (struct branch) pending;
    size_t distributed; /* branches made by distribution */
};

static bool
has_relation (struct splitter *s, const term *t)
{
    return skeleton_info (s->skeleton, t) & SKELETON_RELATION;
}

/* An application of a relation in the term, the first one. */
static const term *
find_relation (struct splitter *s, const term *t)
{
    uint32_t index;
    while (!smtlib_is_application (s->skeleton->smtlib, t, &index)) {
        uint32_t i = 0;
        while (!has_relation (s, t->arg[i]))
            i++;
        t = t->arg[i];
    }
    return t;
}

static bool
split_beyond (struct splitter *s, const term *atom, const char *what)
{
    struct smtlib *m = s->skeleton->smtlib;
    return problem_of_kind (m->problem, PROBLEM_UNSUPPORTED,
                            smtlib_place (m, atom, s->command), "%s: '%.*s'",
                            what, SMTLIB_SHOWN, atom->text);
}

static bool
split_two (struct splitter *s, const term *first, const term *second)
{
    struct smtlib *m = s->skeleton->smtlib;
    return problem_of_kind (
        m->problem, PROBLEM_UNSUPPORTED, smtlib_place (m, second, s->command),
        "not a Horn clause: two relations in the head, "
        "'%.*s' and '%.*s'",
        SMTLIB_SHOWN, first->text, SMTLIB_SHOWN, second->text);
}

static void
branch_clear (struct branch *b)
{
    VEC_CLEAR (b->todo);
    VEC_CLEAR (b->constraint);
    VEC_CLEAR (b->body);
}

static void
branch_push (struct branch *b, const term *t, bool positive)
{
    struct literal literal = {t, positive};
    VEC_PUSH (b->todo, literal);
}

static struct branch
branch_copy (const struct branch *b)
{
    struct branch copy = {.head = b->head};
    for (size_t i = 0; i < b->body.size; i++)
        VEC_PUSH (copy.body, b->body.at[i]);
    for (size_t i = 0; i < b->todo.size; i++)
        VEC_PUSH (copy.todo, b->todo.at[i]);
    for (size_t i = 0; i < b->constraint.size; i++)
        VEC_PUSH (copy.constraint, b->constraint.at[i]);
    return copy;
}

static bool
branch_atom (struct splitter *s, struct branch *b, struct literal l)
{
    for (uint32_t i = 0; i < l.term->args; i++)
        if (has_relation (s, l.term->arg[i]))
            return split_beyond (s, find_relation (s, l.term->arg[i]),
                                 "relation in an argument");
    if (l.positive && b->head && b->head != l.term)
        return split_two (s, b->head, l.term);
    if (l.positive)
        b->head = l.term;
    size_t i = 0;
    while (i < b->body.size && b->body.at[i] != l.term)
        i++;
    if (!l.positive && i == b->body.size)
        VEC_PUSH (b->body, l.term);
    return true;
}

/* Room for more branches; a branch that holds nothing else does not count. */
static bool
split_room (struct splitter *s, const struct branch *b, size_t more)
{
    if (!b->todo.size && !b->body.size && !b->head && !b->constraint.size)
        return true;
    s->distributed += more;
    if (s->distributed < SKELETON_MOST)
        return true;
    return problem_of_kind (s->skeleton->smtlib->problem, PROBLEM_UNSUPPORTED,
                            sexpr_place (s->command, s->skeleton->smtlib->file),
                            "more than %d clauses of one assertion",
                            SKELETON_MOST);
}

/* One branch for each part of a conjunction; those without relations stay one
 * part, at the place of the first. */
static bool
split_parts (struct splitter *s, struct branch *b, struct literal l)
{
    terms *store = s->skeleton->smtlib->terms;
    struct term_vec part = {0}, plain = {0};
    size_t first = SIZE_MAX;
    for (uint32_t i = 0; i < l.term->args; i++) {
        const term *t = l.term->arg[i];
        if (has_relation (s, t))
            VEC_PUSH (part, t);
        else {
            VEC_PUSH (plain, t);
            if (first == SIZE_MAX) {
                first = part.size;
                VEC_PUSH (part, NULL);
            }
        }
    }
    if (first != SIZE_MAX)
        part.at[first] = l.term->op == OP_AND
                             ? term_and (store, plain.at, plain.size)
                             : term_or (store, plain.at, plain.size);
    bool good = split_room (s, b, part.size - 1);
    for (size_t i = part.size; good && i-- > 1;) {
        struct branch copy = branch_copy (b);
        branch_push (&copy, part.at[i], l.positive);
        VEC_PUSH (s->pending, copy);
    }
    if (good)
        branch_push (b, part.at[0], l.positive);
    VEC_CLEAR (part);
    VEC_CLEAR (plain);
    return good;
}

/* Two branches of two disjuncts each. */
static bool
split_two_by_two (struct splitter *s, struct branch *b, struct literal one,
                  struct literal two, struct literal three, struct literal four)
{
    if (!split_room (s, b, 1))
        return false;
    struct branch copy = branch_copy (b);
    VEC_PUSH (copy.todo, four);
    VEC_PUSH (copy.todo, three);
    VEC_PUSH (s->pending, copy);
    VEC_PUSH (b->todo, two);
    VEC_PUSH (b->todo, one);
    return true;
}

static bool
branch_step (struct splitter *s, struct branch *b)
{
    struct smtlib *m = s->skeleton->smtlib;
    struct literal l = VEC_POP (b->todo);
    const term *t = l.term, *const *arg = t->arg;
    bool yes = l.positive;
    uint32_t index;
    /* A disjunction is opened all the same: its negation is a list of
     * constraints. */
    if (!has_relation (s, t) && !(yes && t->op == OP_OR)) {
        VEC_PUSH (b->constraint, yes ? term_not (m->terms, t) : t);
        return true;
    }
    if (smtlib_is_application (m, t, &index))
        return branch_atom (s, b, l);
    switch (t->op) {
    case OP_NOT:
        branch_push (b, arg[0], !yes);
        return true;
    case OP_AND:
    case OP_OR:
        if ((t->op == OP_AND) == yes)
            return split_parts (s, b, l);
        for (uint32_t i = t->args; i-- > 0;)
            branch_push (b, arg[i], yes);
        return true;
    case OP_ITE:
        if (t->sort->kind != SORT_BOOL)
            break;
        return split_two_by_two (s, b, (struct literal) {arg[0], false},
                                 (struct literal) {arg[1], yes},
                                 (struct literal) {arg[0], true},
                                 (struct literal) {arg[2], yes});
    case OP_EQ:
        if (arg[0]->sort->kind != SORT_BOOL)
            break;
        return split_two_by_two (s, b, (struct literal) {arg[0], false},
                                 (struct literal) {arg[1], yes},
                                 (struct literal) {arg[0], true},
                                 (struct literal) {arg[1], !yes});
    case OP_FORALL:
    case OP_EXISTS:
        return split_beyond (s, find_relation (s, t),
                             "relation under a quantifier that is not "
                             "universal");
    default:
        break;
    }
    return split_beyond (s, find_relation (s, t), "relation inside a term");
}

bool
skeleton_split (struct skeleton *k, const term *t, bool positive,
                const struct sexpr *command, struct vec_bare *out)
{
    struct splitter s = {.skeleton = k, .command = command};
    struct branch first = {0};
    branch_push (&first, t, positive);
    VEC_PUSH (s.pending, first);
    bool good = true;
    while (good && s.pending.size) {
        struct branch b = VEC_POP (s.pending);
        while (good && b.todo.size)
            good = branch_step (&s, &b);
        struct bare_clause clause = {.head = b.head};
        if (good)
            clause.constraint =
                term_and (k->smtlib->terms, b.constraint.at, b.constraint.size);
        /* What has a false constraint says nothing. */
        if (good && !term_is_false (clause.constraint)) {
            clause.body = b.body;
            b.body = (struct term_vec) {0};
            VEC_PUSH (*out, clause);
        }
        branch_clear (&b);
    }
    for (size_t i = 0; i < s.pending.size; i++)
        branch_clear (s.pending.at + i);
    VEC_CLEAR (s.pending);
    return good;
}
