/* reduce.c -- what can be observed is the same with every reduction and
 * every memory, and a broken reduction shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "seen.h"

enum { Z = 1 }; /* flag */

/* ---- programs; SEEN and OTHER are observed --------------------------------
 */

static void
start_timer (struct assembly *a)
{
    assign (a, TIMSK, 1);
    assign (a, TCCR0, 1);
}

static void
input (struct assembly *a)
{
    begin (a, NULL, 0);
    initialise (a);
    a->start = a->at;
    in (a, 24, PIND);
    andi (a, 24, 3);
    sts (a, SEEN, 24);
    in (a, 20, PIND);
    cpi (a, 20, 0x10);
    branch (a, false, Z, a->start);
    assign (a, OTHER, 1);
    jump (a, a->start);
}

/* The cell is read by the handler alone. */
static void
shared_cell (struct assembly *a)
{
    begin (a, "TIMER0_OVF", HANDLER);
    initialise (a);
    assign (a, CELL, 7);
    start_timer (a);
    a->start = a->at;
    put (a, SEI);
    uint32_t loop = a->at;
    assign (a, CELL, 1);
    assign (a, CELL, 2);
    jump (a, loop);
    a->at = HANDLER;
    lds (a, 20, CELL);
    sts (a, SEEN, 20);
    put (a, RETI);
}

/* The handler saves what it uses, as compilers do. */
static void
saved_registers (struct assembly *a)
{
    begin (a, "TIMER0_OVF", HANDLER);
    initialise (a);
    assign (a, CELL, 0);
    start_timer (a);
    eor (a, 1, 1);
    a->start = a->at;
    put (a, SEI);
    uint32_t loop = a->at;
    lds (a, 24, CELL);
    in (a, 25, PIND);
    andi (a, 25, 1);
    eor (a, 24, 25);
    sts (a, OTHER, 24);
    sts (a, CELL, 24);
    jump (a, loop);
    a->at = HANDLER;
    push (a, 1);
    push (a, 0);
    in (a, 0, SREG);
    push (a, 0);
    eor (a, 1, 1);
    push (a, 24);
    lds (a, 24, CELL);
    sts (a, SEEN, 24);
    pop (a, 24);
    pop (a, 0);
    out (a, SREG, 0);
    pop (a, 0);
    pop (a, 1);
    put (a, RETI);
}

/* One instruction after SEI, no interrupt. */
static void
sei_cli (struct assembly *a)
{
    begin (a, "TIMER0_OVF", HANDLER);
    initialise (a);
    start_timer (a);
    a->start = a->at;
    put (a, SEI);
    put (a, CLI);
    jump (a, a->start);
    a->at = HANDLER;
    assign (a, SEEN, 1);
    put (a, RETI);
}

static void
ticks (struct assembly *a)
{
    begin (a, "TIMER0_OVF", HANDLER);
    initialise (a);
    start_timer (a);
    a->start = a->at;
    put (a, SEI);
    jump (a, a->at);
    a->at = HANDLER;
    lds (a, 20, SEEN);
    inc (a, 20);
    andi (a, 20, 3);
    sts (a, SEEN, 20);
    put (a, RETI);
}

/* The flag came up while the timer ran, and nobody looked. */
static void
late_flag (struct assembly *a)
{
    begin (a, NULL, 0);
    initialise (a);
    assign (a, TCCR0, 1);
    a->start = a->at;
    put (a, NOP);
    assign (a, TCCR0, 0);
    in (a, 20, TIFR);
    andi (a, 20, 1);
    sts (a, SEEN, 20);
    jump (a, a->at);
}

/* What was pushed can be read below the stack pointer. */
static void
below_stack (struct assembly *a)
{
    begin (a, NULL, 0);
    initialise (a);
    a->start = a->at;
    in (a, 20, PIND);
    push (a, 20);
    pop (a, 21);
    lds (a, 22, RAMEND);
    sts (a, SEEN, 22);
    jump (a, a->at);
}

static void
passing (struct assembly *a)
{
    begin (a, NULL, 0);
    initialise (a);
    a->start = a->at;
    assign (a, SEEN, 1);
    assign (a, SEEN, 2);
    jump (a, a->at);
}

/* A function that saves a register, called twice. */
static void
calls (struct assembly *a)
{
    begin (a, NULL, 0);
    initialise (a);
    a->start = a->at;
    ldi (a, 20, 1);
    ldi (a, 28, 5);
    call (a, HANDLER);
    sts (a, SEEN, 20);
    mov (a, 20, 28);
    call (a, HANDLER);
    sts (a, SEEN, 20);
    sts (a, OTHER, 28);
    jump (a, a->start);
    a->at = HANDLER;
    push (a, 28);
    in (a, 28, PIND);
    andi (a, 28, 2);
    add (a, 20, 28);
    pop (a, 28);
    put (a, RET);
}

/* A long loop without choices, then a choice. */
static void
counting (struct assembly *a)
{
    begin (a, NULL, 0);
    initialise (a);
    a->start = a->at;
    ldi (a, 20, 0);
    uint32_t loop = a->at;
    inc (a, 20);
    cpi (a, 20, 200);
    branch (a, false, Z, loop);
    sts (a, OTHER, 20);
    in (a, 21, PIND);
    andi (a, 21, 1);
    sts (a, SEEN, 21);
    jump (a, a->start);
}

