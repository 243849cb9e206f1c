/* image.c -- constants of LLVM as bytes, little end first. */
#include "cohort-llvm/memory/image.h"

#include <string.h>

enum { IMAGE_DEPTH = 64 };

/* A decimal number of any length to bytes: the digits times ten, plus one. */
static void
decimal_to_bytes (const char *decimal, uint8_t *byte, unsigned bytes)
{
    memset (byte, 0, bytes);
    for (; *decimal; decimal++) {
        unsigned carry = (unsigned) (*decimal - '0');
        assert (carry < 10);
        for (unsigned i = 0; i < bytes; i++) {
            carry += byte[i] * 10u;
            byte[i] = (uint8_t) carry;
            carry >>= 8;
        }
    }
}

static void
image_leaf (translation *t, LLVMValueRef c, uint64_t offset, struct image *to)
{
    LLVMTypeRef type = LLVMTypeOf (c);
    unsigned bytes = (unsigned) LLVMStoreSizeOfType (t->unit->layout, type);
    assert (offset + bytes <= to->size);
    if (LLVMIsAConstantInt (c) && LLVMGetIntTypeWidth (type) <= 64) {
        uint64_t n = LLVMConstIntGetZExtValue (c);
        for (unsigned i = 0; i < bytes; i++)
            to->byte[offset + i] = (uint8_t) (n >> (8 * i));
        return;
    }
    struct translated_value v = value_of (t, c);
    if (v.leaves == 1 && v.leaf[0]->op == OP_BITS) {
        decimal_to_bytes (v.leaf[0]->text, to->byte + offset, bytes);
        return;
    }
    assert (v.leaves == 1 || v.leaves == 2);
    struct link link = {offset, bytes, v};
    VEC_PUSH (to->link, link);
}

static bool
image_fill (translation *t, LLVMValueRef c, uint64_t offset, unsigned depth,
            struct image *to)
{
    /* Undefined bytes of a global are padding, which compilers make zero. */
    if (LLVMIsNull (c) || LLVMIsUndef (c))
        return true;
    if (depth > IMAGE_DEPTH)
        return false;
    LLVMTypeRef type = LLVMTypeOf (c);
    LLVMTypeKind kind = LLVMGetTypeKind (type);
    uint64_t n, each = 0;
    if (kind == LLVMArrayTypeKind && LLVMIsConstantString (c)) {
        size_t size;
        const char *text = LLVMGetAsString (c, &size);
        memcpy (to->byte + offset, text, size);
        return true;
    }
    if (kind == LLVMStructTypeKind)
        n = LLVMCountStructElementTypes (type);
    else if (kind == LLVMArrayTypeKind)
        n = LLVMGetArrayLength2 (type);
    else if (kind == LLVMVectorTypeKind)
        n = LLVMGetVectorSize (type);
    else {
        image_leaf (t, c, offset, to);
        return true;
    }
    if (kind != LLVMStructTypeKind)
        each = LLVMABISizeOfType (t->unit->layout, LLVMGetElementType (type));
    bool fine = true;
    for (unsigned i = 0; fine && i < n; i++) {
        uint64_t at =
            each ? i * each : LLVMOffsetOfElement (t->unit->layout, type, i);
        fine = image_fill (t, LLVMGetAggregateElement (c, i), offset + at,
                           depth + 1, to);
    }
    return fine;
}

bool
image_read (translation *t, LLVMValueRef initialiser, struct image *to)
{
    *to = (struct image) {
        .size = LLVMABISizeOfType (t->unit->layout, LLVMTypeOf (initialiser))};
    if (to->size > IMAGE_MOST)
        return false;
    to->byte = NEW_ARRAY (uint8_t, to->size + 1);
    return image_fill (t, initialiser, 0, 0, to);
}

void
image_clear (struct image *i)
{
    memory_free (i->byte);
    VEC_CLEAR (i->link);
}

/* The first link that ends behind `offset`; null: none. */
static const struct link *
image_link (const struct image *image, uint64_t offset)
{
    size_t low = 0, high = image->link.size;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct link *l = &image->link.at[middle];
        if (l->offset + l->bytes > offset)
            high = middle;
        else
            low = middle + 1;
    }
    return low < image->link.size ? &image->link.at[low] : NULL;
}

static const term *
link_number (translation *t, const struct link *l)
{
    const term *x =
        l->value.leaves == 2 ? pointer_flat (t, l->value) : l->value.leaf[0];
    if (x->sort->kind == SORT_BOOL)
        return term_ite (t->terms, x, memory_bits (t, l->bytes * 8, 1),
                         memory_bits (t, l->bytes * 8, 0));
    return memory_fit (t, x, l->bytes * 8);
}

static const term *
image_byte (translation *t, const struct image *image, uint64_t offset)
{
    const struct link *l = image_link (image, offset);
    if (!l || l->offset > offset)
        return memory_bits (t, 8, image->byte[offset]);
    const term *x = link_number (t, l);
    unsigned low = (unsigned) (offset - l->offset) * 8;
    return term_make (t->terms, OP_EXTRACT, &x, 1, low + 7, low);
}

static const term *
image_number (translation *t, const struct image *image, uint64_t offset,
              unsigned width)
{
    const struct link *l = image_link (image, offset);
    if (l && l->offset == offset && l->bytes == width)
        return link_number (t, l);
    if ((!l || l->offset >= offset + width) && width <= 8) {
        uint64_t n = 0;
        for (unsigned i = 0; i < width; i++)
            n |= (uint64_t) image->byte[offset + i] << (8 * i);
        return memory_bits (t, width * 8, n);
    }
    const term *all = image_byte (t, image, offset);
    for (unsigned i = 1; i < width; i++)
        all = memory_op (t, OP_CONCAT, image_byte (t, image, offset + i), all);
    return all;
}

void
image_element (translation *t, const struct image *image,
               const struct memory_cell *c, uint64_t offset,
               const term *half[2])
{
    unsigned width = c->region->width;
    assert (offset + width <= image->size);
    const struct link *l = image_link (image, offset);
    if (c->pair && l && l->offset == offset && l->value.leaves == 2) {
        half[0] = l->value.leaf[0];
        half[1] = l->value.leaf[1];
        return;
    }
    cell_number (t, c, image_number (t, image, offset, width), half);
}
