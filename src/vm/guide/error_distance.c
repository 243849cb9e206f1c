/* error_distance.c -- distances in the code, and the guards of its errors. */
#include "vm/guide/error_distance.h"

#include <string.h>

#include "vm/library/native.h"
#include "vm/code/op.h"

enum { MOST_HURDLES = 32, MOST_GUARDS = 1000 };

static const char *const failing[] = {"__assert_fail", "__assert",
                                      "__assert_rtn",  "__VERIFIER_error",
                                      "reach_error",   "__cohort_assert",
                                      "__cohort_fail", "__assert_perror_fail"};

static bool
instruction_fails (const struct vm_instruction *i)
{
    if (i->op != VM_NATIVE)
        return false;
    const char *name = vm_native_at (i->a)->name;
    for (size_t n = 0; n < sizeof failing / sizeof *failing; n++)
        if (!strcmp (failing[n], name))
            return true;
    return false;
}

/* Its first argument says whether it fails. */
static bool
instruction_asserts (const struct vm_instruction *i)
{
    return instruction_fails (i)
           && !strcmp (vm_native_at (i->a)->name, "__cohort_assert");
}

/* ---- distances */

static bool
least_take (uint32_t *least, uint32_t distance)
{
    if (distance >= *least)
        return false;
    *least = distance;
    return true;
}

struct guide_ahead {
    const struct vm_error_distance *guide;
    uint32_t base; /* first instruction of the function */
    uint32_t error, leave;
};

static void
ahead_at (struct guide_ahead *a, uint32_t next)
{
    least_take (&a->error, a->guide->error[next] + 1);
    least_take (&a->leave, a->guide->leave[next] + 1);
}

static void
ahead_target (void *context, uint32_t target)
{
    struct guide_ahead *a = context;
    ahead_at (a, a->base + target);
}

static void
ahead_enter (struct guide_ahead *a, uint32_t function)
{
    const struct vm_code *c = a->guide->code;
    const struct vm_function *f = &c->function.at[function];
    if (f->first < f->end)
        least_take (&a->error, a->guide->error[f->first] + 1);
}

/* A function that is handed over may be called: a thread's, say. */
static void
ahead_operand (void *context, uint32_t operand)
{
    struct guide_ahead *a = context;
    if (!(operand & VM_CONSTANT))
        return;
    struct vm_value v = a->guide->code->constant.at[operand & ~VM_CONSTANT];
    if (vm_id_kind (v.object) == VM_FUNCTION)
        ahead_enter (a, vm_id_number (v.object));
}

/* False: nothing came nearer. */
static bool
guide_relax (struct vm_error_distance *g, uint32_t at)
{
    const struct vm_code *c = g->code;
    const struct vm_instruction *i = &c->instruction.at[at];
    const struct vm_function *f = &c->function.at[g->function[at]];
    struct guide_ahead a = {g, f->first, VM_FAR, VM_FAR};
    if (instruction_fails (i))
        a.error = 0;
    if (i->op == VM_RETURN || i->op == VM_RESUME)
        a.leave = 1;
    vm_op_targets (c, i, ahead_target, &a);
    if (vm_op_falls (i->op) && at + 1 < f->end)
        ahead_at (&a, at + 1);
    if (i->op == VM_CALL)
        ahead_enter (&a, i->a);
    if (vm_op_calls (i->op))
        vm_op_reads (c, i, ahead_operand, &a);
    bool error = least_take (&g->error[at], a.error);
    bool leave = least_take (&g->leave[at], a.leave);
    return error || leave;
}

static void
guide_distances (struct vm_error_distance *g)
{
    uint32_t size = (uint32_t) g->code->instruction.size;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t at = size; at-- > 0;)
            changed |= guide_relax (g, at);
    }
}

struct behind {
    struct vm_error_distance *guide;
    uint32_t base, at;
    bool changed;
};

static void
behind_target (void *context, uint32_t target)
{
    struct behind *b = context;
    uint32_t next = b->base + target;
    if (!least_take (&b->guide->begun[next], b->guide->begun[b->at] + 1))
        return;
    b->guide->before[next] = b->at;
    b->changed = true;
}

static void
guide_progress (struct vm_error_distance *g, const struct vm_function *f)
{
    const struct vm_instruction *i = g->code->instruction.at;
    struct behind b = {.guide = g, .base = f->first, .changed = true};
    if (f->first < f->end)
        g->begun[f->first] = 0;
    while (b.changed) {
        b.changed = false;
        for (b.at = f->first; b.at < f->end; b.at++) {
            if (g->begun[b.at] >= VM_FAR)
                continue;
            vm_op_targets (g->code, &i[b.at], behind_target, &b);
            if (vm_op_falls (i[b.at].op) && b.at + 1 < f->end)
                behind_target (&b, b.at + 1 - f->first);
        }
    }
}

/* ---- who sets a register */

