/* execute.c -- results and flags of every instruction, against rules from the manual.
 *
 * The manual gives for each instruction its operation and five letters, one for each of
 * E, Z, V, C and N.  Here they stand as such, and a slow reference works them out over
 * integers without limits.  Each addressing mode is tried on random operands; what is
 * unknown must stay as the known runs are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "xc167/core/core.h"
#include "xc167/core/step.h"

enum { AT = 0x200, POINTED = 0xf700, WORD = 0xf780, ROUNDS = 300 };

struct machine {
    struct xc167_program program;
    struct micro_core core;
    struct micro_choices choices;
    uint64_t random;
};

static uint32_t
draw (struct machine *m)
{
    m->random = m->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (m->random >> 33);
}

/* Values at the edges more often than others. */
static uint16_t
draw_word (struct machine *m)
{
    static const uint16_t edge[] = {0,      1,      2,      0x7f,   0x80,
                                    0xff,   0x7fff, 0x8000, 0x8001, 0xffff,
                                    0x8080, 0x7f80, 0x100};
    return draw (m) & 1 ? (uint16_t) draw (m)
                        : edge[draw (m) % (sizeof edge / sizeof *edge)];
}

static int
set_up (void **state)
{
    struct machine *m = calloc (1, sizeof *m);
    xc167_program_init (&m->program, xc167_device_find ("xc167"));
    for (uint32_t a = 0; a < 8; a++)
        xc167_program_load (&m->program, AT + a, 0);
    m->program.micro.memory = MICRO_EXACT;
    xc167_program_finish (&m->program);
    core_init (&m->core, &m->program.micro);
    core_enter (&m->core, memory_new (m->core.size));
    m->random = 1;
    *state = m;
    return 0;
}

static int
tear_down (void **state)
{
    struct machine *m = *state;
    memory_free (m->core.state);
    xc167_program_clear (&m->program);
    free (m);
    return 0;
}

static void
power_on (struct machine *m)
{
    core_reset (&m->core);
    for (uint32_t a = 0; a < m->core.data_size; a++) {
        m->core.data[a] = a < m->core.program->hot ? m->core.data[a] : 0;
        m->core.mask[a] = 0;
    }
    choices_init (&m->choices);
    m->core.choices = &m->choices;
    m->core.branching = true;
    core_begin (&m->core);
    xc167_go (&m->core, AT);
}

static uint16_t
place (const struct machine *m, uint32_t address)
{
    return xc167_place_at (&m->core, address);
}

static uint16_t
peek (const struct machine *m, uint32_t address)
{
    return xc167_get (&m->core, place (m, address)).bits;
}

static void
poke (struct machine *m, uint32_t address, uint16_t value)
{
    xc167_put (&m->core, place (m, address), value);
}

static uint32_t
gpr_address (unsigned n)
{
    return 0xfc00 + 2 * n;
}

static void
run (struct machine *m, const uint8_t byte[4])
{
    struct xc167_instruction i;
    xc167_decode (byte, &i);
    choices_rewind (&m->choices);
    xc167_execute (&m->core, &i);
    assert_int_equal (m->core.cut, 0);
    m->core.undos = 0;
}

static void
run4 (struct machine *m, unsigned a, unsigned b, unsigned c, unsigned d)
{
    run (m, (const uint8_t[4]) {(uint8_t) a, (uint8_t) b, (uint8_t) c,
                                (uint8_t) d});
}

/* ---- the reference: what the letters mean */

struct outcome {
    int64_t unlimited_signed, unlimited_unsigned; /* of sums and differences */
    int64_t result;                               /* modulo the width */
    int64_t tested;                               /* what E looks at */
    int width;                                    /* bits */
    bool carry, overflow;                         /* of the letter S */
    int x, y; /* bits, of the letters of bits */
};

/* Below 1, for what has no width (bits): no number is as small. */
static int64_t
power (int n)
{
    return n < 0 ? INT64_MIN / 2 : (int64_t) 1 << n;
}

static int64_t
as_signed (int64_t v, int width)
{
    return v >= power (width - 1) ? v - power (width) : v;
}

