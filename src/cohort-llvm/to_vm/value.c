/* value.c -- which operands hold a value of LLVM. */
#include "cohort-llvm/to_vm/internal.h"
#include "cohort-llvm/prepare/prepare.h"

static struct lower_held *
held_new (lowering *l, uint32_t leaves)
{
    struct lower_held *h =
        arena_new (&l->arena, sizeof *h + leaves * sizeof *h->operand);
    h->leaves = leaves;
    return h;
}

static void
held_put (lowering *l, LLVMValueRef v, struct lower_held *h)
{
    map_put (&l->held, map_number ((uintptr_t) v), (uintptr_t) h);
}

/* A constant that is a place in a thread-local variable. */
static LLVMValueRef
thread_variable (const lowering *l, LLVMValueRef v, int64_t *offset)
{
    if (LLVMGetTypeKind (LLVMTypeOf (v)) != LLVMPointerTypeKind
        || !LLVMIsConstant (v))
        return NULL;
    struct fixed_pointer p = pointer_fix (l->unit, v);
    *offset = p.offset;
    return p.known && LLVMIsAGlobalVariable (p.base)
                   && LLVMIsThreadLocal (p.base) && !LLVMIsDeclaration (p.base)
               ? p.base
               : NULL;
}

bool
lower_is_thread_address (const lowering *l, LLVMValueRef v)
{
    int64_t offset;
    return thread_variable (l, v, &offset) != NULL;
}

static struct digest
near_key (const lowering *l, uint64_t base, int64_t offset)
{
    uint64_t raw[3] = {base, (uint64_t) offset, l->epoch};
    return digest_of ((struct bytes) {(const uint8_t *) raw, sizeof raw});
}

/* Of this thread: computed where it is used. */
static const struct lower_held *
thread_held (lowering *l, LLVMValueRef global, int64_t offset)
{
    struct lower_held *h = held_new (l, 1);
    uint32_t number = lower_thread_local (l, global);
    struct digest key =
        near_key (l, (uint64_t) number << 32 | VM_CONSTANT, offset);
    uint64_t *near = map_get (&l->near, key);
    if (near) {
        h->operand[0] = (uint32_t) *near;
        return h;
    }
    uint32_t r = lower_register_of (l, 'p', l->pointer_bits);
    lower_emit (
        l, (struct vm_instruction) {.op = VM_TLS_AT, .result = r, .a = number});
    h->operand[0] = lower_offset (l, r, offset);
    map_put (&l->near, key, h->operand[0]);
    return h;
}

const struct lower_held *
lower_held (lowering *l, LLVMValueRef v)
{
    const char *why;
    int64_t offset;
    uint64_t *known = map_get (&l->held, map_number ((uintptr_t) v));
    if (known)
        return (const struct lower_held *) (uintptr_t) *known;
    LLVMValueRef global = thread_variable (l, v, &offset);
    if (global)
        return thread_held (l, global, offset);
    const struct lower_held *h =
        LLVMIsConstant (v) ? lower_known (l, v, &why) : NULL;
    if (h)
        return h;
    /* Only where nothing comes: behind a cut. */
    lower_hold_unwritten (l, v);
    return lower_held (l, v);
}

uint32_t
lower_result (lowering *l, LLVMValueRef v)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (v));
    struct lower_held *h = held_new (l, s->leaves);
    uint32_t first = l->registers;
    for (uint32_t i = 0; i < s->leaves; i++)
        h->operand[i] = lower_register (l, &s->leaf[i]);
    for (uint32_t i = 0; i < s->leaves; i++)
        l->owner.at[first + i] = v;
    held_put (l, v, h);
    return first;
}

void
lower_hold (lowering *l, LLVMValueRef v, const uint32_t *operand,
            uint32_t leaves)
{
    struct lower_held *h = held_new (l, leaves);
    for (uint32_t i = 0; i < leaves; i++)
        h->operand[i] = operand[i];
    held_put (l, v, h);
}

void
lower_hold_far (lowering *l, LLVMValueRef v, uint32_t base, int64_t offset)
{
    assert (lower_shape (l, LLVMTypeOf (v))->leaves == 1);
    if (!offset || base & VM_CONSTANT) {
        base = lower_offset (l, base, offset);
        lower_hold (l, v, &base, 1);
        return;
    }
    struct lower_held *h = held_new (l, 1);
    h->far = true;
    h->offset = offset;
    h->operand[0] = base;
    held_put (l, v, h);
}

void
lower_hold_unwritten (lowering *l, LLVMValueRef v)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (v));
    struct lower_held *h = held_new (l, s->leaves);
    for (uint32_t i = 0; i < s->leaves; i++)
        h->operand[i] = lower_constant (l, vm_unwritten (s->leaf[i].width));
    held_put (l, v, h);
}

void
lower_forget_near (lowering *l)
{
    l->epoch++;
}

uint32_t
lower_operand (lowering *l, LLVMValueRef v, uint32_t leaf)
{
    const struct lower_held *h = lower_held (l, v);
    assert (leaf < h->leaves);
    if (!h->far)
        return h->operand[leaf];
    struct digest key = near_key (l, h->operand[0], h->offset);
    uint64_t *near = map_get (&l->near, key);
    if (near)
        return (uint32_t) *near;
    uint32_t r = lower_offset (l, h->operand[0], h->offset);
    map_put (&l->near, key, r);
    return r;
}
