/* asserts.c -- assertions assumed, or raised as an error that is returned.
 *
 * A block  s; assert E; t  becomes three:
 *
 *     s; goto fail, rest      rest: assume E; t
 *                             fail: assume !E; @err := true; goto end
 *
 * and  s; call f (); t  with an f that may fail
 *
 *     s; call f (); goto left, rest     rest: assume !@err; t
 *                                       left: assume @err; goto end
 *
 * The end of a procedure has no assertion, so it says nothing about a run that
 * failed. */
#include <assert.h>

#include "program/change.h"
#include "program/passes/passes.h"

void
program_assume_asserts (struct program *p)
{
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t j = 0; j < p->procedure.at[i].block.size; j++) {
            struct block *b = &p->procedure.at[i].block.at[j];
            for (size_t k = 0; k < b->statement.size; k++)
                if (b->statement.at[k].kind == STATEMENT_ASSERT)
                    b->statement.at[k].kind = STATEMENT_ASSUME;
        }
}

struct raising {
    struct program *program;
    bool *may_fail; /* per procedure */
    const term *error;
    /* of the procedure at hand */
    struct procedure *procedure;
    struct labels labels;
    uint32_t end;
};

static bool
procedure_fails (const struct raising *r, const struct procedure *q)
{
    for (size_t i = 0; i < q->block.size; i++) {
        const struct block *b = &q->block.at[i];
        for (size_t j = 0; j < b->statement.size; j++) {
            const struct statement *s = &b->statement.at[j];
            if (statement_is_check (s)
                || (s->kind == STATEMENT_CALL && r->may_fail[s->callee]))
                return true;
        }
    }
    return false;
}

/* False: none can fail.  Callees come first; of procedures that call each other
 * all may fail or none. */
static bool
failing_find (struct raising *r)
{
    struct components c;
    program_components (r->program, &c);
    bool any = false;
    for (uint32_t i = 0; i < c.count; i++) {
        bool fails = false;
        for (uint32_t j = c.first[i]; j < c.first[i + 1]; j++)
            fails |= procedure_fails (r, &r->program->procedure.at[c.order[j]]);
        for (uint32_t j = c.first[i]; j < c.first[i + 1]; j++)
            r->may_fail[c.order[j]] = fails;
        any |= fails;
    }
    components_clear (&c);
    return any;
}

/* The one block that ends the procedure, ours and without statements: what a
 * failed run passes after its failure is no block of the program as read. */
static uint32_t
end_find (struct raising *r)
{
    struct procedure *q = r->procedure;
    uint32_t end = PROGRAM_NONE, ends = 0;
    for (uint32_t i = 0; i < q->block.size; i++)
        if (!q->block.at[i].target.size) {
            end = i;
            ends++;
        }
    if (ends == 1 && end && !q->block.at[end].statement.size
        && q->block.at[end].origin.procedure == PROGRAM_NONE)
        return end;
    end = procedure_block (q, labels_new (&r->labels, r->program, "end"),
                           origin_none (), q->place);
    for (uint32_t i = 0; i < end; i++)
        if (!q->block.at[i].target.size)
            VEC_PUSH (q->block.at[i].target, end);
    return end;
}

/* A block of our own that leaves: assume `when`, and set @err if it is not. */
static uint32_t
leaving_block (struct raising *r, const term *when, bool set, const char *hint,
               struct place place)
{
    struct procedure *q = r->procedure;
    const char *label = labels_new (&r->labels, r->program, hint);
    uint32_t at = procedure_block (q, label, origin_none (), place);
    struct block *b = &q->block.at[at];
    VEC_PUSH (b->statement, statement_assume (when, place));
    if (set) {
        struct term_vec to = {0}, value = {0};
        VEC_PUSH (to, r->error);
        VEC_PUSH (value, term_true (r->program->terms));
        VEC_PUSH (b->statement,
                  statement_assign (r->program, &to, &value, place));
        VEC_CLEAR (to);
        VEC_CLEAR (value);
    }
    VEC_PUSH (b->target, r->end);
    return at;
}

/* The current piece ends here: it fails, or `holds` and goes on. */
static void
piece_branch (struct raising *r, struct pieces *s, size_t i, const term *holds,
              bool set)
{
    const struct statement *at = &s->rest.at[i];
    uint32_t before = s->current;
    const term *fails = term_not (r->program->terms, holds);
    uint32_t left =
        leaving_block (r, fails, set, set ? "fail" : "left", at->place);
    pieces_next (s, i + 1);
    struct statement go_on = statement_assume (holds, at->place);
    if (set)
        go_on.attribute = at->attribute;
    pieces_push (s, go_on);
    VEC_PUSH (r->procedure->block.at[before].target, left);
}

static void
block_raise (struct raising *r, uint32_t block)
{
    struct pieces s;
    pieces_begin (&s, r->program, r->procedure, &r->labels, block);
    for (size_t i = 0; i < s.rest.size; i++) {
        struct statement now = s.rest.at[i];
        if (statement_is_check (&now)) {
            piece_branch (r, &s, i, now.term, true);
            continue;
        }
        if (now.kind == STATEMENT_ASSERT)
            now.kind = STATEMENT_ASSUME;
        pieces_push (&s, now);
        if (now.kind == STATEMENT_CALL && r->may_fail[now.callee])
            piece_branch (r, &s, i, term_not (r->program->terms, r->error),
                          false);
    }
    pieces_end (&s);
}

static void
procedure_raise (struct raising *r, uint32_t at)
{
    r->procedure = &r->program->procedure.at[at];
    struct procedure *q = r->procedure;
    labels_init (&r->labels, q);
    size_t blocks = q->block.size;
    if (r->may_fail[at]) {
        r->end = end_find (r);
        blocks = q->block.size;
        bool there = false;
        for (size_t i = 0; i < q->modifies.size; i++)
            there |= q->modifies.at[i] == r->error;
        if (!there)
            VEC_PUSH (q->modifies, r->error);
    }
    for (uint32_t i = 0; i < blocks; i++)
        block_raise (r, i);
    labels_clear (&r->labels);
}

/* The program starts without an error, and its end is about errors only. */
static void
entry_raise (struct raising *r, uint32_t entry)
{
    struct procedure *q = &r->program->procedure.at[entry];
    if (!q->block.size)
        return;
    r->procedure = q;
    labels_init (&r->labels, q);
    procedure_part_entry (r->program, q, &r->labels);
    uint32_t end = end_find (r);
    struct vec_statement first = {0}, rest = q->block.at[0].statement;
    const term *fine = term_not (r->program->terms, r->error);
    VEC_PUSH (first, statement_assume (fine, q->place));
    for (size_t i = 0; i < rest.size; i++)
        VEC_PUSH (first, rest.at[i]);
    VEC_CLEAR (rest);
    q->block.at[0].statement = first;
    VEC_PUSH (q->block.at[end].statement,
              statement_assume (r->error, q->place));
    labels_clear (&r->labels);
}

const term *
program_raise_asserts (struct program *p, uint32_t entry)
{
    assert (entry < p->procedure.size);
    program_part_entry (p, entry);
    struct raising r = {.program = p,
                        .may_fail = NEW_ARRAY (bool, p->procedure.size)};
    if (failing_find (&r)) {
        r.error = term_var (p->terms, "@err", sort_bool (p->terms));
        assert (!program_error (p));
        VEC_PUSH (p->global, ((struct variable) {.term = r.error}));
        for (uint32_t i = 0; i < p->procedure.size; i++)
            procedure_raise (&r, i);
        entry_raise (&r, entry);
    } else
        program_assume_asserts (p);
    memory_free (r.may_fail);
    return r.error;
}
