/* make.c -- from a program to its passive form: the steps in order. */
#include <assert.h>
#include <string.h>

#include "bounded/passive/internal.h"
#include "bounded/passive/vc.h"
#include "program/change.h"

static bool
is_called (const struct program *p, uint32_t procedure)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t b = 0; b < p->procedure.at[i].block.size; b++) {
            const struct vec_statement *st =
                &p->procedure.at[i].block.at[b].statement;
            for (size_t k = 0; k < st->size; k++)
                if (st->at[k].kind == STATEMENT_CALL
                    && st->at[k].callee == procedure)
                    return true;
        }
    return false;
}

static void
maker_init (struct maker *m)
{
    arena_init (&m->arena);
    const struct program *p = m->program;
    for (size_t i = 0; i < p->global.size; i++)
        *term_map_at (&m->global, p->global.at[i].term, NULL) = i;
    for (size_t i = 0; i < p->constant.size; i++)
        term_map_at (&m->constant, p->constant.at[i].term, NULL);
    assert (!m->err || term_map_get (&m->global, m->err));
    m->main_called = is_called (p, m->main);
    m->scope = NEW_ARRAY (struct scope, p->procedure.size + 1);
    m->draft = NEW_ARRAY (struct draft, p->procedure.size + 1);
    for (size_t i = 0; i < p->procedure.size; i++)
        scope_init (&m->scope[i], m, (uint32_t) i);
}

static void
maker_clear (struct maker *m)
{
    for (size_t i = 0; i < m->program->procedure.size; i++) {
        scope_clear (&m->scope[i]);
        draft_clear (&m->draft[i]);
    }
    memory_free (m->scope);
    memory_free (m->draft);
    term_map_clear (&m->global);
    term_map_clear (&m->constant);
    term_map_clear (&m->variables);
    arena_clear (&m->arena);
    VEC_CLEAR (m->scratch);
    VEC_CLEAR (m->from);
    VEC_CLEAR (m->into);
}

/* Numbers the procedures that main reaches, in the program's order. */
static uint32_t *
number_procedures (const struct maker *m, uint32_t *count)
{
    size_t all = m->program->procedure.size;
    uint32_t *number = NEW_ARRAY (uint32_t, all + 1);
    struct vec_target stack = {0};
    for (size_t i = 0; i < all; i++)
        number[i] = PASSIVE_NONE;
    VEC_PUSH (stack, m->main);
    number[m->main] = 0;
    while (stack.size) {
        const struct draft *d = &m->draft[VEC_POP (stack)];
        for (size_t b = 0; b < d->blocks; b++) {
            uint32_t callee = d->block[b].callee;
            if (callee == PROGRAM_NONE || number[callee] != PASSIVE_NONE)
                continue;
            number[callee] = 0;
            VEC_PUSH (stack, callee);
        }
    }
    VEC_CLEAR (stack);
    *count = 0;
    for (size_t i = 0; i < all; i++)
        if (number[i] != PASSIVE_NONE)
            number[i] = (*count)++;
    return number;
}

static void
make_procedures (struct maker *m)
{
    struct passive_program *to = m->to;
    uint32_t *number = number_procedures (m, &to->procedures);
    to->procedure =
        arena_new (&to->arena, to->procedures * sizeof *to->procedure);
    to->main = number[m->main];
    for (uint32_t i = 0; i < m->program->procedure.size; i++) {
        if (number[i] == PASSIVE_NONE)
            continue;
        draft_alias (m, &m->draft[i]);
        draft_trim (m, &m->draft[i]);
        draft_finish (m, i, number, &to->procedure[number[i]]);
    }
    memory_free (number);
}

static void
make_symbols (struct maker *m)
{
    struct passive_program *to = m->to;
    const struct program *p = m->program;
    to->axioms = (uint32_t) p->axiom.size;
    to->axiom = arena_new (&to->arena, p->axiom.size * sizeof *to->axiom + 1);
    for (size_t i = 0; i < p->axiom.size; i++)
        to->axiom[i] = p->axiom.at[i].term;
    to->constants = (uint32_t) p->constant.size;
    to->constant =
        arena_new (&to->arena, p->constant.size * sizeof *to->constant + 1);
    for (size_t i = 0; i < p->constant.size; i++)
        to->constant[i] = p->constant.at[i].term;
    to->global =
        arena_new (&to->arena, p->global.size * sizeof *to->global + 1);
    /* Of passes there is one only, which a trail does not have. */
    const term *error = program_error (p);
    for (size_t i = 0; i < p->global.size; i++)
        if (p->global.at[i].term != error)
            to->global[to->globals++] = p->global.at[i].term;
}

/* Free specifications that are assumed: ensures wherever something is called,
 * requires at the start of a body. */
static void
make_assumed (struct maker *m)
{
    struct passive_program *to = m->to;
    const struct program *p = m->program;
    struct text line;
    text_init (&line);
    size_t most = 0;
    for (size_t i = 0; i < p->procedure.size; i++)
        most += p->procedure.at[i].spec.size;
    to->assumed = arena_new (&to->arena, most * sizeof *to->assumed + 1);
    for (size_t i = 0; i < p->procedure.size; i++) {
        const struct procedure *q = &p->procedure.at[i];
        for (size_t k = 0; k < q->spec.size; k++) {
            const struct spec *s = &q->spec.at[k];
            bool ensures = s->kind == SPEC_ENSURES;
            bool used = ensures ? i != m->main || m->main_called : q->has_body;
            if (!s->free || !used || attribute_find (s->attribute, "where"))
                continue;
            text_reset (&line);
            text_print (&line, "%s:%u:%u: free %s of %s",
                        s->place.file ? s->place.file : p->file, s->place.line,
                        s->place.column, ensures ? "ensures" : "requires",
                        q->name);
            to->assumed[to->assumptions++] =
                arena_string (&to->arena, text_view (&line));
        }
    }
    text_clear (&line);
}

void
passive_make (struct passive_program *to, struct program *program,
              uint32_t main, const term *err, bool keep_blocks,
              const char *broken)
{
    assert (main < program->procedure.size);
    *to = (struct passive_program) {.terms = program->terms};
    arena_init (&to->arena);
    struct maker m = {.to = to,
                      .program = program,
                      .terms = program->terms,
                      .main = main,
                      .err = err,
                      .keep = keep_blocks};
    m.summaries = broken && !strcmp (broken, "ensures-open-only");
    maker_init (&m);
    live_compute (&m);
    for (uint32_t i = 0; i < program->procedure.size; i++)
        walk_procedure (&m, i);
    merge_all (&m);
    make_procedures (&m);
    make_symbols (&m);
    make_assumed (&m);
    passive_features (to);
    maker_clear (&m);
    assert (passive_sound (to));
}

void
passive_clear (struct passive_program *p)
{
    for (uint32_t i = 0; i < p->procedures; i++) {
        VEC_CLEAR (p->procedure[i].in);
        VEC_CLEAR (p->procedure[i].out);
        VEC_CLEAR (p->procedure[i].local);
        vc_template_free (p->procedure[i].vc);
    }
    arena_clear (&p->arena);
    if (p->owns_terms)
        terms_free (p->terms);
    *p = (struct passive_program) {0};
}
