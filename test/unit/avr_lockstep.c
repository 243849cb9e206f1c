/* avr_lockstep.c -- the core beside simavr, instruction by instruction.
 *
 * After each one the state of simavr must be among those that the core gives:
 * pc, registers, SREG, SP, SRAM and ports.  What is unknown then takes simavr's
 * value, so that the next instruction starts from equal states.
 *
 * Where simavr 1.6 is not the device, and what is done about it:
 * - it starts with SP at the end of SRAM; the device with 0: set by the test;
 * - SLEEP ignores SE, and stops the simulator: not run here (avr_step.c tests
 * it);
 * - skips take ADIW and SBIW of a constant whose low digit is 12 to 15 for a
 *   JMP or CALL of two words (its mask leaves out bit 9): its pc is set right;
 * - ST X writes X back, though it does not move: a store into r26 or r27 is
 *   lost: done again;
 * - its pc has 32 bits; the device's as many as its flash needs: cut off;
 * - SPM is not modelled by the core: not run;
 * - loads and stores where nothing is end the simulator: a program ends there;
 * - LPM above the flash reads what lies behind its own array: likewise.
 *
 * COHORT_LOCKSTEP=N runs N random programs per device instead of 100. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>

#include "avr.h"
#include "avr_maker.h"

/* simavr frees little of what it allocates. */
const char *__lsan_default_suppressions (void);
const char *
__lsan_default_suppressions (void)
{
    return "leak:libsimavr";
}

enum { STEPS = 400, PORTS = 32 };

struct pair {
    struct avr_bench bench;
    avr_t *sim;
    uint8_t *source; /* the state before the step */
    uint16_t port[PORTS];
    unsigned ports;
    uint8_t same[8192]; /* 0xff: this address is compared; else 0 */
    uint64_t ran[OPS];
};

static void
quiet (avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void) avr, (void) level, (void) format, (void) arguments;
}

static void
find_ports (struct pair *p)
{
    p->ports = 0;
    for (char letter = 'A'; letter <= 'G'; letter++)
        for (int ddr = 0; ddr < 2; ddr++) {
            char name[8];
            snprintf (name, sizeof name, "%s%c", ddr ? "DDR" : "PORT", letter);
            const struct avr_register *r =
                avr_register_find (p->bench.program.device, name);
            if (r && r->address < 0x40)
                p->port[p->ports++] = r->address;
        }
    assert_true (p->ports >= 8);
}

static void
find_compared (struct pair *p)
{
    const struct avr_device *d = p->bench.program.device;
    assert_true (d->sram_last < sizeof p->same);
    memset (p->same, 0xff, 0x20);
    memset (p->same + d->sram_first, 0xff, d->sram_last + 1u - d->sram_first);
    p->same[AVR_SREG] = p->same[AVR_SPL] = p->same[AVR_SPH] = 0xff;
    for (unsigned i = 0; i < p->ports; i++)
        p->same[p->port[i]] = 0xff;
}

