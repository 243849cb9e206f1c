/* initialise.c -- what globals are when the program starts. */
#include "cohort-llvm/memory/image.h"

/* The element that more than half of them are, if there is one: what is left
 * when different ones cancel each other out (Boyer, Moore 1981). */
static void
elements_common (translation *t, const struct image *image,
                 const struct memory_cell *c, const struct memory_span *s,
                 const term *half[2])
{
    uint64_t votes = 0;
    unsigned width = c->region->width;
    for (uint64_t at = s->first; at + width <= s->last; at += s->step) {
        const term *element[2];
        image_element (t, image, c, at, element);
        bool same = votes && element[0] == half[0]
                    && (!c->pair || element[1] == half[1]);
        if (!votes) {
            half[0] = element[0];
            half[1] = element[1];
        }
        votes = same || !votes ? votes + 1 : votes - 1;
    }
    if (!votes)
        cell_number (t, c, memory_bits (t, width * 8, 0), half);
}

void
image_store (translation *t, const struct image *image,
             const struct memory_cell *c, const term *object,
             const struct memory_span *s)
{
    const term *common[2], *view[2] = {NULL, NULL};
    unsigned width = c->region->width, depth = 0;
    elements_common (t, image, c, s, common);
    for (int half = 0; half <= c->pair; half++)
        view[half] = view_full (t, c, half, common[half]);
    for (uint64_t at = s->first; at + width <= s->last; at += s->step) {
        const term *element[2];
        image_element (t, image, c, at, element);
        for (int half = 0; half <= c->pair; half++)
            if (element[half] != common[half])
                view[half] =
                    view_put (t, c, view[half], memory_bits (t, t->width, at),
                              element[half]);
        if (++depth % IMAGE_CHAIN)
            continue;
        for (int half = 0; half <= c->pair; half++) {
            cell_assign (t, c, half, object, view[half]);
            view[half] = cell_view (t, c, half, object);
        }
    }
    for (int half = 0; half <= c->pair; half++)
        cell_assign (t, c, half, object, view[half]);
}

/* A region that is not one place holds elements at offsets of its own only, so
 * what is stored elsewhere is never read. */
static void
part_initialise (translation *t, const struct region_part *p,
                 const struct image *image, const term *object)
{
    const struct memory_cell *c = t->memory->cell[p->region->index];
    const struct region *r = p->region;
    if (!c)
        return;
    struct memory_span span =
        span_of (t, p, memory_bits (t, t->width, image->size));
    if (r->shape != REGION_SCALAR) {
        image_store (t, image, c, object, &span);
        return;
    }
    if (!p->known || p->offset < 0 || span.first + r->width > image->size)
        return;
    const term *half[2];
    image_element (t, image, c, span.first, half);
    for (int i = 0; i <= c->pair; i++)
        cell_assign (t, c, i, object, half[i]);
}

/* All zero, without looking at each byte. */
static void
part_zero (translation *t, const struct region_part *p, const term *object)
{
    const struct memory_cell *c = t->memory->cell[p->region->index];
    const term *half[2];
    if (!c)
        return;
    cell_number (t, c, memory_bits (t, p->region->width * 8, 0), half);
    for (int i = 0; i <= c->pair; i++)
        cell_assign (t, c, i, object, view_full (t, c, i, half[i]));
}

static void
global_initialise (translation *t, LLVMValueRef g)
{
    LLVMValueRef init = LLVMGetInitializer (g);
    uint32_t number;
    if (!init || !object_number (t, g, &number))
        return;
    const term *object = object_constant (t, number);
    struct region_part *part;
    size_t parts = memory_parts (t, g, 0, &part);
    struct image image = {0};
    if (parts && !LLVMIsNull (init) && !image_read (t, init, &image))
        problem_of_kind (t->problem, PROBLEM_UNSUPPORTED, (struct place) {0},
                         "the initial value of %s is too big",
                         LLVMGetValueName2 (g, &(size_t) {0}));
    for (size_t i = 0; i < parts && !t->problem->kind; i++)
        if (LLVMIsNull (init))
            part_zero (t, &part[i], object);
        else
            part_initialise (t, &part[i], &image, object);
    image_clear (&image);
    memory_free (part);
}

/* Functions, labels and what is not made yet are not live: nothing of them is
 * read. */
static void
objects_initialise (translation *t)
{
    struct memory *m = t->memory;
    terms *s = t->terms;
    emit_assign (t, m->next, memory_bits (t, 32, m->object.size));
    if (m->count)
        emit_assign (t, m->count, memory_bits (t, 32, 0));
    if (!m->live)
        return;
    const term *live = term_const_array (s, m->live->sort, term_false (s));
    const term *size =
        term_const_array (s, m->size->sort, memory_bits (t, t->width, 0));
    emit_assign (t, m->heap, live);
    if (m->frame)
        emit_assign (
            t, m->frame,
            term_const_array (s, m->frame->sort, object_constant (t, 0)));
    for (size_t i = 1; i < m->object.size; i++) {
        const struct object *o = &m->object.at[i];
        const term *number = memory_bits (t, 32, i);
        if (!o->permanent || LLVMIsAFunction (o->value)
            || LLVMIsABlockAddress (o->value))
            continue;
        uint64_t all = o->sized ? o->size : UINT64_C (1) << (t->width - 1);
        const term *bytes = memory_bits (t, t->width, all);
        /* Of another file: nobody here knows where it ends. */
        if (!o->sized)
            mark_assumes (
                t->program,
                "objects of unknown size are as big as they are used");
        live = memory_put (t, live, number, term_true (s));
        size = memory_put (t, size, number, bytes);
        if (i % IMAGE_CHAIN)
            continue;
        emit_assign (t, m->live, live);
        emit_assign (t, m->size, size);
        live = m->live;
        size = m->size;
    }
    emit_assign (t, m->live, live);
    emit_assign (t, m->size, size);
}

void
memory_initialise (translation *t)
{
    assert (t->memory && t->problem);
    objects_initialise (t);
    LLVMValueRef g = LLVMGetFirstGlobal (t->unit->module);
    for (; g; g = LLVMGetNextGlobal (g))
        global_initialise (t, g);
}
