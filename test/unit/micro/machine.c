/* machine.c -- edges, walks, faults and their concrete runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "unit/avr/assemble.h"

enum { HANDLER = 160, SEEN = SRAM, CELL = SRAM + 2, ERROR = SRAM + 4 };
enum { Z = 1 };

/* A counter of 16 bits that main counts from 0x00ff to 0x0100, and a handler
 * that reports if both bytes are 0. */
static void
counter (struct assembly *a, bool guarded)
{
    begin (a, "TIMER0_OVF", HANDLER);
    set_stack (a);
    assign (a, ERROR, 0);
    assign (a, TIMSK, 1);
    assign (a, TCCR0, 1);
    uint32_t loop = a->at;
    assign (a, CELL, 0xff);
    assign (a, CELL + 1, 0);
    a->start = a->at;
    put (a, SEI);
    lds (a, 24, CELL);
    lds (a, 25, CELL + 1);
    adiw_r24 (a, 1);
    if (guarded)
        put (a, CLI);
    sts (a, CELL, 24);
    sts (a, CELL + 1, 25);
    put (a, guarded ? SEI : NOP);
    put (a, NOP);
    put (a, CLI);
    jump (a, loop);
    assert (a->at < HANDLER);
    a->at = HANDLER;
    lds (a, 20, CELL);
    lds (a, 21, CELL + 1);
    or_ (a, 20, 21);
    branch (a, false, Z, a->at + 5);
    ldi (a, 22, 1);
    sts (a, ERROR, 22);
    put (a, NOP);
    put (a, RETI);
}

static uint32_t
explore (const struct assembly *a, const struct setting *s, struct reached *r,
         generator **g)
{
    *g = make_machine (a, s);
    reach (r, *g, 0);
    assert_false (r->full);
    return r->fault;
}

static void
done (struct reached *r, generator *g)
{
    reached_clear (r);
    g->class->free (g);
}

/* Runs what micro_concretise gave; the fault at its end. */
static uint32_t
rerun (const struct micro_program *p, const struct vec_happening *run)
{
    struct micro_core c;
    struct micro_program *exact = micro_concrete_program (p);
    core_init (&c, exact);
    core_enter (&c, memory_new (c.size));
    uint32_t fault = 0;
    for (size_t i = 0; i < run->size; i++) {
        struct micro_event possible[MICRO_EVENTS];
        size_t n = i ? p->class->events (&c, possible) : 0;
        bool found = !i;
        for (size_t k = 0; k < n; k++)
            found |= possible[k].kind == run->at[i].event.kind
                     && possible[k].vector == run->at[i].event.vector;
        assert_true (found);
        assert_int_equal (fault, 0);
        micro_concrete_step (&c, &run->at[i], !i);
        fault = c.fault;
        if (!fault && core_begun (&c)
            && !micro_property_holds (&exact->property, &c))
            fault = FAULT_INVARIANT;
    }
    memory_free (c.state);
    memory_free (exact);
    return fault;
}

/* True: there is a concrete run, and it fails as it should. */
static bool
is_confirmed (generator *g, const struct reached *r, uint32_t *blame)
{
    struct vec_happening run = {0};
    bool found =
        micro_concretise (g, r->path.at, r->path.size, 1000000, &run, blame);
    if (found)
        assert_int_equal (rerun (micro_machine_program (g), &run), r->fault);
    VEC_CLEAR (run);
    return found;
}

static void
torn_counter_is_found (void **unused)
{
    (void) unused;
    for (unsigned m = MICRO_EXACT; m <= MICRO_SYMBOLIC_STACK; m++)
        for (unsigned reductions = 0; reductions <= ALL_REDUCTIONS;
             reductions += ALL_REDUCTIONS)
            for (int guarded = 0; guarded < 2; guarded++) {
                struct assembly a;
                struct reached r;
                generator *g;
                uint32_t blame;
                struct setting s = {.memory = (enum micro_memory) m,
                                    .reductions = reductions,
                                    .invariant = "sram[0x64] == 0"};
                counter (&a, guarded);
                uint32_t fault = explore (&a, &s, &r, &g);
                assert_int_equal (fault, guarded ? 0 : FAULT_INVARIANT);
                if (!guarded)
                    assert_true (is_confirmed (g, &r, &blame));
                done (&r, g);
            }
}

