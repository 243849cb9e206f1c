/* emit.c -- statements, variables and blocks of the procedure in work. */
#include "cohort-llvm/to_program/translate.h"

#include <string.h>

static struct procedure *
emit_procedure (translation *t)
{
    assert (t->current < t->program->procedure.size);
    return &t->program->procedure.at[t->current];
}

/* ---- names */

static bool
name_taken (const translation *t, const struct map *scope, const char *name)
{
    struct digest key = digest_string (name);
    return map_get (scope, key)
           || (scope != &t->label_name && map_get (&t->global_name, key))
           || (scope == &t->global_name && map_get (&t->any_name, key));
}

/* `name`, or name.N with the next N that is free; taken from now on.  The value
 * of a name in its scope is the last N that was tried. */
static const char *
name_choose (translation *t, struct map *scope, const char *name)
{
    struct digest key = digest_string (name);
    if (!name_taken (t, scope, name)) {
        map_put (scope, key, 1);
        return arena_string (&t->program->arena, name);
    }
    uint64_t *last = map_get (scope, key), n = last ? *last : 1;
    struct text text;
    text_init (&text);
    do {
        text_reset (&text);
        text_print (&text, "%s.%llu", name, (unsigned long long) ++n);
    } while (name_taken (t, scope, text_view (&text)));
    map_put (scope, key, n);
    map_put (scope, digest_string (text_view (&text)), 1);
    const char *chosen = arena_string (&t->program->arena, text_view (&text));
    text_clear (&text);
    return chosen;
}

const term *
emit_local (translation *t, const char *name, const sort *s)
{
    assert (s);
    name = name_choose (t, &t->local_name, name && *name ? name : "t");
    map_put (&t->any_name, digest_string (name), 1);
    struct variable v = {.term = term_var (t->terms, name, s),
                         .place = t->place};
    VEC_PUSH (emit_procedure (t)->local, v);
    return v.term;
}

const term *
emit_global (translation *t, const char *name, const sort *s)
{
    assert (s && name && *name);
    name = name_choose (t, &t->global_name, name);
    struct variable v = {.term = term_var (t->terms, name, s)};
    VEC_PUSH (t->program->global, v);
    return v.term;
}

static void
abstract_declare (translation *t, const char *name, const char *what,
                  const sort *result, const term *const *arg, size_t args)
{
    static const char *const parameter[] = {"x#", "y#", "z#"};
    assert (args <= 3);
    struct program *p = t->program;
    struct function f = {.name = arena_string (&p->arena, name),
                         .result = result,
                         .parameters = args};
    f.parameter = arena_new (&p->arena, args * sizeof *f.parameter);
    for (size_t i = 0; i < args; i++)
        f.parameter[i] = term_var (t->terms, parameter[i], arg[i]->sort);
    f.attribute = mark_add (p, NULL, MARK_ABSTRACT, what);
    VEC_PUSH (p->function, f);
}

const term *
emit_abstract (translation *t, const char *name, const char *what,
               const sort *result, const term *const *arg, size_t args)
{
    assert (name[0] == '@' && args);
    if (map_put (&t->global_name, digest_string (name), 1))
        abstract_declare (t, name, what, result, arg, args);
    return term_apply (t->terms, name, result, arg, args);
}

/* ---- statements */

static struct place
emit_place (translation *t)
{
    if (!t->instruction || t->placed == t->instruction)
        return t->place;
    struct place place = unit_place (t->program, t->instruction);
    if (place.line)
        t->place = place;
    t->placed = t->instruction;
    return t->place;
}

static struct statement *
emit_statement (translation *t, enum statement_kind kind)
{
    struct procedure *p = emit_procedure (t);
    assert (t->block < p->block.size);
    struct vec_statement *to = &p->block.at[t->block].statement;
    struct statement s = {.kind = kind, .place = emit_place (t)};
    VEC_PUSH (*to, s);
    return &VEC_LAST (*to);
}

static const term **
emit_terms (translation *t, const term *const *of, size_t size)
{
    return size ? arena_copy (&t->program->arena, of, size * sizeof *of) : NULL;
}

void
emit_assume (translation *t, const term *condition)
{
    assert (condition->sort == sort_bool (t->terms));
    struct procedure *p = emit_procedure (t);
    assert (t->block < p->block.size);
    struct vec_statement *s = &p->block.at[t->block].statement;
    bool again = s->size && VEC_LAST (*s).kind == STATEMENT_ASSUME
                 && VEC_LAST (*s).term == condition;
    if (!again && !term_is_true (condition))
        emit_statement (t, STATEMENT_ASSUME)->term = condition;
}

