/* aggregate.c -- parts of aggregates and vectors: other names of leaves.
 */
#include "cohort-llvm/to_vm/internal.h"

#include <string.h>

/* The first leaf of what the indices name. */
static uint32_t
part_find (lowering *l, LLVMValueRef i, LLVMTypeRef *type)
{
    unsigned n = LLVMGetNumIndices (i);
    const unsigned *index = LLVMGetIndices (i);
    uint32_t first = 0;
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef element;
        first += lower_element (l, *type, index[k], &element);
        *type = element;
    }
    return first;
}

static void
lower_extract (lowering *l, LLVMValueRef i)
{
    LLVMValueRef from = LLVMGetOperand (i, 0);
    LLVMTypeRef type = LLVMTypeOf (from);
    uint32_t first = part_find (l, i, &type);
    const struct lower_held *h = lower_held (l, from);
    uint32_t leaves = lower_shape (l, type)->leaves;
    assert (first + leaves <= h->leaves);
    lower_hold (l, i, h->operand + first, leaves);
}

/* All leaves of `to`, those of `part` in their place. */
static void
hold_inserted (lowering *l, LLVMValueRef i, LLVMValueRef to, LLVMValueRef part,
               uint32_t first)
{
    assert (LLVMTypeOf (i) == LLVMTypeOf (to));
    const struct lower_held *h = lower_held (l, to);
    uint32_t leaves = lower_held (l, part)->leaves;
    uint32_t *all = NEW_ARRAY (uint32_t, h->leaves + 1);
    assert (first + leaves <= h->leaves);
    memcpy (all, h->operand, h->leaves * sizeof *all);
    for (uint32_t k = 0; k < leaves; k++)
        all[first + k] = lower_operand (l, part, k);
    lower_hold (l, i, all, h->leaves);
    memory_free (all);
}

static void
lower_insert (lowering *l, LLVMValueRef i)
{
    LLVMTypeRef type = LLVMTypeOf (i);
    uint32_t first = part_find (l, i, &type);
    hold_inserted (l, i, LLVMGetOperand (i, 0), LLVMGetOperand (i, 1), first);
}

/* ---- vectors */

static bool
lane_of (LLVMValueRef index, uint32_t lanes, uint32_t *lane)
{
    if (!LLVMIsAConstantInt (index))
        return false;
    *lane = (uint32_t) LLVMConstIntGetZExtValue (index);
    return *lane < lanes;
}

static bool
lower_extract_lane (lowering *l, LLVMValueRef i)
{
    const struct lower_held *h = lower_held (l, LLVMGetOperand (i, 0));
    uint32_t lane;
    if (!lane_of (LLVMGetOperand (i, 1), h->leaves, &lane))
        return false;
    lower_hold (l, i, h->operand + lane, 1);
    return true;
}

static bool
lower_insert_lane (lowering *l, LLVMValueRef i)
{
    uint32_t lane;
    uint32_t lanes = lower_shape (l, LLVMTypeOf (i))->leaves;
    if (!lane_of (LLVMGetOperand (i, 2), lanes, &lane))
        return false;
    hold_inserted (l, i, LLVMGetOperand (i, 0), LLVMGetOperand (i, 1), lane);
    return true;
}

static bool
lower_shuffle (lowering *l, LLVMValueRef i)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (i));
    const struct lower_held *a = lower_held (l, LLVMGetOperand (i, 0));
    const struct lower_held *b = lower_held (l, LLVMGetOperand (i, 1));
    uint32_t *all = NEW_ARRAY (uint32_t, s->leaves + 1);
    for (uint32_t k = 0; k < s->leaves; k++) {
        int from = LLVMGetMaskValue (i, k);
        uint32_t lane = (uint32_t) from;
        all[k] = from < 0 ? lower_constant (l, vm_unwritten (s->leaf[k].width))
                 : lane < a->leaves ? a->operand[lane]
                                    : b->operand[lane - a->leaves];
    }
    lower_hold (l, i, all, s->leaves);
    memory_free (all);
    return true;
}

bool
lower_aggregate (lowering *l, LLVMValueRef i, LLVMOpcode op)
{
    switch (op) {
    case LLVMExtractValue:
        lower_extract (l, i);
        return true;
    case LLVMInsertValue:
        lower_insert (l, i);
        return true;
    case LLVMExtractElement:
        return lower_extract_lane (l, i);
    case LLVMInsertElement:
        return lower_insert_lane (l, i);
    case LLVMShuffleVector:
        return lower_shuffle (l, i);
    default:
        return false;
    }
}
