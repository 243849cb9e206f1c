/* graph_dot.c -- a graph of states in Graphviz's language. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "explore/graph.h"

struct dot {
    const struct state_graph *graph;
    generator *generator;
    struct text *out;
    bool *node_on, *arc_on; /* on the path */
};

/* Follows the choices as far as the graph has them. */
static void
dot_mark (struct dot *d, const struct path *path)
{
    const struct state_graph *g = d->graph;
    uint32_t at = 0;
    d->node_on[0] = path->choice.size > 0;
    for (size_t i = 0; i < path->choice.size && at != GRAPH_NOWHERE; i++) {
        assert (at < g->node.size);
        const struct graph_node *n = &g->node.at[at];
        uint32_t a = n->arc;
        while (a < n->arc + n->arcs
               && g->arc.at[a].choice != path->choice.at[i])
            a++;
        if (a == n->arc + n->arcs)
            return;
        d->arc_on[a] = true;
        at = g->arc.at[a].to;
        if (at != GRAPH_NOWHERE)
            d->node_on[at] = true;
    }
}

/* What the generator prints, as the inside of a string. */
static void
dot_label (struct dot *d, struct bytes state, const struct edge *e)
{
    char *label = NULL;
    size_t size = 0;
    FILE *file = open_memstream (&label, &size);
    if (!file)
        memory_exhausted ();
    const struct generator_class *class = d->generator->class;
    if (class->print)
        class->print (d->generator, state, e, file);
    else if (e)
        fprintf (file, "%" PRIu32, e->choice);
    fclose (file);
    for (size_t i = 0; i < size; i++) {
        if (label[i] == '"' || label[i] == '\\')
            text_char (d->out, '\\');
        text_char (d->out, label[i] == '\n' ? ' ' : label[i]);
    }
    free (label);
}

static void
dot_node (struct dot *d, uint32_t i)
{
    text_print (d->out, "  n%" PRIu32 " [label=\"", i);
    dot_label (d, state_graph_state (d->graph, i), NULL);
    text_print (d->out, "\"%s%s];\n",
                d->node_on[i] ? ", color=red, penwidth=2" : "",
                d->graph->node.at[i].more ? ", style=dashed" : "");
}

static void
dot_arc (struct dot *d, uint32_t i)
{
    assert (i < d->graph->arc.size);
    const struct graph_arc *a = &d->graph->arc.at[i];
    const struct generator_class *class = d->generator->class;
    struct edge e = {.choice = a->choice,
                     .process = a->process,
                     .steps = 1,
                     .marks = a->marks,
                     .fault = a->fault};
    if (a->to == GRAPH_NOWHERE) {
        const char *name = class->fault_name
                               ? class->fault_name (d->generator, a->fault)
                               : NULL;
        text_print (d->out, "  f%" PRIu32 " [shape=octagon, label=\"%s\"];\n",
                    i,
                    name                    ? name
                    : a->marks & EDGE_FAULT ? "fault"
                                            : "cut");
        text_print (d->out, "  n%" PRIu32 " -> f%" PRIu32 " [label=\"", a->from,
                    i);
    } else
        text_print (d->out, "  n%" PRIu32 " -> n%" PRIu32 " [label=\"", a->from,
                    a->to);
    dot_label (d, state_graph_state (d->graph, a->from), &e);
    text_print (d->out, "\"%s];\n",
                d->arc_on[i] ? ", color=red, penwidth=2" : "");
}

void
state_graph_dot (const struct state_graph *g, generator *printer,
                 const struct path *path, struct text *out)
{
    assert (g->node.size);
    struct dot d = {.graph = g,
                    .generator = printer,
                    .out = out,
                    .node_on = NEW_ARRAY (bool, g->node.size),
                    .arc_on = NEW_ARRAY (bool, g->arc.size + 1)};
    if (path)
        dot_mark (&d, path);
    text_add (out, "digraph states {\n  node [shape=box, fontsize=10];\n"
                   "  edge [fontsize=9];\n");
    if (g->states + 1 > g->node.size)
        text_print (out, "  label=\"%zu of %" PRIu64 " states\";\n",
                    g->node.size - 1, g->states);
    for (uint32_t i = 0; i < g->node.size; i++)
        dot_node (&d, i);
    for (uint32_t i = 0; i < g->arc.size; i++)
        dot_arc (&d, i);
    text_add (out, "}\n");
    memory_free (d.node_on);
    memory_free (d.arc_on);
}