/* Loads through a pointer, and a call through one. */
static void
pointers (struct assembly *a)
{
    begin (a, NULL, 0);
    initialise (a);
    ldi (a, 26, CELL & 255);
    ldi (a, 27, CELL >> 8);
    a->start = a->at;
    in (a, 20, PIND);
    andi (a, 20, 1);
    sts (a, CELL, 20);
    ldi (a, 20, 9);
    put (a, 0x900c | 21 << 4); /* LD r21, X */
    sts (a, SEEN, 21);
    ldi (a, 30, HANDLER & 255);
    ldi (a, 31, HANDLER >> 8);
    ldi (a, 22, 4);
    put (a, 0x9509); /* ICALL */
    sts (a, OTHER, 23);
    jump (a, a->start);
    a->at = HANDLER;
    mov (a, 23, 22);
    add (a, 23, 21);
    put (a, RET);
}

/* With the pins of PIND that it may forget about. */
static const struct {
    void (*make) (struct assembly *);
    uint8_t low;
} program[] = {
    {input, 0xec}, {shared_cell, 0}, {saved_registers, 0xfe}, {sei_cli, 0},
    {ticks, 0},    {late_flag, 0},   {below_stack, 0},        {passing, 0},
    {calls, 0xfd}, {counting, 0xfe}, {pointers, 0xfe},
};
enum { PROGRAMS = sizeof program / sizeof *program };

enum { SAME = 1, NOTHING_LOST = 2 };

static struct seen
look_at (size_t number, const struct setting *setting)
{
    struct assembly a;
    struct seen seen;
    struct setting s = *setting;
    s.observed = 3;
    s.low = program[number].low;
    program[number].make (&a);
    look (&seen, &a, &s);
    return seen;
}

static unsigned
compare (const struct seen *plain, size_t number, const struct setting *setting)
{
    struct seen other = look_at (number, setting);
    unsigned result = (equal (plain, &other) ? SAME : 0)
                      | (included (plain, &other) ? NOTHING_LOST : 0);
    if (other.full) /* so much that the rest need not be seen */
        result |= NOTHING_LOST;
    memory_free (other.pair);
    return result;
}

/* Whole bytes forget which bits of an input were masked. */
static unsigned
expected (unsigned memory, unsigned reductions)
{
    bool coarse = memory == MICRO_BYTES && reductions & MICRO_DELAY;
    return coarse ? NOTHING_LOST : SAME;
}

static void
every_reduction_shows_the_same (void **unused)
{
    static const unsigned sets[] = {
        0,          MICRO_DELAY, MICRO_LAZY_FLAGS, MICRO_LAZY_STACK,
        MICRO_DEAD, MICRO_PATH,  ALL_REDUCTIONS};
    (void) unused;
    for (size_t i = 0; i < PROGRAMS; i++) {
        struct seen plain =
            look_at (i, &(struct setting) {.memory = MICRO_EXACT});
        for (unsigned m = MICRO_EXACT; m <= MICRO_SYMBOLIC_STACK; m++)
            for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
                struct setting s = {.memory = (enum micro_memory) m,
                                    .reductions = sets[k]};
                if (expected (m, sets[k]) != SAME)
                    s.most = 5000;
                if (!(compare (&plain, i, &s) & expected (m, sets[k])))
                    fail_msg ("program %zu, memory %u, reductions %u", i, m,
                              sets[k]);
            }
        memory_free (plain.pair);
    }
}

static void
broken_ones_are_noticed (void **unused)
{
    static const struct {
        unsigned broken;
        size_t program;
    } twin[] = {
        {BROKEN_SEI_DELAY, 3},  {BROKEN_INTERRUPT, 4},  {BROKEN_DELAY, 0},
        {BROKEN_LAZY_FLAGS, 5}, {BROKEN_LAZY_STACK, 6}, {BROKEN_DEAD, 1},
        {BROKEN_PATH, 7},
    };
    (void) unused;
    for (size_t i = 0; i < sizeof twin / sizeof *twin; i++) {
        struct setting s = {.memory = MICRO_SYMBOLIC_STACK,
                            .reductions = ALL_REDUCTIONS};
        struct seen plain = look_at (twin[i].program,
                                     &(struct setting) {.memory = MICRO_EXACT});
        assert_true (compare (&plain, twin[i].program, &s) & SAME);
        s.broken = twin[i].broken;
        if (compare (&plain, twin[i].program, &s) & SAME)
            fail_msg ("twin %zu shows nothing", i);
        memory_free (plain.pair);
    }
}

static void
reductions_reduce (void **unused)
{
    (void) unused;
    for (size_t i = 0; i < PROGRAMS; i++) {
        struct setting s = {.memory = MICRO_BITS};
        struct seen plain = look_at (i, &s);
        s.reductions = ALL_REDUCTIONS;
        struct seen less = look_at (i, &s);
        print_message ("program %zu: %zu states, reduced %zu\n", i,
                       plain.states, less.states);
        assert_true (less.states < plain.states);
        memory_free (plain.pair);
        memory_free (less.pair);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (reductions_reduce),
        cmocka_unit_test (every_reduction_shows_the_same),
        cmocka_unit_test (broken_ones_are_noticed),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
