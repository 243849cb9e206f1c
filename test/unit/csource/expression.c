/* expression.c -- terms as C expressions: gcc computes what term_evaluate
 * does, without undefined behaviour. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "logic/term/sort.h"
#include "csource/expression.h"

/* C variables c8 (char), s16, i32, u32, l64 (of their widths), n1, n2 (Int),
 * b (Bool). */
static const struct {
    const char *name, *type;
    unsigned width; /* 0: Int; 1: Bool */
} variables[] = {
    {"c8", "char", 8},        {"d8", "unsigned char", 8},
    {"s16", "short", 16},     {"t16", "unsigned short", 16},
    {"i32", "int", 32},       {"u32", "unsigned int", 32},
    {"l64", "long long", 64}, {"m64", "unsigned long long", 64},
    {"n1", "int", 0},         {"n2", "int", 0},
    {"b", "_Bool", 1},
};
enum { VARIABLES = sizeof variables / sizeof *variables };

struct world {
    terms *terms;
    const term *variable[VARIABLES], *value[VARIABLES];
    uint64_t seed;
};

static uint64_t
chance (struct world *w)
{
    w->seed = w->seed * UINT64_C (6364136223846793005) + 1442695040888963407u;
    return w->seed >> 17;
}

static const char *
name_of (void *context, const term *t)
{
    (void) context;
    return t->op == OP_VAR && strcmp (t->text, "nameless") ? t->text : NULL;
}

static const term *
value_of (void *context, const term *t)
{
    struct world *w = context;
    for (size_t i = 0; i < VARIABLES; i++)
        if (w->variable[i] == t)
            return w->value[i];
    return NULL;
}

static void
world_init (struct world *w)
{
    *w = (struct world) {.terms = terms_new (), .seed = 7};
    for (size_t i = 0; i < VARIABLES; i++) {
        unsigned width = variables[i].width;
        const sort *s = width == 0   ? sort_int (w->terms)
                        : width == 1 ? sort_bool (w->terms)
                                     : sort_bv (w->terms, width);
        w->variable[i] = term_var (w->terms, variables[i].name, s);
    }
}

static const term *
bits (struct world *w, unsigned width)
{
    uint64_t value = chance (w) << 20 ^ chance (w);
    if (chance (w) % 3 == 0)
        value = chance (w) % 2 ? -(chance (w) % 3) : chance (w) % 3;
    if (width < 64)
        value &= (UINT64_C (1) << width) - 1;
    char text[32];
    snprintf (text, sizeof text, "%" PRIu64, value);
    return term_bits (w->terms, width, text);
}

static const term *random_bits (struct world *, unsigned width, int depth);
static const term *random_int (struct world *, int depth);
static const term *random_bool (struct world *, int depth);

static const term *
make2 (struct world *w, enum op op, const term *a, const term *b)
{
    return term_make (w->terms, op, (const term *[]) {a, b}, 2, 0, 0);
}

static const term *
random_bits_leaf (struct world *w, unsigned width)
{
    for (int tries = 0; tries < 6; tries++) {
        size_t i = chance (w) % VARIABLES;
        if (width > 1 && variables[i].width == width)
            return w->variable[i];
    }
    return bits (w, width);
}

/* Something narrower or wider, and back. */
static const term *
random_resized (struct world *w, unsigned width, int depth)
{
    unsigned from = 1 + (unsigned) (chance (w) % 63);
    const term *a;
    uint32_t low;
    switch (chance (w) % 4) {
    case 0:
        if (from >= width)
            break;
        a = random_bits (w, from, depth);
        return make2 (w, OP_CONCAT, a, random_bits (w, width - from, depth));
    case 1:
    case 2:
        if (from >= width)
            break;
        a = random_bits (w, from, depth);
        return term_make (w->terms,
                          chance (w) % 2 ? OP_ZERO_EXTEND : OP_SIGN_EXTEND, &a,
                          1, width - from, 0);
    default:
        a = random_int (w, depth);
        return term_make (w->terms, OP_INT_TO_BV, &a, 1, width, 0);
    }
    if (from < width)
        return random_bits_leaf (w, width);
    low = from == width ? 0 : (uint32_t) (chance (w) % (from - width));
    a = random_bits (w, from, depth);
    return term_make (w->terms, OP_EXTRACT, &a, 1, low + width - 1, low);
}

