/* shadow.c -- see shadow.h. */
#include "vm/solve/shadow.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "logic/term/sort.h"
#include "vm/code/op.h"
#include "vm/library/native.h"
#include "vm/replay/print.h"

void
vm_shadow_init (struct vm_shadow *s, terms *store)
{
    *s = (struct vm_shadow) {.terms = store};
    map_init (&s->value);
}

void
vm_shadow_clear (struct vm_shadow *s)
{
    map_clear (&s->value);
    VEC_CLEAR (s->input);
    VEC_CLEAR (s->constraint);
}

/* ---- where terms stand */

static struct digest
register_key (uint32_t thread, uint32_t frame, uint32_t reg)
{
    return map_number ((uint64_t) thread << 40 | (uint64_t) frame << 24 | reg);
}

static struct digest
byte_key (vm_id object, uint64_t offset)
{
    return map_number (UINT64_C (1) << 63 | (uint64_t) object << 25 | offset);
}

static const term *
value_get (const struct vm_shadow *s, struct digest key)
{
    const uint64_t *at = map_get (&s->value, key);
    return at ? (const term *) (uintptr_t) *at : NULL;
}

static void
value_set (struct vm_shadow *s, struct digest key, const term *t)
{
    if (t || map_get (&s->value, key))
        map_put (&s->value, key, (uint64_t) (uintptr_t) t);
}

static void
result_set (struct vm_shadow *s, const struct vm_run *r, uint32_t reg,
            const term *t)
{
    value_set (s, register_key (r->thread, vm_self (r)->frames - 1, reg), t);
}

const term *
shadow_operand (struct vm_shadow *s, struct vm_run *r, uint32_t operand,
                unsigned width)
{
    struct vm_value v = vm_operand (r, operand);
    if (!v.unknown)
        return shadow_number (s, v.bits, width);
    const term *t =
        operand & VM_CONSTANT
            ? NULL
            : value_get (s, register_key (r->thread, vm_self (r)->frames - 1,
                                          operand));
    return t ? shadow_resize (s, t, width)
             : term_fresh (s->terms, "any", sort_bv (s->terms, width));
}

/* Null: it is known. */
static const term *
operand_maybe (struct vm_shadow *s, struct vm_run *r, uint32_t operand,
               unsigned width)
{
    return vm_operand (r, operand).unknown
               ? shadow_operand (s, r, operand, width)
               : NULL;
}

static unsigned
register_width (const struct vm_run *r, uint32_t reg)
{
    const struct vm_function *f =
        &r->code->function.at[vm_frame_top (vm_self (r))->function];
    unsigned width = r->code->width.at[f->first_width + reg];
    return width ? width : r->code->pointer_bytes * 8;
}

/* Of an operand that says nothing about its own width. */
static const term *
operand_own (struct vm_shadow *s, struct vm_run *r, uint32_t operand)
{
    return operand & VM_CONSTANT
               ? NULL
               : operand_maybe (s, r, operand, register_width (r, operand));
}

/* ---- what was decided */

/* What the n-th question from here on is answered with. */
static uint32_t
answer (const struct vm_run *r, size_t n)
{
    size_t at = r->asked + n;
    return at < r->choice.size ? r->choice.at[at].chosen : 0;
}

/* Does an unknown bit decide the next question? */
static bool
guesses (const struct vm_run *r)
{
    return r->asked < r->choice.size && r->choice.at[r->asked].guess;
}

static void
decided (struct vm_shadow *s, const term *t, bool so)
{
    const term *zero =
        term_eq (s->terms, t, shadow_number (s, 0, t->sort->width));
    VEC_PUSH (s->constraint, so ? term_not (s->terms, zero) : zero);
}

/* As vm_settle does it. */
static void
settle (struct vm_shadow *s, const struct vm_run *r, struct vm_value *v,
        const term *t)
{
    uint64_t chosen = answer (r, 0);
    v->bits &= ~v->unknown;
    for (uint64_t left = v->unknown; left; left &= left - 1, chosen >>= 1)
        if (chosen & 1)
            v->bits |= left & -left;
    v->unknown = 0;
    VEC_PUSH (
        s->constraint,
        term_eq (s->terms, t, shadow_number (s, v->bits, t->sort->width)));
}

/* ---- memory */

static struct vm_value
address (struct vm_shadow *s, struct vm_run *r, uint32_t operand)
{
    struct vm_value p = vm_operand (r, operand);
    if (p.unknown)
        settle (s, r, &p,
                shadow_operand (s, r, operand, r->code->pointer_bytes * 8));
    return p;
}

