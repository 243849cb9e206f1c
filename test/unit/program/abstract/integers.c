/* integers.c -- a program over integers does what it does over bit-vectors.
 *
 * Random programs are run in step: wherever the run over bit-vectors goes, the
 * program over integers can go, with the same values; what it leaves open must
 * admit the value that the bit-vectors have.  Where it is exact it must not go
 * elsewhere. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bits.h"
#include "program/abstract/integers.h"
#include "program/abstract/range.h"

static size_t statements, opened, exact, backs;

struct lockstep {
    struct bits *bits;
    struct program *integers;
    struct integers_map *map;
    struct bits_state *x, *y; /* bit-vectors, integers */
    uint64_t seed;
};

static wide
wide_of (const term *t, bool is_signed)
{
    wide n = 0;
    for (const char *s = t->text; *s; s++)
        n = n * 10 + (*s - '0');
    if (is_signed && n >= wide_power (t->sort->width - 1))
        n -= wide_power (t->sort->width);
    return n;
}

static const term *
number_of (terms *t, wide n)
{
    char text[48], *at = text + sizeof text;
    bool negative = n < 0;
    *--at = 0;
    do {
        *--at = (char) ('0' + (n < 0 ? -(int) (n % 10) : (int) (n % 10)));
        n /= 10;
    } while (n);
    if (negative)
        *--at = '-';
    return term_number (t, sort_int (t), at);
}

/* How the integer program holds the map's parts, found by what is in the
 * store: it says so only for scalars. */
static const term *
map_value (terms *t, const term *value, bool index_signed, bool element_signed)
{
    if (value->op == OP_CONST_ARRAY)
        return term_const_array (
            t, sort_array (t, sort_int (t), sort_int (t)),
            number_of (t, wide_of (value->arg[0], element_signed)));
    const term *arg[3] = {
        map_value (t, value->arg[0], index_signed, element_signed),
        number_of (t, wide_of (value->arg[1], index_signed)),
        number_of (t, wide_of (value->arg[2], element_signed))};
    return term_make (t, OP_STORE, arg, 3, 0, 0);
}

static void
differ (struct lockstep *l, uint32_t block, const char *what)
{
    struct text text;
    text_init (&text);
    program_print (l->bits->program, &text);
    text_add (&text, "\n=====>\n");
    program_print (l->integers, &text);
    for (unsigned i = 0; i < BITS_VARIABLES; i++) {
        text_add (&text, "\n");
        term_print (&text, l->bits->variable[i]);
        text_add (&text, " = ");
        term_print (&text, bits_lookup (l->x, l->bits->variable[i]));
    }
    fprintf (stderr, "%s\n", text_view (&text));
    text_clear (&text);
    fail_msg ("seed %llu, block %u: %s", (unsigned long long) l->seed, block,
              what);
}

static const term *
int_of (struct lockstep *l, size_t pair)
{
    const term *value = bits_lookup (l->x, l->map->from.at[pair]);
    return number_of (l->integers->terms,
                      wide_of (value, l->map->is_signed[pair]));
}

/* The integers' map has what the bit-vectors' has, and nothing out of range. */
static bool
maps_agree (struct lockstep *l)
{
    terms *t = l->integers->terms;
    const term *name =
        term_var (t, "m", sort_array (t, sort_int (t), sort_int (t)));
    const term *m = bits_lookup (l->y, name);
    wide least[2] = {0, 0}, most[2] = {0, 0};
    for (; m->op == OP_STORE; m = m->arg[0])
        for (int i = 0; i < 2; i++) {
            int64_t n;
            if (!term_int64 (m->arg[i + 1], &n))
                return false;
            least[i] = n < least[i] ? n : least[i];
            most[i] = n > most[i] ? n : most[i];
        }
    bool fits = least[0] >= -128 && most[0] < (least[0] ? 128 : 256)
                && least[1] >= -4096 && most[1] < (least[1] ? 4096 : 8192);
    for (int i = 0; i < 256 && fits; i += 5) {
        char text[16];
        snprintf (text, sizeof text, "%d", i);
        const term *x[2] = {bits_lookup (l->x, l->bits->map),
                            term_bits (t, 8, text)};
        int at = least[0] && i > 127 ? i - 256 : i;
        const term *y[2] = {bits_lookup (l->y, name), term_int (t, at)};
        const term *b = bits_evaluate (l->integers, l->x,
                                       term_make (t, OP_SELECT, x, 2, 0, 0));
        const term *v = bits_evaluate (l->integers, l->y,
                                       term_make (t, OP_SELECT, y, 2, 0, 0));
        bool negative = v->text[0] == '-';
        if (most[0] > 127 || least[0] || i < 128) /* else the way is open */
            fits = v == number_of (t, wide_of (b, negative));
    }
    return fits;
}

