/* value_pointer.c -- pointers: object and offset, and addresses.
 *
 * An address is @address (object) + offset, and that function is arbitrary: so
 * are the places of objects.  Integers that were never pointers are offsets of
 * object 0, whose address is 0. */
#include "cohort-llvm/to_program/internal.h"

#include <string.h>

#define ADDRESS "@address"

const term *
pointer_object (struct translated_value v)
{
    assert (v.leaves == 2);
    return v.leaf[0];
}

const term *
pointer_offset (struct translated_value v)
{
    assert (v.leaves == 2);
    return v.leaf[1];
}

const term *
offset_constant (translation *t, int64_t offset)
{
    return bits_signed (t, t->width, offset);
}

const term *
object_constant (translation *t, uint32_t object)
{
    return bits_constant (t, 32, object);
}

static const term *
address_of (translation *t, const term *object)
{
    assert (object->sort->width == 32);
    if (bits_are (object, 0))
        return offset_constant (t, 0);
    const term *address = emit_abstract (
        t, ADDRESS, "address", sort_bv (t->terms, t->width), &object, 1);
    if (object->op == OP_BITS)
        return address;
    return term_ite (t->terms,
                     term_eq (t->terms, object, object_constant (t, 0)),
                     offset_constant (t, 0), address);
}

const term *
pointer_flat (translation *t, struct translated_value v)
{
    return bits_add (t, address_of (t, pointer_object (v)), pointer_offset (v));
}

/* The object whose address the term is, else null. */
static const term *
address_object (translation *t, const term *address)
{
    const term *apply = address->op == OP_ITE ? address->arg[2] : address;
    if (apply->op != OP_APPLY || strcmp (apply->text, ADDRESS))
        return NULL;
    assert (apply->args == 1);
    return address_of (t, apply->arg[0]) == address ? apply->arg[0] : NULL;
}

/* What pointer_flat made, taken apart. */
static bool
flat_split (translation *t, const term *flat, const term **object,
            const term **offset)
{
    *object = address_object (t, flat);
    *offset = offset_constant (t, 0);
    if (*object)
        return true;
    for (int i = 0; flat->op == OP_BVADD && flat->args == 2 && i < 2; i++)
        if ((*object = address_object (t, flat->arg[i]))) {
            *offset = flat->arg[!i];
            return true;
        }
    return false;
}

struct translated_value
pointer_from_flat (translation *t, const term *flat)
{
    assert (flat->sort->width == t->width);
    const term *object, *offset;
    if (flat->op == OP_BITS)
        return value_pair (t, object_constant (t, 0), flat);
    if (flat_split (t, flat, &object, &offset))
        return value_pair (t, object, offset);
    /* Where accesses are checked a guess fails, unless it was compared. */
    if (!(t->unit->options.checks & CHECK_DEREF))
        mark_assumes (t->program,
                      "numbers are guessed to be no addresses of objects");
    /* Computed, not assumed: every object has just one offset that fits, and a
     * run need not guess it. */
    object = emit_any (t, "object", sort_bv (t->terms, 32));
    offset = bits_op (t, OP_BVSUB, flat, address_of (t, object));
    return value_pair (t, object, offset);
}

const term *
pointer_difference (translation *t, const term *a, const term *b)
{
    const term *object[2], *offset[2];
    if (!flat_split (t, a, &object[0], &offset[0])
        || !flat_split (t, b, &object[1], &offset[1]) || object[0] != object[1])
        return NULL;
    return bits_op (t, OP_BVSUB, offset[0], offset[1]);
}