void
emit_assign (translation *t, const term *target, const term *value)
{
    assert (target->op == OP_VAR && target->sort == value->sort);
    if (target == value)
        return;
    struct statement *s = emit_statement (t, STATEMENT_ASSIGN);
    s->targets = s->values = 1;
    s->target = emit_terms (t, &target, 1);
    s->value = emit_terms (t, &value, 1);
}

void
emit_assign_all (translation *t, const term *const *target,
                 const term *const *value, size_t size)
{
    if (!size)
        return;
    struct statement *s = emit_statement (t, STATEMENT_ASSIGN);
    s->targets = s->values = (uint32_t) size;
    s->target = emit_terms (t, target, size);
    s->value = emit_terms (t, value, size);
}

static void
havoc_marked (translation *t, const term *target, const struct attribute *a)
{
    assert (target->op == OP_VAR);
    struct statement *s = emit_statement (t, STATEMENT_HAVOC);
    s->targets = 1;
    s->target = emit_terms (t, &target, 1);
    s->attribute = a;
}

void
emit_unchecked (translation *t, enum check_bit check)
{
    if (t->unit->options.checks & check)
        return;
    mark_unchecked (t->program, check_name (check));
    if (check_assumption (check))
        mark_assumes (t->program, check_assumption (check));
}

void
emit_havoc (translation *t, const term *target, const char *mark,
            const char *string)
{
    havoc_marked (t, target,
                  mark ? mark_add (t->program, NULL, mark, string) : NULL);
}

void
emit_written (translation *t, const term *target, const char *function)
{
    const struct attribute *a = mark_add (t->program, NULL, MARK_WRITTEN, NULL);
    havoc_marked (t, target, mark_add (t->program, a, MARK_INPUT, function));
}

void
emit_assert (translation *t, const term *condition, enum check_bit check,
             const char *message)
{
    if (term_is_true (condition))
        return;
    if (!(t->unit->options.checks & check)) {
        emit_unchecked (t, check);
        emit_assume (t, condition);
        return;
    }
    const struct attribute *a =
        message ? mark_add (t->program, NULL, MARK_MESSAGE, message) : NULL;
    a = mark_add (t->program, a, MARK_CHECK, check_name (check));
    struct statement *s = emit_statement (t, STATEMENT_ASSERT);
    s->term = condition;
    s->attribute = a;
}

void
emit_also (translation *t, const char *mark, const char *string)
{
    struct vec_statement *s = &emit_procedure (t)->block.at[t->block].statement;
    assert (s->size);
    VEC_LAST (*s).attribute =
        mark_add (t->program, VEC_LAST (*s).attribute, mark, string);
}

void
emit_say (translation *t, const char *mark, const term *const *value,
          size_t values)
{
    struct vec_statement *s = &emit_procedure (t)->block.at[t->block].statement;
    if (s->size && VEC_LAST (*s).kind == STATEMENT_ASSERT)
        VEC_LAST (*s).attribute = mark_terms (
            t->program, VEC_LAST (*s).attribute, mark, value, values);
}

void
emit_cut (translation *t, const char *reason)
{
    assert (reason);
    const struct attribute *a = mark_add (t->program, NULL, MARK_CUT, reason);
    struct statement *s = emit_statement (t, STATEMENT_ASSERT);
    s->term = term_false (t->terms);
    s->attribute = a;
    emit_assume (t, term_false (t->terms));
}

void
emit_call (translation *t, uint32_t procedure, const term *const *target,
           size_t targets, const term *const *value, size_t values)
{
    assert (procedure < t->program->procedure.size);
    struct statement *s = emit_statement (t, STATEMENT_CALL);
    s->callee = procedure;
    s->targets = (uint32_t) targets;
    s->values = (uint32_t) values;
    s->target = emit_terms (t, target, targets);
    s->value = emit_terms (t, value, values);
}

const term *
emit_any (translation *t, const char *name, const sort *s)
{
    const term *v = emit_local (t, name, s);
    emit_havoc (t, v, NULL, NULL);
    return v;
}

/* ---- blocks */

uint32_t
emit_block (translation *t, const char *label)
{
    struct procedure *p = emit_procedure (t);
    assert (p->block.size < PROGRAM_NONE);
    uint32_t index = (uint32_t) p->block.size;
    struct block b = {.place = t->place,
                      .origin = {t->current, index, 0},
                      .label = name_choose (t, &t->label_name,
                                            label && *label ? label : "bb")};
    VEC_PUSH (p->block, b);
    p->has_body = true;
    return index;
}

void
emit_at (translation *t, uint32_t block)
{
    assert (block < emit_procedure (t)->block.size);
    t->block = block;
}

void
emit_goto (translation *t, uint32_t block)
{
    struct procedure *p = emit_procedure (t);
    assert (block < p->block.size && t->block < p->block.size);
    VEC_PUSH (p->block.at[t->block].target, block);
}
