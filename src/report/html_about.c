/* html_about.c -- how the run was made, and how to make it again: see html_internal.h. */
#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "base/options.h"
#include "report/html_internal.h"

/* `key: value` lines, taken apart. */
struct about_line {
    char *key, *value;
};
struct vec_about VEC (struct about_line);

static void
about_read (const char *lines, struct vec_about *list)
{
    while (lines && *lines) {
        size_t size = strcspn (lines, "\n");
        const char *colon = memchr (lines, ':', size);
        if (colon && colon + 1 < lines + size + 1) {
            struct text key, value;
            const char *from = colon + 1 + (colon[1] == ' ');
            text_init (&key);
            text_init (&value);
            text_add_n (&key, lines, (size_t) (colon - lines));
            if (from < lines + size)
                text_add_n (&value, from, (size_t) (lines + size - from));
            struct about_line line = {text_take (&key), text_take (&value)};
            VEC_PUSH (*list, line);
        }
        lines += size + (lines[size] == '\n');
    }
}

static void
about_clear (struct vec_about *list)
{
    for (size_t i = 0; i < list->size; i++) {
        memory_free (list->at[i].key);
        memory_free (list->at[i].value);
    }
    VEC_CLEAR (*list);
}

static const char *
about_value (const struct vec_about *list, const char *key)
{
    for (size_t i = 0; i < list->size; i++)
        if (!strcmp (list->at[i].key, key))
            return list->at[i].value;
    return NULL;
}

static void
about_defaults (struct vec_about *list)
{
    struct options o;
    struct text t;
    options_init (&o);
    text_init (&t);
    options_semantic (&o, &t);
    about_read (text_view (&t), list);
    text_clear (&t);
    options_clear (&o);
}

/* An option that was given, as far as can be seen. */
static bool
is_given (const struct about_line *l, const struct vec_about *defaults)
{
    const char *value = about_value (defaults, l->key);
    return value ? strcmp (value, l->value) != 0 : !strcmp (l->key, "flags");
}

/* As a word of a shell. */
static void
shell_word (const char *word, struct text *t)
{
    if (*word
        && strspn (word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                         "XYZ0123456789_-+=./,:@%")
               == strlen (word)) {
        text_add (t, word);
        return;
    }
    text_char (t, '\'');
    for (; *word; word++)
        if (*word == '\'')
            text_add (t, "'\\''");
        else
            text_char (t, *word);
    text_char (t, '\'');
}

static void
command_option (const struct about_line *l, const struct vec_about *defaults,
                struct text *t)
{
    const char *was = about_value (defaults, l->key);
    struct text word;
    text_init (&word);
    if (!strcmp (l->key, "flags"))
        text_print (t, " %s", l->value);
    else if (was && !strcmp (was, "no") && !strcmp (l->value, "yes"))
        text_print (t, " --%s", l->key);
    else {
        text_print (&word, "--%s=%s", l->key, l->value);
        text_char (t, ' ');
        shell_word (text_view (&word), t);
    }
    text_clear (&word);
}

static void
about_command (const struct vec_about *given, const struct vec_about *defaults,
               const struct html_subject *s, struct text *t)
{
    struct text command;
    text_init (&command);
    text_add (&command, "cohort");
    for (size_t i = 0; i < given->size; i++)
        command_option (&given->at[i], defaults, &command);
    for (size_t i = 0; i < s->input_count; i++) {
        text_char (&command, ' ');
        shell_word (s->inputs[i], &command);
    }
    if (!s->input_count) {
        text_char (&command, ' ');
        shell_word (s->input, &command);
    }
    text_add (t, "<h2>Once more</h2>\n<p>The same check gives this verdict, "
                 "counterexample and digest again, with any number of "
                 "workers:</p>\n<pre class=\"wrap\" tabindex=\"0\">");
    html_string (t, text_view (&command));
    text_add (t, "</pre>\n");
    text_clear (&command);
}

static void
about_table (const struct vec_about *list, struct text *t)
{
    text_add (t, "<table><tbody>\n");
    for (size_t i = 0; i < list->size; i++) {
        text_add (t, "<tr>");
        html_cell (t, "th", NULL, list->at[i].key);
        html_cell (t, "td", "code", list->at[i].value);
        text_add (t, "</tr>\n");
    }
    text_add (t, "</tbody></table>\n");
}

void
html_about (const struct outcome *o, const struct html_subject *s,
            struct text *t)
{
    (void) o;
    struct vec_about all = {0}, defaults = {0}, given = {0}, other = {0};
    about_read (s->about, &all);
    about_defaults (&defaults);
    for (size_t i = 0; i < all.size; i++)
        if (is_given (&all.at[i], &defaults) && *all.at[i].value)
            VEC_PUSH (given, all.at[i]);
        else if (*all.at[i].value)
            VEC_PUSH (other, all.at[i]);
    about_command (&given, &defaults, s, t);
    if (given.size) {
        text_add (t, "<h2>Options</h2>\n");
        about_table (&given, t);
    }
    if (other.size) {
        text_add (t, "<details><summary>All that the result depends on"
                     "</summary>\n");
        about_table (&other, t);
        text_add (t, "</details>\n");
    }
    about_clear (&all);
    about_clear (&defaults);
    VEC_CLEAR (given);
    VEC_CLEAR (other);
}
