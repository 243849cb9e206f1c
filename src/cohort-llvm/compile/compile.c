/* compile.c -- files to one module: compiled, read, linked. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#include "process/process.h"
#include "base/text.h"
#include "cohort-llvm/compile/compile.h"
#include "cohort-llvm/library/library.h"
#include "cohort-llvm/signed.h"

struct compiling {
    struct unit *unit;
    struct problem *problem;
    struct commands commands;
    char *directory;   /* of temporary files */
    struct text last;  /* LLVM's last error */
    unsigned refused;  /* files that clang did not compile */
    const char *first; /* of them */
    struct map tried;  /* functions of the library that were compiled */
    bool gnu89;        /* `inline` as GNU C had it before C99 */
};

static void
hear (LLVMDiagnosticInfoRef info, void *context)
{
    struct compiling *c = context;
    if (LLVMGetDiagInfoSeverity (info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription (info);
    text_reset (&c->last);
    text_add (&c->last, text);
    LLVMDisposeMessage (text);
}

static bool
bitcode_starts (const char *file)
{
    unsigned char head[4] = {0};
    FILE *f = fopen (file, "rb");
    size_t got = f ? fread (head, 1, sizeof head, f) : 0;
    if (f)
        fclose (f);
    return got == sizeof head
           && (!memcmp (head, "BC\xc0\xde", 4)
               || !memcmp (head, "\xde\xc0\x17\x0b", 4));
}

static bool
is_llvm (const char *file)
{
    return name_ends (file, ".bc") || name_ends (file, ".ll")
           || bitcode_starts (file);
}

/* ---- modules */

/* The first line of what LLVM says, which may begin with the file's name. */
static bool
module_refuse (struct compiling *c, const char *shown, const char *message)
{
    size_t name = strlen (shown);
    bool named = !strncmp (message, shown, name) && message[name] == ':';
    struct place place = {.file = named ? NULL : shown};
    return problem_set (c->problem, place, "%.*s",
                        (int) strcspn (message, "\n"), message);
}

/* Null: problem.  `shown`: the name for people. */
static LLVMModuleRef
module_read (struct compiling *c, const char *file, const char *shown)
{
    LLVMMemoryBufferRef bytes;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile (file, &bytes, &message)) {
        module_refuse (c, shown, message);
        LLVMDisposeMessage (message);
        return NULL;
    }
    if (LLVMParseIRInContext (c->unit->context, bytes, &module, &message)) {
        module_refuse (c, shown,
                       message && *message ? message : text_view (&c->last));
        LLVMDisposeMessage (message);
        return NULL;
    }
    return module;
}

static const char *
layout_of (unsigned bits)
{
    return bits == 32
               ? "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-"
                 "f64:32:64-f80:32-n8:16:32-S128"
               : "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-"
                 "f80:128-n8:16:32:64-S128";
}

/* What others made: whole, and for the same machine? */
static bool
module_fits (struct compiling *c, LLVMModuleRef m, const char *file)
{
    struct place place = {.file = file};
    char *message = NULL;
    if (!*LLVMGetDataLayoutStr (m))
        LLVMSetDataLayout (m, layout_of (c->unit->options.bits));
    unsigned bits = 8 * LLVMPointerSize (LLVMGetModuleDataLayout (m));
    if (bits != c->unit->options.bits)
        return problem_set (c->problem, place,
                            "was compiled for pointers of %u bits, not %u",
                            bits, c->unit->options.bits);
    bool bad = LLVMVerifyModule (m, LLVMReturnStatusAction, &message);
    if (bad)
        module_refuse (c, file, message);
    LLVMDisposeMessage (message);
    return !bad;
}

static bool
module_link (struct compiling *c, LLVMModuleRef adopted, const char *shown)
{
    struct unit *u = c->unit;
    assert (adopted);
    if (!u->module) {
        u->module = adopted;
        return true;
    }
    text_reset (&c->last);
    if (!LLVMLinkModules2 (u->module, adopted))
        return true;
    return problem_set (c->problem, (struct place) {.file = shown},
                        "cannot be linked: %s", text_view (&c->last));
}

/* ---- the files that were given */

static bool
file_is_there (struct compiling *c, const char *file)
{
    struct stat s;
    struct place place = {.file = file};
    if (stat (file, &s) || access (file, R_OK))
        return problem_set (c->problem, place, "%s", strerror (errno));
    return !S_ISDIR (s.st_mode)
           || problem_set (c->problem, place, "%s", strerror (EISDIR));
}

/* What the compilation database says about it, and how `inline` is meant. */
static void
file_flags (struct compiling *c, const char *file, struct vec_flag *flag)
{
    const struct command *command = commands_find (&c->commands, file);
    for (size_t i = 0; command && i < command->flag.size; i++)
        VEC_PUSH (*flag, command->flag.at[i]);
    if (c->gnu89 && (name_ends (file, ".c") || name_ends (file, ".i")))
        VEC_PUSH (*flag, "-fgnu89-inline");
}

/* False: problem.  *module: null if clang refused it. */
static bool
file_clang (struct compiling *c, const char *file, size_t number,
            const struct vec_flag *flag, LLVMModuleRef *module)
{
    struct text out;
    bool failed = false;
    text_init (&out);
    text_print (&out, "%s/%zu.bc", c->directory, number);
    bool good = clang_file (c->unit, file, flag, false, text_view (&out),
                            &failed, c->problem);
    *module = good && !failed ? module_read (c, text_view (&out), file) : NULL;
    good = good && (failed || *module);
    if (*module)
        module_fold_switches (*module);
    unlink (text_view (&out));
    text_clear (&out);
    return good;
}

/* Once more with declarations of the functions that it lacks; if that is
 * refused, it means them otherwise. */
static bool
file_declare (struct compiling *c, const char *file, size_t number,
              struct vec_flag *flag, LLVMModuleRef *module)
{
    struct text text, path;
    LLVMModuleRef first = *module;
    text_init (&text);
    text_init (&path);
    bool good = true;
    if (module_declare (first, &text)) {
        text_print (&path, "%s/declared-%zu.h", c->directory, number);
        good = text_save (text_view (&path), text_view (&text), text.size)
               || problem_of_kind (c->problem, PROBLEM_RESOURCE,
                                   (struct place) {0}, "%s: %s",
                                   text_view (&path), strerror (errno));
        VEC_PUSH (*flag, "-include");
        VEC_PUSH (*flag, arena_string (&c->unit->arena, text_view (&path)));
        good = good && file_clang (c, file, number, flag, module);
        if (good && *module)
            LLVMDisposeModule (first);
        else {
            *module = first;
            flag->size -= 2;
        }
    }
    text_clear (&text);
    text_clear (&path);
    return good;
}

/* What was read, as machine code. */
static bool
file_object (struct compiling *c, const char *file, size_t number,
             const struct vec_flag *flag)
{
    struct text out;
    bool failed = false;
    text_init (&out);
    text_print (&out, "%s/%zu.o", c->unit->options.objects, number);
    bool good = clang_file (c->unit, file, flag, true, text_view (&out),
                            &failed, c->problem);
    text_clear (&out);
    return good
           && (!failed
               || problem_of_kind (c->problem, PROBLEM_UNSUPPORTED,
                                   (struct place) {.file = file},
                                   "can be read, but not compiled"));
}

static bool
file_compile (struct compiling *c, const char *file, size_t number)
{
    struct vec_flag flag = {0};
    LLVMModuleRef module = NULL;
    file_flags (c, file, &flag);
    bool good = file_clang (c, file, number, &flag, &module);
    if (good && !module && !c->refused++)
        c->first = file;
    good = good && (!module || file_declare (c, file, number, &flag, &module));
    if (good && module && c->unit->options.objects)
        good = file_object (c, file, number, &flag);
    VEC_CLEAR (flag);
    /* After one that was refused the others are only looked through. */
    if (good && module && !c->refused)
        return module_link (c, module, file);
    if (module)
        LLVMDisposeModule (module);
    return good;
}

/* clang takes any other for something to link, and gives nothing. */
static bool
file_is_source (struct compiling *c, const char *file)
{
    static const char *const ends[] = {".c",   ".i",  ".cc", ".cpp", ".cxx",
                                       ".c++", ".ii", ".C",  ".cp",  ".CPP"};
    bool known = false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && !known; i++)
        known = name_ends (file, ends[i]);
    return known
           || problem_set (c->problem, (struct place) {.file = file},
                           "is no C or C++ file, by its name, and what is "
                           "checked together with one must be one");
}

