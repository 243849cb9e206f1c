/* set.c -- memset, and contents that become zero or arbitrary. */
#include "cohort-llvm/memory/internal.h"

#include <string.h>

static const char partial[] = "a part of a number is set";

/* The byte, as often as an element has bytes. */
static const term *
byte_repeat (translation *t, const term *byte, unsigned width)
{
    const term *all = byte;
    assert (byte->sort->width == 8);
    for (unsigned i = 1; i < width; i++)
        all = memory_op (t, OP_CONCAT, byte, all);
    return all;
}

struct set_setting {
    struct translated_value to;
    const struct memory_cell *cell;
    const struct region_part *part;
    const term *element[2];
};

static void
set_whole (translation *t, const struct set_setting *s)
{
    for (int half = 0; half <= s->cell->pair; half++)
        cell_assign (t, s->cell, half, pointer_object (s->to),
                     view_full (t, s->cell, half, s->element[half]));
}

static void
set_few (translation *t, const struct set_setting *s,
         const struct memory_span *span, uint64_t elements)
{
    const term *o = pointer_object (s->to);
    for (int half = 0; half <= s->cell->pair && elements; half++) {
        const term *view = cell_view (t, s->cell, half, o);
        for (uint64_t i = 0; i < elements; i++) {
            uint64_t at = span->first + i * span->step;
            view = view_put (t, s->cell, view,
                             memory_offset (t, pointer_offset (s->to), at),
                             s->element[half]);
        }
        cell_assign (t, s->cell, half, o, view);
    }
}

static void
set_many (translation *t, const struct set_setting *s,
          const struct memory_span *span)
{
    const term *o = pointer_object (s->to);
    struct memory_loop l = loop_begin (t, span, partial);
    for (int half = 0; half <= s->cell->pair; half++) {
        const term *view = cell_view (t, s->cell, half, o);
        const term *at = memory_op (t, OP_BVADD, pointer_offset (s->to), l.at);
        view = view_put (t, s->cell, view, at, s->element[half]);
        cell_assign (t, s->cell, half, o, view);
    }
    loop_end (t, &l);
}

static void
set_scalar (translation *t, const struct set_setting *s, const term *bytes)
{
    int64_t at = s->part->offset;
    if (!s->part->known || at < 0) {
        emit_cut (t, partial);
        return;
    }
    const term *begin = memory_bits (t, t->width, (uint64_t) at);
    const term *end =
        memory_bits (t, t->width, (uint64_t) at + s->part->region->width);
    const term *inside = memory_op (t, OP_BVULE, end, bytes);
    const term *outside = memory_op (t, OP_BVULE, bytes, begin);
    const term *o = pointer_object (s->to);
    memory_cut_if (t, term_not (t->terms, term_or2 (t->terms, inside, outside)),
                   partial);
    for (int half = 0; half <= s->cell->pair; half++)
        cell_assign (t, s->cell, half, o,
                     term_ite (t->terms, inside, s->element[half],
                               cell_view (t, s->cell, half, o)));
}

/* Whether `bytes` bytes from `p` on are all that the object has: it was made
 * with just that size. */
static bool
set_covers (translation *t, LLVMValueRef pointer, struct translated_value p,
            const term *bytes)
{
    uint64_t n;
    const struct object *o = object_known (t, pointer_object (p));
    if (pointer_offset (p) != offset_constant (t, 0) || t->memory->reallocates)
        return false;
    if (o && o->sized && memory_constant (bytes, &n))
        return n == o->size;
    if (!LLVMIsACallInst (pointer) || LLVMGetNumArgOperands (pointer) != 1)
        return false;
    LLVMValueRef f = LLVMGetCalledValue (pointer);
    size_t size;
    if (!LLVMIsAFunction (f) || !LLVMIsDeclaration (f)
        || strcmp (LLVMGetValueName2 (f, &size), "malloc"))
        return false;
    const term *made = value_of (t, LLVMGetOperand (pointer, 0)).leaf[0];
    return memory_fit (t, made, t->width) == bytes;
}

