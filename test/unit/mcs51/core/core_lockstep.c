/* core_lockstep.c -- random programs in the core and in s51, instruction by
 * instruction.
 *
 * After each one what s51 tells must be among the outcomes of the core; what is unknown
 * there then takes s51's value.
 *
 * Where s51 0.6.4 is not the device, and what is done about it:
 * - pins read as 1: so they do in the core, by its environment;
 * - MOVX leaves P0 alone: it takes its old value back;
 * - registers that are not there can be written: programs do not;
 * - instructions on the bits RS0 and RS1 change PSW but not the bank: a program ends
 *   there (test/unit/mcs51/core/step.c has them);
 * - the parity can be written, and stays so until ACC is: it is not looked at
 *   then, and a program that reads it ends;
 * - a program ends where it leaves its code or comes upon 0xa5.
 *
 * COHORT_LOCKSTEP=N runs N random programs instead of 400. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "effort.h"
#include "mcs51.h"
#include "mcs51_maker.h"
#include "mcs51_sim.h"
#include "mcs51/reduce/effect.h"

enum { STEPS = 48, BATCH = 50, XRAM = 256 };

struct pair {
    struct mcs51_bench bench;
    struct maker maker;
    struct sim sim;
    uint8_t *source;     /* the state before the step */
    bool parity_written; /* s51 has had it since */
    uint64_t ran[256];
};

static const uint8_t ports[] = {0x80, 0x90, 0xa0, 0xb0};

static bool
differs_at (const struct micro_core *c, uint16_t address, uint8_t value)
{
    return (value & (uint8_t) ~c->mask[address]) != c->data[address];
}

/* What the core does not allow; null: nothing. */
static const char *
difference (const struct pair *p, const struct sim_step *s)
{
    const struct micro_core *c = &p->bench.core;
    if (core_pc (c) != s->pc)
        return "pc";
    uint8_t parity = (uint8_t) (p->parity_written ? 0xfe : 0xff);
    if (((s->psw & (uint8_t) ~c->mask[MCS51_PSW]) ^ c->data[MCS51_PSW])
        & parity)
        return "PSW";
    if (differs_at (c, MCS51_ACC, s->acc))
        return "ACC";
    if (differs_at (c, MCS51_B, s->b))
        return "B";
    if (differs_at (c, MCS51_SP, s->sp))
        return "SP";
    if (differs_at (c, MCS51_DPL, s->dpl) || differs_at (c, MCS51_DPH, s->dph))
        return "DPTR";
    for (unsigned n = 0; n < 8; n++)
        if (differs_at (c, mcs51_register (c, n), s->r[n]))
            return "R0 to R7";
    for (unsigned i = 0; i < 8 && s->sp >= i && s->sp < p->sim.ram; i++)
        if (differs_at (c, mcs51_cell (c, s->sp - i), s->stack[i]))
            return "the stack";
    for (unsigned cell = 0; s->dumped && cell < p->sim.ram; cell++)
        if (differs_at (c, mcs51_cell (c, cell), s->ram[cell]))
            return "internal RAM";
    for (unsigned i = 0; s->dumped && i < sizeof ports; i++)
        if (differs_at (c, ports[i], s->sfr[ports[i] - 0x80]))
            return "a port";
    return NULL;
}

static void
take (struct micro_core *c, uint16_t address, uint8_t value)
{
    c->data[address] = value;
    c->mask[address] = 0;
}

static void
adopt (struct pair *p, const struct sim_step *s)
{
    struct micro_core *c = &p->bench.core;
    take (c, MCS51_PSW,
          (uint8_t) ((s->psw & 0xfe) | __builtin_parity (s->acc)));
    take (c, MCS51_ACC, s->acc);
    take (c, MCS51_B, s->b);
    take (c, MCS51_SP, s->sp);
    take (c, MCS51_DPL, s->dpl);
    take (c, MCS51_DPH, s->dph);
    for (unsigned n = 0; n < 8; n++)
        take (c, mcs51_register (c, n), s->r[n]);
    for (unsigned cell = 0; s->dumped && cell < p->sim.ram; cell++)
        take (c, mcs51_cell (c, cell), s->ram[cell]);
    for (unsigned i = 0; s->dumped && i < sizeof ports; i++)
        take (c, ports[i], s->sfr[ports[i] - 0x80]);
}

