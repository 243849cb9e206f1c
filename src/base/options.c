/* options.c -- see options.h. */
#include "base/options.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/option_rows.h"
#include "base/text.h"

#define WORD_ANY(value, name) {name, FOR_ALL},
#define WORD_ONLY(value, name, inputs) {name, inputs},
#define WORDS(class, inputs, field, name, value, words, help) \
    const struct option_word option_##field##_words[] = {     \
        words (WORD_ANY, WORD_ONLY){NULL, 0}};                \
    _Static_assert (sizeof (enum option_##field) == sizeof (unsigned), #field);

OPTIONS (OPTION_NONE, OPTION_NONE, WORDS, OPTION_NONE, OPTION_NONE)

#define ROW(kind_, class_, inputs_, field, name_, help_, ...) \
    {.kind = kind_,                                           \
     .class = CLASS_##class_,                                 \
     .inputs = inputs_,                                       \
     .offset = offsetof (struct options, field),              \
     .name = name_,                                           \
     .help = help_,                                           \
     __VA_ARGS__},
#define WORD_BAR(value, name) "|" name
#define ONLY_BAR(value, name, inputs) "|" name
#define ROW_NUMBER(class, inputs, field, name, value, from, to, help)    \
    ROW (KIND_NUMBER, class, inputs, field, name, help, .number = value, \
         .least = from, .most = to)
#define ROW_AUTO(class, inputs, field, name, to, help)              \
    ROW (KIND_NUMBER, class, inputs, field, name, help, .most = to, \
         .word = "auto")
#define ROW_WORD(class, inputs, field, name, value, list, help)        \
    ROW (KIND_WORD, class, inputs, field, name, help, .number = value, \
         .what = &(list (WORD_BAR, ONLY_BAR))[1],                      \
         .words = option_##field##_words)
#define ROW_TEXT(class, inputs, field, name, text, help) \
    ROW (KIND_TEXT, class, inputs, field, name, help, .what = text)
#define ROW_FLAG(class, inputs, field, name, help) \
    ROW (KIND_FLAG, class, inputs, field, name, help, .what = NULL)

const struct option_row option_rows[] = {
    OPTIONS (ROW_NUMBER, ROW_AUTO, ROW_WORD, ROW_TEXT, ROW_FLAG)};
enum { ROWS = sizeof option_rows / sizeof option_rows[0] };
const size_t option_rows_count = ROWS;

static void *
option_field (const struct option_row *row, struct options *o)
{
    return (char *) o + row->offset;
}

void
options_init (struct options *o)
{
    *o = (struct options) {0};
    for (const struct option_row *row = option_rows; row < option_rows + ROWS;
         row++)
        if (row->kind == KIND_NUMBER)
            *(uint64_t *) option_field (row, o) = row->number;
        else if (row->kind == KIND_WORD)
            *(unsigned *) option_field (row, o) = (unsigned) row->number;
}

void
options_clear (struct options *o)
{
    memory_free (o->file);
    for (size_t i = 0; i < o->flags; i++)
        memory_free ((void *) (uintptr_t) o->flag[i]); /* our own */
    memory_free (o->flag);
    *o = (struct options) {0};
}

static bool
option_unknown (const char *name, struct problem *p)
{
    const char *near = NULL;
    size_t best = 3;
    for (const struct option_row *row = option_rows; row < option_rows + ROWS;
         row++) {
        size_t d = text_distance (name, row->name);
        /* Of two letters nothing is near to both. */
        bool alike = d < strlen (name) && d < strlen (row->name);
        if (row->class != CLASS_HIDDEN && alike && d < best) {
            best = d;
            near = row->name;
        }
    }
    if (near)
        return problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                                "unknown option --%s; did you mean --%s?", name,
                                near);
    return problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                            "unknown option --%s; see cohort --help", name);
}

static bool
option_set (const struct option_row *row, struct options *o, const char *value,
            struct problem *p)
{
    void *field = option_field (row, o);
    const struct place nowhere = {0};
    if (row->kind == KIND_FLAG) {
        if (value)
            return problem_of_kind (p, PROBLEM_USAGE, nowhere,
                                    "--%s takes no value", row->name);
        *(bool *) field = true;
        return true;
    }
    if (!value || !*value)
        return problem_of_kind (
            p, PROBLEM_USAGE, nowhere, "--%s needs a value: --%s=%s", row->name,
            row->name, row->kind == KIND_NUMBER ? "N" : row->what);
    if (row->kind == KIND_TEXT) {
        *(const char **) field = value;
        return true;
    }
    if (row->kind == KIND_WORD) {
        unsigned word = 0;
        while (row->words[word].name && strcmp (row->words[word].name, value))
            word++;
        if (!row->words[word].name)
            return problem_of_kind (p, PROBLEM_USAGE, nowhere,
                                    "--%s=%s: must be one of %s", row->name,
                                    value, row->what);
        *(unsigned *) field = word;
        return true;
    }
    if (row->word && !strcmp (value, row->word)) {
        *(uint64_t *) field = 0;
        return true;
    }
    char *end;
    unsigned long long number = strtoull (value, &end, 10);
    if (!isdigit ((unsigned char) *value) || *end || number < row->least
        || number > row->most)
        return problem_of_kind (
            p, PROBLEM_USAGE, nowhere,
            "--%s=%s: must be a number from %llu to %llu", row->name, value,
            (unsigned long long) row->least, (unsigned long long) row->most);
    *(uint64_t *) field = number;
    return true;
}

/* ---- the compiler's flags */

/* How a flag begins, and whether its value may be, or is, the next word. */
static const struct {
    const char *name;
    bool joined, apart;
} compiler_flags[] = {
    {"-isystem", false, true}, {"-include", false, true},
    {"-std=", true, false},    {"-I", true, true},
    {"-D", true, true},        {"-U", true, true},
};

/* How many words at `argv` are such a flag with its value; 0: none. */
static int
flag_words (int left, char **argv, struct problem *p)
{
    for (size_t i = 0; i < sizeof compiler_flags / sizeof *compiler_flags;
         i++) {
        const char *name = compiler_flags[i].name;
        if (strncmp (argv[0], name, strlen (name)))
            continue;
        if (argv[0][strlen (name)])
            return compiler_flags[i].joined;
        if (compiler_flags[i].apart && left > 1)
            return 2;
        problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                         "%s needs a value", name);
        return 0;
    }
    return 0;
}