/* ---- concrete runs ---------------------------------------------------------
 */

static const struct setting delayed = {.memory = MICRO_BITS,
                                       .reductions = ALL_REDUCTIONS,
                                       .invariant = "sram[0x60] == 0"};

/* Two inputs, each of which must have one value. */
static void
values_are_found (void **unused)
{
    struct assembly a;
    struct reached r;
    generator *g;
    uint32_t blame;
    (void) unused;
    begin (&a, NULL, 0);
    set_stack (&a);
    assign (&a, SEEN, 0);
    a.start = a.at;
    uint32_t loop = a.at;
    in (&a, 20, PIND);
    in (&a, 21, PIND);
    push (&a, 20);
    mov (&a, 22, 21);
    cpi (&a, 22, 0x5a);
    branch (&a, false, Z, loop);
    pop (&a, 23);
    cpi (&a, 23, 0xc3);
    branch (&a, false, Z, loop);
    sts (&a, SEEN, 23);
    jump (&a, a.at);
    assert_int_equal (explore (&a, &delayed, &r, &g), FAULT_INVARIANT);
    assert_true (is_confirmed (g, &r, &blame));
    done (&r, g);
}

/* A copy is equal to what it was copied from; a delayed input forgets that. */
static void
copy_of_input (struct assembly *a, bool from_outside, uint32_t *read)
{
    begin (a, NULL, 0);
    set_stack (a);
    assign (a, SEEN, 0);
    a->start = a->at;
    *read = a->at;
    if (from_outside)
        in (a, 20, PIND);
    mov (a, 21, 20);
    cp (a, 20, 21);
    branch (a, true, Z, a->at + 4);
    ldi (a, 22, 1);
    sts (a, SEEN, 22);
    jump (a, a->at);
}

static void
spurious_runs_are_blamed (void **unused)
{
    struct assembly a;
    struct reached r;
    struct avr_program p;
    generator *g;
    uint32_t read, blame;
    (void) unused;
    copy_of_input (&a, true, &read);
    assert_int_equal (explore (&a, &delayed, &r, &g), FAULT_INVARIANT);
    assert_false (is_confirmed (g, &r, &blame));
    assert_int_equal (blame, read);
    done (&r, g);
    make_program (&p, &a, &delayed);
    VEC_PUSH (p.micro.eager, (uint16_t) read);
    g = avr_machine_new (&p);
    reach (&r, g, 0);
    assert_int_equal (r.fault, 0);
    done (&r, g);
}

/* Memory that nobody wrote is not two things at once, either. */
static void
unset_memory_is_one_value (void **unused)
{
    struct assembly a;
    struct reached r;
    generator *g;
    uint32_t read, blame;
    (void) unused;
    copy_of_input (&a, false, &read);
    assert_int_equal (explore (&a, &delayed, &r, &g), FAULT_INVARIANT);
    assert_false (is_confirmed (g, &r, &blame));
    assert_int_equal (blame, UINT32_MAX);
    done (&r, g);
}

/* A flag that is polled, and gone when its source is off. */
static void
polled_flags_are_raised (void **unused)
{
    struct assembly a;
    struct reached r;
    generator *g;
    uint32_t blame;
    (void) unused;
    begin (&a, NULL, 0);
    set_stack (&a);
    assign (&a, SEEN, 0);
    assign (&a, TCCR0, 1);
    a.start = a.at;
    assign (&a, TCCR0, 0);
    in (&a, 20, TIFR);
    andi (&a, 20, 1);
    sts (&a, SEEN, 20);
    jump (&a, a.at);
    assert_int_equal (explore (&a, &delayed, &r, &g), FAULT_INVARIANT);
    assert_true (is_confirmed (g, &r, &blame));
    done (&r, g);
}

/* ---- edges ------------------------------------------------------------------
 */

