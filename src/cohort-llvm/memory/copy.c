/* copy.c -- memcpy and memmove.
 *
 * Both ends have the same regions (cohort-llvm/alias/regions.h unifies what is copied, but for
 * templates), so each is copied by itself, element by element.  The old
 * contents are read, whatever was written so far, so that an overlap needs no
 * care. */
#include "cohort-llvm/memory/internal.h"

static const char partial[] = "a copy of a part of a number";

struct copy_state {
    struct translated_value to, from;
    const struct memory_cell *cell_to, *cell_from;
    const struct region_part *part_to, *part_from;
};

/* The element at `at` bytes from the pointers on. */
static const term *
copy_step (translation *t, const struct copy_state *c, const term *view,
           const term *old, const term *at)
{
    const term *read = memory_op (t, OP_BVADD, pointer_offset (c->from), at);
    const term *write = memory_op (t, OP_BVADD, pointer_offset (c->to), at);
    return view_put (t, c->cell_to, view, write,
                     view_get (t, c->cell_from, old, read));
}

static void
copy_few (translation *t, const struct copy_state *c,
          const struct memory_span *s, uint64_t elements)
{
    const term *changed[2];
    for (int half = 0; half <= c->cell_to->pair; half++) {
        const term *o = pointer_object (c->to);
        const term *view = cell_view (t, c->cell_to, half, o);
        const term *old =
            cell_view (t, c->cell_from, half, pointer_object (c->from));
        for (uint64_t i = 0; i < elements; i++) {
            uint64_t at = s->first + i * s->step;
            view = copy_step (t, c, view, old, memory_bits (t, t->width, at));
        }
        changed[half] = cell_change (t, c->cell_to, half, o, view);
    }
    if (elements)
        emit_assign_all (t, c->cell_to->variable, changed,
                         c->cell_to->pair ? 2 : 1);
}

static void
copy_many (translation *t, const struct copy_state *c,
           const struct memory_span *s)
{
    const term *old[2] = {NULL, NULL};
    for (int half = 0; half <= c->cell_to->pair; half++) {
        const term *view =
            cell_view (t, c->cell_from, half, pointer_object (c->from));
        old[half] = emit_local (t, "old", view->sort);
        emit_assign (t, old[half], view);
    }
    struct memory_loop l = loop_begin (t, s, partial);
    for (int half = 0; half <= c->cell_to->pair; half++) {
        const term *o = pointer_object (c->to);
        const term *view = cell_view (t, c->cell_to, half, o);
        view = copy_step (t, c, view, old[half], l.at);
        cell_assign (t, c->cell_to, half, o, view);
    }
    loop_end (t, &l);
}

/* A SCALAR is copied, or not, or in part: then it is a cut. */
static void
copy_scalar (translation *t, const struct copy_state *c, const term *bytes)
{
    int64_t at = c->part_to->offset;
    uint64_t width = c->part_to->region->width;
    if (!c->part_to->known || !c->part_from->known || at != c->part_from->offset
        || at < 0) {
        emit_cut (t, partial);
        return;
    }
    const term *begin = memory_bits (t, t->width, (uint64_t) at);
    const term *end = memory_bits (t, t->width, (uint64_t) at + width);
    const term *inside = memory_op (t, OP_BVULE, end, bytes);
    const term *outside = memory_op (t, OP_BVULE, bytes, begin);
    memory_cut_if (t, term_not (t->terms, term_or2 (t->terms, inside, outside)),
                   partial);
    const term *changed[2];
    for (int half = 0; half <= c->cell_to->pair; half++) {
        const term *o = pointer_object (c->to);
        const term *old =
            cell_view (t, c->cell_from, half, pointer_object (c->from));
        old = term_ite (t->terms, inside, old,
                        cell_view (t, c->cell_to, half, o));
        changed[half] = cell_change (t, c->cell_to, half, o, old);
    }
    emit_assign_all (t, c->cell_to->variable, changed,
                     c->cell_to->pair ? 2 : 1);
}

static void
copy_part (translation *t, const struct copy_state *c, const term *bytes)
{
    const struct region *r = c->part_to->region;
    memory_assume_object (t, r, c->to);
    memory_assume_object (t, c->part_from->region, c->from);
    if (r->shape == REGION_SCALAR) {
        copy_scalar (t, c, bytes);
        return;
    }
    struct memory_span s = span_of (t, c->part_to, bytes),
                       other = span_of (t, c->part_from, bytes);
    if (other.first != s.first || other.step != s.step) {
        emit_cut (t, partial);
        return;
    }
    uint64_t n = s.fixed ? span_elements (t, &s, partial) : 0;
    if (s.fixed && n <= MEMORY_INLINE)
        copy_few (t, c, &s, n);
    else
        copy_many (t, c, &s);
}

/* What `p` of the target is in the source: the same region, or one alike. */
static const struct region_part *
copy_partner (translation *t, const struct region_part *p,
              const struct region_part *from, size_t parts)
{
    for (size_t i = 0; i < parts; i++)
        if (from[i].region == p->region)
            return &from[i];
    for (size_t i = 0; i < parts; i++)
        if (from[i].known && p->known && from[i].offset == p->offset
            && from[i].region->shape == p->region->shape
            && from[i].region->width == p->region->width
            && cell_of (t, from[i].region)->pair
                   == cell_of (t, p->region)->pair)
            return &from[i];
    return NULL;
}

void
memory_move_at (translation *t, LLVMValueRef to,
                struct translated_value to_value, LLVMValueRef from,
                struct translated_value from_value, const term *bytes)
{
    uint64_t n = 0;
    bytes = memory_fit (t, bytes, t->width);
    if (memory_constant (bytes, &n) && !n)
        return;
    if (regions_template (from)) {
        memory_template (t, to, to_value, from, n);
        return;
    }
    struct region_part *part_to, *part_from;
    size_t parts_to = memory_parts (t, to, n, &part_to),
           parts_from = memory_parts (t, from, n, &part_from);
    struct copy_state c = {.to = to_value, .from = from_value};
    for (size_t i = 0; i < parts_to; i++) {
        c.part_to = &part_to[i];
        c.part_from = copy_partner (t, &part_to[i], part_from, parts_from);
        if (!c.part_from) {
            emit_cut (t, "a copy between objects of different kinds");
            break;
        }
        c.cell_to = cell_of (t, c.part_to->region);
        c.cell_from = cell_of (t, c.part_from->region);
        copy_part (t, &c, bytes);
    }
    memory_free (part_to);
    memory_free (part_from);
}

void
memory_move (translation *t, LLVMValueRef to, LLVMValueRef from,
             const term *bytes)
{
    memory_move_at (t, to, value_of (t, to), from, value_of (t, from), bytes);
}
