/* print.c -- instructions as sdcc's assembler writes them. */
#include <assert.h>

#include "mcs51/device/code.h"

static const char *const mnemonics[MCS51_OPS] = {
    [MCS51_NONE] = "no code",
    [MCS51_BAD] = ".db 0xa5",
    [MCS51_NOP] = "nop",
    [MCS51_JMP] = "ljmp",
    [MCS51_JMP_AT] = "jmp @a+dptr",
    [MCS51_CALL] = "lcall",
    [MCS51_RET] = "ret",
    [MCS51_RETI] = "reti",
    [MCS51_JBC] = "jbc",
    [MCS51_JB] = "jb",
    [MCS51_JNB] = "jnb",
    [MCS51_JC] = "jc",
    [MCS51_JNC] = "jnc",
    [MCS51_JZ] = "jz",
    [MCS51_JNZ] = "jnz",
    [MCS51_CJNE] = "cjne",
    [MCS51_DJNZ] = "djnz",
    [MCS51_MOV] = "mov",
    [MCS51_MOV_DPTR] = "mov",
    [MCS51_MOVC_DPTR] = "movc a, @a+dptr",
    [MCS51_MOVC_PC] = "movc a, @a+pc",
    [MCS51_MOVX_LOAD] = "movx",
    [MCS51_MOVX_STORE] = "movx",
    [MCS51_PUSH] = "push",
    [MCS51_POP] = "pop",
    [MCS51_XCH] = "xch",
    [MCS51_XCHD] = "xchd",
    [MCS51_ADD] = "add",
    [MCS51_ADDC] = "addc",
    [MCS51_SUBB] = "subb",
    [MCS51_INC] = "inc",
    [MCS51_INC_DPTR] = "inc",
    [MCS51_DEC] = "dec",
    [MCS51_MUL] = "mul ab",
    [MCS51_DIV] = "div ab",
    [MCS51_DA] = "da",
    [MCS51_ORL] = "orl",
    [MCS51_ANL] = "anl",
    [MCS51_XRL] = "xrl",
    [MCS51_CLR] = "clr",
    [MCS51_CPL] = "cpl",
    [MCS51_RR] = "rr",
    [MCS51_RRC] = "rrc",
    [MCS51_RL] = "rl",
    [MCS51_RLC] = "rlc",
    [MCS51_SWAP] = "swap",
    [MCS51_CLR_BIT] = "clr",
    [MCS51_SETB] = "setb",
    [MCS51_CPL_BIT] = "cpl",
    [MCS51_MOV_C] = "mov",
    [MCS51_MOV_BIT] = "mov",
    [MCS51_ORL_C] = "orl",
    [MCS51_ORL_C_NOT] = "orl",
    [MCS51_ANL_C] = "anl",
    [MCS51_ANL_C_NOT] = "anl",
};

struct printer {
    struct text *out;
    const char *(*name) (void *, uint16_t address);
    void *context;
    const char *between; /* what stands before the next operand */
};

static const char *
mnemonic_of (const struct mcs51_instruction *i)
{
    assert (i->op < MCS51_OPS);
    if (i->op == MCS51_JMP && i->code != 0x02)
        return i->code == 0x80 ? "sjmp" : "ajmp";
    if (i->op == MCS51_CALL && i->code != 0x12)
        return "acall";
    return mnemonics[i->op];
}

static void
print_direct (struct printer *p, uint8_t address)
{
    const char *name =
        p->name && address >= 0x80 ? p->name (p->context, address) : NULL;
    if (name)
        text_add (p->out, name);
    else
        text_print (p->out, "0x%02x", address);
}

static void
print_operand (struct printer *p, struct mcs51_operand o, const char *before)
{
    if (o.mode == OPERAND_NONE)
        return;
    text_add (p->out, p->between);
    p->between = ", ";
    text_add (p->out, before);
    switch ((enum mcs51_mode) o.mode) {
    case OPERAND_A:
        text_add (p->out, "a");
        break;
    case OPERAND_R:
        text_print (p->out, "r%u", o.x);
        break;
    case OPERAND_AT_R:
        text_print (p->out, "@r%u", o.x);
        break;
    case OPERAND_DIRECT:
        print_direct (p, o.x);
        break;
    case OPERAND_IMMEDIATE:
        text_print (p->out, "#0x%02x", o.x);
        break;
    case OPERAND_BIT:
        print_direct (p, mcs51_bit_byte (o.x));
        text_print (p->out, ".%u", o.x & 7);
        break;
    case OPERAND_CARRY:
        text_add (p->out, "c");
        break;
    default:
        assert (o.mode == OPERAND_DPTR);
        text_add (p->out, "dptr");
    }
}

static bool
has_target (const struct mcs51_instruction *i)
{
    return i->op >= MCS51_JMP && i->op <= MCS51_DJNZ && i->op != MCS51_JMP_AT
           && i->op != MCS51_RET && i->op != MCS51_RETI;
}

void
mcs51_instruction_print (const struct mcs51_instruction *i, struct text *t,
                         const char *(*name) (void *, uint16_t address),
                         void *context)
{
    struct printer p = {t, name, context, " "};
    bool at = i->op == MCS51_MOVX_LOAD || i->op == MCS51_MOVX_STORE;
    bool not = i->op == MCS51_ORL_C_NOT || i->op == MCS51_ANL_C_NOT;
    text_add (t, mnemonic_of (i));
    if (i->op == MCS51_MOVC_DPTR || i->op == MCS51_MOVC_PC)
        return;
    print_operand (&p, i->to, at && i->to.mode == OPERAND_DPTR ? "@" : "");
    print_operand (&p, i->from,
                   not                                  ? "/"
                   : at && i->from.mode == OPERAND_DPTR ? "@"
                                                        : "");
    if (i->op == MCS51_MOV_DPTR)
        text_print (t, ", #0x%04x", i->k);
    else if (has_target (i))
        text_print (t, "%s0x%04x", p.between, i->k);
}
