/* value.c -- what a pointer value may point to.
 *
 * A value that is asked for before it was defined gets a node of its own, which
 * flows from its definition later: no order of the module is needed. */
#include "cohort-llvm/alias/internal.h"

#include <llvm-c/DebugInfo.h>

enum { CONSTANT_DEPTH = 64 };   /* of constant expressions and initialisers */
enum { ELEMENTS_APART = 16 };   /* longer arrays are one use */
#define FAR ((int64_t) 1 << 40) /* no offset in an object is so large */

static struct digest
value_key (LLVMValueRef v)
{
    return map_number ((uint64_t) (uintptr_t) v);
}

bool
type_has_pointers (LLVMTypeRef type)
{
    switch (LLVMGetTypeKind (type)) {
    case LLVMPointerTypeKind:
        return true;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
        return type_has_pointers (LLVMGetElementType (type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes (type); i++)
            if (type_has_pointers (LLVMStructGetTypeAtIndex (type, i)))
                return true;
        return false;
    default:
        return false;
    }
}

struct alias_cell
thing_cell (struct alias_graph *g, LLVMValueRef v, uint64_t size)
{
    uint64_t *found = map_get (&g->thing_of, value_key (v));
    if (found)
        return value_cell (g, v);
    assert (v && !g->frozen);
    uint32_t index = (uint32_t) g->thing.size;
    struct thing t = {.value = v, .size = size};
    VEC_PUSH (g->thing, t);
    map_put (&g->thing_of, value_key (v), index + 1);
    struct alias_cell c = {.node = graph_node (g)};
    VEC_PUSH (g->node.at[c.node].placed, ((struct placed) {index, 0}));
    value_define (g, v, c);
    return c;
}

static struct alias_cell *
value_entry (struct alias_graph *g, LLVMValueRef v)
{
    uint64_t *found = map_get (&g->cell_of, value_key (v));
    return found ? &g->cell.at[*found - 1] : NULL;
}

void
value_define (struct alias_graph *g, LLVMValueRef v, struct alias_cell c)
{
    assert (v && !g->frozen);
    struct alias_cell *old = value_entry (g, v);
    if (old) {
        graph_flow (g, *old, c);
        return;
    }
    VEC_PUSH (g->cell, c);
    map_put (&g->cell_of, value_key (v), g->cell.size);
}

/* ---- getelementptr */

struct alias_value_step {
    int64_t shift;
    struct reach reach;
    uint64_t fold; /* 0: none */
};

static int64_t
step_constant (LLVMValueRef index, uint64_t size, struct alias_value_step *s)
{
    if (LLVMGetIntTypeWidth (LLVMTypeOf (index)) > 64) {
        s->fold = 1;
        return 0;
    }
    int64_t value = LLVMConstIntGetSExtValue (index), product;
    if (size > (uint64_t) FAR
        || __builtin_mul_overflow (value, (int64_t) size, &product)
        || product > FAR || product < -FAR) {
        s->fold = 1;
        return 0;
    }
    return product;
}

static LLVMTypeRef
step_array (struct alias_graph *g, LLVMTypeRef type, LLVMValueRef index,
            struct alias_value_step *s)
{
    bool vector = LLVMGetTypeKind (type) == LLVMVectorTypeKind;
    assert (vector || LLVMGetTypeKind (type) == LLVMArrayTypeKind);
    LLVMTypeRef element = LLVMGetElementType (type);
    uint64_t count =
        vector ? LLVMGetVectorSize (type) : LLVMGetArrayLength2 (type);
    uint64_t size = LLVMABISizeOfType (g->unit->layout, element);
    if (LLVMIsAConstantInt (index)) {
        s->shift += step_constant (index, size, s);
    } else if (size) {
        /* int a[], int a[1] at the end of a struct go on behind it. */
        struct reach r = {(count - 1) * size, size, size};
        if (count <= 1 || count > (uint64_t) FAR / size)
            r = (struct reach) {REACH_END, size, 0};
        s->reach = reach_add (s->reach, r);
    }
    return element;
}

static LLVMTypeRef
step_struct (struct alias_graph *g, LLVMTypeRef type, LLVMValueRef index,
             struct alias_value_step *s)
{
    unsigned field = (unsigned) LLVMConstIntGetZExtValue (index);
    assert (field < LLVMCountStructElementTypes (type));
    s->shift += (int64_t) LLVMOffsetOfElement (g->unit->layout, type, field);
    return LLVMStructGetTypeAtIndex (type, field);
}

static bool
is_gep (LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst (v)
           || (LLVMIsAConstantExpr (v)
               && LLVMGetConstOpcode (v) == LLVMGetElementPtr);
}

/* `gep [N x T], p, 0, K` with constant K: the array, else null. */
static LLVMTypeRef
gep_array (LLVMValueRef gep, int64_t *index)
{
    if (!is_gep (gep) || LLVMGetNumOperands (gep) != 3)
        return NULL;
    LLVMTypeRef type = LLVMGetGEPSourceElementType (gep);
    LLVMValueRef zero = LLVMGetOperand (gep, 1);
    LLVMValueRef at = LLVMGetOperand (gep, 2);
    if (LLVMGetTypeKind (type) != LLVMArrayTypeKind
        || !LLVMIsAConstantInt (zero) || !LLVMIsNull (zero)
        || !LLVMIsAConstantInt (at))
        return NULL;
    *index = LLVMConstIntGetSExtValue (at);
    return type;
}

/* `gep S, p, .., K` to a member of a struct that is an array: clang leaves out
 * the first element's index where all is constant. */
static LLVMTypeRef
gep_member (LLVMValueRef gep)
{
    if (!is_gep (gep) || LLVMGetNumOperands (gep) < 3)
        return NULL;
    LLVMTypeRef type = LLVMGetGEPSourceElementType (gep), of = type;
    for (int i = 2; i < LLVMGetNumOperands (gep); i++) {
        LLVMValueRef index = LLVMGetOperand (gep, (unsigned) i);
        of = type;
        if (LLVMGetTypeKind (type) == LLVMArrayTypeKind)
            type = LLVMGetElementType (type);
        else if (LLVMGetTypeKind (type) == LLVMStructTypeKind)
            type = LLVMStructGetTypeAtIndex (
                type, (unsigned) LLVMConstIntGetZExtValue (index));
        else
            return NULL;
    }
    return LLVMGetTypeKind (of) == LLVMStructTypeKind
                   && LLVMGetTypeKind (type) == LLVMArrayTypeKind
               ? type
               : NULL;
}

/* The array that `base` was taken from by constant subscripts: an index over a
 * pointer into an array may go to all of it (and of arrays of it), not further.
 * Gives its length in elements of `size` bytes, and how far back it begins. */
static uint64_t
array_home (struct alias_graph *g, LLVMValueRef base, uint64_t size,
            int64_t *back)
{
    assert (size && back);
    LLVMTargetDataRef layout = g->unit->layout;
    LLVMTypeRef home = NULL, type;
    int64_t index;
    *back = 0;
    while ((type = gep_array (base, &index))) {
        LLVMTypeRef element = LLVMGetElementType (type);
        uint64_t step = LLVMABISizeOfType (layout, element);
        uint64_t count = LLVMGetArrayLength2 (type);
        if (count <= 1 || index < 0 || (uint64_t) index > count
            || (home ? element != home : step != size))
            break;
        *back += index * (int64_t) step;
        home = type;
        base = LLVMGetOperand (base, 0);
    }
    type = home ? NULL : gep_member (base);
    if (type && LLVMGetArrayLength2 (type) > 1
        && LLVMABISizeOfType (layout, LLVMGetElementType (type)) == size)
        home = type;
    return home ? LLVMABISizeOfType (layout, home) / size : 0;
}

static void
step_pointer (struct alias_graph *g, LLVMValueRef gep, LLVMTypeRef type,
              struct alias_value_step *s)
{
    LLVMValueRef index = LLVMGetOperand (gep, 1);
    uint64_t size = LLVMABISizeOfType (g->unit->layout, type);
    if (LLVMIsAConstantInt (index)) {
        s->shift += step_constant (index, size, s);
        return;
    }
    int64_t back = 0;
    uint64_t length =
        size ? array_home (g, LLVMGetOperand (gep, 0), size, &back) : 0;
    if (length > 1 && length < (uint64_t) FAR / size) {
        s->shift -= back;
        s->reach = (struct reach) {(length - 1) * size, size, size};
    } else {
        s->fold = size;
    }
}

struct alias_cell
value_gep (struct alias_graph *g, LLVMValueRef gep, struct alias_cell base)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType (gep);
    struct alias_value_step s = {0};
    int operands = LLVMGetNumOperands (gep);
    assert (operands >= 2);
    if (LLVMGetTypeKind (LLVMTypeOf (gep)) != LLVMPointerTypeKind)
        s.fold = 1; /* vectors of pointers */
    for (int i = 1; i < operands && s.fold != 1; i++) {
        if (i == 1)
            step_pointer (g, gep, type, &s);
        else if (LLVMGetTypeKind (type) == LLVMStructTypeKind)
            type =
                step_struct (g, type, LLVMGetOperand (gep, (unsigned) i), &s);
        else
            type = step_array (g, type, LLVMGetOperand (gep, (unsigned) i), &s);
    }
    if (s.fold)
        graph_fold (g, base.node, s.fold);
    return graph_index (g, graph_shift (g, base, s.shift), s.reach);
}

