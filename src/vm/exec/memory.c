/* memory.c -- every access of the C machine to its objects, checked.
 *
 * In memory a pointer takes the bytes of its offset, and `points` of its slot
 * says what it points into.  Storing a number over a part of it leaves a rest
 * that is no pointer any more: bytes that may be anything.  Reading a part of
 * one as a number is a cut. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "vm/exec/execute.h"

enum { VM_NULL_PAGE = 4096 };

static const char *
doing (bool write)
{
    return write ? "write" : "read";
}

/* ---- which object */

static enum vm_effect
access_number (struct vm_run *r, struct vm_value p, bool write)
{
    if (p.bits < VM_NULL_PAGE)
        return vm_fail (r, VM_FAULT_NULL, "%s through a null pointer",
                        doing (write));
    return vm_fail (r, VM_FAULT_WILD,
                    "%s at the number 0x%" PRIx64 ", which points to nothing",
                    doing (write), p.bits);
}

static enum vm_effect
access_missing (struct vm_run *r, struct vm_value p, bool write)
{
    switch (vm_id_kind (p.object)) {
    case VM_NONE:
        return access_number (r, p, write);
    case VM_FUNCTION:
        return vm_fail (r, VM_FAULT_WILD, "%s of a function's bytes",
                        doing (write));
    case VM_HEAP:
        return vm_fail (r, VM_FAULT_FREED, "%s of memory that was freed",
                        doing (write));
    default:
        return vm_fail (r, VM_FAULT_RETURNED, "%s of a local object whose %s",
                        doing (write),
                        vm_object_find (r->state, p.object)
                            ? "block was left"
                            : "function has returned");
    }
}

static bool
is_held (const struct vm_run *r, vm_id object, uint64_t from, uint64_t end)
{
    for (size_t i = 0; i < r->state->hold.size; i++) {
        const struct vm_hold *h = &r->state->hold.at[i];
        if (h->object == object && h->thread != r->thread && h->from < end
            && from < h->end)
            return true;
    }
    return false;
}

/* The address is made known: each way is a choice. */
static enum vm_effect
settle_address (struct vm_run *r, struct vm_value *p, bool write)
{
    unsigned width = r->code->pointer_bytes * 8;
    if (vm_is_unwritten (*p) && !p->object)
        return vm_fail (r, VM_FAULT_WILD,
                        "%s through a pointer that was never written",
                        doing (write));
    if (!vm_settle (r, p, width))
        return vm_cut (r, "an address that depends on too many unknown bits");
    return VM_DONE;
}

enum vm_effect
vm_access (struct vm_run *r, struct vm_value p, uint64_t size, bool write,
           struct vm_object **object, uint32_t *offset)
{
    if (p.unknown) {
        enum vm_effect e = settle_address (r, &p, write);
        if (e != VM_DONE)
            return e;
    }
    struct vm_object *o = p.object ? vm_object_find (r->state, p.object) : NULL;
    if (!o || (o->flags & VM_FREED))
        return access_missing (r, p, write);
    if (p.bits > o->size || size > o->size - p.bits)
        return vm_fail (r, VM_FAULT_BOUNDS,
                        "%s of %" PRIu64 " bytes at offset %" PRId64
                        " of an object of %" PRIu32,
                        doing (write), size,
                        r->code->pointer_bytes == 4 ? (int64_t) (int32_t) p.bits
                                                    : (int64_t) p.bits,
                        o->size);
    if (write && (o->flags & VM_READ_ONLY))
        return vm_fail (r, VM_FAULT_READ_ONLY, "write to a constant");
    if ((o->flags & VM_HELD) && is_held (r, p.object, p.bits, p.bits + size))
        return vm_fail (r, VM_FAULT_CONFLICT,
                        "%s of what another thread holds by VLOCK",
                        doing (write));
    if (write)
        vm_own_object (r->state, o);
    *object = o;
    *offset = (uint32_t) p.bits;
    return VM_DONE;
}

/* ---- bytes */