/* By the letter, for the flag of this number; -1: as it was. */
static int
flag_by (char letter, int flag, const struct outcome *o, int old_zero)
{
    bool msb = o->result >= power (o->width - 1);
    switch (letter) {
    case '-':
        return -1;
    case '0':
        return 0;
    case 'b': /* the bit, and its complement */
        return o->y;
    case 'n':
        return !o->y;
    case 'N':
        return !(o->x || o->y);
    case 'O':
        return o->x || o->y;
    case 'A':
        return o->x && o->y;
    case 'X':
        return o->x != o->y;
    case 'S':
        if (flag == 1)
            return o->result == 0 && old_zero;
        return flag == 2 ? o->overflow : o->carry;
    default:
        assert_int_equal (letter, '*');
    }
    switch (flag) {
    case 0:
        return o->tested == power (o->width - 1);
    case 1:
        return o->result == 0;
    case 2:
        return o->unlimited_signed < -power (o->width - 1)
               || o->unlimited_signed >= power (o->width - 1);
    case 3:
        return o->unlimited_unsigned < 0
               || o->unlimited_unsigned >= power (o->width);
    default:
        return msb;
    }
}

static void
check_flags (const struct machine *m, const char *name, const char *letters,
             const struct outcome *o, unsigned old)
{
    static const unsigned bit[] = {4, 3, 2, 1, 0}; /* E Z V C N of PSW */
    unsigned psw = m->core.data[XC167_PSW];
    for (int f = 0; f < 5; f++) {
        int want = flag_by (letters[f], f, o, old >> 3 & 1);
        if (want < 0)
            want = old >> bit[f] & 1;
        if (want != (int) (psw >> bit[f] & 1))
            fail_msg ("%s: flag %c is %d, not %d (old PSW %02x)", name,
                      "EZVCN"[f], psw >> bit[f] & 1, want, old);
    }
}

/* ---- sums, logic, moves: all addressing modes */

struct rule {
    const char *name, *letters;
    uint8_t code; /* of Rw, Rw */
    bool stores;
};

static const struct rule rules[] = {
    {"ADD", "*****", 0x00, true},  {"ADDC", "*S***", 0x10, true},
    {"SUB", "*****", 0x20, true},  {"SUBC", "*S***", 0x30, true},
    {"CMP", "*****", 0x40, false}, {"XOR", "**00*", 0x50, true},
    {"AND", "**00*", 0x60, true},  {"OR", "**00*", 0x70, true},
    {"MOV", "**--*", 0xf0, true},
};

static struct outcome
work_out (const struct rule *r, int64_t x, int64_t y, int width, unsigned old)
{
    int64_t sx = as_signed (x, width), sy = as_signed (y, width);
    int64_t c = old >> 1 & 1;
    struct outcome o = {.width = width, .tested = y};
    switch (r->code) {
    case 0x00:
    case 0x10:
        c = r->code ? c : 0;
        o.unlimited_unsigned = x + y + c;
        o.unlimited_signed = sx + sy + c;
        break;
    case 0x20:
    case 0x30:
    case 0x40:
        c = r->code == 0x30 ? c : 0;
        o.unlimited_unsigned = x - y - c;
        o.unlimited_signed = sx - sy - c;
        break;
    case 0x50:
        o.unlimited_unsigned = (x | y) - (x & y);
        break;
    case 0x60:
        o.unlimited_unsigned = x & y;
        break;
    case 0x70:
        o.unlimited_unsigned = x | y;
        break;
    default:
        o.unlimited_unsigned = y;
    }
    o.result = o.unlimited_unsigned;
    while (o.result < 0)
        o.result += power (width);
    while (o.result >= power (width))
        o.result -= power (width);
    return o;
}

enum mode {
    MODE_GPRS,
    MODE_POINTER,
    MODE_POINTER_INCREMENT,
    MODE_SHORT,
    MODE_DATA,
    MODE_REG_MEM,
    MODE_MEM_REG,
    MODES
};

