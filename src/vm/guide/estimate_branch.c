/* estimate_branch.c -- how far values are from what must hold on the way to
 * an error (the branch distance of search-based testing).
 *
 * A condition is evaluated back through the instructions that make it: from
 * constants, memory as it is now, and registers of a frame that runs the
 * function.  What cannot be told counts as a little. */
#include <assert.h>
#include <string.h>

#include "vm/guide/estimate.h"

enum { DEEPEST = 16, MOST_LOOKS = 2000, MOST = 1 << 16, UNSURE = 1 };

struct view {
    struct vm_run *run;
    const struct vm_function *function;
    struct vm_value *reg; /* of a frame in that function; null: none */
    unsigned left;        /* instructions that may still be looked at */
};

static struct vm_value view_value (struct view *, uint32_t operand,
                                   unsigned depth);

static struct vm_value
nothing (void)
{
    return vm_unknown (64);
}

static bool
is_number (struct vm_value v)
{
    return !v.unknown && !v.object;
}

static struct vm_value
view_load (struct view *v, struct vm_value p, unsigned bits)
{
    uint64_t number = 0;
    unsigned size = (bits + 7) / 8;
    if (p.unknown || !p.object || vm_id_kind (p.object) == VM_FUNCTION)
        return nothing ();
    const struct vm_object *o = vm_object_find (v->run->state, p.object);
    if (!o || !o->data || p.bits > o->size || size > o->size - p.bits)
        return nothing ();
    unsigned slot = v->run->code->pointer_bytes;
    if (o->points && (p.bits + size) / slot <= o->size / slot
        && o->points[p.bits / slot])
        return nothing ();
    for (unsigned i = 0; o->unknown && i < size; i++)
        if (o->unknown[p.bits + i])
            return nothing ();
    memcpy (&number, o->data + p.bits, size);
    return vm_number (number & vm_mask (bits));
}

static struct vm_value
view_two (struct view *v, const struct vm_instruction *i, unsigned depth)
{
    struct vm_value a = view_value (v, i->a, depth);
    struct vm_value b = view_value (v, i->b, depth);
    bool divides = i->op >= VM_UDIV && i->op <= VM_SREM;
    if (!is_number (a) || !is_number (b) || divides)
        return nothing ();
    return vm_binary ((enum vm_op) i->op, i->width, a, b);
}

static struct vm_value
view_compare (struct view *v, const struct vm_instruction *i, unsigned depth)
{
    struct vm_value a = view_value (v, i->a, depth);
    struct vm_value b = view_value (v, i->b, depth);
    return is_number (a) && is_number (b)
               ? vm_compare ((enum vm_compare) (i->flags & 15), i->width, a, b)
               : nothing ();
}

static struct vm_value
view_cast (struct view *v, const struct vm_instruction *i, unsigned depth)
{
    struct vm_value a = view_value (v, i->a, depth);
    return is_number (a) ? vm_cast ((enum vm_op) i->op, i->c, i->width, a)
                         : nothing ();
}

static struct vm_value
view_offset (struct view *v, const struct vm_instruction *i, unsigned depth)
{
    struct vm_value p = view_value (v, i->a, depth);
    struct vm_value n = view_value (v, i->b, depth);
    if (p.unknown || !p.object || !is_number (n))
        return nothing ();
    struct vm_value wide = vm_cast (VM_SEXT, i->width, 64, n);
    int64_t by = (int64_t) wide.bits * (int32_t) i->c;
    return vm_pointer (p.object, p.bits + (uint64_t) by);
}

/* The instruction that makes it, or null. */
static const struct vm_instruction *
view_setter (struct view *v, uint32_t operand)
{
    if (operand & VM_CONSTANT || !v->left)
        return NULL;
    v->left--;
    assert (operand < v->function->registers);
    uint32_t at = v->run->guide->setter[v->function->first_width + operand];
    return at == VM_NOWHERE ? NULL : &v->run->code->instruction.at[at];
}

static struct vm_value
view_value (struct view *v, uint32_t operand, unsigned depth)
{
    if (operand & VM_CONSTANT)
        return v->run->code->constant.at[operand & ~VM_CONSTANT];
    const struct vm_instruction *i = view_setter (v, operand);
    if (i && depth)
        switch (i->op) {
        case VM_LOAD:
            return view_load (v, view_value (v, i->a, depth - 1), i->width);
        case VM_ICMP:
            return view_compare (v, i, depth - 1);
        case VM_TRUNC:
        case VM_ZEXT:
        case VM_SEXT:
            return view_cast (v, i, depth - 1);
        case VM_OFFSET:
            return view_offset (v, i, depth - 1);
        case VM_MOVE:
        case VM_FREEZE:
            return view_value (v, i->a, depth - 1);
        default:
            if (i->op <= VM_XOR)
                return view_two (v, i, depth - 1);
            break;
        }
    return v->reg ? v->reg[operand] : nothing ();
}

/* ---- distances */

static int64_t
gap (uint64_t a, uint64_t b)
{
    uint64_t d = a > b ? a - b : b - a;
    return d < MOST ? (int64_t) d : MOST;
}

