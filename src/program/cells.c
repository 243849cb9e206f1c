/* cells.c -- see cells.h. */
#include "program/cells.h"

#include <stdlib.h>

#include "base/memory.h"
#include "logic/term_store.h"
#include "program/change.h"

/* The cell of interest, of maps with this sort of indices. */
struct choice {
    const sort *index;
    const term *number, *rest; /* variables; rest: may be null (0) */
    unsigned bytes;            /* of the smallest elements */
};

struct cells {
    struct program *program;
    struct procedure *procedure;
    terms *terms;
    struct term_map cell; /* map to 1 + its cell's term; 1: it has none */
    struct VEC (struct choice) choice;
    const term *met; /* variable: whether the last read met the cell */
    unsigned fresh;  /* how many variables there are */
    /* of the statement that is being changed */
    struct term_vec arbitrary; /* variables, new */
    const term *last;          /* whether the last one met the cell, or null */
};

/* ---- sorts */

static bool
is_map (const sort *s)
{
    return s->kind == SORT_ARRAY;
}

/* Maps that have a cell. */
static bool
has_cell (const sort *s)
{
    return is_map (s) && !is_map (s->element) && !is_map (s->index);
}

static unsigned
element_bytes (const sort *map)
{
    unsigned width = map->element->kind == SORT_BV ? map->element->width : 8;
    bool plain = width == 16 || width == 32 || width == 64;
    return map->index->kind == SORT_BV && plain ? width / 8 : 1;
}

/* ---- variables */

static const term *
variable_new (struct cells *c, const char *hint, const sort *s)
{
    struct text name;
    text_init (&name);
    text_print (&name, "@%s.%u", hint, c->fresh++);
    const term *v = term_var (
        c->terms, arena_string (&c->program->arena, text_view (&name)), s);
    text_clear (&name);
    VEC_PUSH (c->procedure->local, ((struct variable){.term = v}));
    return v;
}

/* A map's place in a list of variables is its cell's. */
static void
variables_change (struct cells *c, struct vec_variable *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->size; i++) {
        struct variable v = list->at[i];
        if (!is_map (v.term->sort)) {
            list->at[kept++] = v;
            continue;
        }
        uintptr_t *cell = term_map_at (&c->cell, v.term, NULL);
        *cell = 1;
        if (!has_cell (v.term->sort))
            continue;
        struct text name;
        text_init (&name);
        text_print (&name, "%s@cell", v.term->text);
        const term *is = term_var (
            c->terms, arena_string (&c->program->arena, text_view (&name)),
            v.term->sort->element);
        text_clear (&name);
        *cell = 1 + (uintptr_t) is;
        list->at[kept++] = (struct variable){.term = is, .place = v.place};
    }
    list->size = kept;
}

/* The cell of a map variable; null: it has none. */
static const term *
variable_cell (const struct cells *c, const term *map)
{
    const uintptr_t *cell = term_map_get (&c->cell, map);
    return cell ? (const term *) (*cell - 1) : NULL;
}

static void
modifies_change (struct cells *c)
{
    struct term_vec *m = &c->procedure->modifies;
    size_t kept = 0;
    for (size_t i = 0; i < m->size; i++) {
        const term *is =
            is_map (m->at[i]->sort) ? variable_cell (c, m->at[i]) : m->at[i];
        if (is)
            m->at[kept++] = is;
    }
    m->size = kept;
}

/* ---- the choice */

static uint64_t
low_bits (const term *constant)
{
    return strtoull (constant->text, NULL, 10);
}

/* A multiple, whatever the variables are; `bytes` is a power of two. */
static bool
is_multiple (const term *e, unsigned bytes, unsigned depth)
{
    if (bytes == 1)
        return true;
    if (e->sort->kind != SORT_BV || e->sort->width > 64 || depth > 16)
        return false;
    if (e->op == OP_BITS)
        return low_bits (e) % bytes == 0;
    bool all = true, some = false;
    if (e->op != OP_BVADD && e->op != OP_BVSUB && e->op != OP_BVMUL)
        return false;
    for (uint32_t i = 0; i < e->args; i++) {
        bool is = is_multiple (e->arg[i], bytes, depth + 1);
        all = all && is;
        some = some || is;
    }
    return e->op == OP_BVMUL ? some : all;
}

static struct choice *
choice_of (struct cells *c, const sort *index)
{
    for (size_t i = 0; i < c->choice.size; i++)
        if (c->choice.at[i].index == index)
            return &c->choice.at[i];
    struct choice made = {.index = index,
                          .number = variable_new (c, "number", index)};
    VEC_PUSH (c->choice, made);
    return &VEC_LAST (c->choice);
}

