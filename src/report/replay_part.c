/* replay_part.c -- see replay_part.h. */
#include "report/replay_part.h"

#include <assert.h>
#include <string.h>

#include "process/solver_process.h"

enum {
    PART_STEPS = 20000000, /* of z3, for a check: some ten seconds */
    PART_MS = 600000       /* for all of them: something is wrong then */
};

bool
replay_part_fits (const struct replay_plan *plan)
{
    bool fits = !plan->chained;
    for (size_t i = 0; fits && i < plan->item.size; i++)
        fits = !*plan->item.at[i].after;
    return fits;
}

void
replay_part_write (const struct replay_plan *plan, size_t first, size_t last,
                   struct buffer *b)
{
    assert (first < last && last <= plan->item.size);
    buffer_uint (b, last - first);
    for (size_t i = first; i < last; i++)
        buffer_string (b, plan->item.at[i].inside);
}

/* Does a text have these commands only?  `asserts`: none but assert. */
static bool
part_harmless (const char *source, bool asserts)
{
    struct replay_text text;
    struct problem ignored = {0};
    bool good = replay_text_read (&text, source, "part", &ignored);
    for (size_t i = 0; good && i < text.forms; i++) {
        const struct sexpr *e = &text.form[i];
        const struct sexpr *head =
            e->kind == SEXPR_LIST && e->size ? &e->child[0] : NULL;
        good = head && head->kind == SEXPR_SYMBOL
               && (asserts ? !strcmp (head->text, "assert")
                           : !strncmp (head->text, "declare-", 8)
                                 || !strncmp (head->text, "define-", 7));
    }
    replay_text_clear (&text);
    return good;
}

/* Nothing but one word for each check counts. */
static void
part_read (const char *output, size_t checks, struct buffer *answer)
{
    for (size_t i = 0; i < checks; i++) {
        size_t size = strcspn (output, "\n");
        bool unsat = size == 5 && !memcmp (output, "unsat", 5);
        bool other = (size == 3 && !memcmp (output, "sat", 3))
                     || (size == 7 && !memcmp (output, "unknown", 7));
        if (!unsat && !other)
            output = ""; /* nothing behind an error is believed */
        buffer_byte (answer, unsat);
        if (*output)
            output += size + (output[size] == '\n');
    }
}

size_t
replay_part_ask (const char *prelude, struct bytes part, struct buffer *answer)
{
    static const char *const z3[] = {"z3", "-smt2", "-in", NULL};
    struct reader r;
    struct text script, output;
    assert (prelude);
    text_init (&script);
    text_init (&output);
    reader_init (&r, part);
    uint64_t checks = reader_uint (&r);
    bool good = part_harmless (prelude, false);
    text_print (&script, "(set-option :rlimit %d)\n%s", PART_STEPS, prelude);
    for (uint64_t i = 0; good && !r.failed && i < checks; i++) {
        char *inside = reader_string (&r);
        good = !r.failed && part_harmless (inside, true);
        text_print (&script, "(push 1)\n%s(check-sat)\n(pop 1)\n",
                    good ? inside : "");
        memory_free (inside);
    }
    text_add (&script, "(exit)\n");
    good = good && reader_done (&r);
    if (good) {
        solver_process (z3, text_view (&script), script.size, PART_MS, &output);
        part_read (text_view (&output), checks, answer);
    }
    text_clear (&script);
    text_clear (&output);
    return good ? checks : 0;
}

bool
replay_part_answered (struct replay_plan *plan, size_t first, size_t last,
                      struct bytes answer)
{
    assert (first < last && last <= plan->item.size);
    bool good = answer.size == last - first;
    for (size_t i = 0; good && i < answer.size; i++)
        good = answer.data[i] <= 1;
    for (size_t i = 0; good && i < answer.size; i++)
        plan->item.at[first + i].passed |= answer.data[i] == 1;
    return good;
}
