/* reduce_random.c -- reductions lose nothing, and verdicts agree, on random
 * programs.  AVR_ROUNDS says how many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "seen.h"

/* ---- random programs -------------------------------------------------------
 */

static uint32_t
next_random (uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t) (*seed >> 11);
}

static void
random_instruction (struct assembly *a, uint64_t *seed, uint32_t first,
                    uint32_t last)
{
    unsigned d = 16 + next_random (seed) % 4, r = 16 + next_random (seed) % 4;
    unsigned cell = CELL + next_random (seed) % 2;
    uint32_t room = last > a->at + 1 ? last - a->at - 1 : 0;
    switch (next_random (seed) % 14) {
    case 0:
        ldi (a, d, next_random (seed) % 4);
        break;
    case 1:
        mov (a, d, r);
        break;
    case 2:
        eor (a, d, r);
        break;
    case 3:
        cp (a, d, r);
        break;
    case 4:
        add (a, d, r);
        andi (a, d, 3);
        break;
    case 5:
        andi (a, d, 1);
        break;
    case 6:
        lds (a, d, cell);
        break;
    case 7:
        sts (a, cell, d);
        break;
    case 8:
        sts (a, next_random (seed) % 2 ? SEEN : OTHER, d);
        break;
    case 9:
        in (a, d, PIND);
        andi (a, d, 1);
        break;
    case 10:
        or_ (a, d, r);
        break;
    case 11:
        put (a, next_random (seed) % 2 ? CLI : SEI);
        break;
    case 12:
        inc (a, d);
        andi (a, d, 3);
        break;
    default: /* forward over one instruction, of one word or two */
        if (room > 8 && first < a->at) {
            branch (a, next_random (seed) % 2, next_random (seed) % 2,
                    a->at + 2);
            mov (a, d, r);
        }
    }
}

static void
random_program (struct assembly *a, uint64_t *seed)
{
    bool handler = next_random (seed) % 2;
    begin (a, "TIMER0_OVF", HANDLER);
    initialise (a);
    assign (a, CELL, 0);
    assign (a, CELL + 1, 0);
    for (unsigned r = 16; r < 20; r++)
        ldi (a, r, 0);
    if (handler) {
        ldi (a, 20, 1);
        out (a, TIMSK, 20);
        out (a, TCCR0, 20);
    }
    a->start = a->at;
    unsigned count = 4 + next_random (seed) % 8;
    for (unsigned i = 0; i < count; i++)
        random_instruction (a, seed, a->start, HANDLER);
    sts (a, SEEN, 16 + next_random (seed) % 4);
    jump (a, a->start);
    assert (a->at < HANDLER);
    a->at = HANDLER;
    bool saves = next_random (seed) % 2;
    for (unsigned r = 16; r < 20 && saves; r++)
        push (a, r);
    in (a, 21, SREG);
    count = 1 + next_random (seed) % 3;
    for (unsigned i = 0; i < count; i++) {
        lds (a, 16 + next_random (seed) % 4, CELL + next_random (seed) % 2);
        sts (a, SEEN + next_random (seed) % 4, 16 + next_random (seed) % 4);
    }
    out (a, SREG, 21);
    for (unsigned r = 20; r-- > 16 && saves;)
        pop (a, r);
    put (a, RETI);
}

/* Without delayed inputs nothing is added; with them nothing is lost.  False:
 * the program has too many states. */
static bool
random_program_agrees (const struct assembly *a, int number)
{
    static const unsigned exact[] = {MICRO_LAZY_FLAGS, MICRO_DEAD, MICRO_PATH,
                                     MICRO_DEAD | MICRO_PATH
                                         | MICRO_LAZY_FLAGS};
    struct seen plain, other;
    struct setting s = {.observed = 3, .low = 0xfe, .most = 5000};
    look (&plain, a, &s);
    for (size_t k = 0; k < sizeof exact / sizeof *exact && !plain.full; k++) {
        s.reductions = exact[k];
        look (&other, a, &s);
        if (!other.full && !equal (&plain, &other))
            fail_msg ("%d: reductions %u: %zu, not %zu", number, exact[k],
                      other.count, plain.count);
        memory_free (other.pair);
    }
    s.reductions = ALL_REDUCTIONS;
    for (unsigned m = MICRO_BITS; m <= MICRO_SYMBOLIC_STACK && !plain.full;
         m++) {
        s.memory = (enum micro_memory) m;
        look (&other, a, &s);
        if (!other.full && !included (&plain, &other))
            fail_msg ("%d: memory %u loses something", number, m);
        memory_free (other.pair);
    }
    memory_free (plain.pair);
    return !plain.full;
}

