/* image.c -- see image.h. */
#include "mcs51/device/image.h"

#include <assert.h>

#include "mcs51/mcs51.h"

void
mcs51_image_init (struct micro_image *image, const struct mcs51_device *d)
{
    image->class = &mcs51_class;
    image->device = d;
    image->name = d->name;
    image->data_size = mcs51_xram_first (d);
    image->code_size = MCS51_CODE;
}

void
mcs51_image_xram (struct micro_image *image, uint32_t bytes)
{
    uint32_t size = mcs51_xram_first (image->device) + bytes;
    assert (size <= UINT16_MAX);
    if (size > image->data_size)
        image->data_size = size;
}

static bool
is_loaded (const struct micro_image *image, uint32_t pc)
{
    if (pc >= image->code_end)
        return false;
    return !image->loaded || image->loaded[pc >> 3] >> (pc & 7) & 1;
}

/* sdcc fills vectors that have no handler, below one that has, with RETI. */
static uint64_t
find_handled (const struct micro_image *image)
{
    enum { RETI = 0x32 };
    const struct mcs51_device *d = image->device;
    uint64_t handled = 1;
    for (size_t v = 1; v < d->vector_count; v++) {
        uint32_t entry = d->vectors[v].entry;
        bool own = is_loaded (image, entry)
                   && !(image->symbols.debug && image->code[entry] == RETI);
        handled |= (uint64_t) own << v;
    }
    return handled;
}

/* The startup code puts the stack somewhere, before anything else: sdcc's does so at
 * once.  0: it does not. */
static uint16_t
find_stack (const struct mcs51_program *p)
{
    enum { NEAR = 8 };
    uint16_t pc = 0;
    for (unsigned n = 0; n < NEAR; n++) {
        struct mcs51_instruction i;
        mcs51_decode (p->code, pc, &i);
        if (!mcs51_is_loaded (p, pc))
            return 0;
        if (i.op == MCS51_MOV && i.to.mode == OPERAND_DIRECT
            && i.to.x == MCS51_SP && i.from.mode == OPERAND_IMMEDIATE)
            return (uint16_t) (i.from.x + 1u);
        if (mcs51_jumps (&i) && i.op != MCS51_JMP)
            return 0;
        pc = i.op == MCS51_JMP ? i.k : (uint16_t) (pc + i.bytes);
    }
    return 0;
}

/* A cell of internal RAM, by its own number; false: it is none. */
static bool
ram_cell (const struct mcs51_device *d, uint32_t address, uint32_t *cell)
{
    bool upper = address >= MCS51_UPPER && address < mcs51_xram_first (d);
    *cell = upper ? address - 0x80 : address;
    return upper || address < 0x80;
}

static void
find_stack_end (const struct micro_image *image, struct mcs51_program *p)
{
    const struct micro_symbols *s = &image->symbols;
    uint32_t last = p->device->ram - 1u, cell;
    for (size_t i = 0; i < s->variable.size; i++)
        if (ram_cell (p->device, s->variable.at[i].address, &cell)
            && cell >= p->stack_first && cell <= last)
            last = cell - 1;
    p->stack_last = (uint16_t) last;
}

void
mcs51_image_facts (const struct micro_image *image, struct mcs51_program *p)
{
    p->micro.handled = find_handled (image);
    uint16_t first = find_stack (p);
    if (first && first < p->device->ram) {
        p->stack_first = first;
        find_stack_end (image, p);
    }
    const struct micro_label *start =
        micro_symbols_find_label (&image->symbols, "main");
    if (start && start->code)
        p->micro.begin = start->address;
}
