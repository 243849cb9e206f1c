/* execute_plain.c -- what most instructions are: known numbers and globals.
 *
 * Several instructions in one go, each as vm_execute would run it.  Whatever is
 * not plain (unknown, a pointer as a number, a fault, ..) is left to that. */
#include <assert.h>
#include <string.h>

#include "vm/exec/execute.h"
#include "vm/library/native_table.h"
#include "vm/reduce/independence.h"

struct execute_plain_plain {
    const struct vm_code *code;
    struct vm_state *state;
    struct vm_thread *thread;
    struct vm_value *reg;
    const bool *hollow; /* sections that nobody sees, by pc; null: none */
    uint32_t pc, first;
    bool inside; /* of an atomic section: accesses are not visible */
    bool left;   /* it ended: what comes may end the walk */
};

static inline const struct vm_value *
value_at (const struct execute_plain_plain *p, uint32_t operand)
{
    return operand & VM_CONSTANT ? &p->code->constant.at[operand & ~VM_CONSTANT]
                                 : &p->reg[operand];
}

static inline bool
is_plain (const struct vm_value *v)
{
    return !(v->unknown | v->object);
}

static inline unsigned
width_of (const struct execute_plain_plain *p, const struct vm_instruction *i)
{
    return i->width ? i->width : p->code->pointer_bytes * 8;
}

static inline int64_t
signed_of (uint64_t bits, unsigned width)
{
    return (int64_t) (bits << (64 - width)) >> (64 - width);
}

/* By parts: gcc builds a whole on the stack, and its copy waits for the parts. */
static inline bool
set_pointer (struct execute_plain_plain *p, const struct vm_instruction *i,
             vm_id object, uint64_t bits)
{
    struct vm_value *to = &p->reg[i->result];
    to->bits = bits;
    to->unknown = 0;
    to->object = object;
    p->pc++;
    return true;
}

static inline bool
set (struct execute_plain_plain *p, const struct vm_instruction *i,
     uint64_t bits)
{
    return set_pointer (p, i, 0, bits);
}

static bool
compare (enum vm_compare how, unsigned width, uint64_t a, uint64_t b)
{
    int64_t x = signed_of (a, width), y = signed_of (b, width);
    switch (how) {
    case VM_EQ:
        return a == b;
    case VM_NE:
        return a != b;
    case VM_UGT:
        return a > b;
    case VM_UGE:
        return a >= b;
    case VM_ULT:
        return a < b;
    case VM_ULE:
        return a <= b;
    case VM_SGT:
        return x > y;
    case VM_SGE:
        return x >= y;
    case VM_SLT:
        return x < y;
    default:
        assert (how == VM_SLE);
        return x <= y;
    }
}

static bool
run_binary (struct execute_plain_plain *p, const struct vm_instruction *i)
{
    const struct vm_value *a = value_at (p, i->a), *b = value_at (p, i->b);
    unsigned width = width_of (p, i);
    uint64_t mask = vm_mask (width);
    if (!is_plain (a) || !is_plain (b)
        || (p->code->checks & VM_CHECK_OVERFLOW
            && i->flags & VM_SIGNED_WRAP_FAULT))
        return false;
    switch ((enum vm_op) i->op) {
    case VM_ADD:
        return set (p, i, (a->bits + b->bits) & mask);
    case VM_SUB:
        return set (p, i, (a->bits - b->bits) & mask);
    case VM_AND:
        return set (p, i, a->bits & b->bits);
    case VM_OR:
        return set (p, i, a->bits | b->bits);
    case VM_XOR:
        return set (p, i, a->bits ^ b->bits);
    default:
        assert (i->op == VM_ICMP);
        return set (p, i,
                    compare ((enum vm_compare) (i->flags & 15), width, a->bits,
                             b->bits));
    }
}

static bool
run_cast (struct execute_plain_plain *p, const struct vm_instruction *i)
{
    const struct vm_value *a = value_at (p, i->a);
    uint64_t mask = vm_mask (width_of (p, i));
    if (!is_plain (a))
        return false;
    if (i->op == VM_SEXT)
        return set (p, i, (uint64_t) signed_of (a->bits, i->c) & mask);
    return set (p, i, a->bits & mask);
}

static bool
run_offset (struct execute_plain_plain *p, const struct vm_instruction *i)
{
    const struct vm_value *a = value_at (p, i->a), *b = value_at (p, i->b);
    if (a->unknown || !is_plain (b))
        return false;
    uint64_t index = (uint64_t) signed_of (b->bits, width_of (p, i));
    uint64_t by = index * (uint64_t) (int64_t) (int32_t) i->c;
    return set_pointer (p, i, a->object,
                        (a->bits + by) & vm_mask (p->code->pointer_bytes * 8));
}