static void
set_part (translation *t, const struct set_setting *s, const term *bytes,
          bool covers)
{
    struct memory_span span = span_of (t, s->part, bytes);
    if (covers || (span.whole && s->part->region->unique)) {
        set_whole (t, s);
        return;
    }
    if (s->part->region->shape == REGION_SCALAR) {
        set_scalar (t, s, bytes);
        return;
    }
    uint64_t n = span.fixed ? span_elements (t, &span, partial) : 0;
    if (span.fixed && n <= MEMORY_INLINE)
        set_few (t, s, &span, n);
    else
        set_many (t, s, &span);
}

void
memory_set_at (translation *t, LLVMValueRef pointer, struct translated_value p,
               const term *byte, const term *bytes)
{
    uint64_t n = 0;
    bytes = memory_fit (t, bytes, t->width);
    if (memory_constant (bytes, &n) && !n)
        return;
    bool covers = set_covers (t, pointer, p, bytes);
    struct region_part *part;
    size_t parts = memory_parts (t, pointer, n, &part);
    struct set_setting s = {.to = p};
    for (size_t i = 0; i < parts; i++) {
        s.part = &part[i];
        s.cell = cell_of (t, part[i].region);
        memory_assume_object (t, part[i].region, p);
        cell_number (t, s.cell, byte_repeat (t, byte, part[i].region->width),
                     s.element);
        set_part (t, &s, bytes, covers);
    }
    memory_free (part);
}

void
memory_set (translation *t, LLVMValueRef to, const term *byte,
            const term *bytes)
{
    memory_set_at (t, to, value_of (t, to), byte, bytes);
}

void
memory_zero (translation *t, LLVMValueRef pointer,
             struct translated_value object)
{
    struct region_part *part;
    size_t parts = memory_parts (t, pointer, 0, &part);
    struct set_setting s = {.to = object};
    for (size_t i = 0; i < parts; i++) {
        s.part = &part[i];
        s.cell = cell_of (t, part[i].region);
        cell_number (
            t, s.cell,
            byte_repeat (t, memory_bits (t, 8, 0), part[i].region->width),
            s.element);
        set_whole (t, &s);
    }
    memory_free (part);
}

/* ---- arbitrary contents */

static void
region_forget (translation *t, const struct region *r, const char *by,
               bool library)
{
    if (r->constant)
        return;
    const struct memory_cell *c = cell_of (t, r);
    for (int half = 0; half <= c->pair; half++)
        if (library)
            emit_written (t, c->variable[half], by);
        else
            emit_havoc (t, c->variable[half], MARK_OPEN, by);
}

void
memory_havoc_reachable (translation *t, LLVMValueRef pointer, const char *by,
                        bool library)
{
    size_t most = regions_count (t->regions);
    const struct region **r = NEW_ARRAY (const struct region *, most + 1);
    size_t n = regions_reachable (t->regions, pointer, r, most);
    for (size_t i = 0; i < n; i++)
        region_forget (t, r[i], by, library);
    memory_free (r);
}

void
memory_havoc_escaped (translation *t, const char *by, bool library)
{
    size_t most = regions_count (t->regions);
    const struct region **r = NEW_ARRAY (const struct region *, most + 1);
    size_t n = regions_escaped (t->regions, r, most);
    for (size_t i = 0; i < n; i++)
        region_forget (t, r[i], by, library);
    memory_free (r);
}

void
memory_havoc_object (translation *t, LLVMValueRef pointer, const char *input)
{
    struct region_part *part;
    size_t parts = memory_parts (t, pointer, 0, &part);
    const term *object = pointer_object (value_of (t, pointer));
    for (size_t i = 0; i < parts; i++) {
        const struct memory_cell *c = cell_of (t, part[i].region);
        for (int half = 0; half <= c->pair && !part[i].region->constant;
             half++) {
            const term *view = cell_view (t, c, half, object);
            const term *any = emit_local (t, "input", view->sort);
            emit_written (t, any, input);
            cell_assign (t, c, half, object, any);
        }
    }
    memory_free (part);
}
