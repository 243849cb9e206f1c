/* bounds.c -- no run leaves the bounds.
 *
 * Random programs with loops are run; at every statement every variable, and
 * every term of the statement, is where the analysis says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "effort.h"
#include "bits.h"
#include "frontend/boogie/boogie.h"
#include "program/abstract/bounds.h"
#include "program/passes/passes.h"
#include "program/abstract/range.h"

static size_t checked, narrow;

static wide
wide_of (const term *t, bool is_signed)
{
    assert (t->op == OP_BITS && t->sort->width <= 64);
    wide n = 0;
    for (const char *s = t->text; *s; s++)
        n = n * 10 + (*s - '0');
    if (is_signed && n >= wide_power (t->sort->width - 1))
        n -= wide_power (t->sort->width);
    return n;
}

static void
show_place (struct program *p, uint64_t seed, uint32_t block, size_t statement,
            const term *t, const term *value, struct interval i)
{
    struct text text;
    text_init (&text);
    program_print (p, &text);
    text_add (&text, "\nterm ");
    term_print (&text, t);
    text_add (&text, " = ");
    term_print (&text, value);
    fprintf (stderr, "%s\n", text_view (&text));
    text_clear (&text);
    fail_msg ("seed %llu, block %u statement %zu: not in [%lld, %lld]",
              (unsigned long long) seed, block, statement, (long long) i.least,
              (long long) i.most);
}

static void
check_term (struct bits *b, struct bits_state *s, bounds *bound, uint64_t seed,
            uint32_t block, size_t statement, const term *t)
{
    const term *value = bits_evaluate (b->program, s, t);
    for (int i = 0; i < 2; i++) {
        struct interval in = i ? bounds_signed (bound, block, statement, t)
                               : bounds_unsigned (bound, block, statement, t);
        if (!in.known)
            continue;
        wide n = wide_of (value, i);
        if (n < in.least || n > in.most)
            show_place (b->program, seed, block, statement, t, value, in);
        checked++;
        narrow += (wide) in.most - in.least < 100 && t->op == OP_VAR;
    }
}

static void
check_statement (struct bits *b, struct bits_state *s, bounds *bound,
                 uint64_t seed, uint32_t block, size_t statement)
{
    const struct block *at = &b->program->procedure.at[0].block.at[block];
    for (unsigned i = 0; i < BITS_VARIABLES; i++)
        check_term (b, s, bound, seed, block, statement, b->variable[i]);
    if (statement == at->statement.size)
        return;
    const struct statement *st = &at->statement.at[statement];
    for (uint32_t i = 0; i < st->values; i++)
        if (st->value[i]->sort->kind == SORT_BV)
            check_term (b, s, bound, seed, block, statement, st->value[i]);
}

static void
run_one (struct bits *b, bounds *bound, uint64_t seed, int most)
{
    struct bits_state s = {{0}};
    bits_start (b, &s);
    uint32_t block = 0;
    for (int steps = 0; steps < most; steps++) {
        const struct block *at = &b->program->procedure.at[0].block.at[block];
        assert_false (bounds_unreachable (bound, block));
        bool goes_on = true;
        for (size_t i = 0; i < at->statement.size && goes_on; i++) {
            check_statement (b, &s, bound, seed, block, i);
            goes_on = bits_step (b, &s, &at->statement.at[i]);
        }
        if (!goes_on || !at->target.size)
            break;
        /* Rather where the first assumption holds. */
        uint32_t next = 0;
        for (int tries = 0; tries < 6; tries++) {
            next =
                at->target.at[dice_roll (b->dice, (uint32_t) at->target.size)];
            const struct statement *first =
                &b->program->procedure.at[0].block.at[next].statement.at[0];
            if (term_is_true (bits_evaluate (b->program, &s, first->term)))
                break;
        }
        block = next;
    }
    term_map_clear (&s.value);
}

static void
random_runs (void **state)
{
    (void) state;
    const char *text = getenv ("BOUNDS_SEEDS");
    uint64_t seeds = text ? strtoull (text, NULL, 10) : 400;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        struct dice d = {seed * 7919};
        struct program p;
        struct bits b;
        bits_program (&b, &p, &d, 2 + dice_roll (&d, 6));
        bounds *bound = bounds_find (&p, 0);
        for (int i = 0; i < 12; i++)
            run_one (&b, bound, seed, 40);
        bounds_free (bound);
        program_clear (&p);
    }
    print_message ("%zu intervals held, %zu were narrow\n", checked, narrow);
    assert_true (checked > 1000 * (seeds / 10) && narrow * 50 > checked);
}

/* ---- loops that count, one in the other */

static const term *
small_bits (terms *t, unsigned width, uint64_t n)
{
    char text[24];
    snprintf (text, sizeof text, "%llu", (unsigned long long) n);
    return term_bits (t, width, text);
}

