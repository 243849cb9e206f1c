/* programs.h -- small programs for tests: made by hand or at random.
 *
 * Random programs have values 0 and 1 only, so that test/summaries.h can say
 * exactly what they do. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/program.h"

struct dice {
    uint64_t state;
};

static inline uint32_t
dice_roll (struct dice *d, uint32_t sides)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (d->state >> 33) % sides;
}

static inline const term *
programs_var (struct program *p, const char *format, ...)
{
    char name[64];
    va_list list;
    va_start (list, format);
    vsnprintf (name, sizeof name, format, list);
    va_end (list);
    return term_var (p->terms, name, sort_int (p->terms));
}

static inline const term **
programs_list (struct program *p, const term *const *list, size_t size)
{
    return size ? arena_copy (&p->arena, list, size * sizeof *list) : NULL;
}

static inline void
programs_variable (struct vec_variable *to, const term *t, const term *where)
{
    VEC_PUSH (*to, ((struct variable) {.term = t, .where = where}));
}

static inline struct statement
programs_assign (struct program *p, const term *to, const term *value)
{
    return (struct statement) {.kind = STATEMENT_ASSIGN,
                               .target = programs_list (p, &to, 1),
                               .targets = 1,
                               .value = programs_list (p, &value, 1),
                               .values = 1};
}

static inline struct statement
programs_check (enum statement_kind kind, const term *t)
{
    return (struct statement) {.kind = kind, .term = t};
}

static inline uint32_t
programs_block (struct program *p, uint32_t procedure, const char *label)
{
    struct procedure *q = &p->procedure.at[procedure];
    uint32_t at = (uint32_t) q->block.size;
    struct block b = {.label = arena_string (&p->arena, label),
                      .origin = {procedure, at, 0}};
    q->has_body = true;
    VEC_PUSH (q->block, b);
    return at;
}

static inline uint32_t
programs_procedure (struct program *p, const char *name)
{
    VEC_PUSH (p->procedure,
              ((struct procedure) {.name = arena_string (&p->arena, name)}));
    return (uint32_t) p->procedure.size - 1;
}

/* What a random term may be about. */
struct programs_scope {
    struct program *program;
    struct dice *dice;
    struct term_vec read, write;
    bool functions;
    uint32_t old_times; /* how often old values are among what is read */
    uint32_t rare;      /* one in so many has a where-clause */
};

static inline const term *programs_value (struct programs_scope *s,
                                          unsigned depth);

/* Over the variables that may be read. */
static inline const term *
programs_formula (struct programs_scope *s, unsigned depth)
{
    terms *t = s->program->terms;
    switch (dice_roll (s->dice, depth ? 7 : 3)) {
    case 3:
        return term_not (t, programs_formula (s, depth - 1));
    case 4:
        return term_and2 (t, programs_formula (s, depth - 1),
                          programs_formula (s, depth - 1));
    case 5:
        return term_or2 (t, programs_formula (s, depth - 1),
                         programs_formula (s, depth - 1));
    default:
        return term_eq (t, programs_value (s, depth ? depth - 1 : 0),
                        programs_value (s, 0));
    }
}

static inline const term *
programs_value (struct programs_scope *s, unsigned depth)
{
    terms *t = s->program->terms;
    uint32_t what = dice_roll (s->dice, depth ? 6 : 4);
    if (what == 4)
        return term_ite (t, programs_formula (s, depth - 1),
                         programs_value (s, depth - 1),
                         programs_value (s, depth - 1));
    if (what == 5 && s->functions) {
        const struct vec_function *f = &s->program->function;
        const struct function *one =
            &f->at[dice_roll (s->dice, (uint32_t) f->size)];
        const term *arg[2] = {programs_value (s, depth - 1),
                              programs_value (s, depth - 1)};
        return term_apply (t, one->name, one->result, arg, one->parameters);
    }
    if (!what || !s->read.size)
        return term_int (t, dice_roll (s->dice, 2));
    return s->read.at[dice_roll (s->dice, (uint32_t) s->read.size)];
}

static inline const term *
programs_maybe (struct programs_scope *s, unsigned sides)
{
    return dice_roll (s->dice, sides) ? NULL : programs_formula (s, 1);
}

/* f0 (p0, p1) := .., f1 (p0, p1) := .. f0 .., over the constant k too. */
static inline void
programs_functions (struct program *p, struct dice *d)
{
    const term *k = programs_var (p, "k");
    for (unsigned i = 0; i < 3; i++) {
        struct programs_scope s = {.program = p, .dice = d, .functions = i > 0};
        const term *parameter[2] = {programs_var (p, "p0"),
                                    programs_var (p, "p1")};
        VEC_PUSH (s.read, parameter[0]);
        VEC_PUSH (s.read, parameter[1]);
        VEC_PUSH (s.read, k);
        char name[8];
        snprintf (name, sizeof name, "f%u", i);
        struct function f = {.name = arena_string (&p->arena, name),
                             .result = sort_int (p->terms),
                             .parameter = programs_list (p, parameter, 2),
                             .parameters = 2,
                             .body = programs_value (&s, 2)};
        VEC_PUSH (p->function, f);
        VEC_CLEAR (s.read);
    }
}