/* R5 (or RL5 and RH5) and R9; R2 points. */
static bool
encode (const struct rule *r, enum mode mode, bool is_byte, uint16_t y,
        uint8_t byte[4])
{
    unsigned a = is_byte ? 0xa : 5, b = is_byte ? 0xd : 9;
    uint8_t data = is_byte, code = (uint8_t) (r->code | data);
    bool moves = r->code == 0xf0;
    memset (byte, 0, 4);
    byte[1] = (uint8_t) (0xf0 | a);
    byte[2] = WORD & 0xff;
    byte[3] = WORD >> 8;
    switch (mode) {
    case MODE_GPRS:
        byte[1] = (uint8_t) (a << 4 | b);
        break;
    case MODE_POINTER:
        code = moves ? (uint8_t) (0xa8 | data) : code | 8;
        byte[1] = (uint8_t) (a << 4 | (moves ? 2 : 0xa));
        break;
    case MODE_POINTER_INCREMENT:
        code = moves ? (uint8_t) (0x98 | data) : code | 8;
        byte[1] = (uint8_t) (a << 4 | (moves ? 2 : 0xe));
        break;
    case MODE_SHORT:
        code = moves ? (uint8_t) (0xe0 | data) : code | 8;
        byte[1] = (uint8_t) (moves ? (y & 15) << 4 | a : a << 4 | (y & 7));
        break;
    case MODE_DATA:
        code = moves ? (uint8_t) (0xe6 | data) : code | 6;
        byte[2] = (uint8_t) y;
        byte[3] = (uint8_t) (y >> 8);
        break;
    case MODE_REG_MEM:
        code |= 2;
        break;
    default:
        code = moves ? (uint8_t) (0xf6 | data) : code | 4;
        byte[1] = (uint8_t) (0xf0 | b);
        if (!r->stores)
            return false;
    }
    byte[0] = code;
    return true;
}

static void
put_part (struct machine *m, uint32_t address, uint16_t value, bool is_byte)
{
    if (!is_byte)
        poke (m, address, value);
    else
        m->core.data[place (m, address)] = (uint8_t) value;
}

static void
try_rule (struct machine *m, const struct rule *r, enum mode mode, bool is_byte)
{
    int width = is_byte ? 8 : 16;
    int64_t mask = power (width) - 1;
    int64_t x = draw_word (m) & mask, y = draw_word (m) & mask;
    unsigned old = draw (m) & 0x1f;
    uint8_t byte[4];
    if (mode == MODE_SHORT)
        y &= r->code == 0xf0 ? 15 : 7;
    if (!encode (r, mode, is_byte, (uint16_t) y, byte))
        return;
    power_on (m);
    m->core.data[XC167_PSW] = (uint8_t) old;
    uint32_t a = is_byte ? gpr_address (5) : gpr_address (5);
    uint32_t b = is_byte ? gpr_address (6) + 1 : gpr_address (9);
    uint32_t to = mode == MODE_MEM_REG ? WORD : a;
    poke (m, gpr_address (2), POINTED);
    put_part (m, to, (uint16_t) x, is_byte);
    put_part (m, b, (uint16_t) y, is_byte);
    put_part (m, POINTED, (uint16_t) y, is_byte);
    if (mode == MODE_REG_MEM)
        put_part (m, WORD, (uint16_t) y, is_byte);
    run (m, byte);
    struct outcome o = work_out (r, x, y, width, old);
    check_flags (m, r->name, r->letters, &o, old);
    uint16_t got = is_byte ? m->core.data[place (m, to)] : peek (m, to);
    assert_int_equal (got, r->stores ? o.result : x);
    assert_int_equal (peek (m, gpr_address (2)),
                      POINTED
                          + (mode != MODE_POINTER_INCREMENT ? 0
                             : is_byte                      ? 1
                                                            : 2));
}

static void
sums_logic_and_moves (void **state)
{
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
        for (int mode = 0; mode < MODES; mode++)
            for (int k = 0; k < 2 * ROUNDS; k++)
                try_rule (*state, &rules[r], mode, k & 1);
}

/* ---- one operand */

static void
complements_and_negations (void **state)
{
    struct machine *m = *state;
    for (int k = 0; k < 4 * ROUNDS; k++) {
        bool is_byte = k & 1, negates = k & 2;
        int width = is_byte ? 8 : 16;
        int64_t x = draw_word (m) & (power (width) - 1);
        unsigned old = draw (m) & 0x1f;
        unsigned code = (negates ? 0x81 : 0x91) | (is_byte ? 0x20 : 0);
        power_on (m);
        m->core.data[XC167_PSW] = (uint8_t) old;
        put_part (m, gpr_address (5), (uint16_t) x, is_byte);
        run4 (m, code, is_byte ? 0xa0 : 0x50, 0, 0);
        struct outcome o = {.width = width,
                            .tested = x,
                            .result = negates
                                          ? (power (width) - x) % power (width)
                                          : power (width) - 1 - x,
                            .unlimited_unsigned = -x,
                            .unlimited_signed = -as_signed (x, width)};
        check_flags (m, negates ? "NEG" : "CPL", negates ? "*****" : "**00*",
                     &o, old);
        assert_int_equal (is_byte ? m->core.data[place (m, gpr_address (5))]
                                  : peek (m, gpr_address (5)),
                          o.result);
    }
}

