/* wire.c -- see wire.h. */
#include "explore/async/wire.h"

void
mini_write (const struct async_mini *m, struct buffer *b)
{
    buffer_uint (b, m->from + 1); /* the root is short, too */
    buffer_uint (b, m->choice);
    buffer_uint (b, m->depth);
    buffer_int (b, m->estimate);
    buffer_digest (b, m->digest);
}

bool
mini_read (struct async_mini *m, struct reader *r)
{
    m->from = reader_uint (r) - 1;
    uint64_t choice = reader_uint (r), depth = reader_uint (r);
    m->choice = (uint32_t) choice;
    m->depth = (uint32_t) depth;
    m->estimate = reader_int (r);
    m->digest = reader_digest (r);
    return !r->failed && choice <= UINT32_MAX && depth <= UINT32_MAX && depth;
}
