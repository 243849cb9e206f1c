/* html_data.c -- the data of the page: see html_internal.h. */
#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "report/html_internal.h"

enum {
    FLOW_NODES = 600,    /* that are laid out; more are not seen anyhow */
    PROOF_BYTES = 400000 /* of a proof that are shown */
};

/* ---- the trace */

static void
data_value (const struct trace_value *v, struct text *t)
{
    text_char (t, '[');
    json_string (t, v->name);
    text_char (t, ',');
    json_string (t, v->value);
    text_print (t, ",%d,%zu,%u]", v->changed + 2 * v->read + 4 * v->global,
                v->until, v->frame);
}

/* The address of the instruction, if nodes have instructions. */
static bool
data_address (const struct diagram *flow, const struct outcome_step *s)
{
    return flow && flow->node.size && flow->node.at[0].detail && s->node;
}

static void
data_entry (const struct html_files *files, const struct outcome *o,
            const struct trace_entry *e, struct text *t)
{
    const struct outcome_step *s = e->step;
    uint32_t node = o->flow ? diagram_find (o->flow, s->node) : UINT32_MAX;
    uint32_t state =
        o->states ? diagram_find (o->states, s->state) : UINT32_MAX;
    text_print (t, "[%zu,%d,%u,%u,%d,%zu,%d,", e->number,
                e->file ? html_file (files, e->file) : -1, e->line, e->thread,
                (int) e->kind, s->folded, node == UINT32_MAX ? -1 : (int) node);
    json_string (t, s->function ? s->function : "");
    text_char (t, ',');
    json_string (t, s->what ? s->what : "");
    text_add (t, ",[");
    for (size_t i = 0; i < e->value.size; i++) {
        text_add (t, i ? "," : "");
        data_value (&e->value.at[i], t);
    }
    text_print (t, "],%s,%d,%d]", data_address (o->flow, s) ? s->node : "-1",
                state == UINT32_MAX ? -1 : (int) state, s->again);
}

static void
data_strings (const char *key, const struct vec_string *list, struct text *t)
{
    text_print (t, ",\n\"%s\":[", key);
    for (size_t i = 0; i < list->size; i++) {
        text_add (t, i ? "," : "");
        json_string (t, list->at[i]);
    }
    text_char (t, ']');
}

/* ---- diagrams */

static void
data_node (const struct html_files *files, const struct diagram_node *n,
           struct text *t)
{
    text_char (t, '[');
    json_string (t, n->label ? n->label : "");
    text_print (t, ",%d,%u,%u,%d,", n->file ? html_file (files, n->file) : -1,
                n->line, n->group, n->bad);
    json_string (t, n->detail ? n->detail : "");
    text_char (t, ']');
}

/* The group that is shown when no step says which: that of the first wish. */
static void
data_diagram (const char *key, const struct html_files *files,
              const struct diagram *d, struct text *t)
{
    if (!d)
        return;
    text_print (t, ",\n\"%s\":{\"all\":%llu,\"groups\":[", key,
                (unsigned long long) d->all);
    for (size_t i = 0; i < d->group.size; i++) {
        text_add (t, i ? "," : "");
        json_string (t, d->group.at[i]);
    }
    text_add (t, "],\n\"nodes\":[");
    for (size_t i = 0; i < d->node.size; i++) {
        text_add (t, i ? ",\n" : "");
        data_node (files, &d->node.at[i], t);
    }
    text_add (t, "],\n\"edges\":[");
    for (size_t i = 0; i < d->edge.size; i++) {
        const struct diagram_edge *e = &d->edge.at[i];
        text_print (t, "%s[%u,%u,%d,", i ? "," : "", e->from, e->to,
                    (int) e->kind);
        json_string (t, e->label ? e->label : "");
        text_char (t, ']');
    }
    text_add (t, "]}");
}