static const term *
random_bits (struct world *w, unsigned width, int depth)
{
    static const enum op binary[] = {OP_BVAND,  OP_BVOR,   OP_BVXOR,  OP_BVADD,
                                     OP_BVSUB,  OP_BVMUL,  OP_BVUDIV, OP_BVUREM,
                                     OP_BVSDIV, OP_BVSREM, OP_BVSHL,  OP_BVLSHR,
                                     OP_BVASHR};
    if (depth <= 0)
        return random_bits_leaf (w, width);
    size_t kind = chance (w) % 18;
    if (kind < 13) {
        const term *a = random_bits (w, width, depth - 1);
        const term *b =
            kind < 6 ? random_bits (w, width, depth - 1) : bits (w, width);
        if (kind >= 10) {
            char text[32];
            snprintf (text, sizeof text, "%" PRIu64, chance (w) % width);
            b = term_bits (w->terms, width, text);
        }
        return make2 (w, binary[kind], a, b);
    }
    if (kind < 15) {
        const term *a = random_bits (w, width, depth - 1);
        return term_make (w->terms, kind == 13 ? OP_BVNOT : OP_BVNEG, &a, 1, 0,
                          0);
    }
    if (kind < 16)
        return term_ite (w->terms, random_bool (w, depth - 1),
                         random_bits (w, width, depth - 1),
                         random_bits (w, width, depth - 1));
    return random_resized (w, width, depth - 1);
}

static const term *
random_int (struct world *w, int depth)
{
    size_t kind = depth <= 0 ? chance (w) % 2 : chance (w) % 8;
    int64_t number = (int64_t) (chance (w) % 2001) - 1000;
    const term *a, *b;
    switch (kind) {
    case 0:
        return term_int (w->terms, number);
    case 1:
        return w->variable[8 + chance (w) % 2];
    case 2:
        return make2 (w, OP_MUL, term_int (w->terms, number),
                      random_int (w, depth - 1));
    case 3:
        a = random_int (w, depth - 1);
        b = term_int (w->terms, 1 + (int64_t) (chance (w) % 50));
        return make2 (w, chance (w) % 2 ? OP_IDIV : OP_MOD, a, b);
    case 4:
        a = random_bits (w, 1 + (unsigned) (chance (w) % 61), depth - 1);
        return term_make (w->terms, OP_BV_TO_NAT, &a, 1, 0, 0);
    case 5:
        return term_ite (w->terms, random_bool (w, depth - 1),
                         random_int (w, depth - 1), random_int (w, depth - 1));
    default:
        a = random_int (w, depth - 1);
        return make2 (w, OP_ADD, a, random_int (w, depth - 1));
    }
}

static const term *
random_bool (struct world *w, int depth)
{
    static const enum op compare[] = {OP_BVULE, OP_BVULT, OP_BVSLE, OP_BVSLT,
                                      OP_EQ};
    static const unsigned widths[] = {8, 16, 32, 64, 1, 5, 33, 17};
    if (depth <= 0)
        return w->variable[10];
    unsigned width = widths[chance (w) % 8];
    const term *a, *b;
    switch (chance (w) % 6) {
    case 0:
        return term_not (w->terms, random_bool (w, depth - 1));
    case 1:
        a = random_bool (w, depth - 1);
        b = random_bool (w, depth - 1);
        return chance (w) % 2 ? term_and2 (w->terms, a, b)
                              : term_or2 (w->terms, a, b);
    case 2:
        a = random_int (w, depth - 1);
        b = random_int (w, depth - 1);
        return chance (w) % 2 ? term_le (w->terms, a, b)
                              : term_eq (w->terms, a, b);
    case 3:
        a = random_bool (w, depth - 1);
        return term_eq (w->terms, a, random_bool (w, depth - 1));
    default:
        a = random_bits (w, width, depth - 1);
        b = random_bits (w, width, depth - 1);
        return make2 (w, compare[chance (w) % 5], a, b);
    }
}

static void
random_values (struct world *w, struct text *c)
{
    for (size_t i = 0; i < VARIABLES; i++) {
        unsigned width = variables[i].width;
        if (width > 1) {
            w->value[i] = bits (w, width);
            text_print (c, "%s = (%s)%sULL; ", variables[i].name,
                        variables[i].type, w->value[i]->text);
        } else {
            int64_t n = width ? (int64_t) (chance (w) % 2)
                              : (int64_t) (int32_t) (chance (w) << 3);
            w->value[i] =
                width ? term_bool (w->terms, n) : term_int (w->terms, n);
            text_print (c, "%s = (int)%" PRId64 "LL; ", variables[i].name, n);
        }
    }
}

static void
program_run (const char *source, const char *flags)
{
    char directory[] = "/tmp/cohort-test-XXXXXX", command[800];
    assert_non_null (mkdtemp (directory));
    snprintf (command, sizeof command, "%s/t.c", directory);
    assert_true (text_save (command, source, strlen (source)));
    snprintf (command, sizeof command,
              "cd %s && gcc -w -O0 %s -fsanitize=undefined "
              "-fno-sanitize-recover=all t.c -o t && ./t",
              directory, flags);
    int status = system (command);
    if (!status) {
        snprintf (command, sizeof command, "rm -r %s", directory);
        assert_int_equal (system (command), 0);
    } else
        fail_msg ("%s: %d", command, status);
}