static const term *
byte_load (struct vm_shadow *s, struct vm_run *r, struct vm_value p,
           uint64_t offset, bool *unknown)
{
    struct vm_value v;
    p.bits += offset;
    if (!vm_peek (r->state, p, 8, &v))
        return NULL;
    if (!v.unknown)
        return shadow_number (s, v.bits, 8);
    *unknown = true;
    const term *t = value_get (s, byte_key (p.object, p.bits));
    return t ? t : term_fresh (s->terms, "any", sort_bv (s->terms, 8));
}

/* Null: it is known, or cannot be read. */
static const term *
memory_load (struct vm_shadow *s, struct vm_run *r, struct vm_value p,
             unsigned bits)
{
    const term *all = NULL;
    bool unknown = false;
    for (unsigned i = 0; i < (bits + 7) / 8; i++) {
        const term *byte = byte_load (s, r, p, i, &unknown);
        const term *both[2] = {byte, all};
        if (!byte)
            return NULL;
        all = all ? term_make (s->terms, OP_CONCAT, both, 2, 0, 0) : byte;
    }
    return unknown ? shadow_resize (s, all, bits) : NULL;
}

static void
memory_store (struct vm_shadow *s, struct vm_value p, unsigned bits,
              const term *t)
{
    unsigned size = (bits + 7) / 8;
    if (t)
        t = shadow_resize (s, t, size * 8);
    for (unsigned i = 0; i < size; i++)
        value_set (s, byte_key (p.object, p.bits + i),
                   t ? term_make (s->terms, OP_EXTRACT, &t, 1, 8 * i + 7, 8 * i)
                     : NULL);
}

static void
memory_copy_terms (struct vm_shadow *s, struct vm_value to,
                   struct vm_value from, uint64_t size)
{
    struct term_vec copy = {0};
    for (uint64_t i = 0; i < size; i++)
        VEC_PUSH (copy, value_get (s, byte_key (from.object, from.bits + i)));
    for (uint64_t i = 0; i < size; i++)
        value_set (s, byte_key (to.object, to.bits + i), copy.at[i]);
    VEC_CLEAR (copy);
}

/* The value of *a, and what it becomes. */
static void
step_rmw (struct vm_shadow *s, struct vm_run *r, const struct vm_instruction *i)
{
    struct vm_value p = address (s, r, i->a), v;
    const term *old = memory_load (s, r, p, i->width);
    const term *b = operand_maybe (s, r, i->b, i->width);
    result_set (s, r, i->result, old);
    if (!old && !b)
        return;
    if (!old && vm_peek (r->state, p, i->width, &v))
        old = shadow_number (s, v.bits, i->width);
    if (!b)
        b = shadow_operand (s, r, i->b, i->width);
    memory_store (s, p, i->width, old ? shadow_rmw (s, i->c, old, b) : NULL);
}

static void
step_cmpxchg (struct vm_shadow *s, struct vm_run *r,
              const struct vm_instruction *i)
{
    struct vm_value p = address (s, r, i->a), v;
    const term *old = memory_load (s, r, p, i->width);
    const term *b = operand_maybe (s, r, i->b, i->width);
    result_set (s, r, i->result, old);
    result_set (s, r, i->result + 1, NULL);
    bool may_fail = i->flags & VM_MAY_FAIL;
    if (!old && !b) {
        if (vm_peek (r->state, p, i->width, &v)
            && vm_same (v, vm_operand (r, i->b))
            && !(may_fail && answer (r, 0)))
            memory_store (s, p, i->width, operand_maybe (s, r, i->c, i->width));
        return;
    }
    if (!old && vm_peek (r->state, p, i->width, &v))
        old = shadow_number (s, v.bits, i->width);
    if (!b)
        b = shadow_operand (s, r, i->b, i->width);
    if (!old)
        return;
    decided (s, shadow_equal (s, old, b), answer (r, 0));
    if (answer (r, 0) && !(may_fail && answer (r, 1)))
        memory_store (s, p, i->width, operand_maybe (s, r, i->c, i->width));
}

/* ---- calls */

static void
step_call (struct vm_shadow *s, struct vm_run *r,
           const struct vm_instruction *i)
{
    struct vm_call call = vm_call_of (r->code, i);
    uint32_t frames = vm_self (r)->frames;
    for (uint32_t k = 0; k < call.arguments; k++)
        value_set (s, register_key (r->thread, frames, k),
                   operand_own (s, r, call.argument[k]));
}

static void
step_return (struct vm_shadow *s, struct vm_run *r,
             const struct vm_instruction *i)
{
    const struct vm_thread *t = vm_self (r);
    if (t->frames < 2)
        return;
    const struct vm_instruction *call =
        &r->code->instruction.at[t->frame[t->frames - 2].pc];
    if (call->op != VM_CALL && call->op != VM_CALL_POINTER)
        return;
    for (uint32_t k = 0; k < i->b; k++)
        value_set (s, register_key (r->thread, t->frames - 2, call->result + k),
                   operand_own (s, r, r->code->list.at[i->a + k]));
}

