/* horn.c -- libFuzzer target: any bytes read as Horn clauses.
 *
 * Whatever the bytes are, the reader must answer; what it accepts must be
 * sound: known relations, arguments of their sorts, no variable twice, nothing
 * free that is not listed. */
#include <stdio.h>
#include <stdlib.h>

#include "frontend/horn/horn.h"
#include "logic/term/map.h"

static void
require (bool good, const char *what)
{
    if (good)
        return;
    fprintf (stderr, "broken: %s\n", what);
    abort ();
}

static void
check_atom (const struct horn *h, uint32_t r, const term **arg,
            struct term_vec *occurs)
{
    if (r == HORN_NONE)
        return;
    require (r < h->relation.size, "relation of a clause");
    for (size_t i = 0; i < h->relation.at[r].args; i++) {
        require (arg[i]->sort == h->relation.at[r].sort[i], "argument's sort");
        term_variables (h->terms, arg[i], occurs);
    }
}

static void
check_clause (const struct horn *h, const struct clause *c)
{
    struct term_vec occurs = {0};
    struct term_map listed = {0};
    for (size_t i = 0; i < c->vars.size; i++) {
        bool added;
        require (c->name[i] && c->vars.at[i]->op == OP_VAR, "variable");
        term_map_at (&listed, c->vars.at[i], &added);
        require (added, "a variable twice in one clause");
    }
    require (c->constraint->sort->kind == SORT_BOOL, "constraint's sort");
    term_variables (h->terms, c->constraint, &occurs);
    check_atom (h, c->body, c->body_arg, &occurs);
    for (size_t i = 0; i < c->mores; i++)
        check_atom (h, c->more[i].relation, c->more[i].arg, &occurs);
    check_atom (h, c->head, c->head_arg, &occurs);
    for (size_t i = 0; i < occurs.size; i++)
        require (term_map_get (&listed, occurs.at[i]), "a free variable");
    VEC_CLEAR (occurs);
    term_map_clear (&listed);
}

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
    struct horn h;
    struct problem problem = {0};
    horn_init (&h, "fuzz");
    horn_recognise ((const char *) data, size);
    if (horn_read (&h, (const char *) data, size, "fuzz", &problem))
        for (size_t i = 0; i < h.clause.size; i++)
            check_clause (&h, h.clause.at + i);
    else
        require (problem.kind == PROBLEM_INPUT
                     || problem.kind == PROBLEM_UNSUPPORTED,
                 "a problem without a kind");
    horn_clear (&h);
    return 0;
}
