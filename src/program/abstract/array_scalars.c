/* array_scalars.c -- see array_scalars.h.
 *
 * Maps that are assigned to each other are one class, with one list of indices:
 * all at which one of them is read.  A class stays as it is if something else
 * is done with one of its maps: a read at an index that is no constant (or a
 * choice of constants), a comparison, a quantifier.  Writes are fine wherever
 * they are: entry c of m[i := v] is (i = c ? v : entry c of m). */
#include "program/abstract/array_scalars.h"

#include "base/memory.h"
#include "logic/term/store.h"
#include "program/change.h"

enum { NO_CLASS = 0, DEEPEST = 12 };

struct class
{
    size_t same; /* another of the same class, or itself */
    bool whole;  /* it cannot be taken apart */
    struct term_vec index;
};

/* What takes the place of a map. */
struct entries_parts {
    const term *map;
    struct term_vec variable; /* by the class's indices */
};

struct entries {
    struct program *program;
    struct procedure *procedure;
    terms *terms;
    struct term_map number; /* map variable to its class's number */
    struct VEC (struct class) class;
    struct term_map place; /* map variable to 1 + its place in parts */
    struct VEC (struct entries_parts) parts;
    struct term_map memo; /* read at a constant to what it is */
};

static bool
is_map (const sort *s)
{
    return s->kind == SORT_ARRAY;
}

/* ---- classes */

static size_t
class_top (const struct entries *e, size_t n)
{
    while (e->class.at[n].same != n)
        n = e->class.at[n].same;
    return n;
}

static struct class *
class_of_number (const struct entries *e, size_t n)
{
    return &e->class.at[class_top (e, n)];
}

static void
index_add (struct class *c, const term *index)
{
    for (size_t i = 0; i < c->index.size; i++)
        if (c->index.at[i] == index)
            return;
    if (c->index.size == ENTRIES_MOST)
        c->whole = true;
    else
        VEC_PUSH (c->index, index);
}

static size_t
class_join (struct entries *e, size_t a, size_t b)
{
    a = class_top (e, a);
    b = class_top (e, b);
    if (a == b)
        return a;
    if (b < a) {
        size_t other = a;
        a = b;
        b = other;
    }
    struct class *to = &e->class.at[a], *from = &e->class.at[b];
    from->same = a;
    to->whole = to->whole || from->whole;
    for (size_t i = 0; i < from->index.size; i++)
        index_add (to, from->index.at[i]);
    return a;
}

/* Variables that are declared where they can be replaced. */
static void
classes_begin (struct entries *e, const struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++) {
        const struct variable *v = &list->at[i];
        if (!is_map (v->term->sort) || is_map (v->term->sort->index))
            continue;
        struct class c = {.same = e->class.size, .whole = v->where != NULL};
        *term_map_at (&e->number, v->term, NULL) = e->class.size;
        VEC_PUSH (e->class, c);
    }
}

/* ---- what is done with maps */

/* The class of a map; NO_CLASS if it is none of a variable's. */
static size_t
variable_class (const struct entries *e, const term *v)
{
    const uintptr_t *n = term_map_get (&e->number, v);
    return n ? class_top (e, *n) : NO_CLASS;
}

static bool
is_choice_of_constants (const term *i, unsigned depth)
{
    if (i->op == OP_ITE && depth < DEEPEST)
        return is_choice_of_constants (i->arg[1], depth + 1)
               && is_choice_of_constants (i->arg[2], depth + 1);
    return term_is_constant (i);
}

static void
choice_add (struct class *c, const term *i)
{
    if (i->op == OP_ITE) {
        choice_add (c, i->arg[1]);
        choice_add (c, i->arg[2]);
    } else
        index_add (c, i);
}

/* Terms in order; classes of those that are maps, by their place. */
struct entries_look {
    struct term_map place;
    struct term_vec order;
    struct VEC (size_t) class;
};

static size_t
look_class (const struct entries_look *l, const term *t)
{
    return l->class.at[*term_map_get (&l->place, t)];
}

static void
make_whole (struct entries *e, size_t class)
{
    class_of_number (e, class)->whole = true;
}

