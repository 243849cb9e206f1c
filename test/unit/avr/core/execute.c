/* execute.c -- every operation of the ALU against the formulas of the
 * instruction set manual, with known and with unknown bits; flow, stack. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "effort.h"
#include "avr.h"

struct operation {
    const char *name;
    uint16_t word; /* d and r are 16 and 17, or both 16; K is 0 */
    enum avr_op op;
    uint8_t arity; /* registers; 3: a constant */
};

static const struct operation operations[] = {
    {"add", 0x0f01, AVR_ADD, 2},     {"adc", 0x1f01, AVR_ADC, 2},
    {"sub", 0x1b01, AVR_SUB, 2},     {"sbc", 0x0b01, AVR_SBC, 2},
    {"cp", 0x1701, AVR_CP, 2},       {"cpc", 0x0701, AVR_CPC, 2},
    {"and", 0x2301, AVR_AND, 2},     {"or", 0x2b01, AVR_OR, 2},
    {"eor", 0x2701, AVR_EOR, 2},     {"mov", 0x2f01, AVR_MOV, 2},
    {"cpi", 0x3000, AVR_CPI, 3},     {"sbci", 0x4000, AVR_SBCI, 3},
    {"subi", 0x5000, AVR_SUBI, 3},   {"ori", 0x6000, AVR_ORI, 3},
    {"andi", 0x7000, AVR_ANDI, 3},   {"ldi", 0xe000, AVR_LDI, 3},
    {"com", 0x9500, AVR_COM, 1},     {"neg", 0x9501, AVR_NEG, 1},
    {"swap", 0x9502, AVR_SWAP, 1},   {"inc", 0x9503, AVR_INC, 1},
    {"asr", 0x9505, AVR_ASR, 1},     {"lsr", 0x9506, AVR_LSR, 1},
    {"ror", 0x9507, AVR_ROR, 1},     {"dec", 0x950a, AVR_DEC, 1},
    {"bst", 0xfb05, AVR_BST, 1},     {"bld", 0xf905, AVR_BLD, 1},
    {"adiw", 0x9600, AVR_ADIW, 4},   {"sbiw", 0x9700, AVR_SBIW, 4},
    {"mul", 0x9f01, AVR_MUL, 2},     {"muls", 0x0201, AVR_MULS, 2},
    {"mulsu", 0x0301, AVR_MULSU, 2}, {"fmul", 0x0309, AVR_FMUL, 2},
    {"fmuls", 0x0381, AVR_FMULS, 2}, {"fmulsu", 0x0389, AVR_FMULSU, 2},
};

enum { OPERATIONS = sizeof operations / sizeof *operations };

/* What an operation works on: two registers, r0 and r1, flags. */
struct concrete {
    uint8_t d, r, r0, r1, sreg;
};

#define BIT(x, n) ((unsigned) (x) >> (n) & 1u)

static void
put (uint8_t *sreg, unsigned flag, unsigned value)
{
    *sreg = (uint8_t) ((*sreg & ~(1u << flag)) | (value & 1) << flag);
}

static void
put_signs (uint8_t *sreg, unsigned n, unsigned v)
{
    put (sreg, FLAG_N, n);
    put (sreg, FLAG_V, v);
    put (sreg, FLAG_S, n ^ v);
}

/* The manual's formulas, carry by carry. */
static uint8_t
manual_add (uint8_t *s, uint8_t d, uint8_t r, unsigned carry)
{
    uint8_t x = 0;
    for (unsigned i = 0; i < 8; i++) {
        unsigned a = BIT (d, i), b = BIT (r, i);
        x |= (uint8_t) ((a ^ b ^ carry) << i);
        carry = (a & b) | (a & carry) | (b & carry);
        if (i == 3)
            put (s, FLAG_H, carry);
    }
    put (s, FLAG_C, carry);
    put_signs (s, BIT (x, 7),
               (BIT (d, 7) && BIT (r, 7) && !BIT (x, 7))
                   || (!BIT (d, 7) && !BIT (r, 7) && BIT (x, 7)));
    put (s, FLAG_Z, !x);
    return x;
}

