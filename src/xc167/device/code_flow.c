/* code_flow.c -- how long instructions are, and where they go. */
#include "xc167/device/code.h"

#include "xc167/device/code_rows.h"

unsigned
xc167_length (uint8_t first)
{
    return xc167_row_is_long (xc167_row_of (first)) ? 4 : 2;
}

bool
xc167_is_call (const struct xc167_instruction *i)
{
    return i->op >= XC_CALLA && i->op <= XC_TRAP;
}

bool
xc167_jumps (const struct xc167_instruction *i)
{
    return (i->op >= XC_JMPR && i->op <= XC_RETP) || i->op == XC_SRST
           || i->op <= XC_MAC;
}

bool
xc167_target (const struct xc167_instruction *i, uint32_t address,
              uint32_t *target)
{
    uint32_t segment = address & 0xff0000;
    uint32_t next = address + i->bytes;
    switch (i->op) {
    case XC_JMPR:
    case XC_JB:
    case XC_JNB:
    case XC_JBC:
    case XC_JNBS:
    case XC_CALLR:
        *target =
            segment | ((next + 2u * (uint32_t) (int8_t) i->target) & 0xffff);
        return true;
    case XC_JMPA:
    case XC_CALLA:
    case XC_PCALL:
        *target = segment | i->target;
        return true;
    case XC_JMPS:
    case XC_CALLS:
        *target = (uint32_t) i->number << 16 | i->target;
        return true;
    default:
        return false;
    }
}
