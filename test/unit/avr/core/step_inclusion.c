/* step_inclusion.c -- every run of simavr is a run of the machine.
 *
 * simavr executes firmware while pins, voltages and bytes come at random times.
 * Beside it goes a set of states of the machine, all that can have been reached
 * and agree with what simavr shows: pc, registers, SREG, SP, SRAM.  It must
 * never be empty.  And right after SREG.I was set no interrupt may be possible.
 *
 * Where simavr 1.6 is not the device, and what is done about it:
 * - it starts with SP at the end of SRAM: set so here;
 * - it forgets a flag that came up before its interrupt was enabled: firmware
 *   clears flags first;
 * - if something from outside wakes it, it executes an instruction before the
 *   interrupt is taken: taken at once here;
 * - clearing one flag of a timer clears those of others: firmware clears all;
 * - TCNT and OCR of a timer do not share TEMP: firmware that uses both from
 *   handlers reads TCNT undisturbed.
 *
 * COHORT_INCLUSION=N,STEPS does N runs per firmware and device instead of 6,
 * each in another mode of the machine, of so many instructions instead of 4000
 * (800 for devices but the first two).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "avr.h"
#include "avr_view.h"
#include "base/text.h"
#include "avr/core/io.h"

enum { RUNS = 6, STEPS = 4000, STATES = 4096 };

struct states {
    uint8_t *at[STATES]; /* owned; distinct */
    size_t size;
};

struct follow {
    struct avr_bench bench;
    struct micro_choices choices;
    avr_t *sim;
    struct states here, next, between;
    struct view before, view, inner; /* inner: just before an interrupt */
    uint64_t seed;
    bool early; /* an interrupt was possible right after SREG.I was set */
    uint64_t steps, interrupts, slept, most;
};

struct mode {
    enum micro_memory memory;
    unsigned reductions, broken;
};

/* ---- states of the machine */

static void
states_add (struct states *s, const struct micro_core *c)
{
    for (size_t i = 0; i < s->size; i++)
        if (!memcmp (s->at[i], c->state, c->size))
            return;
    assert_true (s->size < STATES);
    s->at[s->size++] = memory_copy (c->state, c->size);
}

static void
states_clear (struct states *s)
{
    while (s->size)
        memory_free (s->at[--s->size]);
}

static void
enter (struct follow *f, const uint8_t *state)
{
    memcpy (f->bench.state, state, f->bench.core.size);
}

/* All outcomes of an event from `state` that agree with `v` (null: all). */
static void
follow_event (struct follow *f, const uint8_t *state, struct micro_event e,
              const struct view *v, struct states *into)
{
    struct micro_core *c = &f->bench.core;
    choices_init (&f->choices);
    enter (f, state);
    do {
        choices_rewind (&f->choices);
        assert_int_equal (avr_step (c, &e), STEP_DONE);
        assert_int_equal (c->cut, 0);
        if (!v || agrees (c, v))
            states_add (into, c);
        core_undo (c);
    } while (choices_next (&f->choices));
}

/* Events of one kind. */
static void
follow_kind (struct follow *f, const uint8_t *state, enum micro_event_kind kind,
             const struct view *v, struct states *into)
{
    struct micro_event event[MICRO_EVENTS];
    const struct avr_device *d = f->bench.program.device;
    enter (f, state);
    size_t events = avr_events (&f->bench.core, event);
    for (size_t i = 0; i < events; i++) {
        if (event[i].kind != kind)
            continue;
        if (kind == EVENT_INTERRUPT
            && (uint32_t) event[i].vector * d->vector_words != f->view.pc)
            continue;
        follow_event (f, state, event[i], v, into);
    }
}

/* Flags may come up at any time (without MICRO_LAZY_FLAGS). */
static void
follow_flags (struct follow *f, struct states *s)
{
    if (f->bench.program.micro.reductions & MICRO_LAZY_FLAGS)
        return;
    assert_true (s == &f->here || s == &f->between);
    for (size_t i = 0; i < s->size; i++)
        follow_kind (f, s->at[i], EVENT_FLAG, NULL, s);
}

