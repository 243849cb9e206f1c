/* protocol.h -- a protocol as whoever starts workers knows it.
 *
 * The tags of a protocol are all those from its first one up to the first one of
 * another; no two share one, so the first message tells which it is. */
#ifndef TEAM_PROTOCOL_H
#define TEAM_PROTOCOL_H

#include "team/team.h"

struct team_protocol {
    uint32_t first_tag;
    const struct member_class *worker;
    member *(*worker_new) (void);
    void (*worker_free) (member *);
};

#endif
