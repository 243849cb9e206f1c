/* fair.c -- see fair.h. */
#include "mcs51/fair.h"

#include <assert.h>

#include "mcs51/device/program.h"

bool
mcs51_served (const struct micro_program *p, unsigned vector, bool alone,
              struct text *t)
{
    const struct mcs51_device *d = ((const struct mcs51_program *) p)->device;
    assert (vector < d->vector_count);
    const struct mcs51_vector *v = &d->vectors[vector];
    if (!vector)
        return false;
    text_print (t, "!(%sIE.%u) || pc == %u", alone ? "" : "EA && ",
                (unsigned) v->permit_bit, (unsigned) v->entry);
    return true;
}

/* Does an instruction look at that bit, or the byte that it is in, by its address? */
static bool
looks_at (const struct mcs51_program *p, uint8_t address, unsigned bit)
{
    struct mcs51_instruction i;
    for (uint32_t pc = 0; pc < p->code_end; pc++) {
        if (!mcs51_is_loaded (p, pc))
            continue;
        mcs51_decode (p->code, (uint16_t) pc, &i);
        pc += i.bytes ? i.bytes - 1u : 0;
        if (i.from.mode == OPERAND_DIRECT && i.from.x == address)
            return true;
        bool looks = i.op == MCS51_JB || i.op == MCS51_JNB || i.op == MCS51_JBC
                     || i.op == MCS51_MOV_C || i.op == MCS51_ORL_C
                     || i.op == MCS51_ORL_C_NOT || i.op == MCS51_ANL_C
                     || i.op == MCS51_ANL_C_NOT;
        uint8_t number = (uint8_t) (address + bit);
        if (looks
            && ((i.from.mode == OPERAND_BIT && i.from.x == number)
                || (i.to.mode == OPERAND_BIT && i.to.x == number)))
            return true;
    }
    return false;
}

/* While INT0 and INT1 are levels, their flags are what a pin says. */
bool
mcs51_polled (const struct micro_program *program, size_t n,
              struct micro_polled *p)
{
    const struct mcs51_program *m = (const struct mcs51_program *) program;
    for (size_t i = 1; i < m->device->vector_count; i++) {
        const struct mcs51_vector *v = &m->device->vectors[i];
        if (!looks_at (m, v->flag_at, v->flag_bit) || n--)
            continue;
        *p = (struct micro_polled) {.flag_at = v->flag_at,
                                    .flag_bit = v->flag_bit,
                                    .always = !v->source.at,
                                    .only_at = v->flag_at,
                                    .only_mask = v->edge};
        p->source[0].at = v->source.at;
        p->source[0].mask = v->source.at ? v->source.mask : 0;
        return true;
    }
    return false;
}