static void
counts_and_compares (void **state)
{
    static const struct {
        const char *name;
        uint8_t code;
        int step;
    } count[] = {{"CMPI1", 0x80, 1},
                 {"CMPI2", 0x90, 2},
                 {"CMPD1", 0xa0, -1},
                 {"CMPD2", 0xb0, -2}};
    struct machine *m = *state;
    for (int k = 0; k < 12 * ROUNDS; k++) {
        int which = k % 4, mode = k / 4 % 3;
        int64_t x = draw_word (m), y = draw_word (m);
        unsigned old = draw (m) & 0x1f, code = count[which].code;
        if (!mode)
            y &= 15;
        power_on (m);
        m->core.data[XC167_PSW] = (uint8_t) old;
        poke (m, gpr_address (5), (uint16_t) x);
        poke (m, WORD, (uint16_t) y);
        if (mode == 0)
            run4 (m, code, (unsigned) y << 4 | 5, 0, 0);
        else if (mode == 1)
            run4 (m, code | 6, 0xf5, (unsigned) y & 0xff, (unsigned) y >> 8);
        else
            run4 (m, code | 2, 0xf5, WORD & 0xff, WORD >> 8);
        struct rule compare = {.code = 0x40};
        struct outcome o = work_out (&compare, x, y, 16, old);
        check_flags (m, count[which].name, "*****", &o, old);
        assert_int_equal (peek (m, gpr_address (5)),
                          (uint16_t) (x + count[which].step));
    }
}

/* ---- shifts, as rows of digits */

static void
shifts (void **state)
{
    static const struct {
        const char *name, *letters;
        uint8_t by_register, by_number;
        bool left, around, keeps_sign;
    } shift[] = {{"ROL", "0*0S*", 0x0c, 0x1c, true, true, false},
                 {"ROR", "0*SS*", 0x2c, 0x3c, false, true, false},
                 {"SHL", "0*0S*", 0x4c, 0x5c, true, false, false},
                 {"SHR", "0*SS*", 0x6c, 0x7c, false, false, false},
                 {"ASHR", "0*SS*", 0xac, 0xbc, false, false, true}};
    struct machine *m = *state;
    for (int k = 0; k < 10 * ROUNDS; k++) {
        int which = k % 5;
        bool by_number = k / 5 & 1;
        uint16_t x = draw_word (m), y = draw_word (m);
        unsigned count = y & 15, old = draw (m) & 0x1d; /* C is 0 before */
        int digit[16], carry = 0, lost = 0; /* digit[0] is the lowest */
        for (int i = 0; i < 16; i++)
            digit[i] = x >> i & 1;
        for (unsigned n = 0; n < count; n++) {
            int out = digit[shift[which].left ? 15 : 0];
            lost |= carry;
            carry = out;
            int in = shift[which].around       ? out
                     : shift[which].keeps_sign ? digit[15]
                                               : 0;
            if (shift[which].left) {
                memmove (digit + 1, digit, 15 * sizeof *digit);
                digit[0] = in;
            } else {
                memmove (digit, digit + 1, 15 * sizeof *digit);
                digit[15] = in;
            }
        }
        struct outcome o = {.width = 16, .carry = carry, .overflow = lost};
        for (int i = 0; i < 16; i++)
            o.result += digit[i] * power (i);
        power_on (m);
        m->core.data[XC167_PSW] = (uint8_t) old;
        poke (m, gpr_address (5), x);
        poke (m, gpr_address (9), y);
        if (by_number)
            run4 (m, shift[which].by_number, count << 4 | 5, 0, 0);
        else
            run4 (m, shift[which].by_register, 0x59, 0, 0);
        check_flags (m, shift[which].name, shift[which].letters, &o, old);
        assert_int_equal (peek (m, gpr_address (5)), o.result);
    }
}

