/* from_program.c -- see from_program.h: one clause per path between cut points.
 *
 * A walk from a cut point goes down every path to the next ones, with the
 * values of all variables as terms over those at the start; what a block
 * changes is undone when the walk leaves it. */
#include "logic/term/sort.h"
#include "horn/from_program_internal.h"

enum { TO_HORN_CLAUSES = 400000 };

struct from_program_undo {
    uint32_t variable;
    const term *value;
    size_t havocs;
};

struct from_program_step { /* a block that the walk is in */
    uint32_t block, next;  /* the target that comes next */
    size_t undo;           /* size of the list before it */
    const term *condition; /* under which its end is reached */
};

struct from_program_walk {
    const struct program *program;
    const struct procedure *procedure;
    struct horn *horn;
    struct horn_map *map;
    struct problem *problem;
    struct vocabulary words;
    struct horn_shape shape;
    uint32_t *relation; /* per block, if it is cut */

    uint32_t source;    /* relation; HORN_NONE: the entry */
    const term **value; /* per variable */
    size_t *havocs;     /* per variable: on this path */
    struct vec_undo VEC (struct from_program_undo) undo;
    struct vec_step_in VEC (struct from_program_step) step;
};

void
horn_map_clear (struct horn_map *m)
{
    VEC_CLEAR (m->path);
    VEC_CLEAR (m->cut);
    arena_clear (&m->arena);
    *m = (struct horn_map) {0};
}

/* ---- relations */

static struct place
block_place (const struct block *b)
{
    struct place first = statement_place (b, 0);
    return first.line ? first : b->place;
}

static const char *
relation_name (struct from_program_walk *w, const struct block *b)
{
    struct text wish;
    text_init (&wish);
    struct place place = block_place (b);
    if (place.line)
        text_print (&wish, "%s:%u", w->procedure->name, place.line);
    else
        text_print (&wish, "%s:%s", w->procedure->name, b->label);
    const char *name = arena_string (
        &w->horn->arena, names_take (&w->words.names, text_view (&wish)));
    text_clear (&wish);
    return name;
}

static bool
sort_fits (const sort *s)
{
    while (s->kind == SORT_ARRAY) {
        if (!sort_fits (s->index))
            return false;
        s = s->element;
    }
    return s->kind != SORT_NAMED;
}

static bool
relation_add (struct from_program_walk *w, uint32_t block)
{
    const struct block *b = &w->procedure->block.at[block];
    const struct numbers *live = &w->shape.live[block];
    struct relation r = {.name = relation_name (w, b),
                         .args = live->size,
                         .place = block_place (b)};
    r.sort = arena_new (&w->horn->arena, (r.args + 1) * sizeof *r.sort);
    for (size_t i = 0; i < r.args; i++) {
        r.sort[i] = w->words.own.at[live->at[i]]->sort;
        if (!sort_fits (r.sort[i]))
            return problem_of_kind (w->problem, PROBLEM_UNSUPPORTED, r.place,
                                    "%s is of an uninterpreted type",
                                    w->words.variable.at[live->at[i]]->text);
    }
    w->relation[block] = (uint32_t) w->horn->relation.size;
    VEC_PUSH (w->horn->relation, r);
    VEC_PUSH (w->map->cut, block);
    return true;
}

static bool
relations_add (struct from_program_walk *w)
{
    w->relation = NEW_ARRAY (uint32_t, w->shape.blocks);
    for (uint32_t i = 0; i < w->shape.blocks; i++)
        w->relation[i] = HORN_NONE;
    bool good = true;
    for (uint32_t i = 0; i < w->shape.ordered && good; i++) {
        uint32_t b = w->shape.order[i];
        if (w->shape.cut[b] && w->shape.useful[b])
            good = relation_add (w, b);
    }
    return good;
}

/* ---- clauses */