static uint8_t
manual_subtract (uint8_t *s, uint8_t d, uint8_t r, unsigned borrow,
                 bool chained)
{
    uint8_t x = 0;
    unsigned z = BIT (*s, FLAG_Z);
    for (unsigned i = 0; i < 8; i++) {
        unsigned a = BIT (d, i), b = BIT (r, i);
        x |= (uint8_t) ((a ^ b ^ borrow) << i);
        borrow = (!a && b) || (!a && borrow) || (b && borrow);
        if (i == 3)
            put (s, FLAG_H, borrow);
    }
    put (s, FLAG_C, borrow);
    put_signs (s, BIT (x, 7),
               (BIT (d, 7) && !BIT (r, 7) && !BIT (x, 7))
                   || (!BIT (d, 7) && BIT (r, 7) && BIT (x, 7)));
    put (s, FLAG_Z, !x && (!chained || z));
    return x;
}

static uint8_t
manual_logic (uint8_t *s, uint8_t x)
{
    put_signs (s, BIT (x, 7), 0);
    put (s, FLAG_Z, !x);
    return x;
}

static uint8_t
manual_shift (uint8_t *s, uint8_t d, unsigned in)
{
    uint8_t x = (uint8_t) (d >> 1 | in << 7);
    put (s, FLAG_C, d & 1);
    put_signs (s, BIT (x, 7), BIT (x, 7) ^ (d & 1u));
    put (s, FLAG_Z, !x);
    return x;
}

static uint8_t
manual_count (uint8_t *s, uint8_t x, bool overflow)
{
    put_signs (s, BIT (x, 7), overflow);
    put (s, FLAG_Z, !x);
    return x;
}

static void
manual_word (struct concrete *c, enum avr_op op, uint8_t k)
{
    uint16_t old = (uint16_t) (c->d | c->r << 8);
    uint16_t x = (uint16_t) (op == AVR_ADIW ? old + k : old - k);
    unsigned o = BIT (old, 15), n = BIT (x, 15);
    put (&c->sreg, FLAG_C, op == AVR_ADIW ? !n && o : n && !o);
    put_signs (&c->sreg, n, op == AVR_ADIW ? !o && n : o && !n);
    put (&c->sreg, FLAG_Z, !x);
    c->d = (uint8_t) x;
    c->r = (uint8_t) (x >> 8);
}

static void
manual_multiply (struct concrete *c, enum avr_op op)
{
    int d = op == AVR_MUL || op == AVR_FMUL ? c->d : (int8_t) c->d;
    int r = op == AVR_MULS || op == AVR_FMULS ? (int8_t) c->r : c->r;
    unsigned x = (unsigned) (d * r) & 0xffff;
    put (&c->sreg, FLAG_C, BIT (x, 15));
    if (op == AVR_FMUL || op == AVR_FMULS || op == AVR_FMULSU)
        x = x << 1 & 0xffff;
    put (&c->sreg, FLAG_Z, !x);
    c->r0 = (uint8_t) x;
    c->r1 = (uint8_t) (x >> 8);
}

