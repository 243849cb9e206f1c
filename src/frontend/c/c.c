/* c.c -- see c.h. */
#include "frontend/c/c.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/build.h"
#include "process/process.h"
#include "base/text.h"
#include "program/program_wire.h"

static bool
name_ends (const char *name, const char *end)
{
    size_t size = strlen (name), tail = strlen (end);
    return size > tail && !strcmp (name + size - tail, end);
}

bool
c_recognise (const char *file, const char *source, size_t size)
{
    static const char *const ends[] = {".c",   ".i",  ".cc", ".cpp",
                                       ".cxx", ".ii", ".bc", ".ll"};
    static const char assembly[] = "; ModuleID";
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (name_ends (file, ends[i]))
            return true;
    return (size >= 4
            && (!memcmp (source, "BC\xc0\xde", 4)
                || !memcmp (source, "\xde\xc0\x17\x0b", 4)))
           || (size >= sizeof assembly
               && !memcmp (source, assembly, sizeof assembly - 1));
}

/* ---- cohort-llvm's arguments */

struct c_c_command {
    struct vec_word VEC (char *) word; /* owned */
};

static void
command_add (struct c_c_command *c, const char *option, const char *value)
{
    struct text word;
    text_init (&word);
    text_add (&word, option);
    if (value)
        text_add (&word, value);
    VEC_PUSH (c->word, text_take (&word));
}

static void
command_maybe (struct c_c_command *c, const char *option, const char *value)
{
    if (value)
        command_add (c, option, value);
}

static void
command_clear (struct c_c_command *c)
{
    for (size_t i = 0; i < c->word.size; i++)
        memory_free (c->word.at[i]);
    VEC_CLEAR (c->word);
}

/* The tool and how it compiles. */
static void
command_begin (struct c_c_command *c, const char *tool,
               const struct c_options *o)
{
    char number[16];
    assert (o->bits == 32 || o->bits == 64);
    snprintf (number, sizeof number, "%u", o->bits);
    command_add (c, tool, NULL);
    command_add (c, "--bits=", number);
    command_maybe (c, "--commands=", o->commands);
    if (o->machine != C_MACHINE_NEVER)
        command_add (
            c, "--machine=", o->machine == C_MACHINE_AUTO ? "auto" : "always");
    for (size_t i = 0; i < o->flags; i++)
        command_add (c, "--flag=", o->flag[i]);
    command_add (c, "--build=", build_identity);
}

static void
command_make (struct c_c_command *c, const char *tool, const char *out,
              const struct c_options *o)
{
    command_begin (c, tool, o);
    command_add (c, "--out=", out);
    command_add (c, "--report=", out);
    command_maybe (c, "--checks=", o->checks);
    command_maybe (c, "--entry=", o->entry);
    command_maybe (c, "--keep=", o->keep);
    command_maybe (c, "--broken=", o->broken);
    command_maybe (c, "--native=", o->native);
    if (o->sanitize)
        command_add (c, "--sanitize", NULL);
    if (o->malloc_fails)
        command_add (c, "--malloc-fails", NULL);
    if (o->pure_externals)
        command_add (c, "--pure-externals", NULL);
    command_add (c, "--", NULL);
    for (size_t i = 0; i < o->files; i++)
        command_add (c, o->file[i], NULL);
    VEC_PUSH (c->word, NULL);
}

/* ---- where it is */

static bool
tool_at (struct text *path, const char *directory, const char *rest)
{
    text_reset (path);
    text_add (path, directory);
    text_add (path, rest);
    return !access (text_view (path), X_OK);
}

/* Beside the program, or where `make install` puts it. */
static bool
tool_find (struct text *path, struct problem *problem)
{
    char directory[4096];
    ssize_t length =
        readlink ("/proc/self/exe", directory, sizeof directory - 1);
    directory[length > 0 ? length : 0] = 0;
    char *slash = strrchr (directory, '/');
    if (slash)
        *slash = 0;
    if (slash
        && (tool_at (path, directory, "/cohort-llvm")
            || tool_at (path, directory, "/../lib/cohort/cohort-llvm")))
        return true;
    return problem_of_kind (problem, PROBLEM_USAGE, (struct place) {0},
                            "cohort-llvm, which reads C, is not beside this "
                            "program and not in ../lib/cohort");
}

/* ---- how it ended */

static enum problem_kind
kind_of (int code)
{
    switch (code) {
    case 1:
        return PROBLEM_USAGE;
    case 2:
        return PROBLEM_INPUT;
    case 4:
    case MEMORY_EXIT:
        return PROBLEM_RESOURCE;
    case 6:
        return PROBLEM_INTERNAL;
    default:
        return PROBLEM_UNSUPPORTED;
    }
}

