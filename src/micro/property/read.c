/* read.c -- reading an invariant, and the values of what it
 * names. */
#include <string.h>

#include "micro/property/internal.h"

void
property_parser_init (struct property_parser *p,
                      struct micro_property *property,
                      const struct micro_image *image, const char *text,
                      struct problem *problem)
{
    assert (image->class && image->data_size && text);
    assert (!property->item.size && !property->observed);
    *p = (struct property_parser) {.image = image,
                                   .property = property,
                                   .text = text,
                                   .at = text,
                                   .option = "--invariant",
                                   .column = 1,
                                   .problem = problem};
    property->observed = memory_new ((image->data_size + 7) / 8);
}

void
property_parser_clear (struct property_parser *p)
{
    for (size_t i = 0; i < p->line.size; i++)
        VEC_CLEAR (p->line.at[i].address);
    VEC_CLEAR (p->line);
    VEC_CLEAR (p->leaf);
}

bool
micro_property_read (struct micro_property *property,
                     const struct micro_image *image, const char *text,
                     struct problem *problem)
{
    return micro_property_read_at (property, image, text, "--invariant", 1,
                                   problem);
}

bool
micro_property_read_at (struct micro_property *property,
                        const struct micro_image *image, const char *text,
                        const char *option, unsigned column,
                        struct problem *problem)
{
    struct property_parser p;
    assert (!property->item.size && !property->observed && column > 0);
    property_parser_init (&p, property, image, text, problem);
    p.option = option;
    p.column = column;
    bool good = property_parse (&p);
    assert (good == (problem->kind == PROBLEM_NONE));
    property_parser_clear (&p);
    if (!good)
        micro_property_clear (property);
    return good;
}

static void
print_value (const struct property_leaf *l, const struct micro_item *item,
             const struct micro_core *core, struct text *t)
{
    wide value;
    assert (l->item < l->item_end);
    enum property_value got =
        property_evaluate (item, l->item, l->item_end, core, &value);
    if (got == VALUE_NONE)
        text_add (t, "none");
    else if (got == VALUE_UNKNOWN)
        text_add (t, "unknown");
    else if (l->hex)
        text_print (t, "0x%02llx", (unsigned long long) value);
    else if (value > INT64_MAX)
        text_print (t, "%llu", (unsigned long long) value);
    else
        text_print (t, "%lld", (long long) value);
}

static bool
leaf_repeats (const struct property_parser *p, size_t i)
{
    const struct property_leaf *l = p->leaf.at + i;
    for (size_t k = 0; k < i; k++) {
        const struct property_leaf *m = p->leaf.at + k;
        if (m->text_end - m->text == l->text_end - l->text
            && !memcmp (p->text + m->text, p->text + l->text,
                        l->text_end - l->text))
            return true;
    }
    return false;
}

void
micro_property_values (const struct micro_property *property,
                       const struct micro_image *image, const char *text,
                       const struct micro_core *core, struct text *t)
{
    struct micro_property again = {0};
    struct property_parser p;
    struct problem problem = {0};
    property_parser_init (&p, &again, image, text, &problem);
    bool good = property_parse (&p), any = false;
    assert (!good || again.item.size == property->item.size);
    for (size_t i = 0; good && i < p.leaf.size; i++) {
        const struct property_leaf *l = p.leaf.at + i;
        if (leaf_repeats (&p, i))
            continue;
        text_print (t, "%s%.*s = ", any ? ", " : "",
                    (int) (l->text_end - l->text), text + l->text);
        print_value (l, again.item.at, core, t);
        any = true;
    }
    property_parser_clear (&p);
    micro_property_clear (&again);
}
