/* code_check.c -- see code_check.h. */
#include "vm/code/code_check.h"

#include "vm/library/native.h"
#include "vm/code/op.h"
#include "vm/state/state.h"

/* [first, end) lies in an array of that size. */
static bool
range_fits (uint32_t first, uint32_t end, size_t size)
{
    return first <= end && end <= size;
}

/* `n` elements from `first` on do. */
static bool
run_fits (uint32_t first, uint64_t n, size_t size)
{
    return first <= size && n <= size - first;
}

static bool
text_fits (const struct vm_code *c, uint32_t text)
{
    return text < c->text.size;
}

static bool
id_fits (const struct vm_code *c, vm_id id)
{
    uint32_t n = vm_id_number (id);
    switch (vm_id_kind (id)) {
    case VM_NONE:
        return !n;
    case VM_FUNCTION:
        return n < c->function.size;
    case VM_GLOBAL:
        return n < c->global.size && !c->global.at[n].thread_local_;
    default:
        return false;
    }
}

/* ---- instructions */

struct code_check_check {
    const struct vm_code *code;
    const struct vm_function *function;
    bool bad;
};

static void
operand_check (void *context, uint32_t operand)
{
    struct code_check_check *k = context;
    bool fits = operand & VM_CONSTANT
                    ? (operand & ~VM_CONSTANT) < k->code->constant.size
                    : operand < k->function->registers;
    k->bad |= !fits;
}

static void
set_check (void *context, uint32_t r)
{
    struct code_check_check *k = context;
    k->bad |= r >= k->function->registers;
}

static void
target_check (void *context, uint32_t target)
{
    struct code_check_check *k = context;
    k->bad |= target >= k->function->end - k->function->first;
}

static bool
clauses_fit (const struct vm_code *c, const struct vm_instruction *i)
{
    for (uint32_t n = 0; n < i->b; n++)
        if (c->list.at[i->a + 2 * n] > VM_FILTER)
            return false;
    return true;
}

static bool
call_fits (const struct vm_code *c, const struct vm_instruction *i)
{
    if (!run_fits (i->b, 2, c->list.size)
        || !run_fits (i->b, 2 + (uint64_t) c->list.at[i->b], c->list.size))
        return false;
    /* Before anybody counts them one by one. */
    return vm_call_of (c, i).results <= VM_REGISTERS_MOST;
}

/* Its list lies in the code's, so that it may be walked. */
static bool
list_fits (const struct vm_code *c, const struct vm_instruction *i)
{
    size_t size = c->list.size;
    switch (i->op) {
    case VM_MOVES:
        return run_fits (i->a, 2 * (uint64_t) i->b, size);
    case VM_LANDING:
        return run_fits (i->a, 2 * (uint64_t) i->b, size) && clauses_fit (c, i);
    case VM_RETURN:
        return run_fits (i->a, i->b, size);
    case VM_SWITCH:
        return run_fits (i->b, 2 * (uint64_t) i->c, size);
    default:
        return !vm_op_calls (i->op) || call_fits (c, i);
    }
}

static bool
switch_fits (struct code_check_check *k, const struct vm_instruction *i)
{
    for (uint32_t n = 0; n < i->c; n++) {
        uint32_t operand = k->code->list.at[i->b + 2 * n];
        k->bad |= !(operand & VM_CONSTANT);
        operand_check (k, operand);
    }
    return !k->bad;
}

/* What its op says besides registers and targets. */
static bool
numbers_fit (const struct vm_code *c, const struct vm_instruction *i)
{
    switch (i->op) {
    case VM_ICMP:
        return (i->flags & 15) <= VM_SLE;
    case VM_FCMP:
        return i->flags <= 15;
    case VM_RMW:
        return i->c <= VM_RMW_UMIN;
    case VM_TRUNC:
    case VM_ZEXT:
    case VM_SEXT:
        return i->c <= 64;
    case VM_TLS_AT:
        return i->a < c->thread_locals;
    case VM_CALL:
        return i->a < c->function.size;
    case VM_NATIVE:
        return i->a < vm_natives ();
    case VM_CUT:
        return text_fits (c, i->a);
    default:
        return true;
    }
}

static bool
instruction_fits (const struct vm_code *c, const struct vm_function *f,
                  const struct vm_instruction *i)
{
    if (i->op >= VM_OPS || i->width > 64 || !list_fits (c, i)
        || !numbers_fit (c, i))
        return false;
    struct code_check_check k = {c, f, false};
    vm_op_reads (c, i, operand_check, &k);
    vm_op_sets (c, i, set_check, &k);
    vm_op_targets (c, i, target_check, &k);
    if (i->op == VM_SWITCH)
        switch_fits (&k, i);
    return !k.bad;
}

/* ---- functions, and the rest */