/* The arguments of the source first, then what else occurs. */
static bool
clause_variables (struct from_program_walk *w, struct clause *c)
{
    terms *t = w->horn->terms;
    struct term_vec free = {0};
    struct term_map seen = {0};
    size_t args = c->body == HORN_NONE ? 0 : w->horn->relation.at[c->body].args;
    for (size_t i = 0; i < args; i++) {
        term_map_at (&seen, c->body_arg[i], NULL);
        VEC_PUSH (c->vars, c->body_arg[i]);
    }
    term_variables (t, c->constraint, &free);
    size_t heads =
        c->head == HORN_NONE ? 0 : w->horn->relation.at[c->head].args;
    for (size_t i = 0; i < heads; i++)
        term_variables (t, c->head_arg[i], &free);
    bool good = true;
    for (size_t i = 0; i < free.size && good; i++) {
        bool added;
        term_map_at (&seen, free.at[i], &added);
        if (added)
            VEC_PUSH (c->vars, free.at[i]);
        good = sort_fits (free.at[i]->sort);
    }
    if (!good)
        problem_of_kind (w->problem, PROBLEM_UNSUPPORTED, c->place,
                         "a variable is of an uninterpreted type");
    c->name = arena_new (&w->horn->arena, (c->vars.size + 1) * sizeof *c->name);
    for (size_t i = 0; i < c->vars.size; i++)
        c->name[i] = c->vars.at[i]->text;
    VEC_CLEAR (free);
    term_map_clear (&seen);
    return good;
}

static void
clause_arguments (struct from_program_walk *w, struct clause *c)
{
    struct arena *a = &w->horn->arena;
    if (c->body != HORN_NONE) {
        const struct numbers *live = &w->shape.live[w->map->cut.at[c->body]];
        c->body_arg = arena_new (a, (live->size + 1) * sizeof *c->body_arg);
        for (size_t i = 0; i < live->size; i++)
            c->body_arg[i] = w->words.own.at[live->at[i]];
    }
    if (c->head != HORN_NONE) {
        const struct numbers *live = &w->shape.live[w->map->cut.at[c->head]];
        c->head_arg = arena_new (a, (live->size + 1) * sizeof *c->head_arg);
        for (size_t i = 0; i < live->size; i++)
            c->head_arg[i] = w->value[live->at[i]];
    }
}

/* A round that changes nothing says nothing. */
static bool
clause_is_idle (const struct from_program_walk *w, const struct clause *c)
{
    bool idle = c->body != HORN_NONE && c->body == c->head;
    size_t args = idle ? w->horn->relation.at[c->body].args : 0;
    for (size_t i = 0; i < args && idle; i++)
        idle = c->body_arg[i] == c->head_arg[i];
    return idle;
}

static bool
clause_add (struct from_program_walk *w, uint32_t head, const term *condition,
            uint32_t assertion, struct place place)
{
    struct horn *h = w->horn;
    if (h->clause.size == TO_HORN_CLAUSES)
        return problem_of_kind (w->problem, PROBLEM_UNSUPPORTED, place,
                                "more than %d clauses", TO_HORN_CLAUSES);
    struct clause c = {.body = w->source,
                       .head = head,
                       .constraint = condition,
                       .assertion = (uint32_t) h->clause.size,
                       .place = place};
    clause_arguments (w, &c);
    if (clause_is_idle (w, &c))
        return true;
    bool good = clause_variables (w, &c);
    struct clause_path path = {.blocks = w->step.size, .assertion = assertion};
    path.block =
        arena_new (&w->map->arena, (path.blocks + 1) * sizeof *path.block);
    for (size_t i = 0; i < path.blocks; i++)
        path.block[i] = w->step.at[i].block;
    VEC_PUSH (h->clause, c);
    VEC_PUSH (w->map->path, path);
    return good;
}

/* ---- the walk */

static const term *
walk_value (struct from_program_walk *w, const term *t)
{
    return vocabulary_value (&w->words, t, w->value);
}

static void
walk_set (struct from_program_walk *w, uint32_t variable, const term *value)
{
    VEC_PUSH (w->undo, ((struct from_program_undo) {
                           variable, w->value[variable], w->havocs[variable]}));
    w->value[variable] = value;
}

static void
walk_assign (struct from_program_walk *w, const struct statement *s)
{
    struct term_vec value = {0};
    for (uint32_t i = 0; i < s->values; i++)
        VEC_PUSH (value, walk_value (w, s->value[i]));
    for (uint32_t i = 0; i < s->targets; i++)
        walk_set (w, vocabulary_number (&w->words, s->target[i]), value.at[i]);
    VEC_CLEAR (value);
}