/* ---- constants */

static struct alias_cell
constant_cell (struct alias_graph *g, LLVMValueRef v, bool may_add,
               unsigned depth)
{
    struct alias_cell none = {0};
    if (depth > CONSTANT_DEPTH)
        return may_add || g->lump ? graph_lump (g) : none;
    if (LLVMIsAGlobalValue (v)) {
        if (LLVMIsAGlobalAlias (v))
            return constant_cell (g, LLVMAliasGetAliasee (v), may_add,
                                  depth + 1);
        struct alias_cell *known = value_entry (g, v);
        if (known)
            return *known;
        return may_add || g->lump ? graph_lump (g) : none;
    }
    if (!LLVMIsAConstantExpr (v))
        return none; /* null, undefined, poison */
    LLVMValueRef of = LLVMGetOperand (v, 0);
    switch (LLVMGetConstOpcode (v)) {
    case LLVMGetElementPtr: {
        struct alias_cell base = constant_cell (g, of, may_add, depth + 1);
        return base.node ? value_gep (g, v, base) : none;
    }
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
        return constant_cell (g, of, may_add, depth + 1);
    default: /* inttoptr */
        if (LLVMIsAConstantInt (of)
            && LLVMGetIntTypeWidth (LLVMTypeOf (of)) <= 64
            && LLVMConstIntGetZExtValue (of) == 0)
            return none;
        return may_add || g->lump ? graph_lump (g) : none;
    }
}

