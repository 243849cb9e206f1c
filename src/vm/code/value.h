/* value.h -- what a register of the C machine holds.
 *
 * At most 64 bits, of which some may be unknown.  A pointer is an object and an
 * offset in it; what is computed from a pointer may keep its object (p + 4 as a
 * number, say), so any value has one.
 *
 * A bit that is unknown (mask 1) says in `bits` why: 0, it is an input; 1, it was
 * never written (uninitialised).  What is computed from a bit that was never
 * written was never written.  Equal values have equal fields: bits above the
 * width are 0 in all of them.
 *
 * Copies of an unknown value do not know that they are equal, so an unknown value
 * stands for more runs than there are: that is sound for SAFE; a counterexample
 * that decided something by an unknown bit must be confirmed (vm/solve/solve.h). */
#ifndef VM_CODE_VALUE_H
#define VM_CODE_VALUE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Objects by number.  The kind stands in the highest three bits.
 *
 *   0          none: a number; with offset 0 the null pointer
 *   FUNCTION   its number in the code
 *   GLOBAL     its number in the code
 *   STACK      thread, frame (0: the thread's first), slot
 *   HEAP       its number in the state's canonical order
 *   TLS        thread, number of the variable
 *   GONE       a local object that is no more; which one is forgotten */
typedef uint32_t vm_id;

enum vm_kind {
    VM_NONE,
    VM_FUNCTION,
    VM_GLOBAL,
    VM_STACK,
    VM_HEAP,
    VM_TLS,
    VM_GONE
};

enum {
    VM_KIND_SHIFT = 29,
    VM_THREAD_BITS = 10, /* most threads at a time: 1023 */
    VM_FRAME_BITS = 11,  /* deepest stack */
    VM_SLOT_BITS = 8,    /* objects of a frame */
    VM_TLS_BITS = 19
};

static inline enum vm_kind
vm_id_kind (vm_id id)
{
    return (enum vm_kind) (id >> VM_KIND_SHIFT);
}

static inline uint32_t
vm_id_number (vm_id id)
{
    return id & ((UINT32_C (1) << VM_KIND_SHIFT) - 1);
}

static inline vm_id
vm_id_of (enum vm_kind kind, uint32_t number)
{
    return (vm_id) kind << VM_KIND_SHIFT | number;
}

static inline vm_id
vm_id_stack (uint32_t thread, uint32_t frame, uint32_t slot)
{
    return vm_id_of (VM_STACK,
                     (thread << VM_FRAME_BITS | frame) << VM_SLOT_BITS | slot);
}

static inline uint32_t
vm_id_thread (vm_id id) /* of STACK and TLS */
{
    return vm_id_number (id) >> (vm_id_kind (id) == VM_TLS
                                     ? VM_TLS_BITS
                                     : VM_FRAME_BITS + VM_SLOT_BITS);
}

static inline uint32_t
vm_id_frame (vm_id id)
{
    return vm_id_number (id) >> VM_SLOT_BITS
           & ((UINT32_C (1) << VM_FRAME_BITS) - 1);
}

static inline uint32_t
vm_id_slot (vm_id id)
{
    return id & ((UINT32_C (1) << VM_SLOT_BITS) - 1);
}

/* The same object of another thread, if it is one of thread `from`. */
static inline vm_id
vm_id_moved (vm_id id, uint32_t from, uint32_t to)
{
    enum vm_kind kind = vm_id_kind (id);
    unsigned shift =
        kind == VM_TLS ? VM_TLS_BITS : VM_FRAME_BITS + VM_SLOT_BITS;
    if ((kind != VM_STACK && kind != VM_TLS) || vm_id_thread (id) != from)
        return id;
    uint32_t rest = vm_id_number (id) & ((UINT32_C (1) << shift) - 1);
    return vm_id_of (kind, to << shift | rest);
}

struct vm_value {
    uint64_t bits; /* of a pointer: the offset */
    uint64_t unknown;
    vm_id object;
};

static inline uint64_t
vm_mask (unsigned width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C (1) << width) - 1;
}

static inline struct vm_value
vm_number (uint64_t bits)
{
    return (struct vm_value) {.bits = bits};
}

static inline struct vm_value
vm_pointer (vm_id object, uint64_t offset)
{
    return (struct vm_value) {.bits = offset, .object = object};
}

static inline struct vm_value
vm_unknown (unsigned width) /* an input */
{
    return (struct vm_value) {.unknown = vm_mask (width)};
}

static inline struct vm_value
vm_unwritten (unsigned width)
{
    return (struct vm_value) {.bits = vm_mask (width),
                              .unknown = vm_mask (width)};
}

static inline bool
vm_is_known (struct vm_value v)
{
    return !v.unknown;
}

/* Was some bit of it never written? */
static inline bool
vm_is_unwritten (struct vm_value v)
{
    return v.unknown & v.bits;
}

static inline bool
vm_is_null (struct vm_value v)
{
    return !v.unknown && !v.bits && !v.object;
}

static inline bool
vm_same (struct vm_value a, struct vm_value b)
{
    return a.bits == b.bits && a.unknown == b.unknown && a.object == b.object;
}

/* Little-endian, as hosts are: so many bytes, at most 8. */
static inline uint64_t
vm_bytes_get (const uint8_t *at, unsigned bytes)
{
    uint64_t bits = 0;
    if (bytes == 1)
        return *at;
    if (bytes == 4) /* by constant sizes: no call */
        memcpy (&bits, at, 4);
    else if (bytes == 8)
        memcpy (&bits, at, 8);
    else
        memcpy (&bits, at, bytes);
    return bits;
}

static inline void
vm_bytes_put (uint8_t *at, uint64_t bits, unsigned bytes)
{
    if (bytes == 1)
        *at = (uint8_t) bits;
    else if (bytes == 4)
        memcpy (at, &bits, 4);
    else if (bytes == 8)
        memcpy (at, &bits, 8);
    else
        memcpy (at, &bits, bytes);
}

#endif