static const term *
input_new (struct vm_shadow *s, unsigned width)
{
    char name[32];
    snprintf (name, sizeof name, "input%zu", s->input.size);
    struct shadow_input in = {
        term_var (s->terms, name, sort_bv (s->terms, width)), width};
    VEC_PUSH (s->input, in);
    return in.variable;
}

static const term *
usual_term (struct vm_shadow *s, unsigned width, uint64_t usual)
{
    char digits[24];
    snprintf (digits, sizeof digits, "%" PRIu64, usual);
    return term_bits (s->terms, width, digits);
}

static bool
name_is (const char *name, const char *const *list)
{
    while (*list && strcmp (*list, name))
        list++;
    return *list;
}

static void
step_copy (struct vm_shadow *s, struct vm_run *r, const struct vm_value v[4],
           bool grain)
{
    struct vm_bytes b = {v[0], v[1], grain ? v[3] : vm_number (1), v[2].bits,
                         true};
    uint64_t from, end;
    if (!b.size)
        return;
    vm_piece (r, &b, &from, &end);
    b.to.bits += from;
    b.from.bits += from;
    memory_copy_terms (s, b.to, b.from, end - from);
}

static void
step_native (struct vm_shadow *s, struct vm_run *r,
             const struct vm_instruction *i)
{
    static const char *const copies[] = {"memcpy", "memmove", "mempcpy",
                                         "cohort.copy", NULL};
    struct vm_call call = vm_call_of (r->code, i);
    const char *name = i->a < vm_natives () ? vm_native_at (i->a)->name : "";
    struct vm_value v[4] = {{0}};
    for (uint32_t k = 0; k < call.arguments && k < 4; k++)
        v[k] = vm_operand (r, call.argument[k]);
    if (call.arguments >= 3 && name_is (name, copies) && !v[2].unknown)
        step_copy (s, r, v, !strcmp (name, "cohort.copy"));
    else if (call.arguments == 2 && strstr (name, "nondet_memory"))
        for (uint64_t k = 0; k < v[1].bits; k++)
            memory_store (s, vm_pointer (v[0].object, v[0].bits + k), 8,
                          input_new (s, 8));
    else if (call.arguments && v[0].unknown
             && (strstr (name, "assume") || strstr (name, "assert"))) {
        const term *t = operand_own (s, r, call.argument[0]);
        if (t && guesses (r))
            decided (s, t, answer (r, 0));
    }
    s->native.wanted = call.results != 0;
    s->native.thread = r->thread;
    s->native.frame = vm_self (r)->frames - 1;
    s->native.result = i->result;
    s->native.results = call.results;
    s->native.name = name;
}

/* Whatever a native function gave that is unknown is an input, or what it
 * usually is. */
static void
native_results (struct vm_shadow *s, struct vm_run *r)
{
    struct vm_thread *t = &r->state->thread.at[s->native.thread];
    s->native.wanted = false;
    if (s->native.frame >= t->frames)
        return;
    struct vm_value *reg =
        vm_frame_registers (r->state, &t->frame[s->native.frame]);
    for (uint32_t k = 0; k < s->native.results; k++) {
        struct vm_value v = reg[s->native.result + k];
        const term *in = NULL;
        if (v.unknown && !vm_is_unwritten (v)) {
            unsigned width = 64u - (unsigned) __builtin_clzll (v.unknown);
            uint64_t usual;
            if (vm_native_usual (s->native.name, &usual))
                in = usual_term (s, width, usual);
            else
                in = input_new (s, width);
        }
        value_set (s,
                   register_key (s->native.thread, s->native.frame,
                                 s->native.result + k),
                   in);
    }
}

/* ---- instructions */

static void
step_moves (struct vm_shadow *s, struct vm_run *r,
            const struct vm_instruction *i)
{
    const uint32_t *pair = r->code->list.at + i->a;
    struct term_vec value = {0};
    for (uint32_t k = 0; k < i->b; k++)
        VEC_PUSH (value, operand_own (s, r, pair[2 * k + 1]));
    for (uint32_t k = 0; k < i->b; k++)
        result_set (s, r, pair[2 * k], value.at[k]);
    VEC_CLEAR (value);
}

static void
step_select (struct vm_shadow *s, struct vm_run *r,
             const struct vm_instruction *i)
{
    struct vm_value v = vm_operand (r, i->a);
    bool so = v.bits & 1;
    if (v.unknown && guesses (r)) {
        so = answer (r, 0);
        decided (s, shadow_operand (s, r, i->a, 1), so);
    }
    result_set (s, r, i->result, operand_own (s, r, so ? i->b : i->c));
}