/* An index that is no multiple needs the bytes within the element. */
static void
choice_find (struct cells *c, const term *e)
{
    const sort *map = e->arg[0]->sort;
    if ((e->op != OP_SELECT && e->op != OP_STORE) || !has_cell (map))
        return;
    struct choice *choice = choice_of (c, map->index);
    if (!choice->bytes || choice->bytes > element_bytes (map))
        choice->bytes = element_bytes (map);
    if (!choice->rest && !is_multiple (e->arg[1], element_bytes (map), 0))
        choice->rest = variable_new (c, "rest", map->index);
}

/* There are no more elements than fit. */
static void
choices_assume (struct cells *c, struct vec_statement *to, struct place place)
{
    for (size_t i = 0; i < c->choice.size; i++) {
        const struct choice *x = &c->choice.at[i];
        unsigned width = x->index->width;
        if (x->bytes < 2 || width > 64)
            continue;
        uint64_t most = (UINT64_MAX >> (64 - width)) / x->bytes;
        const term *arg[] = {x->number, term_bits_of (c->terms, width, most)};
        VEC_PUSH (
            *to, statement_assume (term_make (c->terms, OP_BVULE, arg, 2, 0, 0),
                                   place));
    }
}

/* Whether an index is that of the cell of interest. */
static const term *
choice_met (struct cells *c, const sort *map, const term *index)
{
    const struct choice *choice = choice_of (c, map->index);
    unsigned bytes = element_bytes (map);
    const term *is = choice->number;
    if (bytes > 1)
        is = term_make (
            c->terms, OP_BVMUL,
            (const term *[]){is,
                             term_bits_of (c->terms, map->index->width, bytes)},
            2, 0, 0);
    if (choice->rest)
        is = term_make (c->terms, OP_BVADD, (const term *[]){is, choice->rest},
                        2, 0, 0);
    return term_eq (c->terms, index, is);
}

/* ---- terms */

static const term *
arbitrary (struct cells *c, const sort *s)
{
    const term *v = variable_new (c, "any", s);
    VEC_PUSH (c->arbitrary, v);
    return v;
}

/* The cell of a map; null: it has none. */
static const term *
change_map (struct cells *c, const term *e, const term *const *arg)
{
    if (!has_cell (e->sort))
        return NULL;
    switch (e->op) {
    case OP_VAR:
        return variable_cell (c, e);
    case OP_CONST_ARRAY:
        return arg[0];
    case OP_ITE:
        return arg[1] && arg[2] ? term_ite (c->terms, arg[0], arg[1], arg[2])
                                : NULL;
    case OP_STORE:
        return arg[0] ? term_ite (c->terms, choice_met (c, e->sort, arg[1]),
                                  arg[2], arg[0])
                      : NULL;
    default:
        return NULL;
    }
}

static const term *
change_read (struct cells *c, const term *e, const term *const *arg)
{
    const term *any = arbitrary (c, e->sort);
    if (!has_cell (e->arg[0]->sort))
        return any;
    const term *met = choice_met (c, e->arg[0]->sort, arg[1]);
    c->last = met;
    return arg[0] ? term_ite (c->terms, met, arg[0], any) : any;
}

static bool
takes_maps (const term *e)
{
    for (uint32_t i = 0; i < e->args; i++)
        if (is_map (e->arg[i]->sort))
            return true;
    return false;
}

/* The term of cells; of a map, see change_map. */
static const term *
change (struct cells *c, const term *e)
{
    struct term_map place = {0};
    struct term_vec order = {0}, made = {0}, arg = {0};
    if (term_has_op (c->terms, e, OP_FORALL)
        || term_has_op (c->terms, e, OP_EXISTS))
        return is_map (e->sort) ? NULL : arbitrary (c, e->sort);
    term_postorder (&e, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        const term *old = order.at[i];
        arg.size = 0;
        for (uint32_t k = 0; k < old->args; k++)
            VEC_PUSH (arg, made.at[*term_map_get (&place, old->arg[k])]);
        VEC_PUSH (made, is_map (old->sort)     ? change_map (c, old, arg.at)
                        : old->op == OP_SELECT ? change_read (c, old, arg.at)
                        : takes_maps (old)     ? arbitrary (c, old->sort)
                        : old->args ? term_rebuild (c->terms, old, arg.at)
                                    : old);
    }
    const term *result = VEC_LAST (made);
    term_map_clear (&place);
    VEC_CLEAR (order);
    VEC_CLEAR (made);
    VEC_CLEAR (arg);
    return result;
}

/* ---- where something is read */

/* Whether a statement reads a map that has a cell, so that change notices. */
static bool
statement_reads (const struct statement *s)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    bool reads = false;
    if (s->term)
        term_postorder (&s->term, 1, &place, &order);
    else if (s->kind == STATEMENT_ASSIGN)
        term_postorder (s->value, s->values, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        const term *e = order.at[i];
        reads = reads || (e->op == OP_SELECT && has_cell (e->arg[0]->sort));
        if (e->op == OP_FORALL || e->op == OP_EXISTS) {
            reads = false;
            break;
        }
    }
    term_map_clear (&place);
    VEC_CLEAR (order);
    return reads;
}

