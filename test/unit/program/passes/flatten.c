/* flatten.c -- a flat, tidy program fails for the inputs that the program as
 * read fails for, and its paths are paths of the program as read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program/passes/flatten.h"
#include "program/attributes.h"
#include "programs.h"
#include "summaries.h"

static unsigned compared, given_up, walked;

static void
show (const struct program *p)
{
    struct text text;
    text_init (&text);
    program_print (p, &text);
    fprintf (stderr, "%s\n=======>\n", text_view (&text));
    text_clear (&text);
}

/* Calls go to procedures with a larger number only. */
static void
recursion_remove (struct program *p)
{
    for (uint32_t i = 0; i < p->procedure.size; i++)
        for (size_t j = 0; j < p->procedure.at[i].block.size; j++) {
            struct vec_statement *list =
                &p->procedure.at[i].block.at[j].statement;
            for (size_t k = 0; k < list->size; k++)
                if (list->at[k].kind == STATEMENT_CALL
                    && list->at[k].callee <= i)
                    list->at[k] =
                        programs_check (STATEMENT_ASSUME, term_true (p->terms));
        }
}

/* Places tell procedure and block. */
static void
places_set (struct program *p)
{
    for (uint32_t i = 0; i < p->procedure.size; i++)
        for (uint32_t j = 0; j < p->procedure.at[i].block.size; j++) {
            struct vec_statement *list =
                &p->procedure.at[i].block.at[j].statement;
            for (size_t k = 0; k < list->size; k++)
                list->at[k].place = (struct place) {NULL, 1 + i * 100 + j, 1};
        }
}

static void
copy_with_origins (struct program *to, const struct program *from)
{
    program_copy (to, from);
    for (size_t i = 0; i < from->procedure.size; i++)
        for (size_t j = 0; j < from->procedure.at[i].block.size; j++)
            to->procedure.at[i].block.at[j].origin =
                from->procedure.at[i].block.at[j].origin;
}

/* The input of `to` that has the values that the input of `from` has. */
static uint32_t
input_for (const struct program *to, const struct program *from, uint32_t input)
{
    uint32_t result = 0;
    size_t size = to->global.size;
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < from->global.size; j++)
            if (to->global.at[i].term == from->global.at[j].term)
                result |= (input >> j & 1) << i;
    return result | input >> from->global.size << size;
}

static void
compare (struct program *before, struct program *after, bool returns,
         uint64_t seed)
{
    assert_true (program_sound (after));
    for (int64_t k = 0; k < 2; k++) {
        struct summaries x, y;
        summaries_init (&x, before, STAGE_SPECIFIED, k);
        summaries_init (&y, after, STAGE_SPECIFIED, k);
        uint32_t inputs = (uint32_t) 1 << (before->global.size
                                           + before->procedure.at[0].in.size);
        for (uint32_t i = 0; i < inputs && !x.gave_up && !y.gave_up; i++) {
            const struct vec_target *list[2] = {
                summaries_of (&x, 0, i, true),
                summaries_of (&y, 0, input_for (after, before, i), true)};
            uint32_t error[2] = {0, 0}, end[2] = {0, 0};
            for (int j = 0; j < 2; j++)
                for (size_t n = 0; list[j] && n < list[j]->size; n++)
                    if (list[j]->at[n] == FAILURE)
                        error[j] = 1;
                    else
                        end[j] |= (uint32_t) 1 << list[j]->at[n];
            if (!list[0] || !list[1]) {
                given_up++;
                continue;
            }
            compared++;
            if (error[0] == error[1] && (!returns || end[0] == end[1]))
                continue;
            show (before);
            show (after);
            fail_msg ("seed %llu, input %u: error %u, then %u; returns %x, "
                      "then %x",
                      (unsigned long long) seed, i, error[0], error[1], end[0],
                      end[1]);
        }
        summaries_clear (&x);
        summaries_clear (&y);
    }
}

/* ---- visits */

struct follower {
    const struct program *program;
    struct vec_first visit[1];      /* procedure, block, procedure, .. */
    size_t at;                      /* of the next visit, in pairs */
    struct VEC (struct origin) end; /* blocks in which all were visited */
    bool ended;
};

static bool
follow_takes (struct follower *f, uint32_t procedure, uint32_t *block)
{
    if (2 * f->at == f->visit->size) {
        f->ended = true;
        return true;
    }
    if (f->visit->at[2 * f->at] != procedure)
        return false;
    *block = f->visit->at[2 * f->at + 1];
    f->at++;
    return true;
}

