/* integers.c -- see integers.h: the program, statement by statement. */
#include "program/abstract/integers_internal.h"

#include "program/attributes.h"

void
integers_map_clear (struct integers_map *m)
{
    VEC_CLEAR (m->from);
    VEC_CLEAR (m->to);
    memory_free (m->is_signed);
    *m = (struct integers_map) {0};
}

/* ---- what there is */

static const char *
term_refuse (struct program *p, const term *t)
{
    bool quantified = term_has_op (p->terms, t, OP_FORALL)
                      || term_has_op (p->terms, t, OP_EXISTS);
    return quantified ? "quantifiers" : NULL;
}

/* Notes terms and copies; gives why the program cannot be translated. */
static const char *
program_survey (struct integers *in)
{
    struct program *p = in->program;
    struct procedure *q = in->procedure;
    struct classes *c = &in->classes;
    const char *why = NULL;
    for (size_t i = 0; i < p->axiom.size && !why; i++) {
        why = term_refuse (p, p->axiom.at[i].term);
        if (!why)
            classes_term (c, p->axiom.at[i].term);
    }
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; j < q->block.at[i].statement.size && !why; j++) {
            const struct statement *s = &q->block.at[i].statement.at[j];
            assert (s->kind != STATEMENT_CALL);
            if (s->term)
                why = term_refuse (p, s->term);
            for (uint32_t k = 0; k < s->values && !why; k++)
                why = term_refuse (p, s->value[k]);
            if (why)
                break;
            if (s->term)
                classes_term (c, s->term);
            for (uint32_t k = 0; k < s->values; k++)
                classes_copy (c, s->target[k], s->value[k]);
        }
    for (size_t i = 0; i < p->function.size && !why; i++)
        if (p->function.at[i].body
            && map_get (&c->function, digest_string (p->function.at[i].name)))
            why = "a recursive function";
    return why;
}

/* ---- declarations */

static const term *
variable_change (struct integers *in, const term *t)
{
    if (!sort_leaves (t->sort))
        return t;
    classes_term (&in->classes, t);
    const term *to =
        term_var (in->terms, t->text, integers_sort (in->terms, t->sort));
    *term_map_at (&in->variable, t, NULL) = (uintptr_t) to;
    if (t->sort->kind == SORT_BV) {
        VEC_PUSH (in->map->from, t);
        VEC_PUSH (in->map->to, to);
    }
    return to;
}

static void
variables_change (struct integers *in, struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++) {
        assert (!list->at[i].where);
        list->at[i].term = variable_change (in, list->at[i].term);
    }
}

static void
function_change (struct integers *in, struct function *f)
{
    const term **parameter = arena_new (
        &in->program->arena, (f->parameters + 1) * sizeof *parameter);
    for (size_t i = 0; i < f->parameters; i++)
        parameter[i] =
            term_var (in->terms, f->parameter[i]->text,
                      integers_sort (in->terms, f->parameter[i]->sort));
    f->parameter = parameter;
    f->result = integers_sort (in->terms, f->result);
}

/* Functions that are applied; others are of no use any more. */
static void
functions_change (struct integers *in)
{
    struct vec_function *list = &in->program->function;
    size_t kept = 0;
    for (size_t i = 0; i < list->size; i++) {
        struct function f = list->at[i];
        if (!map_get (&in->classes.function, digest_string (f.name)))
            continue;
        function_change (in, &f);
        list->at[kept++] = f;
    }
    list->size = kept;
}

static enum way
variable_way (const struct integers *in, const term *t)
{
    return classes_way (&in->classes, classes_base (&in->classes, t));
}

static void
ways_note (struct integers *in)
{
    struct integers_map *m = in->map;
    m->is_signed = NEW_ARRAY (bool, m->from.size + 1);
    for (size_t i = 0; i < m->from.size; i++)
        m->is_signed[i] = variable_way (in, m->from.at[i]) == WAY_SIGNED;
}

/* Constants are in range, axioms hold. */
static void
axioms_change (struct integers *in, const struct term_vec *constant)
{
    struct program *p = in->program;
    size_t axioms = p->axiom.size;
    integers_begin (in, PROGRAM_NONE, 0, NULL);
    for (size_t i = 0; i < constant->size; i++) {
        const term *t = constant->at[i];
        uintptr_t *to = term_map_get (&in->variable, t);
        if (to && t->sort->kind == SORT_BV)
            integers_assume (in,
                             way_formula (in->terms, variable_way (in, t),
                                          t->sort->width, (const term *) *to));
    }
    for (size_t i = 0; i < axioms; i++) {
        const term *made = integers_term (in, p->axiom.at[i].term);
        p->axiom.at[i].term = made;
    }
}

/* ---- statements */

/* The variable is where the analysis says. */
static void
bound_assume (struct integers *in, const term *t)
{
    const term *to = (const term *) *term_map_get (&in->variable, t);
    enum way way = variable_way (in, t);
    struct number n = integers_bound (in, t, to, way);
    if (!n.known) {
        integers_assume (in, way_formula (in->terms, way, t->sort->width, to));
        return;
    }
    integers_assume (
        in, term_and2 (in->terms,
                       term_le (in->terms, int_wide (in->terms, n.least), to),
                       term_le (in->terms, to, int_wide (in->terms, n.most))));
}