/* Loops that differ only in where they are entered end in one state. */
static void
walks_end_at_the_least_state (void **unused)
{
    struct assembly a;
    struct reached r;
    generator *g;
    struct setting s = {.memory = MICRO_BITS,
                        .reductions = MICRO_PATH | MICRO_DELAY};
    (void) unused;
    begin (&a, NULL, 0);
    ldi (&a, 20, 0);
    ldi (&a, 21, 0);
    in (&a, 22, PIND);
    andi (&a, 22, 1);
    ldi (&a, 22, 0);
    branch (&a, true, Z, a.at + 3);
    ldi (&a, 20, 3);
    ldi (&a, 21, 0);
    uint32_t loop = a.at;
    inc (&a, 20);
    andi (&a, 20, 7);
    jump (&a, loop);
    explore (&a, &s, &r, &g);
    assert_int_equal (r.state.size, 3); /* start, branch, one loop */
    assert_true (r.steps < 200);
    done (&r, g);
}

/* Of 131,072 states one in 4,096 is where a long walk may end. */
static void
long_walks_are_cut (void **unused)
{
    struct assembly a;
    struct reached r;
    generator *g;
    struct setting s = {.memory = MICRO_BITS, .reductions = MICRO_PATH};
    (void) unused;
    begin (&a, NULL, 0);
    ldi (&a, 24, 0);
    ldi (&a, 25, 0);
    uint32_t loop = a.at;
    adiw_r24 (&a, 1);
    jump (&a, loop);
    explore (&a, &s, &r, &g);
    assert_true (r.state.size >= 2 && r.state.size < 64);
    done (&r, g);
}

/* The program counter is seen inside walks, too. */
static void
invariants_see_the_program_counter (void **unused)
{
    struct assembly a;
    struct reached r;
    generator *g;
    uint32_t blame;
    struct setting s = {.memory = MICRO_BITS,
                        .reductions = ALL_REDUCTIONS,
                        .invariant = "pc != 0x84"};
    (void) unused;
    begin (&a, NULL, 0);
    put (&a, NOP);
    put (&a, NOP);
    put (&a, NOP);
    jump (&a, a.at);
    assert_int_equal (explore (&a, &s, &r, &g), FAULT_INVARIANT);
    assert_true (is_confirmed (g, &r, &blame));
    done (&r, g);
    s.invariant = "pc != 0x88";
    assert_int_equal (explore (&a, &s, &r, &g), 0);
    done (&r, g);
}

static void
sleep_without_interrupts_is_an_end (void **unused)
{
    struct assembly a;
    struct reached r;
    generator *g;
    (void) unused;
    begin (&a, NULL, 0);
    assign (&a, 0x55, 0x40); /* MCUCR: SE */
    put (&a, SLEEP);
    for (unsigned reductions = 0; reductions <= ALL_REDUCTIONS;
         reductions += ALL_REDUCTIONS) {
        explore (&a, &(struct setting) {.reductions = reductions}, &r, &g);
        assert_true (r.marks & EDGE_FINAL);
        assert_false (r.marks & (EDGE_FAULT | EDGE_CUT));
        done (&r, g);
    }
}

static void
leaving_the_code_is_a_fault (void **unused)
{
    struct assembly a;
    struct reached r;
    struct avr_program p;
    generator *g;
    (void) unused;
    begin (&a, NULL, 0);
    put (&a, NOP);
    explore (&a, &(struct setting) {.reductions = ALL_REDUCTIONS}, &r, &g);
    assert_int_equal (r.fault, FAULT_JUMP_OUTSIDE);
    assert_string_equal (g->class->fault_name (g, r.fault),
                         "jump outside code");
    done (&r, g);
    make_program (&p, &a, &(struct setting) {.reductions = ALL_REDUCTIONS});
    p.micro.checks = 0;
    g = avr_machine_new (&p);
    reach (&r, g, 0);
    assert_int_equal (r.fault, 0);
    assert_true (r.marks & EDGE_CUT);
    done (&r, g);
}

struct steps {
    uint8_t last[4096];
    size_t size, count;
};

static void
visit (void *context, struct bytes state, const struct edge *step)
{
    struct steps *s = context;
    assert_true (bytes_equal (state, (struct bytes) {s->last, s->size}));
    assert_true (step->target.size <= sizeof s->last);
    memcpy (s->last, step->target.data, step->target.size);
    s->size = step->target.size;
    s->count += step->steps;
}

/* The steps of every edge hang together and lead to its target; clones and what
 * came over the wire give the same edges. */
