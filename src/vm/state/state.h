/* state.h -- a state of the C machine, opened up to be run.
 *
 * As bytes (what searches store) a state is canonical: two states that no run
 * can tell apart by more than the numbers of heap objects have equal bytes.
 * vm_state_open makes the structs below from bytes, which they then borrow;
 * whatever is to be changed is copied first (vm_own_*).  vm_state_reset goes
 * back to what was opened, without reading it again: that is how all edges of a
 * state are run.  vm_state_pack renumbers what changed and writes the bytes.
 *
 * What is dead is not kept: registers that no path from here reads, objects that
 * nothing points to, frames that returned, threads that ended and were joined.
 * A pointer to a heap object that was freed keeps the number of what is left of
 * it (VM_FREED, no bytes), as long as there is such a pointer; one to a local
 * that is gone becomes VM_GONE. */
#ifndef VM_STATE_STATE_H
#define VM_STATE_STATE_H

#include "vm/code/code.h"
#include "vm/state/live.h"
#include "vm/code/arena.h"

enum {
    VM_THREADS_MOST = (1 << VM_THREAD_BITS) - 1,
    VM_FRAMES_MOST = (1 << VM_FRAME_BITS) - 1,
    VM_SLOTS_MOST = (1 << VM_SLOT_BITS) - 1,
    VM_HEAP_MOST = 8192,     /* objects: each state has all of them */
    VM_OBJECT_MOST = 1 << 24 /* bytes */
};

/* Memory that a program can point to. */
enum vm_object_flag {
    VM_FREED = 1,
    VM_BY_MALLOC = 2, /* how it was made, which free or delete must fit */
    VM_BY_NEW = 4,
    VM_BY_NEW_ARRAY = 8,
    VM_BY_ALLOCA = 16,
    VM_READ_ONLY = 32, /* constants: these are not in states */
    VM_HELD = 64,      /* VLOCK: somebody holds it; follows from state.hold, and
                          is set by open.  Change both. */
    VM_BY_LIBRARY = 128 /* what the library keeps for itself: no leak */
};
struct vm_object {
    uint32_t size;
    uint32_t flags;
    uint16_t owner; /* of STACK and TLS: thread + 1; else 0 */
    bool own;       /* data .. points are of this run, not borrowed */
    bool shared;    /* more than one thread may reach it (share.c).  Right
                          after open it may be set directly, and every reset
                          goes back to that; in a run by vm_object_share. */
    uint8_t *data; /* size bytes; where a byte is unknown see vm/code/value.h */
    uint8_t *unknown; /* a mask of size bytes; null: all is known */
    vm_id *points;    /* of each whole slot of pointer_bytes: what the pointer
                          in it points into; null: there are none */
};

/* A function that is being run. */
struct vm_frame {
    uint32_t function;
    uint32_t pc;          /* next instruction, as index into the code's (targets
                               of jumps count from the function's first); of
                               callers: the call itself */
    struct vm_value *reg; /* all its registers; null: still packed, ask
                               vm_frame_registers */
    struct vm_value *spare; /* room for reg */
    const uint8_t *packed;  /* those of `kept` */
    const struct vm_kept *kept;
    struct vm_object *object; /* its locals, by slot */
    uint32_t objects, room;
    bool own;   /* pc, reg and the list of objects are of this run;
                               each object has its own `own` */
    bool exact; /* packed has every register in full */
};

