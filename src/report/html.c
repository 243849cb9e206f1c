/* html.c -- see html.h. */
#include "report/html.h"

#include <string.h>

#include "base/json.h"

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c1e21;--paper:#fff;--soft:#5b6470;"
    "--line:#d9dee4;--band:#f5f7f9;--safe:#16713d;--unsafe:#b3261e;"
    "--unknown:#8a5a00}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e4e6ea;--paper:#17191c;"
    "--soft:#9aa4b0;--line:#343a41;--band:#1f2327;--safe:#5bd08a;"
    "--unsafe:#ff8a80;--unknown:#f0b955}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);"
    "background:var(--paper);max-width:62rem;margin:2rem auto;padding:0 1rem}\n"
    "h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}\n"
    ".verdict{font-size:2rem;font-weight:700;margin:.2rem 0}\n"
    ".SAFE{color:var(--safe)}.UNSAFE{color:var(--unsafe)}"
    ".UNKNOWN{color:var(--unknown)}\n"
    ".soft,footer{color:var(--soft)}\n"
    "table{border-collapse:collapse;width:100%}"
    "th,td{text-align:left;vertical-align:top;padding:.3rem .7rem .3rem 0;"
    "border-bottom:1px solid var(--line)}th{color:var(--soft);"
    "font-weight:600}\n"
    "td.number{text-align:right;font-variant-numeric:tabular-nums}\n"
    "pre,code,td.code{font:.85rem/1.5 ui-monospace,monospace}"
    "td.code{overflow-wrap:anywhere}"
    "pre{background:var(--band);border:1px solid var(--line);"
    "border-radius:6px;padding:.8rem;overflow:auto;max-height:40rem}\n"
    "footer{margin-top:2.5rem;font-size:.85rem}\n";

static void
html_open (struct text *t, const char *tag, const char *class)
{
    text_print (t, class ? "<%s class=\"%s\">" : "<%s>", tag, class);
}

static void
html_cell (struct text *t, const char *tag, const char *class, const char *s)
{
    html_open (t, tag, class);
    html_string (t, s ? s : "");
    text_print (t, "</%s>", tag);
}

static void
html_strings (struct text *t, const char *title, const struct vec_string *v)
{
    if (!v->size)
        return;
    html_cell (t, "h2", NULL, title);
    text_add (t, "<ul>\n");
    for (size_t i = 0; i < v->size; i++) {
        html_cell (t, "li", NULL, v->at[i]);
        text_char (t, '\n');
    }
    text_add (t, "</ul>\n");
}

/* A table of `key: value` lines. */
static void
html_lines (struct text *t, const char *title, const char *lines)
{
    if (!lines || !*lines)
        return;
    html_cell (t, "h2", NULL, title);
    text_add (t, "<table>\n");
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
    text_add (t, "</table>\n");
}

static void
html_trace (const struct outcome *o, struct text *t)
{
    if (!o->trace.size)
        return;
    bool threads = false;
    for (size_t i = 0; i < o->trace.size; i++)
        threads |= o->trace.at[i].thread != NULL;
    text_print (t,
                "<h2>Counterexample</h2>\n<table>\n<tr><th>#</th>"
                "<th>where</th>%s<th>what</th><th>values</th></tr>\n",
                threads ? "<th>thread</th>" : "");
    for (size_t i = 0, number = 1; i < o->trace.size; i++) {
        const struct outcome_step *s = &o->trace.at[i];
        if (s->folded)
            text_add (t, "<tr><td></td>");
        else
            text_print (t, "<tr><td class=\"number\">%zu</td>", number);
        number += s->folded ? s->folded : 1;
        html_cell (t, "td", "code", s->place);
        if (threads)
            html_cell (t, "td", NULL, s->thread);
        html_cell (t, "td", NULL, s->what);
        html_cell (t, "td", "code", s->values);
        text_add (t, "</tr>\n");
    }
    text_add (t, "</table>\n");
}

#define COUNTER_ROW(class, name, help)                              \
    if (outcome_counts (o) & COUNT_##class)                         \
        text_print (t,                                              \
                    "<tr><th>%s</th><td class=\"number\">%llu</td>" \
                    "<td class=\"soft\">%s</td></tr>\n",            \
                    #name, (unsigned long long) o->counters.name, help);

static void
html_counters (const struct outcome *o, struct text *t)
{
    text_add (t, "<h2>Counters</h2>\n<table>\n");
    COUNTERS (COUNTER_ROW)
    text_add (t, "</table>\n");
}

static void
html_witness (const struct outcome *o, const char *given, struct text *t)
{
    const char *witness = given                          ? given
                          : o->verdict == VERDICT_SAFE   ? o->proof
                          : o->verdict == VERDICT_UNSAFE ? o->derivation
                                                         : NULL;
    if (!witness)
        return;
    text_add (t, o->verdict == VERDICT_SAFE     ? "<h2>Proof</h2>\n<p>These "
                                                  "definitions make every "
                                                  "clause valid.</p>\n"
                 : o->verdict == VERDICT_UNSAFE ? "<h2>Derivation</h2>\n"
                                                : "<h2>Not confirmed</h2>\n");
    html_cell (t, "pre", NULL, witness);
    text_char (t, '\n');
}

void
html_report (const struct outcome *o, const struct html_subject *subject,
             struct text *t)
{
    const char *verdict = outcome_verdict (o);
    text_print (t,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                "content=\"width=device-width\">\n<title>%s: ",
                verdict);
    html_string (t, subject->input);
    text_print (t, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
    html_cell (t, "h1", NULL, subject->input);
    text_print (t, "\n<p class=\"verdict %s\">%s</p>\n", verdict, verdict);
    if (o->verdict == VERDICT_UNKNOWN) {
        html_cell (t, "p", NULL, o->reason ? o->reason : "not decided");
        text_char (t, '\n');
    }
    char digest[DIGEST_TEXT];
    digest_print (o->digest, digest);
    text_add (t, "<p class=\"soft\">engine ");
    html_string (t, o->engine ? o->engine : "none");
    text_print (t, ", digest <code>%s</code>%s</p>\n", digest,
                o->unpredictable ? ", not predictable" : "");
    html_strings (t, "Checked", &o->checked);
    html_strings (t, "Not checked", &o->unchecked);
    html_strings (t, "Assumptions", &o->assumes);
    html_strings (t, "Established", &o->established);
    html_trace (o, t);
    html_counters (o, t);
    html_witness (o, subject->witness, t);
    html_lines (t, "Options", subject->about);
    html_lines (t, "This run", subject->run);
    text_print (t, "<footer>cohort %s</footer>\n</body>\n</html>\n",
                subject->version);
}
