/* image.c -- see image.h. */
#include "avr/device/image.h"

#include <stdio.h>

#include "avr/avr.h"

void
avr_image_init (struct micro_image *image, const struct avr_device *d)
{
    assert (d->flash_bytes);
    image->class = &avr_class;
    image->device = d;
    image->name = d->name;
    image->data_size = d->sram_last + 1u;
    image->code_size = d->flash_bytes;
}

static const struct micro_label *
vector_label (const struct micro_image *image, size_t vector)
{
    char name[32];
    snprintf (name, sizeof name, "__vector_%zu", vector);
    return micro_symbols_find_label (&image->symbols, name);
}

/* ISR (BADISR_vect) makes this the handler of all others; else it is what
 * restarts the program. */
static bool
default_is_handler (const struct micro_image *image)
{
    const struct micro_label *l =
        micro_symbols_find_label (&image->symbols, "__vector_default");
    return l && l->code && l->address != 0;
}

uint64_t
avr_image_handled (const struct micro_image *image)
{
    const struct avr_device *device = image->device;
    assert (device && device->vector_count <= 64);
    const struct micro_label *bad =
        micro_symbols_find_label (&image->symbols, "__bad_interrupt");
    uint64_t handled = 1; /* reset */
    for (size_t i = 1; i < device->vector_count; i++) {
        const struct micro_label *l = vector_label (image, i);
        bool own;
        if (!bad || default_is_handler (image))
            own = i * device->vector_words * 2u < image->code_end;
        else
            own = l && l->address != bad->address;
        handled |= (uint64_t) own << i;
    }
    return handled;
}
