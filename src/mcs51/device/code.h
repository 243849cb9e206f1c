/* code.h -- instructions: decoded once, printed as the assembler writes them. */
#ifndef MCS51_DEVICE_CODE_H
#define MCS51_DEVICE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* The mnemonics of the instruction set; where one mnemonic does different things,
 * one name each. */
enum mcs51_op {
    MCS51_NONE, /* nothing was loaded there */
    MCS51_BAD,  /* 0xa5 */
    MCS51_NOP,
    MCS51_JMP,    /* AJMP, LJMP, SJMP */
    MCS51_JMP_AT, /* JMP @A+DPTR */
    MCS51_CALL,   /* ACALL, LCALL */
    MCS51_RET,
    MCS51_RETI,
    MCS51_JBC,
    MCS51_JB,
    MCS51_JNB,
    MCS51_JC,
    MCS51_JNC,
    MCS51_JZ,
    MCS51_JNZ,
    MCS51_CJNE,
    MCS51_DJNZ,
    MCS51_MOV,
    MCS51_MOV_DPTR,
    MCS51_MOVC_DPTR,
    MCS51_MOVC_PC,
    MCS51_MOVX_LOAD,
    MCS51_MOVX_STORE,
    MCS51_PUSH,
    MCS51_POP,
    MCS51_XCH,
    MCS51_XCHD,
    MCS51_ADD,
    MCS51_ADDC,
    MCS51_SUBB,
    MCS51_INC,
    MCS51_INC_DPTR,
    MCS51_DEC,
    MCS51_MUL,
    MCS51_DIV,
    MCS51_DA,
    MCS51_ORL,
    MCS51_ANL,
    MCS51_XRL,
    MCS51_CLR,
    MCS51_CPL,
    MCS51_RR,
    MCS51_RRC,
    MCS51_RL,
    MCS51_RLC,
    MCS51_SWAP,
    MCS51_CLR_BIT, /* bit operations; of the carry as well */
    MCS51_SETB,
    MCS51_CPL_BIT,
    MCS51_MOV_C,   /* MOV C,bit */
    MCS51_MOV_BIT, /* MOV bit,C */
    MCS51_ORL_C,
    MCS51_ORL_C_NOT,
    MCS51_ANL_C,
    MCS51_ANL_C_NOT,
    MCS51_OPS
};

enum mcs51_mode {
    OPERAND_NONE,
    OPERAND_A,
    OPERAND_R,         /* x: 0 .. 7 */
    OPERAND_AT_R,      /* x: 0, 1 */
    OPERAND_DIRECT,    /* x: address */
    OPERAND_IMMEDIATE, /* x: value */
    OPERAND_BIT,       /* x: bit address */
    OPERAND_CARRY,
    OPERAND_DPTR
};

struct mcs51_operand {
    uint8_t mode, x;
};

struct mcs51_instruction {
    uint8_t code;  /* the first byte */
    uint8_t op;    /* enum mcs51_op */
    uint8_t bytes; /* 1 to 3 */
    struct mcs51_operand to, from;
    uint16_t k; /* target of a jump, call or branch; of MOV DPTR the value */
};

/* The instruction at `pc` of a code space of MCS51_CODE bytes. */
void mcs51_decode (const uint8_t *code, uint16_t pc,
                   struct mcs51_instruction *);
/* As sdcc's assembler writes it, with names of registers where `name` gives one. */
void mcs51_instruction_print (const struct mcs51_instruction *, struct text *,
                              const char *(*name) (void *, uint16_t address),
                              void *context);
/* May go elsewhere than to the next instruction. */
bool mcs51_jumps (const struct mcs51_instruction *);
/* The byte that holds a bit. */
static inline uint8_t
mcs51_bit_byte (uint8_t bit)
{
    return bit < 0x80 ? (uint8_t) (0x20 + (bit >> 3)) : bit & 0xf8;
}

#endif
