/* draw.c -- see draw.h. */
#include "auto/firmware/draw.h"

#include <assert.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "engine/draw.h"
#include "report/diagram.h"

struct firmware_edge {
    uint32_t from, to; /* program counters of blocks */
    enum micro_flow_edge kind;
};

struct firmware_drawing {
    const struct firmware *firmware;
    uint32_t unit; /* bytes of a step of the program counter */
    struct diagram *diagram;
    struct map node;    /* where a block begins -> its node */
    struct text detail; /* of the block that is walked */
    struct VEC (struct firmware_edge)
        edge; /* blocks at both ends are there when all are */
};

/* The function in which it stands; labels rise with the address, so it is mostly the
 * last group. */
static uint32_t
group_at (struct firmware_drawing *d, uint32_t address)
{
    const struct micro_label *l =
        micro_symbols_label (&d->firmware->image.symbols, address);
    const char *name = l && l->code ? l->name : "code";
    for (size_t i = d->diagram->group.size; i-- > 0;)
        if (!strcmp (d->diagram->group.at[i], name))
            return (uint32_t) i;
    return diagram_group (d->diagram, name);
}

static void
close_block (struct firmware_drawing *d)
{
    if (d->detail.size)
        VEC_LAST (d->diagram->node).detail = text_take (&d->detail);
}

static void
draw_block (void *context, uint32_t pc)
{
    struct firmware_drawing *d = context;
    const char *file = NULL;
    unsigned line = 0;
    uint32_t address = d->unit * pc;
    bool placed =
        micro_symbols_line (&d->firmware->image.symbols, address, &file, &line);
    struct text id;
    close_block (d);
    text_init (&id);
    text_print (&id, "%u", address);
    uint32_t node = diagram_node (
        d->diagram,
        (struct diagram_node) {.id = text_take (&id),
                               .file = placed ? memory_string (file) : NULL,
                               .line = line,
                               .group = group_at (d, address),
                               .numbered = true,
                               .first = address,
                               .last = address});
    map_put (&d->node, map_number (pc), node);
}

static void
draw_instruction (void *context, uint32_t pc, uint32_t behind)
{
    struct firmware_drawing *d = context;
    const struct micro_program *p = d->firmware->program;
    text_print (&d->detail, "%s%04x  ", d->detail.size ? "\n" : "",
                d->unit * pc);
    p->class->print (p, pc, &d->detail);
    VEC_LAST (d->diagram->node).last = d->unit * behind - 1;
}

static void
draw_edge (void *context, uint32_t from, uint32_t to, enum micro_flow_edge kind)
{
    struct firmware_drawing *d = context;
    struct firmware_edge e = {from, to, kind};
    VEC_PUSH (d->edge, e);
}

static void
draw_edges (struct firmware_drawing *d)
{
    static const enum diagram_kind kinds[] = {[FLOW_NEXT] = DIAGRAM_NEXT,
                                              [FLOW_CALL] = DIAGRAM_CALL,
                                              [FLOW_BEHIND] = DIAGRAM_BEHIND};
    for (size_t i = 0; i < d->edge.size; i++) {
        const struct firmware_edge *e = &d->edge.at[i];
        const uint64_t *from = map_get (&d->node, map_number (e->from));
        const uint64_t *to = map_get (&d->node, map_number (e->to));
        assert (e->kind <= FLOW_BEHIND);
        if (from && to)
            diagram_edge (d->diagram, (uint32_t) *from, (uint32_t) *to,
                          kinds[e->kind], NULL);
    }
}

void
firmware_draw (const struct firmware *f, const struct options *options,
               struct outcome *o)
{
    const struct micro_class *class = f->program->class;
    if (!draw_wanted (options) || o->flow || o->emitted)
        return;
    struct firmware_drawing d = {
        .firmware = f, .unit = class->pc_bytes, .diagram = diagram_new ()};
    struct micro_flow_visitor visitor = {draw_block, draw_instruction,
                                         draw_edge, &d};
    map_init (&d.node);
    text_init (&d.detail);
    micro_flow_visit (f->program, &visitor);
    close_block (&d);
    draw_edges (&d);
    o->flow = d.diagram;
    for (size_t i = 0; i < f->image.symbols.file.size; i++) {
        const char *path = f->image.symbols.file.at[i];
        outcome_source (o, micro_symbols_base (path), path);
    }
    map_clear (&d.node);
    text_clear (&d.detail);
    VEC_CLEAR (d.edge);
}
