/* avr_pair.h -- the core beside simavr, instruction by instruction.
 *
 * After each one the state of simavr must be among those that the core gives:
 * pc, registers, SREG, SP, SRAM and ports.  What is unknown then takes simavr's
 * value, so that the next instruction starts from equal states.
 *
 * Where simavr 1.6 is not the device, and what is done about it:
 * - it starts with SP at the end of SRAM; the device with 0: set by the test;
 * - SLEEP ignores SE, and stops the simulator: it is woken at once, and run
 * only where an interrupt is put in (avr_examples.c);
 * - skips take ADIW and SBIW of a constant whose low digit is 12 to 15 for a
 *   JMP or CALL of two words (its mask leaves out bit 9): its pc is set right;
 * - ST X writes X back, though it does not move: a store into r26 or r27 is
 *   lost: done again;
 * - its pc has 32 bits; the device's as many as its flash needs: cut off;
 * - SPM is not modelled by the core: not run;
 * - loads and stores where nothing is end the simulator: a program ends there;
 * - LPM above the flash reads what lies behind its own array: likewise. */
#ifndef TEST_AVR_PAIR_H
#define TEST_AVR_PAIR_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <simavr/sim_cycle_timers.h>

#include "avr.h"
#include "avr_leaks.h"

enum { PORTS = 32 };

struct pair {
    struct avr_bench bench;
    avr_t *sim;
    uint8_t *source; /* the state before the step */
    uint16_t port[PORTS];
    unsigned ports;
    uint8_t same[0x4100];         /* bits of this address that are compared */
    uint64_t ran[AVR_EICALL + 1]; /* per operation */
    bool
        world; /* time passes in simavr, and I/O may be used through pointers */
};

static inline void
pair_quiet (avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void) avr, (void) level, (void) format, (void) arguments;
}

static inline void
find_ports (struct pair *p)
{
    bool few = !avr_register_find (p->bench.program.device, "PORTD");
    p->ports = 0;
    for (char queued_message = 'A'; queued_message <= 'G'; queued_message++)
        for (int ddr = 0; ddr < 2; ddr++) {
            char name[8];
            snprintf (name, sizeof name, "%s%c", ddr ? "DDR" : "PORT",
                      queued_message);
            const struct avr_register *r =
                avr_register_find (p->bench.program.device, name);
            /* simavr keeps bits for pins that some ports do not have. */
            if (r && r->address < 0x40 && (r->plain == 0xff || few))
                p->port[p->ports++] = r->address;
        }
    assert_true (p->ports >= 2);
}

static inline void
find_compared (struct pair *p)
{
    const struct avr_device *d = p->bench.program.device;
    assert_true (d->sram_last < sizeof p->same);
    memset (p->same, 0xff, 0x20);
    memset (p->same + d->sram_first, 0xff, d->sram_last + 1u - d->sram_first);
    p->same[AVR_SREG] = p->same[AVR_SPL] = p->same[AVR_SPH] = 0xff;
    for (unsigned i = 0; i < p->ports; i++)
        p->same[p->port[i]] = avr_register_at (d, p->port[i])->plain;
}

static inline void
pair_init (struct pair *p, const char *device, const uint16_t *code,
           uint32_t words)
{
    memset (p, 0, sizeof *p);
    bench_init (&p->bench, device, code, words);
    p->source = memory_new (p->bench.core.size);
    avr_global_logger_set (pair_quiet);
    p->sim = avr_make_mcu_by_name (device);
    assert_non_null (p->sim);
    avr_init (p->sim);
    p->sim->log = 0;
    memcpy (p->sim->flash, code, words * sizeof *code);
    p->sim->codeend = words * 2;
    assert_int_equal (p->sim->ramend, p->bench.program.device->sram_last);
    find_ports (p);
    find_compared (p);
}

static inline void
pair_clear (struct pair *p)
{
    avr_terminate (p->sim);
    memory_free (p->source);
    bench_clear (&p->bench);
    free (p->sim);
}

static inline uint8_t
sim_sreg (const avr_t *sim)
{
    uint8_t sreg = 0;
    for (unsigned i = 0; i < 8; i++)
        sreg |= (uint8_t) (sim->sreg[i] << i);
    return sreg;
}

/* Flags live apart in it. */
static inline void
sim_settle (avr_t *sim)
{
    sim->data[AVR_SREG] = sim_sreg (sim);
}

static inline bool
is_compared (const struct pair *p, uint32_t a)
{
    return p->same[a];
}

/* An address where the core does not allow what simavr has; UINT32_MAX: none.
 * 0x10000: the program counter. */