static void
follow_note (struct follower *f, uint32_t procedure, uint32_t block)
{
    if (2 * f->at == f->visit->size)
        VEC_PUSH (f->end, ((struct origin) {procedure, block, 0}));
}

/* False: no path of the program. */
static bool
follow (struct follower *f, uint32_t procedure)
{
    const struct procedure *q = &f->program->procedure.at[procedure];
    uint32_t block = 0;
    if (!follow_takes (f, procedure, &block) || block)
        return false;
    while (!f->ended) {
        const struct block *b = &q->block.at[block];
        follow_note (f, procedure, block);
        for (size_t i = 0; i < b->statement.size && !f->ended; i++) {
            const struct statement *s = &b->statement.at[i];
            if (s->kind != STATEMENT_CALL
                || !f->program->procedure.at[s->callee].has_body)
                continue;
            if (!follow (f, s->callee))
                return false;
            if (!f->ended)
                follow_note (f, procedure, block);
        }
        if (f->ended || !b->target.size)
            return true;
        uint32_t next = 0;
        if (!follow_takes (f, procedure, &next))
            return false;
        bool fits = f->ended;
        for (size_t i = 0; i < b->target.size; i++)
            fits |= b->target.at[i] == next;
        if (!fits)
            return false;
        block = next;
    }
    return true;
}

/* A random run of the tidy program, until an assertion fails. */
static void
walk (struct program *as_read, struct program *tidy,
      const struct flat_origins *o, struct dice *d, uint64_t seed)
{
    struct summaries z;
    summaries_init (&z, tidy, STAGE_SPECIFIED, dice_roll (d, 2));
    const struct procedure *q = &tidy->procedure.at[0];
    const struct summary_scope *scope = &z.scope[0];
    uint8_t value[SLOTS], before[SLOTS];
    struct follower f = {.program = as_read};
    uint32_t block = 0;
    bool failed = false, blocked = z.gave_up;
    unsigned line = 0; /* of what failed; 0: made by a specification */
    for (size_t i = 0; i < SLOTS; i++)
        value[i] = (uint8_t) dice_roll (d, 2);
    for (int steps = 0; steps < 100 && !failed && !blocked; steps++) {
        const struct block *b = &q->block.at[block];
        for (uint32_t i = o->first.at[block]; i < o->first.at[block + 1]; i++)
            if (!o->origin.at[i].statement) {
                VEC_PUSH (f.visit[0], o->origin.at[i].procedure);
                VEC_PUSH (f.visit[0], o->origin.at[i].block);
            }
        for (size_t i = 0; i < b->statement.size && !failed && !blocked; i++) {
            const struct statement *s = &b->statement.at[i];
            memcpy (before, value, sizeof before);
            if (s->term && !summary_holds (&z, scope, value, s->term))
                *(s->kind == STATEMENT_ASSERT ? &failed : &blocked) = true;
            line = s->place.line;
            for (uint32_t j = 0; j < s->targets; j++)
                value[*term_map_get (&scope->slot, s->target[j])] =
                    (uint8_t) (s->values ? summary_eval (&z, scope, before,
                                                         s->value[j])
                                         : (int64_t) dice_roll (d, 2));
        }
        if (failed || blocked || !b->target.size)
            break;
        block = b->target.at[dice_roll (d, (uint32_t) b->target.size)];
    }
    if (failed) {
        walked++;
        bool path = follow (&f, 0) && f.at * 2 == f.visit->size;
        uint32_t first = o->first.at[block], end = o->first.at[block + 1];
        if (path && end > first) {
            struct origin last = o->origin.at[end - 1];
            path = false;
            if (line)
                assert_int_equal (line, 1 + last.procedure * 100 + last.block);
            for (size_t i = 0; i < f.end.size; i++)
                path |= f.end.at[i].procedure == last.procedure
                        && f.end.at[i].block == last.block;
        }
        if (!path) {
            show (as_read);
            show (tidy);
            for (size_t i = 0; i < f.visit->size; i += 2)
                fprintf (stderr, "visit %u %u\n", f.visit->at[i],
                         f.visit->at[i + 1]);
            fail_msg ("seed %llu: no path of the program as read",
                      (unsigned long long) seed);
        }
    }
    VEC_CLEAR (f.visit[0]);
    VEC_CLEAR (f.end);
    summaries_clear (&z);
}

