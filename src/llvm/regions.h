/* regions.h -- which accesses may touch the same bytes.
 *
 * A field-sensitive unification (Steensgaard's, with offsets): every pointer
 * value of the module points to a cell, (node, offset).  A node stands for all
 * objects that some pointer may reach alike; what is stored into a cell is
 * unified with what is loaded from it, arguments with parameters, both sides of
 * a comparison of pointers are not.  Pointers with an index that is not constant
 * into an array of known length stay within that array; other arithmetic folds
 * the node to a stride (offsets modulo it), or to a lump if that cannot be.
 * memcpy, int-to-pointer casts, unknown externals unify what they touch.
 *
 * Bytes of a node that are accessed with overlap are one region.  A region is
 *   SCALAR  one value at one offset of each object
 *   WORDS   an array of equal elements, all accesses of that width, aligned
 *   BYTES   anything else
 * and it is `unique` if its node has one object of which at most one exists at
 * a time (a global; a local of a function that is not recursive, outside loops
 * that keep it): then no object number is needed to find it.
 *
 * Runs after unit_prepare; the module does not change any more.  Deterministic:
 * regions are numbered in order of the module. */
#ifndef REGIONS_H
#define REGIONS_H

#include "llvm/unit.h"

typedef struct regions regions;

enum region_shape { REGION_SCALAR, REGION_WORDS, REGION_BYTES };

struct region {
    uint32_t index;
    enum region_shape shape;
    unsigned width;      /* bytes of an element; 1: BYTES */
    uint64_t offset;     /* where it begins in the object (SCALAR: where it is);
                            0 where objects were folded */
    uint64_t size;       /* bytes; 0: unknown or to the end of the object */
    bool unique;
    LLVMValueRef object; /* of a unique one: the global or alloca */
    bool has_pointers;   /* pointers are stored or loaded */
    bool has_numbers;    /* integers or floats are */
    bool constant;       /* only constant globals, never written */
    const char *name;    /* "x", "s.next", "a", "malloc:12.next", "bytes:3" */
};

regions *regions_find (const struct unit *);
void regions_free (regions *);
size_t regions_count (const regions *);
const struct region *regions_at (const regions *, size_t);

/* The region of an access of `bytes` bytes through `pointer` (an operand of a
 * load, store, atomic, or memory intrinsic). */
const struct region *regions_access (const regions *, LLVMValueRef pointer,
                                     uint64_t bytes);
/* All regions that some bytes from `pointer` on may be in, in order of their
 * offsets: of memcpy, memset, calloc, initialisers, externals.  `bytes` 0:
 * unknown, the whole object.  With the offset of each in terms of the pointer's
 * place where that is known (SCALAR, and the beginning of WORDS). */
struct region_part {
    const struct region *region;
    bool known;       /* offset says where the region begins, from the pointer */
    int64_t offset;
};
size_t regions_touched (const regions *, LLVMValueRef pointer, uint64_t bytes,
                        struct region_part part[], size_t most);
/* Everything that can be reached from a pointer by following pointers in
 * memory, itself included; and everything that escaped to unknown externals. */
size_t regions_reachable (const regions *, LLVMValueRef pointer,
                          const struct region *region[], size_t most);
size_t regions_escaped (const regions *, const struct region *region[],
                        size_t most);
/* Functions that a called pointer can be, with the type of the call, in order
 * of the module; *complete false: it may be anything (an integer cast, an
 * external). */
size_t regions_callees (const regions *, LLVMValueRef call,
                        LLVMValueRef function[], size_t most, bool *complete);
/* Whether the object (global, alloca, allocating call) has one instance at a
 * time, so that its number is a constant. */
bool regions_single (const regions *, LLVMValueRef object);

#endif
