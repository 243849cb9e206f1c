/* resolve_code.c -- code expressions |{ .. }| as terms.
 *
 * As in Boogie, one that is asserted is true iff every path returns true, and
 * one that is assumed iff some path does; a path whose assumptions fail does
 * not count.  Assignments to its locals are substituted; a local without a
 * value is any value (quantified).  Where it is neither asserted nor assumed,
 * both must be the same: one path, no assumptions, no arbitrary values. */
#include <string.h>

#include "frontend/boogie/resolve.h"

enum { CODE_PATHS_MOST = 1000 };

struct resolve_code_code {
    struct resolver *r;
    const struct ast_expression *expression;
    enum polarity polarity;
    struct vec_block block;
    struct vec_returned returned;
    struct term_vec local;
    struct term_vec bound; /* the locals, and one more for each havoc */
    struct term_vec path;  /* a formula for each */
    bool *busy;            /* blocks of the path */
    bool assumes;
};

static bool
unsupported (struct resolve_code_code *c, const char *what)
{
    return problem_set (c->r->problem, c->expression->place,
                        "a code expression with %s is not supported", what);
}

static bool
locals (struct resolve_code_code *c)
{
    assert (!c->local.size && !c->bound.size);
    const struct ast_variable *v = c->expression->bound;
    if (!names_differ (c->r, v, NULL, NULL, "variable"))
        return false;
    for (; v; v = v->next) {
        const sort *s = type_resolve (c->r, v->type);
        if (!s)
            return false;
        if (v->where)
            return unsupported (c, "a where clause");
        const term *t = scope_declare (c->r, v->name, s, MEANING_LOCAL);
        VEC_PUSH (c->local, t);
        VEC_PUSH (c->bound, t);
    }
    return true;
}

/* --- paths -------------------------------------------------------------- */

static size_t
local_index (const struct resolve_code_code *c, const term *t)
{
    size_t i = 0;
    while (i < c->local.size && c->local.at[i] != t)
        i++;
    return i;
}

static const term *
now (struct resolve_code_code *c, const term **value, const term *t)
{
    return term_substitute (c->r->terms, t, c->local.at, value, c->local.size);
}

static bool
change (struct resolve_code_code *c, const struct statement *s,
        const term **value)
{
    assert (s->kind == STATEMENT_HAVOC || s->values == s->targets);
    struct term_vec to = {0};
    bool good = true;
    for (uint32_t i = 0; i < s->targets; i++)
        VEC_PUSH (to, s->kind == STATEMENT_ASSIGN
                          ? now (c, value, s->value[i])
                          : scope_fresh (c->r, s->target[i]->text,
                                         s->target[i]->sort));
    for (uint32_t i = 0; i < s->targets && good; i++) {
        size_t at = local_index (c, s->target[i]);
        good = at < c->local.size;
        if (!good)
            unsupported (c, "assignments to outer variables");
        else
            value[at] = to.at[i];
        if (s->kind == STATEMENT_HAVOC)
            VEC_PUSH (c->bound, to.at[i]);
    }
    VEC_CLEAR (to);
    return good;
}

static bool
step (struct resolve_code_code *c, const struct statement *s,
      const term **value, const term **condition)
{
    switch (s->kind) {
    case STATEMENT_ASSUME:
        *condition =
            term_and2 (c->r->terms, *condition, now (c, value, s->term));
        c->assumes = true;
        return true;
    case STATEMENT_ASSIGN:
    case STATEMENT_HAVOC:
        return change (c, s, value);
    case STATEMENT_ASSERT:
        return unsupported (c, "an assertion");
    default:
        return unsupported (c, "a call");
    }
}