static void
one_program (void (*make) (struct program *, uint64_t), uint64_t seed)
{
    struct program read, specified, flat, tidy;
    struct problem problem = {0};
    struct flat_origins o;
    struct dice d = {seed};
    make (&read, seed);
    recursion_remove (&read);
    places_set (&read);
    program_copy (&specified, &read);
    assert_true (program_expand (&specified, &problem));
    program_specify (&specified, 0);
    copy_with_origins (&flat, &specified);
    assert_true (program_flatten (&flat, 0, 2000, &problem)
                 || problem.kind == PROBLEM_UNSUPPORTED);
    if (problem.kind == PROBLEM_NONE) {
        assert_int_equal (flat.procedure.size, 1);
        compare (&specified, &flat, true, seed);
        copy_with_origins (&tidy, &flat);
        program_tidy (&tidy, &o);
        assert_true (tidy.procedure.at[0].block.size
                     <= flat.procedure.at[0].block.size);
        compare (&flat, &tidy, false, seed);
        for (int i = 0; i < 40; i++)
            walk (&read, &tidy, &o, &d, seed);
        flat_origins_clear (&o);
        program_clear (&tidy);
    }
    program_clear (&flat);
    program_clear (&specified);
    program_clear (&read);
}

/* g := 0; bodiless () changes g, and ensures old(g) <= g; assert g == 0. */
static void
bodiless_make (struct program *p, uint64_t seed)
{
    program_init (p, "bodiless.bpl");
    terms *t = p->terms;
    const term *g = programs_var (p, "g"), *zero = term_int (t, 0);
    programs_variable (&p->global, g, NULL);
    programs_procedure (p, "main");
    uint32_t bodiless = programs_procedure (p, "bodiless");
    VEC_PUSH (p->procedure.at[bodiless].modifies, g);
    VEC_PUSH (p->procedure.at[0].modifies, g);
    const term *old = program_old (p, g);
    struct spec spec = {
        .kind = SPEC_ENSURES,
        .term = seed ? term_or2 (t, term_eq (t, old, zero), term_eq (t, g, old))
                     : term_eq (t, g, old)};
    VEC_PUSH (p->procedure.at[bodiless].spec, spec);
    programs_block (p, 0, "a");
    struct block *b = &p->procedure.at[0].block.at[0];
    VEC_PUSH (b->statement, programs_assign (p, g, zero));
    VEC_PUSH (b->statement, ((struct statement) {.kind = STATEMENT_CALL,
                                                 .callee = bodiless}));
    VEC_PUSH (b->statement,
              programs_check (STATEMENT_ASSERT, term_eq (t, g, zero)));
}

/* ---- flags that are set on two ways, and asked where these have met */

struct flags {
    struct program *program;
    struct dice *dice;
    const term *variable[4];
};

static const term *
flags_some (struct flags *f)
{
    return f->variable[dice_roll (f->dice, 4)];
}

static const term *
flags_formula (struct flags *f)
{
    terms *t = f->program->terms;
    const term *x = flags_some (f);
    return term_eq (t, x,
                    dice_roll (f->dice, 3)
                        ? term_int (t, (int) dice_roll (f->dice, 2))
                        : flags_some (f));
}

static void
flags_say (struct flags *f, uint32_t block, struct statement s)
{
    VEC_PUSH (f->program->procedure.at[0].block.at[block].statement, s);
}

static void
flags_set (struct flags *f, uint32_t block, const term *x)
{
    terms *t = f->program->terms;
    const term *value = term_int (t, (int) dice_roll (f->dice, 2));
    uint32_t what = dice_roll (f->dice, 6);
    if (what == 0)
        value = flags_some (f);
    else if (what < 3)
        value =
            term_ite (t, flags_formula (f), term_int (t, 1), term_int (t, 0));
    flags_say (f, block, programs_assign (f->program, x, value));
}

