/* main.c -- the command line: which command, with what. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/build.h"
#include "process/process.h"
#include "command/command.h"

static int
main_print (struct text *t)
{
    fputs (text_view (t), stdout);
    text_clear (t);
    return 0;
}

static int
main_check (int args, char **arg)
{
    struct options o;
    struct problem p = {0};
    struct text t;
    text_init (&t);
    options_init (&o);
    int code;
    if (!options_parse (&o, args, arg, &p))
        code = command_failed (&p);
    else if (o.help) {
        options_help (&t);
        code = main_print (&t);
    } else if (o.version) {
        text_print (&t, "cohort %s\n", build_name);
        code = main_print (&t);
    } else
        code = command_check (&o);
    options_clear (&o);
    return code;
}

static int
main_help (int args, char **arg)
{
    (void) args;
    (void) arg;
    char *help[] = {(char[]) {"--help"}};
    return main_check (1, help);
}

static const struct {
    const char *name;
    int (*run) (int args, char **arg);
} commands[] = {
    {"join", command_join},     {"keys", command_keys},
    {"report", command_report}, {"replay", command_replay},
    {"help", main_help},
};

/* Of a command: what it could be given is told, and nothing done. */
static bool
main_asks_help (int args, char **arg)
{
    for (int i = 0; i < args && strcmp (arg[i], "--"); i++)
        if (!strcmp (arg[i], "--help") || !strcmp (arg[i], "-h"))
            return true;
    return false;
}

int
main (int argc, char **argv)
{
    /* A file that may not grow is a write that fails, like a full disk. */
    signal (SIGXFSZ, SIG_IGN);
    process_standard ();
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (!strcmp (argv[1], commands[i].name)
            && !main_asks_help (argc - 2, argv + 2))
            return commands[i].run (argc - 2, argv + 2);
    return main_check (argc > 0 ? argc - 1 : 0, argv + 1);
}