static inline uint32_t
difference (const struct pair *p)
{
    const struct micro_core *c = &p->bench.core;
    if (core_pc (c) * 2 != p->sim->pc)
        return 0x10000;
    const uint8_t *theirs = p->sim->data;
    uint8_t wrong = 0;
    for (uint32_t a = 0; a < c->data_size; a++)
        wrong |= ((theirs[a] & ~c->mask[a]) ^ c->data[a]) & p->same[a];
    if (!wrong)
        return UINT32_MAX;
    uint32_t at = 0;
    while (!(((theirs[at] & ~c->mask[at]) ^ c->data[at]) & p->same[at]))
        at++;
    return at;
}

static inline void
adopt (struct pair *p)
{
    struct micro_core *c = &p->bench.core;
    for (uint32_t a = 0; a < c->data_size; a++) {
        uint8_t same = p->same[a];
        c->data[a] =
            (uint8_t) ((c->data[a] & ~same) | (p->sim->data[a] & same));
        c->mask[a] &= (uint8_t) ~same;
    }
}

static inline void
complain (const struct pair *p, uint32_t pc, uint32_t at)
{
    struct text t;
    const struct micro_core *c = &p->bench.core;
    text_init (&t);
    avr_instruction_print (&p->bench.program.instruction[pc], &t, NULL, NULL);
    if (at == 0x10000)
        fail_msg ("%s at 0x%x, before 0x%04x: pc 0x%x, simavr 0x%x",
                  text_view (&t), pc * 2, p->bench.program.code[pc + 1],
                  core_pc (c) * 2, p->sim->pc);
    fail_msg ("%s at 0x%x: [0x%x] is 0x%02x (unknown 0x%02x), simavr 0x%02x",
              text_view (&t), pc * 2, at, c->data[at], c->mask[at],
              p->sim->data[at]);
}

static inline bool
is_skip (const struct avr_instruction *i)
{
    return i->op == AVR_CPSE || i->op == AVR_SBRC || i->op == AVR_SBRS
           || i->op == AVR_SBIC || i->op == AVR_SBIS;
}

/* The manual: a skip goes over one instruction, and these have one word. */
static inline void
mend_skip (struct pair *p, uint32_t pc)
{
    const struct avr_instruction *i = &p->bench.program.instruction[pc];
    uint16_t next = p->bench.program.code[pc + 1];
    bool mistaken = (next & 0xfe0c) == 0x960c;
    if (is_skip (i) && mistaken && p->sim->pc == (pc + 3) * 2)
        p->sim->pc = (pc + 2) * 2;
}

/* The manual: (X) <- Rr, and nothing else. */
static inline void
mend_store (struct pair *p, uint32_t pc, const uint8_t before[32])
{
    const struct avr_instruction *i = &p->bench.program.instruction[pc];
    unsigned to = before[26] | before[27] << 8;
    if (i->op == AVR_ST_X && (to == 26 || to == 27))
        p->sim->data[to] = before[i->d];
}

static inline void
sim_step (struct pair *p, uint32_t pc)
{
    uint8_t before[32];
    memcpy (before, p->sim->data, 32);
    p->sim->pc = avr_run_one (p->sim) & p->sim->flashend;
    if (p->world)
        avr_cycle_timer_process (p->sim);
    p->sim->state = cpu_Running; /* also after SLEEP */
    sim_settle (p->sim);
    mend_skip (p, pc);
    mend_store (p, pc, before);
}

/* What simavr did at `pc` must be an outcome of this event. */
static inline void
core_follow (struct pair *p, const struct micro_event *e, uint32_t pc)
{
    struct avr_bench *b = &p->bench;
    uint32_t at;
    memcpy (p->source, b->state, b->core.size);
    choices_init (&b->choices);
    do {
        memcpy (b->state, p->source, b->core.size);
        choices_rewind (&b->choices);
        assert_int_equal (avr_step (&b->core, e), STEP_DONE);
        at = difference (p);
    } while (at != UINT32_MAX && choices_next (&b->choices));
    if (at != UINT32_MAX)
        complain (p, pc, at);
    assert_int_equal (b->core.fault, 0);
    assert_int_equal (b->core.cut, 0);
    adopt (p);
    assert_true (core_sound (&b->core));
}

/* One instruction in both. */
static inline void
pair_step (struct pair *p)
{
    struct micro_event e = {EVENT_INSTRUCTION, 0};
    uint32_t pc = core_pc (&p->bench.core);
    p->ran[p->bench.program.instruction[pc].op]++;
    sim_step (p, pc);
    core_follow (p, &e, pc);
}

