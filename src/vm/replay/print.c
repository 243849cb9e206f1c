/* print.c -- see print.h. */
#include "vm/replay/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

void
vm_print_thread (uint32_t thread, struct text *t)
{
    char room[VM_THREAD_NAME];
    text_add (t, vm_thread_name (thread, room));
}

bool
vm_peek (struct vm_state *s, struct vm_value pointer, unsigned bits,
         struct vm_value *v)
{
    assert (bits >= 1 && bits <= 64);
    unsigned size = (bits + 7) / 8;
    struct vm_object *o = vm_object_find (s, pointer.object);
    if (pointer.unknown || !o || !o->data || pointer.bits > o->size
        || o->size - pointer.bits < size)
        return false;
    *v = (struct vm_value) {0};
    for (unsigned i = 0; i < size; i++) {
        v->bits |= (uint64_t) o->data[pointer.bits + i] << 8 * i;
        if (o->unknown)
            v->unknown |= (uint64_t) o->unknown[pointer.bits + i] << 8 * i;
    }
    v->bits &= vm_mask (bits);
    v->unknown &= vm_mask (bits);
    unsigned word = s->code->pointer_bytes;
    if (o->points && size == word && pointer.bits % word == 0)
        v->object = o->points[pointer.bits / word];
    return true;
}

/* ---- names of objects */

/* What is at an offset of an object, as struct vm_variable has it. */
struct typed {
    char kind;
    unsigned bits;
};

/* The one member that an offset lies in; null: none, or several. */
static const struct vm_member *
member_at (const struct vm_code *c, const struct vm_layout *y, uint64_t offset)
{
    const struct vm_member *found = NULL;
    for (uint32_t i = y->first_member; i < y->end_member; i++) {
        const struct vm_member *m = &c->member.at[i];
        const struct vm_layout *of = &c->layout.at[m->layout - 1];
        if (offset < m->offset || offset - m->offset >= of->size)
            continue;
        if (found)
            return NULL;
        found = m;
    }
    return found;
}

/* Goes into arrays and structs: `[2].x[1]`, to a scalar if `all`, else as far
 * as the offset asks for; what is left is said in bytes. */
static struct typed
print_inside (const struct vm_code *c, const struct vm_variable *v,
              uint64_t offset, bool all, struct text *t)
{
    struct typed none = {.kind = 'o'}, y = {v->kind, v->bits};
    const struct vm_member *m;
    for (uint32_t at = v->layout; at;) {
        const struct vm_layout *in = &c->layout.at[at - 1];
        y = (struct typed) {in->kind ? in->kind : 'o', in->bits};
        if (in->element) {
            uint64_t size = c->layout.at[in->element - 1].size;
            text_print (t, "[%" PRIu64 "]", offset / size);
            offset %= size;
            at = in->element;
        } else if ((offset || all) && (m = member_at (c, in, offset))) {
            const char *name = c->text.at[m->name];
            text_print (t, "%s%s", *name ? "." : "", name);
            offset -= m->offset;
            at = m->layout;
        } else
            break;
    }
    if (!offset)
        return y;
    text_print (t, "+%" PRIu64, offset);
    return none;
}

static const struct vm_variable *
global_variable (const struct vm_code *c, const struct vm_global *g)
{
    return g->variable < c->variable.size ? &c->variable.at[g->variable] : NULL;
}

static struct typed
print_global (const struct vm_code *c, const struct vm_global *g,
              uint64_t offset, bool all, struct text *t)
{
    const struct vm_variable *v = global_variable (c, g);
    const struct vm_variable other = {.kind = 'o'};
    text_add (t, c->text.at[v ? v->name : g->name]);
    return print_inside (c, v ? v : &other, offset, all, t);
}

/* Objects of a frame are made by its allocas, which stand in this order at the
 * function's beginning. */
static const struct vm_variable *
slot_variable (const struct vm_code *c, uint32_t function, uint32_t slot)
{
    const struct vm_function *f = &c->function.at[function];
    uint32_t at = f->first;
    for (uint32_t seen = 0; at < f->end; at++)
        if (c->instruction.at[at].op == VM_ALLOCA && seen++ == slot)
            break;
    for (uint32_t n = f->first_note; at < f->end && n < f->end_note; n++) {
        const struct vm_note *note = &c->note.at[n];
        if (note->object && note->operand == c->instruction.at[at].result)
            return &c->variable.at[f->first_variable + note->variable];
    }
    return NULL;
}