/* Only so many as can be looked at: those of the trace before others. */
static void
data_thin (const struct outcome *o)
{
    const char **wanted = NEW_ARRAY (const char *, o->trace.size + 1);
    for (size_t i = 0; i < o->trace.size; i++)
        wanted[i] = o->trace.at[i].node;
    if (o->flow)
        diagram_thin (o->flow, FLOW_NODES, wanted, o->trace.size);
    for (size_t i = 0; i < o->trace.size; i++)
        wanted[i] = o->trace.at[i].state;
    if (o->states)
        diagram_thin (o->states, FLOW_NODES, wanted, o->trace.size);
    memory_free (wanted);
}

/* ---- proofs */

static void
data_invariants (const struct html_files *files, const struct outcome *o,
                 struct text *t)
{
    text_add (t, ",\n\"invariants\":[");
    for (size_t i = 0; i < o->invariant.size; i++) {
        const struct outcome_invariant *v = &o->invariant.at[i];
        text_print (t, "%s[%d,%u,%u,", i ? ",\n" : "",
                    html_file (files, v->file), v->line, v->column);
        json_string (t, v->function);
        text_char (t, ',');
        json_string (t, v->value);
        text_char (t, ']');
    }
    text_char (t, ']');
}

static void
data_proof_text (const char *proof, struct text *t)
{
    struct text part;
    size_t size = strlen (proof);
    text_init (&part);
    text_add_n (&part, proof, size < PROOF_BYTES ? size : PROOF_BYTES);
    if (size > PROOF_BYTES)
        text_print (&part, "\n.. and %zu bytes more: --witness=FILE has all",
                    size - PROOF_BYTES);
    json_string (t, text_view (&part));
    text_clear (&part);
}

static void
data_proof (const struct outcome *o, const struct html_subject *subject,
            struct text *t)
{
    const char *proof = subject->witness               ? subject->witness
                        : o->verdict == VERDICT_SAFE   ? o->proof
                        : o->verdict == VERDICT_UNSAFE ? o->derivation
                                                       : NULL;
    bool safe = o->verdict == VERDICT_SAFE;
    bool smt = safe && proof && strstr (proof, "(define-fun ");
    if (!proof)
        return;
    text_print (
        t,
        ",\n\"smt\":%s,\"proofTitle\":\"%s\",\"proofAbout\":\"%s\",\"proof\":",
        smt ? "true" : "false",
        safe                           ? "Proof"
        : o->verdict == VERDICT_UNSAFE ? "Witness"
                                       : "Not confirmed",
        smt ? "With these definitions every clause is valid: what holds at "
              "each "
              "place, whatever the run."
        : safe
            ? "What --witness=FILE keeps, and cohort replay judges again."
            : "The whole counterexample, as --witness=FILE keeps it and cohort "
              "replay judges it again.");
    data_proof_text (proof, t);
}

/* ---- all of it */

void
html_data (const struct outcome *o, const struct trace *trace,
           const struct html_subject *subject, struct text *out)
{
    struct html_files files;
    struct text t;
    text_init (&t);
    data_thin (o);
    html_files_init (&files, o, trace, subject);
    text_print (&t, "{\"steps\":%zu", outcome_steps (o));
    data_strings ("threads", &trace->thread, &t);
    data_strings ("files", &files.name, &t);
    text_add (&t, ",\n\"trace\":[");
    for (size_t i = 0; i < trace->entry.size; i++) {
        text_add (&t, i ? ",\n" : "");
        data_entry (&files, o, &trace->entry.at[i], &t);
    }
    text_add (&t, "],\n\"source\":");
    html_sources (&files, o, trace, subject, &t);
    data_diagram ("flow", &files, o->flow, &t);
    data_diagram ("states", &files, o->states, &t);
    data_invariants (&files, o, &t);
    data_proof (o, subject, &t);
    text_add (&t, "}");
    /* A `<` is in strings only, and there it can be told otherwise. */
    for (const char *at = text_view (&t); *at; at++)
        if (*at == '<')
            text_add (out, "\\u003c");
        else
            text_char (out, *at);
    text_clear (&t);
    html_files_clear (&files);
}
