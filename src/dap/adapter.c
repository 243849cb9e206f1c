/* adapter.c -- see adapter.h. */
#include "dap/adapter.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "dap/child.h"
#include "dap/session.h"

/* The words of the command line, and what they say. */
struct adapter {
    const struct options *given;
    int args; /* up to `--` */
    char **arg;
    dap_judge *judge;
};

struct vec_argument VEC (char *);

/* The options of the command line, then those of the client, which win. */
static bool
options_read (const struct adapter *a, const struct dap_launch *launch,
              struct options *o, struct problem *p)
{
    struct vec_argument list = {0};
    for (int i = 0; i < a->args; i++)
        VEC_PUSH (list, a->arg[i]);
    for (size_t i = 0; i < launch->options; i++)
        VEC_PUSH (list, (char *) (uintptr_t) launch->option[i]);
    bool good = options_parse (o, (int) list.size, list.at, p);
    VEC_CLEAR (list);
    return good;
}

/* Whoever gives no witness or no files gets those of the command line. */
static bool
files_set (const struct adapter *a, const struct dap_launch *launch,
           struct options *o, struct problem *p)
{
    const struct options *given = a->given;
    size_t own = given->files ? given->files - 1 : 0;
    size_t files = launch->files ? launch->files : own;
    const char *witness = launch->witness ? launch->witness
                          : given->files  ? given->file[0]
                                          : NULL;
    if (!witness || !files)
        return problem_usage (p, "launch: witness and files are wanted");
    memory_free (o->file);
    o->file = NEW_ARRAY (const char *, files + 1);
    o->file[0] = witness;
    for (size_t i = 0; i < files; i++)
        o->file[i + 1] = launch->files ? launch->file[i] : given->file[i + 1];
    o->files = files + 1;
    return true;
}

static bool
adapter_load (void *context, const struct dap_launch *launch, struct outcome *o,
              struct text *said, struct problem *p)
{
    struct options options;
    options_init (&options);
    const struct adapter *a = context;
    struct dap_child child = {
        .options = &options, .directory = launch->directory, .judge = a->judge};
    bool good = options_read (a, launch, &options, p)
                && files_set (a, launch, &options, p)
                && dap_child_run (&child, o, said, p);
    options_clear (&options);
    return good;
}

int
dap_adapter (const struct options *given, int args, char **arg,
             dap_judge *judge)
{
    struct adapter context = {.given = given, .arg = arg, .judge = judge};
    while (context.args < args && strcmp (arg[context.args], "--") != 0)
        context.args++;
    char *directory = realpath (".", NULL);
    struct dap_loader loader = {.load = adapter_load,
                                .context = &context,
                                .directory = directory ? directory : "/"};
    int code = dap_serve (&loader, 0, 1);
    free (directory);
    return code;
}
