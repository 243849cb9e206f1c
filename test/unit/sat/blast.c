/* blast.c -- gates compute what terms mean: all operators, all small words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sat/blast.h"

enum { WIDTHS = 5 };

/* The wires' value where x and y are these. */
static uint64_t
simulate (struct blast *b, const wire *of, unsigned width, const term *const *v,
          const uint64_t *value)
{
    bool *at = NEW_ARRAY (bool, b->gates.gate.size);
    for (unsigned k = 0; k < 2; k++) {
        wire in[WIDTHS];
        const wire *wires = blast_term (b, v[k]);
        for (unsigned i = 0; i < v[k]->sort->width; i++)
            in[i] = wires[i];
        for (unsigned i = 0; i < v[k]->sort->width; i++)
            at[in[i] >> 1] = value[k] >> i & 1;
    }
    for (uint32_t i = 0; i < b->gates.gate.size; i++)
        at[i] = gate_value (&b->gates, i, at);
    uint64_t result = 0;
    for (unsigned i = 0; i < width; i++)
        result |= (uint64_t) wire_value (of[i], at) << i;
    memory_free (at);
    return result;
}

static size_t
check_operator (terms *t, enum op op, unsigned width)
{
    struct blast b;
    const sort *s = sort_bv (t, width);
    const term *v[] = {term_var (t, "x", s), term_var (t, "y", s)};
    size_t args = op == OP_BVNOT || op == OP_BVNEG ? 1 : 2, checked = 0;
    const term *whole = term_make (t, op, v, args, 0, 0);
    unsigned out = whole->sort->kind == SORT_BOOL ? 1 : whole->sort->width;
    blast_init (&b);
    blast_term (&b, v[0]);
    blast_term (&b, v[1]);
    assert_non_null (blast_term (&b, whole));
    for (uint64_t x = 0; x < 1u << width; x++)
        for (uint64_t y = 0; y < 1u << width; y++) {
            const term *c[] = {term_bits_of (t, width, x),
                               term_bits_of (t, width, y)};
            const term *want = term_make (t, op, c, args, 0, 0);
            wire of[2 * WIDTHS];
            const wire *wires = blast_term (&b, whole);
            for (unsigned i = 0; i < out; i++)
                of[i] = wires[i];
            uint64_t got = simulate (&b, of, out, v, (const uint64_t[]) {x, y});
            const term *is = whole->sort->kind == SORT_BOOL
                                 ? term_bool (t, got)
                                 : term_bits_of (t, out, got);
            assert_ptr_equal (is, want);
            checked++;
        }
    blast_clear (&b);
    return checked;
}

static void
gates_compute_what_terms_mean (void **unused)
{
    (void) unused;
    terms *t = terms_new ();
    size_t checked = 0;
    for (unsigned width = 1; width <= WIDTHS; width++) {
        for (enum op op = OP_BVNOT; op <= OP_CONCAT; op++)
            checked += check_operator (t, op, width);
        checked += check_operator (t, OP_EQ, width);
    }
    assert_true (checked > 20000);
    terms_free (t);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (gates_compute_what_terms_mean)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