/* One word, so that no value stands alone: a compiler would read options from
 * the file that it names if it begins with `@`. */
static char *
flag_join (const char *name, const char *value)
{
    struct text word;
    text_init (&word);
    text_add (&word, name);
    text_add (&word, value);
    return text_take (&word);
}

static bool
option_short (struct options *o, int left, char **argv, int *used,
              struct problem *p)
{
    const char *arg = argv[0];
    int words = flag_words (left, argv, p);
    if (words)
        o->flag[o->flags++] = flag_join (arg, words > 1 ? argv[1] : "");
    *used = words;
    if (words || p->kind)
        return words;
    if (!strcmp (arg, "-m32") || !strcmp (arg, "-m64"))
        return problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                                "unknown option %s; did you mean --%s?", arg,
                                arg + 2);
    return problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                            "unknown option %s; see cohort --help", arg);
}

bool
options_parse (struct options *o, int argc, char **argv, struct problem *p)
{
    o->file = NEW_ARRAY (const char *, (size_t) argc + 1);
    o->flag = NEW_ARRAY (const char *, (size_t) argc + 1);
    bool only_files = false;
    for (int i = 0; i < argc; i++) {
        const char *arg = argv[i];
        if (only_files || arg[0] != '-' || !arg[1]) {
            o->file[o->files++] = arg;
            continue;
        }
        if (!strcmp (arg, "--")) {
            only_files = true;
            continue;
        }
        if (!strcmp (arg, "--help") || !strcmp (arg, "-h")) {
            o->help = true;
            continue;
        }
        if (!strcmp (arg, "--version")) {
            o->version = true;
            continue;
        }
        if (arg[1] != '-') {
            int used;
            if (!option_short (o, argc - i, argv + i, &used, p))
                return false;
            i += used - 1;
            continue;
        }
        const char *equals = strchr (arg, '=');
        size_t size = equals ? (size_t) (equals - arg - 2) : strlen (arg + 2);
        const struct option_row *row = option_rows;
        while (row < option_rows + ROWS
               /* A name that is shorter differs before its end. */
               && (strncmp (row->name, arg + 2, size) /* NOLINT(*-result) */
                   || row->name[size]))
            row++;
        if (row == option_rows + ROWS) {
            char *name = memory_copy (arg + 2, size + 1);
            name[size] = 0;
            option_unknown (name, p);
            memory_free (name);
            return false;
        }
        const char *value = equals ? equals + 1 : NULL;
        /* `--run DIR` is `--run=DIR`. */
        if (!value && row->kind != KIND_FLAG && i + 1 < argc
            && argv[i + 1][0] != '-')
            value = argv[++i];
        if (!option_set (row, o, value, p))
            return false;
    }
    return true;
}