static struct typed
print_local (struct vm_state *s, vm_id id, uint64_t offset, bool all,
             struct text *t)
{
    const struct vm_variable other = {.kind = 'o'};
    uint32_t thread = vm_id_thread (id), frame = vm_id_frame (id);
    if (thread >= s->thread.size || frame >= s->thread.at[thread].frames) {
        text_add (t, "a local that is gone");
        return (struct typed) {.kind = 'o'};
    }
    uint32_t function = s->thread.at[thread].frame[frame].function;
    const struct vm_variable *v =
        slot_variable (s->code, function, vm_id_slot (id));
    if (v)
        text_add (t, s->code->text.at[v->name]);
    else
        text_print (t, "local %u of %s", vm_id_slot (id),
                    s->code->text.at[s->code->function.at[function].name]);
    return print_inside (s->code, v ? v : &other, offset, all, t);
}

static const struct vm_global *
thread_local_of (const struct vm_code *c, uint32_t number)
{
    for (size_t i = 0; i < c->global.size; i++)
        if (c->global.at[i].thread_local_ && !number--)
            return &c->global.at[i];
    return NULL;
}

static struct typed
print_object (struct vm_state *s, struct vm_value p, bool all, struct text *t)
{
    const struct vm_code *c = s->code;
    struct typed none = {.kind = 'o'};
    uint32_t number = vm_id_number (p.object);
    const struct vm_object *o;
    const struct vm_global *g;
    switch (vm_id_kind (p.object)) {
    case VM_GLOBAL:
        return print_global (c, &c->global.at[number], p.bits, all, t);
    case VM_STACK:
        return print_local (s, p.object, p.bits, all, t);
    case VM_TLS:
        g = thread_local_of (c, number & ((1u << VM_TLS_BITS) - 1));
        if (g)
            return print_global (c, g, p.bits, all, t);
        break;
    case VM_FUNCTION:
        text_add (t, c->text.at[c->function.at[number].name]);
        return none;
    case VM_HEAP:
        o = vm_object_find (s, p.object);
        text_print (t, "heap object (%u bytes%s)", o ? o->size : 0,
                    o && o->flags & VM_FREED ? ", freed" : "");
        if (p.bits)
            text_print (t, "+%" PRIu64, p.bits);
        return none;
    case VM_GONE:
        text_add (t, "a local that is gone");
        return none;
    case VM_NONE:
        break;
    }
    text_print (t, "address %" PRIu64, p.bits);
    return none;
}

void
vm_print_target (struct vm_state *s, struct vm_value p, uint32_t self,
                 struct text *t, char *kind, unsigned *bits)
{
    enum vm_kind of = vm_id_kind (p.object);
    struct typed y = print_object (s, p, kind != NULL, t);
    if ((of == VM_STACK || of == VM_TLS) && vm_id_thread (p.object) != self) {
        text_add (t, " of ");
        vm_print_thread (vm_id_thread (p.object), t);
    }
    if (kind)
        *kind = y.kind;
    if (bits)
        *bits = y.bits;
}

/* ---- values */

static void
print_pointer (struct vm_state *s, struct vm_value v, uint32_t self,
               struct text *t)
{
    if (!v.object && !v.bits)
        text_add (t, "null");
    else if (!v.object)
        text_print (t, "0x%" PRIx64, v.bits);
    else {
        enum vm_kind of = vm_id_kind (v.object);
        if (of != VM_FUNCTION && of != VM_HEAP && of != VM_GONE)
            text_char (t, '&');
        vm_print_target (s, v, self, t, NULL, NULL);
    }
}

static void
print_float (uint64_t bits, unsigned width, struct text *t)
{
    float f;
    double d;
    uint32_t low = (uint32_t) bits;
    memcpy (&f, &low, sizeof f);
    memcpy (&d, &bits, sizeof d);
    text_print (t, "%.9g", width == 32 ? (double) f : d);
}

void
vm_print_value (struct vm_state *s, struct vm_value v, unsigned bits, char kind,
                uint32_t self, struct text *t)
{
    uint64_t sign = bits ? UINT64_C (1) << (bits - 1) : 0;
    if (v.unknown)
        text_add (t, vm_is_unwritten (v) ? "uninitialised" : "any");
    else if (v.object || kind == 'p')
        print_pointer (s, v, self, t);
    else if (kind == 'f' && (bits == 32 || bits == 64))
        print_float (v.bits, bits, t);
    else if (kind == 'u' || kind == 'b' || !(v.bits & sign))
        text_print (t, "%" PRIu64, v.bits);
    else
        text_print (t, "%" PRId64, (int64_t) (v.bits | ~vm_mask (bits)));
}
