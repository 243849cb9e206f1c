/* sarif.c -- see sarif.h. */
#include "report/sarif.h"

#include <ctype.h>
#include <string.h>

#include "base/json.h"
#include "report/rule.h"
#include "report/trace.h"

/* ---- places */

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

/* A location object without its end; a line or a column of 0 is not known, `function` may
 * be null. */
static void
sarif_location (struct text *t, const char *place, const char *function,
                const char *input)
{
    unsigned line = 0, column = 0;
    char *file = trace_place (place && *place ? place : input, &line, &column);
    text_add (t, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    sarif_uri (t, file ? file : input);
    text_char (t, '}');
    if (line)
        text_print (t, ", \"region\": {\"startLine\": %u", line);
    if (line && column)
        text_print (t, ", \"startColumn\": %u", column);
    text_add (t, line ? "}}" : "}");
    if (function && *function) {
        text_add (t, ", \"logicalLocations\": [{\"name\": ");
        json_string (t, function);
        text_add (t, ", \"kind\": \"function\"}]");
    }
    memory_free (file);
}

static void
sarif_message (struct text *t, const char *text)
{
    text_add (t, "\"message\": {\"text\": ");
    json_string (t, text);
    text_char (t, '}');
}

/* ---- the counterexample */

/* The words of the standard for a step. */
static const char *
kinds_of (const struct trace_entry *e)
{
    switch (e->kind) {
    case STEP_CALL:
        return "\"call\", \"function\"";
    case STEP_RETURN:
        return "\"return\", \"function\"";
    case STEP_INPUT:
        return "\"taint\"";
    case STEP_INTERRUPT:
        return "\"enter\", \"handler\"";
    case STEP_LOOP:
        return "\"branch\"";
    case STEP_FAULT:
        return "\"danger\"";
    default:
        return e->value.size ? "\"value\"" : NULL;
    }
}

/* The values that the step tells; of one that is told twice the last. */
static void
sarif_state (struct text *t, const struct trace_entry *e)
{
    bool some = false;
    for (size_t i = 0; i < e->value.size; i++) {
        bool again = false;
        for (size_t k = i + 1; k < e->value.size; k++)
            again |= !strcmp (e->value.at[i].name, e->value.at[k].name);
        if (again)
            continue;
        text_add (t, some ? ", " : ", \"state\": {");
        json_string (t, e->value.at[i].name);
        text_add (t, ": {\"text\": ");
        json_string (t, e->value.at[i].value);
        text_char (t, '}');
        some = true;
    }
    text_add (t, some ? "}" : "");
}

static void
sarif_step (struct text *t, const struct trace_entry *e, const char *input)
{
    const struct outcome_step *s = e->step;
    const char *kinds = kinds_of (e);
    struct text said;
    text_init (&said);
    text_add (&said, s->what ? s->what : "");
    if (s->values && *s->values)
        text_print (&said, "  {%s}", s->values);
    text_add (t, "{\"location\": ");
    sarif_location (t, s->place, s->function, input);
    text_add (t, ", ");
    sarif_message (t, text_view (&said));
    text_print (t, "}, \"executionOrder\": %zu, \"nestingLevel\": %u",
                e->number, s->depth);
    if (kinds)
        text_print (t, ", \"kinds\": [%s]", kinds);
    if (s->again)
        text_add (t, ", \"properties\": {\"tags\": [\"loop begins\"]}");
    sarif_state (t, e);
    text_print (t, ", \"importance\": \"%s\"}",
                e->kind == STEP_FAULT ? "essential" : "important");
    text_clear (&said);
}

/* A flow for each thread, in the order of their first steps. */
static void
sarif_flow (struct text *t, const struct trace *trace, const char *input)
{
    text_add (t, ",\n      \"codeFlows\": [{\"threadFlows\": [");
    for (unsigned thread = 0; thread < trace->thread.size; thread++) {
        const char *begin = "\n          ";
        text_add (t, thread ? ",\n        {\"id\": " : "\n        {\"id\": ");
        json_string (t, trace->thread.at[thread]);
        text_add (t, ", \"locations\": [");
        for (size_t i = 0; i < trace->entry.size; i++)
            if (trace->entry.at[i].thread == thread) {
                text_add (t, begin);
                sarif_step (t, &trace->entry.at[i], input);
                begin = ",\n          ";
            }
        text_add (t, "]}");
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
    unsigned line, column;
    char *file = trace_place (place ? place : input, &line, &column);
    struct text key;
    char digest[DIGEST_TEXT];
    text_init (&key);
    text_print (&key, "%s\n%s\n", r->id, file ? file : input);
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
    memory_free (file);
}

/* Of the last step that has a place: where fault_place is. */
static const char *
fault_function (const struct trace *t)
{
    for (size_t i = t->entry.size; i-- > 0;)
        if (t->entry.at[i].file)
            return t->entry.at[i].step->function;
    return NULL;
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
    struct trace trace;
    trace_init (&trace, o);
    sarif_location (t, place, flow ? fault_function (&trace) : NULL, input);
    text_add (t, "}]");
    sarif_fingerprint (t, r, place, input, what, number);
    if (flow)
        sarif_flow (t, &trace, input);
    trace_clear (&trace);
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
        char *what = fault_what (o);
        sarif_result (t, o, input, rule_of (o->fault), what, fault_place (o), 0,
                      o->trace.size > 0);
        memory_free (what);
    }
    text_add (t, "]");
}

/* ---- the log */

static void
sarif_rule (struct text *t, const struct rule *r)
{
    text_print (t,
                "\n    {\"id\": \"%s\", \"shortDescription\": {\"text\": "
                "\"%s\"},\n     \"fullDescription\": {\"text\": \"%s\"}, "
                "\"help\": {\"text\": \"%s  The code flow of a result is a "
                "run that does so; cohort replay judges it again.\"},\n     "
                "\"helpUri\": "
                "\"https://cwe.mitre.org/data/definitions/%s.html\",\n     "
                "\"defaultConfiguration\": {\"level\": \"error\"}, "
                "\"properties\": {\"tags\": [\"correctness\", "
                "\"external/cwe/cwe-%s\"]}}",
                r->id, r->text, r->text, r->text, r->cwe, r->cwe);
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
    text_add (t, ", \"semanticVersion\": ");
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