static void
multiplications_and_divisions (void **state)
{
    static const struct {
        const char *name;
        uint8_t code;
        bool divides, is_signed, is_long;
    } op[] = {
        {"MUL", 0x0b, false, true, false}, {"MULU", 0x1b, false, false, false},
        {"DIV", 0x4b, true, true, false},  {"DIVU", 0x5b, true, false, false},
        {"DIVL", 0x6b, true, true, true},  {"DIVLU", 0x7b, true, false, true}};
    struct machine *m = *state;
    for (int k = 0; k < 12 * ROUNDS; k++) {
        int which = k % 6;
        uint16_t low = draw_word (m), high = draw_word (m), r = draw_word (m);
        int64_t x = op[which].is_long ? low + power (16) * high : low, y = r;
        unsigned old = draw (m) & 0x1f;
        if (op[which].is_signed) {
            x = as_signed (x, op[which].is_long ? 32 : 16);
            y = as_signed (y, 16);
        }
        power_on (m);
        m->core.data[XC167_PSW] = (uint8_t) old;
        xc167_put (&m->core, XC167_MDL, low);
        xc167_put (&m->core, XC167_MDH, high);
        poke (m, gpr_address (5), low);
        poke (m, gpr_address (9), r);
        run4 (m, op[which].code, op[which].divides ? 0x99 : 0x59, 0, 0);
        int64_t least = op[which].is_signed ? -power (15) : 0;
        int64_t most = op[which].is_signed ? power (15) : power (16);
        struct outcome o = {.width = op[which].divides ? 16 : 32};
        int64_t value = op[which].divides ? (y ? x / y : 0) : x * y;
        o.overflow =
            (op[which].divides && !y) || value < least || value >= most;
        o.result = value;
        while (o.result < 0)
            o.result += power (o.width);
        unsigned psw = m->core.data[XC167_PSW], open = m->core.mask[XC167_PSW];
        assert_int_equal (peek (m, 0xff0e), 0x10);
        if (op[which].divides && o.overflow) { /* no result, so no Z, N */
            assert_int_equal (psw, 1 << 2);
            assert_int_equal (open, 1 << 3 | 1 << 0);
            assert_int_equal (xc167_get (&m->core, XC167_MDL).unknown, 0xffff);
            continue;
        }
        check_flags (m, op[which].name, "0*S0*", &o, old);
        uint32_t md = peek (m, 0xfe0e) + (uint32_t) peek (m, 0xfe0c) * 65536u;
        if (!op[which].divides)
            assert_int_equal (md, (uint32_t) o.result);
        else {
            assert_int_equal (md & 0xffff, o.result);
            assert_int_equal (md >> 16, (uint16_t) (x - value * y));
        }
    }
}

static void
extensions_and_priorities (void **state)
{
    struct machine *m = *state;
    for (int k = 0; k < 3 * ROUNDS; k++) {
        uint16_t x = draw_word (m);
        unsigned old = draw (m) & 0x1f;
        power_on (m);
        m->core.data[XC167_PSW] = (uint8_t) old;
        poke (m, gpr_address (6), x);
        int64_t low = x % 256;
        struct outcome o = {.width = 8, .result = low};
        if (k % 3 == 0) { /* PRIOR R5, R6 */
            int count = 0;
            run4 (m, 0x2b, 0x56, 0, 0);
            while (x && x * power (count) % power (16) < power (15))
                count++;
            o.result = x;
            check_flags (m, "PRIOR", "0*000", &o, old);
            assert_int_equal (peek (m, gpr_address (5)), count);
            continue;
        }
        bool is_signed = k % 3 == 1; /* R5 of RL6 */
        run4 (m, is_signed ? 0xd0 : 0xc0, 0xc5, 0, 0);
        check_flags (m, "MOVBx", is_signed ? "0*--*" : "0*--0", &o, old);
        int64_t wide = is_signed ? as_signed (low, 8) : low;
        assert_int_equal (peek (m, gpr_address (5)), (uint16_t) wide);
    }
}

/* ---- bits */

static void
bits (void **state)
{
    static const struct {
        const char *name, *letters;
        uint8_t code;
        int result[4]; /* by x and y: 00, 01, 10, 11 */
    } op[] = {{"BMOV", "0n00b", 0x4a, {0, 1, 0, 1}},
              {"BMOVN", "0n00b", 0x3a, {1, 0, 1, 0}},
              {"BAND", "0NOAX", 0x6a, {0, 0, 0, 1}},
              {"BOR", "0NOAX", 0x5a, {0, 1, 1, 1}},
              {"BXOR", "0NOAX", 0x7a, {0, 1, 1, 0}},
              {"BCMP", "0NOAX", 0x2a, {0, 0, 1, 1}},
              {"BSET", "0n00b", 0x0f, {1, 1, 1, 1}},
              {"BCLR", "0n00b", 0x0e, {0, 0, 0, 0}}};
    struct machine *m = *state;
    for (int k = 0; k < 8 * ROUNDS; k++) {
        int which = k % 8;
        bool one = which >= 6;
        unsigned z = draw (m) % 16, q = draw (m) % 16, old = draw (m) & 0x1f;
        uint16_t to = draw_word (m), from = draw_word (m);
        power_on (m);
        m->core.data[XC167_PSW] = (uint8_t) old;
        poke (m, 0xfd20, to);
        poke (m, gpr_address (9), from);
        struct outcome o = {.x = to >> z & 1, .y = from >> q & 1};
        int result = op[which].result[2 * o.x + o.y];
        if (one) {
            run4 (m, z << 4 | op[which].code, 0x10, 0, 0);
            o.y = o.x;
        } else
            run4 (m, op[which].code, 0xf9, 0x10, q << 4 | z);
        check_flags (m, op[which].name, op[which].letters, &o, old);
        int want = to - o.x * (1 << z) + result * (1 << z);
        assert_int_equal (peek (m, 0xfd20), want);
        assert_int_equal (peek (m, gpr_address (9)), from);
    }
}

