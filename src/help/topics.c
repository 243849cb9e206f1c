/* topics.c -- help for people: one screen, and pages by topic. */
#include <assert.h>
#include <string.h>

#include "help/help_internal.h"

const struct help_command help_commands[] = {
    {"join", "ADDRESS", "lend this machine's workers to a running check",
     "The check was started with --listen=ADDRESS; the keys of both must fit "
     "(cohort keys). --workers=N says how many workers, --wait=SECONDS how "
     "long a "
     "check that has not begun is awaited."},
    {"keys", "[--keys=DIR]", "make or show the keys that joining needs",
     "Makes a pair of keys unless there is one, and shows which files the "
     "other "
     "machine needs."},
    {"replay", "WITNESS FILE...",
     "re-check a proof or counterexample, by other means",
     "Options are those of the check. WITNESS is a file of --witness, or a "
     "witness "
     "of another tool (YAML, format 2). With --native the real program of a "
     "counterexample with threads is run, its threads taking turns. With --dap "
     "an editor steps through the counterexample (doc/editors.md); then "
     "WITNESS and FILE may come from the editor."},
    {"report", "RUN", "write the HTML report of a run directory",
     "RUN is a directory of --run. The report is RUN/report.html."},
    {"doctor", "", "what of this machine can be used, and what a lack costs",
     "Looks at compiler, solvers, MPI, namespaces, cores, memory and disk."},
    {"help", "[TOPIC]", "help about one thing",
     "Topics: c threads boogie horn firmware model team all, and each "
     "command."},
    {NULL, NULL, NULL, NULL},
};

static const char *const hidden[] = {"man", "bash", "zsh", "fish", NULL};

void
help_screen (struct text *t)
{
    text_add (
        t,
        "usage: cohort [options] FILE...     decide whether a program can go "
        "wrong\n"
        "\n"
        "FILE is C or C++ (also .bc .ll), Boogie (.bpl), Horn clauses (.smt2), "
        "AVR,\n"
        "MCS-51 or XC167 firmware (.elf, .ihx) or an SV-COMP task "
        "(.yml). What "
        "matters:\n"
        "\n"
        "  --check=LIST      what to look for: overflow, bounds, race, "
        "deadlock, "
        "..\n"
        "  --property=FILE   what to look for, as SV-COMP writes it\n"
        "  --invariant=EXPR  firmware: what must always hold\n"
        "  --all             go on after the first failure, with a verdict for "
        "each\n"
        "  --workers=N       how many workers (a core each)\n"
        "  --time-limit=S    UNKNOWN after so many seconds; --memory-limit=MB\n"
        "  --run=DIR         keep the run there; --resume=DIR goes on with it\n"
        "  --witness=FILE    write the proof or counterexample, for cohort "
        "replay\n"
        "  --html=FILE       write a report for people\n"
        "  --sarif=FILE      and for tools; also --junit=FILE, --json\n"
        "\n"
        "cohort help TOPIC shows the rest, TOPIC being c, threads, boogie, "
        "horn,\n"
        "firmware, team, all, or a command: join, keys, replay, report, "
        "doctor.\n"
        "Exit code: 0 SAFE, 10 UNSAFE, 5 UNKNOWN, 1 wrong usage, 2 input "
        "cannot "
        "be read,\n"
        "6 internal error.\n");
}

/* ---- rows */

enum { INDENT = 33 };

/* A long list of words goes on in the next line, behind a bar. */
static void
long_left (struct text *t, const char *left)
{
    size_t at = 2;
    text_add (t, "  ");
    while (*left) {
        size_t size = strcspn (left, "|");
        size += left[size] == '|';
        if (at + size > HELP_COLUMNS) {
            text_add (t, "\n      ");
            at = 6;
        }
        text_add_n (t, left, size);
        at += size;
        left += size;
    }
}

static void
row_print (struct text *t, const struct option_row *row)
{
    struct text left, right;
    text_init (&left);
    text_init (&right);
    text_print (&left, "--%s", row->name);
    help_value (&left, row);
    if (left.size > INDENT - 3) {
        long_left (t, text_view (&left));
        text_print (t, "\n%*s", INDENT, "");
    } else
        text_print (t, "  %-*s ", INDENT - 3, text_view (&left));
    help_about (&right, row);
    help_words (t, text_view (&right), INDENT);
    text_clear (&left);
    text_clear (&right);
}

/* The rows of a class for some of these inputs, those for all of them or not. */
static void
rows_print (struct text *t, unsigned class, unsigned inputs, bool general)
{
    bool any = false, csource = inputs & FOR_CSOURCE && class == CLASS_SEMANTIC;
    for (size_t i = 0; i < option_rows_count; i++) {
        const struct option_row *row = &option_rows[i];
        bool for_all = (row->inputs & FOR_ALL) == FOR_ALL;
        if (row->class != class || !(row->inputs & inputs)
            || (for_all && !general))
            continue;
        if (!any)
            text_print (t, "\n%s:\n", help_class_title[class]);
        any = true;
        row_print (t, row);
    }
    if (any && csource) {
        text_print (t, "  %-*s ", INDENT - 3, "-I -D -U -std= ...");
        help_words (t,
                    "the compiler's own; also -include, -isystem (C, threads)",
                    INDENT);
    }
}

