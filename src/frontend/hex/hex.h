/* hex.h -- firmware as Intel HEX, with what the compiler tells about it beside.
 *
 * Such a file does not say what it is for: --device does.  For MCS-51 the names of C
 * come from sdcc's .cdb of the same name, if there is one. */
#ifndef FRONTEND_HEX_HEX_H
#define FRONTEND_HEX_HEX_H

#include "base/bytes.h"
#include "base/problem.h"
#include "micro/image.h"

bool hex_recognise (const void *data, size_t size);
/* Fills the image, which the caller clears.  `device` is what --device says, or null;
 * `symbols` gets the text of the file beside it.  False: problem, and the image is
 * empty. */
bool hex_read (struct micro_image *, const void *data, size_t size,
               const char *file, const char *device, struct buffer *symbols,
               struct problem *);

#endif
