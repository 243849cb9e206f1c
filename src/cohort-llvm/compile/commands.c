/* commands.c -- flags from a compilation database.
 *
 * JSON is YAML, so the reader of YAML reads it.  An entry has `arguments`, a
 * list, or `command`, a line for the shell. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/yaml.h"
#include "cohort-llvm/compile/compile.h"

static const char *
joined (struct arena *arena, const char *a, const char *b)
{
    struct text t;
    text_init (&t);
    text_add (&t, a);
    text_add (&t, b);
    const char *result = arena_string (arena, text_view (&t));
    text_clear (&t);
    return result;
}

static const char *
absolute (struct arena *arena, const char *directory, const char *path)
{
    return path[0] == '/' || !directory
               ? arena_string (arena, path)
               : joined (arena, joined (arena, directory, "/"), path);
}

/* A word of a shell's line: quotes and backslashes, nothing else.  Null: the
 * end. */
static const char *
word_next (struct arena *arena, const char **at)
{
    const char *c = *at + strspn (*at, " \t\n");
    if (!*c)
        return NULL;
    struct text word;
    text_init (&word);
    char quote = 0;
    for (; *c && (quote || !strchr (" \t\n", *c)); c++) {
        if (*c == quote)
            quote = 0;
        else if (!quote && (*c == '"' || *c == '\''))
            quote = *c;
        else if (*c == '\\' && quote != '\'' && c[1])
            text_char (&word, *++c);
        else
            text_char (&word, *c);
    }
    *at = c;
    const char *result = arena_string (arena, text_view (&word));
    text_clear (&word);
    return result;
}

struct prefix {
    const char *text;
    bool path;     /* its value is a name of a file */
    bool separate; /* its value may be the next word */
};

static const struct prefix prefixes[] = {
    {"-isystem", true, true}, {"-include", true, true}, {"-iquote", true, true},
    {"-std=", false, false},  {"-I", true, true},       {"-D", false, true},
    {"-U", false, true},
};

static const struct prefix *
prefix_of (const char *word)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp (word, prefixes[i].text, strlen (prefixes[i].text)))
            return &prefixes[i];
    return NULL;
}

/* Takes word `i` of the command if it is wanted; gives the next index. */
static size_t
flag_take (struct commands *c, struct command *to, const struct vec_flag *word,
           size_t i, const char *directory)
{
    const struct prefix *p = prefix_of (word->at[i]);
    if (!p)
        return i + 1;
    const char *value = word->at[i] + strlen (p->text);
    bool next = !*value && p->separate && i + 1 < word->size;
    if (next)
        value = word->at[i + 1];
    if (p->path)
        value = absolute (&c->arena, directory, value);
    if (*value)
        VEC_PUSH (to->flag, joined (&c->arena, p->text, value));
    return i + 1 + next;
}

static void
words_of (struct commands *c, const struct yaml_node *entry,
          struct vec_flag *word)
{
    const struct yaml_node *list = yaml_find (entry, "arguments");
    const char *line = yaml_string (entry, "command"), *next;
    if (list && list->kind == YAML_KIND_LIST) {
        for (size_t i = 0; i < list->children; i++)
            if (list->child[i]->text)
                VEC_PUSH (*word,
                          arena_string (&c->arena, list->child[i]->text));
    } else if (line)
        while ((next = word_next (&c->arena, &line)))
            VEC_PUSH (*word, next);
}

static bool
entry_read (struct commands *c, const struct yaml_node *entry, const char *file,
            struct problem *problem)
{
    const char *name = yaml_string (entry, "file");
    const char *directory = yaml_string (entry, "directory");
    if (!name)
        return problem_set (problem, yaml_place (entry, file),
                            "an entry without \"file\"");
    struct command command = {.path = absolute (&c->arena, directory, name)};
    struct vec_flag word = {0};
    words_of (c, entry, &word);
    for (size_t i = 1; i < word.size;)
        i = flag_take (c, &command, &word, i, directory);
    VEC_CLEAR (word);
    VEC_PUSH (c->list, command);
    return true;
}

bool
commands_read (struct commands *c, const char *file, struct problem *problem)
{
    *c = (struct commands) {0};
    arena_init (&c->arena);
    size_t size;
    struct yaml yaml;
    struct place place = {.file = file};
    char *text = text_file (file, &size);
    if (!text)
        return problem_set (problem, place, "%s", strerror (errno));
    bool good = yaml_read (&yaml, text, size, file, problem);
    memory_free (text);
    if (!good)
        return false;
    if (yaml.root->kind != YAML_KIND_LIST)
        good = problem_set (problem, place, "is no list of commands");
    for (size_t i = 0; good && i < yaml.root->children; i++)
        good = entry_read (c, yaml.root->child[i], file, problem);
    yaml_clear (&yaml);
    return good;
}

static bool
same_file (const char *a, const char *b)
{
    char *one = realpath (a, NULL), *other = realpath (b, NULL);
    bool same = one && other ? !strcmp (one, other) : !strcmp (a, b);
    free (one);
    free (other);
    return same;
}

const struct command *
commands_find (const struct commands *c, const char *file)
{
    assert (file);
    for (size_t i = 0; i < c->list.size; i++)
        if (same_file (c->list.at[i].path, file))
            return &c->list.at[i];
    return NULL;
}

void
commands_clear (struct commands *c)
{
    for (size_t i = 0; i < c->list.size; i++)
        VEC_CLEAR (c->list.at[i].flag);
    VEC_CLEAR (c->list);
    arena_clear (&c->arena);
}
