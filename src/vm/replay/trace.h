/* trace.h -- a walk of the C machine as people read it.
 *
 * A step is what one thread does on one line of the source before it comes to
 * another line or another thread runs; lines that change nothing that has a
 * name and do nothing that others can see are left out, and so is what the
 * library does: that belongs to the line that called it. */
#ifndef VM_REPLAY_TRACE_H
#define VM_REPLAY_TRACE_H

#include "vm/replay/walk.h"

struct vm_told {
    char *place;     /* "file:line:column" */
    char *what;      /* "function: source line" */
    char *values;    /* "x = 1, y == 2; holds a, b": written, read, locks */
    char *thread;    /* "main", "thread 2" */
    size_t folded;   /* 0; or so many steps are told by this one */
    char *function;  /* borrowed from the code's texts: where; null: none */
    uint32_t number; /* of the thread */
    uint32_t depth;  /* calls around it */
    uint32_t pc;     /* of its first instruction; VM_NOWHERE: none is known */
};
struct vec_vm_told VEC (struct vm_told);

/* Appends the steps; texts are owned by whoever takes them.  At the end what
 * the fault is, and of a deadlock who waits for what.  False: the walk cannot
 * be walked. */
bool vm_trace (generator *, const struct vm_walk *, struct vec_vm_told *);
/* The same without what a fault says at the end; steps end with legs that are marked, and
 * end[n] is how many steps are told when leg n is over. */
enum vm_mark {
    VM_MARK_NONE,
    VM_MARK_END,
    VM_MARK_SHOWN /* the last step is told */
};
bool vm_trace_marked (generator *, const struct vm_walk *, const uint8_t mark[],
                      size_t end[], struct vec_vm_told *);

#endif