static void
complain (const struct pair *p, uint64_t seed, uint32_t pc, const char *what,
          const struct sim_step *s)
{
    const struct micro_core *c = &p->bench.core;
    const struct micro_core before = {.data = p->source + HEAD_SIZE};
    struct text t;
    text_init (&t);
    mcs51_instruction_print (&p->bench.program.instruction[pc], &t, NULL, NULL);
    fail_msg ("program %llu, %s at 0x%x: %s.  Before: A %02x B %02x PSW %02x; "
              "the core: pc %x A %02x B %02x PSW %02x SP %02x DPTR %02x%02x, "
              "s51: pc %x A %02x B %02x PSW %02x SP %02x DPTR %02x%02x",
              (unsigned long long) seed, text_view (&t), pc, what,
              before.data[MCS51_ACC], before.data[MCS51_B],
              before.data[MCS51_PSW], core_pc (c), c->data[MCS51_ACC],
              c->data[MCS51_B], c->data[MCS51_PSW], c->data[MCS51_SP],
              c->data[MCS51_DPH], c->data[MCS51_DPL], s->pc, s->acc, s->b,
              s->psw, s->sp, s->dph, s->dpl);
}

static void
note_parity (struct pair *p, const struct mcs51_instruction *i)
{
    struct mcs51_effect e;
    mcs51_effect_of (i, &e);
    for (unsigned n = 0; n < e.stores; n++)
        if (e.store[n] == MCS51_ACC)
            p->parity_written = false;
    for (unsigned n = 0; n < e.stores; n++) /* XCH A,PSW: in this order */
        if (e.store[n] == MCS51_PSW)
            p->parity_written = true;
}

/* What s51 did must be an outcome of the instruction. */
static void
follow (struct pair *p, uint64_t seed, const struct sim_step *s)
{
    struct mcs51_bench *b = &p->bench;
    uint32_t pc = core_pc (&b->core);
    const char *what;
    memcpy (p->source, b->state, b->core.size);
    note_parity (p, &b->program.instruction[pc]);
    choices_init (&b->choices);
    do {
        memcpy (b->state, p->source, b->core.size);
        assert_int_equal (bench_event (b, EVENT_INSTRUCTION, 0), STEP_DONE);
        what = difference (p, s);
    } while (what && choices_next (&b->choices));
    if (what)
        complain (p, seed, pc, what, s);
    assert_int_equal (b->core.cut, 0);
    assert_true (core_sound (&b->core));
    if (!s->dumped && b->core.mask[MCS51_P0])
        take (&b->core, MCS51_P0, p->source[HEAD_SIZE + MCS51_P0]);
    adopt (p, s);
}

static bool
is_quiet_operand (struct mcs51_operand o)
{
    if (o.mode == OPERAND_BIT)
        return is_quiet (mcs51_bit_byte (o.x));
    return o.mode != OPERAND_DIRECT || is_quiet (o.x);
}

/* SETB RS0 and its kin. */
static bool
moves_bank (const struct mcs51_instruction *i)
{
    bool writes = i->op == MCS51_JBC || i->op >= MCS51_CLR_BIT;
    return writes && i->to.mode == OPERAND_BIT
           && mcs51_bit_byte (i->to.x) == MCS51_PSW
           && ((i->to.x & 7) == FLAG_RS0 || (i->to.x & 7) == FLAG_RS1);
}

static bool
reads_status (const struct mcs51_instruction *i)
{
    struct mcs51_effect e;
    mcs51_effect_of (i, &e);
    return memchr (e.load, MCS51_PSW, e.loads) != NULL;
}

/* Of internal RAM: what is read there would be anything. */
static bool
reaches_nothing (const struct pair *p, const struct mcs51_instruction *i)
{
    const struct micro_core *c = &p->bench.core;
    const struct mcs51_operand o[] = {i->to, i->from};
    struct mcs51_effect e;
    mcs51_effect_of (i, &e);
    if (e.bytes && c->data[MCS51_SP] + 2u >= p->sim.ram && p->sim.ram < 256)
        return true;
    for (unsigned k = 0; k < 2; k++)
        if (o[k].mode == OPERAND_AT_R && i->op != MCS51_MOVX_LOAD
            && i->op != MCS51_MOVX_STORE
            && c->data[mcs51_register (c, o[k].x)] >= p->sim.ram)
            return true;
    return false;
}

/* Is the next instruction one that is the same in both? */
static bool
may_follow (struct pair *p)
{
    uint32_t pc = core_pc (&p->bench.core);
    const struct mcs51_instruction *i = &p->bench.program.instruction[pc];
    if (pc + 3 > CODE || i->op <= MCS51_BAD || moves_bank (i)
        || reaches_nothing (p, i) || (p->parity_written && reads_status (i)))
        return false;
    p->ran[i->code]++;
    return is_quiet_operand (i->to) && is_quiet_operand (i->from);
}