/* Does some pointer stand in [from, from + size)? */
static bool
has_pointers (const struct vm_run *r, const struct vm_object *o, uint32_t from,
              uint64_t size)
{
    unsigned each = r->code->pointer_bytes;
    if (!o->points || !size)
        return false;
    /* Only whole slots have an entry. */
    uint64_t end = (from + size + each - 1) / each;
    if (end > o->size / each)
        end = o->size / each;
    for (uint64_t i = from / each; i < end; i++)
        if (o->points[i])
            return true;
    return false;
}

/* Pointers that lie in part within [from, end) lose their object; the rest of
 * their bytes may be anything. */
static void
spoil_slot (struct vm_run *r, struct vm_object *o, uint32_t slot, uint64_t from,
            uint64_t end)
{
    unsigned each = r->code->pointer_bytes;
    o->points[slot] = 0;
    for (uint64_t i = (uint64_t) slot * each; i < ((uint64_t) slot + 1) * each;
         i++)
        if (i < from || i >= end) {
            vm_need_unknown (r->state, o);
            o->unknown[i] = 0xff;
            o->data[i] = 0;
        }
}

static void
forget_pointers (struct vm_run *r, struct vm_object *o, uint32_t from,
                 uint64_t size)
{
    unsigned each = r->code->pointer_bytes;
    if (!has_pointers (r, o, from, size))
        return;
    uint64_t end = from + size;
    for (uint64_t i = from / each; i < o->size / each && i * each < end; i++)
        if (o->points[i])
            spoil_slot (r, o, (uint32_t) i, from, end);
}

enum vm_effect
vm_load (struct vm_run *r, struct vm_value p, unsigned bits,
         struct vm_value *value)
{
    struct vm_object *o;
    uint32_t at;
    unsigned bytes = (bits + 7) / 8, each = r->code->pointer_bytes;
    assert (bits >= 1 && bits <= 64);
    enum vm_effect e = vm_access (r, p, bytes, false, &o, &at);
    if (e != VM_DONE)
        return e;
    uint64_t mask = vm_mask (bits);
    *value =
        (struct vm_value) {.bits = vm_bytes_get (o->data + at, bytes) & mask};
    if (o->unknown)
        value->unknown = vm_bytes_get (o->unknown + at, bytes) & mask;
    if (o->points && has_pointers (r, o, at, bytes)) {
        if (bytes != each || at % each)
            return vm_cut (r, "part of a pointer is read as a number");
        value->object = o->points[at / each];
    }
    return VM_DONE;
}

enum vm_effect
vm_store (struct vm_run *r, struct vm_value p, unsigned bits,
          struct vm_value value)
{
    struct vm_object *o;
    uint32_t at;
    unsigned bytes = (bits + 7) / 8, each = r->code->pointer_bytes;
    assert (bits >= 1 && bits <= 64);
    if (value.object && bytes != each)
        return vm_cut (r, "part of a pointer is stored as a number");
    enum vm_effect e = vm_access (r, p, bytes, true, &o, &at);
    if (e != VM_DONE)
        return e;
    if (value.object && at % each)
        return vm_cut (r, "a pointer is stored at an odd place");
    if (o->points)
        forget_pointers (r, o, at, bytes);
    vm_bytes_put (o->data + at, value.bits, bytes);
    if (value.unknown)
        vm_need_unknown (r->state, o);
    if (o->unknown)
        memcpy (o->unknown + at, &value.unknown, bytes);
    if (value.object) {
        vm_need_points (r->state, o);
        o->points[at / each] = value.object;
        if (r->living > 1 && vm_is_shared (r->state, p.object))
            vm_share (r->state, value.object);
    }
    return VM_DONE;
}

/* ---- many bytes */

/* Pointers move only as a whole: slots must lie alike, none may be cut. */
static bool
slots_fit (const struct vm_run *r, const struct vm_object *from, uint32_t at,
           uint32_t to_at, uint64_t size)
{
    unsigned each = r->code->pointer_bytes;
    uint64_t first = at / each, last = (at + size - 1) / each;
    assert (size);
    if (at % each != to_at % each)
        return false;
    if (at % each && first < from->size / each && from->points[first])
        return false;
    return (at + size) % each == 0 || last >= from->size / each
           || !from->points[last];
}

