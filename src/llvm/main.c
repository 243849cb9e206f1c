/* main.c -- cohort-llvm: C programs to programs, in a process of its own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "llvm/regions.h"
#include "llvm/translate.h"
#include "program/program_wire.h"

static const char usage[] =
    "usage: cohort-llvm --out=FILE [options] FILE...\n"
    "  --bits=32|64        of a pointer\n"
    "  --checks=LIST       unreach-call,no-overflow,..\n"
    "  --entry=NAME        the function that is checked\n"
    "  --commands=FILE     compile_commands.json\n"
    "  --flag=FLAG         for clang (again and again)\n"
    "  --malloc-fails      malloc may give null\n"
    "  --pure-externals    unknown functions change nothing\n"
    "  --keep=FILE         the module before the passes (.ll: as text)\n"
    "  --prepared=FILE     the module after them\n"
    "  --print             the program as Boogie on stdout\n"
    "  --dump=regions      what the regions are, on stdout\n"
    "  --report=FILE       a problem's message goes there, not to stderr\n";

struct wishes {
    struct unit_options unit;
    const char *prepared, *report;
    bool print, dump;
};

/* "name,name" to bits; 0: one of them is none. */
static unsigned
checks_parse (const char *list)
{
    assert (list);
    unsigned checks = 0;
    while (*list) {
        size_t size = strcspn (list, ",");
        unsigned found = 0;
        for (unsigned bit = 1; bit <= CHECK_CLEANUP; bit <<= 1) {
            const char *name = check_name ((enum check_bit) bit);
            if (strlen (name) == size && !memcmp (name, list, size))
                found = bit;
        }
        if (!found)
            return 0;
        checks |= found;
        list += size + (list[size] == ',');
    }
    return checks;
}

/* The value if `argument` is --name=value. */
static const char *
value_of_option (const char *argument, const char *name)
{
    size_t size = strlen (name);
    return !strncmp (argument, name, size) && argument[size] == '='
               ? argument + size + 1
               : NULL;
}

static bool
text_option (struct wishes *w, const char *a)
{
    const struct {
        const char *name, **to;
    } table[] = {
        {"--out", &w->unit.out},       {"--entry", &w->unit.entry},
        {"--keep", &w->unit.keep},     {"--commands", &w->unit.commands},
        {"--broken", &w->unit.broken}, {"--prepared", &w->prepared},
        {"--report", &w->report},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const char *value = value_of_option (a, table[i].name);
        if (value) {
            *table[i].to = value;
            return true;
        }
    }
    return false;
}

static bool
other_option (struct wishes *w, const char *a)
{
    const char *value;
    if ((value = value_of_option (a, "--bits")))
        w->unit.bits = (unsigned) strtoul (value, NULL, 10);
    else if ((value = value_of_option (a, "--checks")))
        w->unit.checks = checks_parse (value);
    else if ((value = value_of_option (a, "--flag")))
        VEC_PUSH (w->unit.flag, value);
    else if (!strcmp (a, "--malloc-fails"))
        w->unit.malloc_fails = true;
    else if (!strcmp (a, "--pure-externals"))
        w->unit.pure_externals = true;
    else if (!strcmp (a, "--print"))
        w->print = true;
    else if (!strcmp (a, "--dump=regions"))
        w->dump = true;
    else
        return false;
    return true;
}

static bool
wishes_parse (struct wishes *w, int argc, char **argv)
{
    *w = (struct wishes){.unit = {.bits = 64, .checks = CHECK_UNREACH}};
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (options && !strcmp (a, "--"))
            options = false;
        else if (!options || a[0] != '-')
            VEC_PUSH (w->unit.file, a);
        else if (!text_option (w, a) && !other_option (w, a))
            return false;
    }
    return (w->unit.bits == 32 || w->unit.bits == 64) && w->unit.checks
           && (w->unit.out || w->print || w->dump || w->prepared)
           && (w->unit.file.size || w->unit.commands);
}

static int
exit_code (enum problem_kind kind)
{
    switch (kind) {
    case PROBLEM_INPUT:
        return 2;
    case PROBLEM_USAGE:
        return 1;
    case PROBLEM_UNSUPPORTED:
        return 5;
    case PROBLEM_RESOURCE:
        return 4;
    case PROBLEM_INTERNAL:
    case PROBLEM_NONE:
        break;
    }
    return 6;
}

static bool
program_save (const struct program *p, const char *file,
              struct problem *problem)
{
    struct buffer bytes;
    buffer_init (&bytes);
    program_write (p, &bytes);
    bool good = text_save (file, (const char *) bytes.data, bytes.size);
    buffer_clear (&bytes);
    return good
           || problem_of_kind (problem, PROBLEM_RESOURCE,
                               (struct place){.file = file}, "%s",
                               strerror (errno));
}

static void
program_show (const struct program *p)
{
    struct text text;
    text_init (&text);
    program_print (p, &text);
    fputs (text_view (&text), stdout);
    text_clear (&text);
}

static void
regions_show (const struct unit *u)
{
    struct text text;
    text_init (&text);
    regions *r = regions_find (u);
    regions_dump (r, &text);
    regions_free (r);
    fputs (text_view (&text), stdout);
    text_clear (&text);
}

static bool
module_show (LLVMModuleRef m, const char *file, struct problem *problem)
{
    char *message = NULL;
    if (!LLVMPrintModuleToFile (m, file, &message))
        return true;
    problem_of_kind (problem, PROBLEM_RESOURCE, (struct place){.file = file},
                     "%s", message);
    LLVMDisposeMessage (message);
    return false;
}

static bool
work (struct wishes *w, struct unit *u, struct program *p,
      struct problem *problem)
{
    if (!unit_compile (u, problem) || !unit_prepare (u, problem))
        return false;
    if (w->prepared && !module_show (u->module, w->prepared, problem))
        return false;
    if (w->dump)
        regions_show (u);
    if (!w->print && !w->unit.out)
        return true;
    if (!translate (u, p, problem))
        return false;
    if (w->print)
        program_show (p);
    return !w->unit.out || program_save (p, w->unit.out, problem);
}

static int
fail (const struct wishes *w, const struct problem *problem)
{
    assert (problem->kind != PROBLEM_NONE);
    const char *message = problem->message;
    if (!w->report || !text_save (w->report, message, strlen (message)))
        fprintf (stderr, "cohort-llvm: %s\n", message);
    return exit_code (problem->kind);
}

int
main (int argc, char **argv)
{
    struct wishes w;
    struct problem problem = {0};
    if (!wishes_parse (&w, argc, argv)) {
        fputs (usage, stderr);
        return 1;
    }
    struct unit unit = {.options = w.unit};
    struct program program;
    arena_init (&unit.arena);
    program_init (&program,
                  w.unit.file.size ? w.unit.file.at[0] : w.unit.commands);
    bool good = work (&w, &unit, &program, &problem);
    int code = good ? 0 : fail (&w, &problem);
    program_clear (&program);
    unit_clear (&unit);
    return code;
}