/* The same for all variables? */
static bool
values_agree (struct lockstep *l)
{
    for (size_t i = 0; i < l->map->from.size; i++)
        if (bits_lookup (l->y, l->map->to.at[i]) != int_of (l, i))
            return false;
    return true;
}

static bool
is_any (const term *t)
{
    return !strncmp (t->text, "@any", 4);
}

/* Runs statements [from, to) of the integer program with what is open taken
 * from the list of candidates, `choice` in mixed radix.  Gives whether all
 * assumptions before the last hold; the last one's truth is *holds. */
struct attempt {
    struct lockstep *lockstep;
    const struct block *block;
    size_t from, to;
    const struct term_vec *candidate;
    const term *given;  /* the value that a havoc got, as an integer */
    const term *before; /* what the last statement sets, before it */
    bool holds;
};

static bool
attempt_run (struct attempt *a, uint64_t choice)
{
    struct lockstep *l = a->lockstep;
    terms *t = l->integers->terms;
    const term *target = a->block->statement.at[a->to - 1].targets
                             ? a->block->statement.at[a->to - 1].target[0]
                             : NULL;
    if (target && !a->before)
        a->before = bits_lookup (l->y, target);
    if (target) /* what an attempt before this one did */
        bits_set (l->y, target, a->before);
    a->holds = true;
    for (size_t i = a->from; i < a->to; i++) {
        const struct statement *s = &a->block->statement.at[i];
        if (s->kind == STATEMENT_HAVOC && is_any (s->target[0])) {
            const term *value;
            if (s->target[0]->sort == sort_bool (t)) {
                value = term_bool (t, choice & 1);
                choice /= 2;
            } else {
                value = a->candidate->at[choice % a->candidate->size];
                choice /= a->candidate->size;
            }
            bits_set (l->y, s->target[0], value);
        } else if (s->kind == STATEMENT_HAVOC)
            bits_set (l->y, s->target[0], a->given);
        else if (s->kind == STATEMENT_ASSIGN)
            bits_set (l->y, s->target[0],
                      bits_evaluate (l->integers, l->y, s->value[0]));
        else {
            const term *v = bits_evaluate (l->integers, l->y, s->term);
            if (!v)
                differ (l, 0, "a formula has no value");
            if (attribute_find (s->attribute, "own"))
                a->holds = term_is_true (v);
            else if (!term_is_true (v))
                return false;
        }
    }
    return true;
}

/* Values of all bit-vectors below the statement, in both ways. */
static void
candidates_find (struct lockstep *l, const struct statement *s,
                 struct term_vec *to)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    terms *t = l->integers->terms;
    if (s->term)
        term_postorder (&s->term, 1, &place, &order);
    term_postorder (s->value, s->values, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        if (order.at[i]->sort->kind != SORT_BV || order.at[i]->op == OP_BITS
            || order.at[i]->op == OP_VAR)
            continue;
        const term *v = bits_evaluate (l->bits->program, l->x, order.at[i]);
        VEC_PUSH (*to, number_of (t, wide_of (v, true)));
        VEC_PUSH (*to, number_of (t, wide_of (v, false)));
    }
    VEC_PUSH (*to, term_int (t, 0));
    term_map_clear (&place);
    VEC_CLEAR (order);
}

/* Statement `i` of the bit-vectors' block; gives where the integers' goes on.
 * *goes_on: the run is not over. */