static bool
address_in (struct alias_graph *g, LLVMValueRef v, unsigned depth)
{
    if (!LLVMIsAConstantExpr (v))
        return false;
    if (depth > CONSTANT_DEPTH) {
        graph_lump (g);
        return true;
    }
    if (LLVMGetConstOpcode (v) == LLVMPtrToInt) {
        graph_expose (g, value_cell (g, LLVMGetOperand (v, 0)));
        return true;
    }
    bool found = false;
    for (int i = 0; i < LLVMGetNumOperands (v); i++)
        found |= address_in (g, LLVMGetOperand (v, (unsigned) i), depth + 1);
    return found;
}

bool
value_is_address (struct alias_graph *g, LLVMValueRef v)
{
    return address_in (g, v, 0);
}

/* A constant aggregate in a register: all its pointers together. */
static struct alias_cell
aggregate_cell (struct alias_graph *g, LLVMValueRef v)
{
    struct alias_cell all = {.node = graph_node (g)};
    for (int i = 0; i < LLVMGetNumOperands (v); i++)
        graph_flow (g, all, value_cell (g, LLVMGetOperand (v, (unsigned) i)));
    return all;
}

static bool
is_plain_constant (LLVMValueRef v)
{
    return LLVMIsConstant (v) && !LLVMIsAConstantStruct (v)
           && !LLVMIsAConstantArray (v) && !LLVMIsAConstantVector (v);
}

struct alias_cell
value_cell (struct alias_graph *g, LLVMValueRef v)
{
    assert (type_has_pointers (LLVMTypeOf (v)));
    if (is_plain_constant (v))
        return constant_cell (g, v, true, 0);
    struct alias_cell *known = value_entry (g, v);
    if (known)
        return *known;
    struct alias_cell c = LLVMIsConstant (v)
                              ? aggregate_cell (g, v)
                              : (struct alias_cell) {.node = graph_node (g)};
    value_define (g, v, c);
    return c;
}

struct alias_cell
value_cell_known (struct alias_graph *g, LLVMValueRef v)
{
    assert (g->frozen);
    struct alias_cell c = {0};
    if (is_plain_constant (v)) {
        c = constant_cell (g, v, false, 0);
    } else {
        struct alias_cell *known = value_entry (g, v);
        c = known ? *known : c;
    }
    return c.node ? graph_resolve (g, c) : c;
}

/* ---- leaves of types, and initialisers */

