/* team.c -- see team.h: hands each call on to the transport. */
#include "team/team.h"

#include <assert.h>

#include "team/team_internal.h"

bool
team_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    assert (tag < TEAM_TAGS);
    assert (to != t->self);
    assert (body.data || !body.size);
    return t->class->send (t, to, tag, body);
}

void
team_cancel (team *t, unsigned to)
{
    assert (t->self == TEAM_MASTER && to != TEAM_MASTER);
    t->class->cancel (t, to);
}

void
team_alarm (team *t, uint64_t after_ns, uint64_t what)
{
    assert (what != TEAM_WRITABLE);
    t->class->alarm (t, after_ns, what);
}

uint64_t
team_now (const team *t)
{
    return t->class->now (t);
}

unsigned
team_self (const team *t)
{
    return t->self;
}

void
team_expel (team *t, unsigned who)
{
    assert (t->self == TEAM_MASTER && who != TEAM_MASTER);
    t->class->expel (t, who);
}

bool
team_spawn (team *t)
{
    assert (t->self == TEAM_MASTER);
    return t->class->spawn (t);
}

bool
team_foreign (const team *t)
{
    return t->foreign;
}

bool
team_exhausted (const team *t)
{
    return t->exhausted;
}

void
team_finish (team *t)
{
    t->class->finish (t);
}