static void
copy_slots (struct vm_run *r, struct vm_object *to, uint32_t to_at,
            const vm_id *points, uint32_t slots, bool shared)
{
    uint32_t first =
        (to_at + r->code->pointer_bytes - 1) / r->code->pointer_bytes;
    vm_need_points (r->state, to);
    for (uint32_t i = 0; i < slots; i++) {
        to->points[first + i] = points[i];
        if (points[i] && shared)
            vm_share (r->state, points[i]);
    }
}

/* What is copied, apart from its object: source and target may be the same. */
struct memory_piece {
    uint8_t *data, *unknown;
    vm_id *points;
    uint32_t slots;
};

static struct memory_piece
piece_take (struct vm_run *r, const struct vm_object *o, uint32_t at,
            uint64_t size, bool pointers)
{
    unsigned each = r->code->pointer_bytes;
    struct memory_piece p = {.data = vm_scratch (r->state, size)};
    memcpy (p.data, o->data + at, size);
    if (o->unknown) {
        p.unknown = vm_scratch (r->state, size);
        memcpy (p.unknown, o->unknown + at, size);
    }
    uint32_t first = (at + each - 1) / each;
    uint32_t end = (uint32_t) ((at + size) / each);
    if (pointers && end > first) {
        p.slots = end - first;
        p.points = vm_scratch (r->state, p.slots * sizeof *p.points);
        memcpy (p.points, o->points + first, p.slots * sizeof *p.points);
    }
    return p;
}

enum vm_effect
vm_copy (struct vm_run *r, struct vm_value to, struct vm_value from,
         uint64_t size)
{
    struct vm_object *source, *target;
    uint32_t at, to_at;
    if (!size)
        return VM_DONE;
    enum vm_effect e = vm_access (r, from, size, false, &source, &at);
    if (e == VM_DONE)
        e = vm_access (r, to, size, true, &target, &to_at);
    if (e != VM_DONE)
        return e;
    bool pointers = has_pointers (r, source, at, size);
    if (pointers && !slots_fit (r, source, at, to_at, size))
        return vm_cut (r, "part of a pointer is copied");
    struct memory_piece p = piece_take (r, source, at, size, pointers);
    forget_pointers (r, target, to_at, size);
    memcpy (target->data + to_at, p.data, size);
    if (p.unknown) {
        vm_need_unknown (r->state, target);
        memcpy (target->unknown + to_at, p.unknown, size);
    } else if (target->unknown)
        memset (target->unknown + to_at, 0, size);
    if (p.slots)
        copy_slots (r, target, to_at, p.points, p.slots,
                    r->living > 1 && vm_is_shared (r->state, to.object));
    return VM_DONE;
}

enum vm_effect
vm_fill (struct vm_run *r, struct vm_value to, struct vm_value byte,
         uint64_t size)
{
    struct vm_object *o;
    uint32_t at;
    if (!size)
        return VM_DONE;
    if (byte.object)
        return vm_cut (r, "part of a pointer is stored as a number");
    enum vm_effect e = vm_access (r, to, size, true, &o, &at);
    if (e != VM_DONE)
        return e;
    forget_pointers (r, o, at, size);
    memset (o->data + at, (uint8_t) byte.bits, size);
    if ((uint8_t) byte.unknown)
        vm_need_unknown (r->state, o);
    if (o->unknown)
        memset (o->unknown + at, (uint8_t) byte.unknown, size);
    return VM_DONE;
}

bool
vm_string (struct vm_run *r, struct vm_value p, struct text *text)
{
    const struct vm_object *o =
        p.object && !p.unknown ? vm_object_find (r->state, p.object) : NULL;
    if (!o || (o->flags & VM_FREED))
        return false;
    for (uint64_t at = p.bits; at < o->size; at++) {
        if ((o->unknown && o->unknown[at])
            || has_pointers (r, o, (uint32_t) at, 1))
            return false;
        if (!o->data[at])
            return true;
        text_char (text, (char) o->data[at]);
    }
    return false;
}
