/* emit.c -- instructions, registers, labels. */
#include "cohort-llvm/to_vm/internal.h"

#include <stdarg.h>
#include <stdio.h>

#include "vm/library/native.h"

enum { HOPS_MOST = 100, LEAN_OFFSET = INT32_MAX };

uint32_t
lower_emit (lowering *l, struct vm_instruction i)
{
    assert (l->code->place.size == l->code->instruction.size);
    VEC_PUSH (l->code->instruction, i);
    VEC_PUSH (l->code->place, l->place);
    return i.result;
}

uint32_t
lower_register_of (lowering *l, char kind, unsigned width)
{
    assert (width && width <= 64);
    VEC_PUSH (l->code->width, kind == 'p' ? 0 : (uint8_t) width);
    VEC_PUSH (l->owner, NULL);
    return l->registers++;
}

uint32_t
lower_register (lowering *l, const struct leaf *leaf)
{
    return lower_register_of (l, leaf->kind, leaf->width);
}

uint32_t
lower_list (lowering *l, uint32_t n)
{
    VEC_PUSH (l->code->list, n);
    return (uint32_t) l->code->list.size - 1;
}

void
lower_cut (lowering *l, const char *format, ...)
{
    char why[300];
    va_list arguments;
    va_start (arguments, format);
    vsnprintf (why, sizeof why, format, arguments);
    va_end (arguments);
    lower_emit (
        l, (struct vm_instruction) {.op = VM_CUT, .a = lower_text (l, why)});
}

/* ---- what makes one register */

uint32_t
lower_op (lowering *l, enum vm_op op, unsigned width, uint32_t a, uint32_t b)
{
    assert (width && width <= 64);
    return lower_emit (
        l, (struct vm_instruction) {.op = (uint8_t) op,
                                    .width = (uint8_t) width,
                                    .result = lower_register_of (l, 'i', width),
                                    .a = a,
                                    .b = b});
}

uint32_t
lower_compare (lowering *l, enum vm_compare how, unsigned width, uint32_t a,
               uint32_t b)
{
    return lower_emit (
        l, (struct vm_instruction) {.op = VM_ICMP,
                                    .width = (uint8_t) width,
                                    .flags = (uint16_t) how,
                                    .result = lower_register_of (l, 'i', 1),
                                    .a = a,
                                    .b = b});
}

uint32_t
lower_select (lowering *l, char kind, unsigned width, uint32_t a, uint32_t b,
              uint32_t c)
{
    return lower_emit (l, (struct vm_instruction) {
                              .op = VM_SELECT,
                              .width = (uint8_t) width,
                              .result = lower_register_of (l, kind, width),
                              .a = a,
                              .b = b,
                              .c = c});
}

uint32_t
lower_cast (lowering *l, enum vm_op op, unsigned to, unsigned from, uint32_t a)
{
    assert (to && to <= 64 && from && from <= 64);
    return lower_emit (
        l, (struct vm_instruction) {.op = (uint8_t) op,
                                    .width = (uint8_t) to,
                                    .result = lower_register_of (l, 'i', to),
                                    .a = a,
                                    .c = from});
}

uint32_t
lower_offset (lowering *l, uint32_t pointer, int64_t bytes)
{
    if (!bytes)
        return pointer;
    if (pointer & VM_CONSTANT) {
        struct vm_value v = l->code->constant.at[pointer & ~VM_CONSTANT];
        if (!v.unknown) {
            v.bits = (v.bits + (uint64_t) bytes) & vm_mask (l->pointer_bits);
            return lower_constant (l, v);
        }
    }
    unsigned width = l->pointer_bits;
    uint64_t n = (uint64_t) bytes & vm_mask (width);
    return lower_emit (
        l, (struct vm_instruction) {.op = VM_OFFSET,
                                    .width = (uint8_t) width,
                                    .result = lower_register_of (l, 'p', width),
                                    .a = pointer,
                                    .b = lower_integer (l, n),
                                    .c = 1});
}

void
lower_native_call (lowering *l, const char *name, const uint32_t *argument,
                   uint32_t arguments, uint32_t result, uint32_t results,
                   uint32_t landing)
{
    uint32_t native = lower_native (name, arguments);
    if (native == VM_NOWHERE) {
        lower_cut (l, "calls %s, which is not modelled", name);
        return;
    }
    uint32_t list = lower_list (l, arguments);
    for (uint32_t i = 0; i < arguments; i++)
        lower_list (l, argument[i]);
    lower_list (l, results);
    lower_emit (l, (struct vm_instruction) {.op = VM_NATIVE,
                                            .result = result,
                                            .a = native,
                                            .b = list,
                                            .c = landing});
}

/* ---- labels */

uint32_t
lower_label (lowering *l)
{
    VEC_PUSH (l->label_at, VM_NOWHERE);
    return (uint32_t) l->label_at.size - 1;
}

void
lower_label_here (lowering *l, uint32_t label)
{
    assert (l->label_at.at[label] == VM_NOWHERE);
    l->line = (uint32_t) l->code->instruction.size;
    l->label_at.at[label] = l->line - l->first;
}

void
lower_jump (lowering *l, uint32_t label)
{
    if (label != l->next)
        lower_emit (l, (struct vm_instruction) {.op = VM_JUMP, .a = label});
}

/* Where a jump to the label ends, jumps that follow being skipped. */
static uint32_t
label_final (const lowering *l, uint32_t label)
{
    const struct vm_instruction *code = l->code->instruction.at + l->first;
    uint32_t at = l->label_at.at[label];
    for (unsigned hops = 0; hops < HOPS_MOST && code[at].op == VM_JUMP; hops++)
        at = l->label_at.at[code[at].a];
    assert (at != VM_NOWHERE);
    return at;
}

static void
labels_replace (lowering *l, struct vm_instruction *i, const uint32_t *final)
{
    switch (i->op) {
    case VM_JUMP:
        i->a = final[i->a];
        break;
    case VM_BRANCH:
        i->b = final[i->b];
        i->c = final[i->c];
        break;
    case VM_SWITCH:
        i->result = final[i->result];
        for (uint32_t k = 0; k < i->c; k++) {
            uint32_t *target = &l->code->list.at[i->b + 2 * k + 1];
            *target = final[*target];
        }
        break;
    case VM_CALL:
    case VM_CALL_POINTER:
    case VM_NATIVE:
        if (i->c != VM_NOWHERE)
            i->c = final[i->c];
        break;
    default:
        break;
    }
}

void
lower_labels_resolve (lowering *l)
{
    uint32_t *final = NEW_ARRAY (uint32_t, l->label_at.size + 1);
    for (uint32_t i = 0; i < l->label_at.size; i++)
        final[i] =
            l->label_at.at[i] == VM_NOWHERE ? VM_NOWHERE : label_final (l, i);
    for (size_t i = l->first; i < l->code->instruction.size; i++)
        labels_replace (l, &l->code->instruction.at[i], final);
    memory_free (final);
}
