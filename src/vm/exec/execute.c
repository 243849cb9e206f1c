/* execute.c -- one instruction of the C machine. */
#include "vm/exec/execute.h"

#include <assert.h>

#include "vm/code/op.h"
#include "vm/library/cxx.h"

static enum vm_effect
execute_freeze (const struct vm_step *s)
{
    struct vm_value v = step_value (s, s->at->a);
    uint64_t unwritten = v.unknown & v.bits;
    if (unwritten) {
        struct vm_value in = vm_input (s->run, step_width (s));
        v.bits = (v.bits & ~unwritten) | (in.bits & unwritten);
        v.unknown = (v.unknown & ~unwritten) | (in.unknown & unwritten);
    }
    return step_set (s, v);
}

static enum vm_effect
execute_rare (const struct vm_step *s)
{
    struct vm_run *r = s->run;
    const struct vm_instruction *i = s->at;
    switch ((enum vm_op) i->op) {
    case VM_FREEZE:
        return execute_freeze (s);
    case VM_RMW:
        return execute_rmw (s);
    case VM_CMPXCHG:
        return execute_cmpxchg (s);
    case VM_FENCE: /* all is sequentially consistent */
        return step_done (s);
    case VM_ALLOCA:
        return execute_alloca (s);
    case VM_TLS_AT:
        return step_set (
            s,
            vm_pointer (vm_id_of (VM_TLS, r->thread << VM_TLS_BITS | i->a), 0));
    case VM_LANDING:
        return execute_landing (s);
    case VM_RESUME:
        return vm_cxx_resume (r, step_value (s, i->a));
    case VM_UNREACHABLE:
        return vm_cut (r, "the program comes where it says it never does");
    default:
        assert (i->op == VM_CUT);
        return vm_cut (r, "%s", r->code->text.at[i->a]);
    }
}

static enum vm_effect
execute (const struct vm_step *s)
{
    const struct vm_instruction *i = s->at;
    switch ((enum vm_op) i->op) {
    case VM_BINARY:
        return execute_binary (s);
    case VM_FLOAT_BINARY:
    case VM_FNEG:
    case VM_FCMP:
        return execute_float (s);
    case VM_ICMP:
        return execute_compare (s);
    case VM_SELECT:
        return execute_select (s);
    case VM_MOVE:
        return step_set (s, step_value (s, i->a));
    case VM_TRUNC:
    case VM_ZEXT:
    case VM_SEXT:
    case VM_FLOAT_CAST:
    case VM_PTRTOINT:
    case VM_INTTOPTR:
        return execute_cast (s);
    case VM_OFFSET:
        return execute_offset (s);
    case VM_LOAD:
        return execute_load (s);
    case VM_STORE:
        return execute_store (s);
    case VM_MOVES:
        return execute_moves (s);
    case VM_JUMP:
        return step_jump (s, i->a);
    case VM_BRANCH:
        return execute_branch (s);
    case VM_SWITCH:
        return execute_switch (s);
    case VM_RETURN:
        return execute_return (s);
    case VM_CALL:
    case VM_CALL_POINTER:
        return execute_call (s);
    case VM_NATIVE:
        return execute_native (s);
    default:
        return execute_rare (s);
    }
}

enum vm_effect
vm_execute (struct vm_run *r)
{
    struct vm_thread *t = vm_self (r);
    assert (t->frames);
    struct vm_frame *f = vm_frame_top (t);
    if (!f->own)
        vm_own_frame (r->state, t, f);
    struct vm_step step = {.run = r,
                           .frame = f,
                           .reg = f->reg,
                           .at = &r->code->instruction.at[f->pc]};
    return execute (&step);
}
