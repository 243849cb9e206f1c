/* print.c -- instructions as text.
 *
 * As avr-objdump writes them, except that a relative jump shows the byte
 * address it goes to, and aliases are shown where the operands allow one. */
#include "avr/device/code.h"

#include <assert.h>

enum form {
    FORM_NONE,
    FORM_D,        /* rD */
    FORM_D_R,      /* rD, rR */
    FORM_D_K,      /* rD, 0xKK */
    FORM_D_WORD,   /* rD, 0xKK of ADIW */
    FORM_D_BIT,    /* rD, bit */
    FORM_LOAD,     /* rD, pointer */
    FORM_STORE,    /* pointer, rD */
    FORM_LOAD_AT,  /* rD, address */
    FORM_STORE_AT, /* address, rD */
    FORM_IN,       /* rD, I/O address */
    FORM_OUT,      /* I/O address, rD */
    FORM_IO_BIT,   /* I/O address, bit */
    FORM_JUMP,     /* byte address */
    FORM_FLAG,     /* by flag: sec, clz */
    FORM_BRANCH    /* by flag: breq */
};

struct device_print_look {
    const char *name;
    uint8_t form;
    const char *pointer; /* of loads and stores; + and - as they are written */
};

static const struct device_print_look looks[] = {
    [AVR_BAD] = {".word", FORM_NONE, NULL},
    [AVR_NOP] = {"nop", FORM_NONE, NULL},
    [AVR_MOVW] = {"movw", FORM_D_R, NULL},
    [AVR_MULS] = {"muls", FORM_D_R, NULL},
    [AVR_MULSU] = {"mulsu", FORM_D_R, NULL},
    [AVR_FMUL] = {"fmul", FORM_D_R, NULL},
    [AVR_FMULS] = {"fmuls", FORM_D_R, NULL},
    [AVR_FMULSU] = {"fmulsu", FORM_D_R, NULL},
    [AVR_CPC] = {"cpc", FORM_D_R, NULL},
    [AVR_SBC] = {"sbc", FORM_D_R, NULL},
    [AVR_ADD] = {"add", FORM_D_R, NULL},
    [AVR_CPSE] = {"cpse", FORM_D_R, NULL},
    [AVR_CP] = {"cp", FORM_D_R, NULL},
    [AVR_SUB] = {"sub", FORM_D_R, NULL},
    [AVR_ADC] = {"adc", FORM_D_R, NULL},
    [AVR_AND] = {"and", FORM_D_R, NULL},
    [AVR_EOR] = {"eor", FORM_D_R, NULL},
    [AVR_OR] = {"or", FORM_D_R, NULL},
    [AVR_MOV] = {"mov", FORM_D_R, NULL},
    [AVR_CPI] = {"cpi", FORM_D_K, NULL},
    [AVR_SBCI] = {"sbci", FORM_D_K, NULL},
    [AVR_SUBI] = {"subi", FORM_D_K, NULL},
    [AVR_ORI] = {"ori", FORM_D_K, NULL},
    [AVR_ANDI] = {"andi", FORM_D_K, NULL},
    [AVR_LDI] = {"ldi", FORM_D_K, NULL},
    [AVR_LDD_Y] = {"ldd", FORM_LOAD, "Y"},
    [AVR_LDD_Z] = {"ldd", FORM_LOAD, "Z"},
    [AVR_STD_Y] = {"std", FORM_STORE, "Y"},
    [AVR_STD_Z] = {"std", FORM_STORE, "Z"},
    [AVR_LDS] = {"lds", FORM_LOAD_AT, NULL},
    [AVR_STS] = {"sts", FORM_STORE_AT, NULL},
    [AVR_LD_Z_INC] = {"ld", FORM_LOAD, "Z+"},
    [AVR_LD_Z_DEC] = {"ld", FORM_LOAD, "-Z"},
    [AVR_LD_Y_INC] = {"ld", FORM_LOAD, "Y+"},
    [AVR_LD_Y_DEC] = {"ld", FORM_LOAD, "-Y"},
    [AVR_LD_X] = {"ld", FORM_LOAD, "X"},
    [AVR_LD_X_INC] = {"ld", FORM_LOAD, "X+"},
    [AVR_LD_X_DEC] = {"ld", FORM_LOAD, "-X"},
    [AVR_ST_Z_INC] = {"st", FORM_STORE, "Z+"},
    [AVR_ST_Z_DEC] = {"st", FORM_STORE, "-Z"},
    [AVR_ST_Y_INC] = {"st", FORM_STORE, "Y+"},
    [AVR_ST_Y_DEC] = {"st", FORM_STORE, "-Y"},
    [AVR_ST_X] = {"st", FORM_STORE, "X"},
    [AVR_ST_X_INC] = {"st", FORM_STORE, "X+"},
    [AVR_ST_X_DEC] = {"st", FORM_STORE, "-X"},
    [AVR_LPM_R0] = {"lpm", FORM_NONE, NULL},
    [AVR_LPM] = {"lpm", FORM_LOAD, "Z"},
    [AVR_LPM_INC] = {"lpm", FORM_LOAD, "Z+"},
    [AVR_ELPM_R0] = {"elpm", FORM_NONE, NULL},
    [AVR_ELPM] = {"elpm", FORM_LOAD, "Z"},
    [AVR_ELPM_INC] = {"elpm", FORM_LOAD, "Z+"},
    [AVR_SPM] = {"spm", FORM_NONE, NULL},
    [AVR_POP] = {"pop", FORM_D, NULL},
    [AVR_PUSH] = {"push", FORM_D, NULL},
    [AVR_COM] = {"com", FORM_D, NULL},
    [AVR_NEG] = {"neg", FORM_D, NULL},
    [AVR_SWAP] = {"swap", FORM_D, NULL},
    [AVR_INC] = {"inc", FORM_D, NULL},
    [AVR_ASR] = {"asr", FORM_D, NULL},
    [AVR_LSR] = {"lsr", FORM_D, NULL},
    [AVR_ROR] = {"ror", FORM_D, NULL},
    [AVR_DEC] = {"dec", FORM_D, NULL},
    [AVR_BSET] = {"se", FORM_FLAG, NULL},
    [AVR_BCLR] = {"cl", FORM_FLAG, NULL},
    [AVR_IJMP] = {"ijmp", FORM_NONE, NULL},
    [AVR_ICALL] = {"icall", FORM_NONE, NULL},
    [AVR_EIJMP] = {"eijmp", FORM_NONE, NULL},
    [AVR_EICALL] = {"eicall", FORM_NONE, NULL},
    [AVR_RET] = {"ret", FORM_NONE, NULL},
    [AVR_RETI] = {"reti", FORM_NONE, NULL},
    [AVR_SLEEP] = {"sleep", FORM_NONE, NULL},
    [AVR_BREAK] = {"break", FORM_NONE, NULL},
    [AVR_WDR] = {"wdr", FORM_NONE, NULL},
    [AVR_JMP] = {"jmp", FORM_JUMP, NULL},
    [AVR_CALL] = {"call", FORM_JUMP, NULL},
    [AVR_ADIW] = {"adiw", FORM_D_WORD, NULL},
    [AVR_SBIW] = {"sbiw", FORM_D_WORD, NULL},
    [AVR_CBI] = {"cbi", FORM_IO_BIT, NULL},
    [AVR_SBI] = {"sbi", FORM_IO_BIT, NULL},
    [AVR_SBIC] = {"sbic", FORM_IO_BIT, NULL},
    [AVR_SBIS] = {"sbis", FORM_IO_BIT, NULL},
    [AVR_MUL] = {"mul", FORM_D_R, NULL},
    [AVR_IN] = {"in", FORM_IN, NULL},
    [AVR_OUT] = {"out", FORM_OUT, NULL},
    [AVR_RJMP] = {"rjmp", FORM_JUMP, NULL},
    [AVR_RCALL] = {"rcall", FORM_JUMP, NULL},
    [AVR_BRBS] = {NULL, FORM_BRANCH, NULL},
    [AVR_BRBC] = {NULL, FORM_BRANCH, NULL},
    [AVR_BLD] = {"bld", FORM_D_BIT, NULL},
    [AVR_BST] = {"bst", FORM_D_BIT, NULL},
    [AVR_SBRC] = {"sbrc", FORM_D_BIT, NULL},
    [AVR_SBRS] = {"sbrs", FORM_D_BIT, NULL},
};

