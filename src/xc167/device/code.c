/* code.c -- from bytes to instructions. */
#include "xc167/device/code.h"

#include <assert.h>
#include <string.h>

#include "xc167/device/code_rows.h"

static struct xc167_operand
operand (enum xc167_operand_kind kind, unsigned n)
{
    return (struct xc167_operand) {.kind = kind, .n = (uint8_t) n};
}

static struct xc167_operand
constant (unsigned k)
{
    return (struct xc167_operand) {.kind = OPERAND_CONSTANT, .k = (uint16_t) k};
}

static struct xc167_operand
memory (const uint8_t byte[4])
{
    return (struct xc167_operand) {.kind = OPERAND_MEM,
                                   .k = (uint16_t) (byte[2] | byte[3] << 8)};
}

/* Short addresses F0h to FFh are those of the register bank. */
static struct xc167_operand
reg (unsigned rr)
{
    return rr >= 0xf0 ? operand (OPERAND_GPR, rr & 15)
                      : operand (OPERAND_REG, rr);
}

static struct xc167_operand
bit (unsigned word, unsigned position)
{
    return (struct xc167_operand) {
        .kind = OPERAND_BIT, .n = (uint8_t) word, .bit = (uint8_t) position};
}

static struct xc167_operand
short_source (unsigned nibble)
{
    if (!(nibble & 8))
        return constant (nibble & 7);
    return operand (nibble & 4 ? OPERAND_INCREMENT : OPERAND_INDIRECT,
                    nibble & 3);
}

static void
decode_extend (const uint8_t byte[4], bool long_form,
               struct xc167_instruction *i)
{
    static const uint8_t op[] = {XC_EXTS, XC_EXTP, XC_EXTSR, XC_EXTPR};
    i->op = op[byte[1] >> 6];
    i->number = (byte[1] >> 4 & 3) + 1;
    if (!long_form) {
        i->b = operand (OPERAND_GPR, byte[1] & 15);
        return;
    }
    bool is_page = i->op == XC_EXTP || i->op == XC_EXTPR;
    i->b = constant (is_page ? byte[2] | (byte[3] & 3u) << 8 : byte[2]);
    if (byte[1] & 15)
        i->op = XC_BAD;
}

static void
decode_sequence (const uint8_t byte[4], struct xc167_instruction *i)
{
    i->op = byte[1] >> 6 == 0   ? XC_ATOMIC
            : byte[1] >> 6 == 2 ? XC_EXTR
                                : XC_BAD;
    i->number = (byte[1] >> 4 & 3) + 1;
    if (byte[1] & 15)
        i->op = XC_BAD;
}

/* Moves through pointers. */
static void
decode_pointers (const uint8_t byte[4], enum xc167_form form,
                 struct xc167_instruction *i)
{
    unsigned n = byte[1] >> 4, m = byte[1] & 15;
    uint16_t k = (uint16_t) (byte[2] | byte[3] << 8);
    i->a = operand (OPERAND_GPR, n);
    i->b = operand (OPERAND_INDIRECT, m);
    if (form == FORM_LOAD_INC || form == FORM_COPY_FROM_INC)
        i->b.kind = OPERAND_INCREMENT;
    if (form == FORM_COPY || form == FORM_COPY_FROM_INC)
        i->a.kind = OPERAND_INDIRECT;
    if (form == FORM_COPY_INC)
        i->a.kind = OPERAND_INCREMENT;
    if (form == FORM_LOAD_OFFSET || form == FORM_STORE_OFFSET) {
        i->b.kind = OPERAND_OFFSET;
        i->b.k = k;
    }
    if (form == FORM_STORE_DEC)
        i->b.kind = OPERAND_DECREMENT;
    if (form == FORM_STORE || form == FORM_STORE_DEC
        || form == FORM_STORE_OFFSET) {
        struct xc167_operand swap = i->a;
        i->a = i->b;
        i->b = swap;
    }
}

static void
decode_flow (const uint8_t byte[4], enum xc167_form form,
             struct xc167_instruction *i)
{
    uint16_t address = (uint16_t) (byte[2] | byte[3] << 8);
    switch (form) {
    case FORM_RELATIVE:
        i->condition = byte[0] >> 4;
        i->target = byte[1];
        break;
    case FORM_CALL_RELATIVE:
        i->target = byte[1];
        break;
    case FORM_ABSOLUTE: /* further bits foretell whether it will be taken */
        i->condition = byte[1] >> 4;
        i->target = address;
        break;
    case FORM_INDIRECT_JUMP:
        i->condition = byte[1] >> 4;
        i->a = operand (OPERAND_GPR, byte[1] & 15);
        break;
    case FORM_SEGMENT:
        i->number = byte[1];
        i->target = address;
        break;
    case FORM_REG_ADDRESS:
        i->a = reg (byte[1]);
        i->target = address;
        break;
    case FORM_JUMP_BIT:
        i->a = bit (byte[1], byte[3] >> 4);
        i->target = byte[2];
        break;
    default:
        assert (form == FORM_TRAP);
        i->number = byte[1] >> 1;
    }
}

