/* draw.c -- see draw.h. */
#include "cegar/draw.h"

#include <assert.h>

#include "engine/draw.h"
#include "report/diagram.h"

static uint32_t
draw_relation (struct diagram *d, const struct horn *h, size_t i)
{
    const struct relation *r = &h->relation.at[i];
    struct text id;
    text_init (&id);
    text_print (&id, "r%zu", i);
    return diagram_node (
        d, (struct diagram_node) {
               .id = text_take (&id),
               .label = memory_string (r->name),
               .file =
                   r->place.line
                       ? memory_string (r->place.file ? r->place.file : h->file)
                       : NULL,
               .line = r->place.line});
}

static uint32_t
draw_end (struct diagram *d, const char *id, const char *label, bool bad)
{
    return diagram_node (d,
                         (struct diagram_node) {.id = memory_string (id),
                                                .label = memory_string (label),
                                                .bad = bad});
}

void
draw_horn (const struct horn *h, const struct options *options,
           struct outcome *o)
{
    if (!draw_wanted (options) || o->flow)
        return;
    struct diagram *d = diagram_new ();
    diagram_group (d, "clauses");
    for (size_t i = 0; i < h->relation.size; i++)
        draw_relation (d, h, i);
    uint32_t fact = draw_end (d, "fact", "true", false);
    uint32_t query = draw_end (d, "query", "false", true);
    for (size_t i = 0; i < h->clause.size; i++) {
        const struct clause *c = &h->clause.at[i];
        struct text label;
        text_init (&label);
        if (c->place.line)
            text_print (&label, "line %u", c->place.line);
        diagram_edge (d, c->body == HORN_NONE ? fact : c->body,
                      c->head == HORN_NONE ? query : c->head, DIAGRAM_NEXT,
                      text_view (&label));
        for (size_t k = 0; k < c->mores; k++)
            diagram_edge (d, c->more[k].relation,
                          c->head == HORN_NONE ? query : c->head, DIAGRAM_NEXT,
                          text_view (&label));
        text_clear (&label);
    }
    assert (d->node.size == h->relation.size + 2);
    o->flow = d;
}