/* A constant map is of every class, so that it stands for one that has it. */
static bool
is_of_all (const term *t)
{
    while (t->op == OP_STORE)
        t = t->arg[0];
    if (t->op == OP_ITE)
        return is_of_all (t->arg[1]) && is_of_all (t->arg[2]);
    return t->op == OP_CONST_ARRAY;
}

/* Both are one map, or may become one. */
static size_t
look_both (struct entries *e, const struct entries_look *l, const term *a,
           const term *b)
{
    size_t x = look_class (l, a), y = look_class (l, b);
    if (x && y)
        return class_join (e, x, y);
    if (x && !is_of_all (b))
        make_whole (e, x);
    if (y && !is_of_all (a))
        make_whole (e, y);
    return x ? x : y;
}

static void
look_at (struct entries *e, struct entries_look *l, const term *t)
{
    size_t is = NO_CLASS;
    uint32_t fine = 0; /* arguments that may be maps */
    if (t->op == OP_VAR && is_map (t->sort))
        is = variable_class (e, t);
    if (t->op == OP_STORE) {
        is = look_class (l, t->arg[0]);
        fine = 1;
    }
    if (t->op == OP_ITE && is_map (t->sort)) {
        is = look_both (e, l, t->arg[1], t->arg[2]);
        fine = 3;
    }
    if (t->op == OP_SELECT) {
        size_t from = look_class (l, t->arg[0]);
        struct class *c = from ? class_of_number (e, from) : NULL;
        if (c && is_choice_of_constants (t->arg[1], 0))
            choice_add (c, t->arg[1]);
        else if (c)
            c->whole = true;
        fine = 1;
    }
    for (uint32_t i = fine; i < t->args; i++)
        if (look_class (l, t->arg[i]))
            make_whole (e, look_class (l, t->arg[i]));
    VEC_PUSH (l->class, is);
}

/* All below, with `keep` as whole maps. */
static void
look (struct entries *e, struct entries_look *l, const term *root, bool keep)
{
    size_t from = l->order.size;
    if (!root)
        return;
    term_postorder (&root, 1, &l->place, &l->order);
    for (size_t i = from; i < l->order.size; i++) {
        const term *t = l->order.at[i];
        look_at (e, l, t);
        keep = keep || t->op == OP_FORALL || t->op == OP_EXISTS;
    }
    if (!keep)
        return;
    struct term_vec v = {0};
    term_variables (e->terms, root, &v);
    for (size_t i = 0; i < v.size; i++)
        if (variable_class (e, v.at[i]))
            make_whole (e, variable_class (e, v.at[i]));
    VEC_CLEAR (v);
}

static void
look_statement (struct entries *e, struct entries_look *l,
                const struct statement *s)
{
    look (e, l, s->term, false);
    for (uint32_t i = 0; i < s->targets; i++)
        look (e, l, s->target[i], false);
    for (uint32_t i = 0; i < s->values; i++) {
        look (e, l, s->value[i], false);
        if (is_map (s->value[i]->sort))
            look_both (e, l, s->target[i], s->value[i]);
    }
}

static void
look_program (struct entries *e)
{
    struct entries_look l = {0};
    const struct program *p = e->program;
    const struct procedure *q = e->procedure;
    for (size_t b = 0; b < q->block.size; b++)
        for (size_t i = 0; i < q->block.at[b].statement.size; i++)
            look_statement (e, &l, &q->block.at[b].statement.at[i]);
    for (size_t i = 0; i < q->spec.size; i++)
        look (e, &l, q->spec.at[i].term, true);
    for (size_t i = 0; i < p->global.size; i++)
        look (e, &l, p->global.at[i].where, true);
    for (size_t i = 0; i < q->local.size; i++)
        look (e, &l, q->local.at[i].where, true);
    term_map_clear (&l.place);
    VEC_CLEAR (l.order);
    VEC_CLEAR (l.class);
}

/* ---- variables */

static struct entries_parts *
parts_of (const struct entries *e, const term *map)
{
    const uintptr_t *at = term_map_get (&e->place, map);
    return at && *at ? &e->parts.at[*at - 1] : NULL;
}