static void
pair_init (struct pair *p, const char *device, const uint16_t *code,
           uint32_t words)
{
    memset (p, 0, sizeof *p);
    bench_init (&p->bench, device, code, words);
    p->source = memory_new (p->bench.core.size);
    avr_global_logger_set (quiet);
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

static void
pair_clear (struct pair *p)
{
    avr_terminate (p->sim);
    memory_free (p->source);
    bench_clear (&p->bench);
    free (p->sim);
}

static uint8_t
sim_sreg (const avr_t *sim)
{
    uint8_t sreg = 0;
    for (unsigned i = 0; i < 8; i++)
        sreg |= (uint8_t) (sim->sreg[i] << i);
    return sreg;
}

/* Flags live apart in it. */
static void
sim_settle (avr_t *sim)
{
    sim->data[AVR_SREG] = sim_sreg (sim);
}

static bool
is_compared (const struct pair *p, uint32_t a)
{
    return p->same[a];
}

/* An address where the core does not allow what simavr has; UINT32_MAX: none.
 * 0x10000: the program counter. */
static uint32_t
difference (const struct pair *p)
{
    const struct avr_core *c = &p->bench.core;
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

static void
adopt (struct pair *p)
{
    struct avr_core *c = &p->bench.core;
    for (uint32_t a = 0; a < c->data_size; a++) {
        uint8_t same = p->same[a];
        c->data[a] =
            (uint8_t) ((c->data[a] & ~same) | (p->sim->data[a] & same));
        c->mask[a] &= (uint8_t) ~same;
    }
}

static void
complain (const struct pair *p, uint32_t pc, uint32_t at)
{
    struct text t;
    const struct avr_core *c = &p->bench.core;
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

static bool
is_skip (const struct avr_instruction *i)
{
    return i->op == AVR_CPSE || i->op == AVR_SBRC || i->op == AVR_SBRS
           || i->op == AVR_SBIC || i->op == AVR_SBIS;
}

/* The manual: a skip goes over one instruction, and these have one word. */
static void
mend_skip (struct pair *p, uint32_t pc)
{
    const struct avr_instruction *i = &p->bench.program.instruction[pc];
    uint16_t next = p->bench.program.code[pc + 1];
    bool mistaken = (next & 0xfe0c) == 0x960c;
    if (is_skip (i) && mistaken && p->sim->pc == (pc + 3) * 2)
        p->sim->pc = (pc + 2) * 2;
}

/* The manual: (X) <- Rr, and nothing else. */
static void
mend_store (struct pair *p, uint32_t pc, const uint8_t before[32])
{
    const struct avr_instruction *i = &p->bench.program.instruction[pc];
    unsigned to = before[26] | before[27] << 8;
    if (i->op == AVR_ST_X && (to == 26 || to == 27))
        p->sim->data[to] = before[i->d];
}

static void
sim_step (struct pair *p, uint32_t pc)
{
    uint8_t before[32];
    memcpy (before, p->sim->data, 32);
    p->sim->pc = avr_run_one (p->sim) & p->sim->flashend;
    sim_settle (p->sim);
    mend_skip (p, pc);
    mend_store (p, pc, before);
}

/* One instruction in both. */
static void
pair_step (struct pair *p)
{
    struct avr_bench *b = &p->bench;
    uint32_t pc = core_pc (&b->core), at;
    p->ran[b->program.instruction[pc].op]++;
    sim_step (p, pc);
    memcpy (p->source, b->state, b->core.size);
    choices_init (&b->choices);
    do {
        memcpy (b->state, p->source, b->core.size);
        assert_int_equal (bench_step (b), STEP_DONE);
        at = difference (p);
    } while (at != UINT32_MAX && choices_next (&b->choices));
    if (at != UINT32_MAX)
        complain (p, pc, at);
    assert_int_equal (b->core.fault, 0);
    assert_int_equal (b->core.cut, 0);
    adopt (p);
    assert_true (core_sound (&b->core));
}

static uint16_t
pointer (const struct pair *p, unsigned low)
{
    return (uint16_t) (p->sim->data[low] | p->sim->data[low + 1] << 8);
}

static bool
may_access (const struct pair *p, uint16_t address)
{
    return address < p->bench.core.data_size && is_compared (p, address)
           && address != AVR_SPL && address != AVR_SPH;
}

/* `count` bytes are pushed, or popped. */
static bool
stack_has (const struct pair *p, int pushes, int pops)
{
    const struct avr_device *d = p->bench.program.device;
    int sp = pointer (p, AVR_SPL);
    return sp - pushes >= d->sram_first && sp + pops <= d->sram_last
           && sp >= d->sram_first;
}

static bool
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
static bool
may_step (const struct pair *p)
{
    uint32_t pc = core_pc (&p->bench.core);
    if (pc >= p->bench.program.code_words)
        return false;
    const struct avr_instruction *i = &p->bench.program.instruction[pc];
    switch (i->op) {
    case AVR_BAD:
    case AVR_SLEEP:
    case AVR_SPM:
        return false;
    case AVR_PUSH:
        return stack_has (p, 1, 0);
    case AVR_RCALL:
    case AVR_CALL:
    case AVR_ICALL:
        return stack_has (p, 2, 0);
    case AVR_POP:
        return stack_has (p, 0, 1);
    case AVR_RET:
    case AVR_RETI:
        return stack_has (p, 0, 2);
    case AVR_LPM:
    case AVR_LPM_INC:
    case AVR_LPM_R0:
        return pointer (p, 30) <= p->sim->flashend;
    default:
        return may_step_memory (p, i);
    }
}

/* ---- random programs */

/* Same code, random registers and memory in both. */
static void
load_program (struct pair *p, struct maker *m)
{
    struct avr_bench *b = &p->bench;
    const struct avr_device *d = b->program.device;
    memcpy (b->program.code, m->code, sizeof m->code);
    for (uint32_t pc = 0; pc < CODE; pc++) {
        avr_decode (m->code, CODE, pc, &b->program.instruction[pc]);
        b->program.instruction[pc].k &= d->flash_bytes / 2 - 1;
    }
    core_reset (&b->core);
    avr_reset (p->sim);
    memcpy (p->sim->flash, m->code, sizeof m->code);
    for (uint32_t a = 0; a <= d->sram_last; a++)
        if (a < 32 || a >= d->sram_first)
            p->sim->data[a] = (uint8_t) random_next (&m->seed);
    for (unsigned low = 26; low < 32; low += 2) {
        uint32_t to = d->sram_first + 0x40u + below (&m->seed, 0x200);
        p->sim->data[low] = (uint8_t) to;
        p->sim->data[low + 1] = (uint8_t) (to >> 8);
    }
    uint16_t sp = (uint16_t) (d->sram_last - 0x40);
    p->sim->data[AVR_SPL] = (uint8_t) sp;
    p->sim->data[AVR_SPH] = (uint8_t) (sp >> 8);
    for (unsigned i = 0; i < p->ports; i++)
        p->sim->data[p->port[i]] = 0;
    sim_settle (p->sim);
    adopt (p);
}

static unsigned
program_count (void)
{
    const char *more = getenv ("COHORT_LOCKSTEP");
    return more ? (unsigned) strtoul (more, NULL, 10) : 100;
}

/* Every operation has been met, apart from those that are left out. */
static void
check_met (const struct pair *p)
{
    for (unsigned op = 1; op < OPS; op++) {
        bool left_out = op == AVR_SLEEP || op == AVR_SPM;
        if (!p->bench.program.device->rampz)
            left_out |=
                op == AVR_ELPM || op == AVR_ELPM_INC || op == AVR_ELPM_R0;
        if (!left_out && !p->ran[op])
            fail_msg ("operation %u was never run", op);
    }
}

static void
random_programs (const char *device)
{
    static const uint16_t nops[CODE];
    struct pair p;
    struct maker m;
    unsigned count = program_count ();
    pair_init (&p, device, nops, CODE);
    maker_init (&m, p.bench.program.device);
    m.port = p.port;
    m.ports = p.ports;
    for (unsigned n = 0; n < count; n++) {
        make_program (&m, n);
        load_program (&p, &m);
        for (unsigned step = 0; step < STEPS && may_step (&p); step++)
            pair_step (&p);
    }
    if (count >= 100)
        check_met (&p);
    uint64_t total = 0;
    for (unsigned op = 0; op < OPS; op++)
        total += p.ran[op];
    print_message ("%s: %u programs, %llu instructions\n", device, count,
                   (unsigned long long) total);
    maker_clear (&m);
    pair_clear (&p);
}

static void
random_atmega16 (void **state)
{
    (void) state;
    random_programs ("atmega16");
}

static void
random_atmega128 (void **state)
{
    (void) state;
    random_programs ("atmega128");
}

/* ---- compiled programs */

/* The code of a C file, or null if there is no compiler. */
static uint8_t *
compile (const char *file, const char *device, const char *level, size_t *size)
{
    char elf[] = "/tmp/lockstep.XXXXXX", command[512], raw[64];
    int made = mkstemp (elf);
    assert_true (made >= 0);
    snprintf (raw, sizeof raw, "%s.bin", elf);
    snprintf (command, sizeof command,
              "exec 2>&1; avr-gcc -mmcu=%s %s -std=gnu99 -o %s %s && "
              "avr-objcopy -O binary %s %s",
              device, level, elf, file, elf, raw);
    int failed = system (command);
    uint8_t *code = failed ? NULL : (uint8_t *) text_file (raw, size);
    remove (elf);
    remove (raw);
    assert_int_equal (failed, 0);
    return code;
}

static void
compiled (const char *file, const char *device, const char *level)
{
    enum { MOST = 10000 };
    struct pair p;
    size_t size;
    uint8_t *code = compile (file, device, level, &size);
    uint16_t *words = NEW_ARRAY (uint16_t, size / 2 + 1);
    for (size_t i = 0; i < size; i++)
        words[i / 2] |= (uint16_t) (code[i] << 8 * (i & 1));
    pair_init (&p, device, words, (uint32_t) (size + 1) / 2);
    avr_reset (p.sim);
    p.sim->data[AVR_SPL] = p.sim->data[AVR_SPH] = 0; /* as the device */
    sim_settle (p.sim);
    adopt (&p);
    unsigned step = 0;
    for (; step < MOST && may_step (&p); step++)
        pair_step (&p);
    assert_int_equal (step, MOST); /* it ends in a loop */
    memory_free (words);
    memory_free (code);
    pair_clear (&p);
}

static void
compiled_programs (void **state)
{
    (void) state;
    static const char *const level[] = {"-O0", "-Os", "-O2"};
    static const char *const device[] = {"atmega16", "atmega128"};
    static const char *const file[] = {
        "test/firmware/lockstep_arith.c", "test/firmware/lockstep_memory.c",
        "test/firmware/lockstep_calls.c", "test/firmware/lockstep_flash.c"};
    if (system ("avr-gcc --version > /dev/null 2>&1"))
        skip ();
    for (size_t f = 0; f < sizeof file / sizeof *file; f++)
        for (size_t d = 0; d < 2; d++)
            for (size_t l = 0; l < 3; l++)
                compiled (file[f], device[d], level[l]);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (random_atmega16),
        cmocka_unit_test (random_atmega128),
        cmocka_unit_test (compiled_programs),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
