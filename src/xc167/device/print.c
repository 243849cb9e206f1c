/* print.c -- instructions as the assembler writes them. */
#include <assert.h>

#include "xc167/device/code.h"

enum { SFR = 0xfe00, ESFR = 0xf000, BITS = 0xfd00, SFR_BITS = 0xff00 };

struct xc167_printing {
    xc167_namer *name;
    void *context;
    struct text *out;
};

static const char *const mnemonic[XC_OPS] = {
    [XC_BAD] = "undefined", [XC_PROTECTED] = "unconfirmed",
    [XC_MAC] = "MAC unit",  [XC_ADD] = "ADD",
    [XC_ADDC] = "ADDC",     [XC_SUB] = "SUB",
    [XC_SUBC] = "SUBC",     [XC_CMP] = "CMP",
    [XC_XOR] = "XOR",       [XC_AND] = "AND",
    [XC_OR] = "OR",         [XC_CMPI1] = "CMPI1",
    [XC_CMPI2] = "CMPI2",   [XC_CMPD1] = "CMPD1",
    [XC_CMPD2] = "CMPD2",   [XC_MUL] = "MUL",
    [XC_MULU] = "MULU",     [XC_DIV] = "DIV",
    [XC_DIVU] = "DIVU",     [XC_DIVL] = "DIVL",
    [XC_DIVLU] = "DIVLU",   [XC_PRIOR] = "PRIOR",
    [XC_CPL] = "CPL",       [XC_NEG] = "NEG",
    [XC_ROL] = "ROL",       [XC_ROR] = "ROR",
    [XC_SHL] = "SHL",       [XC_SHR] = "SHR",
    [XC_ASHR] = "ASHR",     [XC_MOV] = "MOV",
    [XC_MOVBZ] = "MOVBZ",   [XC_MOVBS] = "MOVBS",
    [XC_BMOV] = "BMOV",     [XC_BMOVN] = "BMOVN",
    [XC_BAND] = "BAND",     [XC_BOR] = "BOR",
    [XC_BXOR] = "BXOR",     [XC_BCMP] = "BCMP",
    [XC_BSET] = "BSET",     [XC_BCLR] = "BCLR",
    [XC_BFLDL] = "BFLDL",   [XC_BFLDH] = "BFLDH",
    [XC_JMPR] = "JMPR",     [XC_JMPA] = "JMPA",
    [XC_JMPI] = "JMPI",     [XC_JMPS] = "JMPS",
    [XC_JB] = "JB",         [XC_JNB] = "JNB",
    [XC_JBC] = "JBC",       [XC_JNBS] = "JNBS",
    [XC_CALLA] = "CALLA",   [XC_CALLI] = "CALLI",
    [XC_CALLS] = "CALLS",   [XC_CALLR] = "CALLR",
    [XC_PCALL] = "PCALL",   [XC_TRAP] = "TRAP",
    [XC_RET] = "RET",       [XC_RETS] = "RETS",
    [XC_RETI] = "RETI",     [XC_RETP] = "RETP",
    [XC_PUSH] = "PUSH",     [XC_POP] = "POP",
    [XC_SCXT] = "SCXT",     [XC_ATOMIC] = "ATOMIC",
    [XC_EXTR] = "EXTR",     [XC_EXTP] = "EXTP",
    [XC_EXTPR] = "EXTPR",   [XC_EXTS] = "EXTS",
    [XC_EXTSR] = "EXTSR",   [XC_IDLE] = "IDLE",
    [XC_PWRDN] = "PWRDN",   [XC_SRVWDT] = "SRVWDT",
    [XC_DISWDT] = "DISWDT", [XC_ENWDT] = "ENWDT",
    [XC_EINIT] = "EINIT",   [XC_SRST] = "SRST",
    [XC_SBRK] = "SBRK",     [XC_NOP] = "NOP",
};

static void
print_name (const struct xc167_printing *p, uint16_t address)
{
    const char *name = p->name ? p->name (p->context, address) : NULL;
    if (name)
        text_add (p->out, name);
    else
        text_print (p->out, "%04Xh", address);
}

/* Bit-addressable: memory, registers, the bank. */
static void
print_word (const struct xc167_printing *p, uint8_t n)
{
    if (n >= 0xf0)
        text_print (p->out, "R%u", n & 15);
    else
        print_name (p, n < 0x80 ? (uint16_t) (BITS + 2 * n)
                                : (uint16_t) (SFR_BITS + 2 * (n & 0x7f)));
}

