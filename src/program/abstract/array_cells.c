/* array_cells.c -- see array_cells.h. */
#include "program/abstract/array_cells.h"

#include <stdlib.h>

#include "base/memory.h"
#include "logic/term/store.h"
#include "program/change.h"

/* The cell of interest, of maps with this sort of indices; or, CELLS_WRITTEN,
 * of a class of maps. */
struct cells_choice {
    const sort *index;
    size_t class;
    const term *number, *rest; /* variables; rest: may be null (0) */
    unsigned bytes;            /* of the smallest elements */
    /* CELLS_WRITTEN: */
    const term *wrote; /* of the statement at hand: whether it meets the cell */
    bool *ahead;       /* by block: after it there may be a write */
};

struct making {
    enum cells kind;
    struct program *program;
    struct procedure *procedure;
    terms *terms;
    struct term_map cell; /* map to 1 + its cell's term; 1: it has none */
    struct VEC (struct cells_choice) choice;
    struct term_map class;    /* CELLS_WRITTEN: map to its class's number */
    struct VEC (size_t) same; /* class to another of the same maps, or itself */
    const term *met; /* CELLS_READ: variable, whether the last read met the
                        cell */
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
variable_new (struct making *c, const char *hint, const sort *s)
{
    struct text name;
    text_init (&name);
    text_print (&name, "@%s.%u", hint, c->fresh++);
    const term *v = term_var (
        c->terms, arena_string (&c->program->arena, text_view (&name)), s);
    text_clear (&name);
    VEC_PUSH (c->procedure->local, ((struct variable) {.term = v}));
    return v;
}

/* A map's place in a list of variables is its cell's. */
static void
variables_change (struct making *c, struct vec_variable *list)
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
        list->at[kept++] = (struct variable) {.term = is, .place = v.place};
    }
    list->size = kept;
}

/* The cell of a map variable; null: it has none. */
static const term *
variable_cell (const struct making *c, const term *map)
{
    const uintptr_t *cell = term_map_get (&c->cell, map);
    return cell ? (const term *) (*cell - 1) : NULL;
}

static void
modifies_change (struct making *c)
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

/* ---- classes: maps that become each other (0: of no variable) */

static size_t
class_top (const struct making *c, size_t n)
{
    while (c->same.at[n] != n)
        n = c->same.at[n];
    return n;
}

static size_t
map_class (const struct making *c, const term *map)
{
    while (map->op == OP_STORE)
        map = map->arg[0];
    if (map->op == OP_ITE) {
        size_t class = map_class (c, map->arg[1]);
        return class ? class : map_class (c, map->arg[2]);
    }
    const uintptr_t *n = term_map_get (&c->class, map);
    return n ? class_top (c, *n) : 0;
}

static void
classes_join (struct making *c, const term *a, const term *b)
{
    size_t x = map_class (c, a), y = map_class (c, b);
    if (x && y)
        c->same.at[x < y ? y : x] = x < y ? x : y;
}

static void
classes_begin (struct making *c, const struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++) {
        if (!has_cell (list->at[i].term->sort))
            continue;
        size_t n = c->same.size;
        *term_map_at (&c->class, list->at[i].term, NULL) = n;
        VEC_PUSH (c->same, n);
    }
}

