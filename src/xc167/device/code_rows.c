/* code_rows.c -- the manual's table of opcodes. */
#include "xc167/device/code_rows.h"

/* Eight kinds of operations share the shape of their rows, 10h apart. */
static bool
row_of_arithmetic (uint8_t opcode, struct xc167_row *row)
{
    static const uint8_t op[] = {XC_ADD, XC_ADDC, XC_SUB, XC_SUBC,
                                 XC_CMP, XC_XOR,  XC_AND, XC_OR};
    static const uint8_t form[] = {
        FORM_GPRS,    FORM_GPRS,     FORM_REG_MEM,  FORM_REG_MEM, FORM_MEM_REG,
        FORM_MEM_REG, FORM_REG_DATA, FORM_REG_DATA, FORM_SHORT,   FORM_SHORT};
    unsigned high = opcode >> 4, low = opcode & 15;
    if (high >= sizeof op || low >= sizeof form)
        return false;
    *row = (struct xc167_row) {op[high], form[low], opcode & 1, 0};
    return op[high] != XC_CMP || form[low] != FORM_MEM_REG;
}

static const struct xc167_row table[256] = {
    [0x0a] = {XC_BFLDL, FORM_FIELD_LOW, 0, 0},
    [0x0b] = {XC_MUL, FORM_GPRS, 0, 0},
    [0x0c] = {XC_ROL, FORM_GPRS, 0, 0},
    [0x1a] = {XC_BFLDH, FORM_FIELD_HIGH, 0, 0},
    [0x1b] = {XC_MULU, FORM_GPRS, 0, 0},
    [0x1c] = {XC_ROL, FORM_GPR_DATA4, 0, 0},
    [0x2a] = {XC_BCMP, FORM_BITS, 0, 0},
    [0x2b] = {XC_PRIOR, FORM_GPRS, 0, 0},
    [0x2c] = {XC_ROR, FORM_GPRS, 0, 0},
    [0x3a] = {XC_BMOVN, FORM_BITS, 0, 0},
    [0x3c] = {XC_ROR, FORM_GPR_DATA4, 0, 0},
    [0x4a] = {XC_BMOV, FORM_BITS, 0, 0},
    [0x4b] = {XC_DIV, FORM_DIVISOR, 0, 0},
    [0x4c] = {XC_SHL, FORM_GPRS, 0, 0},
    [0x5a] = {XC_BOR, FORM_BITS, 0, 0},
    [0x5b] = {XC_DIVU, FORM_DIVISOR, 0, 0},
    [0x5c] = {XC_SHL, FORM_GPR_DATA4, 0, 0},
    [0x6a] = {XC_BAND, FORM_BITS, 0, 0},
    [0x6b] = {XC_DIVL, FORM_DIVISOR, 0, 0},
    [0x6c] = {XC_SHR, FORM_GPRS, 0, 0},
    [0x7a] = {XC_BXOR, FORM_BITS, 0, 0},
    [0x7b] = {XC_DIVLU, FORM_DIVISOR, 0, 0},
    [0x7c] = {XC_SHR, FORM_GPR_DATA4, 0, 0},
    [0x80] = {XC_CMPI1, FORM_GPR_DATA4, 0, 0},
    [0x81] = {XC_NEG, FORM_GPR, 0, 0},
    [0x82] = {XC_CMPI1, FORM_GPR_MEM, 0, 0},
    [0x83] = {XC_MAC, FORM_FIXED, 0, 0},
    [0x84] = {XC_MOV, FORM_INDIRECT_MEM, 0, 0},
    [0x85] = {XC_ENWDT, FORM_PROTECTED, 0, 0},
    [0x86] = {XC_CMPI1, FORM_GPR_DATA16, 0, 0},
    [0x87] = {XC_IDLE, FORM_PROTECTED, 0, 0},
    [0x88] = {XC_MOV, FORM_STORE_DEC, 0, 0},
    [0x89] = {XC_MOV, FORM_STORE_DEC, 1, 0},
    [0x8a] = {XC_JB, FORM_JUMP_BIT, 0, 0},
    [0x8c] = {XC_SBRK, FORM_FIXED, 0, 0x00},
    [0x90] = {XC_CMPI2, FORM_GPR_DATA4, 0, 0},
    [0x91] = {XC_CPL, FORM_GPR, 0, 0},
    [0x92] = {XC_CMPI2, FORM_GPR_MEM, 0, 0},
    [0x93] = {XC_MAC, FORM_FIXED, 0, 0},
    [0x94] = {XC_MOV, FORM_MEM_INDIRECT, 0, 0},
    [0x96] = {XC_CMPI2, FORM_GPR_DATA16, 0, 0},
    [0x97] = {XC_PWRDN, FORM_PROTECTED, 0, 0},
    [0x98] = {XC_MOV, FORM_LOAD_INC, 0, 0},
    [0x99] = {XC_MOV, FORM_LOAD_INC, 1, 0},
    [0x9a] = {XC_JNB, FORM_JUMP_BIT, 0, 0},
    [0x9b] = {XC_TRAP, FORM_TRAP, 0, 0},
    [0x9c] = {XC_JMPI, FORM_INDIRECT_JUMP, 0, 0},
    [0xa0] = {XC_CMPD1, FORM_GPR_DATA4, 0, 0},
    [0xa1] = {XC_NEG, FORM_GPR, 1, 0},
    [0xa2] = {XC_CMPD1, FORM_GPR_MEM, 0, 0},
    [0xa3] = {XC_MAC, FORM_FIXED, 0, 0},
    [0xa4] = {XC_MOV, FORM_INDIRECT_MEM, 1, 0},
    [0xa5] = {XC_DISWDT, FORM_PROTECTED, 0, 0},
    [0xa6] = {XC_CMPD1, FORM_GPR_DATA16, 0, 0},
    [0xa7] = {XC_SRVWDT, FORM_PROTECTED, 0, 0},
    [0xa8] = {XC_MOV, FORM_LOAD, 0, 0},
    [0xa9] = {XC_MOV, FORM_LOAD, 1, 0},
    [0xaa] = {XC_JBC, FORM_JUMP_BIT, 0, 0},
    [0xab] = {XC_CALLI, FORM_INDIRECT_JUMP, 0, 0},
    [0xac] = {XC_ASHR, FORM_GPRS, 0, 0},
    [0xb0] = {XC_CMPD2, FORM_GPR_DATA4, 0, 0},
    [0xb1] = {XC_CPL, FORM_GPR, 1, 0},
    [0xb2] = {XC_CMPD2, FORM_GPR_MEM, 0, 0},
    [0xb3] = {XC_MAC, FORM_FIXED, 0, 0},
    [0xb4] = {XC_MOV, FORM_MEM_INDIRECT, 1, 0},
    [0xb5] = {XC_EINIT, FORM_PROTECTED, 0, 0},
    [0xb6] = {XC_CMPD2, FORM_GPR_DATA16, 0, 0},
    [0xb7] = {XC_SRST, FORM_PROTECTED, 0, 0},
    [0xb8] = {XC_MOV, FORM_STORE, 0, 0},
    [0xb9] = {XC_MOV, FORM_STORE, 1, 0},
    [0xba] = {XC_JNBS, FORM_JUMP_BIT, 0, 0},
    [0xbb] = {XC_CALLR, FORM_CALL_RELATIVE, 0, 0},
    [0xbc] = {XC_ASHR, FORM_GPR_DATA4, 0, 0},
    [0xc0] = {XC_MOVBZ, FORM_GPRS_SWAPPED, 0, 0},
    [0xc2] = {XC_MOVBZ, FORM_REG_MEM, 0, 0},
    [0xc3] = {XC_MAC, FORM_FIXED, 0, 0},
    [0xc4] = {XC_MOV, FORM_STORE_OFFSET, 0, 0},
    [0xc5] = {XC_MOVBZ, FORM_MEM_REG, 0, 0},
    [0xc6] = {XC_SCXT, FORM_REG_DATA, 0, 0},
    [0xc8] = {XC_MOV, FORM_COPY, 0, 0},
    [0xc9] = {XC_MOV, FORM_COPY, 1, 0},
    [0xca] = {XC_CALLA, FORM_ABSOLUTE, 0, 0},
    [0xcb] = {XC_RET, FORM_FIXED, 0, 0x00},
    [0xcc] = {XC_NOP, FORM_FIXED, 0, 0x00},
    [0xd0] = {XC_MOVBS, FORM_GPRS_SWAPPED, 0, 0},
    [0xd1] = {XC_ATOMIC, FORM_SEQUENCE, 0, 0},
    [0xd2] = {XC_MOVBS, FORM_REG_MEM, 0, 0},
    [0xd3] = {XC_MAC, FORM_FIXED, 0, 0},
    [0xd4] = {XC_MOV, FORM_LOAD_OFFSET, 0, 0},
    [0xd5] = {XC_MOVBS, FORM_MEM_REG, 0, 0},
    [0xd6] = {XC_SCXT, FORM_REG_MEM, 0, 0},
    [0xd7] = {XC_EXTS, FORM_EXTEND, 0, 0},
    [0xd8] = {XC_MOV, FORM_COPY_INC, 0, 0},
    [0xd9] = {XC_MOV, FORM_COPY_INC, 1, 0},
    [0xda] = {XC_CALLS, FORM_SEGMENT, 0, 0},
    [0xdb] = {XC_RETS, FORM_FIXED, 0, 0x00},
    [0xdc] = {XC_EXTS, FORM_EXTEND_GPR, 0, 0},
    [0xe0] = {XC_MOV, FORM_GPR_DATA4, 0, 0},
    [0xe1] = {XC_MOV, FORM_GPR_DATA4, 1, 0},
    [0xe2] = {XC_PCALL, FORM_REG_ADDRESS, 0, 0},
    [0xe4] = {XC_MOV, FORM_STORE_OFFSET, 1, 0},
    [0xe6] = {XC_MOV, FORM_REG_DATA, 0, 0},
    [0xe7] = {XC_MOV, FORM_REG_DATA, 1, 0},
    [0xe8] = {XC_MOV, FORM_COPY_FROM_INC, 0, 0},
    [0xe9] = {XC_MOV, FORM_COPY_FROM_INC, 1, 0},
    [0xea] = {XC_JMPA, FORM_ABSOLUTE, 0, 0},
    [0xeb] = {XC_RETP, FORM_REG, 0, 0},
    [0xec] = {XC_PUSH, FORM_REG, 0, 0},
    [0xf0] = {XC_MOV, FORM_GPRS, 0, 0},
    [0xf1] = {XC_MOV, FORM_GPRS, 1, 0},
    [0xf2] = {XC_MOV, FORM_REG_MEM, 0, 0},
    [0xf3] = {XC_MOV, FORM_REG_MEM, 1, 0},
    [0xf4] = {XC_MOV, FORM_LOAD_OFFSET, 1, 0},
    [0xf6] = {XC_MOV, FORM_MEM_REG, 0, 0},
    [0xf7] = {XC_MOV, FORM_MEM_REG, 1, 0},
    [0xfa] = {XC_JMPS, FORM_SEGMENT, 0, 0},
    [0xfb] = {XC_RETI, FORM_FIXED, 0, 0x88},
    [0xfc] = {XC_POP, FORM_REG, 0, 0},
};