static inline void
programs_call (struct programs_scope *s, struct statement *st)
{
    struct program *p = s->program;
    st->callee = dice_roll (s->dice, (uint32_t) p->procedure.size);
    const struct procedure *callee = &p->procedure.at[st->callee];
    const term *value[4], *target[4];
    for (size_t i = 0; i < callee->in.size; i++)
        value[i] = programs_value (s, 1);
    for (size_t i = 0; i < callee->out.size; i++)
        target[i] = s->write.at[(dice_roll (s->dice, 8) + i) % s->write.size];
    assert (callee->out.size < 2);
    st->value = programs_list (p, value, callee->in.size);
    st->values = (uint32_t) callee->in.size;
    st->target = programs_list (p, target, callee->out.size);
    st->targets = (uint32_t) callee->out.size;
}

static inline struct statement
programs_statement (struct programs_scope *s)
{
    struct program *p = s->program;
    struct statement st = {0};
    uint32_t first = dice_roll (s->dice, (uint32_t) s->write.size);
    const term *target[2] = {s->write.at[first],
                             s->write.at[(first + 1) % s->write.size]};
    uint32_t targets = 1 + dice_roll (s->dice, 2);
    const term *value[2] = {programs_value (s, 2), programs_value (s, 2)};
    switch (dice_roll (s->dice, 9)) {
    case 0:
        return programs_check (STATEMENT_ASSUME, programs_formula (s, 1));
    case 1:
    case 2:
        return programs_check (STATEMENT_ASSERT, programs_formula (s, 2));
    case 3:
        st = (struct statement) {.kind = STATEMENT_HAVOC,
                                 .target = programs_list (p, target, targets),
                                 .targets = targets};
        return st;
    case 4:
    case 5:
        st.kind = STATEMENT_CALL;
        programs_call (s, &st);
        return st;
    default:
        return (struct statement) {.kind = STATEMENT_ASSIGN,
                                   .target = programs_list (p, target, targets),
                                   .targets = targets,
                                   .value = programs_list (p, value, targets),
                                   .values = targets};
    }
}

static inline void
programs_body (struct programs_scope *s, uint32_t at)
{
    uint32_t blocks = 1 + dice_roll (s->dice, 6);
    for (uint32_t i = 0; i < blocks; i++) {
        char label[16];
        snprintf (label, sizeof label, "L%u", i);
        uint32_t b = programs_block (s->program, at, label);
        struct block *block = &s->program->procedure.at[at].block.at[b];
        for (uint32_t n = dice_roll (s->dice, 4); n > 0; n--)
            VEC_PUSH (block->statement, programs_statement (s));
        uint32_t targets = dice_roll (s->dice, 4);
        for (uint32_t j = 0; j < targets && j < 2; j++)
            VEC_PUSH (block->target, dice_roll (s->dice, blocks));
    }
}

static inline void
programs_interface (struct programs_scope *s, uint32_t at)
{
    struct program *p = s->program;
    struct procedure *q = &p->procedure.at[at];
    if (dice_roll (s->dice, 3))
        programs_variable (&q->in, programs_var (p, "a%u", at), NULL);
    if (dice_roll (s->dice, 3))
        programs_variable (&q->out, programs_var (p, "r%u", at), NULL);
    for (uint32_t i = dice_roll (s->dice, 3); i > 0; i--)
        programs_variable (&q->local, programs_var (p, "x%u_%u", at, i), NULL);
    for (size_t i = 0; i < p->global.size; i++)
        if (dice_roll (s->dice, 2))
            VEC_PUSH (q->modifies, p->global.at[i].term);
}

static inline void
programs_add_all (struct term_vec *to, const struct vec_variable *from)
{
    for (size_t i = 0; i < from->size; i++)
        VEC_PUSH (*to, from->at[i].term);
}

static inline void
programs_specs (struct programs_scope *s, uint32_t at)
{
    struct program *p = s->program;
    struct procedure *q = &p->procedure.at[at];
    for (uint32_t i = dice_roll (s->dice, 3); i > 0; i--) {
        struct programs_scope about = {
            .program = p, .dice = s->dice, .functions = true};
        struct spec spec = {.kind = dice_roll (s->dice, 2) ? SPEC_ENSURES
                                                           : SPEC_REQUIRES,
                            .free = dice_roll (s->dice, 3) == 0};
        programs_add_all (&about.read, &p->global);
        programs_add_all (&about.read, &q->in);
        if (spec.kind == SPEC_ENSURES) {
            programs_add_all (&about.read, &q->out);
            for (size_t j = 0; j < p->global.size; j++)
                VEC_PUSH (about.read, program_old (p, p->global.at[j].term));
        }
        spec.term = programs_formula (&about, 1);
        VEC_PUSH (q->spec, spec);
        VEC_CLEAR (about.read);
    }
}

