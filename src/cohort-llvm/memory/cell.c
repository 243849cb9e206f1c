/* cell.c -- the variables of a region, made when it is touched first. */
#include "cohort-llvm/memory/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- terms */

const term *
memory_bits (translation *t, unsigned width, uint64_t value)
{
    char text[24];
    if (width < 64)
        value &= (UINT64_C (1) << width) - 1;
    snprintf (text, sizeof text, "%" PRIu64, value);
    return term_bits (t->terms, width, text);
}

const term *
memory_op (translation *t, enum op op, const term *a, const term *b)
{
    const term *arg[] = {a, b};
    return term_make (t->terms, op, arg, 2, 0, 0);
}

const term *
memory_select (translation *t, const term *map, const term *index)
{
    assert (map->sort->kind == SORT_ARRAY && map->sort->index == index->sort);
    return memory_op (t, OP_SELECT, map, index);
}

const term *
memory_put (translation *t, const term *map, const term *index,
            const term *value)
{
    assert (map->sort->kind == SORT_ARRAY && map->sort->index == index->sort
            && map->sort->element == value->sort);
    const term *arg[] = {map, index, value};
    return term_make (t->terms, OP_STORE, arg, 3, 0, 0);
}

const term *
memory_fit (translation *t, const term *x, unsigned width)
{
    assert (x->sort->kind == SORT_BV && width);
    if (x->sort->width == width)
        return x;
    if (x->sort->width > width)
        return term_make (t->terms, OP_EXTRACT, &x, 1, width - 1, 0);
    return term_make (t->terms, OP_ZERO_EXTEND, &x, 1, width - x->sort->width,
                      0);
}

bool
memory_constant (const term *x, uint64_t *value)
{
    return x->op == OP_BITS && sscanf (x->text, "%" SCNu64, value) == 1
           && x->sort->width <= 64;
}

const term *
memory_offset (translation *t, const term *offset, uint64_t more)
{
    assert (offset->sort->width == t->width);
    if (!more)
        return offset;
    return memory_op (t, OP_BVADD, offset, memory_bits (t, t->width, more));
}

/* ---- cells */

const sort *
cell_element (translation *t, const struct memory_cell *c, int half)
{
    assert (half == 0 || c->pair);
    if (c->pair)
        return sort_bv (t->terms, half ? t->width : 32);
    return sort_bv (t->terms, c->region->width * 8);
}

static const sort *
cell_view_sort (translation *t, const struct memory_cell *c, int half)
{
    const sort *s = cell_element (t, c, half);
    if (c->region->shape == REGION_SCALAR)
        return s;
    return sort_array (t->terms, sort_bv (t->terms, t->width), s);
}

static const sort *
cell_sort (translation *t, const struct memory_cell *c, int half)
{
    const sort *s = cell_view_sort (t, c, half);
    if (c->region->unique)
        return s;
    return sort_array (t->terms, sort_bv (t->terms, 32), s);
}

/* Where it is in which object. */
static void
cell_mark_place (translation *t, const struct memory_cell *c)
{
    const struct region *r = c->region;
    struct variable *v = &VEC_LAST (t->program->global);
    bool scalar = r->shape == REGION_SCALAR;
    uint32_t number = 0;
    if ((scalar && !r->placed)
        || (r->unique
            && (!r->object || !object_number (t, r->object, &number))))
        return;
    const term *place[] = {
        object_constant (t, number),
        memory_bits (t, t->width, scalar ? r->offset : 0),
    };
    v->attribute = mark_terms (t->program, v->attribute, MARK_CELL,
                               place + !r->unique, r->unique ? 2 : 1);
}

/* People know a region by the C variable that it is (a part of): "r.12" is what
 * stands 12 bytes behind the start of r. */
