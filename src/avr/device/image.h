/* image.h -- a firmware file as it was read. */
#ifndef AVR_DEVICE_IMAGE_H
#define AVR_DEVICE_IMAGE_H

#include "base/bytes.h"
#include "avr/device/device.h"
#include "avr/device/symbols.h"

struct avr_image {
    const struct avr_device *device;
    uint8_t *flash;     /* owned; device->flash_bytes, 0xff where nothing is */
    uint32_t flash_end; /* bytes that were loaded */
    uint16_t data_end;  /* first data address behind .data, .bss, .noinit */
    struct avr_symbols symbols;
};

void avr_image_clear (struct avr_image *);
/* A bit per interrupt vector that has a handler of its own: its label
 * `__vector_N` is not that of `__bad_interrupt`.  Without such labels, every
 * vector where code was loaded. */
uint64_t avr_image_handled (const struct avr_image *);

#endif