static const term *
variable_new (struct entries *e, const term *map, const term *index)
{
    struct text name;
    text_init (&name);
    text_print (&name, "%s@%s", map->text,
                index->op == OP_TRUE    ? "true"
                : index->op == OP_FALSE ? "false"
                                        : index->text);
    const term *v = term_var (
        e->terms, arena_string (&e->program->arena, text_view (&name)),
        map->sort->element);
    text_clear (&name);
    return v;
}

/* A map's place in a list of variables is its entries'. */
static void
variables_change (struct entries *e, struct vec_variable *list)
{
    struct vec_variable made = {0};
    for (size_t i = 0; i < list->size; i++) {
        struct variable v = list->at[i];
        size_t n = variable_class (e, v.term);
        const struct class *c = &e->class.at[n];
        if (!n || c->whole) {
            VEC_PUSH (made, v);
            continue;
        }
        struct entries_parts parts = {.map = v.term};
        for (size_t k = 0; k < c->index.size; k++) {
            const term *is = variable_new (e, v.term, c->index.at[k]);
            VEC_PUSH (parts.variable, is);
            VEC_PUSH (made, ((struct variable) {.term = is, .place = v.place}));
        }
        VEC_PUSH (e->parts, parts);
        *term_map_at (&e->place, v.term, NULL) = e->parts.size;
    }
    VEC_CLEAR (*list);
    *list = made;
}

static void
modifies_change (struct entries *e)
{
    struct term_vec made = {0};
    for (size_t i = 0; i < e->procedure->modifies.size; i++) {
        const term *v = e->procedure->modifies.at[i];
        const struct entries_parts *p = parts_of (e, v);
        for (size_t k = 0; p && k < p->variable.size; k++)
            VEC_PUSH (made, p->variable.at[k]);
        if (!p)
            VEC_PUSH (made, v);
    }
    VEC_CLEAR (e->procedure->modifies);
    e->procedure->modifies = made;
}

/* ---- terms */

static const term *
variable_entry (const struct entries *e, const term *map, const term *index)
{
    const struct entries_parts *p = parts_of (e, map);
    const struct class *c = &e->class.at[variable_class (e, map)];
    for (size_t i = 0; i < c->index.size; i++)
        if (c->index.at[i] == index)
            return p->variable.at[i];
    assert (!"an entry that is not read");
    return NULL;
}

/* What a map that has been taken apart is at a constant. */
static const term *
entry (struct entries *e, const term *map, const term *index)
{
    const term *key = term_select (e->terms, map, index), *is;
    const uintptr_t *known = term_map_get (&e->memo, key);
    if (known)
        return (const term *) *known;
    switch (map->op) {
    case OP_VAR:
        is = variable_entry (e, map, index);
        break;
    case OP_CONST_ARRAY:
        is = map->arg[0];
        break;
    case OP_ITE:
        is = term_ite (e->terms, map->arg[0], entry (e, map->arg[1], index),
                       entry (e, map->arg[2], index));
        break;
    default:
        assert (map->op == OP_STORE);
        is = entry (e, map->arg[0], index);
        is = term_ite (e->terms, term_eq (e->terms, map->arg[1], index),
                       map->arg[2], is);
    }
    *term_map_at (&e->memo, key, NULL) = (uintptr_t) is;
    return is;
}

static const term *
entry_chosen (struct entries *e, const term *map, const term *index)
{
    if (index->op != OP_ITE)
        return entry (e, map, index);
    return term_ite (e->terms, index->arg[0],
                     entry_chosen (e, map, index->arg[1]),
                     entry_chosen (e, map, index->arg[2]));
}

/* Whether a map is one that is taken apart; `arg` says it of its arguments. */
static bool
is_apart (const struct entries *e, const term *map, const bool *arg)
{
    switch (map->op) {
    case OP_VAR:
        return parts_of (e, map);
    case OP_STORE:
        return arg[0];
    case OP_ITE:
        return arg[1] || arg[2];
    default:
        return false;
    }
}

/* The term without reads of maps that are taken apart; below a map that is,
 * its parts are changed, and it is still a map. */
