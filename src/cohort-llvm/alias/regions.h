/* regions.h -- which accesses may touch the same bytes.
 *
 * A field-sensitive unification (Steensgaard's, with offsets): every pointer
 * value of the module points to a cell, (node, offset).  A node stands for all
 * objects that some pointer may reach alike; what is stored into a cell is
 * unified with what is loaded from it, arguments with parameters, both sides of
 * a comparison where they have not to do with each other otherwise: a pointer
 * that was guessed and turns out to be that of an object leads there.  Pointers
 * with an index that is not constant into an array of known length stay within
 * that array; other arithmetic folds the node to a stride (offsets modulo it), or
 * to a lump if that cannot be.  memcpy, int-to-pointer casts, unknown externals
 * unify what they touch.
 *
 * Bytes of a node that are accessed with overlap are one region.  A region is
 *   SCALAR  one value at one offset of each object
 *   WORDS   an array of equal elements, all accesses of that width, aligned
 *   BYTES   anything else
 * and it is `unique` if its node has one object of which at most one exists at
 * a time (a global; a local of a function that is not recursive, outside loops
 * that keep it): then no object number is needed to find it.
 *
 * Pointers that are indexed within an array of known length are taken to stay in
 * it, as C demands: an access whose offset is outside of its region (`offset`,
 * `size`) though inside of its object is invalid too.
 *
 * Accesses are loads, stores and atomics, leaf by leaf for structs and arrays.
 * memcpy, memset and initialisers are none, but bulk that touches regions which
 * others make (regions_touched).  Stores of what cohort.fresh gives make regions
 * too, but nothing flows through them.
 *
 * Runs after unit_prepare; the module does not change any more.  Deterministic:
 * regions are numbered in order of the module. */
#ifndef COHORT_LLVM_ALIAS_REGIONS_H
#define COHORT_LLVM_ALIAS_REGIONS_H

#include "base/text.h"
#include "cohort-llvm/unit.h"

typedef struct regions regions;

enum region_shape { REGION_SCALAR, REGION_WORDS, REGION_BYTES };

struct region {
    uint32_t index;
    enum region_shape shape;
    unsigned width;  /* bytes of an element; 1: BYTES */
    uint64_t stride; /* of WORDS: elements begin this far apart, or at
                            multiples of it; a multiple of width; BYTES: 1;
                            SCALAR: 0 */
    bool placed;     /* offset and size hold for every object of it */
    uint64_t offset; /* where its first element begins in the object */
    uint64_t size;   /* bytes from there to the end of its last element; 0:
                            to the end of the object */
    bool unique;
    LLVMValueRef object; /* of a unique one: the global or alloca */
    bool has_pointers;   /* pointers are stored or loaded */
    bool has_numbers;    /* integers or floats are */
    bool constant;       /* only constant globals, never written */
    const char *name;    /* "x", "s.4", "malloc:12.4" (its line), "f:3.0"; for
                            people: two may have the same */
};

regions *regions_find (const struct unit *);
void regions_free (regions *);
size_t regions_count (const regions *);
const struct region *regions_at (const regions *, size_t);

/* The region of an access of `bytes` bytes, `offset` behind `pointer` (an operand
 * of a load, store, atomic; an offset: of a leaf of a struct or an array; for an
 * array of leaves, all of them are in one region).  Null: no region, because the
 * pointer is null or undefined, or because nothing accesses those bytes. */
const struct region *regions_access (const regions *, LLVMValueRef pointer,
                                     uint64_t bytes);
const struct region *regions_leaf (const regions *, LLVMValueRef pointer,
                                   uint64_t offset, uint64_t bytes);

/* All regions that some bytes from `pointer` on may be in, in order of their
 * offsets: of memcpy, memset, calloc, initialisers, externals.  `bytes` 0:
 * unknown, the whole object.  With the offset of each in terms of the pointer's
 * place where that is known (SCALAR, and the beginning of WORDS and BYTES; it
 * may be negative if the region begins before).  Elements of WORDS are at
 * multiples of their width from a pointer of bulk, or of a global, even where
 * that is not known, or else they would be BYTES.  Both pointers of a memcpy touch
 * the same regions, at the same offsets where known.  Gives how many there are,
 * which may be more than `most`; at most `most` are filled in. */
struct region_part {
    const struct region *region;
    bool known; /* offset says where the region begins, from the pointer */
    int64_t offset;
};
size_t regions_touched (const regions *, LLVMValueRef pointer, uint64_t bytes,
                        struct region_part part[], size_t most);
/* Everything that can be reached from a pointer by following pointers in
 * memory, itself included; and everything that escaped to unknown externals.
 * Give how many, as above. */
size_t regions_reachable (const regions *, LLVMValueRef pointer,
                          const struct region *region[], size_t most);
size_t regions_escaped (const regions *, const struct region *region[],
                        size_t most);
/* Some function of the program escaped too: unknown externals may call it. */
bool regions_function_escaped (const regions *);
/* Functions that a called pointer can be, of the type of the call, in order of
 * the module; *complete false: it may be anything else (an integer cast, an
 * external, a function of another type).  For a direct call: that function. */
size_t regions_callees (const regions *, LLVMValueRef call,
                        LLVMValueRef function[], size_t most, bool *complete);
/* Whether the object (global, alloca, allocating call) has one instance at a
 * time, so that its number is a constant. */
bool regions_single (const regions *, LLVMValueRef object);
/* What people call the object (a global, function, local; "": something else), and
 * how it is laid out as far as debug information knows (added to the text):
 *     (int)                 a scalar of that C type; (*): a pointer
 *     [3*16 ..]             3 elements, 16 bytes each: of this layout
 *     {.v@0-4 .. .next@8-8 ..}   members: name, offset, bytes, layout
 *     ?                     unknown */
const char *regions_object (const regions *, LLVMValueRef object,
                            struct text *layout);
/* The layout of a type (a node of debug information); of what a pointer leads to,
 * with its bytes in front ("16*{..}"), false: not known. */
void type_layout (LLVMValueRef type, struct text *);
bool type_pointee (LLVMValueRef pointer, struct text *);

/* Objects that the pointer may lead to and that can be gone while it is still
 * there: of the heap; locals of a function that may be called again, a pointer
 * to which is kept in memory or returned. */
enum region_mortal { REGION_HEAP = 1, REGION_LOCAL = 2 };
unsigned regions_mortal (const regions *, LLVMValueRef pointer);

/* Whether the global is a constant that is only copied from, by memcpy of so many
 * bytes: the value of a local at its declaration.  Such a copy unifies nothing;
 * it writes numbers and pointers into the regions of its target. */
bool regions_template (LLVMValueRef global);

/* For tests: every region, then every access of the module with its region. */
void regions_dump (const regions *, struct text *);

#endif
