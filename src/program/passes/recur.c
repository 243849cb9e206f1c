/* recur.c -- loops become procedures that call themselves.
 *
 * The loop with header h, inner loops first, becomes
 *
 *     procedure P_loop_h (x@in, y) returns (x)       x changes in it, y is read
 *       start: x := x@in; goto done, h
 *       h ..:  the loop's blocks; edges out of it are left out, those back to h
 *              go to again
 *       again: call x := P_loop_h (x, y); goto done
 *       done:  return
 *
 * and in P the edges into the loop go to
 *
 *       before: call x := P_loop_h (x, y); goto h
 *       h ..:   the same blocks; edges back to h are left out
 *
 * A run that goes round n times and leaves in the middle of the next is n
 * complete rounds in P_loop_h, each of them h .. again, and then h .. in P: the
 * blocks as read in their order.  g@old inside of the loop is a parameter, as
 * P_loop_h is entered later than P. */
#include <assert.h>
#include <string.h>

#include "program/loops.h"
#include "program/passes/passes.h"

/* Blocks that splitting irreducible loops may add to a procedure. */
enum { COPIES_MOST = 4000 };

struct extraction {
    struct program *program;
    uint32_t caller, callee;
    struct loop loop;
    struct labels *labels;         /* of the caller */
    struct term_map changed, used; /* variables of its statements */
    struct renaming renaming;      /* caller's variables to the callee's */
    struct term_vec in, out;       /* actuals, in the caller */
};

static void
term_note (struct extraction *x, const term *t)
{
    struct term_vec variable = {0};
    term_variables (x->program->terms, t, &variable);
    for (size_t i = 0; i < variable.size; i++)
        term_map_at (&x->used, variable.at[i], NULL);
    VEC_CLEAR (variable);
}

static void
statement_note (struct extraction *x, const struct statement *s)
{
    if (s->term)
        term_note (x, s->term);
    for (size_t i = 0; i < s->values; i++)
        term_note (x, s->value[i]);
    for (size_t i = 0; i < s->targets; i++) {
        term_map_at (&x->changed, s->target[i], NULL);
        term_map_at (&x->used, s->target[i], NULL);
    }
}

static void
loop_note (struct extraction *x)
{
    const struct procedure *q = &x->program->procedure.at[x->caller];
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0;
             x->loop.inside[i] && j < q->block.at[i].statement.size; j++)
            statement_note (x, &q->block.at[i].statement.at[j]);
}

static const term *
variable_like (struct extraction *x, const term *variable, const char *suffix)
{
    struct text name;
    text_init (&name);
    text_print (&name, "%s%s", variable->text, suffix);
    const term *t =
        term_var (x->program->terms, text_view (&name), variable->sort);
    text_clear (&name);
    return t;
}

/* One variable of the caller becomes a parameter, or two. */
static void
variable_pass (struct extraction *x, const struct variable *v,
               struct procedure *to)
{
    if (!term_map_get (&x->used, v->term))
        return;
    struct variable in = {.term = v->term, .place = v->place};
    VEC_PUSH (x->in, v->term);
    if (term_map_get (&x->changed, v->term)) {
        VEC_PUSH (to->out, in);
        VEC_PUSH (x->out, v->term);
        in.term = variable_like (x, v->term, "@in");
    }
    VEC_PUSH (to->in, in);
}

static void
interface_make (struct extraction *x, struct procedure *to)
{
    struct program *p = x->program;
    const struct procedure *from = &p->procedure.at[x->caller];
    for (size_t i = 0; i < from->in.size; i++)
        variable_pass (x, &from->in.at[i], to);
    for (size_t i = 0; i < from->out.size; i++)
        variable_pass (x, &from->out.at[i], to);
    for (size_t i = 0; i < from->local.size; i++)
        variable_pass (x, &from->local.at[i], to);
    for (size_t i = 0; i < p->global.size; i++) {
        const term *old = program_old (p, p->global.at[i].term);
        if (!term_map_get (&x->used, old))
            continue;
        const term *start = variable_like (x, p->global.at[i].term, "@start");
        VEC_PUSH (x->in, old);
        VEC_PUSH (to->in, ((struct variable) {.term = start}));
        renaming_add (&x->renaming, old, start);
    }
}

/* x := x@in for all that changes. */
static void
start_fill (struct extraction *x, struct procedure *to, struct block *start)
{
    struct term_vec value = {0};
    for (size_t i = 0; i < x->out.size; i++)
        VEC_PUSH (value, variable_like (x, x->out.at[i], "@in"));
    if (x->out.size)
        VEC_PUSH (start->statement,
                  statement_assign (x->program, &x->out, &value, to->place));
    VEC_CLEAR (value);
}

/* The call of the loop's procedure by itself: the caller's names, renamed. */
static void
again_fill (struct extraction *x, struct procedure *to, struct block *again)
{
    struct statement call =
        statement_call (x->program, x->callee, &x->out, &x->in, to->place);
    VEC_PUSH (again->statement,
              renaming_statement (&x->renaming, x->program, &call));
}

