/* image.h -- a file with firmware for MCS-51, while it is read. */
#ifndef MCS51_DEVICE_IMAGE_H
#define MCS51_DEVICE_IMAGE_H

#include "mcs51/device/program.h"
#include "micro/image.h"

/* It is for this device; code and symbols come next. */
void mcs51_image_init (struct micro_image *, const struct mcs51_device *);
/* So many bytes of external RAM are used, at least. */
void mcs51_image_xram (struct micro_image *, uint32_t bytes);
/* Once all is read: what code and symbols say about a program of this image. */
void mcs51_image_facts (const struct micro_image *, struct mcs51_program *);

#endif
