/* run.h -- one thread's run from one visible operation to the next.
 *
 * An edge of the C machine is: a thread, its next visible operation, and all that
 * follows up to the next one.  Visible is what another thread can see, or can be
 * kept from: access to what several threads can reach, and functions marked so
 * (vm/library/native.h), calls of functions that are one step, returns from frames with
 * objects that others can reach.  While one thread is alone nothing is.  A run
 * also ends before a second decision by choice, and where LONG_WALK steps passed;
 * so a thread stands before something visible, or at its first instruction, or
 * at such a place.
 *
 * pc of a frame stands on the instruction that is being executed until that is
 * DONE: so it is where a fault or cut happened.
 *
 * A function with VM_VARIADIC gets its further arguments as an object of its
 * frame, a pointer's bytes for each (where that is 4, 64 bits are two of them);
 * its last parameter is the pointer to it (null: there are none).
 *
 * Where a run can go on in several ways (an unknown bit decides; RANGE; which of
 * several threads a signal wakes) it asks vm_choose.  The answers come from a
 * script; when that is used up, 0 is taken and noted; the next edge is the run
 * with the last answer that has a successor raised, as an odometer counts.  So
 * edges have one order, everywhere. */
#ifndef VM_EXEC_RUN_H
#define VM_EXEC_RUN_H

#include "vm/state/state.h"

struct text;

/* One name each (vm_fault_name), one bit of vm_check each (vm_fault_check). */
enum vm_fault {
    VM_NO_FAULT,
    VM_FAULT_ASSERT,
    VM_FAULT_DEADLOCK,
    VM_FAULT_NULL,     /* access through null */
    VM_FAULT_BOUNDS,   /* outside of the object */
    VM_FAULT_WILD,     /* through a number that is no pointer */
    VM_FAULT_FREED,    /* use after free */
    VM_FAULT_RETURNED, /* use after return */
    VM_FAULT_READ_ONLY,
    VM_FAULT_CONFLICT, /* of VLOCK */
    VM_FAULT_BAD_FREE,
    VM_FAULT_DOUBLE_FREE,
    VM_FAULT_LEAK,
    VM_FAULT_UNINITIALISED,
    VM_FAULT_RACE,
    VM_FAULT_LOCK, /* unlock by a non-owner, ... */
    VM_FAULT_DIVISION,
    VM_FAULT_EXCEPTION, /* uncaught */
    VM_FAULT_OVERFLOW,
    VM_FAULT_CRASH, /* a signal inside of the library */
    VM_FAULTS
};
const char *vm_fault_name (uint32_t);
uint32_t vm_fault_check (uint32_t);

enum vm_effect {
    VM_DONE,     /* the instruction was executed; pc stands on the next */
    VM_BLOCKED,  /* it cannot be now; nothing changed */
    VM_PARKED,   /* it was begun (phase changed): others run, then it goes on */
    VM_EXITED,   /* this thread ended */
    VM_FINISHED, /* the program did */
    VM_IGNORED,  /* this run is none: an assumption does not hold */
    VM_FAILED,   /* fault and message are set */
    VM_IS_CUT,   /* not modelled: message is set */
    VM_REFUSED,  /* the run cannot go on at all: problem of the generator */
    VM_CALLED    /* a frame was pushed, or an exception moved control: pc of the
                   top frame is right as it is, the run goes on there; see
                   vm/library/native.h */
};

enum {
    VM_LONG_WALK = 20000,
    VM_PREFIX = 1000,
    VM_SETTLE_BITS = 8,
    VM_MESSAGE = 256
};

struct vm_choice {
    uint32_t chosen, of;
    bool guess; /* an unknown bit decides */
    bool input; /* VM_FEW_INPUTS: which value an input has (vm_few_input) */
};