static size_t
step_both (struct lockstep *l, uint32_t block, size_t i, size_t at,
           bool *goes_on)
{
    const struct statement *s =
        &l->bits->program->procedure.at[0].block.at[block].statement.at[i];
    struct attempt a = {.lockstep = l,
                        .block = &l->integers->procedure.at[0].block.at[block],
                        .from = at};
    unsigned open = 0;
    for (a.to = at; a.to < a.block->statement.size; a.to++) {
        const struct statement *y = &a.block->statement.at[a.to];
        open += y->kind == STATEMENT_HAVOC && is_any (y->target[0]);
        if (attribute_find (y->attribute, "own"))
            break;
    }
    assert (a.to < a.block->statement.size);
    a.to++;
    struct term_vec candidate = {0};
    candidates_find (l, s, &candidate);
    a.candidate = &candidate;
    *goes_on = bits_step (l->bits, l->x, s);
    if (s->kind == STATEMENT_HAVOC)
        for (size_t j = 0; j < l->map->from.size; j++)
            if (l->map->from.at[j] == s->target[0])
                a.given = int_of (l, j);
    uint64_t choices = 1;
    for (unsigned j = 0; j < open && choices < 400000; j++)
        choices *= candidate.size;
    bool found = false;
    statements++;
    opened += open > 0;
    exact += !open;
    if (choices < 400000) {
        for (uint64_t j = 0; j < choices && !found; j++)
            found = attempt_run (&a, j) && a.holds == *goes_on
                    && (!*goes_on || values_agree (l))
                    && (s->kind != STATEMENT_ASSIGN
                        || s->target[0] != l->bits->map || maps_agree (l));
        if (!found)
            differ (l, block, "integers cannot follow");
    } else { /* too many: taken over */
        for (size_t j = 0; j < l->map->from.size; j++)
            bits_set (l->y, l->map->to.at[j], int_of (l, j));
        if (s->kind == STATEMENT_ASSIGN && s->target[0] == l->bits->map)
            *goes_on = false;
    }
    /* What follows a havoc: its range. */
    struct attempt rest = a;
    rest.before = NULL;
    for (rest.from = rest.to = a.to;
         rest.to < a.block->statement.size && s->kind == STATEMENT_HAVOC
         && a.block->statement.at[rest.to].kind == STATEMENT_ASSUME
         && !attribute_find (a.block->statement.at[rest.to].attribute, "own");
         rest.to++)
        ;
    if (s->kind == STATEMENT_HAVOC) { /* may be before the next statement's */
        rest.to = rest.from + 1;
        if (!attempt_run (&rest, 0))
            differ (l, block, "a havoc is out of range");
    }
    VEC_CLEAR (candidate);
    return rest.to;
}

static void
start_both (struct lockstep *l, uint64_t seed)
{
    bits_start (l->bits, l->x);
    for (size_t i = 0; i < l->map->from.size; i++)
        bits_set (l->y, l->map->to.at[i], int_of (l, i));
    /* The two ways of a map are not told: random elements that are small are
     * the same in both. */
    terms *t = l->integers->terms;
    const term *m =
        term_const_array (t, l->bits->map->sort, term_bits (t, 13, "5"));
    const term *arg[3] = {m, term_bits (t, 8, seed % 2 ? "7" : "100"),
                          term_bits (t, 13, "4000")};
    m = term_make (t, OP_STORE, arg, 3, 0, 0);
    bits_set (l->x, l->bits->map, m);
    bits_set (l->y,
              term_var (t, "m", sort_array (t, sort_int (t), sort_int (t))),
              map_value (t, m, true, true));
}

static void
run_both (struct lockstep *l, uint64_t seed)
{
    start_both (l, seed);
    uint32_t block = 0;
    bool goes_on = true;
    for (int steps = 0; steps < 25 && goes_on; steps++) {
        const struct block *b =
            &l->bits->program->procedure.at[0].block.at[block];
        size_t at = 0;
        for (size_t i = 0; i < b->statement.size && goes_on; i++)
            at = step_both (l, block, i, at, &goes_on);
        if (!goes_on || !b->target.size)
            break;
        uint32_t next = 0;
        for (int tries = 0; tries < 6; tries++) {
            next =
                b->target
                    .at[dice_roll (l->bits->dice, (uint32_t) b->target.size)];
            const struct statement *first = &l->bits->program->procedure.at[0]
                                                 .block.at[next]
                                                 .statement.at[0];
            if (term_is_true (
                    bits_evaluate (l->bits->program, l->x, first->term)))
                break;
        }
        block = next;
    }
}

