/* template.c -- a local object gets the value of a constant that is only
 * there to be copied: `int a[3] = {1, 2, 3};`. */
#include "cohort-llvm/memory/image.h"

static const char partial[] = "a part of a number is initialised";

struct template_filling {
    struct translated_value to;
    const struct memory_cell *cell;
    const struct region_part *part;
    const struct image *image;
};

/* Inside of what is copied, or outside of it. */
static void
fill_scalar (translation *t, const struct template_filling *f, uint64_t bytes)
{
    int64_t at = f->part->offset;
    uint64_t width = f->cell->region->width;
    const term *half[2];
    if (!f->part->known || at < 0
        || ((uint64_t) at < bytes && (uint64_t) at + width > bytes)) {
        emit_cut (t, partial);
        return;
    }
    if ((uint64_t) at >= bytes)
        return;
    image_element (t, f->image, f->cell, (uint64_t) at, half);
    for (int i = 0; i <= f->cell->pair; i++)
        cell_assign (t, f->cell, i, pointer_object (f->to), half[i]);
}

static void
fill_some (translation *t, const struct template_filling *f,
           const struct memory_span *s)
{
    uint64_t elements = span_elements (t, s, partial);
    const term *object = pointer_object (f->to), *view[2] = {NULL, NULL};
    for (int i = 0; i <= f->cell->pair; i++)
        view[i] = cell_view (t, f->cell, i, object);
    for (uint64_t n = 0; n < elements; n++) {
        uint64_t at = s->first + n * s->step;
        const term *half[2],
            *place = memory_offset (t, pointer_offset (f->to), at);
        image_element (t, f->image, f->cell, at, half);
        bool last = n + 1 == elements || (n + 1) % IMAGE_CHAIN == 0;
        for (int i = 0; i <= f->cell->pair; i++) {
            view[i] = view_put (t, f->cell, view[i], place, half[i]);
            if (!last)
                continue;
            cell_assign (t, f->cell, i, object, view[i]);
            view[i] = cell_view (t, f->cell, i, object);
        }
    }
}

static void
fill_part (translation *t, const struct template_filling *f, uint64_t bytes)
{
    const struct region *r = f->cell->region;
    assert (r == f->part->region && bytes <= f->image->size);
    memory_assume_object (t, r, f->to);
    if (r->shape == REGION_SCALAR) {
        fill_scalar (t, f, bytes);
        return;
    }
    struct memory_span s =
        span_of (t, f->part, memory_bits (t, t->width, bytes));
    bool begins = pointer_offset (f->to) == offset_constant (t, 0);
    if (s.whole && r->unique && begins)
        image_store (t, f->image, f->cell, pointer_object (f->to), &s);
    else
        fill_some (t, f, &s);
}

void
memory_template (translation *t, LLVMValueRef to,
                 struct translated_value to_value, LLVMValueRef constant,
                 uint64_t bytes)
{
    assert (regions_template (constant) && bytes);
    struct image image;
    struct region_part *part;
    size_t parts = memory_parts (t, to, bytes, &part);
    if (parts && !image_read (t, LLVMGetInitializer (constant), &image)) {
        emit_cut (t, "a very big initialiser");
        parts = 0;
    } else if (!parts)
        image = (struct image) {0};
    struct template_filling f = {.to = to_value, .image = &image};
    for (size_t i = 0; i < parts; i++) {
        f.part = &part[i];
        f.cell = cell_of (t, part[i].region);
        fill_part (t, &f, bytes);
    }
    image_clear (&image);
    memory_free (part);
}