struct vm_run {
    struct vm_state *state;
    const struct vm_code *code;
    uint32_t thread;
    uint32_t living;                     /* threads that have not ended */
    const struct vm_independence *quiet; /* may be null */
    /* ---- of the edge */
    struct VEC (struct vm_choice) choice;
    size_t asked;   /* of them, in this run */
    bool guessed;   /* an unknown bit decided something */
    bool settled;   /* the thread stands before something visible, or ended:
                           not where a walk was broken off */
    uint32_t steps; /* instructions executed */
    bool section;   /* its first instruction began an atomic section */
    uint64_t part;  /* bytes that the last native copied, or compared, of
                           all that it is to (vm/library/native_memory.c) */
    bool undone; /* AWAIT did not hold: there is no edge (guarded_atomic.h) */
    enum vm_fault fault;
    char message[VM_MESSAGE]; /* of FAILED and IS_CUT: what, for people */
    /* Concrete values of inputs, in the order in which they are asked for; null:
     * inputs are unknown. */
    const uint64_t *input;
    size_t inputs, input_at;
    /* May be null: what the program prints is added here. */
    struct text *output;
    /* May be null: called before each instruction; for traces. */
    void (*watch) (void *context, struct vm_run *);
    void *context;
    /* May be null: formulas are asked (vm_run_asked). */
    const struct vm_asker *asker;
    uint32_t split; /* of vm_run_asked: the walk is to be run again for so many
                       steps; VM_NOWHERE: it is as it should be */
    struct vm_error_distance
        *guide;             /* of estimates, made when one needs it; owned */
    struct vm_probe *probe; /* of guarded_atomic.h, likewise */
};

/* Whoever asks formulas: what they see of a state. */
struct vm_asker {
    /* Did the instruction that was executed last change what is seen?  Told of every
     * one, and takes what it is now as what it was. */
    bool (*changed) (void *context, struct vm_run *);
    void *context;
    bool single; /* each instruction is a walk of its own */
};

void vm_run_init (struct vm_run *, struct vm_state *);
void vm_run_clear (struct vm_run *);
/* Runs the thread from where it stands to its next visible operation.  DONE: it
 * stands there, or is blocked or parked, or ended.  FINISHED: the program did.
 * BLOCKED, IGNORED: no edge.  Never CALLED, PARKED, EXITED. */
enum vm_effect vm_run_edge (struct vm_run *, uint32_t thread);
/* The same for r->asker.  A walk has one instruction that is more than local, its
 * first: before another one that chooses, or changes what is seen, it ends (`split`).  An
 * atomic section is as one instruction, since nobody sees what is inside. */
enum vm_effect vm_run_asked (struct vm_run *, uint32_t thread);
/* The same for a number of instructions, whatever is visible. */
enum vm_effect vm_run_steps (struct vm_run *, uint32_t thread, uint32_t steps);
/* Runs a thread that was just made up to the first instruction that is more than
 * numbers and jumps among known ones: what it stood before cannot be told from
 * that.  Belongs to the step of whoever made it. */
void vm_run_prefix (struct vm_run *, uint32_t thread);
/* One instruction of r->thread, whatever it is. */
enum vm_effect vm_execute (struct vm_run *);
/* The root: main's thread is made, standing in the first constructor, or main. */
void vm_run_begin (struct vm_run *);
/* Raises the script like an odometer: false, there is no further run. */
bool vm_run_advance (struct vm_run *);
/* A number below `of` (at least 1). */
uint32_t vm_choose (struct vm_run *, uint32_t of);
/* The same, where an unknown bit decides. */
uint32_t vm_guess (struct vm_run *, uint32_t of);
/* An input of that width: unknown, or what `input` says; or one of few. */
enum { VM_FEW = 5 };
uint64_t vm_few_input (uint32_t chosen);
struct vm_value vm_input (struct vm_run *, unsigned width);
/* What the system gives, and nobody can choose: unknown; where inputs are known,
 * or few, the `usual` value, so that a counterexample needs no other. */
struct vm_value vm_world (struct vm_run *, unsigned width, uint64_t usual);
/* Is it true (of a 1-bit value, or any: not 0)?  Chooses if that is unknown;
 * *effect is FAILED if it was never written and that is checked. */
bool vm_decide (struct vm_run *, struct vm_value, enum vm_effect *);
/* Makes a value known: each way is a choice.  False: more than 256 ways. */
bool vm_settle (struct vm_run *, struct vm_value *, unsigned width);

/* For whoever executes something: these set message (printf) and give the
 * effect.  A fault that is not checked (code->checks) is IGNORED, the run ends
 * there (invalid accesses: the assumption is static, vm/machine.h); but DONE, go
 * on, of UNINITIALISED, OVERFLOW, LEAK, RACE, DEADLOCK and LOCK: of misuse
 * whoever executes it does what glibc does, or cuts. */
enum vm_effect vm_fail (struct vm_run *, enum vm_fault, const char *, ...)
    __attribute__ ((format (printf, 3, 4)));
enum vm_effect vm_cut (struct vm_run *, const char *, ...)
    __attribute__ ((format (printf, 2, 3)));