static void
fields (void **state)
{
    struct machine *m = *state;
    for (int k = 0; k < 2 * ROUNDS; k++) {
        bool high = k & 1;
        uint16_t x = draw_word (m);
        unsigned mask = draw (m) & 0xff, data = draw (m) & 0xff,
                 old = draw (m) & 0x1f;
        power_on (m);
        m->core.data[XC167_PSW] = (uint8_t) old;
        poke (m, 0xfd20, x);
        run4 (m, high ? 0x1a : 0x0a, 0x10, high ? data : mask,
              high ? mask : data);
        unsigned half = (x >> (high ? 8 : 0)) & 0xff;
        half = (half & ~mask & 0xff) | data;
        struct outcome o = {.width = 16,
                            .result = high ? half * 256 + x % 256
                                           : x / 256 * 256 + half};
        check_flags (m, "BFLD", "0*00*", &o, old);
        assert_int_equal (peek (m, 0xfd20), o.result);
    }
}

/* ---- conditions, as the manual's table of tests has them */

static bool
test_holds (const char *test, unsigned psw)
{
    bool e = psw >> 4 & 1, z = psw >> 3 & 1, v = psw >> 2 & 1, c = psw >> 1 & 1,
         n = psw & 1, want = test[strlen (test) - 1] == '1', is = false;
    for (const char *t = test; *t && *t != '='; t++) /* a disjunction */
        is |= *t == 'E'   ? e
              : *t == 'Z' ? z
              : *t == 'V' ? v
              : *t == 'C' ? c
              : *t == 'N' ? n
              : *t == '#' ? n != v
              : *t == '1' ? true
                          : false;
    return is == want;
}

static void
conditions (void **state)
{
    static const char *const tests[] = {
        "1=1", "ZE=0", "Z=1",  "Z=0",  "V=1", "V=0", "N=1",  "N=0",
        "C=1", "C=0",  "Z#=0", "Z#=1", "#=1", "#=0", "ZC=0", "ZC=1"};
    struct machine *m = *state;
    for (unsigned k = 0; k < 16 * 32; k++) {
        unsigned condition = k / 32, psw = k % 32;
        bool taken = test_holds (tests[condition], psw);
        for (int form = 0; form < 5; form++) {
            power_on (m);
            m->core.data[XC167_PSW] = (uint8_t) psw;
            poke (m, gpr_address (7), 0x1234);
            bool calls = form >= 3, is_long = form == 1 || form == 3;
            if (form == 0)
                run4 (m, condition << 4 | 0xd, 0x10, 0, 0);
            else if (is_long)
                run4 (m, form == 1 ? 0xea : 0xca, condition << 4, 0x34, 0x12);
            else
                run4 (m, form == 2 ? 0x9c : 0xab, condition << 4 | 7, 0, 0);
            uint32_t behind = AT + (is_long ? 4u : 2u);
            uint32_t target = form ? 0x1234 : behind + 0x20;
            assert_int_equal (2 * core_pc (&m->core), taken ? target : behind);
            assert_int_equal (m->core.data[XC167_PSW], psw);
            assert_int_equal (peek (m, 0xfe12),
                              calls && taken ? 0xfbfe : 0xfc00);
            if (calls && taken)
                assert_int_equal (peek (m, 0xfbfe), behind);
        }
    }
}

