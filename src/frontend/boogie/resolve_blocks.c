/* resolve_blocks.c -- statements as labelled blocks.
 *
 * Structured statements become gotos.  Blocks that have no label of the user's
 * are called like Boogie's own (anon3_Then, anon4_LoopHead), with the next
 * number that no label of the user's has.  Both branches of an `if` begin with
 * an assumption about the guard.  A loop's head holds its invariants, asserted
 * (assumed if free) on every arrival; nothing is cut there. */
#include <stdio.h>
#include <string.h>

#include "frontend/boogie/resolve.h"

/* An enclosing statement that `break` can leave. */
struct resolve_blocks_frame {
    struct resolve_blocks_frame *up;
    const struct ast_statement *statement;
    const struct ast_statement *label; /* the first label that is directly in
                                          front of it, or itself */
    struct vec_target out;             /* blocks that break to behind it */
};

struct jump {
    uint32_t block;
    const struct ast_name *label;
};
struct vec_jump VEC (struct jump);

struct lowering {
    struct resolver *r;
    struct vec_block *block;
    struct vec_returned *returned; /* null: a procedure's body */
    uint32_t procedure;
    uint32_t current;          /* PROGRAM_NONE: no block is open */
    struct vec_target pending; /* end where the next block begins */
    struct vec_jump jump;      /* gotos, until all labels are known */
    struct map label;          /* of the user: 0, or 1 + its block */
    unsigned anonymous;        /* labels made up so far */
    struct resolve_blocks_frame *frame;
};

static bool lower (struct lowering *, const struct ast_statement *);

/* --- blocks ------------------------------------------------------------- */

static const char *
label_make (struct lowering *l, const char *suffix)
{
    char name[64];
    do
        snprintf (name, sizeof name, "anon%u%s", l->anonymous++, suffix);
    while (map_get (&l->label, digest_string (name)));
    return symbol_of (l->r, name)->name;
}

/* Everything that is open or pending goes on there. */
static void
go_to (struct lowering *l, uint32_t block)
{
    assert (block < l->block->size);
    if (l->current != PROGRAM_NONE)
        VEC_PUSH (l->block->at[l->current].target, block);
    for (size_t i = 0; i < l->pending.size; i++)
        VEC_PUSH (l->block->at[l->pending.at[i]].target, block);
    l->pending.size = 0;
    l->current = PROGRAM_NONE;
}

static void
start (struct lowering *l, const char *label, struct place place)
{
    uint32_t index = (uint32_t) l->block->size;
    struct block b = {.label = label,
                      .place = place,
                      .origin = {.procedure = l->procedure, .block = index}};
    VEC_PUSH (*l->block, b);
    go_to (l, index);
    l->current = index;
}

/* Some block is open: the sole pending one if it has no other way on. */
static void
open (struct lowering *l, struct place place)
{
    assert (l->current == PROGRAM_NONE || !l->pending.size);
    if (l->current != PROGRAM_NONE)
        return;
    if (l->pending.size == 1 && !l->block->at[l->pending.at[0]].target.size) {
        l->current = l->pending.at[0];
        l->pending.size = 0;
    } else
        start (l, label_make (l, ""), place);
}

static void
put (struct lowering *l, struct statement s)
{
    open (l, s.place);
    VEC_PUSH (l->block->at[l->current].statement, s);
}

static void
put_condition (struct lowering *l, bool asserted, const term *t,
               const struct attribute *a, struct place place)
{
    assert (t->sort->kind == SORT_BOOL);
    struct statement s = {.kind =
                              asserted ? STATEMENT_ASSERT : STATEMENT_ASSUME,
                          .term = t,
                          .callee = PROGRAM_NONE,
                          .attribute = a,
                          .place = place};
    put (l, s);
}

/* A block after `from` alone, with an assumption unless the guard is `*`. */
static void
branch (struct lowering *l, uint32_t from, const char *label, const term *guard,
        struct place place)
{
    assert (l->current == PROGRAM_NONE && !l->pending.size);
    VEC_PUSH (l->pending, from);
    start (l, label, place);
    if (guard)
        put_condition (l, false, guard, NULL, place);
}

/* Moves what is open or pending to a list. */
static void
suspend (struct lowering *l, struct vec_target *out)
{
    if (l->current != PROGRAM_NONE)
        VEC_PUSH (*out, l->current);
    for (size_t i = 0; i < l->pending.size; i++)
        VEC_PUSH (*out, l->pending.at[i]);
    l->current = PROGRAM_NONE;
    l->pending.size = 0;
}