static void
classes_find (struct making *c, const struct term_vec *all)
{
    const struct vec_block *blocks = &c->procedure->block;
    VEC_PUSH (c->same, 0);
    classes_begin (c, &c->program->global);
    classes_begin (c, &c->procedure->local);
    for (size_t i = 0; i < all->size; i++)
        if (all->at[i]->op == OP_ITE && has_cell (all->at[i]->sort))
            classes_join (c, all->at[i]->arg[1], all->at[i]->arg[2]);
    for (size_t b = 0; b < blocks->size; b++)
        for (size_t i = 0; i < blocks->at[b].statement.size; i++) {
            const struct statement *s = &blocks->at[b].statement.at[i];
            for (uint32_t k = 0; k < s->values; k++)
                if (has_cell (s->value[k]->sort))
                    classes_join (c, s->target[k], s->value[k]);
        }
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

/* The choice of a map; null: it has none, for nobody knows whose it is. */
static struct cells_choice *
choice_of (struct making *c, const term *map)
{
    size_t class = 0;
    if (c->kind == CELLS_WRITTEN && !(class = map_class (c, map)))
        return NULL;
    for (size_t i = 0; i < c->choice.size; i++)
        if (c->choice.at[i].index == map->sort->index
            && c->choice.at[i].class == class)
            return &c->choice.at[i];
    struct cells_choice made = {
        .index = map->sort->index,
        .class = class,
        .number = variable_new (c, "number", map->sort->index)};
    VEC_PUSH (c->choice, made);
    return &VEC_LAST (c->choice);
}

/* An index that is no multiple needs the bytes within the element. */
static void
choice_find (struct making *c, const term *e)
{
    const sort *map = e->arg[0]->sort;
    if ((e->op != OP_SELECT && e->op != OP_STORE) || !has_cell (map))
        return;
    struct cells_choice *choice = choice_of (c, e->arg[0]);
    if (!choice)
        return;
    if (!choice->bytes || choice->bytes > element_bytes (map))
        choice->bytes = element_bytes (map);
    if (!choice->rest && !is_multiple (e->arg[1], element_bytes (map), 0))
        choice->rest = variable_new (c, "rest", map->index);
}

static void
assign_push (struct making *c, struct vec_statement *to, const term *target,
             const term *value, struct place place)
{
    struct term_vec targets = {0}, values = {0};
    VEC_PUSH (targets, target);
    VEC_PUSH (values, value);
    VEC_PUSH (*to, statement_assign (c->program, &targets, &values, place));
    VEC_CLEAR (targets);
    VEC_CLEAR (values);
}

/* There are no more elements than fit. */
static void
choices_assume (struct making *c, struct vec_statement *to, struct place place)
{
    for (size_t i = 0; i < c->choice.size; i++) {
        const struct cells_choice *x = &c->choice.at[i];
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
choice_met (struct making *c, const struct cells_choice *choice,
            const sort *map, const term *index)
{
    unsigned bytes = element_bytes (map);
    const term *is = choice->number;
    if (bytes > 1)
        is = term_make (
            c->terms, OP_BVMUL,
            (const term *[]) {
                is, term_bits_of (c->terms, map->index->width, bytes)},
            2, 0, 0);
    if (choice->rest)
        is = term_make (c->terms, OP_BVADD, (const term *[]) {is, choice->rest},
                        2, 0, 0);
    return term_eq (c->terms, index, is);
}

/* ---- terms */

static const term *
arbitrary (struct making *c, const sort *s)
{
    const term *v = variable_new (c, "any", s);
    VEC_PUSH (c->arbitrary, v);
    return v;
}

static const term *
change_write (struct making *c, const term *e, const term *const *arg)
{
    struct cells_choice *choice = choice_of (c, e->arg[0]);
    if (!choice)
        return NULL;
    const term *met = choice_met (c, choice, e->sort, arg[1]);
    if (c->kind == CELLS_WRITTEN)
        choice->wrote = met;
    return arg[0] ? term_ite (c->terms, met, arg[2], arg[0]) : NULL;
}

/* The cell of a map; null: it has none. */
static const term *
change_map (struct making *c, const term *e, const term *const *arg)
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
        return change_write (c, e, arg);
    default:
        return NULL;
    }
}

static const term *
change_read (struct making *c, const term *e, const term *const *arg)
{
    const term *any = arbitrary (c, e->sort);
    if (!has_cell (e->arg[0]->sort))
        return any;
    const struct cells_choice *choice = choice_of (c, e->arg[0]);
    if (!choice)
        return any;
    const term *met = choice_met (c, choice, e->arg[0]->sort, arg[1]);
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
change (struct making *c, const term *e)
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

/* ---- where something is read or written */

/* All terms of a statement. */
static void
statement_terms (const struct statement *s, struct term_vec *order)
{
    struct term_map place = {0};
    if (s->term)
        term_postorder (&s->term, 1, &place, order);
    else if (s->kind == STATEMENT_ASSIGN)
        term_postorder (s->value, s->values, &place, order);
    term_map_clear (&place);
}

static bool
has_quantifier (const struct term_vec *order)
{
    for (size_t i = 0; i < order->size; i++)
        if (order->at[i]->op == OP_FORALL || order->at[i]->op == OP_EXISTS)
            return true;
    return false;
}

/* Whether a statement reads a map that has a cell, so that change notices. */
static bool
statement_reads (const struct statement *s)
{
    struct term_vec order = {0};
    bool reads = false;
    statement_terms (s, &order);
    for (size_t i = 0; i < order.size; i++)
        reads = reads
                || (order.at[i]->op == OP_SELECT
                    && has_cell (order.at[i]->arg[0]->sort));
    reads = reads && !has_quantifier (&order);
    VEC_CLEAR (order);
    return reads;
}

static bool
statement_writes (struct making *c, const struct statement *s,
                  const struct cells_choice *choice)
{
    struct term_vec order = {0};
    bool writes = false;
    statement_terms (s, &order);
    for (size_t i = 0; i < order.size && !writes; i++)
        writes = order.at[i]->op == OP_STORE && has_cell (order.at[i]->sort)
                 && map_class (c, order.at[i]) == choice->class;
    VEC_CLEAR (order);
    return writes;
}

/* From the statement `from` on. */
static bool
block_writes (struct making *c, const struct block *b, size_t from,
              const struct cells_choice *choice)
{
    for (size_t i = from; i < b->statement.size; i++)
        if (statement_writes (c, &b->statement.at[i], choice))
            return true;
    return false;
}

/* Fills in choice->ahead. */
static void
writes_find (struct making *c, struct cells_choice *choice)
{
    const struct vec_block *blocks = &c->procedure->block;
    bool *writes = NEW_ARRAY (bool, blocks->size), more = true;
    choice->ahead = NEW_ARRAY (bool, blocks->size);
    for (size_t b = 0; b < blocks->size; b++)
        writes[b] = block_writes (c, &blocks->at[b], 0, choice);
    while (more) {
        more = false;
        for (size_t b = blocks->size; b-- > 0;)
            for (size_t i = 0; i < blocks->at[b].target.size; i++) {
                uint32_t to = blocks->at[b].target.at[i];
                if (choice->ahead[b] || (!writes[to] && !choice->ahead[to]))
                    continue;
                choice->ahead[b] = more = true;
            }
    }
    memory_free (writes);
}

/* ---- statements */

/* What is assigned to a map without a cell is forgotten. */
static bool
change_targets (struct making *c, const struct statement *old,
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
push_before (struct making *c, struct vec_statement *to, bool reads,
             struct place place)
{
    if (c->arbitrary.size)
        VEC_PUSH (*to, statement_havoc (c->program, &c->arbitrary, place));
    if (c->kind == CELLS_READ && reads) {
        assert (c->last);
        assign_push (c, to, c->met, c->last, place);
    }
}

/* After the last write of a map only runs in which it met the cell are of
 * interest. */
static void
push_writes (struct making *c, struct vec_statement *to, uint32_t block,
             size_t at)
{
    const struct block *b = &c->procedure->block.at[block];
    struct place place = b->statement.at[at].place;
    for (size_t i = 0; i < c->choice.size; i++) {
        struct cells_choice *x = &c->choice.at[i];
        if (x->wrote && !x->ahead[block] && !block_writes (c, b, at + 1, x))
            VEC_PUSH (*to, statement_assume (x->wrote, place));
        x->wrote = NULL;
    }
}

/* CELLS_READ: an assertion about maps counts if the last read met the cell. */
static void
change_statement (struct making *c, uint32_t block, size_t at,
                  struct vec_statement *to)
{
    const struct statement *old =
        &c->procedure->block.at[block].statement.at[at];
    struct statement new = *old;
    bool stays = true, reads = statement_reads (old);
    c->arbitrary.size = 0;
    c->last = NULL;
    if (old->term)
        new.term = change (c, old->term);
    else
        stays = change_targets (c, old, &new);
    push_before (c, to, reads, old->place);
    push_writes (c, to, block, at);
    /* If it neither reads nor is the end, it is about an index. */
    if (c->kind == CELLS_READ && old->kind == STATEMENT_ASSERT
        && (reads || term_is_false (old->term))) {
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
blocks_change (struct making *c)
{
    struct procedure *q = c->procedure;
    struct vec_statement *all = NEW_ARRAY (struct vec_statement, q->block.size);
    for (uint32_t b = 0; b < q->block.size; b++) {
        struct vec_statement *made = &all[b];
        if (!b)
            choices_assume (c, made, q->block.at[b].place);
        for (size_t i = 0; i < q->block.at[b].statement.size; i++)
            change_statement (c, b, i, made);
    }
    for (uint32_t b = 0; b < q->block.size; b++) {
        VEC_CLEAR (q->block.at[b].statement);
        q->block.at[b].statement = all[b];
    }
    memory_free (all);
}

/* ---- the whole */

/* Of maps that have a cell. */
static bool
program_has (const struct program *p, enum op op)
{
    struct term_vec all = {0};
    bool has = false;
    program_terms (p, &all);
    for (size_t i = 0; i < all.size && !has; i++)
        has = all.at[i]->op == op && has_cell (all.at[i]->arg[0]->sort);
    VEC_CLEAR (all);
    return has;
}

bool
program_reads_maps (const struct program *p)
{
    return program_has (p, OP_SELECT);
}

/* Of all terms. */
static void
choices_find (struct making *c)
{
    struct term_vec all = {0};
    program_terms (c->program, &all);
    if (c->kind == CELLS_WRITTEN)
        classes_find (c, &all);
    for (size_t i = 0; i < all.size; i++)
        if (all.at[i]->args)
            choice_find (c, all.at[i]);
    VEC_CLEAR (all);
}

static void
making_clear (struct making *c)
{
    for (size_t i = 0; i < c->choice.size; i++)
        memory_free (c->choice.at[i].ahead);
    term_map_clear (&c->cell);
    term_map_clear (&c->class);
    VEC_CLEAR (c->same);
    VEC_CLEAR (c->choice);
    VEC_CLEAR (c->arbitrary);
}

bool
program_cells (struct program *flat, enum cells kind)
{
    assert (flat->procedure.size == 1 && kind != CELLS_NONE);
    struct making c = {.kind = kind,
                       .program = flat,
                       .procedure = &flat->procedure.at[0],
                       .terms = flat->terms};
    bool some = program_has (flat, OP_SELECT)
                && (kind == CELLS_READ || program_has (flat, OP_STORE));
    if (some) {
        choices_find (&c);
        if (kind == CELLS_READ)
            c.met = variable_new (&c, "met", sort_bool (c.terms));
        for (size_t i = 0; i < c.choice.size && kind == CELLS_WRITTEN; i++)
            writes_find (&c, &c.choice.at[i]);
        variables_change (&c, &flat->global);
        variables_change (&c, &c.procedure->local);
        modifies_change (&c);
        blocks_change (&c);
        assert (program_sound (flat));
    }
    making_clear (&c);
    return some;
}
