/* image.h -- what a firmware file says of an XC167. */
#ifndef XC167_DEVICE_IMAGE_H
#define XC167_DEVICE_IMAGE_H

#include "micro/image.h"

/* The n-th device's name; null after the last. */
const char *xc167_image_device (size_t);
/* An image for the device of this name, without code yet; false: there is none. */
bool xc167_image_init (struct micro_image *, const char *device);
/* Once code is loaded: is there code after a reset, and none where registers and
 * memory are? */
bool xc167_image_check (const struct micro_image *, struct place,
                        struct problem *);
bool xc167_image_is_loaded (const struct micro_image *, uint32_t address);

#endif