static void
follow_interrupts (struct follow *f, struct states *from)
{
    follow_flags (f, from);
    for (size_t i = 0; i < from->size; i++)
        follow_kind (f, from->at[i], EVENT_INTERRUPT, &f->view, &f->next);
}

static void
follow_instruction (struct follow *f)
{
    for (size_t i = 0; i < f->here.size; i++)
        follow_kind (f, f->here.at[i], EVENT_INSTRUCTION, &f->view, &f->next);
    if (!view_before_interrupt (f->bench.program.device, &f->view, &f->inner))
        return;
    for (size_t i = 0; i < f->here.size; i++)
        follow_kind (f, f->here.at[i], EVENT_INSTRUCTION, &f->inner,
                     &f->between);
    follow_interrupts (f, &f->between);
}

static void
follow_sleep (struct follow *f)
{
    struct micro_core *c = &f->bench.core;
    for (size_t i = 0; i < f->here.size; i++) {
        enter (f, f->here.at[i]);
        if (agrees (c, &f->view))
            states_add (&f->next, c);
    }
    follow_interrupts (f, &f->here);
}

static uint16_t
view_pointer (const struct view *v, unsigned low)
{
    return (uint16_t) (v->data[low] | v->data[low + 1] << 8);
}

/* The data address of the instruction that comes; 0 if it has none. */
static uint16_t
address_of (const struct view *v, const struct avr_instruction *i)
{
    switch (i->op) {
    case AVR_IN:
    case AVR_OUT:
    case AVR_LDS:
    case AVR_STS:
    case AVR_SBI:
    case AVR_CBI:
    case AVR_SBIC:
    case AVR_SBIS:
        return (uint16_t) i->k;
    case AVR_LDD_Y:
    case AVR_STD_Y:
        return (uint16_t) (view_pointer (v, 28) + i->k);
    case AVR_LDD_Z:
    case AVR_STD_Z:
        return (uint16_t) (view_pointer (v, 30) + i->k);
    case AVR_LD_X:
    case AVR_LD_X_INC:
    case AVR_ST_X:
    case AVR_ST_X_INC:
        return view_pointer (v, 26);
    case AVR_LD_Z_INC:
    case AVR_ST_Z_INC:
        return view_pointer (v, 30);
    default: /* no compiler walks backwards through registers */
        return 0;
    }
}

/* Can it matter to the instruction that comes whether a flag is up? */
static bool
touches_flags (const struct follow *f)
{
    const struct avr_program *p = &f->bench.program;
    uint16_t a = address_of (&f->before, &p->instruction[f->before.pc]);
    for (size_t i = 0; a && i < p->source_count; i++) {
        const struct avr_source *s = &p->sources[i];
        if (a == s->flag_at || a == s->source.at || a == s->other.at)
            return true;
    }
    return false;
}

/* Takes back the flags that can come up again. */
static void
lower (struct micro_core *c)
{
    const struct avr_device *d = avr_of (c)->device;
    for (unsigned v = 1; v < d->vector_count; v++) {
        uint8_t *flags = c->data + d->vectors[v].flag_at;
        uint8_t one = (uint8_t) (1u << d->vectors[v].flag_bit);
        if (d->vectors[v].level || !(*flags & one))
            continue;
        *flags &= (uint8_t) ~one;
        if (!io_may_raise (c, v))
            *flags |= one;
    }
}

/* What another state becomes when flags come up needs not be kept: that can
 * happen later. */
static void
forget_raised (struct follow *f, struct states *s)
{
    struct micro_core *c = &f->bench.core;
    size_t kept = 0;
    if (f->bench.program.micro.reductions & MICRO_LAZY_FLAGS)
        return;
    for (size_t i = 0; i < s->size; i++) {
        bool covered = false;
        enter (f, s->at[i]);
        lower (c);
        if (memcmp (c->state, s->at[i], c->size))
            for (size_t j = 0; j < s->size && !covered; j++)
                covered = s->at[j] && !memcmp (c->state, s->at[j], c->size);
        if (!covered)
            continue;
        memory_free (s->at[i]);
        s->at[i] = NULL;
    }
    for (size_t i = 0; i < s->size; i++)
        if (s->at[i])
            s->at[kept++] = s->at[i];
    s->size = kept;
}

