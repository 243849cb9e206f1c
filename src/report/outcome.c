/* outcome.c -- see outcome.h. */
#include "report/outcome.h"

#include "report/diagram.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
outcome_init (struct outcome *o)
{
    *o = (struct outcome) {0};
}

static void
strings_clear (struct vec_string *v)
{
    for (size_t i = 0; i < v->size; i++)
        memory_free (v->at[i]);
    VEC_CLEAR (*v);
}

void
outcome_invariants_clear (struct outcome *o)
{
    for (size_t i = 0; i < o->invariant.size; i++) {
        memory_free (o->invariant.at[i].file);
        memory_free (o->invariant.at[i].function);
        memory_free (o->invariant.at[i].value);
    }
    VEC_CLEAR (o->invariant);
}

static void
step_clear (struct outcome_step *s)
{
    memory_free (s->place);
    memory_free (s->what);
    memory_free (s->values);
    memory_free (s->thread);
    memory_free (s->function);
    memory_free (s->node);
    memory_free (s->state);
}

void
outcome_shorten_trace (struct outcome *o)
{
    enum { FIRST = 200, LAST = 800 };
    size_t size = o->trace.size;
    if (o->whole || size <= FIRST + LAST + 1)
        return;
    struct outcome_step rest = {.values = memory_string ("")};
    for (size_t i = FIRST; i < size - LAST; i++) {
        struct outcome_step *s = &o->trace.at[i];
        rest.folded += s->folded ? s->folded : 1;
        step_clear (s);
    }
    struct text what;
    text_init (&what);
    text_print (&what, "... %zu more steps (a witness has them all)",
                rest.folded);
    rest.what = text_take (&what);
    o->trace.at[FIRST] = rest;
    memmove (&o->trace.at[FIRST + 1], &o->trace.at[size - LAST],
             LAST * sizeof rest);
    o->trace.size = FIRST + 1 + LAST;
}

void
outcome_forget_trace (struct outcome *o)
{
    for (size_t i = 0; i < o->trace.size; i++)
        step_clear (&o->trace.at[i]);
    VEC_CLEAR (o->trace);
    strings_clear (&o->global);
    memory_free (o->fault);
    o->fault = NULL;
}

void
outcome_fault (struct outcome *o, const char *name)
{
    memory_free (o->fault);
    o->fault = memory_string (name);
}

void
outcome_clear (struct outcome *o)
{
    memory_free (o->reason);
    memory_free (o->heard_engine);
    memory_free (o->proof);
    memory_free (o->derivation);
    memory_free (o->origin);
    memory_free (o->yaml);
    memory_free (o->harness);
    memory_free (o->emitted);
    for (size_t i = 0; i < o->judged.size; i++)
        memory_free (o->judged.at[i].name);
    VEC_CLEAR (o->judged);
    outcome_forget_trace (o);
    outcome_invariants_clear (o);
    strings_clear (&o->checked);
    strings_clear (&o->unchecked);
    strings_clear (&o->assumes);
    strings_clear (&o->established);
    strings_clear (&o->files);
    diagram_free (o->flow);
    diagram_free (o->states);
    for (size_t i = 0; i < o->source.size; i++) {
        memory_free (o->source.at[i].name);
        memory_free (o->source.at[i].path);
    }
    VEC_CLEAR (o->source);
    outcome_init (o);
}

/* Values stand on one line each, whatever they come from. */
static char *
line_take (struct text *t)
{
    char *line = text_take (t);
    for (char *at = line; *at; at++)
        if (*at == '\n' || *at == '\r' || *at == '\t')
            *at = ' ';
    return line;
}

static char *
line_copy (const char *s, size_t size)
{
    struct text t;
    text_init (&t);
    text_add_n (&t, s, size);
    return line_take (&t);
}

static void
outcome_say (struct outcome *o, const char *format, va_list list)
{
    char line[2048];
    vsnprintf (line, sizeof line, format, list);
    memory_free (o->reason);
    o->reason = line_copy (line, strlen (line));
    o->verdict = VERDICT_UNKNOWN;
}

void
outcome_unknown (struct outcome *o, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    outcome_say (o, format, list);
    va_end (list);
}

void
outcome_stop (struct outcome *o, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    outcome_say (o, format, list);
    va_end (list);
    o->stopped = true;
}

bool
outcome_is_cut (const struct outcome *o)
{
    return o->verdict == VERDICT_UNKNOWN && o->reason
           && !strncmp (o->reason, OUTCOME_CUT, strlen (OUTCOME_CUT));
}

