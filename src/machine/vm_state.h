/* vm_state.h -- a state of the C machine, opened up to be run.
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
#ifndef VM_STATE_H
#define VM_STATE_H

#include "machine/vm_code.h"
#include "machine/vm_live.h"

/* Memory that a program can point to. */
enum vm_object_flag {
    VM_FREED = 1,
    VM_BY_MALLOC = 2, /* how it was made, which free or delete must fit */
    VM_BY_NEW = 4,
    VM_BY_NEW_ARRAY = 8,
    VM_BY_ALLOCA = 16,
    VM_READ_ONLY = 32, /* constants: these are not in states */
    VM_HELD = 64,      /* VLOCK: somebody holds it (state.hold) */
    VM_BY_LIBRARY = 128 /* what the library keeps for itself: no leak */
};
struct vm_object {
    uint32_t size;
    uint32_t flags;
    bool own;          /* data .. points are of this run, not borrowed */
    bool shared;       /* more than one thread may reach it; see vm_share.h */
    uint8_t *data;     /* size bytes; where a byte is unknown see vm_value.h */
    uint8_t *unknown;  /* a mask of size bytes; null: all is known */
    vm_id *points;     /* of each whole slot of pointer_bytes: what the pointer
                          in it points into; null: there are none */
};

/* A function that is being run. */
struct vm_frame {
    uint32_t function;
    uint32_t pc;            /* next instruction; of callers: the call itself */
    struct vm_value *reg;   /* all its registers; null: still packed */
    const uint8_t *packed;  /* those that are live at pc */
    struct vm_object *object; /* its locals, by slot */
    uint32_t objects;
    bool own;               /* reg and object are of this run */
};

enum vm_status {
    VM_ABSENT,  /* no thread, or ended and joined */
    VM_ALIVE,
    VM_ASLEEP,  /* in a wait that needs a signal (vm_thread.wait says of what) */
    VM_ENDED    /* not joined yet */
};
struct vm_thread {
    uint8_t status;
    uint8_t phase;     /* of the native function that it is in; 0: it begins */
    uint8_t detached;
    uint8_t unwinding; /* an exception is on its way */
    uint32_t atomic;   /* depth of atomic sections */
    struct vm_value wait;   /* what it sleeps on */
    struct vm_value result; /* of pthread_exit; of an exception: what is thrown */
    uint32_t selector;
    struct vm_frame *frame; /* from the first function on */
    uint32_t frames, room;
    struct vm_object *local; /* thread-local variables, by number; null: the
                                thread has not begun */
    struct vm_value *key;   /* pthread_setspecific */
    uint32_t keys;
    bool own;               /* frame, local and key are of this run */
    uint32_t last_run;      /* not part of the state: for estimates */
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
    struct VEC (uint8_t) key;   /* pthread_key_create: 1 in use */
    struct VEC (vm_id) at_exit; /* functions, last first */
    bool begun;                 /* constructors and main's thread were made */
    bool leaked;                /* with VM_CHECK_LEAK: something was lost */
    bool shape;                 /* this run changed what points where: pack must
                                   renumber; set by whoever does */
    struct arena arena;         /* of this run; reset by open and reset */
    struct buffer opened;       /* the bytes that are borrowed */
    struct buffer packed;
    struct vm_opened *first;    /* what reset goes back to */
};

void vm_state_init (struct vm_state *, const struct vm_code *,
                    const struct vm_live *);
void vm_state_clear (struct vm_state *);
/* Bytes that pack made.  Empty: the root, before anything ran: all globals with
 * their initial values, and no thread. */
void vm_state_open (struct vm_state *, struct bytes);
void vm_state_reset (struct vm_state *);
/* Borrowed until the next pack. */
struct bytes vm_state_pack (struct vm_state *);
/* Where the parts end, for stores: head; each global's; each thread's; each heap
 * object's; the rest.  Gives how many, at most `most` (then the last one takes
 * all the rest). */
size_t vm_state_parts (struct bytes state, uint32_t ends[], size_t most);
bool vm_state_sound (const struct vm_state *); /* costly; for tests */

/* ---- what is about to be changed */
void vm_own_object (struct vm_state *, struct vm_object *); /* its bytes */
void vm_own_thread (struct vm_state *, struct vm_thread *);
void vm_own_frame (struct vm_state *, struct vm_thread *, struct vm_frame *);
/* Registers of a frame, unpacked; to be read only unless owned. */
struct vm_value *vm_frame_registers (struct vm_state *, struct vm_frame *);

/* ---- objects
 * Null: there is none of that number (any more). */
struct vm_object *vm_object_find (struct vm_state *, vm_id);
/* New ones; their bytes were never written.  (Zero them with vm_object_zero.) */
vm_id vm_heap_new (struct vm_state *, uint32_t size, uint32_t flags);
/* 0: the frame has no slot left. */
vm_id vm_stack_new (struct vm_state *, uint32_t thread, uint32_t size);
void vm_object_zero (struct vm_state *, struct vm_object *);
/* Its bytes go, pointers to it stay what they are. */
void vm_object_free (struct vm_state *, struct vm_object *);

/* ---- threads
 * Of the least free number; VM_NOWHERE: too many.  It begins with `function` and
 * these arguments in its first registers. */
uint32_t vm_thread_new (struct vm_state *, uint32_t function,
                        const struct vm_value *argument, uint32_t arguments);
/* Its stack and locals go; pointers to them become VM_GONE. */
void vm_thread_end (struct vm_state *, uint32_t thread, struct vm_value result);
void vm_thread_forget (struct vm_state *, uint32_t thread); /* ABSENT */
/* False: too deep. */
bool vm_frame_push (struct vm_state *, uint32_t thread, uint32_t function,
                    const struct vm_value *argument, uint32_t arguments);
void vm_frame_pop (struct vm_state *, uint32_t thread);

static inline struct vm_frame *
vm_frame_top (const struct vm_thread *t)
{
    return &t->frame[t->frames - 1];
}

#endif
