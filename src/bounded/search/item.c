/* item.c -- see item.h. */
#include "bounded/search/item.h"

#include <assert.h>

/* ---- items
 *
 *   SEARCH   kind, budget, bound, look_beyond, ways, partition
 *   CONFIRM  kind, bound, bounded, partition */

static bool
item_bool (struct reader *r, bool *value)
{
    uint8_t byte = reader_byte (r);
    *value = byte;
    return !r->failed && byte <= 1;
}

static bool
item_bound (struct reader *r, uint32_t *bound)
{
    uint64_t value = reader_uint (r);
    *bound = (uint32_t) value;
    return !r->failed && value && value < PASSIVE_NONE;
}

/* The partition, and the end. */
static bool
item_partition (struct partition *p, const struct passive_program *program,
                struct reader *r)
{
    if (!partition_read (p, program, r))
        return false;
    if (reader_done (r))
        return true;
    partition_clear (p);
    return false;
}

void
search_item_write (const struct search_item *item, struct buffer *b)
{
    assert (item->bound && item->ways);
    buffer_byte (b, ITEM_SEARCH);
    buffer_uint (b, item->budget);
    buffer_uint (b, item->bound);
    buffer_byte (b, item->look_beyond);
    buffer_uint (b, item->ways);
    partition_write (&item->partition, b);
}

bool
search_item_read (struct search_item *item,
                  const struct passive_program *program, struct reader *r)
{
    *item = (struct search_item) {0};
    if (reader_byte (r) != ITEM_SEARCH)
        return false;
    item->budget = reader_uint (r);
    return item_bound (r, &item->bound) && item_bool (r, &item->look_beyond)
           && item_bound (r, &item->ways)
           && item_partition (&item->partition, program, r);
}

void
search_item_clear (struct search_item *item)
{
    partition_clear (&item->partition);
}

void
confirm_item_write (const struct partition *p, uint32_t bound, bool bounded,
                    struct buffer *b)
{
    assert (bound);
    buffer_byte (b, ITEM_CONFIRM);
    buffer_uint (b, bound);
    buffer_byte (b, bounded);
    partition_write (p, b);
}

bool
confirm_item_read (struct confirm_item *item,
                   const struct passive_program *program, struct reader *r)
{
    *item = (struct confirm_item) {0};
    return reader_byte (r) == ITEM_CONFIRM && item_bound (r, &item->bound)
           && item_bool (r, &item->bounded)
           && item_partition (&item->partition, program, r);
}

bool
confirm_item_is (struct bytes item)
{
    return item.size && item.data[0] == ITEM_CONFIRM;
}

void
confirm_item_clear (struct confirm_item *item)
{
    partition_clear (&item->partition);
}

/* ---- the program: bound, query_limit, random, seed, never_split, whether
 * something is broken and what, the passive program */

void
bounded_program_write (const struct bounded_program *o,
                       const struct passive_program *program, struct buffer *b)
{
    buffer_uint (b, o->bound);
    buffer_uint (b, o->query_limit);
    buffer_byte (b, o->random);
    buffer_uint (b, o->seed);
    buffer_byte (b, o->never_split);
    buffer_byte (b, o->broken != NULL);
    if (o->broken)
        buffer_string (b, o->broken);
    passive_write (program, b);
}

bool
bounded_program_read (struct bounded_program *o,
                      struct passive_program *program, struct bytes bytes)
{
    struct reader r;
    reader_init (&r, bytes);
    *o = (struct bounded_program) {0};
    bool good = item_bound (&r, &o->bound);
    o->query_limit = reader_uint (&r);
    good = good && item_bool (&r, &o->random);
    o->seed = reader_uint (&r);
    bool broken = false;
    good = good && item_bool (&r, &o->never_split) && item_bool (&r, &broken);
    if (good && broken)
        o->broken = reader_string (&r);
    struct bytes rest = {r.at, (size_t) (r.end - r.at)};
    if (good && !r.failed && passive_read (program, rest))
        return true;
    memory_free (o->broken);
    o->broken = NULL;
    return false;
}