static const term *
small_constant (struct bits *b, unsigned width)
{
    static const char *text[] = {"0", "1", "1", "2", "3", "5", "7"};
    const term *c = term_bits (b->program->terms, width,
                               text[dice_roll (b->dice, width > 3 ? 7 : 5)]);
    return dice_roll (b->dice, 4)
               ? c
               : term_make (b->program->terms, OP_BVNEG, &c, 1, 0, 0);
}

enum { COUNT_FIRST = 2 * BITS_EACH, COUNTS = 4, COUNT_WIDTH = 8 };

static const term *
counting_variable (struct bits *b)
{
    return b->variable[COUNT_FIRST + dice_roll (b->dice, COUNTS)];
}

static const term *
counting_formula (struct bits *b, const term *x, uint32_t most)
{
    static const enum op compare[] = {OP_BVULT, OP_BVSLT, OP_BVULE, OP_BVSLE};
    terms *t = b->program->terms;
    const term *arg[2] = {
        x, dice_roll (b->dice, 4)
               ? small_bits (t, COUNT_WIDTH, dice_roll (b->dice, most))
               : counting_variable (b)};
    if (dice_roll (b->dice, 6) == 0) {
        arg[0] = arg[1];
        arg[1] = x;
    }
    return term_make (t, compare[dice_roll (b->dice, 4)], arg, 2, 0, 0);
}

static void
counting_add (struct bits *b, uint32_t block, const term *x, const term *y,
              const term *by)
{
    const term *arg[2] = {y, by};
    enum op op = dice_roll (b->dice, 5) ? OP_BVADD : OP_BVSUB;
    terms *t = b->program->terms;
    const term *sum = term_make (t, op, arg, 2, 0, 0);
    if (dice_roll (b->dice, 6) == 0)
        sum = term_ite (t, counting_formula (b, y, 256), sum, y);
    bits_statement (b, block, programs_assign (b->program, x, sum));
}

static void
counting_any (struct bits *b, uint32_t block)
{
    struct program *p = b->program;
    const term *x = counting_variable (b);
    if (dice_roll (b->dice, 12) == 0) {
        bits_statement (b, block,
                        (struct statement) {.kind = STATEMENT_HAVOC,
                                            .target = programs_list (p, &x, 1),
                                            .targets = 1});
        return;
    }
    counting_add (b, block, x,
                  dice_roll (b->dice, 5) ? x : counting_variable (b),
                  dice_roll (b->dice, 4) ? small_constant (b, COUNT_WIDTH)
                                         : counting_variable (b));
}

/* 0 -> 7 | 8 -> 1 -> 2 -> 3 -> 4 -> 3 -> 5 -> 9 | 10 -> 1 -> 6: heads are 1,
 * which c0 counts, and 3, which c1 counts; most of the time. */
static void
counting_blocks (struct bits *b, struct procedure *q)
{
    static const uint32_t edge[][2] = {{0, 7}, {0, 8}, {7, 1},  {8, 1}, {1, 2},
                                       {1, 6}, {2, 3}, {3, 4},  {3, 5}, {4, 3},
                                       {5, 9}, {9, 1}, {5, 10}, {10, 1}};
    const term *const *c = b->variable + COUNT_FIRST;
    struct program *p = b->program;
    const term *zero = term_bits (p->terms, COUNT_WIDTH, "0");
    const term *one = term_bits (p->terms, COUNT_WIDTH, "1");
    const term *guard[2] = {counting_formula (b, c[0], 12),
                            counting_formula (b, c[1], 12)};
    for (size_t i = 0; i < sizeof edge / sizeof *edge; i++)
        VEC_PUSH (q->block.at[edge[i][0]].target, edge[i][1]);
    if (dice_roll (b->dice, 4) == 0)
        VEC_PUSH (q->block.at[4].target, 6);
    for (uint32_t i = 0; i < q->block.size; i++) {
        const term *first = term_true (p->terms);
        if (i == 2 || i == 4)
            first = guard[i == 4];
        else if ((i == 6 || i == 5) && dice_roll (b->dice, 8))
            first = term_not (p->terms, guard[i == 5]);
        bits_statement (b, i, programs_check (STATEMENT_ASSUME, first));
        for (unsigned j = 0; j < COUNTS; j++)
            if (i == 0 || (i >= 7 && i <= 8 && dice_roll (b->dice, 2)))
                bits_statement (
                    b, i,
                    programs_assign (p, c[j], small_constant (b, COUNT_WIDTH)));
        if (i == 2 && dice_roll (b->dice, 4))
            bits_statement (b, i, programs_assign (p, c[1], zero));
        if ((i == 4 || i == 5) && dice_roll (b->dice, 8))
            counting_add (b, i, c[i == 4], c[i == 4], one);
        bool idle = i == 1 || i == 3 || i == 6 || dice_roll (b->dice, 3) == 0;
        for (uint32_t j = idle ? 0 : 1 + dice_roll (b->dice, 2); j--;)
            counting_any (b, i);
    }
    for (unsigned i = 0; i < COUNTS; i++) /* all of them matter */
        bits_statement (
            b, 6,
            programs_check (
                STATEMENT_ASSERT,
                term_not (p->terms,
                          term_eq (p->terms, c[i],
                                   small_bits (p->terms, COUNT_WIDTH, 200)))));
}

