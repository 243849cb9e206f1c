/* code_rows.h -- one row of the table of opcodes: for the decoder alone. */
#ifndef XC167_DEVICE_CODE_ROWS_H
#define XC167_DEVICE_CODE_ROWS_H

#include "xc167/device/code.h"

/* How the bytes behind the opcode say what the operands are; letters as in the
 * manual: n and m are nibbles. */
enum xc167_form {
    FORM_FIXED,        /* nothing; `second` is the second byte */
    FORM_PROTECTED,    /* its complement, then twice the opcode */
    FORM_GPRS,         /* nm: Rn, Rm */
    FORM_GPRS_SWAPPED, /* mn: Rn, Rm */
    FORM_SHORT,        /* n0###, n10ii, n11ii */
    FORM_REG_DATA,
    FORM_REG_MEM,
    FORM_MEM_REG,
    FORM_GPR_DATA4,  /* #n */
    FORM_GPR_DATA16, /* Fn ## ## */
    FORM_GPR_MEM,    /* Fn MM MM */
    FORM_GPR,        /* n0 */
    FORM_DIVISOR,    /* nn */
    FORM_LOAD,       /* nm: Rn, [Rm] */
    FORM_LOAD_INC,
    FORM_STORE, /* nm: [Rm], Rn */
    FORM_STORE_DEC,
    FORM_COPY, /* nm: [Rn], [Rm] */
    FORM_COPY_INC,
    FORM_COPY_FROM_INC,
    FORM_LOAD_OFFSET,  /* nm ## ## */
    FORM_STORE_OFFSET, /* nm ## ## */
    FORM_INDIRECT_MEM, /* 0n MM MM: [Rn], mem */
    FORM_MEM_INDIRECT,
    FORM_BITS,       /* QQ ZZ qz: Z.z, Q.q */
    FORM_BIT,        /* qE QQ */
    FORM_FIELD_LOW,  /* QQ @@ ## */
    FORM_FIELD_HIGH, /* QQ ## @@ */
    FORM_JUMP_BIT,   /* QQ rr q0 */
    FORM_RELATIVE,   /* cD rr */
    FORM_CALL_RELATIVE,
    FORM_ABSOLUTE,      /* c0 MM MM */
    FORM_INDIRECT_JUMP, /* cn */
    FORM_SEGMENT,       /* SS MM MM */
    FORM_REG_ADDRESS,   /* RR MM MM, caddr */
    FORM_TRAP,          /* t:ttt0 */
    FORM_REG,
    FORM_SEQUENCE,   /* :00##-0 */
    FORM_EXTEND_GPR, /* :tt##-m */
    FORM_EXTEND,     /* :tt##-0 pp 0:00pp or ss 00 */
    FORM_NONE        /* no instruction */
};

struct xc167_row {
    uint8_t op, form;
    bool is_byte;
    uint8_t second;
};

struct xc167_row xc167_row_of (uint8_t opcode);
/* Has the instruction four bytes? */
bool xc167_row_is_long (struct xc167_row);

#endif
