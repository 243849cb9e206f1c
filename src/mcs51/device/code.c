/* code.c -- decoding.  Rows are the high digit of the first byte; columns 5 to f are
 * direct, @R0, @R1, R0 .. R7. */
#include "mcs51/device/code.h"

#include <assert.h>

/* What an instruction is made of besides its first byte. */
struct code_shape {
    uint8_t op, to, from;
    bool relative; /* the last byte is a distance */
};

enum {
    NO = OPERAND_NONE,
    A = OPERAND_A,
    DIR = OPERAND_DIRECT,
    IMM = OPERAND_IMMEDIATE,
    BIT = OPERAND_BIT,
    C = OPERAND_CARRY,
    ATR = OPERAND_AT_R,
    DPTR = OPERAND_DPTR,
    ANY = 100 /* what the column says */
};

static const struct code_shape column_0[16] = {
    {MCS51_NOP, NO, NO, false},        {MCS51_JBC, BIT, NO, true},
    {MCS51_JB, BIT, NO, true},         {MCS51_JNB, BIT, NO, true},
    {MCS51_JC, NO, NO, true},          {MCS51_JNC, NO, NO, true},
    {MCS51_JZ, NO, NO, true},          {MCS51_JNZ, NO, NO, true},
    {MCS51_JMP, NO, NO, true},         {MCS51_MOV_DPTR, DPTR, NO, false},
    {MCS51_ORL_C_NOT, C, BIT, false},  {MCS51_ANL_C_NOT, C, BIT, false},
    {MCS51_PUSH, NO, DIR, false},      {MCS51_POP, DIR, NO, false},
    {MCS51_MOVX_LOAD, A, DPTR, false}, {MCS51_MOVX_STORE, DPTR, A, false}};

static const struct code_shape column_2[16] = {
    {MCS51_JMP, NO, NO, false},       {MCS51_CALL, NO, NO, false},
    {MCS51_RET, NO, NO, false},       {MCS51_RETI, NO, NO, false},
    {MCS51_ORL, DIR, A, false},       {MCS51_ANL, DIR, A, false},
    {MCS51_XRL, DIR, A, false},       {MCS51_ORL_C, C, BIT, false},
    {MCS51_ANL_C, C, BIT, false},     {MCS51_MOV_BIT, BIT, C, false},
    {MCS51_MOV_C, C, BIT, false},     {MCS51_CPL_BIT, BIT, NO, false},
    {MCS51_CLR_BIT, BIT, NO, false},  {MCS51_SETB, BIT, NO, false},
    {MCS51_MOVX_LOAD, A, ATR, false}, {MCS51_MOVX_STORE, ATR, A, false}};

static const struct code_shape column_3[16] = {
    {MCS51_RR, A, NO, false},          {MCS51_RRC, A, NO, false},
    {MCS51_RL, A, NO, false},          {MCS51_RLC, A, NO, false},
    {MCS51_ORL, DIR, IMM, false},      {MCS51_ANL, DIR, IMM, false},
    {MCS51_XRL, DIR, IMM, false},      {MCS51_JMP_AT, NO, NO, false},
    {MCS51_MOVC_PC, A, NO, false},     {MCS51_MOVC_DPTR, A, NO, false},
    {MCS51_INC_DPTR, DPTR, NO, false}, {MCS51_CPL_BIT, C, NO, false},
    {MCS51_CLR_BIT, C, NO, false},     {MCS51_SETB, C, NO, false},
    {MCS51_MOVX_LOAD, A, ATR, false},  {MCS51_MOVX_STORE, ATR, A, false}};

static const struct code_shape column_4[16] = {
    {MCS51_INC, A, NO, false},  {MCS51_DEC, A, NO, false},
    {MCS51_ADD, A, IMM, false}, {MCS51_ADDC, A, IMM, false},
    {MCS51_ORL, A, IMM, false}, {MCS51_ANL, A, IMM, false},
    {MCS51_XRL, A, IMM, false}, {MCS51_MOV, A, IMM, false},
    {MCS51_DIV, NO, NO, false}, {MCS51_SUBB, A, IMM, false},
    {MCS51_MUL, NO, NO, false}, {MCS51_CJNE, A, IMM, true},
    {MCS51_SWAP, A, NO, false}, {MCS51_DA, A, NO, false},
    {MCS51_CLR, A, NO, false},  {MCS51_CPL, A, NO, false}};

