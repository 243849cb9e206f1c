/* kinds.c -- what the parts of a state are. */
#include "machine/generator.h"
#include "vm/state/internal.h"

enum kinds_kind { HEAD, GLOBALS, THREADS, HEAP, REST, KINDS };

_Static_assert ((int) KINDS == (int) PART_KINDS, "each has a name");

const char *const vm_kind_names[] = {"head", "globals", "threads", "heap",
                                     "rest"};

/* Gives where the next kind begins. */
static size_t
kind_fill (uint8_t kinds[], size_t from, size_t count, size_t parts,
           enum kinds_kind kind)
{
    size_t end = count < parts - from ? from + count : parts;
    for (size_t i = from; i < end; i++)
        kinds[i] = (uint8_t) kind;
    return end;
}

void
vm_state_kinds (struct bytes state, const uint32_t ends[], size_t parts,
                uint8_t kinds[])
{
    (void) ends;
    if (!parts)
        return;
    const uint8_t *data = state.data;
    size_t at = kind_fill (kinds, 0, 1, parts, HEAD);
    if (state.size < VM_HEAD_BYTES) /* it has no other */
        return;
    at = kind_fill (kinds, at, vm_get32 (data + 4), parts, GLOBALS);
    at = kind_fill (kinds, at, vm_get32 (data) >> VM_HEAD_THREADS, parts,
                    THREADS);
    at = kind_fill (kinds, at, vm_get32 (data + 8), parts, HEAP);
    kind_fill (kinds, at, parts - at, parts, REST);
}
