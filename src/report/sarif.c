/* sarif.c -- see sarif.h. */
#include "report/sarif.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "report/rule.h"

/* ---- places */

struct sarif_spot {
    char *file;            /* owned */
    unsigned line, column; /* 0: not known */
};

/* Cuts the last `:number` off.  False: there is none. */
static bool
number_take (char *text, unsigned *number)
{
    char *colon = strrchr (text, ':'), *end;
    *number = 0;
    if (!colon || !isdigit ((unsigned char) colon[1]))
        return false;
    unsigned long n = strtoul (colon + 1, &end, 10);
    if (*end || n > INT32_MAX)
        return false;
    *colon = 0;
    *number = (unsigned) n;
    return true;
}

/* Of "file:line:column", "file:line" or "file"; a line or a column of 0 is not
 * known. */
static struct sarif_spot
spot_of (const char *place)
{
    struct sarif_spot s = {.file = memory_string (place)};
    unsigned line;
    if (number_take (s.file, &s.line) && number_take (s.file, &line)) {
        s.column = s.line;
        s.line = line;
    }
    return s;
}

static void
sarif_uri (struct text *t, const char *path)
{
    text_add (t, *path == '/' ? "\"file://" : "\"");
    for (; *path; path++)
        if (isalnum ((unsigned char) *path) || strchr ("-._~/", *path))
            text_char (t, *path);
        else
            text_print (t, "%%%02X", (unsigned) (unsigned char) *path);
    text_char (t, '"');
}

