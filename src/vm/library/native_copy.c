/* cohort-llvm/native/copy.c -- functions that copy, set and compare bytes.
 *
 * Where other threads can see them they are not one step: such a function goes
 * on piece by piece, each a step (its phase: pieces that are done), from low
 * addresses to high ones.  A piece is as large as the scalars that are known to
 * be there, else a byte, but there are 8 at most (a reader that copies may meet a
 * writer anywhere, so states double with each); pointers move as a whole.
 * One step are: ranges that overlap, and what is done when races are looked for,
 * as then whoever sees a part of it is in a race. */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"

enum { PIECES_MOST = 8 };

/* ---- pieces */

static uint64_t
grain_of (struct vm_value grain, uint64_t size)
{
    uint64_t g = grain.bits ? grain.bits : 1;
    while ((size + g - 1) / g > PIECES_MOST)
        g *= 2;
    return g;
}

static bool
overlap (struct vm_value a, struct vm_value b, uint64_t size)
{
    return a.object == b.object && a.bits < b.bits + size
           && b.bits < a.bits + size;
}

/* May another thread come between two pieces? */
static bool
is_split (struct vm_run *r, const struct vm_bytes *b)
{
    if (vm_self (r)->phase)
        return true;
    return r->living > 1 && !vm_self (r)->atomic
           && !(r->code->checks & VM_CHECK_RACE) && vm_is_known (b->to)
           && vm_is_known (b->from)
           && (vm_is_seen (r, b->to) || vm_is_seen (r, b->from))
           && (!b->from.object || !b->writes
               || !overlap (b->to, b->from, b->size));
}

/* The end of the pointer that a byte of an object lies in; else `at`. */
static uint64_t
pointer_end (struct vm_run *r, struct vm_value p, uint64_t at)
{
    uint64_t each = r->code->pointer_bytes, slot = (p.bits + at) / each;
    const struct vm_object *o =
        p.object ? vm_object_find (r->state, p.object) : NULL;
    if (!o || !o->points || (slot + 1) * each > o->size || !o->points[slot]
        || (p.bits + at) % each == 0)
        return at;
    return (slot + 1) * each - p.bits;
}

void
vm_piece (struct vm_run *r, const struct vm_bytes *b, uint64_t *from,
          uint64_t *end)
{
    uint64_t g = grain_of (b->grain, b->size), whole = b->size;
    *from = 0;
    *end = whole;
    if (!is_split (r, b))
        return;
    *from = vm_self (r)->phase * g;
    assert (*from < whole);
    if (r->living < 2)
        return;
    for (uint64_t at = *from + g; *end == whole && at < whole; at += g)
        if (pointer_end (r, b->to, at) == at
            && pointer_end (r, b->from, at) == at)
            *end = at;
}

/* After a piece: the function is DONE, or goes on later. */
static enum vm_effect
piece_done (struct vm_run *r, const struct vm_bytes *b, uint64_t from,
            uint64_t end)
{
    r->part = end - from;
    if (end == b->size)
        return VM_DONE;
    native_phase (r, (uint8_t) (end / grain_of (b->grain, b->size)));
    return VM_PARKED;
}

/* All bytes at once, before the first: what is wrong shows there. */
static enum vm_effect
bytes_check (struct vm_run *r, const struct vm_bytes *b)
{
    struct vm_object *o;
    uint32_t offset;
    if (vm_self (r)->phase || !is_split (r, b))
        return VM_DONE;
    if (b->from.object)
        TRY (vm_access (r, b->from, b->size, false, &o, &offset));
    return vm_access (r, b->to, b->size, b->writes, &o, &offset);
}

/* ---- copies */

static enum vm_effect
copy_bytes (struct vm_run *r, struct vm_value to, struct vm_value from,
            struct vm_value size, struct vm_value grain)
{
    struct vm_bytes b = {to, from, grain, 0, true};
    uint64_t at, end;
    TRY (native_known (r, &size, native_word (r), "the size of a copy"));
    b.size = size.bits;
    if (!b.size)
        return VM_DONE;
    TRY (bytes_check (r, &b));
    vm_piece (r, &b, &at, &end);
    TRY (vm_copy (r, native_at (r, to, at), native_at (r, from, at), end - at));
    return piece_done (r, &b, at, end);
}