/* `r` is the second register, or the constant. */
static void
manual (struct concrete *c, enum avr_op op, uint8_t r)
{
    unsigned carry = BIT (c->sreg, FLAG_C);
    uint8_t *s = &c->sreg, d = c->d;
    switch (op) {
    case AVR_ADD:
        c->d = manual_add (s, d, r, 0);
        break;
    case AVR_ADC:
        c->d = manual_add (s, d, r, carry);
        break;
    case AVR_SUB:
    case AVR_SUBI:
        c->d = manual_subtract (s, d, r, 0, false);
        break;
    case AVR_SBC:
    case AVR_SBCI:
        c->d = manual_subtract (s, d, r, carry, true);
        break;
    case AVR_CP:
    case AVR_CPI:
        manual_subtract (s, d, r, 0, false);
        break;
    case AVR_CPC:
        manual_subtract (s, d, r, carry, true);
        break;
    case AVR_AND:
    case AVR_ANDI:
        c->d = manual_logic (s, d & r);
        break;
    case AVR_OR:
    case AVR_ORI:
        c->d = manual_logic (s, d | r);
        break;
    case AVR_EOR:
        c->d = manual_logic (s, d ^ r);
        break;
    case AVR_MOV:
    case AVR_LDI:
        c->d = r;
        break;
    case AVR_COM:
        c->d = manual_logic (s, (uint8_t) ~d);
        put (s, FLAG_C, 1);
        break;
    case AVR_NEG:
        c->d = manual_subtract (s, 0, d, 0, false);
        break;
    case AVR_SWAP:
        c->d = (uint8_t) (d << 4 | d >> 4);
        break;
    case AVR_INC:
        c->d = manual_count (s, (uint8_t) (d + 1), d == 0x7f);
        break;
    case AVR_DEC:
        c->d = manual_count (s, (uint8_t) (d - 1), d == 0x80);
        break;
    case AVR_LSR:
        c->d = manual_shift (s, d, 0);
        break;
    case AVR_ROR:
        c->d = manual_shift (s, d, carry);
        break;
    case AVR_ASR:
        c->d = manual_shift (s, d, BIT (d, 7));
        break;
    case AVR_BST:
        put (s, FLAG_T, BIT (d, 5));
        break;
    case AVR_BLD:
        put (&c->d, 5, BIT (*s, FLAG_T));
        break;
    case AVR_ADIW:
    case AVR_SBIW:
        manual_word (c, op, r);
        break;
    default:
        manual_multiply (c, op);
    }
}

/* Where an operation finds its operands. */
static void
registers_of (const struct operation *o, bool same, uint16_t *d, uint16_t *r)
{
    *d = o->arity == 4 ? 24 : 16;
    *r = o->arity == 4 ? 25 : same ? 16 : 17;
}

static uint16_t
word_of (const struct operation *o, bool same, uint8_t constant)
{
    if (o->arity == 3)
        return (uint16_t) (o->word | (constant & 15) | (constant & 0xf0) << 4);
    if (o->arity == 4)
        return (uint16_t) (o->word | (constant & 15) | (constant & 0x30) << 2);
    return same ? (uint16_t) (o->word & ~1u) : o->word;
}

static void
decode_operation (const struct operation *o, bool same, uint8_t constant,
                  struct avr_instruction *i)
{
    uint16_t word = word_of (o, same, constant);
    avr_decode (&word, 1, 0, i);
    assert_int_equal (i->op, o->op);
}

static void
check_known (struct avr_bench *b, const struct operation *o, bool same,
             struct concrete c, uint8_t constant)
{
    struct avr_instruction i;
    uint16_t d, r;
    decode_operation (o, same, constant, &i);
    registers_of (o, same, &d, &r);
    core_begin (&b->core);
    avr_set_pc (&b->core, 0);
    core_put (&b->core, 0, c.r0);
    core_put (&b->core, 1, c.r1);
    core_put (&b->core, r, c.r);
    core_put (&b->core, d, c.d);
    core_put (&b->core, AVR_SREG, c.sreg);
    avr_execute (&b->core, &i);
    if (same)
        c.r = c.d;
    manual (&c, o->op, o->arity == 2 ? c.r : constant);
    if (b->core.data[d] != c.d || b->core.data[AVR_SREG] != c.sreg
        || b->core.data[0] != c.r0 || b->core.data[1] != c.r1
        || (!same && b->core.data[r] != c.r) || core_pc (&b->core) != 1)
        fail_msg ("%s", o->name);
}

static void
all_values (void **state)
{
    (void) state;
    struct avr_bench b;
    uint16_t nop = 0;
    bench_init (&b, "atmega16", &nop, 1);
    for (unsigned n = 0; n < OPERATIONS; n++)
        for (unsigned x = 0; x < 65536; x += operations[n].arity == 1 ? 256 : 1)
            for (unsigned s = 0; s < 4 && !effort_spares (x / 256); s++) {
                const struct operation *o = &operations[n];
                uint8_t sreg = (uint8_t) ((s & 1) | (s & 2 ? 0xfe : 0x80));
                struct concrete c = {(uint8_t) (x >> 8), (uint8_t) x, 3, 5,
                                     sreg};
                uint8_t k = (uint8_t) (o->arity == 4 ? x * 7 >> 3 & 63 : x);
                check_known (&b, o, false, c, k);
                if (o->arity == 2 && !(x & 255))
                    check_known (&b, o, true, c, 0);
            }
    bench_clear (&b);
}

