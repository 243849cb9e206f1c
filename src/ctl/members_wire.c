/* members_wire.c -- see members_wire.h. */
#include "ctl/members_wire.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

void
ctl_setup_write (const struct ctl_setup *s, struct buffer *b)
{
    assert (s->member.size && s->member.size <= CTL_MEMBERS);
    buffer_uint (b, s->member.size);
    for (size_t i = 0; i < s->member.size; i++)
        buffer_uint (b, s->member.at[i]);
    buffer_uint (b, s->memory_bytes);
    buffer_uint (b, s->cache_bytes);
    buffer_string (b, s->store);
    buffer_string (b, s->scratch);
    buffer_bytes (b, s->program);
    buffer_bytes (b, s->formula);
}

bool
ctl_setup_read (struct ctl_setup *s, struct reader *r)
{
    *s = (struct ctl_setup) {.memory_bytes = 0};
    uint64_t members = reader_uint (r);
    bool good = members && members <= CTL_MEMBERS;
    for (uint64_t i = 0; good && i < members; i++) {
        uint64_t number = reader_uint (r);
        good = number <= UINT32_MAX;
        VEC_PUSH (s->member, (unsigned) number);
    }
    s->memory_bytes = reader_uint (r);
    s->cache_bytes = reader_uint (r);
    s->store = reader_string (r);
    s->scratch = reader_string (r);
    s->program = reader_bytes (r);
    s->formula = reader_bytes (r);
    return good && reader_done (r);
}

void
ctl_setup_clear (struct ctl_setup *s)
{
    VEC_CLEAR (s->member);
    memory_free (s->store);
    memory_free (s->scratch);
}

void
ctl_order_write (const struct ctl_order *o, struct buffer *b)
{
    buffer_byte (b, o->operation);
    buffer_byte (b, o->bound);
    buffer_byte (b, o->again);
    buffer_byte (b, o->both);
    buffer_uint (b, o->node);
    buffer_uint (b, o->which);
}

bool
ctl_order_read (struct ctl_order *o, struct reader *r)
{
    *o = (struct ctl_order) {.operation = reader_byte (r)};
    o->bound = reader_byte (r);
    o->again = reader_byte (r);
    o->both = reader_byte (r);
    o->node = (uint32_t) reader_uint (r);
    o->which = (uint32_t) reader_uint (r);
    return !r->failed && o->operation < CTL_OPERATIONS && o->bound < CTL_BOUNDS;
}

void
ctl_report_write (const struct ctl_report *r, struct buffer *b)
{
    const uint64_t number[] = {r->moved, r->taken, r->states, r->edges,
                               r->steps, r->ended, r->cuts,   r->bytes};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        buffer_uint (b, number[i]);
    buffer_digest (b, r->digest);
    buffer_byte (b, r->cut.found);
    buffer_uint (b, r->cut.layer);
    buffer_bytes (b, buffer_view (&r->cut.state));
    buffer_uint (b, r->cut.choice);
    buffer_byte (b, (uint8_t) r->problem.kind);
    buffer_string (b, r->problem.message);
}

bool
ctl_report_read (struct ctl_report *to, struct reader *r)
{
    uint64_t *const number[] = {&to->moved, &to->taken, &to->states,
                                &to->edges, &to->steps, &to->ended,
                                &to->cuts,  &to->bytes};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        *number[i] = reader_uint (r);
    to->digest = reader_digest (r);
    to->cut.found = reader_byte (r);
    to->cut.layer = reader_uint (r);
    struct bytes state = reader_bytes (r);
    buffer_reset (&to->cut.state);
    buffer_put (&to->cut.state, state.data, state.size);
    to->cut.choice = (uint32_t) reader_uint (r);
    uint8_t kind = reader_byte (r);
    struct bytes message = reader_bytes (r);
    to->problem = (struct problem) {.kind = (enum problem_kind) kind};
    if (r->failed || kind > PROBLEM_INTERNAL
        || message.size >= sizeof to->problem.message)
        return false;
    if (message.size)
        memcpy (to->problem.message, message.data, message.size);
    return true;
}