static const term **
targets_change (struct integers *in, const struct statement *s)
{
    const term **list =
        arena_new (&in->program->arena, (s->targets + 1) * sizeof *list);
    for (uint32_t i = 0; i < s->targets; i++) {
        uintptr_t *to = term_map_get (&in->variable, s->target[i]);
        list[i] = to ? (const term *) *to : s->target[i];
    }
    return list;
}

static const term **
values_change (struct integers *in, const struct statement *s)
{
    const term **list =
        arena_new (&in->program->arena, (s->values + 1) * sizeof *list);
    for (uint32_t i = 0; i < s->values; i++)
        list[i] = integers_value (in, s->target[i], s->value[i]);
    return list;
}

static void
statement_change (struct integers *in, const struct block *b, size_t i,
                  struct vec_statement *to)
{
    struct statement s = b->statement.at[i];
    if (s.term)
        s.term = integers_term (in, s.term);
    const term **target = targets_change (in, &s);
    if (s.values)
        s.value = values_change (in, &s);
    const term **before = s.target;
    s.target = target;
    VEC_PUSH (*to, s);
    for (uint32_t j = 0; s.kind == STATEMENT_HAVOC && j < s.targets; j++)
        if (before[j]->sort->kind == SORT_BV) {
            const term *x = before[j];
            integers_assume (in, way_formula (in->terms, variable_way (in, x),
                                              x->sort->width, target[j]));
        }
}

static void
head_assume (struct integers *in, const struct live *live, uint32_t block)
{
    const struct live_set *set = &live->entry[block];
    for (size_t i = 0; i < set->size; i++) {
        const term *t = live->variable.at[set->at[i]];
        if (t->sort->kind == SORT_BV)
            bound_assume (in, t);
    }
}

static bool
is_loop_mark (const struct block *b)
{
    return b->statement.size && b->statement.at[0].kind == STATEMENT_ASSUME
           && attribute_find (b->statement.at[0].attribute, MARK_LOOP);
}

static void
block_change (struct integers *in, const struct flow *flow,
              const struct live *live, uint32_t block, struct vec_statement *to)
{
    const struct block *b = &in->procedure->block.at[block];
    bool marked = is_loop_mark (b);
    size_t from = 0;
    if (marked) {
        integers_begin (in, block, 0, to);
        statement_change (in, b, from++, to);
    }
    integers_begin (in, block, from, to);
    bool head = (marked || flow->head[block]) && !in->mathematical;
    size_t first = to->size;
    if (!block || head)
        head_assume (in, live, block);
    for (; first < to->size; first++)
        to->at[first].attribute =
            mark_add (in->program, NULL, MARK_BOUND, NULL);
    for (size_t i = from; i < b->statement.size; i++) {
        integers_begin (in, block, i, to);
        statement_change (in, b, i, to);
    }
}

/* Statements are changed when all are translated: the analysis reads them. */
static void
blocks_change (struct integers *in, const struct flow *flow,
               const struct live *live)
{
    struct procedure *q = in->procedure;
    struct vec_statement *made =
        NEW_ARRAY (struct vec_statement, q->block.size);
    for (uint32_t i = 0; i < q->block.size; i++)
        block_change (in, flow, live, i, &made[i]);
    for (size_t i = 0; i < q->block.size; i++) {
        VEC_CLEAR (q->block.at[i].statement);
        q->block.at[i].statement = made[i];
    }
    memory_free (made);
}

static void
program_change (struct integers *in)
{
    struct program *p = in->program;
    struct procedure *q = in->procedure;
    struct flow flow;
    struct live live;
    struct term_vec constant = {0};
    flow_find (&flow, q);
    live_find (&live, p, q, &flow);
    in->bounds = bounds_find (p, 0);
    for (size_t i = 0; i < p->constant.size; i++) {
        VEC_PUSH (constant, p->constant.at[i].term);
        p->constant.at[i].term = variable_change (in, constant.at[i]);
    }
    variables_change (in, &p->global);
    variables_change (in, &q->in);
    variables_change (in, &q->out);
    variables_change (in, &q->local);
    for (size_t i = 0; i < q->modifies.size; i++) {
        uintptr_t *to = term_map_get (&in->variable, q->modifies.at[i]);
        if (to)
            q->modifies.at[i] = (const term *) *to;
    }
    classes_end (&in->classes);
    ways_note (in);
    functions_change (in);
    axioms_change (in, &constant);
    blocks_change (in, &flow, &live);
    q->spec.size = 0;
    VEC_CLEAR (constant);
    bounds_free (in->bounds);
    live_clear (&live);
    flow_clear (&flow);
}

void
program_integers (struct program *p, bool mathematical,
                  struct integers_map *map)
{
    assert (p->procedure.size == 1 && p->procedure.at[0].has_body);
    *map = (struct integers_map) {0};
    struct integers in = {.program = p,
                          .procedure = &p->procedure.at[0],
                          .terms = p->terms,
                          .mathematical = mathematical,
                          .map = map};
    classes_init (&in.classes);
    map->untouched = program_survey (&in);
    if (!map->untouched)
        program_change (&in);
    map->exact = !map->untouched && !map->abstracted && !mathematical;
    classes_clear (&in.classes);
    term_map_clear (&in.variable);
    term_map_clear (&in.done);
    VEC_CLEAR (in.value);
    VEC_CLEAR (in.pool);
    VEC_CLEAR (in.used);
}