static void
random_programs_agree (void **unused)
{
    uint64_t seed = 0x9e3779b97f4a7c15;
    const char *rounds = getenv ("AVR_ROUNDS");
    int count = rounds ? atoi (rounds) : 20, compared = 0;
    (void) unused;
    for (int n = 0; n < count; n++) {
        struct assembly a;
        random_program (&a, &seed);
        compared += random_program_agrees (&a, n);
    }
    assert_true (compared * 2 > count);
}

/* ---- verdicts
 * ---------------------------------------------------------------- */

enum verdict { SAFE, UNSAFE, UNKNOWN, TOO_MUCH };

static const struct setting exactly = {
    .invariant = "sram[0x60] != 1", .low = 0xfe, .most = 5000};

static enum verdict
plain_verdict (const struct assembly *a)
{
    struct reached r;
    generator *g = make_machine (a, &exactly);
    reach (&r, g, exactly.most);
    enum verdict v = r.fault ? UNSAFE : r.full ? TOO_MUCH : SAFE;
    reached_clear (&r);
    g->class->free (g);
    return v;
}

/* One search; on a spurious counterexample, what is to be eager. */
static enum verdict
search_once (generator *g, uint32_t *blame)
{
    struct reached r;
    struct vec_happening run = {0};
    enum verdict v = SAFE;
    reach (&r, g, exactly.most);
    *blame = UINT32_MAX;
    if (r.fault)
        v = micro_concretise (g, r.path.at, r.path.size, 100000, &run, blame)
                ? UNSAFE
                : UNKNOWN;
    else if (r.full)
        v = TOO_MUCH;
    VEC_CLEAR (run);
    reached_clear (&r);
    return v;
}

static enum verdict
reduced_verdict (const struct assembly *a, enum micro_memory memory)
{
    struct setting s = exactly;
    struct avr_program p;
    uint32_t eager[16], blame;
    size_t count = 0;
    s.memory = memory;
    s.reductions = ALL_REDUCTIONS;
    for (;;) {
        make_program (&p, a, &s);
        for (uint32_t pc = 0; pc < a->end; pc++)
            for (size_t i = 0; i < count; i++)
                if (eager[i] == pc)
                    VEC_PUSH (p.micro.eager, (uint16_t) pc);
        generator *g = avr_machine_new (&p);
        enum verdict v = search_once (g, &blame);
        g->class->free (g);
        if (v != UNKNOWN || blame == UINT32_MAX)
            return v;
        for (size_t i = 0; i < count; i++)
            assert_int_not_equal (eager[i], blame);
        assert_true (count < 16);
        eager[count++] = blame;
    }
}

/* What is confirmed is so, and what is proved, too. */
static void
random_verdicts_agree (void **unused)
{
    uint64_t seed = 0x853c49e6748fea9b;
    const char *rounds = getenv ("AVR_ROUNDS");
    int count = rounds ? atoi (rounds) : 20, unknown = 0, unsafe = 0;
    (void) unused;
    for (int n = 0; n < count; n++) {
        struct assembly a;
        random_program (&a, &seed);
        enum verdict plain = plain_verdict (&a);
        for (unsigned m = MICRO_EXACT;
             m <= MICRO_SYMBOLIC_STACK && plain != TOO_MUCH; m++) {
            enum verdict v = reduced_verdict (&a, (enum micro_memory) m);
            unknown += v == UNKNOWN;
            unsafe += v == UNSAFE;
            if (v != plain && v != UNKNOWN && v != TOO_MUCH)
                fail_msg ("program %d, memory %u: %d, not %d", n, m, v, plain);
        }
    }
    print_message ("%d unsafe, %d unknown\n", unsafe, unknown);
    assert_true (unsafe > count / 4 && unknown * 10 < count);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (random_programs_agree),
        cmocka_unit_test (random_verdicts_agree),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
