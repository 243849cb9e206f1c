/* rows.c -- an option, as a line of help. */
#include <assert.h>
#include <string.h>

#include "help/help_internal.h"

const struct help_input help_inputs[] = {
    {"c", FOR_C, "C", "*.c, *.i, *.bc, *.ll, an SV-COMP task *.yml",
     "C programs without threads, one file or several, with the compiler's own "
     "-I -D -U -std= -include -isystem. Without --check or --property, failed "
     "assertions and invalid accesses and frees are looked for. A verdict "
     "tells "
     "what was checked and what was not. Inputs are functions such as int "
     "__VERIFIER_nondet_int (void). A counterexample is confirmed by running "
     "the program, confined (--no-execute: it is not).\n"
     "  cohort -Iinclude parse.c test.c\n"
     "  cohort --check=overflow,bounds --all --sarif=out.sarif parse.c"},
    {"threads", FOR_THREADS, "threads", "*.c, *.cc, *.cpp with threads; C++",
     "C programs with threads (pthreads, C11) and C++: all interleavings are "
     "explored, on the C machine. Without --check, failed assertions, "
     "deadlocks, "
     "invalid accesses and uncaught exceptions are looked for.\n"
     "  cohort --check=race,deadlock queue.cc\n"
     "  cohort replay --native --check=race w.trail queue.cc"},
    {"boogie", FOR_BOOGIE, "Boogie", "*.bpl",
     "Boogie programs: assertions in all that the entry procedure reaches "
     "(main, or --entry=NAME), by stratified inlining.\n"
     "  cohort --bound=8 driver.bpl\n"
     "  cohort --mode=hydra --workers=16 driver.bpl"},
    {"horn", FOR_HORN, "Horn clauses", "*.smt2",
     "Linear constrained Horn clauses in SMT-LIB (logic HORN): is there a "
     "model? "
     "SAFE writes it, UNSAFE writes a derivation of false; z3 and cvc5 check "
     "either.\n"
     "  cohort --witness=model.smt2 clauses.smt2"},
    {"firmware", FOR_FIRMWARE, "firmware", "*.elf, *.ihx",
     "AVR, MCS-51 and XC167 firmware as the compiler left it: built-in checks "
     "(stack, "
     "underflow, "
     "write, jump, interrupt, opcode), an invariant or a formula of CTL, for "
     "all "
     "inputs and interrupts.\n"
     "  cohort --invariant='count <= 8' blink.elf\n"
     "  cohort --ctl='AG (request -> AF grant)' --device=atmega16 blink.elf"},
    {"model", FOR_MODEL, "models", "cohort-model NAME N",
     "Built-in models, to measure with: bakery, deep, peterson, phil."},
    {NULL, 0, NULL, NULL, NULL},
};

const char *const help_class_title[] = {"What is decided, and how", "Resources",
                                        "Output", "Hidden"};

void
help_words (struct text *t, const char *words, size_t indent)
{
    size_t at = indent;
    assert (indent < HELP_COLUMNS);
    for (bool first = true; *words; first = false) {
        size_t size = strcspn (words, " ");
        if (!first && at + 1 + size > HELP_COLUMNS) {
            text_print (t, "\n%*s", (int) indent, "");
            at = indent;
        } else if (!first) {
            text_char (t, ' ');
            at++;
        }
        text_add_n (t, words, size);
        at += size;
        words += size + (words[size] == ' ');
    }
    text_char (t, '\n');
}

void
help_value (struct text *t, const struct option_row *row)
{
    if (row->kind == KIND_NUMBER)
        text_print (t, "=N%s%s", row->word ? "|" : "",
                    row->word ? row->word : "");
    else if (row->kind != KIND_FLAG)
        text_print (t, "=%s", row->what);
}

void
help_said_inputs (struct text *t, unsigned inputs)
{
    const char *comma = "";
    if ((inputs & FOR_ALL) == FOR_ALL)
        text_add (t, "any input");
    for (const struct help_input *i = help_inputs;
         i->topic && (inputs & FOR_ALL) != FOR_ALL; i++)
        if (inputs & i->input) {
            text_print (t, "%s%s", comma, i->name);
            comma = ", ";
        }
}

void
help_about (struct text *t, const struct option_row *row)
{
    const char *usual = row->words ? row->words[row->number].name : row->word;
    text_add (t, row->help);
    if (usual)
        text_print (t, " [%s]", usual);
    else if (row->kind == KIND_NUMBER && row->number)
        text_print (t, " [%llu]", (unsigned long long) row->number);
    text_add (t, " (");
    help_said_inputs (t, row->inputs);
    text_char (t, ')');
}