/* Nothing may interrupt right after SREG.I was set. */
static void
check_shadow (struct follow *f)
{
    struct micro_event event[MICRO_EVENTS];
    if (f->before.data[AVR_SREG] >> FLAG_I & 1
        || !(f->view.data[AVR_SREG] >> FLAG_I & 1))
        return;
    for (size_t i = 0; i < f->here.size; i++) {
        enter (f, f->here.at[i]);
        states_add (&f->between, &f->bench.core);
    }
    follow_flags (f, &f->between);
    for (size_t i = 0; i < f->between.size; i++) {
        enter (f, f->between.at[i]);
        size_t events = avr_events (&f->bench.core, event);
        for (size_t j = 0; j < events; j++)
            f->early |= event[j].kind == EVENT_INTERRUPT;
    }
    states_clear (&f->between);
}

/* One instruction of simavr, with the interrupt that it takes after it.  False:
 * the machine cannot do that. */
static bool
follow_step (struct follow *f)
{
    bool asleep = f->sim->state == cpu_Sleeping;
    f->before = f->view;
    sim_run (f->sim, &f->seed);
    sim_view (f->sim, f->bench.core.data_size, &f->view);
    if (!asleep && touches_flags (f))
        follow_flags (f, &f->here);
    (asleep ? follow_sleep : follow_instruction) (f);
    f->steps++;
    f->slept += asleep;
    f->interrupts += f->between.size || (asleep && f->before.pc != f->view.pc);
    states_clear (&f->here);
    states_clear (&f->between);
    forget_raised (f, &f->next);
    f->here = f->next;
    f->next.size = 0;
    check_shadow (f);
    if (f->here.size > f->most)
        f->most = f->here.size;
    return f->here.size;
}

/* Gives the number of steps that the machine can do. */
static unsigned
follow_run (struct follow *f, const char *device, const uint16_t *code,
            uint32_t words, const struct mode *m, unsigned steps)
{
    unsigned step = 0;
    bench_program (&f->bench.program, device, code, words);
    f->bench.program.micro.memory = m->memory;
    f->bench.program.micro.reductions = m->reductions;
    f->bench.program.micro.broken = m->broken;
    bench_start (&f->bench);
    f->bench.core.choices = &f->choices;
    f->sim = sim_new (device, code, words);
    avr_reset (f->sim);
    sim_view (f->sim, f->bench.core.data_size, &f->view);
    core_put (&f->bench.core, AVR_SPL, f->view.data[AVR_SPL]);
    core_put (&f->bench.core, AVR_SPH, f->view.data[AVR_SPH]);
    states_add (&f->here, &f->bench.core);
    while (step < steps && follow_step (f))
        step++;
    states_clear (&f->here);
    assert_true (f->sim->state == cpu_Running || f->sim->state == cpu_Sleeping);
    avr_terminate (f->sim);
    free (f->sim);
    bench_clear (&f->bench);
    return step;
}

/* ---- firmware */

static uint16_t *
compile (const char *file, const char *device, const char *level,
         uint32_t *words)
{
    char elf[] = "/tmp/inclusion.XXXXXX", command[512], raw[64];
    int made = mkstemp (elf);
    size_t size;
    assert_true (made >= 0);
    snprintf (raw, sizeof raw, "%s.bin", elf);
    snprintf (command, sizeof command,
              "avr-gcc -mmcu=%s %s -std=gnu99 -o %s test/firmware/%s.c && "
              "avr-objcopy -O binary %s %s",
              device, level, elf, file, elf, raw);
    assert_int_equal (system (command), 0);
    uint8_t *bytes = (uint8_t *) text_file (raw, &size);
    remove (elf);
    remove (raw);
    assert_non_null (bytes);
    *words = (uint32_t) (size + 1) / 2;
    uint16_t *code = NEW_ARRAY (uint16_t, *words);
    for (size_t i = 0; i < size; i++)
        code[i / 2] |= (uint16_t) (bytes[i] << 8 * (i & 1));
    memory_free (bytes);
    return code;
}

