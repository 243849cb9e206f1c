/* man.c -- the manual page, in the macros of man(7). */
#include <assert.h>
#include <string.h>

#include "base/build.h"
#include "help/help_internal.h"

/* A line of text: what roff would take for its own is escaped. */
static void
roff (struct text *t, const char *s)
{
    if (*s == '.' || *s == '\'')
        text_add (t, "\\&");
    for (; *s; s++)
        if (*s == '-')
            text_add (t, "\\-");
        else if (*s == '\\')
            text_add (t, "\\e");
        else
            text_char (t, *s);
}

/* Sentences, and examples in lines of their own. */
static void
roff_more (struct text *t, const char *more)
{
    size_t size = strcspn (more, "\n");
    struct text part;
    text_init (&part);
    text_add_n (&part, more, size);
    roff (t, text_view (&part));
    text_char (t, '\n');
    if (more[size])
        text_add (t, ".PP\n.nf\n");
    for (bool any = more[size]; any; any = more[size]) {
        more += size + 1;
        size = strcspn (more, "\n");
        text_reset (&part);
        text_add_n (&part, more, size);
        roff (t, text_view (&part));
        text_add (t, more[size] ? "\n" : "\n.fi\n");
    }
    text_clear (&part);
}

static void
man_option (struct text *t, const struct option_row *row)
{
    struct text value, about;
    text_init (&value);
    text_init (&about);
    help_value (&value, row);
    help_about (&about, row);
    text_add (t, ".TP\n\\fB\\-\\-");
    roff (t, row->name);
    text_add (t, "\\fR");
    roff (t, text_view (&value));
    text_char (t, '\n');
    roff (t, text_view (&about));
    text_char (t, '\n');
    text_clear (&value);
    text_clear (&about);
}

static void
man_commands (struct text *t)
{
    text_add (t, ".SH COMMANDS\n");
    for (const struct help_command *c = help_commands; c->name; c++) {
        text_print (t, ".TP\n\\fBcohort %s\\fR ", c->name);
        roff (t, c->arguments);
        text_char (t, '\n');
        roff (t, c->text);
        text_add (t, ".\n");
        roff (t, c->more);
        text_char (t, '\n');
    }
}

static void
man_ends (struct text *t)
{
    static const struct {
        const char *code, *text;
    } codes[] = {
        {"0", "SAFE: nothing that was checked can go wrong"},
        {"10", "UNSAFE: there is a confirmed counterexample"},
        {"5", "UNKNOWN: the line reason: says why"},
        {"1", "wrong usage"},
        {"2", "an input cannot be read"},
        {"6", "internal error"},
    };
    text_add (t, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        text_print (t, ".TP\n.B %s\n%s\n", codes[i].code, codes[i].text);
    text_add (
        t, ".SH ENVIRONMENT\n.TP\n.B TMPDIR\nwhere temporary files go\n"
           ".TP\n.B SOURCE_DATE_EPOCH\nthe time of creation in witnesses for "
           "other tools (else 1970)\n"
           ".SH SEE ALSO\n.BR clang (1),\n.BR z3 (1),\n.BR mpirun (1)\n");
}

void
help_man (struct text *t)
{
    text_print (t, ".TH COHORT 1 \"\" \"cohort %s\" \"User Commands\"\n",
                build_version);
    text_add (t, ".ad l\n.SH NAME\ncohort \\- software model checker that is "
                 "distributed and predictable\n.SH SYNOPSIS\n.B cohort\n"
                 "[\\fIoptions\\fR] \\fIFILE\\fR...\n");
    for (const struct help_command *c = help_commands; c->name; c++) {
        text_print (t, ".br\n.B cohort %s\n", c->name);
        if (*c->arguments) {
            roff (t, c->arguments);
            text_char (t, '\n');
        }
    }
    text_add (t,
              ".SH DESCRIPTION\nDecides whether a program can go wrong: SAFE "
              "with a proof, UNSAFE with a counterexample, or UNKNOWN with "
              "the reason.\nThe verdict, the counterexample and the proof are "
              "the same for any number of workers.\n");
    for (const struct help_input *i = help_inputs; i->topic; i++) {
        text_print (t, ".SS \"%s: ", i->name);
        roff (t, i->files);
        text_add (t, "\"\n");
        roff_more (t, i->more);
    }
    text_add (t, ".SH OPTIONS\nIn parentheses: the inputs that an option is "
                 "for.\n");
    for (unsigned class = CLASS_SEMANTIC; class <= CLASS_OUTPUT; class ++) {
        text_print (t, ".SS \"%s\"\n", help_class_title[class]);
        for (size_t i = 0; i < option_rows_count; i++)
            if (option_rows[i].class == class)
                man_option (t, &option_rows[i]);
    }
    man_commands (t);
    man_ends (t);
}