/* Of blocks from `at`: 0 goes to 1 and 2, these to 3, that to 4 and 5. */
static void
flags_diamond (struct flags *f, uint32_t at, uint32_t next, uint32_t back)
{
    terms *t = f->program->terms;
    const term *x = flags_some (f), *one = term_eq (t, x, term_int (t, 1));
    static const uint32_t edge[][2] = {{0, 1}, {0, 2}, {1, 3},
                                       {2, 3}, {3, 4}, {3, 5}};
    struct block *b = f->program->procedure.at[0].block.at;
    for (size_t i = 0; i < sizeof edge / sizeof *edge; i++)
        VEC_PUSH (b[at + edge[i][0]].target, at + edge[i][1]);
    const term *way = flags_formula (f);
    flags_say (f, at + 1, programs_check (STATEMENT_ASSUME, way));
    flags_say (f, at + 2, programs_check (STATEMENT_ASSUME, term_not (t, way)));
    for (uint32_t i = 1; i <= 2; i++)
        flags_set (f, at + i, dice_roll (f->dice, 5) ? x : flags_some (f));
    if (dice_roll (f->dice, 3) == 0)
        flags_set (f, at + 3, flags_some (f));
    flags_say (f, at + 4, programs_check (STATEMENT_ASSUME, one));
    flags_say (f, at + 5, programs_check (STATEMENT_ASSUME, term_not (t, one)));
    for (uint32_t i = 4; i <= 5; i++) {
        flags_set (f, at + i, flags_some (f));
        if (dice_roll (f->dice, 2))
            flags_say (f, at + i,
                       programs_check (
                           STATEMENT_ASSERT,
                           term_or2 (t, flags_formula (f), flags_formula (f))));
        VEC_PUSH (b[at + i].target, dice_roll (f->dice, 3) ? next : back);
    }
}

static void
flags_make (struct program *p, uint64_t seed)
{
    struct dice d = {seed * 31};
    struct flags f = {.program = p, .dice = &d};
    enum { DIAMONDS = 3 };
    program_init (p, "flags.bpl");
    programs_procedure (p, "main");
    for (int i = 0; i < 4; i++) {
        f.variable[i] = programs_var (p, "x%d", i);
        programs_variable (i < 2 ? &p->global : &p->procedure.at[0].local,
                           f.variable[i], NULL);
    }
    for (int i = 0; i < 2; i++)
        VEC_PUSH (p->procedure.at[0].modifies, f.variable[i]);
    for (int i = 0; i < DIAMONDS * 6 + 2; i++) {
        char label[16];
        snprintf (label, sizeof label, "b%d", i);
        programs_block (p, 0, label);
    }
    for (int i = 2; i < 4; i++) /* locals begin anyhow: not what is compared */
        flags_say (&f, 0,
                   programs_assign (p, f.variable[i], term_int (p->terms, 0)));
    VEC_PUSH (p->procedure.at[0].block.at[0].target, 1);
    for (uint32_t i = 0; i < DIAMONDS; i++)
        flags_diamond (&f, 1 + 6 * i, 7 + 6 * i, 1 + 6 * dice_roll (&d, i + 1));
    flags_say (&f, 1 + 6 * DIAMONDS,
               programs_check (STATEMENT_ASSERT,
                               term_or2 (p->terms, flags_formula (&f),
                                         flags_formula (&f))));
}

static void
random_programs (void **state)
{
    (void) state;
    const char *text = getenv ("FLATTEN_SEEDS");
    uint64_t seeds = text ? strtoull (text, NULL, 10) : 300;
    for (uint64_t seed = 1; seed <= seeds; seed++)
        one_program (programs_random, seed);
    for (uint64_t seed = 1; seed <= seeds; seed++)
        one_program (flags_make, seed);
    one_program (programs_special, 0);
    one_program (bodiless_make, 0);
    one_program (bodiless_make, 1);
    print_message ("%u comparisons, %u given up, %u failing runs\n", compared,
                   given_up, walked);
    assert_true (compared > 4 * seeds && walked > seeds);
}

/* ---- by hand */

/* Each of `levels` procedures calls the next one twice. */
static void
node_levels (struct program *p, unsigned levels, bool round)
{
    program_init (p, "tower.bpl");
    terms *t = p->terms;
    const term *g = programs_var (p, "g");
    programs_variable (&p->global, g, NULL);
    for (unsigned i = 0; i < levels; i++) {
        char name[16];
        snprintf (name, sizeof name, "f%u", i);
        programs_procedure (p, name);
        programs_variable (&p->procedure.at[i].local,
                           programs_var (p, "x%u", i), NULL);
    }
    for (unsigned i = 0; i < levels; i++) {
        const term *x = p->procedure.at[i].local.at[0].term;
        uint32_t a = programs_block (p, i, "a"), b = programs_block (p, i, "b");
        struct block *list = p->procedure.at[i].block.at;
        struct statement call = {.kind = STATEMENT_CALL, .callee = i + 1};
        if (i + 1 == levels)
            call.callee = 0;
        VEC_PUSH (list[a].target, b);
        VEC_PUSH (list[a].statement, programs_assign (p, x, g));
        for (int j = 0; j < 2 && (i + 1 < levels || round); j++)
            VEC_PUSH (list[j ? b : a].statement, call);
        VEC_PUSH (
            list[b].statement,
            programs_assign (
                p, g, term_add (t, (const term *[]) {x, term_int (t, 1)}, 2)));
        VEC_PUSH (list[b].statement,
                  programs_check (STATEMENT_ASSERT,
                                  term_lt (t, x, term_int (t, (int) i))));
    }
}