static void
counting_program (struct bits *b, struct program *p, struct dice *d)
{
    bits_program (b, p, d, 11);
    struct procedure *q = &p->procedure.at[0];
    for (uint32_t i = 0; i < q->block.size; i++)
        q->block.at[i].target.size = q->block.at[i].statement.size = 0;
    for (unsigned i = 0; i < COUNTS; i++) {
        char name[8];
        snprintf (name, sizeof name, "c%u", i);
        b->variable[COUNT_FIRST + i] =
            term_var (p->terms, name, sort_bv (p->terms, COUNT_WIDTH));
        programs_variable (&p->global, b->variable[COUNT_FIRST + i], NULL);
    }
    for (unsigned i = 0; i < BITS_VARIABLES; i++)
        b->natural[i] = false;
    counting_blocks (b, q);
}

static void
counting_runs (void **state)
{
    (void) state;
    const char *text = getenv ("BOUNDS_SEEDS");
    uint64_t seeds = text ? strtoull (text, NULL, 10) : 400;
    checked = narrow = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        struct dice d = {seed * 104729};
        struct program p;
        struct bits b;
        counting_program (&b, &p, &d);
        bounds *bound = bounds_find (&p, 0);
        for (int i = 0; i < 6; i++)
            run_one (&b, bound, seed, 300);
        bounds_free (bound);
        program_clear (&p);
    }
    print_message ("%zu intervals held, %zu were narrow\n", checked, narrow);
    assert_true (narrow * 50 > checked);
}

/* A Boolean that a loop within assigns where it never comes. */
static void
others_do_not_move (void **state)
{
    (void) state;
    static const char source[] =
        "function {:bvbuiltin \"bvult\"} lt(bv8, bv8) returns (bool);\n"
        "function {:bvbuiltin \"bvadd\"} add(bv8, bv8) returns (bv8);\n"
        "var b, c: bool;\n"
        "procedure {:entrypoint} main() modifies b; {\n"
        "  var i, j: bv8;\n"
        "  start: i := 0bv8; goto outer;\n"
        "  outer: goto enter, done;\n"
        "  enter: assume lt(i, 10bv8); j := 0bv8; goto inner;\n"
        "  inner: goto body, next;\n"
        "  body: assume lt(j, 5bv8); goto never, always;\n"
        "  never: assume lt(100bv8, j); b := c; goto always;\n"
        "  always: j := add(j, 1bv8); goto inner;\n"
        "  next: assume !lt(j, 5bv8); i := add(i, 1bv8); goto outer;\n"
        "  done: assume !lt(i, 10bv8); assert b; return;\n"
        "}\n";
    struct program p;
    struct problem problem = {0};
    program_init (&p, "t.bpl");
    if (!boogie_read (&p, source, sizeof source - 1, "t.bpl", &problem)
        || !program_expand (&p, &problem))
        fail_msg ("%s", problem.message);
    bounds_free (bounds_find (&p, 0));
    program_clear (&p);
}

static struct range
random_range (struct dice *d, unsigned width)
{
    for (;;) {
        int64_t half = (int64_t) 1 << (width - 1);
        int64_t a = dice_roll (d, (uint32_t) (2 * half)) - half;
        int64_t b = dice_roll (d, (uint32_t) (2 * half)) - half;
        int64_t u = dice_roll (d, (uint32_t) (2 * half));
        int64_t v = dice_roll (d, (uint32_t) (2 * half));
        struct range r =
            range_meet (dice_roll (d, 3)
                            ? range_signed (width, a < b ? a : b, a < b ? b : a)
                            : range_full (width),
                        dice_roll (d, 3) ? range_unsigned (width, u < v ? u : v,
                                                           u < v ? v : u)
                                         : range_full (width));
        if (!range_is_empty (&r))
            return r;
    }
}

static bool
range_has (const struct range *r, uint64_t n)
{
    int64_t half = (int64_t) 1 << (r->width - 1);
    int64_t s = (int64_t) n >= half ? (int64_t) n - 2 * half : (int64_t) n;
    return n >= r->least && n <= r->most && s >= r->signed_least
           && s <= r->signed_most;
}

