/* refs.c -- where numbers of objects stand in a state's bytes. */
#include "vm/state/internal.h"

static uint8_t *
points_visit (const struct vm_refs *r, uint32_t size, uint8_t *at)
{
    uint8_t *end = at + vm_points_bytes (r->state->code, size);
    for (; at < end; at += sizeof (vm_id))
        if (vm_get32 (at))
            r->visit (r->context, at);
    return end;
}

/* Behind data and mask. */
static uint8_t *
bytes_visit (const struct vm_refs *r, uint32_t size, unsigned parts,
             uint8_t *at)
{
    at += parts & 1 ? 2 * (size_t) vm_pad (size) : vm_pad (size);
    return parts & 2 ? points_visit (r, size, at) : at;
}

uint8_t *
vm_refs_object (const struct vm_refs *r, uint8_t *at)
{
    uint32_t size = vm_get32 (at), flags = vm_get32 (at + 4);
    at += 8;
    if (flags & (VM_FREED | VM_O_BLANK))
        return at;
    return bytes_visit (r, size, flags >> 16 & 3, at);
}

uint8_t *
vm_refs_group (const struct vm_refs *r, const struct vm_grouping *groups,
               uint32_t n, uint8_t *at)
{
    uint32_t head = vm_get32 (at);
    uint8_t *end = at + 4 * (size_t) (head >> 1);
    if (!(head & 1))
        return end;
    const struct vm_group *g = &groups->group.at[n];
    const uint32_t *member = groups->member.at + g->first;
    const struct vm_object *object = groups == &r->state->opened->global
                                         ? r->state->global
                                         : r->state->opened->first_local;
    uint32_t parts = vm_get32 (at + 4);
    at += 8;
    for (uint32_t i = 0; i < g->size; i++, parts >>= 2)
        at = bytes_visit (r, object[member[i]].size, parts & 3, at);
    assert (at == end);
    return end;
}

static uint8_t *
value_visit (const struct vm_refs *r, uint8_t *at)
{
    if (vm_get32 (at + 16))
        r->visit (r->context, at + 16);
    return at + VM_VALUE_BYTES;
}

static uint8_t *
registers_visit (const struct vm_refs *r, uint32_t pc,
                 const struct vm_kept *kept, uint8_t *at)
{
    uint8_t *end = at + kept->bytes;
    if (!kept->pointers)
        return end;
    const struct vm_code *c = r->state->code;
    const uint8_t *width =
        c->width.at + c->function.at[r->state->live->function[pc]].first_width;
    const uint32_t *list = r->state->live->list.at + kept->first;
    for (uint32_t i = 0; i < kept->size; i++) {
        if (!width[list[i]] && vm_get32 (at))
            r->visit (r->context, at);
        at += vm_width_bytes (width[list[i]]);
    }
    return end;
}

static uint8_t *
frame_visit (const struct vm_refs *r, bool top, uint8_t *at)
{
    uint32_t head = vm_get32 (at), pc = head & (VM_F_EXACT - 1);
    const struct vm_kept *kept = vm_kept_by (r->state, pc, top);
    at += 4;
    if (head & VM_F_EXACT)
        for (uint32_t i = 0; i < kept->size; i++)
            at = value_visit (r, at);
    else
        at = registers_visit (r, pc, kept, at);
    for (uint32_t i = head >> VM_F_OBJECTS; i; i--)
        at = vm_refs_object (r, at);
    return at;
}

uint8_t *
vm_refs_thread (const struct vm_refs *r, uint8_t *at)
{
    uint8_t *end = at + 4 * (size_t) vm_get32 (at);
    if (end == at + 4)
        return end;
    uint32_t head = vm_get32 (at + 4);
    at += 8;
    at += head & VM_T_ATOMIC ? 4 : 0;
    at += head & VM_T_SELECTOR ? 4 : 0;
    if (head & VM_T_WAIT)
        at = value_visit (r, at);
    if (head & VM_T_RESULT)
        at = value_visit (r, at);
    if (head & VM_T_KEYS) {
        uint32_t keys = vm_get32 (at);
        at += 4;
        for (uint32_t i = 0; i < keys; i++)
            at = value_visit (r, at);
    }
    const struct vm_grouping *local = &r->state->opened->local;
    if (head & VM_T_LOCAL)
        for (uint32_t g = 0; g < local->group.size; g++)
            at = vm_refs_group (r, local, g, at);
    uint32_t frames = vm_head_frames (head);
    for (uint32_t i = 0; i < frames; i++)
        at = frame_visit (r, i + 1 == frames, at);
    assert (at == end);
    return end;
}

void
vm_refs_rest (const struct vm_refs *r, uint8_t *at, const uint8_t *end)
{
    if (at == end)
        return;
    uint32_t holds = vm_get32 (at), keys = vm_get32 (at + 4);
    at += 12;
    for (uint32_t i = 0; i < holds; i++, at += sizeof (struct vm_hold))
        r->visit (r->context, at + offsetof (struct vm_hold, object));
    at += keys * sizeof (vm_id);
    for (; at < end; at += sizeof (vm_id))
        if (vm_get32 (at))
            r->visit (r->context, at);
}
