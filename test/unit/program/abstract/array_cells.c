/* array_cells.c -- with one cell for each map nothing that fails is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/log.h"
#include "frontend/boogie/boogie.h"
#include "program/abstract/array_cells.h"
#include "program/change.h"
#include "program/unfold/unfold.h"
#include "effort.h"
#include "states.h"

static const struct unfold_limits limits = {
    .nodes = 100000, .control = 5000, .values = 5000, .differ = true};

static const term *
variable_named (const struct program *p, const char *begin)
{
    const struct vec_variable *local = &p->procedure.at[0].local;
    for (size_t i = 0; i < local->size; i++)
        if (!strncmp (local->at[i].term->text, begin, strlen (begin)))
            return local->at[i].term;
    return NULL;
}

static bool
is_choice (const term *v)
{
    return !strncmp (v->text, "@number.", 8) || !strncmp (v->text, "@rest.", 6);
}

/* The choices are made before anything else: each is the next bits of `cells`.
 */
static void
choose (struct program *p, unsigned cells)
{
    struct procedure *q = &p->procedure.at[0];
    struct labels labels;
    labels_init (&labels, q);
    procedure_part_entry (p, q, &labels);
    struct vec_statement all = {0};
    for (size_t i = 0; i < q->local.size; i++) {
        const term *v = q->local.at[i].term;
        if (!is_choice (v))
            continue;
        unsigned bits = v->sort->width;
        const term *is =
            term_bits_of (p->terms, bits, cells & ((1u << bits) - 1));
        VEC_PUSH (all, programs_assign (p, v, is));
        cells >>= bits;
    }
    for (size_t i = 0; i < q->block.at[0].statement.size; i++)
        VEC_PUSH (all, q->block.at[0].statement.at[i]);
    VEC_CLEAR (q->block.at[0].statement);
    q->block.at[0].statement = all;
    labels_clear (&labels);
}

/* What is read elsewhere is another value each time: made arbitrary in the
 * block that uses it, before. */
static bool
reads_are_arbitrary (const struct program *p)
{
    bool fine = true;
    for (size_t b = 0; b < p->procedure.at[0].block.size; b++) {
        const struct block *block = &p->procedure.at[0].block.at[b];
        struct term_map free = {0};
        for (size_t i = 0; i < block->statement.size; i++) {
            const struct statement *s = &block->statement.at[i];
            struct term_vec used = {0};
            if (s->term)
                term_variables (p->terms, s->term, &used);
            for (uint32_t k = 0; k < s->values; k++)
                term_variables (p->terms, s->value[k], &used);
            for (size_t k = 0; k < used.size; k++)
                fine = fine
                       && (strncmp (used.at[k]->text, "@any.", 5)
                           || term_map_get (&free, used.at[k]));
            for (uint32_t k = 0; s->kind == STATEMENT_HAVOC && k < s->targets;
                 k++)
                term_map_at (&free, s->target[k], NULL);
            VEC_CLEAR (used);
        }
        term_map_clear (&free);
    }
    return fine;
}

/* Whether explicit values prove it, with cells or (CELLS_NONE) as it is. */
static bool
is_proved (const struct program *p, enum cells kind, unsigned cell)
{
    struct program copy;
    program_copy (&copy, p);
    bool changed = kind == CELLS_NONE || program_cells (&copy, kind);
    if (changed && kind != CELLS_NONE) {
        assert_true (program_sound (&copy));
        assert_true (reads_are_arbitrary (&copy));
        const term *rest = variable_named (&copy, "@rest.");
        assert_true (!rest || rest->sort->width > 1);
        choose (&copy, cell);
    }
    unfolding *u = unfold (&copy, &limits);
    bool proved = changed && unfold_complete (u) && !unfold_failures (u);
    unfold_free (u);
    program_clear (&copy);
    return proved;
}

static void
no_failure_is_lost_of (enum cells kind)
{
    size_t failing = 0, proved = 0, more = 0;
    uint64_t seeds = effort (20000);
    for (uint64_t seed = 0; seed < seeds; seed++) {
        struct dice d = {seed * 53 + 11};
        struct program p;
        struct maker m;
        make_program_with (&m, &p, &d, true);
        bool fails = program_fails (&m, &p);
        bool safe = is_proved (&p, kind, 0) && is_proved (&p, kind, 1);
        assert_false (safe && fails);
        failing += fails;
        proved += safe;
        more += safe && !is_proved (&p, CELLS_NONE, 0);
        program_clear (&p);
    }
    printf ("%zu fail, %zu proved, %zu by cells only\n", failing, proved, more);
    assert_true (failing > seeds / 7 && proved > seeds / 4);
    assert_true (more > seeds / 2000);
}

static void
no_failure_is_lost (void **unused)
{
    (void) unused;
    no_failure_is_lost_of (CELLS_READ);
}

static void
nor_by_what_was_written_last (void **unused)
{
    (void) unused;
    no_failure_is_lost_of (CELLS_WRITTEN);
}