/* Copies of the loop's blocks; what leaves the loop is left out. */
static void
body_fill (struct extraction *x, struct procedure *to, uint32_t again)
{
    const struct procedure *from = &x->program->procedure.at[x->caller];
    uint32_t *copy = NEW_ARRAY (uint32_t, from->block.size);
    struct labels labels;
    labels_init (&labels, to);
    for (size_t i = 0; i < from->block.size; i++) {
        const struct block *b = &from->block.at[i];
        if (!x->loop.inside[i])
            continue;
        const char *label = labels_new (&labels, x->program, b->label);
        copy[i] = procedure_block (to, label, b->origin, b->place);
        block_copy_into (x->program, &to->block.at[copy[i]], b, &x->renaming);
    }
    for (size_t i = 0; i < from->block.size; i++) {
        if (!x->loop.inside[i])
            continue;
        struct vec_target *target = &to->block.at[copy[i]].target;
        size_t kept = 0;
        for (size_t j = 0; j < target->size; j++) {
            uint32_t t = target->at[j];
            if (x->loop.inside[t])
                target->at[kept++] = t == x->loop.header ? again : copy[t];
        }
        /* A block of a loop goes on in the loop: it is no return. */
        assert (kept);
        target->size = kept;
    }
    VEC_PUSH (to->block.at[0].target, copy[x->loop.header]);
    labels_clear (&labels);
    memory_free (copy);
}

static struct procedure
loop_procedure (struct extraction *x)
{
    struct program *p = x->program;
    const struct procedure *from = &p->procedure.at[x->caller];
    const struct block *header = &from->block.at[x->loop.header];
    struct text name;
    text_init (&name);
    text_print (&name, "%s_loop_%s", from->name, header->label);
    struct procedure to = {.name = program_name (p, text_view (&name)),
                           .has_body = true,
                           .place = header->place};
    text_clear (&name);
    interface_make (x, &to);
    uint32_t start =
        procedure_block (&to, "start", origin_none (), header->place);
    uint32_t again =
        procedure_block (&to, "again", origin_none (), header->place);
    uint32_t done =
        procedure_block (&to, "done", origin_none (), header->place);
    start_fill (x, &to, &to.block.at[start]);
    again_fill (x, &to, &to.block.at[again]);
    VEC_PUSH (to.block.at[start].target, done);
    VEC_PUSH (to.block.at[again].target, done);
    body_fill (x, &to, again);
    return to;
}

/* The caller: the rounds that are complete are done by a call. */
static void
caller_mend (struct extraction *x)
{
    struct program *p = x->program;
    struct procedure *q = &p->procedure.at[x->caller];
    uint32_t header = x->loop.header, blocks = (uint32_t) q->block.size;
    struct text label;
    text_init (&label);
    text_print (&label, "%s_loop", q->block.at[header].label);
    uint32_t before =
        procedure_block (q, labels_new (x->labels, p, text_view (&label)),
                         origin_none (), q->block.at[header].place);
    text_clear (&label);
    VEC_PUSH (q->block.at[before].statement,
              statement_call (p, x->callee, &x->out, &x->in,
                              q->block.at[header].place));
    VEC_PUSH (q->block.at[before].target, header);
    for (uint32_t i = 0; i < blocks; i++) {
        struct vec_target *target = &q->block.at[i].target;
        bool returns = !target->size;
        size_t kept = 0;
        for (size_t j = 0; j < target->size; j++)
            if (target->at[j] != header)
                target->at[kept++] = target->at[j];
            else if (!x->loop.inside[i])
                target->at[kept++] = before;
        target->size = kept;
        if (kept || returns)
            continue;
        /* It could only go back, and the last round does not pass it.  It must
         * not become a return: it is a dead end, and dropped. */
        VEC_PUSH (*target, i);
    }
    procedure_clean (p, q);
}

static void
loop_extract (struct program *p, uint32_t caller, struct labels *labels,
              struct loop loop)
{
    struct extraction x = {.program = p,
                           .caller = caller,
                           .callee = (uint32_t) p->procedure.size,
                           .loop = loop,
                           .labels = labels};
    assert (loop.header);
    loop_note (&x);
    struct procedure made = loop_procedure (&x);
    VEC_PUSH (p->procedure, made);
    caller_mend (&x);
    term_map_clear (&x.changed);
    term_map_clear (&x.used);
    renaming_clear (&x.renaming);
    VEC_CLEAR (x.in);
    VEC_CLEAR (x.out);
}

static bool
procedure_recur (struct program *p, uint32_t at, struct problem *problem)
{
    struct labels labels;
    labels_init (&labels, &p->procedure.at[at]);
    procedure_part_entry (p, &p->procedure.at[at], &labels);
    procedure_clean (p, &p->procedure.at[at]);
    struct procedure *q = &p->procedure.at[at];
    uint32_t where;
    if (!loops_reduce (p, q, &labels, q->block.size + COPIES_MOST, &where)) {
        labels_clear (&labels);
        return problem_of_kind (
            problem, PROBLEM_UNSUPPORTED, q->block.at[where].place,
            "%s: the loop at %s is entered in too many ways", q->name,
            q->block.at[where].label);
    }
    struct loop loop;
    while (loops_innermost (&p->procedure.at[at], &loop)) {
        loop_extract (p, at, &labels, loop);
        memory_free (loop.inside);
    }
    memory_free (loop.inside);
    labels_clear (&labels);
    return true;
}

bool
program_recur (struct program *p, struct problem *problem)
{
    size_t procedures = p->procedure.size; /* those made here have no loops */
    for (uint32_t i = 0; i < procedures; i++)
        if (p->procedure.at[i].block.size && !procedure_recur (p, i, problem))
            return false;
    return true;
}