static bool
run_branch (struct execute_plain_plain *p, const struct vm_instruction *i)
{
    const struct vm_value *a = value_at (p, i->a);
    if (!is_plain (a))
        return false;
    p->pc = p->first + (a->bits ? i->b : i->c);
    return true;
}

/* A global of known numbers; null: anything else. */
static struct vm_object *
global_at (struct execute_plain_plain *p, const struct vm_value *at,
           unsigned bytes)
{
    if (!p->inside || at->unknown || vm_id_kind (at->object) != VM_GLOBAL)
        return NULL;
    uint32_t n = vm_id_number (at->object);
    struct vm_object *o = &p->state->global[n];
    if (p->code->global.at[n].constant || o->flags || o->unknown || o->points
        || at->bits > o->size || bytes > o->size - at->bits)
        return NULL;
    return o;
}

static bool
run_load (struct execute_plain_plain *p, const struct vm_instruction *i)
{
    const struct vm_value *at = value_at (p, i->a);
    unsigned width = width_of (p, i), bytes = (width + 7) / 8;
    const struct vm_object *o = global_at (p, at, bytes);
    if (!o)
        return false;
    return set (p, i,
                vm_bytes_get (o->data + at->bits, bytes) & vm_mask (width));
}

static bool
run_store (struct execute_plain_plain *p, const struct vm_instruction *i)
{
    const struct vm_value *at = value_at (p, i->a), *v = value_at (p, i->b);
    unsigned bytes = (width_of (p, i) + 7) / 8;
    struct vm_object *o = is_plain (v) ? global_at (p, at, bytes) : NULL;
    if (!o)
        return false;
    vm_own_object (p->state, o);
    vm_bytes_put (o->data + at->bits, v->bits, bytes);
    p->pc++;
    return true;
}

/* Sections begin and end several times in the walk of a thread that computes. */
static bool
run_section (struct execute_plain_plain *p, const struct vm_instruction *i)
{
    vm_native_run *run = vm_native_table[i->a].run;
    struct vm_thread *t = p->thread;
    bool begins = run == native_atomic_begin
                  && (p->inside || (p->hollow && p->hollow[p->pc]));
    bool ends = run == native_atomic_end && p->inside;
    if (t->phase || (!begins && !ends))
        return false;
    vm_own_thread (p->state, t);
    t->atomic = ends ? t->atomic - 1 : t->atomic + 1;
    p->left = !t->atomic;
    p->inside = t->atomic;
    p->pc++;
    return true;
}

static bool
run_one (struct execute_plain_plain *p, const struct vm_instruction *i)
{
    switch ((enum vm_op) i->op) {
    case VM_ADD:
    case VM_SUB:
    case VM_AND:
    case VM_OR:
    case VM_XOR:
    case VM_ICMP:
        return run_binary (p, i);
    case VM_TRUNC:
    case VM_ZEXT:
    case VM_SEXT:
        return run_cast (p, i);
    case VM_OFFSET:
        return run_offset (p, i);
    case VM_LOAD:
        return run_load (p, i);
    case VM_STORE:
        return run_store (p, i);
    case VM_BRANCH:
        return run_branch (p, i);
    case VM_JUMP:
        p->pc = p->first + i->a;
        return true;
    case VM_MOVE:
        p->reg[i->result] = *value_at (p, i->a);
        p->pc++;
        return true;
    case VM_NATIVE:
        return run_section (p, i);
    default:
        return false;
    }
}

/* With one thread, or without reductions, visible is what vm_is_visible says. */
static const bool *
hollow_of (const struct vm_run *r)
{
    return r->quiet && r->living > 1 && r->code->reductions & VM_REDUCE_LOCAL
               ? r->quiet->hollow
               : NULL;
}

uint32_t
vm_execute_plain (struct vm_run *r, uint32_t most)
{
    struct vm_thread *t = vm_self (r);
    struct vm_frame *f = vm_frame_top (t);
    uint32_t steps = 0;
    if (!f->own)
        vm_own_frame (r->state, t, f);
    struct execute_plain_plain p = {.code = r->code,
                                    .state = r->state,
                                    .thread = t,
                                    .reg = f->reg,
                                    .hollow = hollow_of (r),
                                    .pc = f->pc,
                                    .first =
                                        r->code->function.at[f->function].first,
                                    .inside = t->atomic};
    while (steps < most && !p.left
           && run_one (&p, &r->code->instruction.at[p.pc]))
        steps++;
    f->pc = p.pc;
    return steps;
}