/* What is missing for a cmp b to be as wanted; numbers made unsigned so that
 * their order is that of the comparison. */
static int64_t
compare_distance (enum vm_compare c, uint64_t a, uint64_t b)
{
    switch (c) {
    case VM_EQ:
        return gap (a, b);
    case VM_NE:
        return a == b;
    case VM_UGT:
    case VM_SGT:
        return a > b ? 0 : gap (a, b) + 1;
    case VM_UGE:
    case VM_SGE:
        return a >= b ? 0 : gap (a, b);
    case VM_ULT:
    case VM_SLT:
        return a < b ? 0 : gap (a, b) + 1;
    default:
        return a <= b ? 0 : gap (a, b);
    }
}

static enum vm_compare
compare_not (enum vm_compare c)
{
    static const uint8_t other[] = {
        [VM_EQ] = VM_NE,   [VM_NE] = VM_EQ,   [VM_UGT] = VM_ULE,
        [VM_UGE] = VM_ULT, [VM_ULT] = VM_UGE, [VM_ULE] = VM_UGT,
        [VM_SGT] = VM_SLE, [VM_SGE] = VM_SLT, [VM_SLT] = VM_SGE,
        [VM_SLE] = VM_SGT};
    return (enum vm_compare) other[c];
}

static int64_t
view_compared (struct view *v, const struct vm_instruction *i, bool wanted)
{
    struct vm_value a = view_value (v, i->a, DEEPEST);
    struct vm_value b = view_value (v, i->b, DEEPEST);
    enum vm_compare c = (enum vm_compare) (i->flags & 15);
    uint64_t turn =
        c >= VM_SGT && i->width ? UINT64_C (1) << (i->width - 1) : 0;
    if (!is_number (a) || !is_number (b))
        return UNSURE;
    return compare_distance (wanted ? c : compare_not (c), a.bits ^ turn,
                             b.bits ^ turn);
}

static int64_t view_distance (struct view *, uint32_t operand, bool wanted,
                              unsigned depth);

/* Both must be so, or one of them. */
static int64_t
view_joined (struct view *v, const struct vm_instruction *i, bool wanted,
             unsigned depth)
{
    int64_t a = view_distance (v, i->a, wanted, depth);
    int64_t b = view_distance (v, i->b, wanted, depth);
    bool both = (i->op == VM_AND) == wanted;
    return both ? a + b : a < b ? a : b;
}

static int64_t
view_distance (struct view *v, uint32_t operand, bool wanted, unsigned depth)
{
    const struct vm_instruction *i = view_setter (v, operand);
    if (i && depth)
        switch (i->op) {
        case VM_ICMP:
            return view_compared (v, i, wanted);
        case VM_ZEXT:
        case VM_SEXT:
        case VM_FREEZE:
        case VM_MOVE:
            return view_distance (v, i->a, wanted, depth - 1);
        case VM_AND:
        case VM_OR:
            if (i->width == 1)
                return view_joined (v, i, wanted, depth - 1);
            break;
        case VM_XOR:
            if (i->width == 1 && i->b & VM_CONSTANT)
                return view_distance (
                    v, i->a,
                    wanted
                        != (v->run->code->constant.at[i->b & ~VM_CONSTANT].bits
                            & 1),
                    depth - 1);
            break;
        default:
            break;
        }
    struct vm_value value = view_value (v, operand, DEEPEST);
    if (!is_number (value))
        return UNSURE;
    return (value.bits != 0) != wanted;
}

static int64_t
guard_distance (struct view *v, const struct vm_guard *g)
{
    int64_t sum = 0;
    v->left = MOST_LOOKS;
    for (uint32_t h = g->first; h < g->end; h++) {
        const struct vm_branch_condition *hurdle = &v->run->guide->hurdle.at[h];
        sum += view_distance (v, hurdle->operand, hurdle->wanted, DEEPEST);
    }
    return sum;
}

/* From each frame that runs the function, and from none. */
static int64_t
guard_nearest (struct vm_run *r, const struct vm_guard *g)
{
    struct view v = {.run = r, .function = &r->code->function.at[g->function]};
    int64_t least = guard_distance (&v, g);
    for (uint32_t n = 0; n < r->state->thread.size; n++) {
        struct vm_thread *t = &r->state->thread.at[n];
        for (uint32_t f = 0; f < t->frames; f++) {
            if (t->frame[f].function != g->function)
                continue;
            v.reg = vm_frame_registers (r->state, &t->frame[f]);
            int64_t here = guard_distance (&v, g);
            least = here < least ? here : least;
        }
    }
    return least;
}

int64_t
vm_estimate_branch (struct vm_run *r)
{
    const struct vm_error_distance *g = r->guide;
    int64_t least = INT64_MAX;
    assert (g);
    for (size_t i = 0; i < g->guard.size; i++) {
        int64_t here = guard_nearest (r, &g->guard.at[i]);
        least = here < least ? here : least;
    }
    return g->guard.size ? least : 0;
}
