/* harness.c -- a counterexample's inputs as a C file that gives them. */
#include <gmp.h>
#include <string.h>

#include "base/map.h"
#include "csource/value.h"
#include "program/trail/inputs.h"
#include "program/attributes.h"

static const char head[] = "#include <signal.h>\n"
                           "#include <stdint.h>\n"
                           "#include <stdio.h>\n"
                           "#include <string.h>\n"
                           "#include <unistd.h>\n"
                           "\n"
                           "static void\n"
                           "cohort_end (const char *what, int code)\n"
                           "{\n"
                           "    write (2, what, strlen (what));\n"
                           "    write (2, \"\\n\", 1);\n"
                           "#ifdef COHORT_CLEANUP\n"
                           "    __lsan_do_leak_check ();\n"
                           "#endif\n"
                           "    _exit (code);\n"
                           "}\n"
                           "\n"
                           "static void\n"
                           "cohort_abort (int number)\n"
                           "{\n"
                           "    cohort_end (\"cohort: abort\", 103);\n"
                           "}\n"
                           "\n"
                           "/* What main and others left on the stack is "
                           "gone: a finder of leaks\n"
                           " * must not take it for pointers. */\n"
                           "__attribute__ ((destructor)) static void\n"
                           "cohort_wipe (void)\n"
                           "{\n"
                           "    volatile char stack[1 << 16];\n"
                           "    for (unsigned i = 0; i < sizeof stack; i++)\n"
                           "        stack[i] = 0;\n"
                           "}\n"
                           "\n"
                           "__attribute__ ((constructor)) static void\n"
                           "cohort_begin (void)\n"
                           "{\n"
                           "    signal (SIGABRT, cohort_abort);\n"
                           "#ifdef COHORT_STDIN\n"
                           "    int end[2];\n"
                           "    if (pipe (end))\n"
                           "        return;\n"
                           "    write (end[1], cohort_stdin, sizeof "
                           "cohort_stdin);\n"
                           "    close (end[1]);\n"
                           "    dup2 (end[0], 0);\n"
                           "    close (end[0]);\n"
                           "#endif\n"
                           "}\n"
                           "\n";

/* No more than a pipe holds. */
static void
write_standard (struct text *out, const struct inputs *x)
{
    enum { MOST = 1 << 15 };
    size_t size = x->standard.size < MOST ? x->standard.size : MOST;
    if (!size)
        return;
    text_add (out, "#define COHORT_STDIN\n"
                   "static const unsigned char cohort_stdin[] = {");
    for (size_t i = 0; i < size; i++)
        text_print (out, "%s%u",
                    !i       ? "\n    "
                    : i % 16 ? ", "
                             : ",\n    ",
                    (unsigned char) x->standard.data[i]);
    text_add (out, "};\n\n");
}

static const char take[] =
    "static void\n"
    "cohort_take (const char *function, void *to, unsigned size)\n"
    "{\n"
    "    static unsigned next;\n"
    "    if (!cohort_input[next].function)\n"
    "        cohort_end (\"cohort: inputs exhausted\", 101);\n"
    "    if (strcmp (cohort_input[next].function, function))\n"
    "        cohort_end (\"cohort: inputs in another order\", 104);\n"
    "    memcpy (to, cohort_input[next++].bits, size);\n"
    "}\n"
    "\n";

/* Memory that was never written holds what lay there before.  This says what:
 * -DCOHORT_FILL=N (64 bits) with -Wl,--wrap=main,--wrap=malloc,--wrap=calloc,
 * --wrap=realloc. */