static const term *
change (struct entries *e, const term *root)
{
    struct term_map place = {0};
    struct term_vec order = {0}, made = {0}, arg = {0};
    struct VEC (bool) apart = {0}, arg_apart = {0};
    term_postorder (&root, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        const term *old = order.at[i];
        arg.size = arg_apart.size = 0;
        for (uint32_t k = 0; k < old->args; k++) {
            size_t at = *term_map_get (&place, old->arg[k]);
            VEC_PUSH (arg, made.at[at]);
            VEC_PUSH (arg_apart, apart.at[at]);
        }
        bool reads = old->op == OP_SELECT && arg_apart.at[0];
        VEC_PUSH (apart, is_map (old->sort) && is_apart (e, old, arg_apart.at));
        VEC_PUSH (made, reads       ? entry_chosen (e, arg.at[0], arg.at[1])
                        : old->args ? term_rebuild (e->terms, old, arg.at)
                                    : old);
    }
    const term *result = VEC_LAST (made);
    term_map_clear (&place);
    VEC_CLEAR (order);
    VEC_CLEAR (made);
    VEC_CLEAR (arg);
    VEC_CLEAR (apart);
    VEC_CLEAR (arg_apart);
    return result;
}

/* ---- statements */

/* False: nothing is left of it. */
static bool
change_targets (struct entries *e, const struct statement *old,
                struct statement *new)
{
    struct term_vec target = {0}, value = {0};
    bool assigns = old->kind == STATEMENT_ASSIGN;
    for (uint32_t i = 0; i < old->targets; i++) {
        const term *x = old->target[i];
        const term *v = assigns ? change (e, old->value[i]) : NULL;
        const struct entries_parts *p = parts_of (e, x);
        const struct class *c = &e->class.at[variable_class (e, x)];
        for (size_t k = 0; p && k < p->variable.size; k++) {
            VEC_PUSH (target, p->variable.at[k]);
            if (assigns)
                VEC_PUSH (value, entry (e, v, c->index.at[k]));
        }
        if (p)
            continue;
        VEC_PUSH (target, x);
        if (assigns)
            VEC_PUSH (value, v);
    }
    bool some = target.size > 0;
    if (some)
        *new = assigns
                   ? statement_assign (e->program, &target, &value, old->place)
                   : statement_havoc (e->program, &target, old->place);
    new->attribute = old->attribute;
    VEC_CLEAR (target);
    VEC_CLEAR (value);
    return some;
}

static void
blocks_change (struct entries *e)
{
    struct procedure *q = e->procedure;
    for (size_t b = 0; b < q->block.size; b++) {
        struct vec_statement *all = &q->block.at[b].statement;
        size_t kept = 0;
        for (size_t i = 0; i < all->size; i++) {
            struct statement new = all->at[i];
            bool stays = true;
            assert (new.kind != STATEMENT_CALL);
            if (new.term)
                new.term = change (e, new.term);
            else
                stays = change_targets (e, &all->at[i], &new);
            if (stays)
                all->at[kept++] = new;
        }
        all->size = kept;
    }
}

/* ---- the whole */

/* Maps once; maps in maps may be left. */
static bool
entries_once (struct program *flat)
{
    struct entries e = {.program = flat,
                        .procedure = &flat->procedure.at[0],
                        .terms = flat->terms};
    struct class none = {.whole = true};
    VEC_PUSH (e.class, none);
    classes_begin (&e, &flat->global);
    classes_begin (&e, &e.procedure->local);
    look_program (&e);
    variables_change (&e, &flat->global);
    variables_change (&e, &e.procedure->local);
    bool some = e.parts.size > 0;
    if (some) {
        modifies_change (&e);
        blocks_change (&e);
        assert (program_sound (flat));
    }
    for (size_t i = 0; i < e.class.size; i++)
        VEC_CLEAR (e.class.at[i].index);
    for (size_t i = 0; i < e.parts.size; i++)
        VEC_CLEAR (e.parts.at[i].variable);
    VEC_CLEAR (e.class);
    VEC_CLEAR (e.parts);
    term_map_clear (&e.number);
    term_map_clear (&e.place);
    term_map_clear (&e.memo);
    return some;
}

bool
program_entries (struct program *flat)
{
    assert (flat->procedure.size == 1);
    bool some = false;
    while (entries_once (flat))
        some = true;
    return some;
}
