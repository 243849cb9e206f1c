/* wire.c -- properties as bytes, and whether the words of one can
 * be evaluated. */
#include "micro/property/internal.h"

#include <string.h>

enum { MOST_ITEMS = 1 << 16 };

static bool
item_sound (const struct micro_item *w, size_t data_size)
{
    switch (w->word) {
    case WORD_BITS:
        if (w->width < 1 || w->bit + w->width > 8 * w->size || w->width > 64)
            return false;
        /* fall through */
    case WORD_BYTES:
        return w->size >= 1 && w->size <= 8
               && (size_t) w->address + w->size <= data_size;
    case WORD_OPERATOR:
        return w->value >= 0 && w->value < OPERATORS
               && (w->value != OPERATOR_CAST || (w->size >= 1 && w->size <= 8));
    case WORD_READS:
        return w->bit < 8 && (w->value == 0 || w->value == 1)
               && w->address < data_size;
    case WORD_CONSTANT:
    case WORD_PC:
    case WORD_INDEX:
    case WORD_BOOL:
    case WORD_SKIP:
    case WORD_SKIP_IF:
    case WORD_SKIP_IF_NOT:
        return true;
    }
    return false;
}

/* Values that a word takes from the stack, and how many it leaves if it goes on
 * to the next one. */
static void
item_effect (const struct micro_item *w, int *takes, int *gives)
{
    *takes = 0;
    *gives = 1;
    switch (w->word) {
    case WORD_BYTES:
    case WORD_BITS:
        *takes = w->stride != 0;
        break;
    case WORD_INDEX:
        *takes = w->size ? 2 : 1;
        break;
    case WORD_OPERATOR:
        *takes = w->value < OPERATOR_UNARY ? 1 : 2;
        break;
    case WORD_BOOL:
        *takes = 1;
        break;
    case WORD_SKIP:
        *gives = 0;
        break;
    case WORD_SKIP_IF:
    case WORD_SKIP_IF_NOT:
        *takes = 1;
        *gives = 0;
        break;
    default:
        break;
    }
}

static bool
item_skips (const struct micro_item *w)
{
    return w->word == WORD_SKIP || w->word == WORD_SKIP_IF
           || w->word == WORD_SKIP_IF_NOT;
}

/* height[i]: values on the stack before word i, -1 if nothing leads there. */
static bool
heights_sound (const struct micro_item *item, size_t count, int *height)
{
    for (size_t i = 0; i < count; i++) {
        const struct micro_item *w = item + i;
        int takes, gives;
        assert (height[i] < PROPERTY_STACK);
        item_effect (w, &takes, &gives);
        if (height[i] < takes || height[i] - takes + gives >= PROPERTY_STACK)
            return false;
        int after = height[i] - takes + gives;
        size_t next[2] = {i + 1, i + 1};
        int there[2] = {after, after};
        if (item_skips (w)) {
            if (w->value < 0 || (uint64_t) w->value > count - i - 1)
                return false;
            next[1] += (size_t) w->value;
            there[1] += w->word != WORD_SKIP && !w->size;
        }
        for (int k = w->word == WORD_SKIP; k < 2; k++) {
            if (height[next[k]] >= 0 && height[next[k]] != there[k])
                return false;
            height[next[k]] = there[k];
        }
    }
    return height[count] == 1;
}

bool
property_items_sound (const struct micro_item *item, size_t count,
                      size_t data_size)
{
    if (!count)
        return true;
    for (size_t i = 0; i < count; i++)
        if (!item_sound (item + i, data_size))
            return false;
    int *height = NEW_ARRAY (int, count + 1);
    for (size_t i = 1; i <= count; i++)
        height[i] = -1;
    bool sound = heights_sound (item, count, height);
    memory_free (height);
    return sound;
}

void
micro_property_write (const struct micro_property *p, size_t data_size,
                      struct buffer *b)
{
    assert (property_items_sound (p->item.at, p->item.size, data_size));
    buffer_uint (b, p->item.size);
    for (size_t i = 0; i < p->item.size; i++) {
        const struct micro_item *w = p->item.at + i;
        buffer_byte (b, w->word);
        buffer_byte (b, w->size);
        buffer_byte (b, w->bit);
        buffer_byte (b, w->width);
        buffer_byte (b, w->is_signed);
        buffer_uint (b, w->address);
        buffer_uint (b, w->stride);
        buffer_uint (b, w->count);
        buffer_int (b, w->value);
    }
    buffer_byte (b, p->reads_pc);
    buffer_byte (b, p->observed != NULL);
    if (p->observed)
        buffer_put (b, p->observed, (data_size + 7) / 8);
}

static uint16_t
read_short (struct reader *r)
{
    uint64_t value = reader_uint (r);
    r->failed |= value > UINT16_MAX;
    return (uint16_t) value;
}

static struct micro_item
read_item (struct reader *r)
{
    struct micro_item w = {0};
    w.word = reader_byte (r);
    w.size = reader_byte (r);
    w.bit = reader_byte (r);
    w.width = reader_byte (r);
    w.is_signed = reader_byte (r) != 0;
    w.address = read_short (r);
    w.stride = read_short (r);
    w.count = read_short (r);
    w.value = reader_int (r);
    return w;
}

/* What is read must be observed: else a change of it would not be noticed. */
static bool
observed_sound (const struct micro_property *p)
{
    for (size_t i = 0; i < p->item.size; i++) {
        const struct micro_item *w = p->item.at + i;
        if (w->word == WORD_PC && !p->reads_pc)
            return false;
        if ((w->word != WORD_BYTES && w->word != WORD_BITS) || w->stride)
            continue;
        for (unsigned k = 0; k < w->size; k++)
            if (!micro_property_observes (p, (uint16_t) (w->address + k)))
                return false;
    }
    return true;
}

bool
micro_property_get (struct micro_property *p, size_t data_size,
                    struct reader *r)
{
    *p = (struct micro_property) {0};
    uint64_t count = reader_uint (r);
    r->failed |= count > MOST_ITEMS;
    for (uint64_t i = 0; i < count && !r->failed; i++)
        VEC_PUSH (p->item, read_item (r));
    p->reads_pc = reader_byte (r) != 0;
    size_t size = (data_size + 7) / 8;
    if (reader_byte (r)) {
        struct bytes observed = reader_take (r, size);
        if (observed.size == size)
            p->observed = memory_copy (observed.data, size);
    }
    if (!r->failed && property_items_sound (p->item.at, p->item.size, data_size)
        && observed_sound (p))
        return true;
    r->failed = true;
    micro_property_clear (p);
    return false;
}
