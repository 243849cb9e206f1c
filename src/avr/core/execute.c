/* execute.c -- one instruction. */
#include "avr/core/execute.h"

#include "avr/core/fast.h"
#include "avr/core/step.h"

/* Copies: what is unknown stays so. */
static void
execute_copy (struct micro_core *c, const struct avr_instruction *i)
{
    switch (i->op) {
    case AVR_MOV:
        fast_set (c, i->d, fast_get (c, i->r));
        break;
    case AVR_MOVW:
        fast_set (c, i->d, fast_get (c, i->r));
        fast_set (c, i->d + 1, fast_get (c, i->r + 1));
        break;
    case AVR_LDI:
        fast_put (c, i->d, (uint8_t) i->k);
        break;
    case AVR_LDS:
    case AVR_IN:
        fast_set (c, i->d, avr_load (c, (uint16_t) i->k));
        break;
    case AVR_STS:
    case AVR_OUT:
        avr_store (c, (uint16_t) i->k, fast_get (c, i->d));
        break;
    case AVR_PUSH:
        avr_push (c, fast_get (c, i->d));
        break;
    default:
        assert (i->op == AVR_POP);
        fast_set (c, i->d, avr_pop (c));
    }
}

static void
execute_set_flag (struct micro_core *c, const struct avr_instruction *i)
{
    assert (i->bit < 8);
    uint8_t one = (uint8_t) (1u << i->bit);
    uint8_t value = i->op == AVR_BSET ? one : 0;
    if (i->bit == FLAG_I) {
        avr_set_flag (c, FLAG_I, i->op == AVR_BSET);
        avr_late (c);
    } else
        fast_flags (c, one, (struct micro_value) {value, 0});
}

/* False: there is no such instruction. */
static bool
execute_straight (struct micro_core *c, const struct avr_instruction *i)
{
    switch (i->op) {
    case AVR_MOV:
    case AVR_MOVW:
    case AVR_LDI:
    case AVR_LDS:
    case AVR_IN:
    case AVR_STS:
    case AVR_OUT:
    case AVR_PUSH:
    case AVR_POP:
        execute_copy (c, i);
        break;
    case AVR_ADD:
    case AVR_ADC:
        (i->d == i->r ? execute_double : execute_add) (c, i);
        break;
    case AVR_SUB:
    case AVR_SBC:
    case AVR_CP:
    case AVR_CPC:
        execute_subtract (c, i);
        break;
    case AVR_CPI:
    case AVR_SUBI:
    case AVR_SBCI:
        execute_subtract_constant (c, i);
        break;
    case AVR_INC:
    case AVR_DEC:
        execute_count (c, i);
        break;
    case AVR_NEG:
        execute_negate (c, i);
        break;
    case AVR_ADIW:
    case AVR_SBIW:
        execute_word (c, i);
        break;
    case AVR_MUL:
    case AVR_MULS:
    case AVR_MULSU:
    case AVR_FMUL:
    case AVR_FMULS:
    case AVR_FMULSU:
        execute_multiply (c, i);
        break;
    case AVR_AND:
    case AVR_OR:
    case AVR_EOR:
    case AVR_ANDI:
    case AVR_ORI:
    case AVR_COM:
        execute_logic (c, i);
        break;
    case AVR_LSR:
    case AVR_ROR:
    case AVR_ASR:
        execute_shift (c, i);
        break;
    case AVR_SWAP:
    case AVR_BST:
    case AVR_BLD:
        execute_bit (c, i);
        break;
    case AVR_BSET:
    case AVR_BCLR:
        execute_set_flag (c, i);
        break;
    case AVR_LDD_Y:
    case AVR_LDD_Z:
    case AVR_STD_Y:
    case AVR_STD_Z:
    case AVR_LD_Z_INC:
    case AVR_LD_Z_DEC:
    case AVR_LD_Y_INC:
    case AVR_LD_Y_DEC:
    case AVR_LD_X:
    case AVR_LD_X_INC:
    case AVR_LD_X_DEC:
    case AVR_ST_Z_INC:
    case AVR_ST_Z_DEC:
    case AVR_ST_Y_INC:
    case AVR_ST_Y_DEC:
    case AVR_ST_X:
    case AVR_ST_X_INC:
    case AVR_ST_X_DEC:
        execute_memory (c, i);
        break;
    case AVR_LPM_R0:
    case AVR_LPM:
    case AVR_LPM_INC:
    case AVR_ELPM_R0:
    case AVR_ELPM:
    case AVR_ELPM_INC:
        execute_program_memory (c, i);
        break;
    case AVR_SBI:
    case AVR_CBI:
        avr_store_bit (c, (uint16_t) i->k, i->bit, i->op == AVR_SBI);
        break;
    case AVR_SPM:
        core_fail (c, FAULT_SPM, false);
        break;
    case AVR_SLEEP:
        execute_sleep (c);
        break;
    case AVR_NOP:
    case AVR_WDR:
    case AVR_BREAK: /* only a debugger sees it */
        break;
    default:
        return false;
    }
    return true;
}

void
avr_execute (struct micro_core *c, const struct avr_instruction *i)
{
    uint32_t pc = fast_pc3 (c);
    assert (i->d < 32 && i->r < 32);
    if (execute_straight (c, i))
        fast_set_pc (c, pc + i->words);
    else if (i->op != AVR_BAD)
        fast_set_pc (c, execute_flow (c, i, pc));
    else
        core_fail (c, FAULT_BAD_OPCODE, false);
}
