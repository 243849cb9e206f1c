/* image.h -- the bytes of a global variable before the program runs.
 *
 * Bytes that no number is known for (addresses, mostly) are told by links: a
 * pointer, or a term of that many bytes. */
#ifndef COHORT_LLVM_MEMORY_IMAGE_H
#define COHORT_LLVM_MEMORY_IMAGE_H

#include "cohort-llvm/memory/internal.h"

enum {
    IMAGE_MOST = 1 << 26,
    IMAGE_CHAIN = 256 /* stores in one term */
};

struct link {
    uint64_t offset;
    unsigned bytes;
    struct translated_value value; /* two leaves: a pointer; one: a number */
};
struct vec_link VEC (struct link);

struct image {
    uint8_t *byte;
    uint64_t size;
    struct vec_link link; /* in order of offsets */
};

/* False: bigger than IMAGE_MOST, or nested too deeply. */
bool image_read (translation *, LLVMValueRef initialiser, struct image *);
void image_clear (struct image *);
/* An element of a cell, at an offset; all its bytes are in the image. */
void image_element (translation *, const struct image *,
                    const struct memory_cell *, uint64_t offset,
                    const term *half[2]);
/* All that the cell holds of the object, from offset 0 on, in a span; what lies
 * outside of that is any constant. */
void image_store (translation *, const struct image *,
                  const struct memory_cell *, const term *object,
                  const struct memory_span *);

#endif
