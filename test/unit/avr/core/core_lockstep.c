/* core_lockstep.c -- random and compiled programs in the core and in simavr,
 * instruction by instruction.
 *
 * avr_pair.h says what is compared, and where simavr is not the device.
 *
 * COHORT_LOCKSTEP=N runs N random programs per device instead of 100 (10 of others than
 * ATmega16 and ATmega128). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "avr_maker.h"
#include "avr_pair.h"

enum { STEPS = 400 };

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
        uint32_t size = d->sram_last - d->sram_first;
        uint32_t to = d->sram_first + size / 16 + below (&m->seed, size / 2);
        p->sim->data[low] = (uint8_t) to;
        p->sim->data[low + 1] = (uint8_t) (to >> 8);
    }
    uint16_t sp =
        (uint16_t) (d->sram_last - (d->sram_last - d->sram_first) / 16);
    p->sim->data[AVR_SPL] = (uint8_t) sp;
    p->sim->data[AVR_SPH] = (uint8_t) (sp >> 8);
    for (unsigned i = 0; i < p->ports; i++)
        p->sim->data[p->port[i]] = 0;
    sim_settle (p->sim);
    adopt (p);
}

static unsigned
program_count (const char *device)
{
    const char *more = getenv ("COHORT_LOCKSTEP");
    bool first = !strcmp (device, "atmega16") || !strcmp (device, "atmega128");
    return more ? (unsigned) strtoul (more, NULL, 10) : first ? 100 : 10;
}

/* Every operation has been met, apart from those that are left out. */
static void
check_met (const struct pair *p)
{
    for (unsigned op = 1; op < OPS; op++) {
        const struct avr_device *d = p->bench.program.device;
        bool left_out = op == AVR_SLEEP || op == AVR_SPM;
        if (!d->rampz)
            left_out |=
                op == AVR_ELPM || op == AVR_ELPM_INC || op == AVR_ELPM_R0;
        if (!d->eind)
            left_out |= op == AVR_EIJMP || op == AVR_EICALL;
        if (d->lacks & AVR_NO_JUMP)
            left_out |= op == AVR_JMP || op == AVR_CALL;
        if (d->lacks & AVR_NO_MULTIPLY)
            left_out |= op == AVR_MUL || (op >= AVR_MULS && op <= AVR_FMULSU);
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
    unsigned count = program_count (device);
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

/* A device that it has not it complains about. */
static bool
sim_knows (const char *device)
{
    avr_global_logger_set (pair_quiet);
    avr_t *sim = avr_make_mcu_by_name (device);
    free (sim);
    return sim;
}

/* The device is the initial state. */
static void
random_of_device (void **state)
{
    random_programs (*state);
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
    enum { MOST = 32 };
    struct CMUnitTest tests[MOST] = {cmocka_unit_test (compiled_programs)};
    const struct avr_device *d;
    size_t n = 1;
    for (size_t i = 0; (d = avr_device_at (i)) && n < MOST; i++)
        if (sim_knows (d->name))
            tests[n++] = (struct CMUnitTest) {.name = d->name,
                                              .test_func = random_of_device,
                                              .initial_state =
                                                  (void *) (uintptr_t) d->name};
    return _cmocka_run_group_tests ("lockstep", tests, n, NULL, NULL);
}