/* The value of an operand in the top frame of the running thread. */
struct vm_value vm_operand (struct vm_run *, uint32_t operand);
/* What a thread stands before. */
static inline const struct vm_instruction *
vm_next (const struct vm_run *r, uint32_t thread)
{
    const struct vm_thread *t = &r->state->thread.at[thread];
    return &r->code->instruction.at[vm_frame_top (t)->pc];
}

static inline struct vm_thread *
vm_self (const struct vm_run *r)
{
    return &r->state->thread.at[r->thread];
}

/* ---- memory (memory.c): DONE, or FAILED, or IS_CUT */
/* The object of a pointer whose next `size` bytes may be read (or written). */
enum vm_effect vm_access (struct vm_run *, struct vm_value pointer,
                          uint64_t size, bool write, struct vm_object **,
                          uint32_t *offset);
/* `bits`: 1 .. 64; whole bytes are read, the rest is cut off. */
enum vm_effect vm_load (struct vm_run *, struct vm_value pointer, unsigned bits,
                        struct vm_value *);
enum vm_effect vm_store (struct vm_run *, struct vm_value pointer,
                         unsigned bits, struct vm_value);
/* memmove, with unknown bytes and pointers; memset.  Sizes may not be unknown. */
enum vm_effect vm_copy (struct vm_run *, struct vm_value to,
                        struct vm_value from, uint64_t size);
enum vm_effect vm_fill (struct vm_run *, struct vm_value to,
                        struct vm_value byte, uint64_t size);
/* A string for messages and formats; false: not one that is known. */
bool vm_string (struct vm_run *, struct vm_value pointer, struct text *);

/* ---- who can reach what (vm/state/share.c) */
/* Threads that have not ended. */
uint32_t vm_count_living (const struct vm_state *);
/* Marks all objects that can be reached from globals or from two threads
 * (`shared`), right after open; and in a run, when a second thread begins. */
void vm_share_opened (struct vm_state *);
void vm_share_all (struct vm_state *);
/* This object, and all that it points to, is shared from now on.  (vm_store and
 * vm_copy do so for what they store in a shared object.) */
void vm_share (struct vm_state *, vm_id);
/* Is it a global that is no constant, or marked? */
bool vm_is_shared (struct vm_state *, vm_id);

/* ---- what others can see (visible.c) */
/* Is the next instruction of this thread visible? */
bool vm_is_visible (struct vm_run *, uint32_t thread);
/* Can other threads come to what this points to? */
bool vm_is_seen (struct vm_run *, struct vm_value pointer);
/* Does an atomic section begin with it? */
bool vm_begins_section (struct vm_run *, uint32_t thread);
/* The bytes that the next instruction of a thread reads or writes, if it is an
 * access to what is shared: for races and estimates. */
struct vm_reach {
    vm_id object;
    uint32_t from, end;
    bool write, atomic;
};
bool vm_next_access (struct vm_run *, uint32_t thread, struct vm_reach *);
/* The same for what may access two places; gives how many. */
uint32_t vm_next_accesses (struct vm_run *, uint32_t thread,
                           struct vm_reach[2]);

/* ---- numbers (arith.c) */
struct vm_value vm_binary (enum vm_op, unsigned width, struct vm_value,
                           struct vm_value);
/* Those above cannot tell what a pointer makes of this: a cut. */
bool vm_binary_mixes (enum vm_op, unsigned width, struct vm_value,
                      struct vm_value);
/* 1 bit, perhaps unknown; numbers only, or pointers into one object. */
struct vm_value vm_compare (enum vm_compare, unsigned width, struct vm_value,
                            struct vm_value);
/* VM_TRUNC, VM_ZEXT, VM_SEXT of a value without object. */
struct vm_value vm_cast (enum vm_op, unsigned from, unsigned to,
                         struct vm_value);

/* ---- what a state is, beside its bytes (vm/reduce/deadlock.c, vm/reduce/race.c) */
/* Are all threads that are left blocked, or some in a ring?  Sets the message. */
bool vm_is_deadlock (struct vm_run *);
/* Do two threads stand before conflicting accesses?  Sets the message. */
bool vm_is_race (struct vm_run *);
/* The same: the first two, and their accesses. */
struct vm_meeting {
    uint32_t thread[2];
    struct vm_reach reach[2];
};
bool vm_race_find (struct vm_run *, struct vm_meeting *);

#endif