static bool
notes_fit (const struct vm_code *c, const struct vm_function *f)
{
    if (!range_fits (f->first_note, f->end_note, c->note.size)
        || !range_fits (f->first_variable, f->end_variable, c->variable.size))
        return false;
    struct code_check_check k = {c, f, false};
    uint32_t at = f->first;
    for (uint32_t n = f->first_note; n < f->end_note; n++) {
        const struct vm_note *note = &c->note.at[n];
        if (note->at < at || note->at > f->end
            || note->variable >= f->end_variable - f->first_variable)
            return false;
        at = note->at;
        operand_check (&k, note->operand);
    }
    return !k.bad;
}

static bool
widths_fit (const struct vm_code *c, const struct vm_function *f)
{
    if (!run_fits (f->first_width, f->registers, c->width.size))
        return false;
    for (uint32_t r = 0; r < f->registers; r++)
        if (c->width.at[f->first_width + r] > 64)
            return false;
    return true;
}

static bool
function_fits (const struct vm_code *c, const struct vm_function *f)
{
    if (!text_fits (c, f->name) || !text_fits (c, f->symbol)
        || f->registers > VM_REGISTERS_MOST || f->parameters > f->registers
        || !widths_fit (c, f) || !notes_fit (c, f))
        return false;
    for (uint32_t i = f->first; i < f->end; i++)
        if (!instruction_fits (c, f, &c->instruction.at[i]))
            return false;
    return !vm_op_falls (c->instruction.at[f->end - 1].op);
}

static bool
functions_fit (const struct vm_code *c)
{
    uint32_t at = 0;
    for (size_t n = 0; n < c->function.size; n++) {
        const struct vm_function *f = &c->function.at[n];
        if (f->first != at || f->end <= f->first
            || f->end > c->instruction.size)
            return false;
        at = f->end;
    }
    if (at != c->instruction.size)
        return false;
    for (size_t n = 0; n < c->function.size; n++)
        if (!function_fits (c, &c->function.at[n]))
            return false;
    return true;
}

static bool
relocations_fit (const struct vm_code *c, const struct vm_global *g)
{
    if (!range_fits (g->first_relocation, g->end_relocation,
                     c->relocation.size))
        return false;
    for (uint32_t n = g->first_relocation; n < g->end_relocation; n++) {
        const struct vm_relocation *l = &c->relocation.at[n];
        if (!run_fits (l->at, c->pointer_bytes, g->size)
            || l->at % c->pointer_bytes || !id_fits (c, l->object))
            return false;
    }
    return true;
}

static bool
globals_fit (const struct vm_code *c)
{
    uint32_t locals = 0;
    for (size_t n = 0; n < c->global.size; n++) {
        const struct vm_global *g = &c->global.at[n];
        locals += g->thread_local_;
        if (!text_fits (c, g->name) || g->size > INT32_MAX
            || g->initial.size > g->size || !relocations_fit (c, g)
            || (g->variable != VM_NOWHERE && g->variable >= c->variable.size))
            return false;
    }
    return locals == c->thread_locals && locals < 1u << VM_TLS_BITS
           && c->global.size < 1u << VM_KIND_SHIFT;
}

static bool
constants_fit (const struct vm_code *c)
{
    for (size_t n = 0; n < c->constant.size; n++)
        if (!id_fits (c, c->constant.at[n].object))
            return false;
    return true;
}

/* What a layout is made of comes before it. */
static bool
layout_fits (const struct vm_code *c, size_t n)
{
    const struct vm_layout *y = &c->layout.at[n];
    if (y->bits > 64 || y->element > n
        || !range_fits (y->first_member, y->end_member, c->member.size)
        || (y->element && !c->layout.at[y->element - 1].size))
        return false;
    for (uint32_t i = y->first_member; i < y->end_member; i++)
        if (!c->member.at[i].layout || c->member.at[i].layout > n
            || !text_fits (c, c->member.at[i].name))
            return false;
    return true;
}

static bool
debug_fits (const struct vm_code *c)
{
    if (c->place.size != c->instruction.size)
        return false;
    for (size_t n = 0; n < c->place.size; n++)
        if (!text_fits (c, c->place.at[n].file))
            return false;
    for (size_t n = 0; n < c->variable.size; n++)
        if (!text_fits (c, c->variable.at[n].name)
            || !text_fits (c, c->variable.at[n].type)
            || c->variable.at[n].layout > c->layout.size
            || c->variable.at[n].bits > 64)
            return false;
    for (size_t n = 0; n < c->layout.size; n++)
        if (!layout_fits (c, n))
            return false;
    return true;
}

bool
vm_code_check (const struct vm_code *c)
{
    if ((c->pointer_bytes != 4 && c->pointer_bytes != 8)
        || c->instruction.size > VM_INSTRUCTIONS_MOST
        || c->entry >= c->function.size)
        return false;
    for (size_t n = 0; n < c->constructor.size; n++)
        if (c->constructor.at[n] >= c->function.size)
            return false;
    for (size_t n = 0; n < c->destructor.size; n++)
        if (c->destructor.at[n] >= c->function.size)
            return false;
    return globals_fit (c) && constants_fit (c) && debug_fits (c)
           && functions_fit (c);
}
