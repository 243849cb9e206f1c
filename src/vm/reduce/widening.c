/* widening.c -- see widening.h. */
#include "vm/reduce/widening.h"

#include <assert.h>
#include <string.h>

#include "vm/state/state.h"

void
vm_widening_init (struct vm_widening *b)
{
    *b = (struct vm_widening) {0};
    pthread_mutex_init (&b->lock, NULL);
}

void
vm_widening_clear (struct vm_widening *b)
{
    VEC_CLEAR (b->of);
    pthread_mutex_destroy (&b->lock);
}

static uint64_t
first_value (const struct vm_global *g)
{
    uint64_t first = 0;
    for (size_t i = 0; i < g->initial.size && i < sizeof first; i++)
        first |= (uint64_t) g->initial.data[i] << 8 * i;
    return first;
}

void
vm_widening_begin (struct vm_widening *b, const struct vm_code *c)
{
    b->on = true;
    b->of.size = 0;
    for (size_t g = 0; g < c->global.size; g++)
        VEC_PUSH (b->of, (struct vm_wideningred) {
                             .first = first_value (&c->global.at[g])});
}

void
vm_widening_end (struct vm_widening *b)
{
    b->on = false;
    b->of.size = 0;
}

/* ---- what is noted */

static bool
has_value (const struct vm_wideningred *g, uint64_t value)
{
    for (uint32_t i = 0; i < g->values && i < VM_BLUR_VALUES; i++)
        if (g->value[i] == value)
            return true;
    return false;
}

static void
value_add (struct vm_wideningred *g, uint64_t value)
{
    if (g->values)
        g->varies |= g->value[0] ^ value;
    if (has_value (g, value) || g->values > VM_BLUR_VALUES)
        return;
    if (g->values < VM_BLUR_VALUES)
        g->value[g->values] = value;
    g->values++;
}

void
vm_widening_note (struct vm_widening *b, uint32_t global, uint64_t value)
{
    assert (global < b->of.size);
    pthread_mutex_lock (&b->lock);
    value_add (&b->of.at[global], value);
    pthread_mutex_unlock (&b->lock);
}

static bool
is_due (const struct vm_wideningred *g)
{
    return g->values > VM_BLUR_VALUES && g->varies & ~g->mask;
}

bool
vm_widening_is_due (struct vm_widening *b)
{
    bool due = false;
    pthread_mutex_lock (&b->lock);
    for (size_t i = 0; i < b->of.size; i++)
        due |= is_due (&b->of.at[i]);
    pthread_mutex_unlock (&b->lock);
    return due;
}

bool
vm_widening_take (struct vm_widening *b)
{
    bool grew = false;
    for (size_t i = 0; i < b->of.size; i++) {
        struct vm_wideningred *g = &b->of.at[i];
        if (is_due (g)) {
            g->mask |= -(g->varies & -g->varies);
            grew = true;
        }
        g->varies = g->values = 0;
    }
    return grew;
}

/* ---- states */

static bool
is_number (const struct vm_state *s, const struct vm_object *o)
{
    if (!o->size || o->size > 8 || !o->data)
        return false;
    for (uint32_t i = 0; o->points && i < o->size / s->code->pointer_bytes; i++)
        if (o->points[i])
            return false;
    return true;
}

static void
global_forget (struct vm_state *s, struct vm_object *o, uint64_t mask)
{
    vm_need_unknown (s, o);
    for (uint32_t i = 0; i < o->size; i++) {
        uint8_t gone = (uint8_t) (mask >> 8 * i);
        o->unknown[i] |= gone;
        o->data[i] &= (uint8_t) ~gone;
    }
}

static void
global_apply (struct vm_widening *b, struct vm_state *s, uint32_t n)
{
    struct vm_object *o = &s->global[n];
    uint64_t value = 0, unknown = 0, mask = b->of.at[n].mask;
    memcpy (&value, o->data, o->size);
    if (o->unknown)
        memcpy (&unknown, o->unknown, o->size);
    if (!unknown && value == b->of.at[n].first)
        return;
    vm_widening_note (b, n, value & ~unknown & ~mask);
    if (mask)
        global_forget (s, o, mask);
}

void
vm_widening_apply (struct vm_widening *b, struct vm_state *s)
{
    for (uint32_t n = 0; n < s->code->global.size; n++)
        if (s->global[n].own && is_number (s, &s->global[n]))
            global_apply (b, s, n);
}