static void
resume (struct lowering *l, struct vec_target *out)
{
    assert (l->current == PROGRAM_NONE && !l->pending.size);
    for (size_t i = 0; i < out->size; i++)
        VEC_PUSH (l->pending, out->at[i]);
    VEC_CLEAR (*out);
}

/* --- structured statements ---------------------------------------------- */

static bool
guard_resolve (struct lowering *l, const struct ast_statement *s,
               const term **guard, const term **opposite)
{
    *guard = *opposite = NULL;
    if (!s->expression)
        return true;
    *guard = expression_of_sort (l->r, s->expression, POLARITY_NONE,
                                 sort_bool (l->r->terms), "the guard");
    if (*guard)
        *opposite = term_not (l->r->terms, *guard);
    return *guard != NULL;
}

static bool
lower_if (struct lowering *l, const struct ast_statement *s,
          struct resolve_blocks_frame *f)
{
    assert (s->kind == AST_IF_STATEMENT && s == f->statement);
    const term *guard, *opposite;
    open (l, s->place);
    if (!guard_resolve (l, s, &guard, &opposite))
        return false;
    uint32_t from = l->current;
    l->current = PROGRAM_NONE;
    branch (l, from, label_make (l, "_Then"), guard, s->place);
    if (!lower (l, s->body))
        return false;
    suspend (l, &f->out);
    branch (l, from, label_make (l, "_Else"), opposite, s->place);
    return lower (l, s->otherwise);
}

static bool
invariants (struct lowering *l, const struct ast_spec *v)
{
    for (; v; v = v->next) {
        const struct attribute *a = NULL;
        if (!attributes_resolve (l->r, v->attribute, &a))
            return false;
        const term *t = expression_of_sort (
            l->r, v->expression, v->free ? POLARITY_ASSUMED : POLARITY_ASSERTED,
            sort_bool (l->r->terms), "an invariant");
        if (!t)
            return false;
        put_condition (l, !v->free, t, a, v->place);
    }
    return true;
}

static bool
lower_while (struct lowering *l, const struct ast_statement *s)
{
    assert (s->kind == AST_WHILE);
    const term *guard, *opposite;
    open (l, s->place); /* the entry of a body is never a loop's head */
    start (l, label_make (l, "_LoopHead"), s->place);
    uint32_t head = l->current;
    if (!invariants (l, s->invariant)
        || !guard_resolve (l, s, &guard, &opposite))
        return false;
    l->current = PROGRAM_NONE;
    branch (l, head, label_make (l, "_LoopBody"), guard, s->place);
    if (!lower (l, s->body))
        return false;
    go_to (l, head);
    branch (l, head, label_make (l, "_LoopDone"), opposite, s->place);
    return true;
}

static bool
lower_structured (struct lowering *l, const struct ast_statement *s,
                  const struct ast_statement *label)
{
    struct resolve_blocks_frame f = {
        .up = l->frame, .statement = s, .label = label};
    l->frame = &f;
    bool good = s->kind == AST_WHILE ? lower_while (l, s) : lower_if (l, s, &f);
    l->frame = f.up;
    if (good && f.out.size) {
        suspend (l, &f.out);
        resume (l, &f.out);
    }
    VEC_CLEAR (f.out);
    return good;
}

/* --- jumps -------------------------------------------------------------- */

static bool
frame_is (const struct resolve_blocks_frame *f, const char *label)
{
    if (!label)
        return f->statement->kind == AST_WHILE;
    for (const struct ast_statement *s = f->label; s != f->statement;
         s = s->next)
        if (!strcmp (s->text, label))
            return true;
    return false;
}

static bool
lower_break (struct lowering *l, const struct ast_statement *s)
{
    struct resolve_blocks_frame *f = l->frame;
    while (f && !frame_is (f, s->text))
        f = f->up;
    if (!f && s->text)
        return problem_set (l->r->problem, s->place,
                            "no statement around this break is labelled '%s'",
                            s->text);
    if (!f)
        return problem_set (l->r->problem, s->place,
                            "there is no loop around this break");
    open (l, s->place);
    suspend (l, &f->out);
    return true;
}

static bool
lower_goto (struct lowering *l, const struct ast_statement *s)
{
    assert (s->label);
    open (l, s->place);
    VEC_PUSH (l->jump, ((struct jump) {l->current, s->label}));
    l->current = PROGRAM_NONE;
    return true;
}