/* ---- statements */

static void
assign_push (struct cells *c, struct vec_statement *to, const term *target,
             const term *value, struct place place)
{
    struct term_vec targets = {0}, values = {0};
    VEC_PUSH (targets, target);
    VEC_PUSH (values, value);
    VEC_PUSH (*to, statement_assign (c->program, &targets, &values, place));
    VEC_CLEAR (targets);
    VEC_CLEAR (values);
}

/* What is assigned to a map without a cell is forgotten. */
static bool
change_targets (struct cells *c, const struct statement *old,
                struct statement *new)
{
    struct term_vec target = {0}, value = {0};
    bool assigns = old->kind == STATEMENT_ASSIGN;
    for (uint32_t i = 0; i < old->targets; i++) {
        const term *x = old->target[i];
        const term *v = assigns ? change (c, old->value[i]) : NULL;
        if (is_map (x->sort))
            x = variable_cell (c, x);
        if (x && assigns && !v)
            v = arbitrary (c, x->sort);
        if (!x)
            continue;
        VEC_PUSH (target, x);
        if (assigns)
            VEC_PUSH (value, v);
    }
    bool some = target.size > 0;
    if (some)
        *new = assigns
                   ? statement_assign (c->program, &target, &value, old->place)
                   : statement_havoc (c->program, &target, old->place);
    new->attribute = old->attribute;
    VEC_CLEAR (target);
    VEC_CLEAR (value);
    return some;
}

/* What there is before a statement: arbitrary values, and whether this time the
 * cell is met. */
static void
push_before (struct cells *c, struct vec_statement *to, bool reads,
             struct place place)
{
    if (c->arbitrary.size)
        VEC_PUSH (*to, statement_havoc (c->program, &c->arbitrary, place));
    assert (c->last || !reads);
    if (reads)
        assign_push (c, to, c->met, c->last, place);
}

/* An assertion about maps counts if the last read met the cell. */
static void
change_statement (struct cells *c, const struct statement *old,
                  struct vec_statement *to)
{
    struct statement new = *old;
    bool stays = true, reads = statement_reads (old);
    c->arbitrary.size = 0;
    c->last = NULL;
    if (old->term)
        new.term = change (c, old->term);
    else
        stays = change_targets (c, old, &new);
    push_before (c, to, reads, old->place);
    /* If it neither reads nor is the end, it is about an index. */
    if (old->kind == STATEMENT_ASSERT && (reads || term_is_false (old->term))) {
        const term *not_met = term_not (c->terms, c->met);
        struct statement counts = new;
        counts.term = term_or2 (c->terms, new.term, not_met);
        VEC_PUSH (*to, counts);
        /* Who goes on went on in the first program, met or not. */
        new = statement_assume (new.term, old->place);
    }
    if (stays)
        VEC_PUSH (*to, new);
}

static void
blocks_change (struct cells *c)
{
    struct procedure *q = c->procedure;
    for (uint32_t b = 0; b < q->block.size; b++) {
        struct vec_statement made = {0}, old = q->block.at[b].statement;
        if (!b)
            choices_assume (c, &made, q->block.at[b].place);
        for (size_t i = 0; i < old.size; i++)
            change_statement (c, &old.at[i], &made);
        VEC_CLEAR (old);
        q->block.at[b].statement = made;
    }
}

/* ---- the whole */

bool
program_reads_maps (const struct program *p)
{
    struct term_vec all = {0};
    bool reads = false;
    program_terms (p, &all);
    for (size_t i = 0; i < all.size && !reads; i++)
        reads =
            all.at[i]->op == OP_SELECT && has_cell (all.at[i]->arg[0]->sort);
    VEC_CLEAR (all);
    return reads;
}

/* Of all terms. */
static void
choices_find (struct cells *c)
{
    struct term_vec all = {0};
    program_terms (c->program, &all);
    for (size_t i = 0; i < all.size; i++)
        if (all.at[i]->args)
            choice_find (c, all.at[i]);
    VEC_CLEAR (all);
}

bool
program_cells (struct program *flat)
{
    assert (flat->procedure.size == 1);
    struct cells c = {.program = flat,
                      .procedure = &flat->procedure.at[0],
                      .terms = flat->terms};
    bool reads = program_reads_maps (flat);
    if (reads) {
        choices_find (&c);
        c.met = variable_new (&c, "met", sort_bool (c.terms));
        variables_change (&c, &flat->global);
        variables_change (&c, &c.procedure->local);
        modifies_change (&c);
        blocks_change (&c);
        assert (program_sound (flat));
    }
    term_map_clear (&c.cell);
    VEC_CLEAR (c.choice);
    VEC_CLEAR (c.arbitrary);
    return reads;
}
