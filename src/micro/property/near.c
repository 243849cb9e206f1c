/* near.c -- a name that is not known, and what may be meant. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "micro/property/internal.h"

enum { OFFERED = 3, MOST_NAME = 40 };

struct near_offer {
    char wanted[MOST_NAME + 1];
    struct {
        const char *name;
        size_t distance;
    } best[OFFERED + 1];
    size_t count;
};

/* Names that differ much are no help. */
static void
offer (struct near_offer *o, const char *name)
{
    size_t n = strlen (o->wanted);
    assert (name && n);
    size_t d =
        !strcasecmp (name, o->wanted) ? 1 : text_distance (name, o->wanted);
    if (d > (n < 4 ? 1 : n < 6 ? 2 : n / 3))
        return;
    size_t i = o->count;
    for (size_t k = 0; k < o->count; k++)
        if (!strcmp (o->best[k].name, name))
            return;
    for (; i
           && (o->best[i - 1].distance > d
               || (o->best[i - 1].distance == d
                   && strcmp (o->best[i - 1].name, name) > 0));
         i--)
        o->best[i] = o->best[i - 1];
    o->best[i].name = name;
    o->best[i].distance = d;
    if (o->count < OFFERED)
        o->count++;
    assert (o->count <= OFFERED);
}

static void
offer_all (struct near_offer *o, const struct micro_image *image)
{
    const struct micro_symbols *s = &image->symbols;
    for (size_t i = 0; i < s->variable.size; i++)
        offer (o, s->variable.at[i].name);
    for (size_t i = 0; i < s->constant.size; i++)
        offer (o, s->constant.at[i].name);
    const char *name;
    for (size_t i = 0; (name = image->class->name (image->device, i)); i++)
        offer (o, name);
    for (size_t i = 0; i < s->label.size; i++)
        if (s->label.at[i].code && strncmp (s->label.at[i].name, "__", 2))
            offer (o, s->label.at[i].name);
}

static void
offer_text (const struct near_offer *o, struct text *t)
{
    for (size_t i = 0; i < o->count; i++)
        text_print (t, "%s%s", i ? ", " : "; near: ", o->best[i].name);
}

void
property_unknown (struct property_parser *p, const char *at, size_t size)
{
    const struct micro_symbols *s = &p->image->symbols;
    struct near_offer o = {0};
    struct text near;
    text_init (&near);
    snprintf (o.wanted, sizeof o.wanted, "%.*s", (int) size, at);
    if (size <= MOST_NAME)
        offer_all (&o, p->image);
    offer_text (&o, &near);
    const char *hint = "";
    if (!s->debug)
        hint = s->stabs ? "; the names of C are not known, as the debug "
                          "information is STABS: compile with -gdwarf-4"
                        : p->image->class->no_debug;
    property_fail (p, at, "no variable, register or label is called `%.*s`%s%s",
                   (int) (size < MOST_NAME ? size : MOST_NAME), at,
                   text_view (&near), hint);
    text_clear (&near);
}

void
property_unknown_field (struct property_parser *p, const char *at, size_t size,
                        const struct micro_type *t)
{
    struct near_offer o = {0};
    struct text near;
    text_init (&near);
    snprintf (o.wanted, sizeof o.wanted, "%.*s", (int) size, at);
    for (size_t i = 0; i < t->field.size && size <= MOST_NAME; i++)
        if (t->field.at[i].name[0])
            offer (&o, t->field.at[i].name);
    offer_text (&o, &near);
    property_fail (p, at, "no field is called `%.*s`%s",
                   (int) (size < MOST_NAME ? size : MOST_NAME), at,
                   text_view (&near));
    text_clear (&near);
}