/* All programs of a batch have other code and RAM. */
static void
write_program (struct pair *p, uint64_t seed, uint8_t ram[SIM_RAM])
{
    uint8_t xram[XRAM];
    make_program (&p->maker, seed);
    for (unsigned i = 0; i < SIM_RAM; i++)
        ram[i] = (uint8_t) below (&p->maker.seed, 256);
    memset (xram, 0, sizeof xram);
    for (unsigned i = 0; i < XRAM; i++)
        xram[i] = (uint8_t) (i * 7 + seed);
    if (!p->sim.file)
        return;
    fputs ("reset\n", p->sim.file);
    sim_set (&p->sim, "rom", p->maker.code, CODE);
    sim_set (&p->sim, "iram", ram, p->sim.ram);
    sim_set (&p->sim, "xram", xram, XRAM);
    sim_steps (&p->sim, STEPS);
}

static void
start_core (struct pair *p, uint64_t seed)
{
    uint8_t ram[SIM_RAM];
    struct mcs51_bench *b = &p->bench;
    FILE *file = p->sim.file;
    p->sim.file = NULL; /* the same again, without telling */
    write_program (p, seed, ram);
    p->sim.file = file;
    memcpy (b->program.code, p->maker.code, CODE);
    mcs51_program_finish (&b->program);
    core_reset (&b->core);
    for (unsigned cell = 0; cell < p->sim.ram; cell++)
        take (&b->core, mcs51_cell (&b->core, cell), ram[cell]);
    for (unsigned i = 0; i < XRAM; i++)
        take (&b->core, (uint16_t) (mcs51_xram_first (b->program.device) + i),
              (uint8_t) (i * 7 + seed));
}

static void
run_program (struct pair *p, uint64_t seed)
{
    bool follows = true;
    p->parity_written = false;
    start_core (p, seed);
    for (unsigned n = 1; n <= STEPS; n++) {
        struct sim_step s;
        sim_read (&p->sim, n, &s);
        follows = follows && may_follow (p);
        if (follows)
            follow (p, seed, &s);
    }
}

static unsigned
program_count (void)
{
    const char *more = getenv ("COHORT_LOCKSTEP");
    return more ? (unsigned) strtoul (more, NULL, 10) : effort (400);
}

static void
let_pins_be_1 (struct micro_environment *e)
{
    for (unsigned i = 0; i < sizeof ports; i++) {
        struct micro_allowed a = {.address = ports[i], .mask = 0xff};
        VEC_PUSH (a.values, 0xff);
        VEC_PUSH (e->allowed, a);
    }
}

static void
random_programs (const char *device, const char *cpu, unsigned count)
{
    static const uint8_t nothing[CODE];
    struct pair p;
    memset (&p, 0, sizeof p);
    bench_program (&p.bench.program, device, nothing, CODE, XRAM);
    let_pins_be_1 (&p.bench.program.micro.environment);
    bench_start (&p.bench);
    p.source = memory_new (p.bench.core.size);
    for (unsigned first = 0; first < count; first += BATCH) {
        uint8_t ram[SIM_RAM];
        unsigned last = first + BATCH < count ? first + BATCH : count;
        sim_open (&p.sim, p.bench.program.device->ram);
        for (unsigned seed = first; seed < last; seed++)
            write_program (&p, seed, ram);
        sim_go (&p.sim, cpu);
        for (unsigned seed = first; seed < last; seed++)
            run_program (&p, seed);
        sim_close (&p.sim);
    }
    uint64_t total = 0;
    /* With less memory programs are over sooner. */
    unsigned enough = p.bench.program.device->ram < 256 ? 300 : 100;
    for (unsigned code = 0; code < 256; code++) {
        total += p.ran[code];
        bool left_out = code == 0xa5 || ((code & 15) == 1 && code > 0x11);
        if (count >= enough && !left_out && !p.ran[code])
            fail_msg ("opcode 0x%02x was never run", code);
    }
    print_message ("%s: %u programs, %llu instructions\n", device, count,
                   (unsigned long long) total);
    memory_free (p.source);
    bench_clear (&p.bench);
}

static void
random_8052 (void **state)
{
    (void) state;
    random_programs ("8052", "52", program_count ());
}

static void
random_8051 (void **state)
{
    (void) state;
    random_programs ("8051", "51", program_count () / 4 + 1);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (random_8052),
        cmocka_unit_test (random_8051),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