/* An interrupt that the core allows, in both; false: there is none.  simavr has
 * to take it, whatever it thinks. */
static inline bool
pair_interrupt (struct pair *p, unsigned which)
{
    struct micro_event event[MICRO_EVENTS];
    const struct avr_device *d = p->bench.program.device;
    uint32_t pc = core_pc (&p->bench.core);
    size_t found = 0, events = avr_events (&p->bench.core, event);
    for (size_t i = 0; i < events; i++)
        if (event[i].kind == EVENT_INTERRUPT)
            event[found++] = event[i];
    if (!found)
        return false;
    const struct micro_event *e = &event[which % found];
    uint32_t sp = p->sim->data[AVR_SPL] | p->sim->data[AVR_SPH] << 8;
    assert_true (sp > d->sram_first + 2u && sp <= d->sram_last);
    for (unsigned i = 0; i < avr_pc_bytes (d); i++)
        p->sim->data[sp--] = (uint8_t) (pc >> 8 * i);
    p->sim->data[AVR_SPL] = (uint8_t) sp;
    p->sim->data[AVR_SPH] = (uint8_t) (sp >> 8);
    p->sim->sreg[FLAG_I] = 0;
    p->sim->pc = e->vector * d->vector_words * 2;
    sim_settle (p->sim);
    core_follow (p, e, pc);
    return true;
}

static inline uint16_t
pointer (const struct pair *p, unsigned low)
{
    return (uint16_t) (p->sim->data[low] | p->sim->data[low + 1] << 8);
}

static inline bool
may_access (const struct pair *p, uint16_t address)
{
    if (p->world)
        return address < p->bench.core.data_size;
    return address < p->bench.core.data_size && is_compared (p, address)
           && address != AVR_SPL && address != AVR_SPH;
}

/* `count` bytes are pushed, or popped. */
static inline bool
stack_has (const struct pair *p, int pushes, int pops)
{
    const struct avr_device *d = p->bench.program.device;
    int sp = pointer (p, AVR_SPL);
    return sp - pushes >= d->sram_first && sp + pops <= d->sram_last
           && sp >= d->sram_first;
}

static inline bool
may_step_memory (const struct pair *p, const struct avr_instruction *i)
{
    switch (i->op) {
    case AVR_LDD_Y:
    case AVR_STD_Y:
        return may_access (p, (uint16_t) (pointer (p, 28) + i->k));
    case AVR_LDD_Z:
    case AVR_STD_Z:
        return may_access (p, (uint16_t) (pointer (p, 30) + i->k));
    case AVR_LD_Y_INC:
    case AVR_ST_Y_INC:
        return may_access (p, pointer (p, 28));
    case AVR_LD_Z_INC:
    case AVR_ST_Z_INC:
        return may_access (p, pointer (p, 30));
    case AVR_LD_X:
    case AVR_ST_X:
    case AVR_LD_X_INC:
    case AVR_ST_X_INC:
        return may_access (p, pointer (p, 26));
    case AVR_LD_Y_DEC:
    case AVR_ST_Y_DEC:
        return may_access (p, (uint16_t) (pointer (p, 28) - 1));
    case AVR_LD_Z_DEC:
    case AVR_ST_Z_DEC:
        return may_access (p, (uint16_t) (pointer (p, 30) - 1));
    case AVR_LD_X_DEC:
    case AVR_ST_X_DEC:
        return may_access (p, (uint16_t) (pointer (p, 26) - 1));
    default:
        return true;
    }
}

/* Is the next instruction one that simavr survives? */
static inline bool
may_step (const struct pair *p)
{
    uint32_t pc = core_pc (&p->bench.core);
    if (pc >= p->bench.program.code_words)
        return false;
    const struct avr_instruction *i = &p->bench.program.instruction[pc];
    switch (i->op) {
    case AVR_BAD:
    case AVR_SPM:
        return false;
    case AVR_SLEEP:
        return p->world;
    case AVR_PUSH:
        return stack_has (p, 1, 0);
    case AVR_RCALL:
    case AVR_CALL:
    case AVR_ICALL:
    case AVR_EICALL:
        return stack_has (p, 3, 0);
    case AVR_POP:
        return stack_has (p, 0, 1);
    case AVR_RET:
    case AVR_RETI:
        return stack_has (p, 0, 3);
    case AVR_LPM:
    case AVR_LPM_INC:
    case AVR_LPM_R0:
        return pointer (p, 30) <= p->sim->flashend;
    default:
        return may_step_memory (p, i);
    }
}

#endif
