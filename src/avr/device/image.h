/* image.h -- what a firmware file says of an AVR. */
#ifndef AVR_DEVICE_IMAGE_H
#define AVR_DEVICE_IMAGE_H

#include "micro/image.h"
#include "avr/device/device.h"

/* An image for this device; without code yet. */
void avr_image_init (struct micro_image *, const struct avr_device *);
/* A bit per interrupt vector that has a handler of its own: its label
 * `__vector_N` is not that of `__bad_interrupt`.  Without such labels, every
 * vector where code was loaded. */
uint64_t avr_image_handled (const struct micro_image *);

#endif