static void
jumps_on_bits (void **state)
{
    static const struct {
        uint8_t code;
        bool wants, changes;
    } op[] = {{0x8a, true, false},
              {0x9a, false, false},
              {0xaa, true, true},
              {0xba, false, true}};
    struct machine *m = *state;
    for (int k = 0; k < 4 * ROUNDS; k++) {
        int which = k % 4;
        uint16_t x = draw_word (m);
        unsigned bit = draw (m) % 16, old = draw (m) & 0x1f,
                 distance = draw (m) & 0xff;
        power_on (m);
        m->core.data[XC167_PSW] = (uint8_t) old;
        poke (m, gpr_address (9), x);
        run4 (m, op[which].code, 0xf9, distance, bit << 4);
        struct outcome o = {.y = x >> bit & 1};
        bool taken = o.y == op[which].wants;
        check_flags (m, "JBx", op[which].changes ? "0n00b" : "-----", &o, old);
        int64_t target = AT + 4 + (taken ? 2 * as_signed (distance, 8) : 0);
        assert_int_equal (2 * core_pc (&m->core), target);
        int change = !taken || !op[which].changes ? 0
                     : op[which].wants            ? -(1 << bit)
                                                  : 1 << bit;
        assert_int_equal (peek (m, gpr_address (9)), x + change);
    }
}

/* ---- the stack */

static void
stack (void **state)
{
    struct machine *m = *state;
    for (int k = 0; k < ROUNDS; k++) {
        uint16_t x = draw_word (m), y = draw_word (m);
        unsigned old = draw (m) & 0x1f;
        struct outcome o = {.width = 16, .result = x, .tested = x};
        power_on (m);
        m->core.data[XC167_PSW] = (uint8_t) old;
        poke (m, gpr_address (5), x);
        poke (m, WORD, y);
        run4 (m, 0xec, 0xf5, 0, 0); /* PUSH R5 */
        check_flags (m, "PUSH", "**--*", &o, old);
        assert_int_equal (peek (m, 0xfe12), 0xfbfe);
        run4 (m, 0xd6, 0xf5, WORD & 0xff, WORD >> 8); /* SCXT R5, WORD */
        check_flags (m, "SCXT", "**--*", &o, old);
        assert_int_equal (peek (m, gpr_address (5)), y);
        run4 (m, 0xfc, 0xf6, 0, 0); /* POP R6 */
        assert_int_equal (peek (m, gpr_address (6)), x);
        run4 (m, 0xe2, 0xf5, 0x34, 0x12); /* PCALL R5, 1234h */
        o.result = o.tested = y;
        check_flags (m, "PCALL", "**--*", &o, old);
        assert_int_equal (2 * core_pc (&m->core), 0x1234);
        o.result = o.tested = y;
        m->core.data[XC167_PSW] = (uint8_t) old;
        run4 (m, 0xeb, 0xf7, 0, 0); /* RETP R7 */
        check_flags (m, "RETP", "**--*", &o, old);
        assert_int_equal (peek (m, gpr_address (7)), y);
        assert_int_equal (peek (m, 0xfe12), 0xfbfe);
        assert_int_equal (peek (m, 0xfbfe), x);
    }
}

/* CALLS, RETS, TRAP, RETI: segment, pointer and PSW. */
static void
far_calls (void **state)
{
    struct machine *m = *state;
    power_on (m);
    m->core.data[XC167_PSW + 1] = 0x58;
    run4 (m, 0xda, 0x03, 0x34, 0x12);
    assert_int_equal (2 * core_pc (&m->core), 0x31234);
    assert_int_equal (peek (m, 0xfbfe), 0);
    assert_int_equal (peek (m, 0xfbfc), AT + 4);
    run4 (m, 0x9b, 0x46, 0, 0);
    assert_int_equal (2 * core_pc (&m->core), 4 * 0x23);
    assert_int_equal (peek (m, 0xfbfa), 0x5800);
    assert_int_equal (peek (m, 0xfbf8), 3);
    assert_int_equal (peek (m, 0xfbf6), 0x1236);
    assert_int_equal (peek (m, 0xff10), 0x5800);
    poke (m, 0xfbfa, 0x281f);
    run4 (m, 0xfb, 0x88, 0, 0);
    assert_int_equal (2 * core_pc (&m->core), 0x31236);
    assert_int_equal (peek (m, 0xff10), 0x281f);
    run4 (m, 0xdb, 0x00, 0, 0);
    assert_int_equal (2 * core_pc (&m->core), AT + 4);
    assert_int_equal (peek (m, 0xfe12), 0xfc00);
}