static const char fill[] =
    "#ifdef COHORT_FILL\n"
    "__attribute__ ((noinline)) static void\n"
    "cohort_fill (void)\n"
    "{\n"
    "    volatile unsigned long long stack[1 << 13];\n"
    "    for (unsigned i = 0; i < sizeof stack / sizeof *stack; i++)\n"
    "        stack[i] = COHORT_FILL;\n"
    "}\n"
    "\n"
    "int __real_main (int, char **, char **);\n"
    "void *__real_malloc (unsigned long);\n"
    "void *__real_calloc (unsigned long, unsigned long);\n"
    "void *__real_realloc (void *, unsigned long);\n"
    "\n"
    "/* With its frame between, main's lies below what cohort_fill itself has\n"
    " * on the stack. */\n"
    "__attribute__ ((noinline)) static int\n"
    "cohort_main (int count, char **argument, char **environment)\n"
    "{\n"
    "    volatile char gap[256];\n"
    "    return __real_main (count, argument, environment);\n"
    "}\n"
    "\n"
    "int\n"
    "__wrap_main (int count, char **argument, char **environment)\n"
    "{\n"
    "    cohort_fill ();\n"
    "    return cohort_main (count, argument, environment);\n"
    "}\n"
    "\n"
    "/* The last objects that were made, and their sizes. */\n"
    "static struct { void *at; unsigned long size; } cohort_made[4096];\n"
    "static unsigned cohort_makes;\n"
    "\n"
    "static void *\n"
    "cohort_make (unsigned char *made, unsigned long old, unsigned long size)\n"
    "{\n"
    "    for (unsigned long i = old; made && i < size; i++)\n"
    "        made[i] = (unsigned char) (COHORT_FILL >> i % 8 * 8);\n"
    "    cohort_made[cohort_makes % 4096].at = made;\n"
    "    cohort_made[cohort_makes++ % 4096].size = size;\n"
    "    return made;\n"
    "}\n"
    "\n"
    "void *\n"
    "__wrap_malloc (unsigned long size)\n"
    "{\n"
    "    return cohort_make (__real_malloc (size), 0, size);\n"
    "}\n"
    "\n"
    "void *\n"
    "__wrap_calloc (unsigned long count, unsigned long size)\n"
    "{\n"
    "    return cohort_make (__real_calloc (count, size), count * size,\n"
    "                        count * size);\n"
    "}\n"
    "\n"
    "void *\n"
    "__wrap_realloc (void *object, unsigned long size)\n"
    "{\n"
    "    unsigned long old = object ? size : 0;\n"
    "    for (unsigned i = 0; object && i < 4096; i++)\n"
    "        if (cohort_made[i].at == object)\n"
    "            old = cohort_made[i].size;\n"
    "    return cohort_make (__real_realloc (object, size), old, size);\n"
    "}\n"
    "#endif\n"
    "\n";

/* Weak: a program may have its own. */
static const char conventions[] = "__attribute__ ((weak)) void\n"
                                  "__VERIFIER_atomic_begin ()\n"
                                  "{\n"
                                  "}\n"
                                  "\n"
                                  "__attribute__ ((weak)) void\n"
                                  "__VERIFIER_atomic_end ()\n"
                                  "{\n"
                                  "}\n"
                                  "\n"
                                  "__attribute__ ((weak)) void\n"
                                  "__VERIFIER_assert (int condition)\n"
                                  "{\n"
                                  "    if (!condition)\n"
                                  "        reach_error ();\n"
                                  "}\n"
                                  "\n";

static void
write_assume (struct text *out, const char *name, bool weak)
{
    text_print (out,
                "%svoid\n%s (int condition)\n"
                "{\n"
                "    if (!condition)\n"
                "        cohort_end (\"cohort: an assumption fails\", 102);\n"
                "}\n"
                "\n",
                weak ? "__attribute__ ((weak)) " : "", name);
}

/* A C comment must not end early. */
static void
add_commented (struct text *out, const char *string)
{
    for (; *string; string++)
        text_char (out, *string == '/' && out->size
                                && out->data[out->size - 1] == '*'
                            ? '|'
                        : *string == '\n' ? ' '
                                          : *string);
}

static void
write_comment (struct text *out, const struct inputs *x)
{
    text_add (out, "/* The inputs of a counterexample, for a native run:\n"
                   " *\n"
                   " *     gcc -w -g -O0 -fwrapv THIS_FILE FILES "
                   "-Wl,--allow-multiple-definition\n"
                   " *\n");
    bool unreach = !x->check || !strcmp (x->check, "unreach-call");
    if (unreach)
        text_add (out, " * It ends with code 100 where the error is "
                       "reached");
    else {
        text_add (out, " * with gcc's sanitizers, which end it where the "
                       "check fails: ");
        add_commented (out, x->check);
    }
    text_add (out, ".\n");
    const char *missing[] = {x->guessed, x->uncontrolled};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (missing[i]) {
            text_add (out, " * Not given by this file: ");
            add_commented (out, missing[i]);
            text_add (out, ".\n");
        }
    text_add (out, " */\n");
}