/* ---- pages */

/* Sentences; what stands in a line of its own (behind a line feed) stays there. */
static void
sentences (struct text *t, const char *more)
{
    size_t size = strcspn (more, "\n");
    struct text first;
    text_init (&first);
    text_add_n (&first, more, size);
    help_words (t, text_view (&first), 0);
    text_clear (&first);
    if (more[size])
        text_print (t, "\n%s\n", more + size + 1);
}

static void
page_input (struct text *t, const struct help_input *i)
{
    text_print (t, "%s: %s\n\n", i->name, i->files);
    sentences (t, i->more);
    for (unsigned class = CLASS_SEMANTIC; class <= CLASS_OUTPUT; class ++)
        rows_print (t, class, i->input, class == CLASS_SEMANTIC);
    text_char (t, '\n');
    sentences (t,
               "cohort help team tells about workers, limits and runs, cohort "
               "help all about every option.");
}

static void
page_team (struct text *t)
{
    sentences (
        t, "A check is spread over --workers=N processes of this machine, over "
           "machines that join it, or over the ranks of an MPI job. Verdict, "
           "counterexample, proof and digest are the same for any number of "
           "them. Machines that join need keys: cohort keys shows which.\n"
           "  cohort --listen=tcp://0.0.0.0:7777 file.c    on one machine\n"
           "  cohort join tcp://first.example:7777         on the others\n"
           "  mpirun -n 40 cohort file.c                   on a cluster");
    rows_print (t, CLASS_RESOURCE, FOR_ALL, true);
}

static void
page_all (struct text *t)
{
    text_add (t, "usage: cohort [options] FILE...\n");
    for (const struct help_command *c = help_commands; c->name; c++) {
        struct text left;
        text_init (&left);
        text_print (&left, "cohort %s %s", c->name, c->arguments);
        text_print (t, "       %-29s ", text_view (&left));
        help_words (t, c->text, 37);
        text_clear (&left);
    }
    for (unsigned class = CLASS_SEMANTIC; class <= CLASS_OUTPUT; class ++)
        rows_print (t, class, FOR_ALL, true);
    text_add (t, "\nExit codes: 0 SAFE, 10 UNSAFE, 5 UNKNOWN, 1 wrong usage, "
                 "2 input cannot be read,\n6 internal error.\n");
}

static void
page_command (struct text *t, const struct help_command *c)
{
    text_print (t, "usage: cohort %s%s%s\n\n%s.\n\n", c->name,
                *c->arguments ? " " : "", c->arguments, c->text);
    sentences (t, c->more);
}

/* ---- which */

static void
near_take (const char *word, const char *name, size_t *best, const char **near)
{
    size_t d = text_distance (word, name);
    if (d < *best && d < strlen (word) && d < strlen (name)) {
        *best = d;
        *near = name;
    }
}

const char *
help_near_command (const char *word)
{
    assert (word);
    const char *near = NULL;
    size_t best = 3;
    for (const struct help_command *c = help_commands; c->name; c++)
        near_take (word, c->name, &best, &near);
    return near;
}

static bool
topic_unknown (const char *topic, struct problem *p)
{
    const char *near = NULL;
    size_t best = 4;
    near_take (topic, "team", &best, &near);
    near_take (topic, "all", &best, &near);
    for (const struct help_input *i = help_inputs; i->topic; i++)
        near_take (topic, i->topic, &best, &near);
    for (const struct help_command *c = help_commands; c->name; c++)
        near_take (topic, c->name, &best, &near);
    if (near)
        return problem_usage (p, "no help on %s; did you mean cohort help %s?",
                              topic, near);
    return problem_usage (p,
                          "no help on %s; there is c, threads, boogie, horn, "
                          "firmware, model, team, all, and each command",
                          topic);
}

static bool
topic_hidden (const char *topic, struct text *t)
{
    static void (*const make[]) (struct text *) = {
        help_man, help_complete_bash, help_complete_zsh, help_complete_fish};
    for (size_t i = 0; hidden[i]; i++)
        if (!strcmp (topic, hidden[i])) {
            make[i](t);
            return true;
        }
    return false;
}

bool
help_topic (const char *topic, struct text *t, struct problem *p)
{
    assert (topic);
    for (const struct help_input *i = help_inputs; i->topic; i++)
        if (!strcmp (topic, i->topic)) {
            page_input (t, i);
            return true;
        }
    for (const struct help_command *c = help_commands; c->name; c++)
        if (!strcmp (topic, c->name)) {
            page_command (t, c);
            return true;
        }
    if (!strcmp (topic, "team"))
        page_team (t);
    else if (!strcmp (topic, "all"))
        page_all (t);
    else
        return topic_hidden (topic, t) || topic_unknown (topic, p);
    return true;
}
