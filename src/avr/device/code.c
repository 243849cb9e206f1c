/* code.c -- decoding of instructions, by the tables of the instruction set
 * manual. */
#include "avr/device/code.h"

#include <assert.h>

#define OP_D(w) ((uint8_t) ((w) >> 4 & 0x1f))
#define OP_R(w) ((uint8_t) (((w) & 0x0f) | ((w) >> 5 & 0x10)))
#define OP_D_HIGH(w) ((uint8_t) (16 + ((w) >> 4 & 0x0f)))
#define OP_K(w) (((w) & 0x0fu) | ((w) >> 4 & 0xf0u))
#define OP_BIT(w) ((uint8_t) ((w) & 7))
/* Displacement of LDD and STD: bits 13, 11, 10, 2, 1, 0. */
#define OP_Q(w) (((w) & 7u) | ((w) >> 7 & 0x18u) | ((w) >> 8 & 0x20u))

enum { MOST_PC = 0x3fffff }; /* devices have fewer bits: see avr_program_init */

static void
set (struct avr_instruction *i, enum avr_op op, uint8_t d, uint8_t r)
{
    i->op = (uint8_t) op;
    i->d = d;
    i->r = r;
}

static void
set_constant (struct avr_instruction *i, enum avr_op op, uint8_t d, uint32_t k)
{
    i->op = (uint8_t) op;
    i->d = d;
    i->k = k;
}

static void
set_bit (struct avr_instruction *i, enum avr_op op, uint32_t k, uint8_t bit)
{
    i->op = (uint8_t) op;
    i->k = k;
    i->bit = bit;
}

/* 0000 00.. and 0000 0001, 0010, 0011. */
static void
decode_low (uint16_t w, struct avr_instruction *i)
{
    static const uint8_t mixed[4] = {AVR_MULSU, AVR_FMUL, AVR_FMULS,
                                     AVR_FMULSU};
    switch (w >> 8) {
    case 0:
        i->op = w ? AVR_BAD : AVR_NOP;
        break;
    case 1:
        set (i, AVR_MOVW, (uint8_t) ((w >> 4 & 0x0f) * 2),
             (uint8_t) ((w & 0x0f) * 2));
        break;
    case 2:
        set (i, AVR_MULS, OP_D_HIGH (w), (uint8_t) (16 + (w & 0x0f)));
        break;
    case 3:
        set (i, mixed[(w >> 6 & 2) | (w >> 3 & 1)],
             (uint8_t) (16 + (w >> 4 & 7)), (uint8_t) (16 + (w & 7)));
        break;
    default:
        assert (0);
    }
}

/* 0000 01.. up to 0010 11..: two registers. */
static void
decode_registers (uint16_t w, struct avr_instruction *i)
{
    static const uint8_t op[12] = {AVR_BAD,  AVR_CPC, AVR_SBC, AVR_ADD,
                                   AVR_CPSE, AVR_CP,  AVR_SUB, AVR_ADC,
                                   AVR_AND,  AVR_EOR, AVR_OR,  AVR_MOV};
    assert (w >> 10 > 0 && w >> 10 < 12);
    set (i, op[w >> 10], OP_D (w), OP_R (w));
}

static void
decode_displaced (uint16_t w, struct avr_instruction *i)
{
    bool y = w & 8, store = w & 0x200;
    enum avr_op op =
        store ? (y ? AVR_STD_Y : AVR_STD_Z) : (y ? AVR_LDD_Y : AVR_LDD_Z);
    set_constant (i, op, OP_D (w), OP_Q (w));
}

/* 1001 000. and 1001 001.: loads, stores, stack. */
static void
decode_memory (uint16_t w, struct avr_instruction *i)
{
    static const uint8_t load[16] = {
        AVR_LDS,  AVR_LD_Z_INC, AVR_LD_Z_DEC, AVR_BAD,
        AVR_LPM,  AVR_LPM_INC,  AVR_ELPM,     AVR_ELPM_INC,
        AVR_BAD,  AVR_LD_Y_INC, AVR_LD_Y_DEC, AVR_BAD,
        AVR_LD_X, AVR_LD_X_INC, AVR_LD_X_DEC, AVR_POP};
    static const uint8_t store[16] = {
        AVR_STS,  AVR_ST_Z_INC, AVR_ST_Z_DEC, AVR_BAD,
        AVR_BAD,  AVR_BAD,      AVR_BAD,      AVR_BAD,
        AVR_BAD,  AVR_ST_Y_INC, AVR_ST_Y_DEC, AVR_BAD,
        AVR_ST_X, AVR_ST_X_INC, AVR_ST_X_DEC, AVR_PUSH};
    set (i, (w & 0x200 ? store : load)[w & 15], OP_D (w), 0);
}

/* 1001 010. .... 1000: flags, and what takes no operand. */
static void
decode_bare (uint16_t w, struct avr_instruction *i)
{
    static const uint8_t bare[16] = {AVR_RET,    AVR_RETI,    AVR_BAD, AVR_BAD,
                                     AVR_BAD,    AVR_BAD,     AVR_BAD, AVR_BAD,
                                     AVR_SLEEP,  AVR_BREAK,   AVR_WDR, AVR_BAD,
                                     AVR_LPM_R0, AVR_ELPM_R0, AVR_SPM, AVR_BAD};
    if (w & 0x100)
        i->op = bare[w >> 4 & 15];
    else
        set_bit (i, w & 0x80 ? AVR_BCLR : AVR_BSET, 0, (uint8_t) (w >> 4 & 7));
}