static const struct mode modes[] = {
    {MICRO_BITS, MICRO_DELAY | MICRO_LAZY_FLAGS, 0},
    {MICRO_EXACT, MICRO_LAZY_FLAGS, 0},
    {MICRO_EXACT, 0, 0},
    {MICRO_BITS, MICRO_DELAY, 0},
    {MICRO_BYTES, MICRO_DELAY | MICRO_LAZY_FLAGS, 0},
    {MICRO_SYMBOLIC_STACK, MICRO_DELAY | MICRO_LAZY_FLAGS | MICRO_LAZY_STACK,
     0},
};

static void
includes (const char *file, const char *device, const char *level,
          unsigned usual)
{
    struct extent e = extent_asked (RUNS, usual);
    if (*e.only && strcmp (e.only, file))
        return;
    uint32_t words;
    uint16_t *code = compile (file, device, level, &words);
    struct follow *f = NEW (struct follow);
    for (unsigned i = 0; i < e.runs; i++) {
        size_t m = i % (sizeof modes / sizeof *modes);
        f->seed = i;
        unsigned steps =
            follow_run (f, device, code, words, &modes[m], e.steps);
        if (steps < e.steps)
            fail_msg ("%s, %s, mode %zu, run %u: step %u at 0x%x goes to 0x%x",
                      file, device, m, i, steps, f->before.pc * 2,
                      f->view.pc * 2);
        assert_false (f->early);
    }
    print_message ("%s, %s: %" PRIu64 " steps, %" PRIu64 " interrupts, %" PRIu64
                   " asleep, at most %" PRIu64 " states\n",
                   file, device, f->steps, f->interrupts, f->slept, f->most);
    bool none = !strcmp (file, "distance") || e.steps < STEPS / 4;
    assert_true (f->interrupts > 0 || none);
    memory_free (f);
    memory_free (code);
}

static void
needs_compiler (void)
{
    if (system ("avr-gcc --version > /dev/null 2>&1"))
        skip ();
}

static void
runs_are_included (void **state)
{
    (void) state;
    static const char *const file[] = {"inclusion_timers",  "inclusion_adc",
                                       "inclusion_uart",    "inclusion_events",
                                       "inclusion_polling", "distance"};
    needs_compiler ();
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        includes (file[i], "atmega16", "-Os", STEPS);
        includes (file[i], "atmega128", "-Os", STEPS);
        includes (file[i], "atmega328p", "-Os", STEPS / 5);
        includes (file[i], "atmega2560", "-Os", STEPS / 5);
        /* It has no UART, and simavr's timer 1 stands still. */
        if (strcmp (file[i], "inclusion_uart")
            && strcmp (file[i], "inclusion_polling"))
            includes (file[i], "attiny85", "-Os", STEPS / 5);
    }
    includes ("lift", "atmega16", "-Os", STEPS);
    /* Registers through pointers. */
    includes ("inclusion_timers", "atmega128", "-O0", STEPS);
    includes ("inclusion_events", "atmega16", "-O0", STEPS);
}

static unsigned
broken_run (const struct mode *m, bool *early)
{
    uint32_t words;
    uint16_t *code = compile ("inclusion_timers", "atmega16", "-Os", &words);
    struct follow *f = NEW (struct follow);
    unsigned steps = follow_run (f, "atmega16", code, words, m, STEPS);
    *early = f->early;
    memory_free (f);
    memory_free (code);
    return steps;
}

static void
a_lost_interrupt_is_caught (void **state)
{
    (void) state;
    bool early;
    needs_compiler ();
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        struct mode broken = modes[m];
        broken.broken = BROKEN_INTERRUPT;
        assert_true (broken_run (&broken, &early) < STEPS);
    }
}

static void
an_early_interrupt_is_caught (void **state)
{
    (void) state;
    bool early;
    needs_compiler ();
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        struct mode broken = modes[m];
        broken.broken = BROKEN_SEI_DELAY;
        broken_run (&broken, &early);
        assert_true (early);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (runs_are_included),
        cmocka_unit_test (a_lost_interrupt_is_caught),
        cmocka_unit_test (an_early_interrupt_is_caught),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
