/* code.h -- instructions of the C166SV2 core (XC167), decoded.
 *
 * What the instruction set manual writes in many formats is here one operation with
 * up to two operands; `bytes` is 2 or 4.  Instructions of the MAC unit are known as
 * such, and no more. */
#ifndef XC167_DEVICE_CODE_H
#define XC167_DEVICE_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum xc167_op {
    XC_BAD,       /* no such instruction */
    XC_PROTECTED, /* a protected one whose bytes do not confirm each other */
    XC_MAC,       /* of the MAC unit */
    /* arithmetic and logic, a := a op b; words or bytes */
    XC_ADD,
    XC_ADDC,
    XC_SUB,
    XC_SUBC,
    XC_CMP,
    XC_XOR,
    XC_AND,
    XC_OR,
    XC_CMPI1, /* compares, then counts a up or down */
    XC_CMPI2,
    XC_CMPD1,
    XC_CMPD2,
    XC_MUL,
    XC_MULU,
    XC_DIV,
    XC_DIVU,
    XC_DIVL,
    XC_DIVLU,
    XC_PRIOR,
    XC_CPL,
    XC_NEG,
    XC_ROL,
    XC_ROR,
    XC_SHL,
    XC_SHR,
    XC_ASHR,
    /* moves */
    XC_MOV,
    XC_MOVBZ, /* b is a byte, a a word */
    XC_MOVBS,
    /* bits: a is the destination */
    XC_BMOV,
    XC_BMOVN,
    XC_BAND,
    XC_BOR,
    XC_BXOR,
    XC_BCMP,
    XC_BSET,
    XC_BCLR,
    XC_BFLDL, /* of word a; mask, and b is the data */
    XC_BFLDH,
    /* where it goes */
    XC_JMPR, /* target: words from the next instruction */
    XC_JMPA, /* target: address in the segment */
    XC_JMPI, /* through a */
    XC_JMPS, /* segment, target */
    XC_JB,
    XC_JNB,
    XC_JBC,
    XC_JNBS,
    XC_CALLA,
    XC_CALLI,
    XC_CALLS,
    XC_CALLR,
    XC_PCALL, /* pushes a */
    XC_TRAP,  /* number */
    XC_RET,
    XC_RETS,
    XC_RETI,
    XC_RETP, /* pops a */
    XC_PUSH,
    XC_POP,
    XC_SCXT,
    /* sequences: number of instructions; what is overridden: page or segment b */
    XC_ATOMIC,
    XC_EXTR,
    XC_EXTP,
    XC_EXTPR,
    XC_EXTS,
    XC_EXTSR,
    /* the system */
    XC_IDLE,
    XC_PWRDN,
    XC_SRVWDT,
    XC_DISWDT,
    XC_ENWDT,
    XC_EINIT,
    XC_SRST,
    XC_SBRK,
    XC_NOP,
    XC_OPS
};

enum xc167_operand_kind {
    OPERAND_NONE,
    OPERAND_GPR,       /* Rn, or a byte of one: n is 0 RL0, 1 RH0, .. */
    OPERAND_INDIRECT,  /* [Rn] */
    OPERAND_INCREMENT, /* [Rn+] */
    OPERAND_DECREMENT, /* [-Rn] */
    OPERAND_OFFSET,    /* [Rn + #k] */
    OPERAND_REG,       /* n: short address of an SFR; GPRs are OPERAND_GPR */
    OPERAND_MEM,       /* k: 16-bit address, through a DPP */
    OPERAND_CONSTANT,  /* k */
    OPERAND_BIT,       /* bit of word n, a short address of the bit space */
    OPERAND_BITWORD    /* that word */
};

struct xc167_operand {
    uint8_t kind, n, bit;
    uint16_t k;
};

enum xc167_condition {
    CC_UC,
    CC_NET,
    CC_Z,
    CC_NZ,
    CC_V,
    CC_NV,
    CC_N,
    CC_NN,
    CC_C,
    CC_NC,
    CC_SGT,
    CC_SLE,
    CC_SLT,
    CC_SGE,
    CC_UGT,
    CC_ULE
};

struct xc167_instruction {
    uint8_t op, bytes;
    bool is_byte;      /* ADDB, MOVB, .. */
    uint8_t condition; /* of jumps and calls */
    uint8_t number;    /* TRAP, segment, length of a sequence, mask of BFLD */
    uint16_t target; /* of jumps: as they are written; relative ones in words */
    struct xc167_operand a, b;
};

/* The instruction that these bytes begin; those of a short one need not be there
 * beyond the second. */
void xc167_decode (const uint8_t byte[4], struct xc167_instruction *);
/* Bytes of an instruction that begins with this one, 2 or 4; of what is none, 2. */
unsigned xc167_length (uint8_t first);

/* May it be followed by something else than the next one? */
bool xc167_jumps (const struct xc167_instruction *);
bool xc167_is_call (const struct xc167_instruction *);
/* Where a jump to a constant goes from `address` (24 bits); false: it is none. */
bool xc167_target (const struct xc167_instruction *, uint32_t address,
                   uint32_t *target);

/* As the assembler writes it.  `name` gives the name of a register by its address
 * (in segment 0), or null. */
typedef const char *xc167_namer (void *context, uint16_t address);
void xc167_print (const struct xc167_instruction *, uint32_t address,
                  xc167_namer *, void *context, struct text *);

#endif