/* The bytes of a value, low ones first, as "\x01\x00..". */
static void
write_bits (struct text *out, const term *value)
{
    enum { BYTES = 16 };
    mpz_t number, byte;
    mpz_init (number);
    mpz_init (byte);
    if (value && term_is_true (value))
        mpz_set_ui (number, 1);
    else if (value && (value->op == OP_BITS || value->op == OP_NUMBER))
        mpz_set_str (number, value->text, 10);
    for (int i = 0; i < BYTES; i++) {
        mpz_fdiv_r_2exp (byte, number, 8);
        mpz_fdiv_q_2exp (number, number, 8);
        text_print (out, "%s%lu", i ? "," : "", mpz_get_ui (byte));
    }
    mpz_clear (number);
    mpz_clear (byte);
}

static void
write_table (struct text *out, const struct inputs *x)
{
    text_add (out, "static const struct {\n"
                   "    const char *function;\n"
                   "    unsigned char bits[16];\n"
                   "} cohort_input[] = {\n");
    for (size_t i = 0; i < x->input.size; i++) {
        const struct input *input = &x->input.at[i];
        if (!harness_gives (input))
            continue;
        text_print (out, "    {\"%s\", {", input->function);
        write_bits (out, input->value);
        text_add (out, "}}, /* ");
        c_value (out, input->value, input->function);
        if (input->place.file && input->place.line) {
            text_add (out, ", ");
            add_commented (out, input->place.file);
            text_print (out, ":%u", input->place.line);
        }
        text_add (out, " */\n");
    }
    text_add (out, "    {0}\n};\n\n");
}

/* Numbers of rand are anything, but the same seed gives the same once more: then
 * it ends, because the table may say otherwise. */
static const char random_text[] =
    "static unsigned cohort_seed = 1, cohort_drawn[64], cohort_draws;\n"
    "\n"
    "static void\n"
    "cohort_draw (void)\n"
    "{\n"
    "    if (!cohort_draws || cohort_drawn[cohort_draws - 1] != cohort_seed)\n"
    "        cohort_drawn[cohort_draws++] = cohort_seed;\n"
    "}\n"
    "\n"
    "void\n"
    "srand (unsigned seed)\n"
    "{\n"
    "    for (unsigned i = 0; i < cohort_draws; i++)\n"
    "        if (cohort_draws == 64 || cohort_drawn[i] == seed)\n"
    "            cohort_end (\"cohort: random numbers begin again\", 106);\n"
    "    cohort_seed = seed;\n"
    "}\n"
    "\n"
    "void\n"
    "srandom (unsigned seed)\n"
    "{\n"
    "    srand (seed);\n"
    "}\n"
    "\n";

static bool
is_random (const char *name)
{
    return !strcmp (name, "rand") || !strcmp (name, "random");
}

static void
write_function (struct text *out, const char *name, const sort *s)
{
    const char *type = harness_type (name, s);
    if (!type || !harness_can_define (name))
        return;
    bool random = is_random (name);
    if (random && !strstr (text_view (out), "cohort_draw (void)"))
        text_add (out, random_text);
    text_print (out, "%s\n%s ()\n{\n%s", type, name,
                random ? "    cohort_draw ();\n" : "");
    /* Any other byte than 0 or 1 is no _Bool. */
    if (!strcmp (type, "_Bool"))
        text_print (out,
                    "    unsigned char value;\n"
                    "    cohort_take (\"%s\", &value, sizeof value);\n"
                    "    return value & 1;\n}\n\n",
                    name);
    else
        text_print (out,
                    "    %s value;\n"
                    "    cohort_take (\"%s\", &value, sizeof value);\n"
                    "    return value;\n}\n\n",
                    type, name);
}

/* Functions that C code names where the program, as it was read, never comes;
 * without them it would not link. */
