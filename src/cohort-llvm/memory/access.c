/* access.c -- loads and stores, leaf by leaf. */
#include "cohort-llvm/memory/internal.h"

/* ---- leaves of a type, where they are and what they are */

struct access_leaf {
    LLVMTypeRef type;
    uint64_t offset;
};

struct vec_leaf VEC (struct access_leaf);

enum { LEAF_DEPTH = 64, LEAF_MOST = 1 << 16 };

/* False: too deep, or too many. */
static bool
leaves_find (translation *t, LLVMTypeRef type, uint64_t offset, unsigned depth,
             struct vec_leaf *to)
{
    LLVMTargetDataRef layout = t->unit->layout;
    if (depth > LEAF_DEPTH || to->size > LEAF_MOST)
        return false;
    bool fine = true;
    LLVMTypeKind kind = LLVMGetTypeKind (type);
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; fine && i < LLVMCountStructElementTypes (type);
             i++)
            fine = leaves_find (t, LLVMStructGetTypeAtIndex (type, i),
                                offset + LLVMOffsetOfElement (layout, type, i),
                                depth + 1, to);
    } else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        LLVMTypeRef element = LLVMGetElementType (type);
        uint64_t size = LLVMABISizeOfType (layout, element),
                 n = kind == LLVMArrayTypeKind ? LLVMGetArrayLength2 (type)
                                               : LLVMGetVectorSize (type);
        for (uint64_t i = 0; fine && i < n; i++)
            fine = leaves_find (t, element, offset + i * size, depth + 1, to);
    } else {
        struct access_leaf leaf = {type, offset};
        VEC_PUSH (*to, leaf);
    }
    return fine;
}

static bool
type_is_pointer (LLVMTypeRef type)
{
    return LLVMGetTypeKind (type) == LLVMPointerTypeKind;
}

/* ---- numbers in memory are whole bytes, in registers any bits */

static const term *
number_to_memory (translation *t, const term *x, unsigned bytes)
{
    if (x->sort->kind == SORT_BOOL)
        return term_ite (t->terms, x, memory_bits (t, bytes * 8, 1),
                         memory_bits (t, bytes * 8, 0));
    assert (x->sort->width <= bytes * 8);
    return memory_fit (t, x, bytes * 8);
}

static const term *
number_of_memory (translation *t, const term *x, LLVMTypeRef type)
{
    const sort *s = leaf_sort (t, type, 0);
    if (s->kind == SORT_BOOL)
        return term_eq (t->terms, memory_fit (t, x, 1), memory_bits (t, 1, 1));
    assert (s->kind == SORT_BV && s->width <= x->sort->width);
    return memory_fit (t, x, s->width);
}

/* ---- one leaf */

/* An element of the cell if that is valid; else whatever is there. */
static const term *
element_load (translation *t, struct memory_cell *c, int half,
              struct translated_value p, const term *valid)
{
    const term *view = cell_view (t, c, half, pointer_object (p));
    const term *read = view_get (t, c, view, pointer_offset (p));
    if (term_is_true (valid))
        return read;
    return term_ite (t->terms, valid, read, cell_outside (t, c, half, p));
}

/* Some of the bytes may be outside. */
static const term *
bytes_load (translation *t, struct memory_cell *c, struct translated_value p,
            unsigned bytes)
{
    const term *all = NULL, *whole = memory_readable (t, c->region, p, bytes);
    for (unsigned i = 0; i < bytes; i++) {
        struct translated_value at = value_new (t, 2);
        at.leaf[0] = pointer_object (p);
        at.leaf[1] = memory_offset (t, pointer_offset (p), i);
        const term *byte = element_load (
            t, c, 0, at,
            term_is_true (whole) ? whole
                                 : memory_readable (t, c->region, at, 1));
        all = all ? memory_op (t, OP_CONCAT, byte, all) : byte;
    }
    return all;
}

static void
bytes_store (translation *t, const struct memory_cell *c,
             struct translated_value p, const term *number)
{
    const term *view = cell_view (t, c, 0, pointer_object (p));
    assert (number->sort->width % 8 == 0);
    for (unsigned i = 0; i < number->sort->width / 8; i++) {
        const term *byte =
            term_make (t->terms, OP_EXTRACT, &number, 1, i * 8 + 7, i * 8);
        view = view_put (t, c, view, memory_offset (t, pointer_offset (p), i),
                         byte);
    }
    cell_assign (t, c, 0, pointer_object (p), view);
}

/* A pair that was stored as a number has object 0: as a pointer it may be to
 * whatever has that address. */
static struct translated_value
pair_load (translation *t, const struct memory_cell *c,
           struct translated_value v)
{
    if (!c->region->has_numbers)
        return v;
    terms *s = t->terms;
    const term *null = object_constant (t, 0), *zero = offset_constant (t, 0);
    const term *number = term_and2 (s, term_eq (s, v.leaf[0], null),
                                    term_not (s, term_eq (s, v.leaf[1], zero)));
    struct translated_value any = pointer_from_flat (t, pointer_flat (t, v));
    v.leaf[0] = term_ite (s, number, any.leaf[0], v.leaf[0]);
    v.leaf[1] = term_ite (s, number, any.leaf[1], v.leaf[1]);
    return v;
}

static struct translated_value
value_one (translation *t, const term *x)
{
    struct translated_value v = value_new (t, 1);
    v.leaf[0] = x;
    return v;
}

