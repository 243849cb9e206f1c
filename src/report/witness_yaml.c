/* witness_yaml.c -- see witness_yaml.h. */
#include "report/witness_yaml.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/build.h"
#include "base/json.h"
#include "base/sha256.h"

static const struct {
    const char *check, *specification;
} specifications[] = {
    {"unreach-call", "G ! call(reach_error())"},
    {"no-overflow", "G ! overflow"},
    {"valid-deref", "G valid-deref"},
    {"valid-free", "G valid-free"},
    {"valid-memtrack", "G valid-memtrack"},
    {"valid-memcleanup", "G valid-memcleanup"},
    {"no-data-race", "G ! data-race"},
};

bool
witness_is_yaml (const char *name)
{
    const char *dot = strrchr (name, '.');
    return dot && (!strcmp (dot, ".yml") || !strcmp (dot, ".yaml"));
}

const char *
witness_specification (const char *check)
{
    assert (check);
    for (size_t i = 0; i < sizeof specifications / sizeof *specifications; i++)
        if (!strcmp (specifications[i].check, check))
            return specifications[i].specification;
    return NULL;
}

/* ---- where a call ends */

static const char *
source_at (const char *source, const char *end, struct place place)
{
    for (unsigned line = 1; line < place.line; line++) {
        const char *next = memchr (source, '\n', (size_t) (end - source));
        if (!next)
            return NULL;
        source = next + 1;
    }
    const char *stop = memchr (source, '\n', (size_t) (end - source));
    size_t size = (size_t) ((stop ? stop : end) - source);
    return place.column && place.column <= size ? source + place.column - 1
                                                : NULL;
}

bool
witness_call_end (const char *source, size_t size, const char *function,
                  struct place *place)
{
    assert (source && function && place);
    const char *end = source + size, *at = source_at (source, end, *place);
    size_t length = strlen (function);
    if (!at || (size_t) (end - at) <= length || memcmp (at, function, length))
        return false;
    struct place now = *place;
    unsigned depth = 0;
    for (size_t i = 0; at + i < end && i < 4096; i++, now.column++) {
        char c = at[i];
        if (i >= length && !depth && !strchr ("( \t\n", c))
            return false; /* another name, or no call */
        depth += c == '(';
        if (c == ')' && !--depth) {
            *place = now;
            return true;
        }
        if (c == '\n') {
            now.line++;
            now.column = 0;
        }
        if (c == '"' || c == '\'')
            return false; /* no literals in the arguments: too clever */
    }
    return false;
}

/* ---- metadata */

static void
add_field (struct text *out, const char *indent, const char *key,
           const char *value)
{
    text_print (out, "%s%s: ", indent, key);
    json_string (out, value);
    text_char (out, '\n');
}

static void
add_time (struct text *out)
{
    const char *epoch = getenv ("SOURCE_DATE_EPOCH");
    time_t seconds = epoch ? (time_t) strtoll (epoch, NULL, 10) : 0;
    struct tm tm;
    char line[64];
    if (!gmtime_r (&seconds, &tm))
        memset (&tm, 0, sizeof tm);
    strftime (line, sizeof line, "%Y-%m-%dT%H:%M:%SZ", &tm);
    add_field (out, "    ", "creation_time", line);
}

static bool
add_hashes (struct text *out, const struct witness_task *task,
            struct problem *problem)
{
    text_add (out, "      input_files:\n");
    for (size_t i = 0; i < task->files; i++) {
        text_add (out, "        - ");
        json_string (out, task->file[i]);
        text_char (out, '\n');
    }
    text_add (out, "      input_file_hashes:\n");
    for (size_t i = 0; i < task->files; i++) {
        size_t size;
        char *data = text_file (task->file[i], &size);
        char hash[SHA256_TEXT];
        if (!data)
            return problem_of_kind (problem, PROBLEM_RESOURCE,
                                    (struct place) {task->file[i], 0, 0}, "%s",
                                    strerror (errno));
        sha256_print (data, size, hash);
        memory_free (data);
        text_add (out, "        ");
        json_string (out, task->file[i]);
        text_print (out, ": \"%s\"\n", hash);
    }
    return true;
}

static bool
add_task (struct text *out, const struct witness_task *task,
          struct problem *problem)
{
    text_add (out, "    task:\n");
    if (!add_hashes (out, task, problem))
        return false;
    add_field (out, "      ", "specification", task->specification);
    add_field (out, "      ", "data_model",
               task->bits == 32 ? "ILP32" : "LP64");
    add_field (out, "      ", "language", "C");
    return true;
}

