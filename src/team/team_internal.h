/* team_internal.h -- what a transport fills in behind team.h.
 *
 * A transport's own struct begins with a struct team, so that the team * which
 * members are given is also a pointer to it. */
#ifndef TEAM_TEAM_INTERNAL_H
#define TEAM_TEAM_INTERNAL_H

#include "team/team.h"

#define TEAM_TAGS UINT32_C (0xff000000) /* and above: the transport's */

struct team_class {
    bool (*send) (team *, unsigned to, uint32_t tag, struct bytes body);
    void (*cancel) (team *, unsigned to);
    void (*alarm) (team *, uint64_t after_ns, uint64_t what);
    uint64_t (*now) (const team *);
    void (*expel) (team *, unsigned who);
    bool (*spawn) (team *);
    void (*finish) (team *);
};

struct team {
    const struct team_class *class;
    unsigned self;
    bool exhausted; /* see team_exhausted */
    bool foreign;   /* see team_foreign */
};

#endif