static void
random_steps (void **state)
{
    (void) state;
    const char *text = getenv ("INTEGERS_TERMS");
    size_t most = text ? strtoull (text, NULL, 10) : 20000;
    for (uint64_t seed = 1; statements < most; seed++) {
        struct dice d = {seed * 104729};
        struct program p, q;
        struct bits b;
        struct integers_map map;
        struct bits_state x = {{0}}, y = {{0}};
        bits_program (&b, &p, &d, 1 + dice_roll (&d, 6));
        program_copy (&q, &p);
        program_integers (&q, false, &map);
        assert_null (map.untouched);
        assert_true (program_sound (&q));
        assert_true (map.exact == !map.abstracted);
        struct lockstep l = {&b, &q, &map, &x, &y, seed};
        for (int i = 0; i < 6; i++)
            run_both (&l, seed + (uint64_t) i);
        integers_map_clear (&map);
        term_map_clear (&x.value);
        term_map_clear (&y.value);
        program_clear (&q);
        program_clear (&p);
    }
    print_message ("%zu statements in step, %zu exact, %zu left something "
                   "open\n",
                   statements, exact, opened);
    assert_true (exact * 3 > statements && opened * 50 > statements);
}

/* ---- back */

static const term *
random_sum (struct dice *d, terms *t, const struct integers_map *m,
            unsigned depth)
{
    uint32_t what = dice_roll (d, depth ? 7 : 2);
    if (what < 2 || what == 6)
        return what ? term_int (t, (int64_t) dice_roll (d, 300) - 150)
                    : m->to.at[dice_roll (d, (uint32_t) m->to.size)];
    const term *a = random_sum (d, t, m, depth - 1);
    const term *b = random_sum (d, t, m, depth - 1);
    const term *c = term_int (t, 1 + dice_roll (d, 9));
    switch (what) {
    case 2:
        return term_add (t, (const term *[]) {a, b}, 2);
    case 3:
        return term_mul (t, term_int (t, (int64_t) dice_roll (d, 20) - 10), a);
    case 4:
        return term_ite (t, term_le (t, a, b), a, b);
    default:
        return term_make (t, dice_roll (d, 2) ? OP_MOD : OP_IDIV,
                          (const term *[]) {a, c}, 2, 0, 0);
    }
}

static void
said_back (void **state)
{
    (void) state;
    struct dice d = {17};
    struct program p;
    struct bits b;
    struct bits_state x = {{0}};
    bits_program (&b, &p, &d, 1);
    terms *t = p.terms;
    bool is_signed[BITS_VARIABLES];
    struct integers_map m = {.is_signed = is_signed};
    for (unsigned i = 0; i < BITS_VARIABLES; i++) {
        VEC_PUSH (m.from, b.variable[i]);
        VEC_PUSH (m.to, term_var (t, b.variable[i]->text, sort_int (t)));
        is_signed[i] = dice_roll (&d, 2);
    }
    for (int i = 0; i < 4000; i++) {
        const term *l = random_sum (&d, t, &m, 2),
                   *r = random_sum (&d, t, &m, 2);
        const term *f = i % 3 ? term_le (t, l, r) : term_eq (t, l, r);
        f = i % 5 ? f : term_not (t, term_and2 (t, f, term_lt (t, r, l)));
        const term *back = integers_back (t, &m, f);
        assert_non_null (back);
        struct bits_state y = {{0}};
        bits_start (&b, &x);
        for (unsigned j = 0; j < BITS_VARIABLES; j++)
            bits_set (&y, m.to.at[j],
                      number_of (t, wide_of (bits_lookup (&x, m.from.at[j]),
                                             is_signed[j])));
        assert_ptr_equal (bits_evaluate (&p, &x, back),
                          bits_evaluate (&p, &y, f));
        term_map_clear (&y.value);
        backs++;
    }
    /* A sum of four needs two bits more than one of them. */
    is_signed[12] = true;
    const term *most = m.to.at[12];
    const term *four =
        term_add (t, (const term *[]) {most, most, most, most}, 4);
    bits_set (&x, m.from.at[12],
              term_bits (t, 100, "633825300114114700748351602687"));
    assert_true (term_is_true (bits_evaluate (
        &p, &x, integers_back (t, &m, term_lt (t, term_int (t, 0), four)))));
    const term *u = term_var (t, "unknown", sort_int (t));
    assert_null (integers_back (t, &m, term_le (t, u, term_int (t, 3))));
    const term *square = term_le (t, m.to.at[8], term_int (t, 10));
    struct text text;
    text_init (&text);
    is_signed[8] = true;
    term_print (&text, integers_back (t, &m, square));
    assert_string_equal (text_view (&text), "(bvsle x32_0 (_ bv10 32))");
    text_clear (&text);
    term_map_clear (&x.value);
    VEC_CLEAR (m.from);
    VEC_CLEAR (m.to);
    program_clear (&p);
}