struct guide_setting {
    uint32_t *setter; /* of the function's registers */
    uint32_t at;
    bool twice; /* one that is set by moves may be set by others */
};

static void
setting_visit (void *context, uint32_t reg)
{
    struct guide_setting *s = context;
    bool again = s->setter[reg] != VM_NOWHERE - 1;
    s->setter[reg] = again || s->twice ? VM_NOWHERE : s->at;
}

static void
guide_setters (struct vm_error_distance *g, const struct vm_function *f)
{
    struct guide_setting s = {.setter = g->setter + f->first_width};
    for (uint32_t r = 0; r < f->registers; r++)
        s.setter[r] = r < f->parameters ? VM_NOWHERE : VM_NOWHERE - 1;
    for (s.at = f->first; s.at < f->end; s.at++) {
        const struct vm_instruction *i = &g->code->instruction.at[s.at];
        s.twice = i->op == VM_MOVES;
        vm_op_sets (g->code, i, setting_visit, &s);
    }
    for (uint32_t r = 0; r < f->registers; r++)
        if (s.setter[r] == VM_NOWHERE - 1)
            s.setter[r] = VM_NOWHERE;
}

/* ---- guards */

static void
guide_guard (struct vm_error_distance *g, uint32_t error)
{
    const struct vm_instruction *i = g->code->instruction.at;
    const struct vm_function *f = &g->code->function.at[g->function[error]];
    struct vm_guard guard = {.function = g->function[error],
                             .first = (uint32_t) g->hurdle.size};
    if (instruction_asserts (&i[error])) {
        struct vm_call call = vm_call_of (g->code, &i[error]);
        struct vm_branch_condition h = {call.argument[0], false};
        if (call.arguments)
            VEC_PUSH (g->hurdle, h);
    }
    for (uint32_t at = error; g->begun[at] && g->begun[at] < VM_FAR;) {
        uint32_t before = g->before[at];
        assert (g->begun[before] < g->begun[at]);
        const struct vm_instruction *b = &i[before];
        struct vm_branch_condition h = {b->a, f->first + b->b == at};
        if (b->op == VM_BRANCH && b->b != b->c
            && g->hurdle.size < guard.first + MOST_HURDLES)
            VEC_PUSH (g->hurdle, h);
        at = before;
    }
    guard.end = (uint32_t) g->hurdle.size;
    VEC_PUSH (g->guard, guard);
}

static uint32_t
guide_priority (const struct vm_code *c)
{
    for (uint32_t n = 0; n < c->global.size; n++)
        if (!strcmp (c->text.at[c->global.at[n].name], "cohort_priority"))
            return n;
    return VM_NOWHERE;
}

/* ---- making */

static uint32_t *
distances_new (size_t size)
{
    uint32_t *d = NEW_ARRAY (uint32_t, size + 1);
    for (size_t i = 0; i < size; i++)
        d[i] = VM_FAR;
    return d;
}

static void
guide_functions (struct vm_error_distance *g)
{
    const struct vm_code *c = g->code;
    for (uint32_t n = 0; n < c->function.size; n++) {
        const struct vm_function *f = &c->function.at[n];
        for (uint32_t at = f->first; at < f->end; at++)
            g->function[at] = n;
        guide_progress (g, f);
        guide_setters (g, f);
    }
}

struct vm_error_distance *
vm_error_distance_new (const struct vm_code *c)
{
    struct vm_error_distance *g = NEW (struct vm_error_distance);
    size_t size = c->instruction.size;
    *g = (struct vm_error_distance) {
        .code = c,
        .error = distances_new (size),
        .leave = distances_new (size),
        .begun = distances_new (size),
        .before = NEW_ARRAY (uint32_t, size + 1),
        .function = NEW_ARRAY (uint32_t, size + 1),
        .setter = NEW_ARRAY (uint32_t, c->width.size + 1),
        .priority = guide_priority (c)};
    guide_functions (g);
    guide_distances (g);
    for (uint32_t at = 0; at < size && g->guard.size < MOST_GUARDS; at++)
        if (instruction_fails (&c->instruction.at[at]))
            guide_guard (g, at);
    return g;
}

void
vm_error_distance_free (struct vm_error_distance *g)
{
    if (!g)
        return;
    memory_free (g->error);
    memory_free (g->leave);
    memory_free (g->begun);
    memory_free (g->before);
    memory_free (g->function);
    memory_free (g->setter);
    VEC_CLEAR (g->guard);
    VEC_CLEAR (g->hurdle);
    memory_free (g);
}

uint32_t
vm_error_distance_behind (const struct vm_error_distance *g, uint32_t call,
                          const uint32_t *distance)
{
    const struct vm_instruction *i = &g->code->instruction.at[call];
    const struct vm_function *f = &g->code->function.at[g->function[call]];
    assert (vm_op_calls (i->op));
    return call + 1 < f->end ? distance[call + 1] : VM_FAR;
}