/* 1001 010.: one register, flags, long jumps. */
static void
decode_single (uint16_t w, struct avr_instruction *i)
{
    static const uint8_t op[16] = {AVR_COM, AVR_NEG, AVR_SWAP, AVR_INC,
                                   AVR_BAD, AVR_ASR, AVR_LSR,  AVR_ROR,
                                   AVR_BAD, AVR_BAD, AVR_DEC,  AVR_BAD,
                                   AVR_JMP, AVR_JMP, AVR_CALL, AVR_CALL};
    unsigned which = w & 15;
    if (which == 8)
        decode_bare (w, i);
    else if (which == 9)
        i->op = w == 0x9409   ? AVR_IJMP
                : w == 0x9509 ? AVR_ICALL
                : w == 0x9419 ? AVR_EIJMP
                : w == 0x9519 ? AVR_EICALL
                              : AVR_BAD;
    else if (which >= 12)
        set_constant (i, op[which], 0, (w >> 3 & 0x3eu) << 16 | (w & 1u) << 16);
    else
        set (i, op[which], OP_D (w), 0);
}

/* 1001 011. up to 1001 11..: words, bits of I/O, MUL. */
static void
decode_nine_high (uint16_t w, struct avr_instruction *i)
{
    static const uint8_t bit[4] = {AVR_CBI, AVR_SBIC, AVR_SBI, AVR_SBIS};
    if (w >> 10 == 0x27)
        set (i, AVR_MUL, OP_D (w), OP_R (w));
    else if (w & 0x800)
        set_bit (i, bit[w >> 8 & 3], 0x20 + (w >> 3 & 0x1fu), OP_BIT (w));
    else
        set_constant (i, w & 0x100 ? AVR_SBIW : AVR_ADIW,
                      (uint8_t) (24 + (w >> 3 & 6)),
                      (w & 0x0fu) | (w >> 2 & 0x30u));
}

static void
decode_nine (uint16_t w, struct avr_instruction *i)
{
    if (w >> 10 == 0x24)
        decode_memory (w, i);
    else if (w >> 9 == 0x4a)
        decode_single (w, i);
    else
        decode_nine_high (w, i);
}

/* 1111: branches, single bits of registers. */
static void
decode_fifteen (uint16_t w, uint32_t pc, struct avr_instruction *i)
{
    static const uint8_t bit[4] = {AVR_BLD, AVR_BST, AVR_SBRC, AVR_SBRS};
    if (w & 0x800) {
        set (i, w & 8 ? AVR_BAD : bit[w >> 9 & 3], OP_D (w), 0);
        i->bit = OP_BIT (w);
        return;
    }
    uint32_t away = (w >> 3 & 0x7fu) - (w & 0x200 ? 0x80u : 0);
    set_bit (i, w & 0x400 ? AVR_BRBC : AVR_BRBS, (pc + 1 + away) & MOST_PC,
             OP_BIT (w));
}

static void
decode_word (uint16_t w, uint32_t pc, struct avr_instruction *i)
{
    static const uint8_t constant[8] = {0,        0,        0,       AVR_CPI,
                                        AVR_SBCI, AVR_SUBI, AVR_ORI, AVR_ANDI};
    uint32_t away = (w & 0xfffu) - (w & 0x800 ? 0x1000u : 0);
    switch (w >> 12) {
    case 0:
    case 1:
    case 2:
        (w >> 10 ? decode_registers : decode_low) (w, i);
        break;
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
        set_constant (i, constant[w >> 12], OP_D_HIGH (w), OP_K (w));
        break;
    case 8:
    case 10:
        decode_displaced (w, i);
        break;
    case 9:
        decode_nine (w, i);
        break;
    case 11:
        set_constant (i, w & 0x800 ? AVR_OUT : AVR_IN, OP_D (w),
                      0x20 + ((w & 0x0fu) | (w >> 5 & 0x30u)));
        break;
    case 12:
    case 13:
        set_constant (i, w & 0x1000 ? AVR_RCALL : AVR_RJMP, 0,
                      (pc + 1 + away) & MOST_PC);
        break;
    case 14:
        set_constant (i, AVR_LDI, OP_D_HIGH (w), OP_K (w));
        break;
    default:
        decode_fifteen (w, pc, i);
    }
}

static bool
takes_second (const struct avr_instruction *i)
{
    return i->op == AVR_LDS || i->op == AVR_STS || i->op == AVR_JMP
           || i->op == AVR_CALL;
}

void
avr_decode (const uint16_t *code, size_t words, uint32_t pc,
            struct avr_instruction *i)
{
    *i = (struct avr_instruction) {.op = AVR_BAD, .words = 1};
    if (pc >= words)
        return;
    decode_word (code[pc], pc, i);
    assert (i->d < 32 && i->r < 32 && i->bit < 8);
    if (!takes_second (i))
        return;
    if (pc + 1 >= words) {
        *i = (struct avr_instruction) {.op = AVR_BAD, .words = 1};
        return;
    }
    i->words = 2;
    i->k |= code[pc + 1];
    assert (i->k < 1u << 22);
}

bool
avr_jumps (const struct avr_instruction *i)
{
    switch (i->op) {
    case AVR_CPSE:
    case AVR_IJMP:
    case AVR_ICALL:
    case AVR_EIJMP:
    case AVR_EICALL:
    case AVR_RET:
    case AVR_RETI:
    case AVR_JMP:
    case AVR_CALL:
    case AVR_SBIC:
    case AVR_SBIS:
    case AVR_RJMP:
    case AVR_RCALL:
    case AVR_BRBS:
    case AVR_BRBC:
    case AVR_SBRC:
    case AVR_SBRS:
        return true;
    default:
        return false;
    }
}
