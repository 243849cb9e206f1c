/* machine_internal.h -- what the files of vm_machine share. */
#ifndef VM_MACHINE_INTERNAL_H
#define VM_MACHINE_INTERNAL_H

#include <stdatomic.h>

#include "vm/machine.h"
#include "vm/reduce/independence.h"

/* What clones share; never changed. */
struct vm_program {
    struct vm_code code;
    struct vm_live live;
    struct vm_independence quiet;
    struct digest identity;
    struct vm_abstract_threads *crowd; /* borrowed; may be null */
    atomic_uint users;
};

typedef struct vm_machine {
    generator base;
    struct vm_program *program;
    struct vm_state state;
    struct vm_run run;
    /* ---- of the state that was entered */
    bool root;
    bool dirty;      /* the state must go back to what was entered */
    bool more;       /* of this thread: the script has a further run */
    uint32_t choice; /* edges so far */
    uint32_t first;  /* thread that is asked before all others, or NOWHERE */
    bool only;       /* no other runs */
    bool asked_first;
    bool good;         /* all runs of `first` were settled */
    uint32_t at;       /* of the others: who is next */
    uint32_t thread;   /* who is asked */
    size_t input_at;   /* where each run begins to read inputs */
    bool keeps_script; /* the last edge's choices go to `script` */
    struct VEC (struct vm_choice) script;
    /* ---- of the last edge */
    bool guessed;
    char message[2 * VM_MESSAGE];
    /* ---- for estimates: another state at the same time */
    struct vm_state *other;
    struct vm_run *other_run;
} vm_machine;

vm_machine *vm_machine_of (generator *);
void vm_machine_enter (generator *, struct bytes state);
enum next vm_machine_next (generator *, struct edge *);
/* What a run came to; false: it is no edge. */
bool vm_machine_take (vm_machine *, enum vm_effect, struct edge *);
/* Runs the last edge that next gave again, by `script`. */
bool vm_machine_again (vm_machine *, struct edge *);
/* Keeps the run's message, with thread and place if that is wanted. */
void vm_machine_tell (vm_machine *, bool place);

#endif