/* ---- unknown bits */

struct ternary {
    struct micro_value d, r, r0, r1, sreg;
    bool hit; /* of an outcome: some completion is in it */
};

static struct ternary
ternary_of (const struct micro_core *c, uint16_t d, uint16_t r)
{
    return (struct ternary) {core_get (c, d),        core_get (c, r),
                             core_get (c, 0),        core_get (c, 1),
                             core_get (c, AVR_SREG), false};
}

static bool
includes (struct micro_value v, uint8_t concrete)
{
    return (concrete & ~v.unknown) == v.bits;
}

static bool
includes_all (const struct ternary *t, const struct concrete *c)
{
    return includes (t->d, c->d) && includes (t->r, c->r)
           && includes (t->r0, c->r0) && includes (t->r1, c->r1)
           && includes (t->sreg, c->sreg);
}

static uint64_t
random_next (uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 24;
}

/* A few unknown bits, so that all values of them can be tried. */
static struct micro_value
random_value (uint64_t *seed, uint8_t where)
{
    uint64_t n = random_next (seed);
    uint8_t unknown = (uint8_t) (n >> 8 & n >> 16 & where);
    if (n >> 30 & 1)
        unknown &= (uint8_t) (n >> 20);
    return (struct micro_value) {(uint8_t) (n & ~unknown & 0xff), unknown};
}

static uint8_t
complete (struct micro_value v, unsigned *number)
{
    for (unsigned i = 0; i < 8; i++)
        if (v.unknown >> i & 1) {
            v.bits |= (uint8_t) ((*number & 1) << i);
            *number >>= 1;
        }
    return v.bits;
}

static unsigned
unknown_bits (const struct ternary *t, bool same)
{
    return (unsigned) __builtin_popcount (t->d.unknown | t->sreg.unknown << 8
                                          | (same ? 0 : t->r.unknown) << 16);
}

enum { OUTCOMES = 1 << 16 };

/* Every combination of choices; what comes out of each. */
static unsigned
run_all (struct avr_bench *b, const struct avr_instruction *i,
         const struct ternary *t, uint16_t d, uint16_t r,
         struct ternary *outcome)
{
    unsigned n = 0;
    choices_init (&b->choices);
    do {
        choices_rewind (&b->choices);
        core_begin (&b->core);
        avr_set_pc (&b->core, 0);
        core_put (&b->core, 0, 3);
        core_put (&b->core, 1, 5);
        core_set (&b->core, r, t->r);
        core_set (&b->core, d, t->d);
        core_set (&b->core, AVR_SREG, t->sreg);
        avr_execute (&b->core, i);
        assert_true (core_sound (&b->core));
        assert_true (n < OUTCOMES);
        outcome[n++] = ternary_of (&b->core, d, r);
    } while (choices_next (&b->choices));
    return n;
}

/* Each completion is in one of the outcomes; none is made up, unless bytes are
 * taken as a whole. */
static void
check_unknown (struct avr_bench *b, const struct operation *o, bool same,
               uint8_t constant, uint64_t *seed, struct ternary *outcome)
{
    struct avr_instruction i;
    uint16_t d, r;
    struct ternary t = {random_value (seed, 0xff),
                        random_value (seed, 0xff),
                        {3, 0},
                        {5, 0},
                        random_value (seed, 0x7f),
                        false};
    if (b->program.micro.memory == MICRO_BYTES) /* one of them is enough */
        t.r.unknown = 0;
    if (same)
        t.r = t.d;
    if (unknown_bits (&t, same) > 10)
        return;
    decode_operation (o, same, constant, &i);
    registers_of (o, same, &d, &r);
    unsigned count = run_all (b, &i, &t, d, r, outcome);
    assert_true (count <= OUTCOMES);
    for (unsigned n = 0; n < 1u << unknown_bits (&t, same); n++) {
        unsigned number = n;
        struct concrete c = {complete (t.d, &number), 0, 3, 5, 0};
        c.r = same ? c.d : complete (t.r, &number);
        c.sreg = complete (t.sreg, &number);
        manual (&c, o->op, o->arity == 2 ? c.r : constant);
        if (same)
            c.r = c.d;
        bool found = false;
        for (unsigned k = 0; k < count; k++)
            if (includes_all (&outcome[k], &c))
                outcome[k].hit = found = true;
        if (!found)
            fail_msg ("%s%s: a value is lost", o->name, same ? " d, d" : "");
    }
    for (unsigned k = 0; k < count; k++)
        if (!outcome[k].hit && b->program.micro.memory != MICRO_BYTES)
            fail_msg ("%s%s: a value is made up", o->name, same ? " d, d" : "");
}

