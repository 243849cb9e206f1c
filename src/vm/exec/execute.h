/* execute.h -- what the files of vm_execute share.
 *
 * Each executes one instruction of the running thread, whose top frame is
 * owned. DONE: pc was moved on. */
#ifndef VM_EXEC_EXECUTE_H
#define VM_EXEC_EXECUTE_H

#include "vm/exec/arith.h"
#include "vm/exec/run.h"

struct vm_step {
    struct vm_run *run;
    struct vm_frame *frame; /* the top one */
    struct vm_value *reg;   /* its registers */
    const struct vm_instruction *at;
};

static inline struct vm_value
step_value (const struct vm_step *s, uint32_t operand)
{
    return operand & VM_CONSTANT
               ? s->run->code->constant.at[operand & ~VM_CONSTANT]
               : s->reg[operand];
}

static inline unsigned
step_width (const struct vm_step *s) /* of pointers, too */
{
    return s->at->width ? s->at->width : s->run->code->pointer_bytes * 8;
}

static inline enum vm_effect
step_done (const struct vm_step *s)
{
    s->frame->pc++;
    return VM_DONE;
}

static inline enum vm_effect
step_set (const struct vm_step *s, struct vm_value v)
{
    s->reg[s->at->result] = v;
    return step_done (s);
}

static inline enum vm_effect
step_jump (const struct vm_step *s, uint32_t target)
{
    s->frame->pc = s->run->code->function.at[s->frame->function].first + target;
    return VM_DONE;
}

/* ---- execute_plain.c */
/* Up to `most` instructions that are plain, without asking what is visible but
 * for atomic sections: gives how many. */
uint32_t vm_execute_plain (struct vm_run *, uint32_t most);

/* ---- execute_number.c */
enum vm_effect execute_binary (const struct vm_step *);
enum vm_effect execute_float (const struct vm_step *);
enum vm_effect execute_cast (const struct vm_step *);
enum vm_effect execute_offset (const struct vm_step *);

/* ---- execute_compare.c */
/* Any two values: 1 bit, perhaps unknown; may choose. */
enum vm_effect compare_any (struct vm_run *, enum vm_compare, unsigned width,
                            struct vm_value, struct vm_value,
                            struct vm_value *);
enum vm_effect execute_compare (const struct vm_step *);
/* What is known of a value that compares so with a number. */
void vm_learn (struct vm_value *, enum vm_compare, unsigned width,
               uint64_t bits);
enum vm_compare vm_opposite (enum vm_compare);

/* ---- execute_memory.c */
enum vm_effect execute_load (const struct vm_step *);
enum vm_effect execute_store (const struct vm_step *);
enum vm_effect execute_rmw (const struct vm_step *);
enum vm_effect execute_cmpxchg (const struct vm_step *);
enum vm_effect execute_alloca (const struct vm_step *);

/* ---- execute_branch.c */
enum vm_effect execute_branch (const struct vm_step *);
enum vm_effect execute_switch (const struct vm_step *);
enum vm_effect execute_select (const struct vm_step *);
enum vm_effect execute_moves (const struct vm_step *);

/* ---- execute_call.c */
enum vm_effect execute_call (const struct vm_step *);
enum vm_effect execute_return (const struct vm_step *);
enum vm_effect execute_native (const struct vm_step *);
enum vm_effect execute_landing (const struct vm_step *);

#endif
