/* machine.h -- the C machine as a generator.
 *
 * Edges of a state: for every thread in order of its number, its runs in order
 * of their choices (vm/exec/run.h).  A thread inside an atomic section that is not
 * blocked runs alone.  So does (VM_REDUCE_LOCAL) the first thread that stands
 * before nothing visible, if all its runs are settled, without fault or end of
 * the program: what it does commutes with what others do, and it cannot go on so
 * for ever.  The root has one edge: to where main's thread stands before its
 * first constructor, or main.
 *
 * What is not modelled is a CUT without target, its fault number VM_NO_FAULT.
 *
 * Faults of a state are faults of the edge that leads to it: deadlock (all
 * threads that are left are blocked, or some wait for each other in a ring), and
 * races (two threads' next accesses conflict, and one is not atomic). */
#ifndef VM_MACHINE_H
#define VM_MACHINE_H

#include "machine/generator.h"
#include "vm/exec/run.h"

/* The code is moved into the machine.  Null: problem. */
generator *vm_machine_new (struct vm_code *adopted, struct problem *);
const struct vm_code *vm_machine_code (const generator *);
/* With VM_REDUCE_MANY: clones that are made later have it, too.  It is borrowed,
 * and does not travel. */
struct vm_abstract_threads;
void vm_machine_crowd (generator *, struct vm_abstract_threads *);
/* The program for generator_open. */
void vm_machine_write (const generator *, struct buffer *);
generator *vm_open (struct bytes program, struct problem *);

/* How an edge went, step by step: the watch of vm/exec/run.h is called before each
 * instruction, with the thread that runs.  False: there is no such edge. */
bool vm_machine_watch (generator *, struct bytes state, uint32_t choice,
                       const uint64_t *input, size_t inputs, size_t *input_at,
                       void (*watch) (void *, struct vm_run *), void *context,
                       struct edge *);
/* Did the last edge that next gave decide something by an unknown bit? */
bool vm_machine_guessed (const generator *);
/* The message of the last fault or cut, and where: thread, file:line. */
const char *vm_machine_message (const generator *);

/* Runs a thread for so many instructions (steps of an edge) from a state, with
 * inputs and answers to choices that no unknown bit asks for (guess of struct
 * vm_choice): how a counterexample is run again with the inputs that were solved
 * for.  Of the root, steps 0: its edge.  The edge's target is what it comes to;
 * deadlock and race are faults as ever.  False: it cannot be followed. */
struct vm_follow {
    uint32_t thread, steps;
    const uint32_t *answer;
    size_t answers;
    const uint64_t *input;
    size_t inputs, input_at; /* raised by those that were used */
    struct text *output;     /* may be null */
    void (*watch) (void *, struct vm_run *);
    void *context;
};
bool vm_machine_follow (generator *, struct bytes state, struct vm_follow *,
                        struct edge *);

/* One more proposition that states are labelled with (vm/question.h); before the
 * machine is cloned.  Its walks then end where what these name changes, and:
 *
 *   - the only run of a thread that stands before nothing visible is taken alone only
 *     if it changes nothing that is seen, so it is a step of every other order, too;
 *   - a state in which a proposition depends on an unknown bit is a cut;
 *   - a run that ends because an assumption does not hold comes to a state of its own,
 *     without successors, where `assumed ()` is false.
 *
 * `place` is where the text begins.  False: problem. */
bool vm_machine_ask (generator *, const char *text, struct place,
                     struct problem *);
/* Are there assumptions in the code? */
bool vm_assumes_anything (const struct vm_code *);

/* Estimates (vm/guide/estimate.c), for --estimate. */
int64_t vm_estimate (struct vm_run *, int kind);
enum vm_estimate {
    VM_ESTIMATE_NONE,
    VM_ESTIMATE_ACTIVE,
    VM_ESTIMATE_BLOCKED,
    VM_ESTIMATE_LOCKS,
    VM_ESTIMATE_INTERLEAVING,
    VM_ESTIMATE_WRITES,
    VM_ESTIMATE_ALTERNATING,
    VM_ESTIMATE_BRANCH,
    VM_ESTIMATE_DISTANCE,
    VM_ESTIMATE_PRIORITY
};
int vm_estimate_find (const char *name); /* -1: none */

#endif
