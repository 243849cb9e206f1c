/* sort.c -- see sort.h.  No function recurses: sorts come from input files and
 * may be nested deeply. */
#include "logic/term/sort.h"

#include <assert.h>
#include <string.h>

#include "logic/term/store.h"

struct digest
sort_digest (const sort *s)
{
    return ((const struct sort_node *) s)->digest;
}

static struct digest
digest_make (const struct sort *s)
{
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, (uint8_t) s->kind);
    buffer_u32 (&b, s->width);
    if (s->kind == SORT_ARRAY) {
        buffer_digest (&b, sort_digest (s->index));
        buffer_digest (&b, sort_digest (s->element));
    }
    if (s->name)
        buffer_string (&b, s->name);
    struct digest result = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return result;
}

static const sort *
sort_intern (terms *t, struct sort s)
{
    struct digest digest = digest_make (&s);
    uint64_t *found = map_get (&t->sort_index, digest);
    if (found)
        return t->sorts.at[*found];
    struct sort_node *node = arena_new (&t->arena, sizeof *node);
    node->sort = s;
    node->digest = digest;
    if (s.name)
        node->sort.name = arena_string (&t->arena, s.name);
    map_put (&t->sort_index, digest, t->sorts.size);
    VEC_PUSH (t->sorts, &node->sort);
    return &node->sort;
}

const sort *
sort_bool (terms *t)
{
    if (!t->bool_sort)
        t->bool_sort = sort_intern (t, (struct sort) {.kind = SORT_BOOL});
    return t->bool_sort;
}

const sort *
sort_int (terms *t)
{
    if (!t->int_sort)
        t->int_sort = sort_intern (t, (struct sort) {.kind = SORT_INT});
    return t->int_sort;
}

const sort *
sort_real (terms *t)
{
    if (!t->real_sort)
        t->real_sort = sort_intern (t, (struct sort) {.kind = SORT_REAL});
    return t->real_sort;
}

const sort *
sort_bv (terms *t, unsigned width)
{
    assert (width >= 1 && width <= BV_WIDTH_MOST);
    const sort **known = width <= WORD_BITS ? &t->bv_sort[width] : NULL;
    if (known && *known)
        return *known;
    const sort *s =
        sort_intern (t, (struct sort) {.kind = SORT_BV, .width = width});
    if (known)
        *known = s;
    return s;
}

const sort *
sort_array (terms *t, const sort *index, const sort *element)
{
    assert (index && element);
    return sort_intern (
        t,
        (struct sort) {.kind = SORT_ARRAY, .index = index, .element = element});
}

const sort *
sort_named (terms *t, const char *name)
{
    assert (name && name_sound (name, strlen (name)));
    return sort_intern (t, (struct sort) {.kind = SORT_NAMED, .name = name});
}

bool
sort_is_number (const sort *s)
{
    return s->kind == SORT_INT || s->kind == SORT_REAL;
}

int
sort_compare (const sort *a, const sort *b)
{
    while (!digest_equal (sort_digest (a), sort_digest (b))) {
        if (a->kind != b->kind)
            return a->kind < b->kind ? -1 : 1;
        if (a->width != b->width)
            return a->width < b->width ? -1 : 1;
        if (a->kind == SORT_NAMED)
            return strcmp (a->name, b->name) < 0 ? -1 : 1;
        assert (a->kind == SORT_ARRAY);
        bool same =
            digest_equal (sort_digest (a->index), sort_digest (b->index));
        a = same ? a->element : a->index;
        b = same ? b->element : b->index;
    }
    return 0;
}

/* What is still to print: a sort, or a bit of text. */
struct sort_piece {
    const sort *sort;
    const char *text;
};
struct sort_pieces VEC (struct sort_piece);

void
sort_print (struct text *out, const sort *s)
{
    struct sort_pieces stack = {0};
    VEC_PUSH (stack, ((struct sort_piece) {s, NULL}));
    while (stack.size) {
        struct sort_piece p = VEC_POP (stack);
        if (!p.sort) {
            text_add (out, p.text);
            continue;
        }
        switch (p.sort->kind) {
        case SORT_BOOL:
            text_add (out, "Bool");
            break;
        case SORT_INT:
            text_add (out, "Int");
            break;
        case SORT_REAL:
            text_add (out, "Real");
            break;
        case SORT_BV:
            text_print (out, "(_ BitVec %u)", p.sort->width);
            break;
        case SORT_NAMED:
            term_print_name (out, p.sort->name);
            break;
        case SORT_ARRAY:
            text_add (out, "(Array ");
            VEC_PUSH (stack, ((struct sort_piece) {NULL, ")"}));
            VEC_PUSH (stack, ((struct sort_piece) {p.sort->element, NULL}));
            VEC_PUSH (stack, ((struct sort_piece) {NULL, " "}));
            VEC_PUSH (stack, ((struct sort_piece) {p.sort->index, NULL}));
            break;
        }
    }
    VEC_CLEAR (stack);
}

/* The sort of `to` with this digest, or null. */
static const sort *
sort_find (terms *to, const sort *s)
{
    uint64_t *found = map_get (&to->sort_index, sort_digest (s));
    return found ? to->sorts.at[*found] : NULL;
}

const sort *
sort_copy (terms *to, const sort *s)
{
    const sort *known = sort_find (to, s);
    if (known)
        return known;
    if (s->kind != SORT_ARRAY)
        return sort_intern (to, *s);
    struct sort_vec stack = {0};
    VEC_PUSH (stack, s);
    while (stack.size) {
        const sort *top = VEC_LAST (stack);
        if (top->kind != SORT_ARRAY) {
            sort_intern (to, *top);
            stack.size--;
            continue;
        }
        const sort *index = sort_find (to, top->index);
        const sort *element = sort_find (to, top->element);
        if (!index)
            VEC_PUSH (stack, top->index);
        else if (!element)
            VEC_PUSH (stack, top->element);
        else {
            sort_array (to, index, element);
            stack.size--;
        }
    }
    VEC_CLEAR (stack);
    return sort_find (to, s);
}