/* Version 8 of RFC 9562: made by the application's own rule. */
static void
add_uuid (struct text *out, const struct text *of)
{
    char hash[SHA256_TEXT];
    sha256_print (text_view (of), of->size, hash);
    hash[12] = '8';
    hash[16] = 'a';
    text_print (out, "    uuid: \"%.8s-%.4s-%.4s-%.4s-%.12s\"\n", hash,
                hash + 8, hash + 12, hash + 16, hash + 20);
}

static bool
add_entry (struct text *out, const char *type, const char *version,
           const struct witness_task *task, const struct text *content,
           struct problem *problem)
{
    struct text about, all;
    text_init (&about);
    text_init (&all);
    bool good = add_task (&about, task, problem);
    if (good) {
        text_add (&all, text_view (&about));
        text_add (&all, text_view (content));
        text_print (out,
                    "- entry_type: \"%s\"\n"
                    "  metadata:\n"
                    "    format_version: \"%s\"\n",
                    type, version);
        add_uuid (out, &all);
        add_time (out);
        text_add (out, "    producer:\n");
        add_field (out, "      ", "name", "cohort");
        add_field (out, "      ", "version", build_name);
        text_add (out, text_view (&about));
        text_add (out, "  content:");
        text_add (out, content->size ? "\n" : " []\n");
        text_add (out, text_view (content));
    }
    text_clear (&about);
    text_clear (&all);
    return good;
}

/* ---- content */

static void
add_place (struct text *out, const char *indent, struct place place,
           const char *function)
{
    text_print (out, "%slocation:\n", indent);
    text_print (out, "%s  file_name: ", indent);
    json_string (out, place.file ? place.file : "");
    text_print (out, "\n%s  line: %u\n", indent, place.line);
    if (place.column)
        text_print (out, "%s  column: %u\n", indent, place.column);
    if (function) {
        text_print (out, "%s  function: ", indent);
        json_string (out, function);
        text_char (out, '\n');
    }
}

static void
add_waypoint (struct text *out, const struct witness_waypoint *w)
{
    static const char *const type[] = {"assumption", "branching",
                                       "function_enter", "function_return",
                                       "target"};
    static const char *const format[] = {"c_expression", NULL, NULL,
                                         "ext_c_expression", NULL};
    text_print (out,
                "%s        - waypoint:\n"
                "            type: \"%s\"\n"
                "            action: \"%s\"\n",
                w->beside ? "" : "    - segment:\n", type[w->type],
                w->avoid ? "avoid" : "follow");
    if (w->value) {
        text_add (out, "            constraint:\n");
        add_field (out, "              ", "value", w->value);
        if (format[w->type])
            add_field (out, "              ", "format", format[w->type]);
    }
    add_place (out, "            ", w->place, w->function);
    if (w->thread)
        text_print (out, "            thread_id: %u\n", w->thread - 1);
}

bool
witness_write_violation (struct text *out, const struct witness_task *task,
                         const struct vec_waypoint *waypoint,
                         struct problem *problem)
{
    assert (waypoint->size && VEC_LAST (*waypoint).type == WAYPOINT_TARGET);
    struct text content;
    text_init (&content);
    for (size_t i = 0; i < waypoint->size; i++)
        add_waypoint (&content, &waypoint->at[i]);
    const char *version = VEC_LAST (*waypoint).thread ? "2.2" : "2.0";
    bool good =
        add_entry (out, "violation_sequence", version, task, &content, problem);
    text_clear (&content);
    return good;
}

bool
witness_write_invariants (struct text *out, const struct witness_task *task,
                          const struct vec_invariant *invariant,
                          struct problem *problem)
{
    struct text content;
    text_init (&content);
    for (size_t i = 0; i < invariant->size; i++) {
        const struct witness_invariant *v = &invariant->at[i];
        text_print (&content,
                    "    - invariant:\n"
                    "        type: \"%s\"\n",
                    v->at_location ? "location_invariant" : "loop_invariant");
        add_place (&content, "        ", v->place, v->function);
        add_field (&content, "        ", "value", v->value);
        add_field (&content, "        ", "format", "c_expression");
    }
    bool good =
        add_entry (out, "invariant_set", "2.0", task, &content, problem);
    text_clear (&content);
    return good;
}