static bool
file_take (struct compiling *c, const char *file, size_t number)
{
    assert (file);
    if (!file_is_there (c, file))
        return false;
    if (!is_llvm (file))
        return file_is_source (c, file) && file_compile (c, file, number);
    if (c->unit->options.objects)
        return problem_of_kind (c->problem, PROBLEM_UNSUPPORTED,
                                (struct place) {.file = file},
                                "is compiled already: nothing can be inserted");
    LLVMModuleRef m = module_read (c, file, file);
    return m && module_fits (c, m, file) && module_link (c, m, file);
}

static bool
files_name (struct compiling *c)
{
    struct unit_options *o = &c->unit->options;
    if (o->commands && !commands_read (&c->commands, o->commands, c->problem))
        return false;
    if (!o->file.size) /* all that the commands name */
        for (size_t i = 0; i < c->commands.list.size; i++)
            VEC_PUSH (o->file, arena_string (&c->unit->arena,
                                             c->commands.list.at[i].path));
    return o->file.size
           || problem_of_kind (c->problem, PROBLEM_USAGE, (struct place) {0},
                               "no file to compile");
}

static bool
files_take (struct compiling *c)
{
    const struct unit_options *o = &c->unit->options;
    for (size_t i = 0; i < o->file.size; i++)
        if (!file_take (c, o->file.at[i], i))
            return false;
    if (c->refused > 1)
        return problem_set (c->problem, (struct place) {0},
                            "%u files do not compile, %s is the first",
                            c->refused, c->first);
    return !c->refused
           || problem_set (c->problem, (struct place) {.file = c->first},
                           "does not compile");
}