enum vm_status {
    VM_ABSENT, /* no thread, or ended and joined */
    VM_ALIVE,
    VM_ASLEEP, /* in a wait that needs a signal (vm_thread.wait says of what) */
    VM_ENDED   /* not joined yet */
};
enum vm_unwinding {
    VM_THROWING = 1, /* an exception is on its way to a landing pad */
    VM_LEAVING = 2,  /* it is over: destructors of keys are its frames now */
    VM_EXITING = 4 /* the program is over: this thread runs functions of exit */
};
struct vm_thread {
    uint8_t status;
    uint8_t phase;     /* of the native function that it is in; 0: it begins */
    uint8_t detached;  /* 0 or 1 */
    uint8_t unwinding; /* enum vm_unwinding */
    bool
        many; /* any number of threads stands here (vm/reduce/counter_abstraction.h) */
    uint32_t atomic;      /* depth of atomic sections */
    struct vm_value wait; /* what it sleeps on; null unless ASLEEP */
    struct vm_value
        result;        /* ENDED or LEAVING: of pthread_exit; else the newest
                               exception that flies or is caught, or null */
    uint32_t selector; /* while THROWING: for the landing pad */
    struct vm_frame *frame; /* from the first function on */
    uint32_t frames, room;
    struct vm_object *local; /* thread-local variables, by number; null: the
                                thread has not begun */
    struct vm_value *key;    /* pthread_setspecific */
    uint32_t keys;
    bool own;          /* saved for reset: all of it may be changed, key
                               too; frames and objects by their own `own` */
    uint32_t stale;    /* locals of frames from here on were popped in this
                               run, and may be pointed to */
    uint32_t last_run; /* not part of the state: for estimates */
};

/* VLOCK: an object or part of one that a thread holds. */
struct vm_hold {
    vm_id object;
    uint32_t from, end;
    uint32_t thread, depth;
};

struct vm_state {
    const struct vm_code *code;
    const struct vm_live *live;
    struct vm_object *constant; /* of every constant global, by its number;
                                   shared by all states */
    struct vm_object *global;   /* by number; constants are empty here */
    struct VEC (struct vm_object) heap; /* number n is at n - 1 */
    struct VEC (struct vm_thread) thread;
    struct VEC (struct vm_hold) hold; /* by object, from */
    /* pthread_key_create: 0 free; 1 in use without a destructor; else the id of
     * that function. */
    struct VEC (vm_id) key;
    /* Functions to run at the end, the last one first: of each three numbers,
     * function, object and offset of its argument.  (An offset is below 2^29:
     * as an id it is of kind NONE.) */
    struct VEC (vm_id) at_exit;
    bool begun;  /* constructors and main's thread were made */
    bool leaked; /* with VM_CHECK_LEAK: something was lost */
    bool stale;  /* some local is no more that may be pointed to */
    vm_id
        again; /* a local that begins anew: pointers to it are to the one before;
                    0: none (vm_object_renew) */
    struct vm_abstract_threads
        *crowd; /* borrowed; null: none (vm/reduce/abstract_threads.h) */
    struct vm_arena life;     /* until the next open */
    struct vm_arena run;      /* until the next open or reset: vm_scratch */
    struct vm_opened *opened; /* what reset goes back to; internal.h */
};

void vm_state_init (struct vm_state *, const struct vm_code *,
                    const struct vm_live *);
void vm_state_clear (struct vm_state *);
/* Bytes that pack made.  Empty: the root, before anything ran: all globals with
 * their initial values, and no thread. */
void vm_state_open (struct vm_state *, struct bytes);
void vm_state_reset (struct vm_state *);
/* Borrowed until the next pack.  The state stays as it is, with its own numbers
 * of heap objects (those in the bytes may differ), but for `leaked`, which is set
 * if something was dropped that is a leak.  Nobody need tell pack what changed. */
struct bytes vm_state_pack (struct vm_state *);
/* Where the parts end, for stores: head; each global's; each thread's; each heap
 * object's; the rest.  Gives how many, at most `most` (then the last one takes
 * all the rest). */
size_t vm_state_parts (struct bytes state, uint32_t ends[], size_t most);
/* A hash of globals and heap, or of the threads (machine/generator.h: enum partial). */
uint64_t vm_state_partial (struct bytes state, int what);
/* Costly; for tests: every index and size is in range, values are normal, and
 * the bytes open to a state of the same bytes. */