static void
try_unknown (enum micro_memory memory, unsigned times)
{
    struct avr_bench b;
    uint16_t nop = 0;
    uint64_t seed = 1;
    struct ternary *outcome = NEW_ARRAY (struct ternary, OUTCOMES);
    bench_program (&b.program, "atmega16", &nop, 1);
    b.program.micro.memory = memory;
    bench_start (&b);
    for (unsigned n = 0; n < OPERATIONS; n++)
        for (unsigned k = 0; k < times; k++) {
            const struct operation *o = &operations[n];
            uint8_t constant = (uint8_t) random_next (&seed);
            if (o->arity == 4)
                constant &= 63;
            check_unknown (&b, o, false, constant, &seed, outcome);
            if (o->arity == 2)
                check_unknown (&b, o, true, constant, &seed, outcome);
        }
    memory_free (outcome);
    bench_clear (&b);
}

static void
no_value_is_lost (void **state)
{
    (void) state;
    try_unknown (MICRO_BITS, 1500);
}

static void
no_value_of_bytes_is_lost (void **state)
{
    (void) state;
    try_unknown (MICRO_BYTES, 100);
}

/* With MICRO_BYTES results are wider, but hold all values. */
static void
whole_bytes (void **state)
{
    (void) state;
    struct avr_bench b;
    uint16_t nop = 0;
    bench_program (&b.program, "atmega16", &nop, 1);
    b.program.micro.memory = MICRO_BYTES;
    bench_start (&b);
    struct avr_instruction andi;
    uint16_t word = 0x700f; /* andi r16, 0x0f */
    avr_decode (&word, 1, 0, &andi);
    assert_int_equal (core_get (&b.core, 16).unknown, 0xff);
    avr_execute (&b.core, &andi);
    assert_int_equal (core_get (&b.core, 16).unknown, 0xff);
    assert_int_equal (avr_flag (&b.core, FLAG_N), 0);
    assert_int_equal (avr_flag (&b.core, FLAG_Z), 2);
    assert_true (core_sound (&b.core));
    bench_clear (&b);
}

/* What needs no operand chooses nothing. */
static void
nothing_needed (void **state)
{
    (void) state;
    static const uint16_t words[] = {
        0x2700, /* clr r16 */ 0x1b00,                       /* sub r16, r16 */
        0x1700, /* cp r16, r16 */ 0x2300,                   /* tst r16 */
        0x0f00, /* lsl r16 */ 0x1f00,                       /* rol r16 */
        0x2f01, /* mov */ 0x0118,                           /* movw r2, r16 */
        0x9502, /* swap */ 0x9507,        /* ror */ 0x9505, /* asr */
        0x9500, /* com */ 0x1300,                           /* cpse r16, r16 */
        0x930f, /* push r16 */ 0x910f,                      /* pop r16 */
    };
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        struct avr_bench b;
        struct avr_instruction i;
        bench_init (&b, "atmega16", &words[n], 1);
        core_put (&b.core, AVR_SPL, 0x00);
        core_put (&b.core, AVR_SPH, 0x02);
        b.core.branching = false;
        avr_decode (&words[n], 1, 0, &i);
        avr_execute (&b.core, &i);
        assert_false (b.core.branched);
        bench_clear (&b);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_values),
        cmocka_unit_test (no_value_is_lost),
        cmocka_unit_test (no_value_of_bytes_is_lost),
        cmocka_unit_test (whole_bytes),
        cmocka_unit_test (nothing_needed),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