static const struct code_shape column_any[16] = {
    {MCS51_INC, ANY, NO, false},  {MCS51_DEC, ANY, NO, false},
    {MCS51_ADD, A, ANY, false},   {MCS51_ADDC, A, ANY, false},
    {MCS51_ORL, A, ANY, false},   {MCS51_ANL, A, ANY, false},
    {MCS51_XRL, A, ANY, false},   {MCS51_MOV, ANY, IMM, false},
    {MCS51_MOV, DIR, ANY, false}, {MCS51_SUBB, A, ANY, false},
    {MCS51_MOV, ANY, DIR, false}, {MCS51_CJNE, ANY, IMM, true},
    {MCS51_XCH, A, ANY, false},   {MCS51_DJNZ, ANY, NO, true},
    {MCS51_MOV, A, ANY, false},   {MCS51_MOV, ANY, A, false}};

/* Where a row is not as the others in its column. */
static struct code_shape
shape_of (uint8_t code)
{
    unsigned row = code >> 4, column = code & 15;
    switch (code) {
    case 0xa5:
        return (struct code_shape) {MCS51_BAD, NO, NO, false};
    case 0xb5:
        return (struct code_shape) {MCS51_CJNE, A, DIR, true};
    case 0xd6:
    case 0xd7:
        return (struct code_shape) {MCS51_XCHD, A, ATR, false};
    default:
        break;
    }
    switch (column) {
    case 0:
        return column_0[row];
    case 1:
        return (struct code_shape) {row & 1 ? MCS51_CALL : MCS51_JMP, NO, NO,
                                    false};
    case 2:
        return column_2[row];
    case 3:
        return column_3[row];
    case 4:
        return column_4[row];
    default:
        return column_any[row];
    }
}

struct decoder {
    const uint8_t *code;
    uint16_t at;
};

static uint8_t
next_byte (struct decoder *d)
{
    return d->code[d->at++];
}

static struct mcs51_operand
operand (struct decoder *d, unsigned mode, uint8_t code)
{
    unsigned column = code & 15;
    if (mode == ANY)
        mode = column >= 8   ? OPERAND_R
               : column >= 6 ? OPERAND_AT_R
                             : OPERAND_DIRECT;
    uint8_t x = 0;
    if (mode == OPERAND_DIRECT || mode == OPERAND_IMMEDIATE
        || mode == OPERAND_BIT)
        x = next_byte (d);
    else if (mode == OPERAND_R)
        x = code & 7;
    else if (mode == OPERAND_AT_R)
        x = code & 1;
    return (struct mcs51_operand) {(uint8_t) mode, x};
}

static uint16_t
next_word (struct decoder *d)
{
    uint16_t high = next_byte (d);
    return (uint16_t) (high << 8 | next_byte (d));
}

void
mcs51_decode (const uint8_t *code, uint16_t pc, struct mcs51_instruction *i)
{
    struct decoder d = {code, pc};
    uint8_t first = next_byte (&d);
    struct code_shape s = shape_of (first);
    *i = (struct mcs51_instruction) {.code = first, .op = s.op};
    if (first == 0x85) { /* the only one whose source comes first */
        i->from = operand (&d, DIR, first);
        i->to = operand (&d, DIR, first);
    } else {
        i->to = operand (&d, s.to, first);
        i->from = operand (&d, s.from, first);
    }
    if (s.relative) {
        uint8_t distance = next_byte (&d);
        i->k = (uint16_t) (d.at + distance - (distance & 0x80 ? 256 : 0));
    } else if ((first & 15) == 1) { /* AJMP, ACALL: within 2 KiB */
        uint8_t low = next_byte (&d);
        i->k = (uint16_t) ((d.at & 0xf800) | (first & 0xe0) << 3 | low);
    } else if (first == 0x02 || first == 0x12 || first == 0x90)
        i->k = next_word (&d);
    i->bytes = (uint8_t) (d.at - pc);
    assert (i->bytes >= 1 && i->bytes <= 3);
}

bool
mcs51_jumps (const struct mcs51_instruction *i)
{
    return i->op <= MCS51_BAD || (i->op >= MCS51_JMP && i->op <= MCS51_DJNZ);
}
