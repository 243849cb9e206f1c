/* c_ask.c -- see c_ask.h. */
#include "frontend/task/c_ask.h"

#include <errno.h>
#include <string.h>

#include "base/memory.h"

void
c_ask_clear (struct c_ask *a)
{
    task_clear (&a->task);
    VEC_CLEAR (a->file);
    text_clear (&a->checks);
    text_clear (&a->machine_only);
    text_clear (&a->undecided);
    memory_free (a->entry);
    *a = (struct c_ask) {0};
}

bool
c_ask_anything (const struct c_ask *a)
{
    return a->checks.size || a->machine_only.size;
}

/* ---- lists with commas */

bool
c_list_has (const char *list, const char *word, size_t size)
{
    for (const char *at = list; *at; at += strcspn (at, ","), at += *at == ',')
        if (strcspn (at, ",") == size && !strncmp (at, word, size))
            return true;
    return false;
}

static void
list_add (struct text *list, const char *word, size_t size)
{
    if (c_list_has (text_view (list), word, size))
        return;
    if (list->size)
        text_char (list, ',');
    text_add_n (list, word, size);
}

/* ---- --check */

static const struct {
    const char *word, *checks; /* null: only the C machine knows it */
} check_words[] = {
    {"assert", "unreach-call"},
    {"overflow", "no-overflow"},
    {"bounds", "valid-deref"},
    {"null", "valid-deref"},
    {"shift", "shift"},
    {"division", "division"},
    {"memory", "valid-deref,valid-free,valid-memtrack"},
    {"unreach-call", "unreach-call"},
    {"no-overflow", "no-overflow"},
    {"valid-deref", "valid-deref"},
    {"valid-free", "valid-free"},
    {"valid-memtrack", "valid-memtrack"},
    {"valid-memcleanup", "valid-memcleanup"},
    {"valid-memsafety", "valid-deref,valid-free,valid-memtrack"},
    {"access", "valid-deref"},
    {"free", "valid-free"},
    {"leak", "valid-memtrack,valid-memcleanup"},
    {"deadlock", NULL},
    {"uninit", NULL},
    {"race", NULL},
    {"lock", NULL},
    {"exception", NULL},
};
enum { CHECK_WORDS = sizeof check_words / sizeof *check_words };

static bool
check_unknown (const char *word, size_t size, struct problem *p)
{
    char *name = memory_copy (word, size + 1);
    name[size] = 0;
    const char *near = NULL;
    size_t best = 3;
    for (size_t i = 0; i < CHECK_WORDS; i++) {
        size_t d = text_distance (name, check_words[i].word);
        if (d < best && d < size) {
            best = d;
            near = check_words[i].word;
        }
    }
    problem_usage (p, "--check=%s: %s%s%s", name,
                   near ? "did you mean " : "for C there are ",
                   near ? near
                        : "assert, overflow, bounds, null, shift, division, "
                          "memory, deadlock, race, leak, uninit, lock, "
                          "exception, access, free",
                   near ? "?" : "");
    memory_free (name);
    return false;
}

static void
checks_add (struct text *list, const char *checks)
{
    for (const char *at = checks; *at;
         at += strcspn (at, ","), at += *at == ',')
        list_add (list, at, strcspn (at, ","));
}

static bool
ask_checks (struct c_ask *a, const char *list, struct problem *p)
{
    for (const char *at = list; *at; at += *at == ',') {
        size_t size = strcspn (at, ","), i = 0;
        while (i < CHECK_WORDS
               && (strncmp (check_words[i].word, at, size)
                   || check_words[i].word[size]))
            i++;
        if (i == CHECK_WORDS)
            return check_unknown (at, size, p);
        if (check_words[i].checks)
            checks_add (&a->checks, check_words[i].checks);
        else
            list_add (&a->machine_only, at, size);
        at += size;
    }
    return c_ask_anything (a)
           || problem_usage (p, "--check: the list is empty");
}

static bool
ask_assume (struct c_ask *a, const char *list, struct problem *p)
{
    for (const char *at = list; *at; at += *at == ',') {
        size_t size = strcspn (at, ",");
        if (size == 14 && !strncmp (at, "pure-externals", size))
            a->pure_externals = true;
        else if (size == 6 && !strncmp (at, "malloc", size))
            a->malloc_works = true;
        else
            return problem_usage (
                p, "--assume=%.*s: there are pure-externals and malloc",
                (int) size, at);
        at += size;
    }
    return true;
}

/* ---- property files */

static bool
check_decided (const char *check, size_t size)
{
    static const char *const undecided[] = {"termination", "def-behavior",
                                            "unreach-label", "coverage"};
    for (size_t i = 0; i < sizeof undecided / sizeof *undecided; i++)
        if (strlen (undecided[i]) == size
            && !strncmp (undecided[i], check, size))
            return false;
    return true;
}

static void
ask_decided (struct c_ask *a, const char *checks)
{
    for (const char *at = checks; *at;
         at += strcspn (at, ","), at += *at == ',') {
        size_t size = strcspn (at, ",");
        bool race = size == 12 && !strncmp (at, "no-data-race", size);
        list_add (race                       ? &a->machine_only
                  : check_decided (at, size) ? &a->checks
                                             : &a->undecided,
                  at, size);
    }
}

static bool
ask_function (const char *function, const char *file, struct problem *p)
{
    return !function || !strcmp (function, "__VERIFIER_error")
           || !strcmp (function, "__assert_fail")
           || problem_of_kind (p, PROBLEM_UNSUPPORTED,
                               (struct place) {.file = file},
                               "only calls of reach_error are looked for, not "
                               "of %s",
                               function);
}