bool vm_state_sound (struct vm_state *);

/* ---- what is about to be changed
 * Each may be called again at no cost.  What is not owned may be shared with what
 * reset goes back to: never write to it.  hold, key and at_exit of the state,
 * begun and leaked are changed directly (VEC_PUSH). */
/* Its bytes, mask, points, flags; the thread that it belongs to with it. */
void vm_own_object (struct vm_state *, struct vm_object *);
void vm_own_thread (struct vm_state *, struct vm_thread *);
/* Its pc, registers (which are unpacked), list of objects; the thread with it. */
void vm_own_frame (struct vm_state *, struct vm_thread *, struct vm_frame *);
/* Registers of a frame, unpacked; to be read only unless owned.  One that is
 * dead reads as never written. */
struct vm_value *vm_frame_registers (struct vm_state *, struct vm_frame *);
/* Owns the object and sees to it that `unknown` (`points`) is there, all 0 if it
 * was not.  (Whoever clears the last of it need not care: pack looks.) */
void vm_need_unknown (struct vm_state *, struct vm_object *);
void vm_need_points (struct vm_state *, struct vm_object *);
void vm_object_share (struct vm_state *, struct vm_object *);
/* Memory of this run, aligned to 16, its contents undefined. */
void *vm_scratch (struct vm_state *, size_t);

/* ---- objects
 * Pointers to structs of objects, threads and frames hold until the next new
 * one of their kind.
 *
 * Null: there is none of that number (any more).  One that was freed is found,
 * with VM_FREED and its size, but data is null. */
struct vm_object *vm_object_find (struct vm_state *, vm_id);
/* New ones; their bytes were never written.  (Zero them with vm_object_zero.)
 * They are own.  0: larger than VM_OBJECT_MOST, or too many. */
vm_id vm_heap_new (struct vm_state *, uint32_t size, uint32_t flags);
/* Of the thread's last frame.  0: too large, or the frame has no slot left. */
vm_id vm_stack_new (struct vm_state *, uint32_t thread, uint32_t size);
void vm_object_zero (struct vm_state *, struct vm_object *);
/* Its bytes go, pointers to it stay what they are. */
void vm_object_free (struct vm_state *, struct vm_object *);
/* A local of the thread's last frame that was freed is there again, never
 * written.  It is another object: pointers to the one before become VM_GONE, but
 * for what its alloca gave. */
void vm_object_renew (struct vm_state *, uint32_t thread, vm_id);

/* ---- threads
 * Of the least free number; VM_NOWHERE: too many.  It begins with `function` and
 * these arguments in its first registers. */
uint32_t vm_thread_new (struct vm_state *, uint32_t function,
                        const struct vm_value *argument, uint32_t arguments);
/* The least free number for a thread that the caller makes, all of it own;
 * VM_NOWHERE: too many. */
uint32_t vm_thread_room (struct vm_state *);
/* ENDED.  Its stack and locals go; pointers to them become VM_GONE, when packed
 * at the latest: until then vm_object_find gives null for them, as for those into
 * popped frames. */
void vm_thread_end (struct vm_state *, uint32_t thread, struct vm_value result);
void vm_thread_forget (struct vm_state *, uint32_t thread); /* ABSENT */
/* False: too deep.  At the function's first instruction, owned; the caller's pc
 * is not touched. */
bool vm_frame_push (struct vm_state *, uint32_t thread, uint32_t function,
                    const struct vm_value *argument, uint32_t arguments);
/* The frame below, if there is one, is not owned by this. */
void vm_frame_pop (struct vm_state *, uint32_t thread);

static inline struct vm_frame *
vm_frame_top (const struct vm_thread *t)
{
    return &t->frame[t->frames - 1];
}

/* "main", or "thread 2" in the room. */
enum { VM_THREAD_NAME = 24 };
const char *vm_thread_name (uint32_t thread, char room[VM_THREAD_NAME]);

#endif
