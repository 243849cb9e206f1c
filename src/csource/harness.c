/* harness.c -- a counterexample's inputs as a C file that gives them. */
#include <gmp.h>
#include <string.h>

#include "base/map.h"
#include "csource/embedded.h"
#include "csource/value.h"
#include "program/trail/inputs.h"
#include "program/attributes.h"

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
    text_add (out, "static const struct { const char *function; "
                   "unsigned char bits[16]; } cohort_input[] = {\n");
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

static bool
is_random (const char *name)
{
    return !strcmp (name, "rand") || !strcmp (name, "random");
}

/* *draws: what draws numbers is there already. */
static void
write_function (struct text *out, const char *name, const sort *s, bool *draws)
{
    const char *type = harness_type (name, s);
    if (!type || !harness_can_define (name))
        return;
    bool random = is_random (name);
    if (random && !*draws)
        text_add (out, embedded_random);
    *draws |= random;
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
    const char *name, *type;
    for (size_t i = 0; (name = harness_nondet (i, &type)); i++) {
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
    bool draws = false;
    map_init (&seen);
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t j = 0; j < p->procedure.at[i].block.size; j++) {
            const struct block *b = &p->procedure.at[i].block.at[j];
            for (size_t k = 0; k < b->statement.size; k++) {
                const struct statement *s = &b->statement.at[k];
                const char *name = mark_string (s->attribute, MARK_INPUT);
                if (name && s->kind == STATEMENT_HAVOC && s->targets
                    && map_put (&seen, digest_string (name), 1))
                    write_function (out, name, s->target[0]->sort, &draws);
            }
        }
    write_never (out, &seen);
    map_clear (&seen);
}

/* What happens where an error is reached, and at the end. */
static void
write_errors (struct text *out, const struct inputs *x)
{
    bool unreach = !x->check || !strcmp (x->check, "unreach-call");
    text_print (out,
                "#define COHORT_ERROR \"%s\"\n"
                "#define COHORT_ERROR_CODE %d\n",
                unreach ? HARNESS_REACHED : "cohort: another error",
                unreach ? 100 : 105);
    if (x->check && !strcmp (x->check, "valid-memcleanup"))
        text_add (out, "#define COHORT_CLEANUP\n");
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
    write_errors (out, x);
    write_standard (out, x);
    write_table (out, x);
    text_add (out, embedded_harness);
    write_functions (out, p);
    write_entry (out, x);
}