static void
write_never (struct text *out, const struct map *seen)
{
    text_add (out, "#define COHORT_NEVER(type) \\\n"
                   "    __attribute__ ((weak)) void \\\n"
                   "    __VERIFIER_nondet_##type () \\\n"
                   "    { \\\n"
                   "        cohort_end (\"cohort: inputs in another order\", "
                   "104); \\\n"
                   "    }\n");
    const char *name;
    for (size_t i = 0; (name = harness_nondet (i)); i++) {
        struct text whole;
        text_init (&whole);
        text_print (&whole, "__VERIFIER_nondet_%s", name);
        if (!map_get (seen, digest_string (text_view (&whole))))
            text_print (out, "COHORT_NEVER (%s)\n", name);
        text_clear (&whole);
    }
    text_char (out, '\n');
}

/* Each function once, in the order of the program. */
static void
write_functions (struct text *out, const struct program *p)
{
    struct map seen;
    map_init (&seen);
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t j = 0; j < p->procedure.at[i].block.size; j++) {
            const struct block *b = &p->procedure.at[i].block.at[j];
            for (size_t k = 0; k < b->statement.size; k++) {
                const struct statement *s = &b->statement.at[k];
                const char *name = mark_string (s->attribute, MARK_INPUT);
                if (name && s->kind == STATEMENT_HAVOC && s->targets
                    && map_put (&seen, digest_string (name), 1))
                    write_function (out, name, s->target[0]->sort);
            }
        }
    write_never (out, &seen);
    map_clear (&seen);
}

/* Memory that is not freed counts however the program ends, and whoever points
 * to it. */
static void
write_cleanup (struct text *out, const struct inputs *x)
{
    static const char ends[] =
        "#define COHORT_CLEANUP\n"
        "#include <sys/syscall.h>\n"
        "#include <unistd.h>\n"
        "void __lsan_do_leak_check (void);\n"
        "\n"
        "const char *\n"
        "__lsan_default_options (void)\n"
        "{\n"
        "    return \"use_stacks=0:use_registers=0:use_globals=0\";\n"
        "}\n"
        "\n";
    static const char *const function[] = {"_exit", "_Exit", "quick_exit"};
    if (!x->check || strcmp (x->check, "valid-memcleanup"))
        return;
    text_add (out, ends);
    for (size_t i = 0; i < sizeof function / sizeof *function; i++)
        text_print (out,
                    "void\n%s (int code)\n{\n    __lsan_do_leak_check ();\n"
                    "    for (;;)\n        syscall (SYS_exit_group, code);\n"
                    "}\n\n",
                    function[i]);
}

static void
write_errors (struct text *out, const struct inputs *x)
{
    static const char *const function[] = {
        "reach_error ()", "__VERIFIER_error ()",
        "__assert_fail (const char *what, const char *file, unsigned line, "
        "const char *in)"};
    bool unreach = !x->check || !strcmp (x->check, "unreach-call");
    for (size_t i = 0; i < sizeof function / sizeof *function; i++)
        text_print (out, "void\n%s\n{\n    cohort_end (\"%s\", %d);\n}\n\n",
                    function[i],
                    unreach ? HARNESS_REACHED : "cohort: another error",
                    unreach ? 100 : 105);
}

static void
write_entry (struct text *out, const struct inputs *x)
{
    if (x->entry && strcmp (x->entry, "main") && harness_can_define (x->entry))
        text_print (out,
                    "void %s ();\n\nint\nmain (void)\n{\n    %s ();\n"
                    "    return 0;\n}\n",
                    x->entry, x->entry);
}

void
harness_write (const struct inputs *x, const struct program *p,
               struct text *out)
{
    assert (x && p && out);
    write_comment (out, x);
    write_standard (out, x);
    write_cleanup (out, x);
    text_add (out, head);
    write_table (out, x);
    text_add (out, take);
    text_add (out, fill);
    write_assume (out, "__VERIFIER_assume", false);
    write_assume (out, "assume_abort_if_not", true);
    write_errors (out, x);
    text_add (out, conventions);
    write_functions (out, p);
    write_entry (out, x);
}
