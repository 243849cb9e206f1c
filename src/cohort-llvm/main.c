/* main.c -- cohort-llvm: C programs to programs, or to code of the C machine, in
 * a process of its own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/build.h"
#include "process/process.h"
#include "base/text.h"
#include "cohort-llvm/to_vm/lower.h"
#include "cohort-llvm/main_checks.h"
#include "cohort-llvm/native/native.h"
#include "cohort-llvm/alias/regions.h"
#include "cohort-llvm/to_program/translate.h"
#include "program/program_wire.h"

static const char usage[] =
    "usage: cohort-llvm --out=FILE [options] FILE...\n"
    "  --bits=32|64        of a pointer\n"
    "  --checks=LIST       unreach-call,no-overflow,..; of the C machine\n"
    "                      "
    "assert,deadlock,access,free,leak,uninit,race,lock,..\n"
    "  --machine=WHEN      code of the C machine: never, auto, always\n"
    "  --reductions=LIST   of the code: local,symmetry; none\n"
    "  --addresses=concrete, --spurious   of the code\n"
    "  --entry=NAME        the function that is checked\n"
    "  --commands=FILE     compile_commands.json\n"
    "  --flag=FLAG         for clang (again and again)\n"
    "  --malloc-fails      malloc may give null\n"
    "  --pure-externals    unknown functions change nothing\n"
    "  --keep=FILE         the module before the passes (.ll: as text)\n"
    "  --prepared=FILE     the module after them\n"
    "  --print             the program as Boogie, or the code, on stdout\n"
    "  --native=FILE       the module, with turns of its threads (native.h)\n"
    "  --sanitize          of that: for the address sanitizer\n"
    "  --objects=DIR       the files as machine code: DIR/0.o, 1.o, ..\n"
    "  --more=FLAG         of that: for clang (again and again)\n"
    "  --dump=regions      what the regions are, on stdout\n"
    "  --build=IDENTITY    refuses to work for another build of cohort\n"
    "  --report=FILE       a problem's message goes there, not to stderr\n";

struct wishes {
    struct unit_options unit;
    const char *prepared, *report, *native;
    const char *build; /* of the program that asks; null: anyone may */
    bool print, dump, wrong, sanitize;
};

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
        {"--build", &w->build},
        {"--out", &w->unit.out},
        {"--entry", &w->unit.entry},
        {"--keep", &w->unit.keep},
        {"--commands", &w->unit.commands},
        {"--broken", &w->unit.broken},
        {"--prepared", &w->prepared},
        {"--report", &w->report},
        {"--native", &w->native},
        {"--objects", &w->unit.objects},
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
        w->wrong |= !checks_parse (value, &w->unit);
    else if ((value = value_of_option (a, "--reductions")))
        w->wrong |= !reductions_parse (value, &w->unit);
    else if ((value = value_of_option (a, "--machine")))
        w->wrong |= !machine_parse (value, &w->unit);
    else if (!strcmp (a, "--addresses=concrete"))
        w->unit.vm_options |= VM_CONCRETE_ADDRESSES;
    else if (!strcmp (a, "--spurious"))
        w->unit.vm_options |= VM_SPURIOUS;
    else if ((value = value_of_option (a, "--flag")))
        VEC_PUSH (w->unit.flag, value);
    else if ((value = value_of_option (a, "--more")))
        VEC_PUSH (w->unit.more, value);
    else if (!strcmp (a, "--malloc-fails"))
        w->unit.malloc_fails = true;
    else if (!strcmp (a, "--pure-externals"))
        w->unit.pure_externals = true;
    else if (!strcmp (a, "--sanitize"))
        w->sanitize = true;
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
    *w = (struct wishes) {.unit = {.bits = 64,
                                   .checks = CHECK_UNREACH,
                                   .vm_checks = VM_CHECK_ASSERT,
                                   .vm_reductions = VM_REDUCE_LOCAL}};
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
    if (w->unit.malloc_fails)
        w->unit.vm_options |= VM_MALLOC_FAILS;
    if (w->unit.pure_externals)
        w->unit.vm_options |= VM_PURE_EXTERNALS;
    return !w->wrong && (w->unit.bits == 32 || w->unit.bits == 64)
           && (w->unit.out || w->print || w->dump || w->prepared
               || w->unit.objects)
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
bytes_save (const struct buffer *bytes, const char *file,
            struct problem *problem)
{
    return text_save (file, (const char *) bytes->data, bytes->size)
           || problem_of_kind (problem, PROBLEM_RESOURCE,
                               (struct place) {.file = file}, "%s",
                               strerror (errno));
}

static bool
program_save (const struct program *p, const char *file,
              struct problem *problem)
{
    struct buffer bytes;
    buffer_init (&bytes);
    program_write (p, &bytes);
    bool good = bytes_save (&bytes, file, problem);
    buffer_clear (&bytes);
    return good;
}

static bool
code_save (const struct vm_code *c, const char *file, struct problem *problem)
{
    struct buffer bytes;
    buffer_init (&bytes);
    buffer_string (&bytes, VM_CODE_MAGIC);
    vm_code_write (c, &bytes);
    bool good = bytes_save (&bytes, file, problem);
    buffer_clear (&bytes);
    return good;
}

static void
code_show (const struct vm_code *c)
{
    struct text text;
    text_init (&text);
    vm_code_print (c, &text);
    fputs (text_view (&text), stdout);
    text_clear (&text);
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
    problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {.file = file},
                     "%s", message);
    LLVMDisposeMessage (message);
    return false;
}

static bool
work_machine (struct wishes *w, struct unit *u, struct problem *problem)
{
    struct vm_code code;
    if (!unit_prepare_machine (u, problem))
        return false;
    if (w->prepared && !module_show (u->module, w->prepared, problem))
        return false;
    if (w->native) {
        native_prepare (u, w->sanitize);
        return module_show (u->module, w->native, problem);
    }
    vm_code_init (&code);
    bool good = lower (u, &code, problem);
    if (good && w->print)
        code_show (&code);
    if (good && w->unit.out)
        good = code_save (&code, w->unit.out, problem);
    vm_code_clear (&code);
    return good;
}

static bool
work (struct wishes *w, struct unit *u, struct program *p,
      struct problem *problem)
{
    if (!unit_compile (u, problem))
        return false;
    if (u->options.objects)
        return true;
    if (u->machine)
        return work_machine (w, u, problem);
    if (!unit_prepare (u, problem))
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

/* Two programs that are one: what one writes the other reads. */
static bool
build_fits (const struct wishes *w, struct problem *problem)
{
    return !w->build || !strcmp (w->build, build_identity)
           || problem_of_kind (
               problem, PROBLEM_USAGE, (struct place) {0},
               "cohort-llvm, which reads C, is of another build "
               "(%s) than cohort (%s): build or install both "
               "together",
               build_identity, w->build);
}

int
main (int argc, char **argv)
{
    struct wishes w;
    struct problem problem = {0};
    process_standard ();
    if (!wishes_parse (&w, argc, argv)) {
        fputs (usage, stderr);
        return 1;
    }
    struct unit unit = {.options = w.unit};
    struct program program;
    arena_init (&unit.arena);
    program_init (&program,
                  w.unit.file.size ? w.unit.file.at[0] : w.unit.commands);
    bool good =
        build_fits (&w, &problem) && work (&w, &unit, &program, &problem);
    int code = good ? 0 : fail (&w, &problem);
    program_clear (&program);
    unit_clear (&unit);
    return code;
}
