/* core_examples.c -- ten compiled programs (test/firmware/mcs51_programs.c) in the core and
 * in s51, step by step, with s51's timers and interrupts: each of its steps must be one
 * that the core allows.
 *
 * COHORT_STEPS=N runs N steps of each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define SIM_EVERY 64u
#include "effort.h"
#include "frontend/hex/ihex.h"
#include "mcs51.h"
#include "mcs51_sim.h"

enum { PROGRAMS = 10, XRAM = 256, MOST_EVENTS = 5 };
/* Of steps; in the latter both timers of program 9 overflow at once. */
enum { STARTUP = 600, BOTH = 1200 };

struct example {
    struct mcs51_bench bench;
    struct sim sim;
    uint8_t *before[MOST_EVENTS]; /* states */
    unsigned interrupts, deepest;
};

static bool
allows_byte (const struct micro_core *c, uint16_t address, uint8_t value)
{
    return (value & (uint8_t) ~c->mask[address]) == c->data[address];
}

/* s51 lets programs write the parity. */
static uint8_t
status (const struct sim_step *s)
{
    return (uint8_t) ((s->psw & 0xfe) | __builtin_parity (s->acc));
}

static bool
agrees (const struct example *x, const struct sim_step *s)
{
    const struct micro_core *c = &x->bench.core;
    bool same = core_pc (c) == s->pc && allows_byte (c, MCS51_PSW, status (s))
                && allows_byte (c, MCS51_ACC, s->acc)
                && allows_byte (c, MCS51_B, s->b)
                && allows_byte (c, MCS51_SP, s->sp)
                && allows_byte (c, MCS51_DPL, s->dpl)
                && allows_byte (c, MCS51_DPH, s->dph);
    for (unsigned n = 0; same && n < 8; n++)
        same = allows_byte (c, mcs51_register (c, n), s->r[n]);
    for (unsigned i = 0; same && i < 8 && s->sp >= i; i++)
        same = allows_byte (c, mcs51_cell (c, s->sp - i), s->stack[i]);
    for (unsigned cell = 0; same && s->dumped && cell < x->sim.ram; cell++)
        same = allows_byte (c, mcs51_cell (c, cell), s->ram[cell]);
    return same;
}

static void
adopt (struct micro_core *c, const struct sim_step *s)
{
    core_put (c, MCS51_PSW, status (s));
    core_put (c, MCS51_ACC, s->acc);
    core_put (c, MCS51_B, s->b);
    core_put (c, MCS51_DPL, s->dpl);
    core_put (c, MCS51_DPH, s->dph);
    for (unsigned n = 0; n < 8; n++)
        core_put (c, mcs51_register (c, n), s->r[n]);
}

/* An instruction; if it takes an interrupt behind it, s51 executes the first instruction
 * at its vector in the same step, and what interrupts that one. */
static bool
follows (struct example *x, const struct sim_step *s, unsigned depth)
{
    struct mcs51_bench *b = &x->bench;
    struct micro_event event[MICRO_EVENTS];
    memcpy (x->before[depth], b->state, b->core.size);
    size_t n = mcs51_events (&b->core, event);
    for (size_t i = 0; i < n; i++) {
        struct micro_choices choices;
        if (event[i].kind != (depth % 2 ? EVENT_INTERRUPT : EVENT_INSTRUCTION))
            continue;
        choices_init (&choices);
        do {
            memcpy (b->state, x->before[depth], b->core.size);
            b->choices = choices;
            assert_int_equal (bench_event (b, event[i].kind, event[i].vector),
                              STEP_DONE);
            choices = b->choices;
            if (!b->core.cut
                && ((depth % 2 == 0 && agrees (x, s))
                    || (depth + 1 < MOST_EVENTS
                        && follows (x, s, depth + 1)))) {
                x->interrupts += event[i].kind == EVENT_INTERRUPT;
                x->deepest = depth > x->deepest ? depth : x->deepest;
                return true;
            }
        } while (choices_next (&choices));
    }
    return false;
}

static void
compile (unsigned program, const char *file)
{
    char command[300];
    snprintf (command, sizeof command,
              "sdcc -mmcs51 -DPROGRAM=%u test/firmware/mcs51_programs.c -o %s",
              program, file);
    assert_int_equal (system (command), 0);
}

static void
load (struct example *x, const char *file)
{
    struct ihex h;
    struct problem p = {0};
    size_t size;
    char *text = text_file (file, &size);
    assert_non_null (text);
    assert_true (ihex_read (&h, text, size, MCS51_CODE, file, &p));
    bench_program (&x->bench.program, "8052", h.bytes, h.end, XRAM);
    ihex_clear (&h);
    memory_free (text);
    bench_start (&x->bench);
    for (unsigned cell = 0; cell < 256; cell++)
        core_put (&x->bench.core, mcs51_cell (&x->bench.core, cell), 0);
    for (unsigned i = 0; i < XRAM; i++)
        core_put (&x->bench.core, (uint16_t) (0x180 + i), 0);
}

static void
run (unsigned program, const char *folder, unsigned steps)
{
    static const uint8_t zero[SIM_RAM];
    struct example x;
    char file[80];
    snprintf (file, sizeof file, "%s/p%u.ihx", folder, program);
    memset (&x, 0, sizeof x);
    compile (program, file);
    load (&x, file);
    for (unsigned i = 0; i < MOST_EVENTS; i++)
        x.before[i] = memory_new (x.bench.core.size);
    sim_open (&x.sim, 256);
    sim_set (&x.sim, "rom", x.bench.program.code, x.bench.program.code_end);
    sim_set (&x.sim, "iram", zero, 256);
    sim_set (&x.sim, "xram", zero, XRAM);
    sim_steps (&x.sim, steps);
    sim_go (&x.sim, "52");
    for (unsigned n = 1; n <= steps; n++) {
        struct sim_step s;
        sim_read (&x.sim, n, &s);
        uint32_t pc = core_pc (&x.bench.core);
        if (!follows (&x, &s, 0))
            fail_msg ("program %u, step %u at 0x%x: s51 is at 0x%x, A %02x B "
                      "%02x PSW %02x SP %02x DPTR %02x%02x",
                      program, n, pc, s.pc, s.acc, s.b, s.psw, s.sp, s.dph,
                      s.dpl);
        adopt (&x.bench.core, &s);
    }
    if (program == 8 || program == 9)
        assert_true (x.interrupts > 0);
    if (program == 9 && steps >= BOTH)
        assert_int_equal (x.deepest, MOST_EVENTS - 1);
    print_message ("program %u: %u steps, %u interrupts\n", program, steps,
                   x.interrupts);
    sim_close (&x.sim);
    for (unsigned i = 0; i < MOST_EVENTS; i++)
        memory_free (x.before[i]);
    bench_clear (&x.bench);
}

static void
compiled_programs (void **state)
{
    const char *more = getenv ("COHORT_STEPS");
    unsigned steps =
        more ? (unsigned) strtoul (more, NULL, 10) : STARTUP + effort (1600);
    char folder[] = "/tmp/mcs51-XXXXXX", command[80];
    (void) state;
    assert_non_null (mkdtemp (folder));
    for (unsigned program = 1; program <= PROGRAMS; program++)
        run (program, folder,
             program == 9 && !more && steps < BOTH ? BOTH : steps);
    snprintf (command, sizeof command, "rm -rf %s", folder);
    assert_int_equal (system (command), 0);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (compiled_programs),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