/* Two maps that become each other have one cell; others have one each. */
static void
maps_that_are_copied (void **unused)
{
    (void) unused;
    static const struct {
        const char *body;
        bool safe;
    } programs[] = {
        {"n[0bv1] := 1bv2; n[1bv1] := 2bv2; m[0bv1] := 0bv2; m := n;"
         " assert m[0bv1] != 1bv2;",
         false},
        {"n[0bv1] := 1bv2; n[1bv1] := 2bv2; m[0bv1] := 0bv2;"
         " m := (if g then n else m); assert m[0bv1] != 1bv2;",
         false},
        {"n[0bv1] := 1bv2; m := n; n[1bv1] := 2bv2; assert m[0bv1] == 1bv2;",
         false},
        {"n[1bv1] := 1bv2; m[0bv1] := 2bv2; assert n[1bv1] == 1bv2;"
         " assert m[0bv1] == 2bv2;",
         true},
        {"n[1bv1] := 1bv2; m := n; assert m[1bv1] == 1bv2;", true}};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        struct program p;
        struct problem problem = {0};
        struct text text;
        text_init (&text);
        text_print (&text,
                    "var g: bool; var m, n: [bv1]bv2;\n"
                    "procedure {:entrypoint} main() modifies m, n; {\n"
                    "  start: %s return;\n}\n",
                    programs[i].body);
        program_init (&p, "t.bpl");
        if (!boogie_read (&p, text_view (&text), text.size, "t.bpl", &problem))
            fail_msg ("%s", problem.message);
        bool safe = true;
        for (unsigned cells = 0; cells < 4; cells++)
            safe = safe && is_proved (&p, CELLS_WRITTEN, cells);
        if (safe != programs[i].safe)
            fail_msg ("%s: %d", programs[i].body, safe);
        program_clear (&p);
        text_clear (&text);
    }
}

/* How many bits all choices have. */
static unsigned
choice_bits (const struct program *p, enum cells kind)
{
    struct program copy;
    unsigned bits = 0;
    program_copy (&copy, p);
    assert_true (program_cells (&copy, kind));
    const struct vec_variable *local = &copy.procedure.at[0].local;
    for (size_t i = 0; i < local->size; i++)
        if (is_choice (local->at[i].term))
            bits += local->at[i].term->sort->width;
    program_clear (&copy);
    return bits;
}

static bool
all_are_proved (const struct program *p, enum cells kind)
{
    unsigned bits = choice_bits (p, kind);
    bool safe = true;
    assert_true (bits <= 12);
    for (unsigned cells = 0; cells < 1u << bits && safe; cells++)
        safe = is_proved (p, kind, cells);
    return safe;
}

/* Elements of two bytes, at multiples of two or not, beside those of one. */
static void
elements_of_several_bytes (void **unused)
{
    (void) unused;
    static const struct {
        const char *body;
        bool safe;
    } programs[] = {
        {"m[14bv4] := 7bv16; assert m[14bv4] != 7bv16;", false},
        {"m[14bv4] := 7bv16; assert m[14bv4] == 7bv16;", true},
        {"m[15bv4] := 7bv16; assert m[15bv4] != 7bv16;", false},
        {"m[3bv4] := 7bv16; assert m[3bv4] == 7bv16;", true},
        {"m[2bv4] := 5bv16; m[3bv4] := 6bv16; assert m[3bv4] != 6bv16;", false},
        {"m[2bv4] := 5bv16; m[12bv4] := 6bv16; assert m[2bv4] != 5bv16;",
         false},
        {"m[3bv4] := 5bv16; n := m; n[4bv4] := 6bv16; assert n[4bv4] != 6bv16;",
         false},
        {"m[4bv4] := 5bv16; b[9bv4] := 1bv8; assert b[9bv4] != 1bv8;", false},
        {"b[4bv4] := 1bv8; m[8bv4] := 5bv16; assert m[8bv4] != 5bv16;", false},
        {"b[13bv4] := 1bv8; m[8bv4] := 5bv16; assert b[13bv4] == 1bv8;", true},
        {"b[5bv4] := 1bv8; m[1bv4] := 5bv16;"
         " assert b[5bv4] != 1bv8 || m[1bv4] != 5bv16;",
         false}};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        struct program p;
        struct problem problem = {0};
        struct text text;
        text_init (&text);
        text_print (&text,
                    "var m, n: [bv4]bv16; var b: [bv4]bv8;\n"
                    "procedure {:entrypoint} main() modifies m, n, b; {\n"
                    "  start: %s return;\n}\n",
                    programs[i].body);
        program_init (&p, "t.bpl");
        if (!boogie_read (&p, text_view (&text), text.size, "t.bpl", &problem))
            fail_msg ("%s", problem.message);
        for (int kind = CELLS_READ; kind <= CELLS_WRITTEN; kind++)
            if (all_are_proved (&p, kind) != programs[i].safe)
                fail_msg ("%s: %d", programs[i].body, kind);
        program_clear (&p);
        text_clear (&text);
    }
}

/* A program that reads no map stays as it is. */
static void
without_maps_nothing_changes (void **unused)
{
    (void) unused;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct dice d = {seed * 53 + 11};
        struct program p;
        struct maker m;
        struct text before, after;
        make_program (&m, &p, &d);
        text_init (&before);
        text_init (&after);
        program_print (&p, &before);
        assert_false (
            program_cells (&p, seed % 2 ? CELLS_READ : CELLS_WRITTEN));
        program_print (&p, &after);
        assert_string_equal (text_view (&before), text_view (&after));
        text_clear (&before);
        text_clear (&after);
        program_clear (&p);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (no_failure_is_lost),
        cmocka_unit_test (nor_by_what_was_written_last),
        cmocka_unit_test (maps_that_are_copied),
        cmocka_unit_test (elements_of_several_bytes),
        cmocka_unit_test (without_maps_nothing_changes),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