static void
leaves_use (struct alias_graph *g, struct alias_cell c, struct reach reach,
            LLVMTypeRef type, struct alias_cell value, bool written)
{
    LLVMTargetDataRef layout = g->unit->layout;
    switch (LLVMGetTypeKind (type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes (type); i++)
            leaves_use (
                g,
                graph_shift (g, c,
                             (int64_t) LLVMOffsetOfElement (layout, type, i)),
                reach, LLVMStructGetTypeAtIndex (type, i), value, written);
        return;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: {
        bool vector = LLVMGetTypeKind (type) == LLVMVectorTypeKind;
        uint64_t count =
            vector ? LLVMGetVectorSize (type) : LLVMGetArrayLength2 (type);
        LLVMTypeRef element = LLVMGetElementType (type);
        uint64_t size = LLVMABISizeOfType (layout, element);
        if (!count || !size)
            return;
        if (count > 1)
            reach =
                reach_add (reach, (struct reach) {(count - 1) * size, size, 0});
        leaves_use (g, c, reach, element, value, written);
        return;
    }
    case LLVMPointerTypeKind: {
        struct alias_cell there =
            graph_use (g, c, reach, g->pointer, true, written);
        if (written)
            graph_flow (g, there, value);
        else
            graph_flow (g, value, there);
        return;
    }
    default:
        graph_use (g, c, reach, LLVMStoreSizeOfType (layout, type), false,
                   written);
    }
}

void
type_use (struct alias_graph *g, struct alias_cell c, LLVMTypeRef type,
          struct alias_cell value, bool written)
{
    leaves_use (g, c, (struct reach) {0}, type, value, written);
}

static void initialise (struct alias_graph *g, struct alias_cell c,
                        LLVMValueRef v, unsigned depth);

static void
initialise_struct (struct alias_graph *g, struct alias_cell c, LLVMValueRef v,
                   unsigned depth)
{
    LLVMTypeRef type = LLVMTypeOf (v);
    assert (LLVMGetTypeKind (type) == LLVMStructTypeKind);
    for (unsigned i = 0; i < (unsigned) LLVMGetNumOperands (v); i++) {
        uint64_t at = LLVMOffsetOfElement (g->unit->layout, type, i);
        initialise (g, graph_shift (g, c, (int64_t) at), LLVMGetOperand (v, i),
                    depth);
    }
}

static void
initialise_array (struct alias_graph *g, struct alias_cell c, LLVMValueRef v,
                  unsigned depth)
{
    unsigned count = (unsigned) LLVMGetNumOperands (v);
    LLVMTypeRef element = LLVMGetElementType (LLVMTypeOf (v));
    uint64_t size = LLVMABISizeOfType (g->unit->layout, element);
    assert (size || !count);
    struct alias_cell all = c;
    if (count > ELEMENTS_APART)
        all = graph_index (
            g, c, (struct reach) {(uint64_t) (count - 1) * size, size, 0});
    for (unsigned i = 0; i < count; i++)
        initialise (g,
                    count > ELEMENTS_APART
                        ? all
                        : graph_shift (g, c, (int64_t) (i * size)),
                    LLVMGetOperand (v, i), depth);
}

/* Pointers are uses; numbers are bulk, but may be made of addresses. */
static void
initialise (struct alias_graph *g, struct alias_cell c, LLVMValueRef v,
            unsigned depth)
{
    if (depth > CONSTANT_DEPTH) {
        graph_fold (g, c.node, 1);
        graph_flow (
            g, graph_use (g, c, (struct reach) {0}, g->pointer, true, false),
            graph_lump (g));
    } else if (LLVMIsAConstantStruct (v)) {
        initialise_struct (g, c, v, depth + 1);
    } else if (LLVMIsAConstantArray (v) || LLVMIsAConstantVector (v)) {
        initialise_array (g, c, v, depth + 1);
    } else if (LLVMGetTypeKind (LLVMTypeOf (v)) == LLVMPointerTypeKind) {
        struct alias_cell value = value_cell (g, v);
        if (value.node)
            graph_flow (
                g,
                graph_use (g, c, (struct reach) {0}, g->pointer, true, false),
                value);
    } else if (value_is_address (g, v)) {
        graph_use (g, c, (struct reach) {0},
                   LLVMStoreSizeOfType (g->unit->layout, LLVMTypeOf (v)), false,
                   false);
    }
}

void
value_copy_constant (struct alias_graph *g, struct alias_cell to,
                     LLVMValueRef global)
{
    assert (LLVMIsAGlobalVariable (global) && LLVMGetInitializer (global));
    graph_bulk (g, to);
    if (to.node)
        initialise (g, to, LLVMGetInitializer (global), 0);
}

void
value_initialise (struct alias_graph *g, LLVMValueRef global)
{
    assert (LLVMIsAGlobalVariable (global));
    if (LLVMGetInitializer (global))
        value_copy_constant (g, value_cell (g, global), global);
}
