/* boogie.c -- Boogie text to program, in the order in which names are needed.
 */
#include "frontend/boogie/boogie.h"

#include "frontend/boogie/resolve.h"

static void
resolver_init (struct resolver *r, struct program *p, struct problem *problem)
{
    *r =
        (struct resolver) {.program = p, .terms = p->terms, .problem = problem};
    arena_init (&r->arena);
    map_init (&r->symbols);
    map_init (&r->applied);
    map_init (&r->sort_names);
}

static void
resolver_clear (struct resolver *r)
{
    assert (!r->depth && !r->spine.size);
    arena_clear (&r->arena);
    map_clear (&r->symbols);
    map_clear (&r->applied);
    map_clear (&r->sort_names);
    VEC_CLEAR (r->change);
    VEC_CLEAR (r->function);
    VEC_CLEAR (r->procedure);
    VEC_CLEAR (r->spine);
}

static bool
resolve (struct program *p, const struct ast_declaration *d,
         struct problem *problem)
{
    struct resolver r;
    resolver_init (&r, p, problem);
    bool good = types_collect (&r, d) && types_resolve (&r, d)
                && values_collect (&r, d) && procedures_collect (&r, d)
                && procedures_sign (&r) && values_resolve (&r, d)
                && procedures_resolve (&r);
    resolver_clear (&r);
    assert (good == (problem->kind == PROBLEM_NONE));
    return good;
}

bool
boogie_read (struct program *p, const char *source, size_t size,
             const char *file, struct problem *problem)
{
    struct arena tree;
    arena_init (&tree);
    problem->kind = PROBLEM_NONE;
    /* Places in the program point to this name. */
    const char *name = file ? arena_string (&p->arena, file) : NULL;
    const struct ast_declaration *d =
        boogie_parse (&tree, source, size, name, problem);
    bool good = problem->kind == PROBLEM_NONE && resolve (p, d, problem);
    arena_clear (&tree);
    return good;
}