static void
print_operand (const struct xc167_printing *p, const struct xc167_operand *o,
               bool is_byte)
{
    switch ((enum xc167_operand_kind) o->kind) {
    case OPERAND_GPR:
        if (is_byte)
            text_print (p->out, "R%c%u", o->n & 1 ? 'H' : 'L', o->n / 2);
        else
            text_print (p->out, "R%u", o->n);
        break;
    case OPERAND_INDIRECT:
        text_print (p->out, "[R%u]", o->n);
        break;
    case OPERAND_INCREMENT:
        text_print (p->out, "[R%u+]", o->n);
        break;
    case OPERAND_DECREMENT:
        text_print (p->out, "[-R%u]", o->n);
        break;
    case OPERAND_OFFSET:
        text_print (p->out, "[R%u+#%04Xh]", o->n, o->k);
        break;
    case OPERAND_REG:
        print_name (p, (uint16_t) (SFR + 2 * o->n));
        break;
    case OPERAND_MEM:
        print_name (p, o->k);
        break;
    case OPERAND_CONSTANT:
        text_print (p->out, "#%Xh", o->k);
        break;
    case OPERAND_BIT:
        print_word (p, o->n);
        text_print (p->out, ".%u", o->bit);
        break;
    case OPERAND_BITWORD:
        print_word (p, o->n);
        break;
    default:
        assert (o->kind == OPERAND_NONE);
    }
}

static const char *
condition_name (unsigned condition)
{
    static const char *const name[] = {"cc_UC",  "cc_NET", "cc_Z",   "cc_NZ",
                                       "cc_V",   "cc_NV",  "cc_N",   "cc_NN",
                                       "cc_C",   "cc_NC",  "cc_SGT", "cc_SLE",
                                       "cc_SLT", "cc_SGE", "cc_UGT", "cc_ULE"};
    assert (condition < 16);
    return name[condition];
}

/* What the two operands leave to be said. */
static void
print_flow (const struct xc167_printing *p, const struct xc167_instruction *i,
            uint32_t address)
{
    uint32_t target = 0;
    bool known = xc167_target (i, address, &target);
    switch (i->op) {
    case XC_JMPI:
    case XC_CALLI:
        text_print (p->out, " %s, [R%u]", condition_name (i->condition),
                    i->a.n);
        return;
    case XC_JMPR:
    case XC_JMPA:
    case XC_CALLA:
        text_print (p->out, " %s,", condition_name (i->condition));
        break;
    case XC_JMPS:
    case XC_CALLS:
        text_print (p->out, " %u, %04Xh", i->number, i->target);
        return;
    case XC_TRAP:
        text_print (p->out, " #%u", i->number);
        return;
    default:
        if (i->a.kind) {
            text_add (p->out, " ");
            print_operand (p, &i->a, false);
            text_add (p->out, known ? "," : "");
        }
    }
    if (known)
        text_print (p->out, " %04Xh", (unsigned) (target & 0xffff));
}

static void
print_sequence (const struct xc167_printing *p,
                const struct xc167_instruction *i)
{
    text_add (p->out, " ");
    if (i->b.kind) {
        print_operand (p, &i->b, false);
        text_add (p->out, ", ");
    }
    text_print (p->out, "#%u", i->number);
}

void
xc167_print (const struct xc167_instruction *i, uint32_t address,
             xc167_namer *name, void *context, struct text *out)
{
    struct xc167_printing p = {name, context, out};
    bool extends = i->op == XC_MOVBZ || i->op == XC_MOVBS;
    assert (i->op < XC_OPS && mnemonic[i->op]);
    text_print (out, "%s%s", mnemonic[i->op], i->is_byte ? "B" : "");
    if (i->op >= XC_JMPR && i->op <= XC_RETP) {
        print_flow (&p, i, address);
        return;
    }
    if (i->op >= XC_ATOMIC && i->op <= XC_EXTSR) {
        print_sequence (&p, i);
        return;
    }
    if (!i->a.kind)
        return;
    text_add (out, " ");
    print_operand (&p, &i->a, i->is_byte);
    if (i->op == XC_BFLDL || i->op == XC_BFLDH)
        text_print (out, ", #%Xh", i->number);
    if (!i->b.kind)
        return;
    text_add (out, ", ");
    print_operand (&p, &i->b, i->is_byte || extends);
}