static bool
files_have_inline (const struct unit_options *o)
{
    bool found = false;
    for (size_t i = 0; i < o->file.size && !found; i++)
        found = !is_llvm (o->file.at[i]) && file_has_inline (o->file.at[i]);
    return found;
}

/* A function that is `inline` only is, since C99, not defined by that, and
 * clang leaves its body out.  Old programs mean otherwise: if functions are
 * missing, and fewer are when `inline` has its old meaning, that is taken. */
static void
files_reconsider (struct compiling *c)
{
    struct unit *u = c->unit;
    LLVMModuleRef first = u->module;
    struct problem *problem = c->problem, other = {0};
    size_t missing = module_unknown (first);
    if (!missing || !files_have_inline (&u->options))
        return;
    u->module = NULL;
    c->problem = &other;
    c->gnu89 = true;
    bool good = files_take (c) && module_unknown (u->module) < missing;
    c->problem = problem;
    LLVMModuleRef dropped = good ? first : u->module;
    u->module = good ? u->module : first;
    if (dropped)
        LLVMDisposeModule (dropped);
}

/* ---- the C machine */

static bool
templates_save (struct compiling *c)
{
    struct text path;
    text_init (&path);
    text_print (&path, "%s/cohort-templates.h", c->directory);
    c->unit->include = arena_string (&c->unit->arena, text_view (&path));
    text_clear (&path);
    return text_save (c->unit->include, machine_templates,
                      strlen (machine_templates))
           || problem_of_kind (c->problem, PROBLEM_RESOURCE, (struct place) {0},
                               "%s: %s", c->unit->include, strerror (errno));
}

static bool
files_are_cxx (const struct unit_options *o)
{
    bool found = false;
    for (size_t i = 0; i < o->file.size && !found; i++)
        found = name_is_cxx (o->file.at[i]);
    return found;
}

/* What uses threads is seen only when it is compiled; then once more, if that
 * is done in another way. */
static bool
files_for_machine (struct compiling *c)
{
    struct unit *u = c->unit;
    enum unit_machine wish = u->options.machine;
    u->machine = wish == MACHINE_ALWAYS
                 || (wish == MACHINE_AUTO && files_are_cxx (&u->options));
    if (!files_take (c))
        return false;
    if (module_is_plain (u->module))
        return problem_of_kind (
            c->problem, PROBLEM_UNSUPPORTED, (struct place) {0},
            "cohort.h was compiled or preprocessed without __COHORT__: its "
            "annotations are lost; give the source, or define __COHORT__");
    if (u->machine || wish == MACHINE_NEVER || !module_has_threads (u->module))
        return true;
    u->machine = true;
    if (!machine_has_flags (&u->options))
        return true;
    LLVMDisposeModule (u->module);
    u->module = NULL;
    return files_take (c);
}

/* ---- the library */

/* The text as DIRECTORY/cohort-libc/NAME.c, or .cc; the name of it from there.
 * Names of C++ are too long for files. */