/* A location object without its end. */
static void
sarif_location (struct text *t, const char *place, const char *input)
{
    struct sarif_spot s = spot_of (place && *place ? place : input);
    text_add (t, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    sarif_uri (t, s.file);
    text_char (t, '}');
    if (s.line)
        text_print (t, ", \"region\": {\"startLine\": %u", s.line);
    if (s.line && s.column)
        text_print (t, ", \"startColumn\": %u", s.column);
    text_add (t, s.line ? "}}" : "}");
    memory_free (s.file);
}

static void
sarif_message (struct text *t, const char *text)
{
    text_add (t, "\"message\": {\"text\": ");
    json_string (t, text);
    text_char (t, '}');
}

/* ---- the counterexample */

static const char *
thread_of (const struct outcome_step *s)
{
    return s->thread ? s->thread : "main";
}

static void
sarif_step (struct text *t, const struct outcome *o, size_t i,
            const char *input)
{
    const struct outcome_step *s = &o->trace.at[i];
    bool last = i + 1 == o->trace.size;
    struct text said;
    text_init (&said);
    text_add (&said, s->what ? s->what : "");
    if (s->values && *s->values)
        text_print (&said, "  {%s}", s->values);
    text_add (t, "{\"location\": ");
    sarif_location (t, s->place, input);
    text_add (t, ", ");
    sarif_message (t, text_view (&said));
    text_print (t, "}, \"executionOrder\": %zu, \"importance\": \"%s\"}", i + 1,
                last ? "essential" : "important");
    text_clear (&said);
}

/* Those of the thread of step `first`, which is its first. */
static void
sarif_thread (struct text *t, const struct outcome *o, size_t first,
              const char *input)
{
    const char *name = thread_of (&o->trace.at[first]);
    text_add (t, "{\"id\": ");
    json_string (t, name);
    text_add (t, ", \"locations\": [");
    for (size_t i = first; i < o->trace.size; i++)
        if (!strcmp (thread_of (&o->trace.at[i]), name)) {
            text_add (t, i > first ? ",\n          " : "\n          ");
            sarif_step (t, o, i, input);
        }
    text_add (t, "]}");
}

static bool
is_first (const struct outcome *o, size_t step)
{
    for (size_t i = 0; i < step; i++)
        if (!strcmp (thread_of (&o->trace.at[i]),
                     thread_of (&o->trace.at[step])))
            return false;
    return true;
}

static void
sarif_flow (struct text *t, const struct outcome *o, const char *input)
{
    text_add (t, ",\n      \"codeFlows\": [{\"threadFlows\": [");
    for (size_t i = 0; i < o->trace.size; i++)
        if (is_first (o, i)) {
            text_add (t, i ? ",\n        " : "\n        ");
            sarif_thread (t, o, i, input);
        }
    text_add (t, "]}]");
}

/* ---- results */

/* What stays when lines are inserted above, whatever the numbers of the
 * counterexample are; `number` tells those apart that are alike. */
static void
sarif_fingerprint (struct text *t, const struct rule *r, const char *place,
                   const char *input, const char *what, unsigned number)
{
    struct sarif_spot s = spot_of (place ? place : input);
    struct text key;
    char digest[DIGEST_TEXT];
    text_init (&key);
    text_print (&key, "%s\n%s\n", r->id, s.file);
    for (const char *at = what; *at; at++)
        if (*at < '0' || *at > '9')
            text_char (&key, *at);
    text_print (&key, "\n%u", number);
    digest_print (digest_of (bytes_of (text_view (&key))), digest);
    text_print (t,
                ",\n      \"partialFingerprints\": {\"cohortFault/v2\": "
                "\"%s\"}",
                digest);
    text_clear (&key);
    memory_free (s.file);
}

static void
sarif_result (struct text *t, const struct outcome *o, const char *input,
              const struct rule *r, const char *what, const char *place,
              unsigned number, bool flow)
{
    text_print (t, "\n    {\"ruleId\": \"%s\", \"level\": \"error\",\n      ",
                r->id);
    sarif_message (t, what);
    text_add (t, ",\n      \"locations\": [");
    sarif_location (t, place, input);
    text_add (t, "}]");
    sarif_fingerprint (t, r, place, input, what, number);
    if (flow)
        sarif_flow (t, o, input);
    text_char (t, '}');
}

/* Failed ones before this that are alike, but for the place. */
static unsigned
judged_before (const struct outcome *o, size_t at)
{
    unsigned count = 0;
    for (size_t i = 0; i < at; i++)
        count += o->judged.at[i].verdict == VERDICT_UNSAFE
                 && !strcmp (judged_what (o->judged.at[i].name),
                             judged_what (o->judged.at[at].name));
    return count;
}

static void
sarif_judged (struct text *t, const struct outcome *o, const char *input)
{
    const char *shown = fault_place (o);
    bool first = true, flow = o->trace.size > 0;
    for (size_t i = 0; i < o->judged.size; i++) {
        const struct outcome_judged *j = &o->judged.at[i];
        if (j->verdict != VERDICT_UNSAFE)
            continue;
        char *place = judged_place (j->name);
        bool here = flow && shown && !strcmp (shown, place);
        struct text what;
        text_init (&what);
        judged_tell (j->name, &what);
        text_add (t, first ? "" : ",");
        sarif_result (t, o, input, rule_of (judged_what (j->name)),
                      text_view (&what), *place ? place : NULL,
                      judged_before (o, i), here);
        text_clear (&what);
        flow = flow && !here;
        first = false;
        memory_free (place);
    }
}

static void
sarif_results (struct text *t, const struct outcome *o, const char *input)
{
    text_add (t, "   \"results\": [");
    if (o->judged.size)
        sarif_judged (t, o, input);
    else if (o->verdict == VERDICT_UNSAFE) {
        const char *what = o->trace.size ? VEC_LAST (o->trace).what : NULL;
        sarif_result (t, o, input, rule_of (o->fault),
                      what ? what : "an error can be reached", fault_place (o),
                      0, o->trace.size > 0);
    }
    text_add (t, "]");
}

/* ---- the log */

static void
sarif_rule (struct text *t, const struct rule *r)
{
    text_print (t,
                "\n    {\"id\": \"%s\", \"shortDescription\": {\"text\": "
                "\"%s\"}, \"properties\": {\"tags\": [\"correctness\", "
                "\"external/cwe/cwe-%s\"]}}",
                r->id, r->text, r->cwe);
}

/* Each that a result names, once. */
static void
sarif_rules (struct text *t, const struct outcome *o)
{
    struct VEC (const struct rule *) used = {0};
    for (size_t i = 0; i < o->judged.size; i++)
        if (o->judged.at[i].verdict == VERDICT_UNSAFE)
            VEC_PUSH (used, rule_of (judged_what (o->judged.at[i].name)));
    if (!o->judged.size && o->verdict == VERDICT_UNSAFE)
        VEC_PUSH (used, rule_of (o->fault));
    for (size_t i = 0; i < used.size; i++) {
        bool again = false;
        for (size_t k = 0; k < i; k++)
            again |= used.at[k] == used.at[i];
        text_add (t, i && !again ? "," : "");
        if (!again)
            sarif_rule (t, used.at[i]);
    }
    VEC_CLEAR (used);
}

static void
sarif_invocation (struct text *t, const struct outcome *o)
{
    text_print (t,
                "   \"invocations\": [{\"executionSuccessful\": true, "
                "\"exitCode\": %d",
                outcome_exit (o));
    if (o->verdict == VERDICT_UNKNOWN) {
        text_add (t, ",\n    \"toolExecutionNotifications\": [{\"level\": "
                     "\"warning\", ");
        struct text said;
        text_init (&said);
        text_print (&said, "UNKNOWN: %s",
                    o->reason ? o->reason : "not decided");
        sarif_message (t, text_view (&said));
        text_clear (&said);
        text_add (t, "}]");
    }
    text_add (t, "}],\n");
}

/* One more of the run's properties. */
static void
sarif_strings (struct text *t, const char *name, const struct vec_string *list)
{
    text_print (t, ",\n    \"%s\": [", name);
    for (size_t i = 0; i < list->size; i++) {
        text_add (t, i ? ", " : "");
        json_string (t, list->at[i]);
    }
    text_char (t, ']');
}

void
sarif_log (const struct outcome *o, const char *input, const char *version,
           struct text *t)
{
    text_add (t,
              "{\"$schema\": "
              "\"https://json.schemastore.org/sarif-2.1.0.json\",\n "
              "\"version\": \"2.1.0\",\n \"runs\": [{\n"
              "   \"tool\": {\"driver\": {\"name\": \"cohort\", \"version\": ");
    json_string (t, version);
    text_add (t, ", \"rules\": [");
    sarif_rules (t, o);
    text_add (t, "]}},\n");
    sarif_invocation (t, o);
    sarif_results (t, o, input);
    char digest[DIGEST_TEXT];
    digest_print (o->digest, digest);
    text_print (t,
                ",\n   \"properties\": {\"verdict\": \"%s\", \"digest\": "
                "\"%s\"",
                outcome_verdict (o), digest);
    sarif_strings (t, "checked", &o->checked);
    sarif_strings (t, "notChecked", &o->unchecked);
    sarif_strings (t, "assumes", &o->assumes);
    text_add (t, "}}]}\n");
}
