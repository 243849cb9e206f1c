/* code.h -- instructions: decoded once, printed as the assembler writes
 * them. */
#ifndef AVR_DEVICE_CODE_H
#define AVR_DEVICE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* The mnemonics of the instruction set manual; where one mnemonic has several
 * addressing modes, one name each.  Aliases (LSL, TST, SEI, ..) are decoded to
 * what they stand for and printed as aliases. */
enum avr_op {
    AVR_BAD, /* no instruction of these devices */
    AVR_NOP,
    AVR_MOVW,
    AVR_MULS,
    AVR_MULSU,
    AVR_FMUL,
    AVR_FMULS,
    AVR_FMULSU,
    AVR_CPC,
    AVR_SBC,
    AVR_ADD,
    AVR_CPSE,
    AVR_CP,
    AVR_SUB,
    AVR_ADC,
    AVR_AND,
    AVR_EOR,
    AVR_OR,
    AVR_MOV,
    AVR_CPI,
    AVR_SBCI,
    AVR_SUBI,
    AVR_ORI,
    AVR_ANDI,
    AVR_LDI,
    AVR_LDD_Y,
    AVR_LDD_Z,
    AVR_STD_Y,
    AVR_STD_Z, /* also q = 0 */
    AVR_LDS,
    AVR_STS,
    AVR_LD_Z_INC,
    AVR_LD_Z_DEC,
    AVR_LD_Y_INC,
    AVR_LD_Y_DEC,
    AVR_LD_X,
    AVR_LD_X_INC,
    AVR_LD_X_DEC,
    AVR_ST_Z_INC,
    AVR_ST_Z_DEC,
    AVR_ST_Y_INC,
    AVR_ST_Y_DEC,
    AVR_ST_X,
    AVR_ST_X_INC,
    AVR_ST_X_DEC,
    AVR_LPM_R0,
    AVR_LPM,
    AVR_LPM_INC,
    AVR_ELPM_R0,
    AVR_ELPM,
    AVR_ELPM_INC,
    AVR_SPM,
    AVR_POP,
    AVR_PUSH,
    AVR_COM,
    AVR_NEG,
    AVR_SWAP,
    AVR_INC,
    AVR_ASR,
    AVR_LSR,
    AVR_ROR,
    AVR_DEC,
    AVR_BSET,
    AVR_BCLR,
    AVR_IJMP,
    AVR_ICALL,
    AVR_RET,
    AVR_RETI,
    AVR_SLEEP,
    AVR_BREAK,
    AVR_WDR,
    AVR_JMP,
    AVR_CALL,
    AVR_ADIW,
    AVR_SBIW,
    AVR_CBI,
    AVR_SBI,
    AVR_SBIC,
    AVR_SBIS,
    AVR_MUL,
    AVR_IN,
    AVR_OUT,
    AVR_RJMP,
    AVR_RCALL,
    AVR_BRBS,
    AVR_BRBC,
    AVR_BLD,
    AVR_BST,
    AVR_SBRC,
    AVR_SBRS,
    AVR_EIJMP,
    AVR_EICALL
};

struct avr_instruction {
    uint8_t op;    /* enum avr_op */
    uint8_t words; /* 1 or 2 */
    uint8_t d;     /* destination or only register; MOVW, ADIW: the even one */
    uint8_t r;     /* source register */
    uint8_t bit;   /* of BSET, BCLR, SBI, .., BRBS, BLD, .. */
    bool counts;   /* a branch back to a delay loop (avr/device/loop.h) */
    uint32_t k;    /* immediate; displacement q; data address of LDS, STS, IN,
                      OUT, SBI, .. (I/O addresses have 0x20 added); word address
                      of a jump, branch or call, already absolute */
};

/* The instruction at word address `pc` of `words` words of code; op AVR_BAD if
 * there is none (also a second word beyond the end). */
void avr_decode (const uint16_t *code, size_t words, uint32_t pc,
                 struct avr_instruction *);
/* As avr-objdump does, with names of registers where `name` gives one. */
void avr_instruction_print (const struct avr_instruction *, struct text *,
                            const char *(*name) (void *, uint16_t address),
                            void *context);
/* May go elsewhere than to the next instruction. */
bool avr_jumps (const struct avr_instruction *);

#endif