static bool
source_save (struct compiling *c, const char *name, const char *source,
             struct vec_flag *file)
{
    struct text path;
    text_init (&path);
    if (!strncmp (source, "//", 2))
        text_print (&path, "%s/cohort-libc/%zu.cc", c->directory,
                    c->tried.size);
    else
        text_print (&path, "%s/cohort-libc/%s.c", c->directory, name);
    bool good = text_save (text_view (&path), source, strlen (source));
    if (!good)
        problem_of_kind (c->problem, PROBLEM_RESOURCE, (struct place) {0},
                         "%s: %s", text_view (&path), strerror (errno));
    else
        VEC_PUSH (*file,
                  arena_string (&c->unit->arena,
                                text_view (&path) + strlen (c->directory) + 1));
    text_clear (&path);
    return good;
}

/* What is used, not defined, and has a text (which may be that of others, too).
 * Names that are asked for are those of C and C++, because the library knows no
 * others. */
static bool
symbol_collect (struct compiling *c, LLVMValueRef v, struct vec_flag *file)
{
    size_t size;
    const char *name = LLVMGetValueName2 (v, &size);
    if (!LLVMIsDeclaration (v) || !LLVMGetFirstUse (v))
        return true;
    const char *source = machine_source (c->unit, name);
    return !source || !map_put (&c->tried, digest_string (name), 1)
           || !map_put (&c->tried, digest_string (source), 1)
           || source_save (c, name, source, file);
}

static bool
round_collect (struct compiling *c, struct vec_flag *file)
{
    bool good = true;
    LLVMModuleRef m = c->unit->module;
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f && good;
         f = LLVMGetNextFunction (f))
        good = symbol_collect (c, f, file);
    for (LLVMValueRef g = LLVMGetFirstGlobal (m); g && good;
         g = LLVMGetNextGlobal (g))
        good = symbol_collect (c, g, file);
    return good;
}

/* `file` is cohort-libc/NAME.c, or .cc; clang has written NAME.bc. */
static bool
library_link (struct compiling *c, const char *file)
{
    const char *name = strrchr (file, '/');
    const char *end = name ? strrchr (name, '.') : NULL;
    assert (name && end);
    struct text path;
    text_init (&path);
    text_add (&path, c->directory);
    text_add_n (&path, name, (size_t) (end - name));
    text_add (&path, ".bc");
    LLVMModuleRef m = module_read (c, text_view (&path), file);
    if (m)
        machine_mark (c->unit, m);
    bool good = m && module_link (c, m, file);
    unlink (text_view (&path));
    text_clear (&path);
    return good;
}

static bool
library_take (struct compiling *c)
{
    struct text path;
    struct vec_flag file = {0};
    text_init (&path);
    text_print (&path, "%s/cohort-libc", c->directory);
    bool good = !mkdir (text_view (&path), 0700), more = true;
    if (!good)
        problem_of_kind (c->problem, PROBLEM_RESOURCE, (struct place) {0},
                         "%s: %s", text_view (&path), strerror (errno));
    while (good && more) {
        file.size = 0;
        good = round_collect (c, &file);
        more = file.size > 0;
        if (good && more)
            good = clang_library (c->unit, c->directory, &file, c->problem);
        for (size_t i = 0; good && i < file.size; i++)
            good = library_link (c, file.at[i]);
    }
    VEC_CLEAR (file);
    text_clear (&path);
    return good;
}

bool
unit_compile (struct unit *u, struct problem *problem)
{
    assert (!u->module && !u->context);
    struct compiling c = {.unit = u, .problem = problem};
    text_init (&c.last);
    map_init (&c.tried);
    arena_init (&c.commands.arena);
    c.directory = process_directory (problem);
    if (!c.directory)
        return false;
    u->context = LLVMContextCreate ();
    LLVMContextSetDiagnosticHandler (u->context, hear, &c);
    bool good = files_name (&c) && templates_save (&c);
    if (u->options.objects)
        good = good && files_take (&c);
    else {
        good = good && files_for_machine (&c);
        if (good)
            files_reconsider (&c);
        if (good)
            signed_mark (u);
        good = good && library_take (&c);
    }
    if (good && !u->options.objects) {
        /* Then the places of variables are calls that can be walked over. */
        LLVMSetIsNewDbgInfoFormat (u->module, 0);
        LLVMSetModuleIdentifier (u->module, u->options.file.at[0],
                                 strlen (u->options.file.at[0]));
        u->layout = LLVMGetModuleDataLayout (u->module);
    }
    LLVMContextSetDiagnosticHandler (u->context, NULL, NULL);
    process_directory_remove (c.directory);
    memory_free (c.directory);
    commands_clear (&c.commands);
    map_clear (&c.tried);
    text_clear (&c.last);
    return good;
}
