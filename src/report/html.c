/* html.c -- see html.h.  The page is embedded/page.html: `@name@` stands for what is
 * filled in. */
#include "report/html.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/sha256.h"
#include "report/html_internal.h"
#include "report/html_samples.h"
#include "report/rule.h"

extern const char embedded_page[], embedded_style[], embedded_view[];

struct html_page {
    const struct outcome *outcome;
    const struct html_subject *subject;
    const struct trace *trace;
};

void
html_cell (struct text *t, const char *tag, const char *class, const char *s)
{
    text_print (t, class ? "<%s class=\"%s\">" : "<%s>", tag, class);
    html_string (t, s ? s : "");
    text_print (t, "</%s>", tag);
}

/* ---- what it comes to, in a sentence */

/* The step that tells what is wrong: of several that do, as in a deadlock, the last. */
static const struct trace_entry *
fault_entry (const struct trace *t)
{
    for (size_t i = t->entry.size; i-- > 0;)
        if (t->entry.at[i].kind == STEP_FAULT)
            return &t->entry.at[i];
    return NULL;
}

static void
sentence_place (const struct html_page *p, struct text *t)
{
    const struct outcome *o = p->outcome;
    const char *place = fault_place (o);
    const struct trace_entry *e = fault_entry (p->trace);
    if (place) {
        text_add (t, ", at ");
        text_add (t, place);
    }
    if (e && e->step->function)
        text_print (t, " in %s", e->step->function);
    if (e && p->trace->thread.size > 1 && e->step->thread)
        text_print (t, " (%s)", e->step->thread);
    size_t steps = outcome_steps (o);
    text_print (t, ", after %zu step%s", steps, steps == 1 ? "" : "s");
}

static void
sentence_unsafe (const struct html_page *p, struct text *t)
{
    const struct outcome *o = p->outcome;
    const struct trace_entry *e = fault_entry (p->trace);
    const char *what = e ? e->step->what : NULL;
    if (!strcmp (rule_of (o->fault)->id, "formula")) {
        char *failed = fault_what (o);
        text_add (t, failed);
        memory_free (failed);
    } else if (!what)
        text_add (t, rule_of (o->fault)->text);
    else {
        if (!strncmp (what, "fault: ", 7))
            what += 7;
        if (!strncmp (what, "query", 5) && outcome_counts (o) == COUNT_CEGAR)
            text_add (t, "an error can be derived: ");
        bool invariant = !strncmp (what, "invariant: ", 11);
        text_add (t, invariant ? what + 11 : what);
        text_add (t, invariant ? " does not hold" : "");
        if (e->step->values && *e->step->values)
            text_print (t, " {%s}", e->step->values);
    }
    if (t->size && t->data[t->size - 1] == '.')
        t->data[--t->size] = 0;
    if (p->trace->entry.size)
        sentence_place (p, t);
    text_char (t, '.');
}

static void
page_sentence (const struct html_page *p, struct text *t)
{
    const struct outcome *o = p->outcome;
    struct text said;
    text_init (&said);
    if (o->verdict == VERDICT_UNSAFE)
        sentence_unsafe (p, &said);
    else if (o->verdict == VERDICT_SAFE)
        text_add (&said, "Nothing that was checked can go wrong, whatever the "
                         "input.");
    else
        text_add (&said, o->reason ? o->reason : "not decided");
    html_string (t, text_view (&said));
    text_clear (&said);
}

/* ---- the parts */

static void
fact (struct text *t, const char *name, const char *class, const char *value)
{
    html_cell (t, "dt", NULL, name);
    html_cell (t, "dd", class, value);
    text_char (t, '\n');
}

static void
fact_list (struct text *t, const char *name, const struct vec_string *list)
{
    struct text all;
    text_init (&all);
    for (size_t i = 0; i < list->size; i++)
        text_print (&all, "%s%s", i ? ", " : "", list->at[i]);
    if (list->size)
        fact (t, name, NULL, text_view (&all));
    text_clear (&all);
}

static void
fact_judged (struct text *t, const struct outcome *o)
{
    for (size_t i = 0; i < o->judged.size; i++) {
        struct text line;
        text_init (&line);
        text_print (&line, "%s %s", o->judged.at[i].name,
                    verdict_name (o->judged.at[i].verdict));
        fact (t, "property", verdict_name (o->judged.at[i].verdict),
              text_view (&line));
        text_clear (&line);
    }
}