/* Each expression is checked under several values. */
static void
random_terms_mean_the_same (void **state)
{
    (void) state;
    enum { TERMS = 150, VALUES = 6 };
    struct world w;
    struct text c;
    world_init (&w);
    text_init (&c);
    text_add (&c, "#include <stdio.h>\n#include <stdlib.h>\n");
    for (size_t i = 0; i < VARIABLES; i++)
        text_print (&c, "%s %s;\n", variables[i].type, variables[i].name);
    text_add (&c, "int main () {\n");
    size_t said = 0, held = 0;
    for (int i = 0; i < TERMS; i++) {
        const term *t = random_bool (&w, 5);
        struct text e;
        text_init (&e);
        if (c_expression (t, name_of, NULL, &e)) {
            said++;
            for (int j = 0; j < VALUES; j++) {
                random_values (&w, &c);
                const term *v = term_evaluate (w.terms, t, value_of, &w);
                assert_non_null (v);
                held += term_is_true (v);
                text_print (&c,
                            "\nif ((%s) != %d) { puts (\"%d\"); exit (1); }\n",
                            text_view (&e), term_is_true (v), i);
            }
        }
        text_clear (&e);
    }
    text_add (&c, "return 0; }\n");
    assert_true (said > TERMS / 3);
    assert_true (held > said && held < said * (VALUES - 1));
    program_run (text_view (&c), "-m64");
    program_run (text_view (&c), "-m32");
    text_clear (&c);
    terms_free (w.terms);
}

static void
says (const term *t, const char *expected)
{
    struct text e;
    text_init (&e);
    text_add (&e, "before ");
    bool good = c_expression (t, name_of, NULL, &e);
    if (good != (expected != NULL))
        fail_msg ("%s", text_view (&e));
    assert_string_equal (text_view (&e) + 7, expected ? expected : "");
    text_clear (&e);
}

static void
people_can_read_it (void **state)
{
    (void) state;
    struct world w;
    world_init (&w);
    terms *t = w.terms;
    const term *x = w.variable[4], *n = w.variable[8];
    says (make2 (&w, OP_BVSLE, x, term_bits (t, 32, "4294967286")),
          "((int)(i32) <= (-9 - 1))");
    says (make2 (&w, OP_BVULT, term_bits (t, 32, "3"), x),
          "(3U < (unsigned int)(i32))");
    says (term_eq (t, x, term_bits (t, 32, "7")), "((int)(i32) == 7)");
    says (term_le (t, make2 (&w, OP_MUL, term_int (t, 2), n), term_int (t, 5)),
          "((2LL * (long long)(n1)) <= 5LL)");
    says (w.variable[10], "((b) != 0)");
    terms_free (t);
}

static void
what_c_cannot_say_is_refused (void **state)
{
    (void) state;
    struct world w;
    world_init (&w);
    terms *t = w.terms;
    const term *x = w.variable[4], *n = w.variable[8];
    const term *zero = term_int (t, 0);
    says (term_var (t, "nameless", sort_bool (t)), NULL);
    says (make2 (&w, OP_BVUDIV, x, w.variable[5]), NULL);
    says (make2 (&w, OP_BVSHL, x, w.variable[5]), NULL);
    says (make2 (&w, OP_BVSDIV, x, term_bits (t, 32, "4294967295")), NULL);
    says (term_var (t, "wide", sort_bv (t, 65)), NULL);
    says (term_var (t, "r", sort_real (t)), NULL);
    says (term_var (t, "odd", sort_bv (t, 7)), NULL);
    says (term_le (t, make2 (&w, OP_MUL, n, n), zero), NULL);
    says (term_le (t, make2 (&w, OP_MUL, term_int (t, 1 << 30), n), zero),
          "((1073741824LL * (long long)(n1)) <= 0LL)");
    says (term_le (t, make2 (&w, OP_MUL, term_int (t, (1 << 30) + 1), n), zero),
          NULL);
    says (term_le (t, term_number (t, sort_int (t), "4611686018427387905"), n),
          NULL);
    const term *deep = n;
    for (int i = 0; i < 60; i++)
        deep = make2 (&w, OP_IDIV, term_sub (t, term_int (t, i), deep),
                      term_int (t, 7 + i));
    says (term_le (t, deep, zero), NULL);
    for (int i = 0; i < 2000; i++)
        x = make2 (&w, OP_BVXOR, make2 (&w, OP_BVADD, x, w.variable[5]), x);
    says (x, NULL);
    terms_free (t);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (people_can_read_it),
        cmocka_unit_test (what_c_cannot_say_is_refused),
        cmocka_unit_test (random_terms_mean_the_same),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
