/* options.c -- the table's parser, and the compiler's own flags beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/options.h"

/* Parses words; null ends them. */
static bool
parse (struct options *o, struct problem *p, ...)
{
    static char words[16][64];
    char *argv[16];
    int argc = 0;
    va_list list;
    va_start (list, p);
    for (const char *w; (w = va_arg (list, const char *)); argc++) {
        assert_true (argc < 16 && strlen (w) < sizeof *words);
        argv[argc] = strcpy (words[argc], w);
    }
    va_end (list);
    options_init (o);
    *p = (struct problem) {0};
    return options_parse (o, argc, argv, p);
}

#define PARSE(...) parse (&o, &p, __VA_ARGS__, (char *) NULL)

static void
refused (bool good, struct options *o, const struct problem *p,
         const char *message)
{
    assert_false (good);
    assert_int_equal (p->kind, PROBLEM_USAGE);
    if (!strstr (p->message, message))
        fail_msg ("%s has no %s", p->message, message);
    options_clear (o);
}

static void
fields_are_set (void **state)
{
    (void) state;
    struct options o;
    struct problem p;
    assert_true (PARSE ("--property", "a.prp", "--32", "x.c", "--all",
                        "--integers=math", "--no-execute", "--assume=malloc",
                        "--reuse=run", "--compile-commands=c.json",
                        "--harness=h.c", "y.c"));
    assert_string_equal (o.property, "a.prp");
    assert_true (o.bits32 && !o.bits64 && o.all && o.no_execute);
    assert_int_equal (o.integers, INTEGERS_MATH);
    assert_string_equal (o.assume, "malloc");
    assert_string_equal (o.reuse, "run");
    assert_string_equal (o.commands, "c.json");
    assert_string_equal (o.harness, "h.c");
    assert_int_equal (o.files, 2);
    options_clear (&o);
    assert_true (PARSE ("x.c"));
    assert_int_equal (o.integers, INTEGERS_BITS);
    assert_true (!o.bits32 && !o.bits64 && !o.flags);
    options_clear (&o);
}

static void
compiler_flags (void **state)
{
    (void) state;
    struct options o;
    struct problem p;
    assert_true (PARSE ("-I", "dir", "-Idir", "-DX=1", "-D", "Y", "-UZ",
                        "-std=c99", "-include", "a.h", "x.c", "-isystem",
                        "sys"));
    static const char *const flags[] = {"-Idir",       "-Idir",      "-DX=1",
                                        "-DY",         "-UZ",        "-std=c99",
                                        "-includea.h", "-isystemsys"};
    assert_int_equal (o.flags, sizeof flags / sizeof *flags);
    for (size_t i = 0; i < o.flags; i++)
        assert_string_equal (o.flag[i], flags[i]);
    assert_int_equal (o.files, 1);
    assert_string_equal (o.file[0], "x.c");
    options_clear (&o);
    refused (PARSE ("x.c", "-I"), &o, &p, "-I needs a value");
    refused (PARSE ("-std="), &o, &p, "-std= needs a value");
    refused (PARSE ("-includefoo"), &o, &p, "unknown option -includefoo");
    refused (PARSE ("-O2"), &o, &p, "unknown option -O2");
    refused (PARSE ("-m32"), &o, &p, "did you mean --32?");
}

static void
near_names (void **state)
{
    (void) state;
    struct options o;
    struct problem p;
    refused (PARSE ("--proprety=a"), &o, &p, "did you mean --property?");
    refused (PARSE ("--36"), &o, &p, "did you mean --32?");
    /* What has nothing in common is no near miss. */
    refused (PARSE ("--xy"), &o, &p, "unknown option --xy; see");
    refused (PARSE ("--32=1"), &o, &p, "--32 takes no value");
    refused (PARSE ("--property"), &o, &p, "--property needs a value");
    refused (PARSE ("--integers=words"), &o, &p, "must be one of bits|math");
}

/* Every word is read as the value of its name, and is written as that name. */
static void
words_are_values (void **state)
{
    (void) state;
    struct options o;
    struct problem p;
    struct text t;
    text_init (&t);
    assert_true (PARSE ("--engine=induct", "--mode", "naive",
                        "--memory=symbolic-stack", "--search=static-master",
                        "--emit=states", "--store=disk"));
    assert_int_equal (o.engine, ENGINE_INDUCT);
    assert_int_equal (o.mode, MODE_NAIVE);
    assert_int_equal (o.memory, MEMORY_SYMBOLIC_STACK);
    assert_int_equal (o.search, SEARCH_STATIC_MASTER);
    assert_int_equal (o.emit, EMIT_STATES);
    assert_string_equal (OPTION_NAME (&o, search), "static-master");
    assert_string_equal (OPTION_NAME (&o, store), "disk");
    options_semantic (&o, &t);
    assert_non_null (strstr (text_view (&t), "engine: induct\nmode: naive\n"));
    options_clear (&o);
    assert_true (PARSE ("x.c"));
    assert_int_equal (o.mode, MODE_PREDICTABLE);
    assert_int_equal (o.store, STORE_TREE);
    options_clear (&o);
    text_clear (&t);
    /* The beginning of a word is none, nor are two. */
    refused (PARSE ("--search=static"), &o, &p, "must be one of layers|free");
    refused (PARSE ("--emit=horn|dot"), &o, &p, "must be one of none|horn");
    refused (PARSE ("--emit="), &o, &p, "--emit needs a value: --emit=none|");
}