static void
page_top (const struct html_page *p, struct text *t)
{
    const struct outcome *o = p->outcome;
    const char *verdict = outcome_verdict (o);
    html_cell (t, "p", "subject", p->subject->input);
    text_print (t, "\n<h1><span class=\"verdict %s\">%s</span> ", verdict,
                verdict);
    page_sentence (p, t);
    text_add (t, "</h1>\n<dl class=\"facts\">\n");
    if (o->verdict == VERDICT_UNSAFE && o->fault)
        fact (t, "means", NULL, rule_of (o->fault)->text);
    fact_judged (t, o);
    fact_list (t, "checked", &o->checked);
    fact_list (t, "not checked", &o->unchecked);
    for (size_t i = 0; i < o->assumes.size; i++)
        fact (t, "assumes", NULL, o->assumes.at[i]);
    for (size_t i = 0; i < o->established.size; i++)
        fact (t, "established", NULL, o->established.at[i]);
    char digest[DIGEST_TEXT];
    digest_print (o->digest, digest);
    struct text engine;
    text_init (&engine);
    text_print (&engine, "%s%s, digest %s", o->engine ? o->engine : "none",
                o->unpredictable ? ", not predictable" : "", digest);
    fact (t, "engine", NULL, text_view (&engine));
    text_clear (&engine);
    text_add (t, "</dl>\n");
}

#define COUNTER_ROW(class, name, help)                              \
    if (outcome_counts (o) & COUNT_##class && o->counters.name)     \
        text_print (t,                                              \
                    "<tr><th>%s</th><td class=\"number\">%llu</td>" \
                    "<td class=\"soft\">%s</td></tr>\n",            \
                    #name, (unsigned long long) o->counters.name, help);

static void
page_counters (const struct outcome *o, struct text *t)
{
    text_add (t, "<h2>Counters</h2>\n<table><tbody>\n");
    COUNTERS (COUNTER_ROW)
    text_add (t, "</tbody></table>\n");
}

/* A table of `key: value` lines. */
static void
page_lines (struct text *t, const char *title, const char *lines)
{
    if (!lines || !*lines)
        return;
    html_cell (t, "h2", NULL, title);
    text_add (t, "\n<table><tbody>\n");
    while (*lines) {
        size_t size = strcspn (lines, "\n");
        struct text line;
        text_init (&line);
        text_add_n (&line, lines, size);
        char *value = size ? strstr (line.data, ": ") : NULL;
        if (value)
            *value = 0;
        if (size) {
            text_add (t, "<tr>");
            html_cell (t, "th", NULL, line.data);
            html_cell (t, "td", "code", value ? value + 2 : "");
            text_add (t, "</tr>\n");
        }
        text_clear (&line);
        lines += size + (lines[size] == '\n');
    }
    text_add (t, "</tbody></table>\n");
}

static void
page_run (const struct html_subject *s, struct text *t)
{
    if (s->samples)
        html_samples (s->samples, t);
    page_lines (t, "This run", s->run);
}

static void
page_rest (const struct html_page *p, struct text *t)
{
    html_about (p->outcome, p->subject, t);
    page_counters (p->outcome, t);
    page_run (p->subject, t);
}

static void
page_foot (const struct html_page *p, struct text *t)
{
    struct text said;
    text_init (&said);
    text_print (&said, "cohort %s", p->subject->version);
    if (p->subject->build)
        text_print (&said, ", build %s", p->subject->build);
    html_string (t, text_view (&said));
    text_clear (&said);
}

/* What was kept is somebody else's text: it must not end the element that it is in. */
static void
page_data (const struct html_page *p, struct text *t)
{
    if (!p->subject->data) {
        html_data (p->outcome, p->trace, p->subject, t);
        return;
    }
    for (const char *at = p->subject->data; *at; at++)
        if (*at == '<')
            text_add (t, "\\u003c");
        else
            text_char (t, *at);
}

/* ---- the page */

static void
page_fill (const struct html_page *p, const char *name, size_t size,
           struct text *t)
{
    static const char *const names[] = {"title", "style", "top",  "rest",
                                        "foot",  "data",  "hash", "script"};
    size_t i = 0;
    while (strncmp (names[i], name, size) || names[i][size])
        i++;
    assert (i < sizeof names / sizeof *names);
    switch (i) {
    case 0:
        text_print (t, "%s: ", outcome_verdict (p->outcome));
        html_string (t, p->subject->input);
        break;
    case 1:
        text_add (t, embedded_style);
        break;
    case 2:
        page_top (p, t);
        break;
    case 3:
        page_rest (p, t);
        break;
    case 4:
        page_foot (p, t);
        break;
    case 5:
        page_data (p, t);
        break;
    case 6:
        /* Only this script may run in the page. */
        sha256_policy (embedded_view, t);
        break;
    default:
        text_add (t, embedded_view);
        break;
    }
}

void
html_report (const struct outcome *o, const struct html_subject *subject,
             struct text *t)
{
    struct trace trace;
    trace_init (&trace, o);
    struct html_page page = {o, subject, &trace};
    for (const char *at = embedded_page; *at;) {
        size_t size = strcspn (at, "@");
        text_add_n (t, at, size);
        at += size;
        if (!*at)
            break;
        size = strcspn (++at, "@");
        page_fill (&page, at, size, t);
        at += size + 1;
    }
    trace_clear (&trace);
}

void
html_report_data (const struct outcome *o, const struct html_subject *subject,
                  struct text *t)
{
    struct trace trace;
    trace_init (&trace, o);
    html_data (o, &trace, subject, t);
    trace_clear (&trace);
}
