/* mcs51.c -- see mcs51.h. */
#include "mcs51/mcs51.h"

#include <assert.h>
#include <string.h>

#include "mcs51/core/sfr.h"
#include "mcs51/core/step.h"
#include "mcs51/device/image.h"
#include "mcs51/fair.h"
#include "mcs51/names.h"
#include "mcs51/reduce/dead.h"
#include "mcs51/reduce/turn.h"
#include "mcs51/replay/concrete.h"

static const struct mcs51_program *
program_of (const struct micro_program *p)
{
    assert (p->class == &mcs51_class);
    return (const struct mcs51_program *) p;
}

static struct mcs51_program *
changed (struct micro_program *p)
{
    assert (p->class == &mcs51_class);
    return (struct mcs51_program *) p;
}

/* ---- programs */

static struct micro_program *
class_make (const struct micro_image *image)
{
    struct mcs51_program *p = NEW (struct mcs51_program);
    const struct mcs51_device *d = image->device;
    mcs51_program_init (p, d, image->data_size - mcs51_xram_first (d));
    p->code = memory_copy (image->code, MCS51_CODE);
    p->loaded = memory_new (MCS51_CODE / 8);
    p->code_end = image->code_end;
    assert (image->loaded);
    memcpy (p->loaded, image->loaded, MCS51_CODE / 8);
    mcs51_image_facts (image, p);
    return &p->micro;
}

/* There is no heap to look after. */
static void
class_ask (struct micro_program *p, const struct micro_image *image)
{
    (void) p, (void) image;
}

static void
class_finish (struct micro_program *p)
{
    mcs51_program_finish (changed (p));
}

static void
class_clear (struct micro_program *p)
{
    mcs51_program_clear (changed (p));
}

static void
class_write (const struct micro_program *p, struct buffer *b)
{
    mcs51_program_write (program_of (p), b);
}

static struct micro_program *
class_read (struct reader *r, struct problem *problem)
{
    struct mcs51_program *p = NEW (struct mcs51_program);
    if (mcs51_program_read (p, r, problem))
        return &p->micro;
    memory_free (p);
    return NULL;
}

/* ---- facts */

static uint32_t
class_words (const struct micro_program *p)
{
    return program_of (p)->code_end;
}

static uint32_t
class_entry (const struct micro_program *p, unsigned vector)
{
    return program_of (p)->device->vectors[vector].entry;
}

static unsigned
class_vectors (const void *device)
{
    return (unsigned) ((const struct mcs51_device *) device)->vector_count;
}

static const char *
class_vector (const void *device, unsigned vector)
{
    const struct mcs51_device *d = device;
    assert (vector < d->vector_count);
    return d->vectors[vector].name;
}

static uint16_t
class_flag_at (const struct micro_program *p, unsigned vector)
{
    return program_of (p)->device->vectors[vector].flag_at;
}

static uint16_t
class_source_at (const struct micro_program *p, unsigned vector)
{
    return program_of (p)->device->vectors[vector].source.at;
}

static bool
class_is_memory (const struct micro_program *p, uint32_t address)
{
    return address < 0x80 || (address >= MCS51_UPPER && address < p->data_size);
}

static bool
class_is_compared (const struct micro_program *p, uint32_t address)
{
    return mcs51_is_kept (program_of (p), address) || address == MCS51_PSW;
}

static const void *
class_device (const struct micro_program *p)
{
    return program_of (p)->device;
}

const struct micro_class mcs51_class = {
    .generator = MICRO_GENERATOR ("mcs51"),
    .title = "MCS-51",
    .how_to_debug = "sdcc --debug, and keep its .cdb beside",
    .no_debug = "; the names of C are not known, as there is no .cdb beside "
                "the file: compile with sdcc --debug",
    .program_size = sizeof (struct mcs51_program),
    .pc_bytes = 1,
    .status = MCS51_PSW,
    .known = 3 << FLAG_RS0,
    .checks = ~(1u << FAULT_OPERAND),
    .area = mcs51_area,
    .make = class_make,
    .ask = class_ask,
    .finish = class_finish,
    .clear = class_clear,
    .write = class_write,
    .read = class_read,
    .words = class_words,
    .turn = mcs51_turn,
    .entry = class_entry,
    .power_on = mcs51_power_on,
    .events = mcs51_events,
    .step = mcs51_step,
    .forget = mcs51_forget,
    .prepare = mcs51_prepare,
    .complete = mcs51_complete,
    .may_raise = sfr_may_raise,
    .flag_at = class_flag_at,
    .source_at = class_source_at,
    .is_compared = class_is_compared,
    .leaves_open = mcs51_leaves_open,
    .vectors = class_vectors,
    .vector = class_vector,
    .served = mcs51_served,
    .polled = mcs51_polled,
    .find = mcs51_find,
    .find_bit = mcs51_find_bit,
    .input = mcs51_input,
    .name = mcs51_name,
    .restricted = mcs51_restricted,
    .device = class_device,
    .print = mcs51_print,
    .print_state = mcs51_print_state,
    .print_name = mcs51_print_name,
    .is_memory = class_is_memory,
    .print_input = mcs51_print_input,
    .reset = "by the reset pin",
};

generator *
mcs51_open (struct bytes program, struct problem *problem)
{
    return micro_open (&mcs51_class, program, problem);
}
