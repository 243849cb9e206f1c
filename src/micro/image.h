/* image.h -- a firmware file as it was read. */
#ifndef MICRO_IMAGE_H
#define MICRO_IMAGE_H

#include "base/bytes.h"
#include "micro/symbols.h"

struct micro_class; /* micro/class.h */

struct micro_image {
    const struct micro_class *class;
    const void *device; /* of that class; borrowed for ever */
    const char *name;   /* of the device, for messages */
    uint32_t data_size; /* bytes of the data space */
    uint32_t code_size; /* bytes of the code space */
    uint8_t *code;      /* owned; code_size bytes, 0xff where nothing is */
    uint32_t code_end;  /* behind the last byte that was loaded */
    uint8_t *loaded; /* owned; a bit per byte that was; null: all up to there */
    uint16_t data_end; /* first data address behind .data, .bss, .noinit */
    bool data_unknown; /* the file does not say where that is */
    struct micro_symbols symbols;
};

void micro_image_clear (struct micro_image *);

#endif