/* ---- for which inputs */

/* For each word of the command line: the inputs that refuse it, of all. */
static unsigned
refusing (const char *word, const char *as)
{
    struct options o;
    struct problem p;
    struct text given;
    unsigned inputs = 0;
    text_init (&given);
    assert_true (PARSE (word));
    for (unsigned input = 1; input < FOR_ALL; input *= 2) {
        text_reset (&given);
        if (options_fit (&o, input, &given))
            assert_int_equal (given.size, 0);
        else {
            assert_string_equal (text_view (&given), as);
            inputs |= input;
        }
    }
    options_clear (&o);
    text_clear (&given);
    return inputs;
}

#define REFUSES(word, inputs) \
    assert_int_equal (refusing (word, word), FOR_ALL &(inputs))

static void
inputs_refuse_options (void **state)
{
    (void) state;
    REFUSES ("--32", ~FOR_CSOURCE);
    REFUSES ("--all", ~FOR_C);
    REFUSES ("--integers=math", ~FOR_C);
    REFUSES ("-DX", ~FOR_CSOURCE);
    assert_int_equal (refusing ("--assume=malloc", "--assume"),
                      FOR_ALL & ~FOR_CSOURCE);
    assert_int_equal (refusing ("--harness=h.c", "--harness"),
                      FOR_ALL & ~FOR_C);
    /* A default is never wrong, given or not. */
    REFUSES ("--integers=bits", 0);
    REFUSES ("x.c", 0);
    /* What does not count is accepted all the same, unless FOR_ONLY says else. */
    REFUSES ("--no-execute", 0);
    REFUSES ("--beam=3", 0);
}

static void
inputs_refuse_words (void **state)
{
    (void) state;
    REFUSES ("--engine=cegar", FOR_MACHINES);
    REFUSES ("--engine=bounded", FOR_HORN | FOR_MACHINES);
    REFUSES ("--engine=explore", FOR_ENGINES);
    REFUSES ("--mode=sequential", 0);
    REFUSES ("--mode=paper", FOR_MACHINES);
    REFUSES ("--mode=hydra", FOR_HORN | FOR_MACHINES);
    REFUSES ("--goal=return", FOR_THREADS);
    REFUSES ("--emit=horn", FOR_MACHINES);
    REFUSES ("--emit=dot", FOR_THREADS | FOR_MODEL);
    REFUSES ("--emit=steps", FOR_HORN | FOR_MACHINES);
    REFUSES ("--emit=states", FOR_ENGINES);
}

/* Of what an input may be, one is enough. */
static void
inputs_may_be_several (void **state)
{
    (void) state;
    struct options o;
    struct problem p;
    struct text given;
    text_init (&given);
    assert_true (PARSE ("--emit=states", "--all"));
    assert_true (options_fit (&o, FOR_CSOURCE, &given));
    assert_false (options_fit (&o, FOR_THREADS, &given));
    assert_string_equal (text_view (&given), "--all");
    text_reset (&given);
    assert_false (options_fit (&o, FOR_C, &given));
    assert_string_equal (text_view (&given), "--emit=states");
    options_clear (&o);
    text_clear (&given);
}

static void
no_such_option_has_no_inputs (void **state)
{
    (void) state;
    assert_int_equal (option_inputs ("no-such"), 0);
    assert_int_equal (option_inputs ("ctl"), FOR_ONLY | FOR_MACHINES);
}

static void
semantic_of (struct options *o, struct text *t)
{
    text_reset (t);
    options_semantic (o, t);
    options_clear (o);
}

/* Two command lines that mean different things have different lines. */
static void
flags_are_semantic (void **state)
{
    (void) state;
    struct options o;
    struct problem p;
    struct text one, two;
    text_init (&one);
    text_init (&two);
    assert_true (PARSE ("x.c"));
    semantic_of (&o, &one);
    assert_non_null (strstr (text_view (&one), "\nflags: \n"));
    assert_non_null (strstr (text_view (&one), "\nno-execute: no\n"));
    assert_true (PARSE ("-DA", "-DB", "x.c"));
    semantic_of (&o, &one);
    assert_non_null (strstr (text_view (&one), "\nflags: -DA -DB\n"));
    assert_true (PARSE ("-DA -DB", "x.c"));
    semantic_of (&o, &two);
    assert_string_not_equal (text_view (&one), text_view (&two));
    assert_true (PARSE ("-DA=\n\\", "x.c"));
    semantic_of (&o, &two);
    assert_non_null (strstr (text_view (&two), "\nflags: -DA=\\n\\\\\n"));
    text_clear (&one);
    text_clear (&two);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (fields_are_set),
        cmocka_unit_test (compiler_flags),
        cmocka_unit_test (near_names),
        cmocka_unit_test (words_are_values),
        cmocka_unit_test (inputs_refuse_options),
        cmocka_unit_test (inputs_refuse_words),
        cmocka_unit_test (inputs_may_be_several),
        cmocka_unit_test (no_such_option_has_no_inputs),
        cmocka_unit_test (flags_are_semantic),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