static inline void
programs_fill (struct programs_scope *s, uint32_t at)
{
    struct program *p = s->program;
    struct procedure *q = &p->procedure.at[at];
    s->read.size = s->write.size = 0;
    programs_add_all (&s->read, &p->global);
    programs_add_all (&s->read, &q->in);
    if (q->in.size)
        q->in.at[0].where = programs_maybe (s, 2 * s->rare);
    programs_add_all (&s->read, &q->out);
    for (size_t i = 0; i < q->out.size; i++)
        q->out.at[i].where = programs_maybe (s, s->rare);
    programs_add_all (&s->read, &q->local);
    for (size_t i = 0; i < q->local.size; i++)
        q->local.at[i].where = programs_maybe (s, s->rare);
    for (size_t i = 0; i < p->global.size * s->old_times; i++)
        VEC_PUSH (s->read,
                  program_old (p, p->global.at[i % p->global.size].term));
    programs_add_all (&s->write, &p->global);
    programs_add_all (&s->write, &q->out);
    programs_add_all (&s->write, &q->local);
    programs_specs (s, at);
    if (!at || dice_roll (s->dice, s->rare + 1))
        programs_body (s, at);
}

/* Two globals, one constant, three functions, up to four procedures with loops
 * of all kinds, recursion and specifications; the first has a body. */
static inline void
programs_random (struct program *p, uint64_t seed)
{
    struct dice d = {seed * 2654435761u + 12345};
    for (int i = 0; i < 8; i++)
        dice_roll (&d, 2);
    program_init (p, "random.bpl");
    VEC_PUSH (p->constant, ((struct constant) {.term = programs_var (p, "k")}));
    programs_functions (p, &d);
    programs_variable (&p->global, programs_var (p, "g"), NULL);
    programs_variable (&p->global, programs_var (p, "h"), NULL);
    struct programs_scope s = {.program = p,
                               .dice = &d,
                               .functions = seed % 2,
                               .old_times = seed % 3 ? 1 : 4,
                               .rare = seed % 4 ? 4 : 2};
    programs_add_all (&s.read, &p->global);
    p->global.at[0].where = programs_maybe (&s, 2 * s.rare);
    uint32_t procedures = 1 + dice_roll (&d, 4);
    for (uint32_t i = 0; i < procedures; i++) {
        char name[8];
        snprintf (name, sizeof name, i ? "P%u" : "main", i);
        programs_procedure (p, name);
        programs_interface (&s, i);
    }
    for (uint32_t i = 0; i < procedures; i++)
        programs_fill (&s, i);
    VEC_CLEAR (s.read);
    VEC_CLEAR (s.write);
}

/* What random programs seldom depend on: old values in a loop, where-clauses
 * after havoc and of results of a procedure without a body. */
static inline void
programs_special (struct program *p, uint64_t seed)
{
    (void) seed;
    program_init (p, "special.bpl");
    terms *t = p->terms;
    const term *g = programs_var (p, "g"), *x = programs_var (p, "x");
    const term *r = programs_var (p, "r"), *one = term_int (t, 1);
    VEC_PUSH (p->constant, ((struct constant) {.term = programs_var (p, "k")}));
    programs_variable (&p->global, g, NULL);
    programs_variable (&p->global, programs_var (p, "h"), NULL);
    uint32_t f = programs_procedure (p, "main");
    uint32_t stub = programs_procedure (p, "stub");
    struct procedure *q = &p->procedure.at[f];
    programs_variable (&q->local, x, term_eq (t, x, one));
    programs_variable (&p->procedure.at[stub].out, r, term_eq (t, r, one));
    for (int i = 0; i < 4; i++)
        programs_block (p, f, (char[]) {(char) ('A' + i), 0});
    struct block *b = q->block.at;
    const term *old = program_old (p, g);
    const term *flipped =
        term_ite (t, term_eq (t, old, one), term_int (t, 0), one);
    struct statement any = programs_assign (p, x, one);
    any.kind = STATEMENT_HAVOC;
    any.values = 0;
    struct statement call = any;
    call.kind = STATEMENT_CALL;
    call.callee = stub;
    VEC_PUSH (b[0].statement, programs_assign (p, x, term_int (t, 0)));
    VEC_PUSH (b[0].statement, any);
    VEC_PUSH (b[0].statement,
              programs_check (STATEMENT_ASSERT, term_eq (t, x, one)));
    VEC_PUSH (b[0].statement, programs_assign (p, g, flipped));
    VEC_PUSH (b[3].statement, programs_assign (p, programs_var (p, "h"), old));
    VEC_PUSH (b[3].statement, call);
    VEC_PUSH (b[2].statement,
              programs_check (STATEMENT_ASSERT, term_eq (t, x, one)));
    VEC_PUSH (b[0].target, 1);
    VEC_PUSH (b[1].target, 3);
    VEC_PUSH (b[1].target, 2);
    VEC_PUSH (b[3].target, 1);
}

#endif