struct xc167_row
xc167_row_of (uint8_t opcode)
{
    struct xc167_row row = {XC_BAD, FORM_NONE, 0, 0};
    if (row_of_arithmetic (opcode, &row))
        return row;
    switch (opcode & 15) {
    case 0xd:
        return (struct xc167_row) {XC_JMPR, FORM_RELATIVE, 0, 0};
    case 0xe:
        return (struct xc167_row) {XC_BCLR, FORM_BIT, 0, 0};
    case 0xf:
        return (struct xc167_row) {XC_BSET, FORM_BIT, 0, 0};
    default:
        if (table[opcode].op != XC_BAD)
            return table[opcode];
        return (struct xc167_row) {XC_BAD, FORM_NONE, 0, 0};
    }
}

bool
xc167_row_is_long (struct xc167_row row)
{
    switch ((enum xc167_form) row.form) {
    case FORM_PROTECTED:
    case FORM_REG_DATA:
    case FORM_REG_MEM:
    case FORM_MEM_REG:
    case FORM_GPR_DATA16:
    case FORM_GPR_MEM:
    case FORM_LOAD_OFFSET:
    case FORM_STORE_OFFSET:
    case FORM_INDIRECT_MEM:
    case FORM_MEM_INDIRECT:
    case FORM_BITS:
    case FORM_FIELD_LOW:
    case FORM_FIELD_HIGH:
    case FORM_JUMP_BIT:
    case FORM_ABSOLUTE:
    case FORM_SEGMENT:
    case FORM_REG_ADDRESS:
    case FORM_EXTEND:
        return true;
    default:
        return row.op == XC_MAC;
    }
}
