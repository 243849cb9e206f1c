/* build.h -- programs by hand, for tests. */
#ifndef PROGRAM_BUILD_H
#define PROGRAM_BUILD_H

#include <string.h>

#include "program/program.h"

#define LIST(...) ((const term *[]) {__VA_ARGS__})

static inline const term *
number (struct program *p, int64_t n)
{
    return term_int (p->terms, n);
}

static inline const term *
make_variable (struct program *p, struct vec_variable *to, const char *name,
               const sort *s)
{
    struct variable v = {.term = term_var (p->terms, name, s)};
    VEC_PUSH (*to, v);
    return v.term;
}

/* The first block of the procedure is its entry.  Procedures move when more
 * are made: they are named by their index. */
static inline uint32_t
make_procedure (struct program *p, const char *name)
{
    VEC_PUSH (p->procedure, ((struct procedure) {.name = name}));
    return (uint32_t) p->procedure.size - 1;
}

static inline struct procedure *
procedure_of (struct program *p, uint32_t index)
{
    return &p->procedure.at[index];
}

static inline uint32_t
make_block (struct program *p, uint32_t procedure, const char *label)
{
    struct procedure *q = procedure_of (p, procedure);
    struct place place = {"hand.bpl", (unsigned) q->block.size + 1, 1};
    q->has_body = true;
    VEC_PUSH (q->block, ((struct block) {.label = label, .place = place}));
    return (uint32_t) q->block.size - 1;
}

static inline void
make_goto (struct program *p, uint32_t procedure, uint32_t from, uint32_t to)
{
    VEC_PUSH (procedure_of (p, procedure)->block.at[from].target, to);
}

/* Statements go to the last block of the procedure. */
static inline struct statement *
make_statement (struct program *p, uint32_t procedure, enum statement_kind kind)
{
    struct block *b = &VEC_LAST (procedure_of (p, procedure)->block);
    struct place place = {"hand.bpl", 10 * (unsigned) b->place.line, 1};
    place.line += (unsigned) b->statement.size;
    VEC_PUSH (b->statement,
              ((struct statement) {.kind = kind, .place = place}));
    return &VEC_LAST (b->statement);
}

static inline const term **
keep_list (struct program *p, const term *const *list, size_t size)
{
    return size ? arena_copy (&p->arena, list, size * sizeof *list) : NULL;
}

static inline void
make_assume (struct program *p, uint32_t procedure, const term *t)
{
    make_statement (p, procedure, STATEMENT_ASSUME)->term = t;
}

static inline void
make_assert (struct program *p, uint32_t procedure, const term *t)
{
    make_statement (p, procedure, STATEMENT_ASSERT)->term = t;
}

static inline void
make_assign (struct program *p, uint32_t procedure, const term *target,
             const term *value)
{
    struct statement *s = make_statement (p, procedure, STATEMENT_ASSIGN);
    s->target = keep_list (p, &target, 1);
    s->value = keep_list (p, &value, 1);
    s->targets = s->values = 1;
}

static inline void
make_havoc (struct program *p, uint32_t procedure, const term *target)
{
    struct statement *s = make_statement (p, procedure, STATEMENT_HAVOC);
    s->target = keep_list (p, &target, 1);
    s->targets = 1;
}

static inline void
make_call (struct program *p, uint32_t procedure, uint32_t callee,
           const term *const *target, uint32_t targets,
           const term *const *value, uint32_t values)
{
    struct statement *s = make_statement (p, procedure, STATEMENT_CALL);
    s->callee = callee;
    s->target = keep_list (p, target, targets);
    s->value = keep_list (p, value, values);
    s->targets = targets;
    s->values = values;
}

static inline void
make_spec (struct program *p, uint32_t procedure, enum spec_kind kind,
           bool is_free, const term *t)
{
    struct spec s = {.kind = kind, .free = is_free, .term = t};
    VEC_PUSH (procedure_of (p, procedure)->spec, s);
}

static inline const struct attribute *
make_attribute (struct program *p, const char *name, const char *string,
                const term *t, const struct attribute *next)
{
    struct attribute *a = arena_new (&p->arena, sizeof *a);
    *a = (struct attribute) {.name = name, .next = next};
    if (string || t) {
        a->value = arena_new (&p->arena, sizeof *a->value);
        *a->value = (struct attribute_value) {string, t};
        a->values = 1;
    }
    return a;
}

#endif
