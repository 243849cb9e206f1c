/* main.c -- the command line: which command, with what. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/build.h"
#include "process/process.h"
#include "command/command.h"
#include "help/help.h"

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
        help_screen (&t);
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
    struct problem p = {0};
    struct text t;
    text_init (&t);
    bool good = true;
    if (!args)
        help_screen (&t);
    for (int i = 0; i < args && good; i++)
        good = help_topic (arg[i], &t, &p);
    int code = main_print (&t);
    return good ? code : command_failed (&p);
}

static int
main_doctor (int args, char **arg)
{
    struct problem p = {0};
    struct text t;
    if (args) {
        problem_usage (&p, "usage: cohort doctor; it is not about %s", arg[0]);
        return command_failed (&p);
    }
    text_init (&t);
    help_doctor (&t);
    return main_print (&t);
}

static const struct {
    const char *name;
    int (*run) (int args, char **arg);
} commands[] = {
    {"join", command_join},     {"keys", command_keys},
    {"report", command_report}, {"replay", command_replay},
    {"help", main_help},        {"doctor", main_doctor},
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

/* No option and no file, but nearly a command. */
static bool
main_mistyped (const char *word, struct problem *p)
{
    const char *near =
        *word == '-' || !access (word, F_OK) ? NULL : help_near_command (word);
    return near
           && !problem_usage (p,
                              "there is neither a file nor a command %s; did "
                              "you mean cohort %s?",
                              word, near);
}

int
main (int argc, char **argv)
{
    /* A file that may not grow is a write that fails, like a full disk. */
    signal (SIGXFSZ, SIG_IGN);
    process_standard ();
    struct problem p = {0};
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (!strcmp (argv[1], commands[i].name))
            return main_asks_help (argc - 2, argv + 2)
                       ? main_help (1, &argv[1])
                       : commands[i].run (argc - 2, argv + 2);
    if (argc > 1 && main_mistyped (argv[1], &p))
        return command_failed (&p);
    return main_check (argc > 0 ? argc - 1 : 0, argv + 1);
}