/* `among`: of a task with several, which may ask for coverage beside. */
static bool
ask_property (struct c_ask *a, const char *file, bool among, struct problem *p)
{
    size_t size;
    char *text = text_file (file, &size);
    if (!text)
        return problem_set (p, (struct place) {.file = file}, "%s",
                            strerror (errno));
    struct property property;
    bool good = property_read (&property, text, size, file, p);
    memory_free (text);
    if (!good)
        return false;
    good = ask_function (property.function, file, p);
    if (good && !(among && !strcmp (property.checks, "coverage"))) {
        ask_decided (a, property.checks);
        if (!a->entry && property.entry)
            a->entry = memory_string (property.entry);
    }
    property_clear (&property);
    return good;
}

/* ---- tasks */

static const char *
name_last (const char *path)
{
    const char *slash = strrchr (path, '/');
    return slash ? slash + 1 : path;
}

static enum task_expect
expect_both (enum task_expect a, enum task_expect b)
{
    return a == EXPECT_FALSE || b == EXPECT_FALSE ? EXPECT_FALSE
           : a == EXPECT_TRUE && b == EXPECT_TRUE ? EXPECT_TRUE
                                                  : EXPECT_NOTHING;
}

static size_t
ask_size (const struct c_ask *a)
{
    return a->checks.size + a->machine_only.size + a->undecided.size;
}

/* The task's own properties; with --property only what it expects of that. */
static bool
ask_task_properties (struct c_ask *a, const char *given, struct problem *p)
{
    const struct task *t = &a->task;
    enum task_expect all = EXPECT_TRUE;
    size_t counted = 0;
    for (size_t i = 0; i < t->property.size; i++) {
        const struct task_property *one = &t->property.at[i];
        size_t before = ask_size (a);
        if (given && strcmp (name_last (one->file), name_last (given)))
            continue;
        if (!given && !ask_property (a, one->file, t->property.size > 1, p))
            return false;
        if (!given && ask_size (a) == before)
            continue;
        all = expect_both (all, one->expect);
        counted++;
    }
    a->expect = counted ? all : EXPECT_NOTHING;
    return true;
}

static bool
ask_task (struct c_ask *a, const struct options *o, const char *source,
          size_t size, struct problem *p)
{
    const char *file = o->file[0];
    if (o->files > 1)
        return problem_usage (p, "%s: a task definition names all its files",
                              file);
    if (!task_read (&a->task, source, size, file, p))
        return false;
    if (!a->task.is_c)
        return problem_of_kind (p, PROBLEM_UNSUPPORTED,
                                (struct place) {.file = file},
                                "the task is not about a C program");
    for (size_t i = 0; i < a->task.file.size; i++)
        VEC_PUSH (a->file, a->task.file.at[i]);
    a->bits = a->task.bits;
    return o->check || ask_task_properties (a, o->property, p);
}

/* ---- all of it */

/* Names of files as SV-COMP had them tell what is expected. */
static enum task_expect
ask_named (const struct c_ask *a)
{
    enum task_expect all = EXPECT_TRUE;
    const char *file = a->file.at[0];
    if (!a->checks.size || a->machine_only.size)
        return EXPECT_NOTHING;
    for (const char *at = text_view (&a->checks); *at;
         at += strcspn (at, ","), at += *at == ',') {
        char name[40] = "";
        strncat (name, at, strcspn (at, ",") < 39 ? strcspn (at, ",") : 39);
        enum task_expect one = task_expected (file, name);
        if (one == EXPECT_NOTHING && !strncmp (name, "valid-", 6))
            one = task_expected (file, "valid-memsafety");
        all = expect_both (all, one);
    }
    return all;
}

bool
c_ask_read (struct c_ask *a, const struct options *o, const char *source,
            size_t size, struct problem *p)
{
    *a = (struct c_ask) {0};
    text_init (&a->checks);
    text_init (&a->machine_only);
    text_init (&a->undecided);
    bool task = task_recognise (o->file[0], source, size);
    if (o->check && o->property)
        return problem_usage (p, "--check and --property exclude each other");
    if (task && !ask_task (a, o, source, size, p))
        return false;
    for (size_t i = 0; !task && i < o->files; i++)
        VEC_PUSH (a->file, o->file[i]);
    if ((o->check && !ask_checks (a, o->check, p))
        || (o->property && !ask_property (a, o->property, false, p))
        || (o->assume && !ask_assume (a, o->assume, p)))
        return false;
    bool usual = !ask_size (a);
    if (usual)
        text_add (&a->checks, "unreach-call,valid-deref,valid-free");
    a->competition = task || o->property;
    a->pure_externals |= a->competition;
    a->bits = o->bits32 ? 32 : o->bits64 ? 64 : a->bits ? a->bits : 64;
    if (a->expect == EXPECT_NOTHING)
        a->expect = ask_named (a);
    return c_ask_machine (a, o, usual, p);
}

struct c_options
c_ask_options (const struct c_ask *a, const struct options *o)
{
    return (struct c_options) {
        .file = a->file.at,
        .files = a->file.size,
        .flag = o->flag,
        .flags = o->flags,
        .commands = o->commands,
        .entry = o->entry ? o->entry : a->entry,
        .checks = a->checks.size ? text_view (&a->checks) : NULL,
        .bits = a->bits,
        .malloc_fails = !a->competition && !a->malloc_works,
        .pure_externals = a->pure_externals,
        .machine = a->machine,
        .vm_checks = a->vm_checks,
        .vm_reductions = a->vm_reductions,
        .vm_options = a->vm_options,
        .broken = o->broken};
}
