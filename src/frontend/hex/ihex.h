/* ihex.h -- Intel HEX: bytes and where they go.
 *
 *     :NNAAAATT DD..DD SS    NN bytes of data, address, type, data; with SS all bytes
 *                            of the line add up to 0
 *     types: 00 data, 01 the end, 02 and 04 say what is added to addresses from here
 *     on (times 16, times 65536), 03 and 05 where a program starts (ignored) */
#ifndef FRONTEND_HEX_IHEX_H
#define FRONTEND_HEX_IHEX_H

#include <stddef.h>
#include <stdint.h>

#include "base/problem.h"

struct ihex {
    uint32_t size;   /* bytes of the space: addresses are below it */
    uint8_t *bytes;  /* owned; 0xff where nothing was loaded */
    uint8_t *loaded; /* owned; a bit per byte */
    uint32_t end;    /* behind the last byte that was loaded */
};

/* Does the text look like Intel HEX: is its first line a record? */
bool ihex_recognise (const char *text, size_t size);
/* Into a space of so many bytes.  False: problem, and nothing is owned. */
bool ihex_read (struct ihex *, const char *text, size_t size, uint32_t space,
                const char *file, struct problem *);
void ihex_clear (struct ihex *);

#endif