static void
decode_bits (const uint8_t byte[4], enum xc167_form form,
             struct xc167_instruction *i)
{
    if (form == FORM_BIT)
        i->a = bit (byte[1], byte[0] >> 4);
    else if (form == FORM_BITS) {
        i->a = bit (byte[2], byte[3] & 15);
        i->b = bit (byte[1], byte[3] >> 4);
    } else {
        i->a = operand (OPERAND_BITWORD, byte[1]);
        i->number = byte[form == FORM_FIELD_LOW ? 2 : 3];
        i->b = constant (byte[form == FORM_FIELD_LOW ? 3 : 2]);
    }
}

static void
decode_data (const uint8_t byte[4], enum xc167_form form,
             struct xc167_instruction *i)
{
    unsigned n = byte[1] >> 4, m = byte[1] & 15;
    i->a = operand (OPERAND_GPR, n);
    switch (form) {
    case FORM_GPRS:
        i->b = operand (OPERAND_GPR, m);
        break;
    case FORM_GPRS_SWAPPED:
        i->a = operand (OPERAND_GPR, m);
        i->b = operand (OPERAND_GPR, n);
        break;
    case FORM_SHORT:
        i->b = short_source (m);
        break;
    case FORM_REG_DATA:
        i->a = reg (byte[1]);
        i->b = constant (i->is_byte ? byte[2] : byte[2] | byte[3] << 8);
        break;
    case FORM_REG_MEM:
        i->a = reg (byte[1]);
        i->b = memory (byte);
        break;
    case FORM_MEM_REG:
        i->a = memory (byte);
        i->b = reg (byte[1]);
        break;
    case FORM_GPR_DATA4:
        i->a = operand (OPERAND_GPR, m);
        i->b = constant (n);
        break;
    case FORM_GPR_DATA16:
        i->a = operand (OPERAND_GPR, m);
        i->b = constant (byte[2] | byte[3] << 8);
        break;
    case FORM_GPR_MEM:
        i->a = operand (OPERAND_GPR, m);
        i->b = memory (byte);
        break;
    case FORM_INDIRECT_MEM:
        i->a = operand (OPERAND_INDIRECT, m);
        i->b = memory (byte);
        break;
    case FORM_MEM_INDIRECT:
        i->a = memory (byte);
        i->b = operand (OPERAND_INDIRECT, m);
        break;
    case FORM_REG:
        i->a = reg (byte[1]);
        break;
    default:
        assert (form == FORM_GPR || form == FORM_DIVISOR);
    }
}

static bool
is_confirmed (const uint8_t byte[4])
{
    return byte[0] + byte[1] == 0xff && byte[2] == byte[0]
           && byte[3] == byte[0];
}

void
xc167_decode (const uint8_t byte[4], struct xc167_instruction *i)
{
    struct xc167_row row = xc167_row_of (byte[0]);
    memset (i, 0, sizeof *i);
    i->op = row.op;
    i->bytes = xc167_row_is_long (row) ? 4 : 2;
    i->is_byte = row.is_byte;
    switch ((enum xc167_form) row.form) {
    case FORM_NONE:
        break;
    case FORM_FIXED:
        if (row.op != XC_MAC && byte[1] != row.second)
            i->op = XC_BAD;
        break;
    case FORM_PROTECTED:
        if (!is_confirmed (byte))
            i->op = XC_PROTECTED;
        break;
    case FORM_SEQUENCE:
        decode_sequence (byte, i);
        break;
    case FORM_EXTEND:
    case FORM_EXTEND_GPR:
        decode_extend (byte, row.form == FORM_EXTEND, i);
        break;
    case FORM_LOAD:
    case FORM_LOAD_INC:
    case FORM_STORE:
    case FORM_STORE_DEC:
    case FORM_COPY:
    case FORM_COPY_INC:
    case FORM_COPY_FROM_INC:
    case FORM_LOAD_OFFSET:
    case FORM_STORE_OFFSET:
        decode_pointers (byte, row.form, i);
        break;
    case FORM_BITS:
    case FORM_BIT:
    case FORM_FIELD_LOW:
    case FORM_FIELD_HIGH:
        decode_bits (byte, row.form, i);
        break;
    case FORM_JUMP_BIT:
    case FORM_RELATIVE:
    case FORM_CALL_RELATIVE:
    case FORM_ABSOLUTE:
    case FORM_INDIRECT_JUMP:
    case FORM_SEGMENT:
    case FORM_REG_ADDRESS:
    case FORM_TRAP:
        decode_flow (byte, row.form, i);
        break;
    default:
        decode_data (byte, row.form, i);
    }
}