static void
cell_mark (translation *t, const struct memory_cell *c, int half)
{
    const struct region *r = c->region;
    if (!r->unique || !r->object || !r->name)
        return;
    size_t size = strcspn (r->name, ".:");
    if (r->name[size] == ':')
        return;
    struct variable *v = &VEC_LAST (t->program->global);
    const char *part = c->pair ? (half ? "@offset" : "@object") : NULL;
    if (r->name[size] && !part)
        part = r->name + size;
    if (part)
        v->attribute = mark_add (t->program, v->attribute, MARK_C_PART, part);
    char *name = memory_copy (r->name, strlen (r->name) + 1);
    if (!c->pair)
        name[size] = 0;
    v->attribute = mark_add (t->program, v->attribute, MARK_C, name);
    memory_free (name);
}

static const term *
cell_variable (translation *t, const struct memory_cell *c, int half)
{
    struct text name;
    text_init (&name);
    text_add (&name, c->region->name ? c->region->name : "region");
    if (half)
        text_add (&name, "@offset");
    const term *v = emit_global (t, text_view (&name), cell_sort (t, c, half));
    text_clear (&name);
    if (!c->pair || c->region->shape == REGION_SCALAR)
        cell_mark (t, c, half);
    cell_mark_place (t, c);
    return v;
}

struct memory_cell *
cell_of (translation *t, const struct region *r)
{
    assert (r && r->index < regions_count (t->regions) && r->width);
    struct memory_cell **at = &t->memory->cell[r->index];
    if (*at)
        return *at;
    struct memory_cell *c = *at = arena_new (&t->arena, sizeof *c);
    c->region = r;
    c->pair =
        r->has_pointers && r->shape != REGION_BYTES && r->width * 8 == t->width;
    c->variable[0] = cell_variable (t, c, 0);
    if (c->pair)
        c->variable[1] = cell_variable (t, c, 1);
    return c;
}

const term *
cell_view (translation *t, const struct memory_cell *c, int half,
           const term *object)
{
    assert (c->variable[half]);
    if (c->region->unique)
        return c->variable[half];
    return memory_select (t, c->variable[half], object);
}

const term *
cell_outside (translation *t, struct memory_cell *c, int half,
              struct translated_value p)
{
    assert (c->variable[half]);
    if (!c->outside[half]) {
        struct text name;
        text_init (&name);
        text_print (&name, "%s@outside", c->variable[half]->text);
        c->outside[half] =
            emit_global (t, text_view (&name), c->variable[half]->sort);
        text_clear (&name);
        mark_assumes (t->program,
                      "what lies outside of objects does not change");
    }
    const term *view = c->outside[half];
    if (!c->region->unique)
        view = memory_select (t, view, pointer_object (p));
    return view_get (t, c, view, pointer_offset (p));
}

const term *
cell_change (translation *t, const struct memory_cell *c, int half,
             const term *object, const term *view)
{
    assert (c->variable[half]);
    if (c->region->unique)
        return view;
    return memory_put (t, c->variable[half], object, view);
}

void
cell_assign (translation *t, const struct memory_cell *c, int half,
             const term *object, const term *view)
{
    emit_assign (t, c->variable[half], cell_change (t, c, half, object, view));
}

const term *
view_get (translation *t, const struct memory_cell *c, const term *view,
          const term *offset)
{
    if (c->region->shape == REGION_SCALAR)
        return view;
    return memory_select (t, view, offset);
}

const term *
view_put (translation *t, const struct memory_cell *c, const term *view,
          const term *offset, const term *element)
{
    if (c->region->shape == REGION_SCALAR)
        return element;
    return memory_put (t, view, offset, element);
}

const term *
view_full (translation *t, const struct memory_cell *c, int half,
           const term *element)
{
    assert (element->sort == cell_element (t, c, half));
    if (c->region->shape == REGION_SCALAR)
        return element;
    return term_const_array (t->terms, cell_view_sort (t, c, half), element);
}

void
cell_number (translation *t, const struct memory_cell *c, const term *number,
             const term *half[2])
{
    assert (number->sort->width == c->region->width * 8);
    half[0] = c->pair ? object_constant (t, 0) : number;
    half[1] = c->pair ? number : NULL;
}