/* ---- by hand */

static void
sums_stay_sums (void **state)
{
    (void) state;
    struct program p;
    program_init (&p, "sum.bpl");
    terms *t = p.terms;
    const term *x = term_var (t, "x", sort_bv (t, 32));
    const term *ten[2] = {x, term_bits (t, 32, "10")},
               *one[2] = {x, term_bits (t, 32, "1")};
    programs_procedure (&p, "main");
    programs_variable (&p.global, x, NULL);
    programs_block (&p, 0, "a");
    struct block *b = &p.procedure.at[0].block.at[0];
    VEC_PUSH (b->statement,
              programs_check (STATEMENT_ASSUME,
                              term_make (t, OP_BVSLT, ten, 2, 0, 0)));
    VEC_PUSH (b->statement,
              programs_assign (&p, x, term_make (t, OP_BVADD, one, 2, 0, 0)));
    VEC_PUSH (b->statement,
              programs_check (STATEMENT_ASSERT,
                              term_make (t, OP_BVSLE, ten, 2, 0, 0)));
    struct integers_map m;
    program_integers (&p, false, &m);
    assert_true (m.exact && m.is_signed[0] && m.from.size == 1);
    b = &p.procedure.at[0].block.at[0];
    struct text text;
    text_init (&text);
    for (size_t i = 0; i < b->statement.size; i++) {
        term_print (&text, b->statement.at[i].term
                               ? b->statement.at[i].term
                               : b->statement.at[i].value[0]);
        text_add (&text, "\n");
    }
    assert_string_equal (text_view (&text),
                         "(and (<= (- 2147483648) x) (<= x 2147483647))\n"
                         "(< x 10)\n"
                         "(+ x 1)\n"
                         "(<= x 10)\n");
    text_clear (&text);
    integers_map_clear (&m);
    program_clear (&p);
}

static void
quantifiers_are_left (void **state)
{
    (void) state;
    struct program p;
    program_init (&p, "all.bpl");
    terms *t = p.terms;
    const term *x = term_var (t, "x", sort_bv (t, 8));
    const term *le[2] = {x, term_bits (t, 8, "10")};
    programs_procedure (&p, "main");
    programs_block (&p, 0, "a");
    VEC_PUSH (
        p.procedure.at[0].block.at[0].statement,
        programs_check (STATEMENT_ASSERT,
                        term_quantify (t, OP_FORALL, &x, 1,
                                       term_make (t, OP_BVULE, le, 2, 0, 0))));
    struct integers_map m;
    program_integers (&p, false, &m);
    assert_non_null (m.untouched);
    assert_false (m.exact);
    assert_int_equal (p.procedure.at[0].block.at[0].statement.at[0].term->op,
                      OP_FORALL);
    integers_map_clear (&m);
    program_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (random_steps),
        cmocka_unit_test (said_back),
        cmocka_unit_test (sums_stay_sums),
        cmocka_unit_test (quantifiers_are_left),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