/* The message is in the file where a program would be. */
static bool
end_explain (const struct process_end *end, const char *file,
             struct problem *problem)
{
    struct place nowhere = {0};
    size_t size = 0;
    if (end->error)
        return problem_of_kind (problem, PROBLEM_RESOURCE, nowhere,
                                "cohort-llvm cannot be started: %s",
                                strerror (end->error));
    if (end->signal)
        return problem_of_kind (problem, PROBLEM_UNSUPPORTED, nowhere,
                                "reading failed: cohort-llvm was ended by "
                                "signal %d (%s)",
                                end->signal, strsignal (end->signal));
    char *message = text_file (file, &size);
    if (message && size)
        problem_of_kind (problem, kind_of (end->code), nowhere, "%s", message);
    else
        problem_of_kind (problem, kind_of (end->code), nowhere,
                         end->code == MEMORY_EXIT
                             ? "reading failed: no memory"
                             : "reading failed: cohort-llvm gave %d",
                         end->code);
    memory_free (message);
    return false;
}

/* ---- what it gave */

void
c_unit_init (struct c_unit *u, const char *name)
{
    *u = (struct c_unit) {.kind = C_UNIT_PROGRAM};
    program_init (&u->program, name);
}

void
c_unit_clear (struct c_unit *u)
{
    if (u->kind == C_UNIT_MACHINE)
        vm_code_clear (&u->code);
    else
        program_clear (&u->program);
}

static bool
is_vm_code (struct bytes all)
{
    struct reader r;
    reader_init (&r, all);
    return bytes_equal (reader_bytes (&r), bytes_of (VM_CODE_MAGIC))
           && !r.failed;
}

/* In place of the program that was none. */
static bool
code_read (struct c_unit *u, struct reader *r, const struct c_options *o)
{
    program_clear (&u->program);
    u->kind = C_UNIT_MACHINE;
    struct vm_code *code = &u->code;
    vm_code_init (code);
    reader_bytes (r);
    bool good = vm_code_read (code, r) && reader_done (r);
    code->checks = o->vm_checks;
    code->reductions = o->vm_reductions;
    code->options = o->vm_options | (code->options & VM_SCOPES_OPEN);
    return good;
}

static bool
result_read (struct c_unit *result, const struct c_options *o, const char *file,
             struct problem *problem)
{
    size_t size = 0;
    char *data = text_file (file, &size);
    struct bytes all = {(const uint8_t *) data, data ? size : 0};
    struct reader r;
    reader_init (&r, all);
    bool good = data
                && (is_vm_code (all) ? code_read (result, &r, o)
                                     : program_read (&result->program, &r)
                                           && reader_done (&r));
    memory_free (data);
    return good
           || problem_of_kind (problem, PROBLEM_INTERNAL, (struct place) {0},
                               "cohort-llvm wrote no program");
}

static bool
tool_run (struct c_unit *result, const char *tool, const char *directory,
          const struct c_options *o, struct problem *problem)
{
    struct text file;
    struct c_c_command command = {0};
    text_init (&file);
    text_print (&file, "%s/program", directory);
    command_make (&command, tool, text_view (&file), o);
    struct process_end end =
        process_run ((const char *const *) command.word.at, NULL);
    bool good = end.code ? end_explain (&end, text_view (&file), problem)
                : result ? result_read (result, o, text_view (&file), problem)
                         : true;
    command_clear (&command);
    text_clear (&file);
    return good;
}

static bool
tool_use (struct c_unit *result, const struct c_options *o,
          struct problem *problem)
{
    struct text tool;
    text_init (&tool);
    char *directory =
        tool_find (&tool, problem) ? process_directory (problem) : NULL;
    bool good = directory
                && tool_run (result, text_view (&tool), directory, o, problem);
    if (directory)
        process_directory_remove (directory);
    memory_free (directory);
    text_clear (&tool);
    return good;
}

bool
c_read (struct c_unit *u, const struct c_options *o, struct problem *problem)
{
    assert (o->files || o->commands);
    assert (u->kind == C_UNIT_PROGRAM && !u->program.procedure.size);
    return tool_use (u, o, problem);
}

bool
c_native (const struct c_options *o, struct problem *problem)
{
    assert (o->native && (o->files || o->commands));
    return tool_use (NULL, o, problem);
}

char **
c_compiler (const struct c_options *o, struct problem *problem)
{
    struct text tool;
    struct c_c_command c = {0};
    text_init (&tool);
    bool found = tool_find (&tool, problem);
    if (found) {
        command_begin (&c, text_view (&tool), o);
        VEC_PUSH (c.word, NULL);
    }
    text_clear (&tool);
    return c.word.at;
}

void
c_compiler_free (char **words)
{
    for (char **at = words; at && *at; at++)
        memory_free (*at);
    memory_free (words);
}