static bool
lower_return (struct lowering *l, const struct ast_statement *s)
{
    open (l, s->place);
    if (!s->expression != !l->returned)
        return problem_set (l->r->problem, s->place,
                            l->returned ? "a code expression returns a value"
                                        : "a procedure returns no value");
    if (l->returned) {
        const term *t = expression_of_sort (l->r, s->expression, POLARITY_NONE,
                                            sort_bool (l->r->terms),
                                            "what a code expression returns");
        if (!t)
            return false;
        VEC_PUSH (*l->returned, ((struct returned) {l->current, t}));
    }
    l->current = PROGRAM_NONE;
    return true;
}

static void
lower_label (struct lowering *l, const struct ast_statement *s)
{
    assert (s->text);
    start (l, symbol_of (l->r, s->text)->name, s->place);
    map_put (&l->label, digest_string (s->text), (uint64_t) l->current + 1);
}

/* --- lists -------------------------------------------------------------- */

/* Attributes of a statement that becomes gotos stay, on an assumption. */
static bool
put_attributes (struct lowering *l, const struct ast_statement *s)
{
    const struct attribute *a = NULL;
    if (!attributes_resolve (l->r, s->attribute, &a))
        return false;
    put_condition (l, false, term_true (l->r->terms), a, s->place);
    return true;
}

static bool
lower_one (struct lowering *l, const struct ast_statement *s,
           const struct ast_statement *label)
{
    bool jumps = s->kind >= AST_IF_STATEMENT && s->kind <= AST_RETURN;
    if (jumps && s->attribute && !put_attributes (l, s))
        return false;
    switch (s->kind) {
    case AST_LABEL:
        lower_label (l, s);
        return true;
    case AST_IF_STATEMENT:
    case AST_WHILE:
        return lower_structured (l, s, label);
    case AST_BREAK:
        return lower_break (l, s);
    case AST_GOTO:
        return lower_goto (l, s);
    case AST_RETURN:
        return lower_return (l, s);
    case AST_YIELD:
        return problem_set (l->r->problem, s->place, "yield is not supported");
    default:
        break;
    }
    struct statement to;
    if (!statement_resolve (l->r, s, &to))
        return false;
    put (l, to);
    return true;
}

static bool
lower (struct lowering *l, const struct ast_statement *s)
{
    const struct ast_statement *label = s;
    bool good = ++l->r->depth <= RESOLVE_DEPTH_MOST;
    if (!good && s)
        problem_set (l->r->problem, s->place,
                     "statements are nested too deeply");
    for (; s && good; s = s->next) {
        good = lower_one (l, s, label);
        if (s->kind != AST_LABEL)
            label = s->next;
    }
    l->r->depth--;
    return good;
}

/* --- labels ------------------------------------------------------------- */

static bool
labels_collect (struct lowering *l, const struct ast_statement *s)
{
    for (; s; s = s->next) {
        if (s->kind == AST_LABEL
            && !map_put (&l->label, digest_string (s->text), 0))
            return problem_set (l->r->problem, s->place,
                                "label '%s' is defined twice", s->text);
        if (!labels_collect (l, s->body) || !labels_collect (l, s->otherwise))
            return false;
    }
    return true;
}

static bool
jumps_resolve (struct lowering *l)
{
    for (size_t i = 0; i < l->jump.size; i++) {
        struct block *b = &l->block->at[l->jump.at[i].block];
        const struct ast_name *n = l->jump.at[i].label;
        assert (!b->target.size);
        for (; n; n = n->next) {
            uint64_t *to = map_get (&l->label, digest_string (n->name));
            if (!to)
                return problem_set (l->r->problem, n->place,
                                    "label '%s' is not defined", n->name);
            assert (*to && *to <= l->block->size);
            VEC_PUSH (b->target, (uint32_t) (*to - 1));
        }
    }
    return true;
}

bool
blocks_resolve (struct resolver *r, const struct ast_statement *s,
                struct place place, uint32_t procedure, struct vec_block *block,
                struct vec_returned *returned)
{
    struct lowering l = {.r = r,
                         .block = block,
                         .returned = returned,
                         .procedure = procedure,
                         .current = PROGRAM_NONE};
    assert (!block->size);
    map_init (&l.label);
    bool good = labels_collect (&l, s) && lower (&l, s);
    if (good && !block->size)
        start (&l, label_make (&l, ""), place);
    good = good && jumps_resolve (&l);
    map_clear (&l.label);
    VEC_CLEAR (l.pending);
    VEC_CLEAR (l.jump);
    return good;
}
