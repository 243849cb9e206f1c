/* internal.h -- what the files of memory share.
 *
 * A cell is a region's variable, or two (object and offset) where pointers are.
 * The view of an object in a cell is what it holds for that object: an element
 * (SCALAR) or a map from offsets to elements (WORDS, BYTES). */
#ifndef COHORT_LLVM_MEMORY_INTERNAL_H
#define COHORT_LLVM_MEMORY_INTERNAL_H

#include "cohort-llvm/memory/memory.h"
#include "logic/term/map.h"

struct memory_cell {
    const struct region *region;
    bool pair;
    const term *variable[2]; /* the second: of a pair */
    const term *outside[2];  /* what is read outside; null: nothing is */
};

/* What is known of an object whose number is a constant. */
struct object {
    LLVMValueRef value;
    uint64_t size;
    bool sized;     /* size says how big it is */
    bool permanent; /* it is there all the time: a global */
};

struct vec_object VEC (struct object);

struct memory {
    struct memory_cell **cell; /* per region; null: nothing touches it */
    struct vec_object object;  /* by number */
    const term *next;          /* @objects: the next number */
    /* Null: nothing asks for them. */
    const term *size, *live, *heap, *count;
    /* @frame: [object] object, if some function makes locals as it goes on
     * (alloca, variable length): such a local lives as long as its frame, which
     * has a number as objects have; 0: the object has none.  `own` is the frame
     * of the function that is translated now, `top` a variable: the frame of
     * what is made next. */
    const term *frame, *own, *top;
    bool reallocates; /* the program calls realloc */
    /* Objects that are constants of the program, once somebody asked. */
    struct term_vec constant;
    struct term_map is_constant;
    bool constants_found;
};

enum { MEMORY_INLINE = 64 }; /* elements that are copied without a loop */

/* ---- terms */
const term *memory_bits (translation *, unsigned width, uint64_t);
const term *memory_op (translation *, enum op, const term *, const term *);
const term *memory_select (translation *, const term *map, const term *index);
const term *memory_put (translation *, const term *map, const term *index,
                        const term *value);
/* Zero-extended or cut to `width` bits. */
const term *memory_fit (translation *, const term *, unsigned width);
/* A bit-vector constant of at most 64 bits. */
bool memory_constant (const term *, uint64_t *);
const term *memory_offset (translation *, const term *offset, uint64_t more);

/* ---- cells (cell.c) */
struct memory_cell *cell_of (translation *, const struct region *);
const sort *cell_element (translation *, const struct memory_cell *, int half);
const term *cell_view (translation *, const struct memory_cell *, int half,
                       const term *object);
/* What lies there, outside of any object: anything, but always the same. */
const term *cell_outside (translation *, struct memory_cell *, int half,
                          struct translated_value pointer);
/* The whole variable after the view of an object was replaced. */
const term *cell_change (translation *, const struct memory_cell *, int half,
                         const term *object, const term *view);
void cell_assign (translation *, const struct memory_cell *, int half,
                  const term *object, const term *view);
/* A view's element at an offset, and the view with it replaced. */
const term *view_get (translation *, const struct memory_cell *,
                      const term *view, const term *offset);
const term *view_put (translation *, const struct memory_cell *,
                      const term *view, const term *offset,
                      const term *element);
/* A view all of whose elements are the same. */
const term *view_full (translation *, const struct memory_cell *, int half,
                       const term *element);
/* A number of the region's width as element of its variables. */
void cell_number (translation *, const struct memory_cell *, const term *number,
                  const term *half[2]);

/* ---- objects */
/* What is known of the object, or null. */
const struct object *object_known (const translation *, const term *number);
bool object_number (const translation *, LLVMValueRef, uint32_t *);
/* Whether the alloca's block begins and ends by cohort.scope. */
bool local_is_scoped (LLVMValueRef alloca_instruction);
/* Whether it is made while the function goes on, perhaps several times. */
bool local_is_dynamic (LLVMValueRef alloca_instruction);
/* All regions of the object from `pointer` on; the caller frees the array. */
size_t memory_parts (translation *, LLVMValueRef pointer, uint64_t bytes,
                     struct region_part **);
/* Ends the path where a store through the region could not be valid: in the
 * object, and in the region itself (cohort-llvm/alias/regions.h).  memory_assume_object: of bulk,
 * only that the object can be there. */
void memory_assume_valid (translation *, const struct region *,
                          struct translated_value pointer, uint64_t bytes);
void memory_assume_object (translation *, const struct region *,
                           struct translated_value pointer);
void memory_assume (translation *, const term *);
/* A load: null ends the path, since the machine traps; and a pointer to another
 * object than the region's only one is none that C knows. */
void memory_assume_there (translation *, const struct region *,
                          struct translated_value pointer);
/* Whether a load reads what the region says; else it reads anything. */
const term *memory_readable (translation *, const struct region *,
                             struct translated_value pointer, uint64_t bytes);
/* A cut where the condition holds. */
void memory_cut_if (translation *, const term *, const char *reason);
/* Two blocks, one for each; statements go to `yes` afterwards. */
uint32_t memory_branch (translation *, const term *condition);
/* All parts of the new object are zero. */
void memory_zero (translation *, LLVMValueRef pointer,
                  struct translated_value object);
/* memmove between pointers; `to` and `from` tell the regions. */
void memory_move_at (translation *, LLVMValueRef to,
                     struct translated_value to_value, LLVMValueRef from,
                     struct translated_value from_value, const term *bytes);
/* memcpy of so many bytes from a constant that regions_template tells. */
void memory_template (translation *, LLVMValueRef to,
                      struct translated_value to_value, LLVMValueRef constant,
                      uint64_t bytes);
/* The type of a parameter that is passed by value in memory; null: it is not.
 */
LLVMTypeRef parameter_type (LLVMValueRef);
/* memset of `p`; `pointer` tells the regions. */
void memory_set_at (translation *, LLVMValueRef pointer,
                    struct translated_value p, const term *byte,
                    const term *bytes);

/* ---- loops over offsets (loop.c)
 *     struct memory_loop l = loop_begin (t, &span, partial);
 *     .. statements over l.at ..
 *     loop_end (t, &l);
 * The offset l.at goes from the span's first element to its last; an element
 * that is not in it as a whole is a cut. */
struct memory_loop {
    const term *at;
    uint64_t step;
    uint32_t head, done;
};
struct memory_span;
struct memory_loop loop_begin (translation *, const struct memory_span *,
                               const char *partial);
void loop_end (translation *, const struct memory_loop *);

/* What elements of a part lie in `bytes` bytes from the pointer on. */
struct memory_span {
    uint64_t first; /* of the first element, from the pointer */
    uint64_t step;  /* from one to the next */
    unsigned width;
    const term *end; /* of the bytes, from the pointer */
    bool fixed;      /* `end` is this constant: */
    uint64_t last;
    bool whole; /* the region lies in it as a whole, exactly */
};
struct memory_span span_of (translation *, const struct region_part *,
                            const term *bytes);
/* The number of elements, of a fixed one; what is left over is a cut. */
uint64_t span_elements (translation *, const struct memory_span *,
                        const char *partial);

#endif