/* All values of random ranges of 4 bits, through all operators. */
static void
all_operators (void **state)
{
    (void) state;
    terms *t = terms_new ();
    struct dice d = {5};
    for (unsigned round = 0; round < effort (400); round++) {
        struct range a = random_range (&d, 4), b = random_range (&d, 4);
        struct range hull = range_join (a, b), cut = range_meet (a, b);
        unsigned low = dice_roll (&d, 4), high = low + dice_roll (&d, 4 - low);
        for (uint64_t x = 0; x < 16; x++) {
            assert_true (!range_has (&a, x) || range_has (&hull, x));
            assert_true (!range_has (&a, x) || !range_has (&b, x)
                         || range_has (&cut, x));
            if (!range_has (&a, x))
                continue;
            const term *arg[2] = {small_bits (t, 4, x), NULL};
            struct range part[3] = {range_extract (a, high, low),
                                    range_zero_extend (a, 3),
                                    range_sign_extend (a, 3)};
            const term *made[3] = {term_make (t, OP_EXTRACT, arg, 1, high, low),
                                   term_make (t, OP_ZERO_EXTEND, arg, 1, 3, 0),
                                   term_make (t, OP_SIGN_EXTEND, arg, 1, 3, 0)};
            for (int i = 0; i < 3; i++)
                assert_true (
                    range_has (&part[i], (uint64_t) wide_of (made[i], false)));
            for (uint64_t y = 0; y < 16; y++) {
                if (!range_has (&b, y))
                    continue;
                arg[1] = small_bits (t, 4, y);
                for (int op = OP_BVNOT; op <= OP_CONCAT; op++) {
                    if (op >= OP_BVULE && op <= OP_BVSLT)
                        continue;
                    struct range r = range_apply ((enum op) op, a, b);
                    const term *v = term_make (t, (enum op) op, arg,
                                               op <= OP_BVNEG ? 1 : 2, 0, 0);
                    assert_true (range_has (&r, (uint64_t) wide_of (v, false)));
                }
            }
        }
    }
    terms_free (t);
}

/* i := 0; while (i < n) i := i + 1, n <= 100: i stays from 0 to 100. */
static void
counting (void **state)
{
    (void) state;
    struct program p;
    program_init (&p, "count.bpl");
    terms *t = p.terms;
    const sort *s = sort_bv (t, 32);
    const term *i = term_var (t, "i", s), *n = term_var (t, "n", s);
    const term *one = term_bits (t, 32, "1"), *zero = term_bits (t, 32, "0");
    programs_procedure (&p, "main");
    programs_variable (&p.global, i, NULL);
    programs_variable (&p.global, n, NULL);
    for (int k = 0; k < 4; k++)
        programs_block (&p, 0,
                        (const char *[]) {"a", "head", "body", "end"}[k]);
    struct block *b = p.procedure.at[0].block.at;
    const term *most[2] = {n, term_bits (t, 32, "100")}, *less[2] = {i, n},
               *sum[2] = {i, one};
    const term *below = term_make (t, OP_BVSLT, less, 2, 0, 0);
    VEC_PUSH (b[0].statement,
              programs_check (STATEMENT_ASSUME,
                              term_make (t, OP_BVSLE, most, 2, 0, 0)));
    VEC_PUSH (b[0].statement, programs_assign (&p, i, zero));
    VEC_PUSH (b[2].statement, programs_check (STATEMENT_ASSUME, below));
    VEC_PUSH (b[2].statement,
              programs_assign (&p, i, term_make (t, OP_BVADD, sum, 2, 0, 0)));
    VEC_PUSH (b[3].statement,
              programs_check (STATEMENT_ASSUME, term_not (t, below)));
    VEC_PUSH (b[3].statement,
              programs_check (STATEMENT_ASSERT, term_eq (t, i, n)));
    VEC_PUSH (b[0].target, 1);
    VEC_PUSH (b[1].target, 2);
    VEC_PUSH (b[1].target, 3);
    VEC_PUSH (b[2].target, 1);
    bounds *bound = bounds_find (&p, 0);
    struct interval at = bounds_signed (bound, 1, 0, i);
    assert_true (at.known && at.least == 0 && at.most == 100);
    at = bounds_signed (bound, 2, 1, i);
    assert_true (at.known && at.least == 0 && at.most == 99);
    at = bounds_unsigned (bound, 3, 0, i);
    assert_true (at.known && at.least == 0 && at.most == 100);
    bounds_free (bound);
    program_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (others_do_not_move), cmocka_unit_test (random_runs),
        cmocka_unit_test (counting_runs),      cmocka_unit_test (all_operators),
        cmocka_unit_test (counting),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