/* Pages, segments and what overrides them. */
static void
addresses (void **state)
{
    struct machine *m = *state;
    power_on (m);
    poke (m, 0xf700, 0x1111);
    poke (m, gpr_address (1),
          0x3700);              /* page 0: not memory, unless overridden */
    run4 (m, 0xd7, 0x40, 3, 0); /* EXTP #3, #1 */
    run4 (m, 0xa8, 0x51, 0, 0); /* MOV R5, [R1] */
    assert_int_equal (peek (m, gpr_address (5)), 0x1111);
    poke (m, 0xfe00, 3); /* DPP0 */
    m->core.state[HEAD_SEQUENCE] = 0;
    run4 (m, 0xf2, 0xf6, 0x00, 0x37); /* MOV R6, 3700h */
    assert_int_equal (peek (m, gpr_address (6)), 0x1111);
    poke (m, gpr_address (1), 0xf700);
    poke (m, 0xfe06, 0x40);     /* DPP3: away */
    run4 (m, 0xd7, 0x00, 0, 0); /* EXTS #0, #1 */
    run4 (m, 0xa8, 0x71, 0, 0);
    assert_int_equal (peek (m, gpr_address (7)), 0x1111);
    run4 (m, 0xd1, 0x80, 0, 0);       /* EXTR #1 */
    run4 (m, 0xe6, 0x80, 0x5a, 0x00); /* DP0L, not FF00h */
    assert_int_equal (peek (m, 0xf100), 0x5a);
    assert_int_equal (peek (m, 0xff00), 0);
    m->core.state[HEAD_SEQUENCE] = 0;
    run4 (m, 0xe6, 0x08, 0x40, 0xf7); /* MOV CP, #F740h */
    run4 (m, 0xe0, 0x95, 0, 0);       /* MOV R5, #9 */
    assert_int_equal (peek (m, 0xf74a), 9);
}

/* ---- what is unknown: every run that it stands for must agree with it */

static void
unknown_bits (void **state)
{
    static const uint8_t codes[][2] = {
        {0x50, 0x59}, {0x60, 0x59}, {0x70, 0x59}, {0x91, 0x50}, {0xf0, 0x59},
        {0xd0, 0xc5}, {0xc0, 0xc5}, {0x61, 0xad}, {0xf1, 0xad}, {0xec, 0xf5}};
    struct machine *m = *state;
    for (int k = 0; k < 10 * ROUNDS; k++) {
        const uint8_t *code = codes[k % 10];
        uint8_t byte[4] = {code[0], code[1], 0, 0};
        uint16_t bits[2] = {draw_word (m), draw_word (m)};
        uint16_t open[2] = {(uint16_t) (draw (m) & draw (m)),
                            (uint16_t) (draw (m) & draw (m) & draw (m))};
        uint32_t at[2] = {
            gpr_address (5),
            gpr_address (k % 10 == 5 || k % 10 == 6 || k % 10 >= 7 ? 6 : 9)};
        m->program.micro.memory = MICRO_BITS;
        m->program.micro.reductions = MICRO_DELAY;
        power_on (m);
        m->core.branching = false;
        for (int i = 0; i < 2; i++)
            xc167_set (
                &m->core, place (m, at[i]),
                (struct xc167_value) {bits[i] & (uint16_t) ~open[i], open[i]});
        run (m, byte);
        assert_false (m->core.branched);
        uint8_t data[0x2000], mask[0x2000];
        assert_true (m->core.data_size <= sizeof data);
        memcpy (data, m->core.data, m->core.data_size);
        memcpy (mask, m->core.mask, m->core.data_size);
        m->program.micro.memory = MICRO_EXACT;
        m->program.micro.reductions = 0;
        for (int n = 0; n < 8; n++) {
            power_on (m);
            for (int i = 0; i < 2; i++)
                poke (m, at[i],
                      (uint16_t) ((bits[i] & ~open[i]) | (draw (m) & open[i])));
            run (m, byte);
            for (uint32_t a = 0; a < m->core.data_size; a++)
                assert_false ((data[a] ^ m->core.data[a]) & ~mask[a]);
        }
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (sums_logic_and_moves),
        cmocka_unit_test (complements_and_negations),
        cmocka_unit_test (counts_and_compares),
        cmocka_unit_test (shifts),
        cmocka_unit_test (multiplications_and_divisions),
        cmocka_unit_test (extensions_and_priorities),
        cmocka_unit_test (bits),
        cmocka_unit_test (fields),
        cmocka_unit_test (conditions),
        cmocka_unit_test (jumps_on_bits),
        cmocka_unit_test (stack),
        cmocka_unit_test (far_calls),
        cmocka_unit_test (addresses),
        cmocka_unit_test (unknown_bits),
    };
    return cmocka_run_group_tests (tests, set_up, tear_down);
}