/* Cases that it may be are counted; behind them stands the default. */
static void
step_switch (struct vm_shadow *s, struct vm_run *r,
             const struct vm_instruction *i)
{
    struct vm_value v = vm_operand (r, i->a);
    if (!v.unknown)
        return;
    const term *t = shadow_operand (s, r, i->a, i->width);
    const uint32_t *pair = r->code->list.at + i->b;
    uint32_t left = answer (r, 0);
    for (uint32_t k = 0; k < i->c; k++) {
        struct vm_value is = vm_operand (r, pair[2 * k]);
        if ((v.bits ^ is.bits) & ~v.unknown)
            continue;
        decided (s, shadow_equal (s, t, shadow_number (s, is.bits, i->width)),
                 !left);
        if (!left--)
            return;
    }
}

static bool
is_division (const struct vm_instruction *i)
{
    return i->op == VM_UDIV || i->op == VM_SDIV || i->op == VM_UREM
           || i->op == VM_SREM;
}

static void
step_compute (struct vm_shadow *s, struct vm_run *r,
              const struct vm_instruction *i)
{
    bool two = i->op <= VM_XOR || i->op == VM_ICMP || i->op == VM_OFFSET;
    bool unknown =
        vm_operand (r, i->a).unknown || (two && vm_operand (r, i->b).unknown);
    if (i->op <= VM_MUL && unknown && guesses (r)
        && r->code->checks & VM_CHECK_OVERFLOW)
        VEC_PUSH (s->constraint, shadow_overflow (s, r, i, answer (r, 0)));
    if (is_division (i) && vm_operand (r, i->b).unknown && guesses (r))
        decided (s, shadow_operand (s, r, i->b, i->width), answer (r, 0));
    if (i->op == VM_OFFSET && guesses (r)) {
        struct vm_value index = vm_operand (r, i->b);
        settle (s, r, &index, shadow_operand (s, r, i->b, i->width));
        unknown = vm_operand (r, i->a).unknown;
    }
    const term *t = unknown ? shadow_compute (s, r, i) : NULL;
    if (t && i->op == VM_ICMP && guesses (r)) {
        decided (s, t, answer (r, 0));
        t = NULL; /* the machine knows it from here on */
    }
    result_set (s, r, i->result, t);
}

static void
step_execute (struct vm_shadow *s, struct vm_run *r,
              const struct vm_instruction *i)
{
    struct vm_value p;
    switch ((enum vm_op) i->op) {
    case VM_LOAD:
        p = address (s, r, i->a);
        result_set (s, r, i->result, memory_load (s, r, p, i->width));
        break;
    case VM_STORE:
        p = address (s, r, i->a);
        memory_store (s, p, i->width, operand_maybe (s, r, i->b, i->width));
        break;
    case VM_RMW:
        step_rmw (s, r, i);
        break;
    case VM_CMPXCHG:
        step_cmpxchg (s, r, i);
        break;
    case VM_BRANCH:
        if (vm_operand (r, i->a).unknown)
            decided (s, shadow_operand (s, r, i->a, 1), answer (r, 0));
        break;
    case VM_SWITCH:
        step_switch (s, r, i);
        break;
    case VM_SELECT:
        step_select (s, r, i);
        break;
    case VM_MOVES:
        step_moves (s, r, i);
        break;
    case VM_MOVE:
    case VM_FREEZE:
    case VM_PTRTOINT:
    case VM_INTTOPTR:
        /* To its own width when it is used. */
        result_set (s, r, i->result, operand_own (s, r, i->a));
        break;
    case VM_CALL:
    case VM_CALL_POINTER:
        step_call (s, r, i);
        break;
    case VM_RETURN:
        step_return (s, r, i);
        break;
    case VM_NATIVE:
        step_native (s, r, i);
        break;
    case VM_BINARY:
    case VM_ICMP:
    case VM_TRUNC:
    case VM_ZEXT:
    case VM_SEXT:
    case VM_OFFSET:
        step_compute (s, r, i);
        break;
    case VM_FLOAT_BINARY:
    case VM_FNEG:
    case VM_FCMP:
    case VM_FLOAT_CAST:
    case VM_ALLOCA:
    case VM_TLS_AT:
        result_set (s, r, i->result, NULL);
        break;
    default:
        break;
    }
}

void
vm_shadow_step (struct vm_shadow *s, struct vm_run *r)
{
    if (s->native.wanted)
        native_results (s, r);
    struct vm_instruction i = *vm_next (r, r->thread);
    if (!i.width) /* a pointer's */
        i.width = (uint8_t) (r->code->pointer_bytes * 8);
    step_execute (s, r, &i);
}