static void
large (void **state)
{
    (void) state;
    struct program p;
    struct problem problem = {0};
    struct flat_origins o;
    node_levels (&p, 13, false);
    program_specify (&p, 0);
    assert_true (program_flatten (&p, 0, FLATTEN_BLOCKS, &problem));
    assert_int_equal (p.procedure.at[0].block.size, 8191 * 3 + 4095 * 2);
    program_tidy (&p, &o);
    assert_true (program_sound (&p));
    print_message ("%zu blocks\n", p.procedure.at[0].block.size);
    flat_origins_clear (&o);
    program_clear (&p);
    node_levels (&p, 30, false);
    program_specify (&p, 0);
    assert_false (program_flatten (&p, 0, 1000, &problem));
    assert_int_equal (problem.kind, PROBLEM_UNSUPPORTED);
    program_clear (&p);
}

static void
recursion (void **state)
{
    (void) state;
    struct program p;
    struct problem problem = {0};
    node_levels (&p, 3, true);
    program_specify (&p, 0);
    assert_false (program_flatten (&p, 0, 1000, &problem));
    assert_non_null (strstr (problem.message, "recursion: f"));
    program_clear (&p);
}

/* x := 1; loop: count := count + 1; if (x != 1) assert false; assert x <= y:
 * the loop stays, x and the counter go. */
static void
auxiliary_variables_go (void **state)
{
    (void) state;
    struct program p;
    program_init (&p, "auxiliary.bpl");
    terms *t = p.terms;
    const term *x = programs_var (&p, "x"), *count = programs_var (&p, "count");
    const term *one = term_int (t, 1), *y = programs_var (&p, "y");
    programs_procedure (&p, "main");
    programs_variable (&p.global, x, NULL);
    programs_variable (&p.global, y, NULL);
    programs_variable (&p.procedure.at[0].local, count, NULL);
    p.procedure.at[0].local.at[0].attribute =
        mark_add (&p, NULL, MARK_C, "count");
    for (int i = 0; i < 4; i++)
        programs_block (&p, 0, (const char *[]) {"a", "head", "bad", "on"}[i]);
    struct block *b = p.procedure.at[0].block.at;
    struct statement loop = programs_check (STATEMENT_ASSUME, term_true (t));
    loop.attribute = mark_add (&p, NULL, MARK_LOOP, NULL);
    VEC_PUSH (b[0].statement, programs_assign (&p, x, one));
    VEC_PUSH (b[0].target, 1);
    VEC_PUSH (b[1].statement, loop);
    VEC_PUSH (b[1].statement,
              programs_assign (&p, count,
                               term_add (t, (const term *[]) {count, one}, 2)));
    VEC_PUSH (b[1].target, 2);
    VEC_PUSH (b[1].target, 3);
    VEC_PUSH (
        b[2].statement,
        programs_check (STATEMENT_ASSUME, term_not (t, term_eq (t, x, one))));
    VEC_PUSH (b[2].statement,
              programs_check (STATEMENT_ASSERT, term_false (t)));
    VEC_PUSH (b[3].statement,
              programs_check (STATEMENT_ASSERT, term_le (t, x, y)));
    VEC_PUSH (b[3].target, 1);
    struct flat_origins o;
    program_tidy (&p, &o);
    assert_true (program_sound (&p));
    const struct procedure *q = &p.procedure.at[0];
    assert_int_equal (q->local.size, 0);
    assert_int_equal (p.global.size, 1); /* y: x is 1 */
    struct text text;
    text_init (&text);
    for (size_t i = 0; i < q->block.size; i++) {
        text_print (&text, "%s", q->block.at[i].label);
        for (size_t j = 0; j < q->block.at[i].statement.size; j++) {
            text_add (&text, " ");
            term_print (&text, q->block.at[i].statement.at[j].term);
        }
        for (uint32_t j = o.first.at[i]; j < o.first.at[i + 1]; j++)
            text_print (&text, " %u", o.origin.at[j].block);
        text_add (&text, "\n");
    }
    assert_string_equal (text_view (&text), "a 0\nhead true (<= 1 y) 1 3\n");
    text_clear (&text);
    flat_origins_clear (&o);
    program_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (random_programs),
        cmocka_unit_test (large),
        cmocka_unit_test (recursion),
        cmocka_unit_test (auxiliary_variables_go),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
