/* fair.c -- see fair.h. */
#include "xc167/fair.h"

#include <assert.h>

#include "xc167/device/program.h"

/* A request on a level of PEC may be served without its vector; one on level 0 never is. */
bool
xc167_served (const struct micro_program *p, unsigned vector, bool alone,
              struct text *t)
{
    const struct xc167_device *d = ((const struct xc167_program *) p)->device;
    assert (vector < d->node_count);
    if (!vector)
        return false;
    const char *name = xc167_register_at (d, d->nodes[vector].control)->name;
    text_print (t, "!(%s.6 && (%s & 0x38) != 0x38 && ", name, name);
    if (alone)
        text_print (t, "(%s & 0x3c) != 0", name);
    else
        text_print (t, "IEN && (%s >> 2 & 15) > ILVL", name);
    text_print (t, ") || pc == %u",
                (unsigned) (p->class->entry (p, vector) * p->class->pc_bytes));
    return true;
}

/* Does an instruction look at that bit of a word of the bit space? */
static bool
is_looked_at (const struct xc167_instruction *i, uint16_t address, unsigned bit)
{
    const struct xc167_operand *const side[] = {&i->a, &i->b};
    if (i->op < XC_BMOV || i->op > XC_JNBS || i->op == XC_BSET
        || i->op == XC_BCLR)
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (side[k]->kind == OPERAND_BIT && side[k]->bit == bit
            && address
                   == (side[k]->n < 0x80 ? 0xfd00 : 0xfe00) + 2u * side[k]->n)
            return true;
    return false;
}

static bool
looks_at (const struct xc167_program *x, uint16_t address, unsigned bit)
{
    for (uint32_t a = 0; a < XC167_CODE; a += 2) {
        struct xc167_instruction i;
        const struct xc167_segment *s = x->segment[a >> 16];
        if (!s)
            a |= XC167_SEGMENT - 2;
        if (!s || !xc167_is_loaded (x, a))
            continue;
        uint8_t byte[4] = {0};
        for (unsigned k = 0; k < 4 && (a & 0xffff) + k < XC167_SEGMENT; k++)
            byte[k] = s->byte[(a & 0xffff) + k];
        xc167_decode (byte, &i);
        if (is_looked_at (&i, address, bit))
            return true;
        a += i.bytes - 2u;
    }
    return false;
}

bool
xc167_polled (const struct micro_program *program, size_t n,
              struct micro_polled *p)
{
    enum { IR = 7 };
    const struct xc167_program *x = (const struct xc167_program *) program;
    for (unsigned v = 1; v < x->device->node_count; v++) {
        const struct xc167_node *node = &x->device->nodes[v];
        if (!looks_at (x, node->control, IR) || n--)
            continue;
        *p = (struct micro_polled) {.flag_at = xc167_control (v),
                                    .flag_bit = IR,
                                    .always = !node->mask};
        uint16_t place =
            node->mask ? xc167_place_of (x->device, node->source) : 0;
        for (unsigned k = 0; k < 2; k++) {
            p->source[k].at = (uint16_t) (place + k);
            p->source[k].mask = (uint8_t) (node->mask >> 8 * k);
        }
        return true;
    }
    return false;
}
