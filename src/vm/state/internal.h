/* internal.h -- how a state of the C machine looks as bytes.
 *
 * All in words of 4 bytes, low byte first.
 *
 *   head    1 word   bit 0 begun, 1 leaked, 2 pointers take 8 bytes, 3 the rest
 *                    is there; from bit 8 on: threads, without ABSENT ones at
 *                    the end
 *           1 word   groups of globals
 *           1 word   heap objects
 *   groups           each:
 *           1 word   bit 0: some variable is not plain; above: words of the
 * group (1 word   if not plain: two bits for each variable, 1 mask, 2 points)
 *                    each variable: data; mask; points
 *   threads          each:
 *           1 word   words of the thread; 1: ABSENT, and this is all
 *           1 word   see enum vm_thread_bit
 *                    atomic, selector (a word each), wait, result (5 words
 * each) if they are not 0; keys (1 word, 5 each); locals (groups); frames,
 * each: 1 word   pc; bit 23: exact; from bit 24 on: objects registers that are
 * kept, in as many bytes as their width needs, padded to words (exact: 5 words
 * each: bits, mask, object); objects objects          each: 1 word   size 1
 * word   flags; bit 16 mask, 17 points, 18 blank (all of it was never written:
 * no data follows) data; mask; points.  Of one that was freed: nothing rest 3
 * words  how many holds, keys, numbers of at_exit; then these
 *
 * Data and masks are padded with 0 to words. */
#ifndef VM_STATE_INTERNAL_H
#define VM_STATE_INTERNAL_H

#include <string.h>

#include "vm/state/state.h"

_Static_assert (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                "states are copied word by word");

enum {
    VM_HEAD_BEGUN = 1,
    VM_HEAD_LEAKED = 2,
    VM_HEAD_WIDE = 4,
    VM_HEAD_REST = 8,
    VM_HEAD_THREADS = 8 /* shift */,
    VM_HEAD_BYTES = 12
};

enum vm_thread_bit {
    VM_T_STATUS = 3,
    VM_T_DETACHED = 4,
    VM_T_WAIT = 8,
    VM_T_RESULT = 16,
    VM_T_SELECTOR = 32,
    VM_T_ATOMIC = 64,
    VM_T_KEYS = 128,
    VM_T_PHASE = 8, /* shifts */
    VM_T_UNWINDING = 16,
    VM_T_FRAMES = 20,
    VM_T_LOCAL = 1 << 19
};
#define VM_T_MANY (UINT32_C (1) << 31)

static inline uint32_t
vm_head_frames (uint32_t head)
{
    return (head & ~VM_T_MANY) >> VM_T_FRAMES;
}

enum { VM_F_EXACT = 1 << 23, VM_F_OBJECTS = 24, VM_VALUE_BYTES = 20 };
enum {
    VM_O_MASK = 1 << 16,
    VM_O_POINTS = 1 << 17,
    VM_O_BLANK = 1 << 18,
    VM_O_FLAGS = VM_FREED | VM_BY_MALLOC | VM_BY_NEW | VM_BY_NEW_ARRAY
                 | VM_BY_ALLOCA | VM_BY_LIBRARY
};

/* Variables that share a part. */
struct vm_group {
    uint32_t first, size; /* in `member` */
    uint32_t bytes;       /* of the group, if all are plain */
};
enum { VM_GROUP_BYTES = 64, VM_GROUP_MEMBERS = 16 };

struct vm_grouping {
    struct VEC (struct vm_group) group;
    struct VEC (uint32_t) member; /* numbers of objects in their array */
};

/* Where the parts of a state begin; one more than there are: the end. */
struct vm_extents {
    struct VEC (uint32_t) group, thread, heap;
};

struct vm_saved_object {
    struct vm_object *at, old;
};
struct vm_saved_thread {
    struct vm_thread *at, old;
};
struct vm_saved_frame {
    struct vm_frame *at, old;
};

struct vm_opened {
    /* ---- of the code */
    struct vm_grouping global, local;
    uint32_t *group_of;            /* of each global that is in states */
    struct vm_object *first_local; /* thread-local variables at first */
    struct buffer root; /* the bytes that the empty state stands for */
    struct arena arena;
    /* ---- of the state that was opened */
    struct buffer bytes;
    struct vm_extents extents;
    uint32_t threads, heap;
    bool begun, leaked;
    /* ---- what this run changed: what was there before, each once */
    struct VEC (struct vm_saved_object) object;
    struct VEC (struct vm_saved_thread) thread;
    struct VEC (struct vm_saved_frame) frame;
    struct VEC (struct vm_object *) shared; /* that were not */
    uint8_t *changed;                       /* of each group */
    bool clean; /* globals and heap objects that are not in `object` name no
                   locals */
    /* ---- for pack */
    struct buffer raw, packed;
    struct vm_extents made;
    struct VEC (uint32_t) map, order; /* of heap numbers: new; old */
    struct VEC (vm_id) now;           /* heap objects that a part names */
};

static inline uint32_t
vm_get32 (const uint8_t *at)
{
    uint32_t n;
    memcpy (&n, at, 4);
    return n;
}

static inline void
vm_put32 (uint8_t *at, uint32_t n)
{
    memcpy (at, &n, 4);
}

static inline uint32_t
vm_pad (uint32_t size)
{
    return (size + 3) & ~3u;
}

static inline uint32_t
vm_points_bytes (const struct vm_code *c, uint32_t size)
{
    return size / c->pointer_bytes * (uint32_t) sizeof (vm_id);
}

/* What a frame keeps, by its place in the thread. */
static inline const struct vm_kept *
vm_kept_by (const struct vm_state *s, uint32_t pc, bool top)
{
    return top ? &s->live->at[pc] : &s->live->after[pc];
}

/* The stack object or thread-local variable is no more. */
bool vm_is_gone (struct vm_state *, vm_id);
/* Pointers to what is no more become VM_GONE, everywhere: before its number is
 * used again. */
void vm_state_scrub (struct vm_state *);
/* Reads the rest again: hold, key, at_exit. */
void vm_rest_open (struct vm_state *);
void vm_group_all (struct vm_grouping *, const struct vm_object *,
                   const uint32_t *number, uint32_t size);
/* The bytes of all parts, with heap numbers as they are. */
void vm_state_encode (struct vm_state *);

/* ---- refs.c: every place in a part where an object's number stands,
 * in order */
typedef void vm_ref_visit (void *context, uint8_t *at);
struct vm_refs {
    const struct vm_state *state;
    vm_ref_visit *visit;
    void *context;
};
/* Each gives the end of the part. */
uint8_t *vm_refs_group (const struct vm_refs *, const struct vm_grouping *,
                        uint32_t group, uint8_t *);
uint8_t *vm_refs_thread (const struct vm_refs *, uint8_t *);
uint8_t *vm_refs_object (const struct vm_refs *, uint8_t *);
void vm_refs_rest (const struct vm_refs *, uint8_t *at, const uint8_t *end);

/* ---- vm/reduce/counter_abstraction_merge.c: threads that are alike become one, in `raw` and `made`;
 * nothing may be stale */
void vm_counter_abstraction_merge (struct vm_state *);

/* ---- canon.c: from `raw` and `made` to canonical bytes */
struct bytes vm_canon (struct vm_state *);

#endif