static bool
strings_hold (const struct vec_string *v, const char *s)
{
    for (size_t i = 0; i < v->size; i++)
        if (!strcmp (v->at[i], s))
            return true;
    return false;
}

static void
strings_add (struct vec_string *v, const char *s)
{
    char *line = line_copy (s, strlen (s));
    if (strings_hold (v, line))
        memory_free (line);
    else
        VEC_PUSH (*v, line);
}

void
outcome_assume (struct outcome *o, const char *assumption)
{
    assert (assumption);
    strings_add (&o->assumes, assumption);
}

void
outcome_checked (struct outcome *o, const char *what)
{
    assert (what);
    strings_add (&o->checked, what);
}

void
outcome_unchecked (struct outcome *o, const char *what)
{
    assert (what);
    strings_add (&o->unchecked, what);
}

void
outcome_invariant (struct outcome *o, struct place place, const char *function,
                   const char *value)
{
    assert (place.file && function && value);
    struct outcome_invariant new = {.file = memory_string (place.file),
                                    .function = memory_string (function),
                                    .value = memory_string (value),
                                    .line = place.line,
                                    .column = place.column};
    VEC_PUSH (o->invariant, new);
}

void
outcome_global (struct outcome *o, const char *name)
{
    assert (name && *name);
    VEC_PUSH (o->global, memory_string (name));
}

void
outcome_source (struct outcome *o, const char *name, const char *path)
{
    assert (name && path);
    for (size_t i = 0; i < o->source.size; i++)
        if (!strcmp (o->source.at[i].name, name))
            return;
    struct outcome_source source = {memory_string (name), memory_string (path)};
    VEC_PUSH (o->source, source);
}

void
outcome_establish (struct outcome *o, const char *line)
{
    assert (line);
    strings_add (&o->established, line);
}

void
outcome_wrote (struct outcome *o, const char *key, const char *path)
{
    assert (key && path);
    struct text t;
    text_init (&t);
    text_print (&t, "%s: %s", key, path);
    strings_add (&o->files, text_view (&t));
    text_clear (&t);
}

int
outcome_exit (const struct outcome *o)
{
    return o->verdict == VERDICT_SAFE     ? 0
           : o->verdict == VERDICT_UNSAFE ? 10
                                          : 5;
}

const char *
verdict_name (enum verdict verdict)
{
    return verdict == VERDICT_SAFE     ? "SAFE"
           : verdict == VERDICT_UNSAFE ? "UNSAFE"
                                       : "UNKNOWN";
}

const char *
outcome_verdict (const struct outcome *o)
{
    return verdict_name (o->verdict);
}

void
outcome_judge (struct outcome *o, const char *name, enum verdict verdict)
{
    assert (name);
    struct outcome_judged judged = {line_copy (name, strlen (name)), verdict};
    VEC_PUSH (o->judged, judged);
}

unsigned
outcome_counts (const struct outcome *o)
{
    return !o->engine ? COUNT_CEGAR
           : !strncmp (o->engine, "bounded", 7)
                   || !strcmp (o->engine, "auto (bounded)")
               ? COUNT_BOUNDED
           : !strncmp (o->engine, "explore", 7)
                   || !strncmp (o->engine, "ctl", 3)
               ? COUNT_EXPLORE
               : COUNT_CEGAR;
}

/* ---- reading lines back */