static void
edges_expand_and_clones_agree (void **unused)
{
    struct assembly a;
    struct reached r;
    generator *g;
    struct setting s = delayed;
    struct buffer wire;
    struct problem problem = {0};
    struct steps steps = {.count = 0};
    (void) unused;
    s.reductions = MICRO_PATH | MICRO_DELAY | MICRO_LAZY_FLAGS;
    counter (&a, true);
    explore (&a, &s, &r, &g);
    buffer_init (&wire);
    micro_machine_write (g, &wire);
    generator *clone = g->class->clone (g);
    generator *other = avr_open (buffer_view (&wire), &problem);
    assert_non_null (other);
    assert_true (
        digest_equal (g->class->identity (g), other->class->identity (other)));
    for (size_t i = 0; i < r.state.size; i++) {
        struct bytes from = {r.state.at[i], r.size};
        struct edge e, c, o;
        generator_enter (g, from);
        generator_enter (other, from);
        while (generator_next (g, &e) == NEXT_EDGE) {
            assert_int_equal (generator_next (other, &o), NEXT_EDGE);
            assert_true (bytes_equal (e.target, o.target));
            steps.size = from.size;
            steps.count = 0;
            memcpy (steps.last, from.data, from.size);
            assert_true (
                clone->class->expand (clone, from, e.choice, visit, &steps));
            assert_int_equal (steps.count, e.steps);
            assert_true (bytes_equal (e.target,
                                      (struct bytes) {steps.last, steps.size}));
            (void) c;
        }
        assert_int_equal (generator_next (other, &o), NEXT_END);
    }
    assert_false (
        clone->class->expand (clone, (struct bytes) {0}, 99, visit, &steps));
    other->class->free (other);
    clone->class->free (clone);
    buffer_clear (&wire);
    done (&r, g);
}

static void
flow_is_drawn (void **unused)
{
    struct assembly a;
    struct avr_program p;
    struct text t;
    (void) unused;
    counter (&a, true);
    make_program (&p, &a, &(struct setting) {.reductions = 0});
    text_init (&t);
    micro_flow_dot (&p.micro, NULL, NULL, NULL, &t);
    assert_non_null (strstr (text_view (&t), "digraph"));
    assert_non_null (strstr (text_view (&t), "b0140 [label=\"  0140  lds"));
    assert_non_null (strstr (text_view (&t), "b0000 -> b0080;"));
    text_clear (&t);
    avr_program_clear (&p);
}

static void
live_is_what_is_used (void **unused)
{
    struct assembly a;
    struct avr_program p;
    (void) unused;
    begin (&a, "TIMER0_OVF", HANDLER);
    ldi (&a, 20, 1);
    out (&a, TIMSK, 20);
    sts (&a, CELL, 20);
    jump (&a, a.at);
    a.at = HANDLER;
    lds (&a, 21, CELL);
    put (&a, RETI);
    make_program (&p, &a, &(struct setting) {.reductions = MICRO_DEAD});
    const struct avr_live *l = p.live;
    assert_non_null (l);
    assert_int_equal (l->cell.size, 1);
    assert_int_equal (l->cell.at[0], CELL);
    assert_false (l->registers[0][MAIN] >> 20 & 1);
    assert_true (l->registers[0][MAIN + 1] >> 20 & 1);
    assert_false (l->cells[0][MAIN] & 1);
    assert_true (l->cells[1][MAIN] & 1); /* the handler reads it */
    assert_false (l->registers[1][MAIN] >> 21 & 1);
    assert_true (l->registers[0][HANDLER] == ~(1u << 21)); /* behind RETI all */
    avr_program_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (torn_counter_is_found),
        cmocka_unit_test (values_are_found),
        cmocka_unit_test (spurious_runs_are_blamed),
        cmocka_unit_test (unset_memory_is_one_value),
        cmocka_unit_test (polled_flags_are_raised),
        cmocka_unit_test (walks_end_at_the_least_state),
        cmocka_unit_test (long_walks_are_cut),
        cmocka_unit_test (invariants_see_the_program_counter),
        cmocka_unit_test (sleep_without_interrupts_is_an_end),
        cmocka_unit_test (leaving_the_code_is_a_fault),
        cmocka_unit_test (edges_expand_and_clones_agree),
        cmocka_unit_test (flow_is_drawn),
        cmocka_unit_test (live_is_what_is_used),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