static void
walk_havoc (struct from_program_walk *w, const struct statement *s)
{
    for (uint32_t i = 0; i < s->targets; i++) {
        uint32_t v = vocabulary_number (&w->words, s->target[i]);
        walk_set (w, v, vocabulary_fresh (&w->words, v, w->havocs[v]));
        w->havocs[v]++;
    }
}

/* The step's condition becomes stronger; a query for an assertion. */
static bool
walk_condition (struct from_program_walk *w, uint32_t at,
                const struct statement *s)
{
    terms *t = w->horn->terms;
    struct from_program_step *top = &VEC_LAST (w->step);
    const term *holds = walk_value (w, s->term);
    bool good = true;
    if (s->kind == STATEMENT_ASSERT) {
        const term *fails = term_and2 (t, top->condition, term_not (t, holds));
        const struct block *b = &w->procedure->block.at[top->block];
        if (!term_is_false (fails))
            good =
                clause_add (w, HORN_NONE, fails, at, statement_place (b, at));
    }
    top->condition = term_and2 (t, top->condition, holds);
    return good;
}

static bool
walk_block (struct from_program_walk *w)
{
    uint32_t block = VEC_LAST (w->step).block;
    const struct block *b = &w->procedure->block.at[block];
    bool good = true;
    for (uint32_t i = 0; i < w->shape.until[block] && good; i++) {
        const struct statement *s = &b->statement.at[i];
        assert (s->kind != STATEMENT_CALL);
        if (s->kind == STATEMENT_ASSIGN)
            walk_assign (w, s);
        else if (s->kind == STATEMENT_HAVOC)
            walk_havoc (w, s);
        else
            good = walk_condition (w, i, s);
        if (term_is_false (VEC_LAST (w->step).condition))
            break;
    }
    return good;
}

static void
walk_leave (struct from_program_walk *w)
{
    struct from_program_step top = VEC_POP (w->step);
    while (w->undo.size > top.undo) {
        struct from_program_undo u = VEC_POP (w->undo);
        w->value[u.variable] = u.value;
        w->havocs[u.variable] = u.havocs;
    }
}

static bool
walk_enter (struct from_program_walk *w, uint32_t block, const term *condition)
{
    VEC_PUSH (w->step,
              ((struct from_program_step) {block, 0, w->undo.size, condition}));
    return walk_block (w);
}

/* The same target twice says nothing new. */
static bool
target_again (const struct block *b, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (b->target.at[i] == b->target.at[at])
            return true;
    return false;
}

static bool
walk_edge (struct from_program_walk *w, uint32_t to, const term *condition)
{
    if (!w->shape.useful[to] || term_is_false (condition))
        return true;
    if (!w->shape.cut[to])
        return walk_enter (w, to, condition);
    return clause_add (w, w->relation[to], condition, PROGRAM_NONE,
                       block_place (&w->procedure->block.at[to]));
}

/* All paths from where the walk is. */
static bool
walk_down (struct from_program_walk *w)
{
    bool good = true;
    while (w->step.size && good) {
        struct from_program_step *top = &VEC_LAST (w->step);
        const struct block *b = &w->procedure->block.at[top->block];
        if (top->next == b->target.size || term_is_false (top->condition))
            walk_leave (w);
        else {
            uint32_t next = top->next++;
            if (!target_again (b, next))
                good = walk_edge (w, b->target.at[next], top->condition);
        }
    }
    while (w->step.size)
        walk_leave (w);
    return good;
}

static const term *
walk_axioms (struct from_program_walk *w)
{
    const term *all = term_true (w->horn->terms);
    for (size_t i = 0; i < w->program->axiom.size; i++)
        all = term_and2 (w->horn->terms, all,
                         walk_value (w, w->program->axiom.at[i].term));
    return all;
}

static bool
walk_all (struct from_program_walk *w)
{
    w->source = HORN_NONE;
    bool good = walk_edge (w, 0, walk_axioms (w)) && walk_down (w);
    for (uint32_t r = 0; r < w->horn->relation.size && good; r++) {
        w->source = r;
        good = walk_enter (w, w->map->cut.at[r], term_true (w->horn->terms))
               && walk_down (w);
    }
    return good;
}

/* ---- what no derivation needs */

