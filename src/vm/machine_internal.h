/* machine_internal.h -- what the files of vm_machine share. */
#ifndef VM_MACHINE_INTERNAL_H
#define VM_MACHINE_INTERNAL_H

#include <stdatomic.h>

#include "vm/machine.h"
#include "vm/question.h"
#include "vm/reduce/independence.h"

/* What clones share; never changed. */
struct vm_program {
    struct vm_code code;
    struct vm_live live;
    struct vm_independence quiet;
    struct digest identity;
    struct vm_question question;       /* changed only while nobody shares it */
    struct vm_abstract_threads *crowd; /* borrowed; may be null */
    atomic_uint users;
};

typedef struct vm_machine {
    generator base;
    struct vm_program *program;
    struct vm_state state;
    struct vm_run run;
    /* ---- for formulas (machine_ask.c) */
    struct vm_asker asker;
    struct vm_value *view; /* owned; null: none are asked */
    bool assumes;          /* they tell assumptions that did not hold */
    /* ---- of the state that was entered */
    bool root;
    bool excluded;   /* an assumption did not hold: nothing follows */
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
    bool changed; /* what formulas see */
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
/* machine_ask.c: a run of m->thread between what formulas see. */
enum vm_effect vm_machine_ask_run (vm_machine *);
void vm_machine_ask_open (vm_machine *);
bool vm_machine_asks (const vm_machine *);
/* What formulas cannot go through: false, it is a cut (with message). */
bool vm_machine_ask_known (vm_machine *);
/* The bytes of all states behind an assumption that did not hold, and whether these
 * are they. */
struct bytes vm_machine_excluded (void);
bool vm_machine_is_excluded (struct bytes state);
/* As `label` of machine/generator.h; `run` is of the state, or null: it is excluded. */
uint64_t vm_machine_label (const vm_machine *, struct vm_run *);
/* Keeps the run's message, with thread and place if that is wanted. */
void vm_machine_tell (vm_machine *, bool place);

#endif