static bool
finish (struct resolve_code_code *c, uint32_t block, const term **value,
        const term *condition)
{
    assert (!c->block.at[block].target.size);
    size_t i = 0;
    while (i < c->returned.size && c->returned.at[i].block != block)
        i++;
    if (i == c->returned.size)
        return unsupported (c, "a path that returns no value");
    if (c->path.size == CODE_PATHS_MOST)
        return unsupported (c, "so many paths");
    const term *t = now (c, value, c->returned.at[i].term);
    VEC_PUSH (c->path, c->polarity == POLARITY_ASSUMED
                           ? term_and2 (c->r->terms, condition, t)
                           : term_implies (c->r->terms, condition, t));
    return true;
}

static bool
walk (struct resolve_code_code *c, uint32_t block, const term *const *before,
      const term *condition)
{
    assert (block < c->block.size);
    const struct block *b = &c->block.at[block];
    size_t size = c->local.size * sizeof *before;
    const term **value = memory_new (size + 1);
    if (size)
        memcpy (value, before, size);
    bool good = ++c->r->depth <= RESOLVE_DEPTH_MOST
                || unsupported (c, "so long a path");
    if (good && c->busy[block])
        good = unsupported (c, "a loop");
    c->busy[block] = true;
    for (size_t i = 0; i < b->statement.size && good; i++)
        good = step (c, &b->statement.at[i], value, &condition);
    for (size_t i = 0; i < b->target.size && good; i++)
        good = walk (c, b->target.at[i], value, condition);
    if (good && !b->target.size)
        good = finish (c, block, value, condition);
    c->busy[block] = false;
    c->r->depth--;
    memory_free (value);
    return good;
}

/* --- the term ----------------------------------------------------------- */

/* Those of the bound variables that occur. */
static void
bound_used (struct resolve_code_code *c, const term *t, struct term_vec *used)
{
    struct term_vec free = {0};
    term_variables (c->r->terms, t, &free);
    for (size_t i = 0; i < c->bound.size; i++)
        for (size_t j = 0; j < free.size; j++)
            if (free.at[j] == c->bound.at[i])
                VEC_PUSH (*used, free.at[j]);
    VEC_CLEAR (free);
}

static const term *
conclude (struct resolve_code_code *c)
{
    assert (c->path.size);
    bool some = c->polarity == POLARITY_ASSUMED;
    const term *t = some ? term_or (c->r->terms, c->path.at, c->path.size)
                         : term_and (c->r->terms, c->path.at, c->path.size);
    struct term_vec used = {0};
    bound_used (c, t, &used);
    if (c->polarity == POLARITY_NONE
        && (used.size || c->path.size != 1 || c->assumes)) {
        unsupported (c, "choices, neither asserted nor assumed,");
        t = NULL;
    } else
        t = term_quantify (c->r->terms, some ? OP_EXISTS : OP_FORALL, used.at,
                           used.size, t);
    VEC_CLEAR (used);
    return t;
}

static void
code_clear (struct resolve_code_code *c)
{
    for (size_t i = 0; i < c->block.size; i++) {
        VEC_CLEAR (c->block.at[i].statement);
        VEC_CLEAR (c->block.at[i].target);
    }
    VEC_CLEAR (c->block);
    VEC_CLEAR (c->returned);
    VEC_CLEAR (c->local);
    VEC_CLEAR (c->bound);
    VEC_CLEAR (c->path);
    memory_free (c->busy);
}

const term *
code_resolve (struct resolver *r, const struct ast_expression *e,
              enum polarity p)
{
    assert (e->op == AST_CODE);
    struct resolve_code_code c = {.r = r, .expression = e, .polarity = p};
    const term *t = NULL;
    if (r->in_code)
        return unsupported (&c, "another one around it"), NULL;
    r->in_code = true;
    size_t scope = scope_open (r);
    if (locals (&c)
        && blocks_resolve (r, e->body, e->place, PROGRAM_NONE, &c.block,
                           &c.returned)) {
        c.busy = NEW_ARRAY (bool, c.block.size);
        if (walk (&c, 0, c.local.at, term_true (r->terms)))
            t = conclude (&c);
    }
    r->in_code = false;
    scope_close (r, scope);
    code_clear (&c);
    return t;
}