static enum vm_effect
fill_bytes (struct vm_run *r, struct vm_value to, struct vm_value byte,
            struct vm_value size, struct vm_value grain)
{
    struct vm_bytes b = {to, vm_number (0), grain, 0, true};
    uint64_t at, end;
    TRY (native_known (r, &size, native_word (r), "the size of a memset"));
    if (byte.object)
        return vm_cut (r, "memset to a part of an address");
    byte.bits &= 0xff, byte.unknown &= 0xff;
    b.size = size.bits;
    if (!b.size)
        return VM_DONE;
    TRY (bytes_check (r, &b));
    vm_piece (r, &b, &at, &end);
    TRY (vm_fill (r, native_at (r, to, at), byte, end - at));
    return piece_done (r, &b, at, end);
}

NATIVE (native_memcpy)
{
    assert (arguments >= 3);
    (void) arguments;
    *result = argument[0];
    return copy_bytes (r, argument[0], argument[1], argument[2], vm_number (1));
}

NATIVE (native_memset)
{
    assert (arguments >= 3);
    (void) arguments;
    *result = argument[0];
    return fill_bytes (r, argument[0], argument[1], argument[2], vm_number (1));
}

/* cohort.copy (to, from, size, grain): an assignment. */
NATIVE (native_copy)
{
    assert (arguments >= 4);
    (void) arguments, (void) result;
    return copy_bytes (r, argument[0], argument[1], argument[2], argument[3]);
}

/* cohort.fill (to, byte, size, grain) */
NATIVE (native_fill)
{
    assert (arguments >= 4);
    (void) arguments, (void) result;
    return fill_bytes (r, argument[0], argument[1], argument[2], argument[3]);
}

NATIVE (native_bzero)
{
    assert (arguments >= 2);
    (void) arguments, (void) result;
    return fill_bytes (r, argument[0], vm_number (0), argument[1],
                       vm_number (1));
}

NATIVE (native_mempcpy)
{
    struct vm_value size = argument[2];
    assert (arguments >= 3);
    (void) arguments;
    TRY (native_known (r, &size, native_word (r), "the size of a copy"));
    *result = native_at (r, argument[0], size.bits);
    return copy_bytes (r, argument[0], argument[1], size, vm_number (1));
}

/* bcopy (from, to, size) */
NATIVE (native_bcopy)
{
    assert (arguments >= 3);
    (void) arguments, (void) result;
    return copy_bytes (r, argument[1], argument[0], argument[2], vm_number (1));
}

/* ---- comparison */

/* What the pointer in the slot around a byte points into. */
static vm_id
slot_points (const struct vm_run *r, const struct vm_object *o, uint32_t at)
{
    return o->points
                   && at / r->code->pointer_bytes * r->code->pointer_bytes
                              + r->code->pointer_bytes
                          <= o->size
               ? o->points[at / r->code->pointer_bytes]
               : 0;
}

/* Of so many bytes: 0, or what differs. */
static struct vm_value
piece_compare (const struct vm_run *r, const struct vm_object *a, uint32_t x,
               const struct vm_object *b, uint32_t y, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++, x++, y++) {
        if ((a->unknown && a->unknown[x]) || (b->unknown && b->unknown[y])
            || slot_points (r, a, x) != slot_points (r, b, y))
            return vm_unknown (32);
        if (a->data[x] != b->data[y])
            return native_int (a->data[x] < b->data[y] ? -1 : 1);
    }
    return native_int (0);
}

NATIVE (native_memcmp)
{
    struct vm_object *x, *y;
    struct vm_value size = argument[2];
    struct vm_bytes b = {argument[0], argument[1], vm_number (1), 0, false};
    uint32_t to, from;
    uint64_t at, end;
    assert (arguments >= 3);
    (void) arguments;
    TRY (native_known (r, &size, native_word (r), "the size of a memcmp"));
    *result = native_int (0);
    b.size = size.bits;
    if (!b.size)
        return VM_DONE;
    TRY (bytes_check (r, &b));
    vm_piece (r, &b, &at, &end);
    TRY (vm_access (r, native_at (r, argument[0], at), end - at, false, &x,
                    &to));
    TRY (vm_access (r, native_at (r, argument[1], at), end - at, false, &y,
                    &from));
    *result = piece_compare (r, x, to, y, from, end - at);
    if (vm_is_known (*result) && !result->bits)
        return piece_done (r, &b, at, end);
    r->part = end - at;
    return VM_DONE;
}