static struct translated_value
leaf_load (translation *t, const struct region *r, struct translated_value p,
           LLVMTypeRef type, unsigned bytes)
{
    struct memory_cell *c = cell_of (t, r);
    const term *half[2] = {NULL, NULL};
    if (r->shape == REGION_BYTES)
        half[0] = bytes_load (t, c, p, bytes);
    else
        for (int i = 0; i <= c->pair; i++)
            half[i] =
                element_load (t, c, i, p, memory_readable (t, r, p, bytes));
    if (!c->pair && type_is_pointer (type))
        return pointer_from_flat (t, half[0]);
    if (!c->pair)
        return value_one (t, number_of_memory (t, half[0], type));
    struct translated_value v = value_new (t, 2);
    v.leaf[0] = half[0];
    v.leaf[1] = half[1];
    if (type_is_pointer (type))
        return pair_load (t, c, v);
    return value_one (t, number_of_memory (t, pointer_flat (t, v), type));
}

static void
leaf_store (translation *t, const struct region *r, struct translated_value p,
            LLVMTypeRef type, const term *const leaf[], unsigned bytes)
{
    const struct memory_cell *c = cell_of (t, r);
    const term *half[2] = {leaf[0], NULL};
    if (c->pair && type_is_pointer (type)) {
        half[1] = leaf[1];
    } else {
        struct translated_value pointer = {.leaf = (const term **) leaf,
                                           .leaves = 2};
        const term *x = type_is_pointer (type)
                            ? pointer_flat (t, pointer)
                            : number_to_memory (t, leaf[0], bytes);
        if (r->shape == REGION_BYTES) {
            bytes_store (t, c, p, x);
            return;
        }
        cell_number (t, c, x, half);
    }
    const term *changed[2];
    for (int i = 0; i <= c->pair; i++) {
        const term *view = cell_view (t, c, i, pointer_object (p));
        view = view_put (t, c, view, pointer_offset (p), half[i]);
        changed[i] = cell_change (t, c, i, pointer_object (p), view);
    }
    emit_assign_all (t, c->variable, changed, c->pair ? 2 : 1);
}

/* ---- any type */

struct access_state {
    const struct region *region;
    struct translated_value pointer;
    LLVMTypeRef type;
    unsigned bytes;
};

/* False: a cut was emitted. */
static bool
access_find (translation *t, LLVMValueRef pointer, struct access_leaf leaf,
             bool write, struct access_state *a)
{
    LLVMTargetDataRef layout = t->unit->layout;
    a->type = leaf.type;
    a->bytes = (unsigned) LLVMStoreSizeOfType (layout, leaf.type);
    a->pointer = value_new (t, 2);
    struct translated_value base = value_of (t, pointer);
    a->pointer.leaf[0] = pointer_object (base);
    a->pointer.leaf[1] = memory_offset (t, pointer_offset (base), leaf.offset);
    a->region = regions_leaf (t->regions, pointer, leaf.offset, a->bytes);
    if (a->region
        && (a->region->shape == REGION_BYTES || a->region->width == a->bytes)) {
        if (write)
            memory_assume_valid (t, a->region, a->pointer, a->bytes);
        else
            memory_assume_there (t, a->region, a->pointer);
        return true;
    }
    const term *null = object_constant (t, 0);
    if (a->pointer.leaf[0] == null && !a->region)
        memory_assume (t, term_false (t->terms));
    else
        emit_cut (t, "an access to memory that is not understood");
    return false;
}

static void
leaves_any (translation *t, LLVMTypeRef type, const term **to)
{
    for (size_t i = 0; i < value_leaves (t, type); i++)
        to[i] = emit_any (t, "any", leaf_sort (t, type, i));
}

struct translated_value
memory_load (translation *t, LLVMValueRef pointer, LLVMTypeRef type)
{
    struct translated_value result = value_new (t, value_leaves (t, type));
    struct vec_leaf leaf = {0};
    size_t at = 0;
    bool fine = leaves_find (t, type, 0, 0, &leaf);
    if (!fine)
        emit_cut (t, "a load of a very big struct");
    for (size_t i = 0; fine && i < leaf.size; i++) {
        struct access_state a;
        fine = access_find (t, pointer, leaf.at[i], false, &a);
        if (!fine)
            break;
        struct translated_value v =
            leaf_load (t, a.region, a.pointer, a.type, a.bytes);
        assert (at + v.leaves <= result.leaves);
        for (size_t k = 0; k < v.leaves; k++)
            result.leaf[at++] = v.leaf[k];
    }
    VEC_CLEAR (leaf);
    if (!fine)
        leaves_any (t, type, result.leaf);
    return result;
}

void
memory_store (translation *t, LLVMValueRef pointer, LLVMTypeRef type,
              struct translated_value value)
{
    assert (value.leaves == value_leaves (t, type));
    struct vec_leaf leaf = {0};
    size_t at = 0;
    bool fine = leaves_find (t, type, 0, 0, &leaf);
    if (!fine)
        emit_cut (t, "a store of a very big struct");
    for (size_t i = 0; fine && i < leaf.size; i++) {
        struct access_state a;
        fine = access_find (t, pointer, leaf.at[i], true, &a);
        if (fine)
            leaf_store (t, a.region, a.pointer, a.type, value.leaf + at,
                        a.bytes);
        at += type_is_pointer (leaf.at[i].type) ? 2 : 1;
    }
    VEC_CLEAR (leaf);
}
