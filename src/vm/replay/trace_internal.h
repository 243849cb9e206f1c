/* trace_internal.h -- what the parts of the trace share. */
#ifndef VM_REPLAY_TRACE_INTERNAL_H
#define VM_REPLAY_TRACE_INTERNAL_H

#include "base/text.h"
#include "vm/replay/trace.h"

/* ---- lines of source files (source.c) */

struct vm_source {
    uint32_t file;            /* text of the code */
    char *text;               /* owned; null: cannot be read */
    struct VEC (size_t) line; /* where each begins */
};
struct vec_vm_source VEC (struct vm_source);

/* Appends the line without blanks around it; false: there is none. */
bool vm_source_line (struct vec_vm_source *, const struct vm_code *,
                     const struct vm_place *, struct text *);
void vm_source_clear (struct vec_vm_source *);

/* ---- the parts of a step */

/* The innermost frame that is of the program: its number, or VM_NOWHERE. */
uint32_t vm_trace_frame (const struct vm_code *, const struct vm_thread *);
/* "file:line:column"; the caller frees it. */
char *vm_trace_place (const struct vm_code *, const struct vm_place *);
/* "; holds a, b" or nothing. */
void vm_trace_locks (struct vm_state *, uint32_t thread, struct text *);

/* ---- the end (trace_end.c) */

/* How the run ended that a walk ended with: steps for the fault, and for those
 * who wait in a deadlock. */
void vm_trace_end (struct vm_run *, uint32_t fault, struct vec_vm_told *);

#endif