static void
clauses_reach (const struct horn *h, bool *reached, bool forward)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < h->clause.size; k++) {
            /* Clauses stand in the order of their sources. */
            size_t i = forward ? k : h->clause.size - 1 - k;
            const struct clause *c = &h->clause.at[i];
            uint32_t from = forward ? c->body : c->head;
            uint32_t to = forward ? c->head : c->body;
            if ((from == HORN_NONE || reached[from]) && to != HORN_NONE
                && !reached[to])
                changed = reached[to] = true;
        }
    }
}

static uint32_t
relation_kept (const uint32_t *now, uint32_t relation)
{
    return relation == HORN_NONE ? HORN_NONE : now[relation];
}

static void
clauses_keep (struct from_program_walk *w, const uint32_t *now)
{
    struct horn *h = w->horn;
    size_t kept = 0;
    for (size_t i = 0; i < h->clause.size; i++) {
        struct clause c = h->clause.at[i];
        bool goes = (c.body != HORN_NONE && now[c.body] == HORN_NONE)
                    || (c.head != HORN_NONE && now[c.head] == HORN_NONE);
        if (goes) {
            VEC_CLEAR (c.vars);
            continue;
        }
        c.body = relation_kept (now, c.body);
        c.head = relation_kept (now, c.head);
        c.assertion = (uint32_t) kept;
        w->map->path.at[kept] = w->map->path.at[i];
        h->clause.at[kept++] = c;
    }
    h->clause.size = w->map->path.size = kept;
}

static void
walk_drop (struct from_program_walk *w)
{
    struct horn *h = w->horn;
    size_t relations = h->relation.size, kept = 0;
    bool *ahead = NEW_ARRAY (bool, relations + 1);
    bool *back = NEW_ARRAY (bool, relations + 1);
    uint32_t *now = NEW_ARRAY (uint32_t, relations + 1);
    clauses_reach (h, ahead, true);
    clauses_reach (h, back, false);
    for (size_t i = 0; i < relations; i++) {
        now[i] = HORN_NONE;
        if (!ahead[i] || !back[i])
            continue;
        now[i] = (uint32_t) kept;
        w->map->cut.at[kept] = w->map->cut.at[i];
        h->relation.at[kept++] = h->relation.at[i];
    }
    h->relation.size = w->map->cut.size = kept;
    clauses_keep (w, now);
    memory_free (ahead);
    memory_free (back);
    memory_free (now);
}

static void
walk_arguments (struct from_program_walk *w)
{
    struct horn_map *m = w->map;
    m->argument =
        arena_new (&m->arena, (m->cut.size + 1) * sizeof *m->argument);
    for (size_t r = 0; r < m->cut.size; r++) {
        const struct numbers *live = &w->shape.live[m->cut.at[r]];
        struct term_vec *to = &m->argument[r];
        to->at = arena_new (&m->arena, (live->size + 1) * sizeof *to->at);
        to->size = to->room = live->size;
        for (size_t i = 0; i < live->size; i++)
            to->at[i] = w->words.variable.at[live->at[i]];
    }
}

bool
program_to_horn (const struct program *flat, uint32_t procedure, size_t paths,
                 struct horn *h, struct horn_map *m, struct problem *problem)
{
    assert (procedure < flat->procedure.size && !h->clause.size);
    assert (flat->procedure.at[procedure].has_body);
    struct from_program_walk w = {.program = flat,
                                  .procedure = &flat->procedure.at[procedure],
                                  .horn = h,
                                  .map = m,
                                  .problem = problem};
    *m = (struct horn_map) {0};
    arena_init (&m->arena);
    vocabulary_init (&w.words, flat, w.procedure, h);
    shape_find (&w.shape, &w.words, paths);
    size_t variables = w.words.variable.size;
    w.value =
        arena_copy (&m->arena, w.words.own.at, variables * sizeof *w.value);
    w.havocs = NEW_ARRAY (size_t, variables + 1);
    bool good = relations_add (&w) && walk_all (&w);
    if (good) {
        walk_drop (&w);
        walk_arguments (&w);
        horn_survey (h);
    }
    VEC_CLEAR (w.undo);
    VEC_CLEAR (w.step);
    memory_free (w.relation);
    memory_free (w.havocs);
    horn_shape_clear (&w.shape);
    vocabulary_clear (&w.words);
    return good;
}