#define COUNTER_ROW(class, name, help) \
    {#name, offsetof (struct counters, name)},

static const struct counter_row {
    const char *name;
    size_t offset;
} counter_rows[] = {COUNTERS (COUNTER_ROW)};

static bool
hear_counter (struct counters *c, const char *key, const char *value)
{
    unsigned long long number;
    int used = 0;
    if (sscanf (value, "%llu%n", &number, &used) != 1 || value[used])
        return false;
    for (size_t i = 0; i < sizeof counter_rows / sizeof counter_rows[0]; i++)
        if (!strcmp (counter_rows[i].name, key)) {
            *(uint64_t *) ((char *) c + counter_rows[i].offset) = number;
            return true;
        }
    return false;
}

static enum verdict
hear_verdict (const char *value)
{
    return !strcmp (value, "SAFE")     ? VERDICT_SAFE
           : !strcmp (value, "UNSAFE") ? VERDICT_UNSAFE
                                       : VERDICT_UNKNOWN;
}

/* "NAME VERDICT", to be taken apart. */
static void
hear_judged (struct outcome *o, char *value)
{
    char *blank = strrchr (value, ' ');
    if (!blank)
        return;
    *blank = 0;
    outcome_judge (o, value, hear_verdict (blank + 1));
}

/* "ONE, TWO, THREE", to be taken apart. */
static void
hear_list (struct vec_string *list, char *value)
{
    for (char *next; value; value = next) {
        next = strstr (value, ", ");
        if (next) {
            *next = 0;
            next += 2;
        }
        strings_add (list, value);
    }
}

/* `line` is "key: value", to be taken apart in place. */
static void
hear_line (struct outcome *o, char *line)
{
    char *value = strstr (line, ": ");
    if (!value) {
        outcome_establish (o, line);
        return;
    }
    *value = 0;
    value += 2;
    if (!strcmp (line, "verdict"))
        o->verdict = hear_verdict (value);
    else if (!strcmp (line, "property"))
        hear_judged (o, value);
    else if (!strcmp (line, "expected"))
        o->expected = !strcmp (value, "true") ? "true" : "false";
    else if (!strcmp (line, "reason")) {
        memory_free (o->reason);
        o->reason = memory_string (value);
    } else if (!strcmp (line, "checked"))
        hear_list (&o->checked, value);
    else if (!strcmp (line, "not checked"))
        hear_list (&o->unchecked, value);
    else if (!strcmp (line, "assumes"))
        outcome_assume (o, value);
    else if (!strcmp (line, "engine")) {
        memory_free (o->heard_engine);
        o->engine = o->heard_engine = memory_string (value);
    } else if (!strcmp (line, "predictable"))
        o->unpredictable = !strcmp (value, "no");
    else if (!strcmp (line, "digest"))
        digest_parse (value, &o->digest);
    else if (!strcmp (line, "established"))
        outcome_establish (o, value);
    else if (!strcmp (line, "witness") || !strcmp (line, "run")
             || !strcmp (line, "html") || !strcmp (line, "harness"))
        outcome_wrote (o, line, value);
    else if (!hear_counter (&o->counters, line, value)) {
        value[-2] = ':';
        outcome_establish (o, line);
    }
}

void
outcome_hear (struct outcome *o, const char *lines)
{
    while (*lines) {
        size_t size = strcspn (lines, "\n");
        if (size) {
            char *line = line_copy (lines, size);
            hear_line (o, line);
            memory_free (line);
        }
        lines += size + (lines[size] == '\n');
    }
}

/* The field that begins here; null if it is empty. */
static char *
hear_field (const char **at)
{
    size_t size = strcspn (*at, "\t\n");
    char *field = size ? line_copy (*at, size) : NULL;
    *at += size + ((*at)[size] == '\t');
    return field;
}

static char *
hear_text (const char **at)
{
    char *field = hear_field (at);
    return field ? field : memory_string ("");
}

static unsigned long
hear_number (const char **at)
{
    unsigned long number = strtoul (*at, NULL, 10);
    memory_free (hear_field (at));
    return number;
}

static enum step_kind
hear_kind (struct outcome *o, const char **at)
{
    char *word = hear_text (at), *fault = strchr (word, ' ');
    enum step_kind kind = STEP_FAULT;
    if (fault) {
        *fault = 0;
        outcome_fault (o, fault + 1);
    }
    while (kind > STEP_PLAIN && strcmp (word, step_kind_name (kind)))
        kind--;
    memory_free (word);
    return kind;
}

/* In the order of outcome_trace; what a line does not have is nothing. */
void
outcome_hear_trace (struct outcome *o, const char *lines)
{
    while (*lines) {
        struct outcome_step step = {.place = hear_text (&lines)};
        step.what = hear_text (&lines);
        step.values = hear_text (&lines);
        step.folded = hear_number (&lines);
        step.thread = hear_field (&lines);
        step.kind = hear_kind (o, &lines);
        step.told_whole = hear_number (&lines);
        step.depth = (uint32_t) hear_number (&lines);
        step.function = hear_field (&lines);
        step.node = hear_field (&lines);
        step.again = hear_number (&lines);
        lines += strcspn (lines, "\n");
        lines += *lines == '\n';
        VEC_PUSH (o->trace, step);
    }
}

void
artefact_keep (const char *dir, const char *name, const char *data)
{
    struct text path;
    text_init (&path);
    text_print (&path, "%s%s%s", dir ? dir : "", dir ? "/" : "cohort-", name);
    if (text_save (text_view (&path), data, strlen (data)))
        fprintf (stderr, "cohort: see %s\n", text_view (&path));
    text_clear (&path);
}
