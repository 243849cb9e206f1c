/* draw.c -- the control flow of a program on the C machine, for the report.
 *
 * A node is a basic block of a function that the user wrote; it has the numbers of its
 * instructions. */
#include <assert.h>

#include "auto/threads/internal.h"
#include "engine/draw.h"
#include "report/diagram.h"
#include "vm/code/op.h"
#include "vm/machine.h"

/* Beyond that nobody looks, and it would take long to think it over. */
enum { DRAWN_INSTRUCTIONS = 100000 };

struct flow_drawing {
    const struct vm_code *code;
    const struct vm_function *function;
    struct diagram *diagram;
    bool *leader;   /* of the function's instructions; one more at the end */
    uint32_t *node; /* of each, that of its block */
};

static bool
ends_block (const struct vm_instruction *i)
{
    return i->op == VM_JUMP || i->op == VM_BRANCH || i->op == VM_SWITCH
           || i->op == VM_RETURN || i->op == VM_RESUME
           || i->op == VM_UNREACHABLE || i->op == VM_CUT;
}

typedef void target_visitor (struct flow_drawing *, uint32_t from, uint32_t to,
                             enum diagram_kind);

/* Where it may go on, but for the next instruction. */
static void
targets_visit (struct flow_drawing *f, uint32_t at, target_visitor *visit)
{
    const struct vm_instruction *i =
        &f->code->instruction.at[f->function->first + at];
    if (i->op == VM_JUMP)
        visit (f, at, i->a, DIAGRAM_NEXT);
    else if (i->op == VM_BRANCH) {
        visit (f, at, i->b, DIAGRAM_NEXT);
        visit (f, at, i->c, DIAGRAM_NEXT);
    } else if (i->op == VM_SWITCH) {
        for (uint32_t k = 0; k < i->c; k++)
            visit (f, at, f->code->list.at[i->b + 2 * k + 1], DIAGRAM_NEXT);
        visit (f, at, i->result, DIAGRAM_NEXT);
    }
}

static void
lead (struct flow_drawing *f, uint32_t from, uint32_t to,
      enum diagram_kind kind)
{
    (void) from, (void) kind;
    assert (to < f->function->end - f->function->first);
    f->leader[to] = true;
}

static void
connect (struct flow_drawing *f, uint32_t from, uint32_t to,
         enum diagram_kind kind)
{
    diagram_edge (f->diagram, f->node[from], f->node[to], kind, NULL);
}

static void
draw_block (struct flow_drawing *f, uint32_t from, uint32_t end, uint32_t group)
{
    const struct vm_code *c = f->code;
    uint32_t first = f->function->first;
    uint32_t at = from;
    while (at + 1 < end && !c->place.at[first + at].line)
        at++;
    const struct vm_place *place = &c->place.at[first + at];
    struct text id;
    text_init (&id);
    text_print (&id, "%u", first + from);
    bool fails = c->instruction.at[first + end - 1].op == VM_UNREACHABLE;
    uint32_t node = diagram_node (
        f->diagram,
        (struct diagram_node) {
            .id = text_take (&id),
            .file =
                place->line ? memory_string (c->text.at[place->file]) : NULL,
            .line = place->line,
            .group = group,
            .numbered = true,
            .first = first + from,
            .last = first + end - 1,
            .bad = fails});
    for (uint32_t i = from; i < end; i++)
        f->node[i] = node;
}

static void
draw_function (struct flow_drawing *f, uint32_t group)
{
    uint32_t size = f->function->end - f->function->first, from = 0;
    f->leader = NEW_ARRAY (bool, size + 1);
    f->node = NEW_ARRAY (uint32_t, size);
    for (uint32_t i = 0; i < size; i++) {
        targets_visit (f, i, lead);
        if (ends_block (&f->code->instruction.at[f->function->first + i]))
            f->leader[i + 1] = true;
    }
    for (uint32_t i = 1; i <= size; i++)
        if (i == size || f->leader[i]) {
            draw_block (f, from, i, group);
            from = i;
        }
    for (uint32_t i = 0; i < size; i++) {
        targets_visit (f, i, connect);
        if (i + 1 < size && f->leader[i + 1]
            && !ends_block (&f->code->instruction.at[f->function->first + i]))
            connect (f, i, i + 1, DIAGRAM_NEXT);
    }
    memory_free (f->leader);
    memory_free (f->node);
}

void
threads_draw (const struct vm_code *code, const struct options *options,
              struct outcome *o)
{
    if (!draw_wanted (options) || o->flow
        || code->instruction.size > DRAWN_INSTRUCTIONS)
        return;
    struct diagram *d = diagram_new ();
    for (size_t i = 0; i < code->function.size; i++) {
        const struct vm_function *function = &code->function.at[i];
        struct flow_drawing f = {code, function, d, NULL, NULL};
        if (function->flags & VM_LIBRARY)
            continue;
        draw_function (&f, diagram_group (d, code->text.at[function->name]));
    }
    o->flow = d;
}