static const char *
alias (const struct avr_instruction *i)
{
    if (i->op == AVR_LDI)
        return i->k == 0xff ? "ser" : NULL;
    if (i->d != i->r)
        return NULL;
    switch (i->op) {
    case AVR_ADD:
        return "lsl";
    case AVR_ADC:
        return "rol";
    case AVR_AND:
        return "tst";
    case AVR_EOR:
        return "clr";
    default:
        return NULL;
    }
}

static const char *
branch_name (const struct avr_instruction *i)
{
    static const char *const set[8] = {"brcs", "breq", "brmi", "brvs",
                                       "brlt", "brhs", "brts", "brie"};
    static const char *const clear[8] = {"brcc", "brne", "brpl", "brvc",
                                         "brge", "brhc", "brtc", "brid"};
    assert (i->bit < 8);
    return (i->op == AVR_BRBS ? set : clear)[i->bit];
}

/* An address that may have a name; without one, less `base`. */
static void
print_address (struct text *t, uint32_t address, uint32_t base, int digits,
               const char *(*name) (void *, uint16_t), void *context)
{
    const char *known = name ? name (context, (uint16_t) address) : NULL;
    if (known)
        text_add (t, known);
    else
        text_print (t, "0x%0*x", digits, address - base);
}

static void
print_pointer (struct text *t, const struct device_print_look *l,
               const struct avr_instruction *i)
{
    text_add (t, l->pointer);
    if (i->k)
        text_print (t, "+%u", i->k);
}