/* One line, from which the words can be told again. */
static void
semantic_flags (const struct options *o, struct text *t)
{
    text_add (t, "flags:");
    for (size_t i = 0; i < o->flags; i++) {
        text_char (t, ' ');
        for (const char *at = o->flag[i]; *at; at++) {
            if (*at == ' ' || *at == '\\' || *at == '\n')
                text_char (t, '\\');
            text_char (t, *at == '\n' ? 'n' : *at);
        }
    }
    if (!o->flags)
        text_char (t, ' ');
    text_char (t, '\n');
}

void
options_semantic (const struct options *o, struct text *t)
{
    for (const struct option_row *row = option_rows; row < option_rows + ROWS;
         row++) {
        if (row->class != CLASS_SEMANTIC)
            continue;
        const char *field = (const char *) o + row->offset;
        text_print (t, "%s: ", row->name);
        if (row->kind == KIND_NUMBER)
            text_print (t, "%llu\n",
                        (unsigned long long) *(const uint64_t *) field);
        else if (row->kind == KIND_FLAG)
            text_add (t, *(const bool *) field ? "yes\n" : "no\n");
        else if (row->kind == KIND_WORD)
            text_print (t, "%s\n", row->words[*(const unsigned *) field].name);
        else {
            const char *value = *(const char *const *) field;
            text_print (t, "%s\n", value ? value : "");
        }
    }
    semantic_flags (o, t);
}

/* ---- for which inputs */

static bool
option_given (const struct option_row *row, const struct options *o)
{
    const void *field = (const char *) o + row->offset;
    return row->kind == KIND_NUMBER ? *(const uint64_t *) field != row->number
           : row->kind == KIND_WORD ? *(const unsigned *) field != row->number
           : row->kind == KIND_TEXT ? *(const char *const *) field != NULL
                                    : *(const bool *) field;
}

bool
options_fit (const struct options *o, unsigned inputs, struct text *given)
{
    assert (inputs && !(inputs & ~(unsigned) FOR_ALL));
    for (const struct option_row *row = option_rows; row < option_rows + ROWS;
         row++) {
        const struct option_word *word = NULL;
        if (!option_given (row, o))
            continue;
        if (row->kind == KIND_WORD)
            word = &row->words[*(const unsigned *) ((const char *) o
                                                    + row->offset)];
        if ((row->inputs & inputs || !(row->inputs & FOR_ONLY))
            && (!word || word->inputs & inputs))
            continue;
        text_print (given, "--%s%s%s", row->name, word ? "=" : "",
                    word ? word->name : "");
        return false;
    }
    if (!o->flags || inputs & FOR_CSOURCE)
        return true;
    text_add (given, o->flag[0]);
    return false;
}

unsigned
option_inputs (const char *name)
{
    for (const struct option_row *row = option_rows; row < option_rows + ROWS;
         row++)
        if (!strcmp (row->name, name))
            return row->inputs;
    return 0;
}
