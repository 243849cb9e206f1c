/* draw.c -- see draw.h. */
#include "engine/draw.h"

#include <assert.h>

#include "csource/trace.h"
#include "program/attributes.h"
#include "report/diagram.h"

bool
draw_wanted (const struct options *o)
{
    return o->html || o->run || o->resume;
}

static char *
node_id (size_t procedure, size_t block)
{
    struct text t;
    text_init (&t);
    text_print (&t, "%zu/%zu", procedure, block);
    return text_take (&t);
}

/* The first place in a block that is one; of what fails nothing else. */
static struct place
block_place (const struct block *b, bool is_c)
{
    for (size_t i = 0; i < b->statement.size; i++) {
        struct place place =
            is_c ? b->statement.at[i].place : statement_place (b, i);
        if (place.line)
            return place;
    }
    return b->place;
}

static bool
block_fails (const struct block *b)
{
    for (size_t i = 0; i < b->statement.size; i++)
        if (b->statement.at[i].kind == STATEMENT_ASSERT
            && !attribute_find (b->statement.at[i].attribute, MARK_CUT))
            return true;
    return false;
}

static void
draw_block (struct diagram *d, const struct program *p, size_t procedure,
            size_t block, uint32_t group, bool is_c)
{
    const struct block *b = &p->procedure.at[procedure].block.at[block];
    struct place place = block_place (b, is_c);
    diagram_node (d, (struct diagram_node) {
                         .id = node_id (procedure, block),
                         .label = is_c ? NULL : memory_string (b->label),
                         .file = place.line && place.file
                                     ? memory_string (place.file)
                                     : NULL,
                         .line = place.line,
                         .group = group,
                         .bad = block_fails (b)});
}

static void
draw_edges (struct diagram *d, const struct procedure *q, uint32_t first)
{
    for (size_t b = 0; b < q->block.size; b++)
        for (size_t k = 0; k < q->block.at[b].target.size; k++)
            diagram_edge (d, first + (uint32_t) b,
                          first + q->block.at[b].target.at[k], DIAGRAM_NEXT,
                          NULL);
}

void
draw_program (const struct program *p, const struct options *options,
              struct outcome *o)
{
    if (!draw_wanted (options) || o->flow)
        return;
    bool is_c = program_is_c (p);
    struct diagram *d = diagram_new ();
    for (size_t i = 0; i < p->procedure.size; i++) {
        const struct procedure *q = &p->procedure.at[i];
        const char *name = is_c ? mark_string (q->attribute, MARK_C) : q->name;
        if (!name || !q->block.size)
            continue;
        uint32_t group = diagram_group (d, name);
        uint32_t first = (uint32_t) d->node.size;
        for (size_t b = 0; b < q->block.size; b++)
            draw_block (d, p, i, b, group, is_c);
        draw_edges (d, q, first);
    }
    o->flow = d;
}