static void
print_operands (const struct avr_instruction *i,
                const struct device_print_look *l, struct text *t,
                const char *(*name) (void *, uint16_t), void *context)
{
    switch (l->form) {
    case FORM_D:
        text_print (t, " r%u", i->d);
        break;
    case FORM_D_R:
        text_print (t, " r%u, r%u", i->d, i->r);
        break;
    case FORM_D_K:
    case FORM_D_WORD:
        text_print (t, " r%u, 0x%02x", i->d, i->k);
        break;
    case FORM_D_BIT:
        text_print (t, " r%u, %u", i->d, i->bit);
        break;
    case FORM_LOAD:
        text_print (t, " r%u, ", i->d);
        print_pointer (t, l, i);
        break;
    case FORM_STORE:
        text_char (t, ' ');
        print_pointer (t, l, i);
        text_print (t, ", r%u", i->d);
        break;
    case FORM_LOAD_AT:
    case FORM_IN:
        text_print (t, " r%u, ", i->d);
        print_address (t, i->k, l->form == FORM_IN ? 0x20 : 0,
                       l->form == FORM_IN ? 2 : 4, name, context);
        break;
    case FORM_STORE_AT:
    case FORM_OUT:
        text_char (t, ' ');
        print_address (t, i->k, l->form == FORM_OUT ? 0x20 : 0,
                       l->form == FORM_OUT ? 2 : 4, name, context);
        text_print (t, ", r%u", i->d);
        break;
    case FORM_IO_BIT:
        text_char (t, ' ');
        print_address (t, i->k, 0x20, 2, name, context);
        text_print (t, ", %u", i->bit);
        break;
    case FORM_JUMP:
    case FORM_BRANCH:
        text_print (t, " 0x%x", i->k * 2);
        break;
    default:
        assert (l->form == FORM_NONE || l->form == FORM_FLAG);
    }
}

void
avr_instruction_print (const struct avr_instruction *i, struct text *t,
                       const char *(*name) (void *, uint16_t address),
                       void *context)
{
    assert (i->op < sizeof looks / sizeof *looks);
    const struct device_print_look *l = &looks[i->op];
    const char *other = alias (i);
    if (l->form == FORM_BRANCH)
        text_add (t, branch_name (i));
    else if (l->form == FORM_FLAG)
        text_print (t, "%s%c", l->name, "cznvshti"[i->bit]);
    else if (other)
        text_print (t, "%s r%u", other, i->d);
    else if (l->pointer && l->name[2] == 'd' && !i->k)
        text_add_n (t, l->name, 2); /* ldd, std without displacement */
    else
        text_add (t, l->name);
    if (!other)
        print_operands (i, l, t, name, context);
}
