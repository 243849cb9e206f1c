/* footprint.c -- see footprint.h. */
#include "vm/exec/footprint.h"

#include <string.h>

#include "vm/library/native.h"

bool
vm_reach_of (struct vm_run *r, struct vm_value p, uint64_t size,
             struct vm_reach *reach)
{
    if (p.unknown || !p.object || !size || !vm_is_shared (r->state, p.object))
        return false;
    const struct vm_object *o = vm_object_find (r->state, p.object);
    if (!o || p.bits >= o->size)
        return false;
    if (size > o->size - p.bits)
        size = o->size - p.bits;
    reach->object = p.object;
    reach->from = (uint32_t) p.bits;
    reach->end = (uint32_t) (p.bits + size);
    return true;
}

/* An argument that points to `bytes` bytes (0: those of a pointer), or to as
 * many as another argument says. */
enum { FIXED = 255 };
struct touch_state {
    uint8_t argument, size, bytes;
    bool write;
};
struct touching {
    const char *name;
    struct touch_state touch[2];
    uint8_t touches;
};

static const struct touching table[] = {
    {"__VERIFIER_nondet_memory", {{0, 1, 0, true}}, 1},
    {"__memcpy_chk", {{0, 2, 0, true}, {1, 2, 0, false}}, 2},
    {"__memmove_chk", {{0, 2, 0, true}, {1, 2, 0, false}}, 2},
    {"__memset_chk", {{0, 2, 0, true}}, 1},
    {"bcmp", {{0, 2, 0, false}, {1, 2, 0, false}}, 2},
    {"bcopy", {{0, 2, 0, false}, {1, 2, 0, true}}, 2},
    {"bzero", {{0, 1, 0, true}}, 1},
    {"cohort.copy", {{0, 2, 0, true}, {1, 2, 0, false}}, 2},
    {"cohort.fill", {{0, 2, 0, true}}, 1},
    {"cohort.forget", {{0}}, 0},
    {"explicit_bzero", {{0, 1, 0, true}}, 1},
    {"memcmp", {{0, 2, 0, false}, {1, 2, 0, false}}, 2},
    {"memcpy", {{0, 2, 0, true}, {1, 2, 0, false}}, 2},
    {"memmove", {{0, 2, 0, true}, {1, 2, 0, false}}, 2},
    {"mempcpy", {{0, 2, 0, true}, {1, 2, 0, false}}, 2},
    {"memset", {{0, 2, 0, true}}, 1},
    {"pthread_create", {{0, FIXED, 0, true}}, 1},
    {"pthread_join", {{1, FIXED, 0, true}}, 1},
    {"pthread_key_create", {{0, FIXED, 4, true}}, 1},
    {"rand_r", {{0, FIXED, 4, true}}, 1},
    {"sem_getvalue", {{1, FIXED, 4, true}}, 1},
    {"thrd_create", {{0, FIXED, 0, true}}, 1},
    {"thrd_join", {{1, FIXED, 4, true}}, 1},
    {"time", {{0, FIXED, 0, true}}, 1},
    {"tss_create", {{0, FIXED, 4, true}}, 1},
};

static const struct touching *
touching_find (const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp (name, table[i].name))
            return &table[i];
    return NULL;
}

/* False: nobody knows how many bytes. */
static bool
touch_size (const struct vm_run *r, struct touch_state t,
            const struct vm_value *argument, uint32_t arguments, uint64_t *size)
{
    *size = t.bytes ? t.bytes : r->code->pointer_bytes;
    if (t.size == FIXED)
        return true;
    if (t.size >= arguments || !vm_is_known (argument[t.size]))
        return false;
    *size = argument[t.size].bits;
    return true;
}

uint32_t
vm_footprintes (struct vm_run *r, uint32_t thread, struct vm_reach reach[2])
{
    struct vm_value argument[VM_NATIVE_ARGUMENTS];
    uint32_t arguments, found = 0;
    const struct vm_native *n =
        vm_native_next (r, thread, argument, &arguments);
    if (!n || arguments < n->least || vm_is_blocked (r, thread))
        return 0;
    if ((n->flags & VM_NATIVE_FREES) && arguments) {
        struct vm_value whole = argument[0];
        whole.bits = 0;
        found = vm_reach_of (r, whole, UINT32_MAX, reach);
        reach->write = true;
        reach->atomic = false;
        return found;
    }
    const struct touching *touching = touching_find (n->name);
    for (unsigned i = 0; touching && i < touching->touches; i++) {
        struct touch_state t = touching->touch[i];
        uint64_t size;
        if (t.argument >= arguments
            || !touch_size (r, t, argument, arguments, &size)
            || !vm_reach_of (r, argument[t.argument], size, &reach[found]))
            continue;
        reach[found].atomic = false;
        reach[found++].write = t.write;
    }
    return found;
}

bool
vm_footprint_hides (struct vm_run *r, uint32_t thread)
{
    struct vm_value argument[VM_NATIVE_ARGUMENTS];
    uint32_t arguments;
    const struct vm_native *n =
        vm_native_next (r, thread, argument, &arguments);
    struct vm_reach reach;
    if (!n || (n->flags & (VM_NATIVE_FREES | VM_NATIVE_SYNC))
        || touching_find (n->name))
        return false;
    bool list = n->flags & VM_NATIVE_MEMORY && n->flags & VM_NATIVE_VISIBLE;
    bool any = !strncmp (n->name, "__atomic_", 9);
    if (list || (!any && !(n->flags & VM_NATIVE_MEMORY)))
        return list; /* what a va_list leads to */
    for (uint32_t i = any ? 2 : 0; i < arguments; i++)
        if (vm_reach_of (r, argument[i], 1, &reach))
            return true;
    return false;
}
