/* definitions.c -- see definitions.h. */
#include "auto/definitions.h"

#include "logic/smtlib/smtlib.h"

static bool
definition_read (struct definitions *d, struct smtlib *s,
                 const struct sexpr *form)
{
    if (!sexpr_begins (form, "define-fun") || form->size != 5
        || form->child[1].kind != SEXPR_SYMBOL)
        return problem_set (s->problem, sexpr_place (form, s->file),
                            "a define-fun is expected here");
    if (!smtlib_define (s, form))
        return false;
    const struct smtlib_macro *macro = &VEC_LAST (s->macro);
    struct definition new = {.name =
                                 arena_string (&d->arena, form->child[1].text),
                             .params = macro->params,
                             .body = macro->body};
    size_t room = new.params + 1;
    new.written = arena_new (&d->arena, room * sizeof *new.written);
    new.param = arena_new (&d->arena, room * sizeof *new.param);
    assert (form->child[2].size == new.params);
    for (size_t i = 0; i < new.params; i++) {
        const struct sexpr *pair = &form->child[2].child[i];
        new.written[i] = arena_string (&d->arena, pair->child[0].text);
        new.param[i] = macro->param[i];
    }
    VEC_PUSH (d->definition, new);
    return true;
}

bool
definitions_read (struct definitions *d, terms *t, const char *text,
                  size_t size, const char *file, struct problem *problem)
{
    assert (text && file && problem);
    struct arena scratch;
    struct smtlib s;
    const struct sexpr *list;
    size_t count;
    *d = (struct definitions) {0};
    arena_init (&d->arena);
    arena_init (&scratch);
    smtlib_init (&s, t, file, &d->arena, problem);
    bool good = sexpr_read (text, size, file, &scratch, &list, &count, problem);
    for (size_t i = 0; good && i < count; i++)
        good = definition_read (d, &s, &list[i]);
    smtlib_clear (&s);
    arena_clear (&scratch);
    if (!good)
        definitions_clear (d);
    return good;
}

void
definitions_clear (struct definitions *d)
{
    VEC_CLEAR (d->definition);
    arena_clear (&d->arena);
    *d = (struct definitions) {0};
}
