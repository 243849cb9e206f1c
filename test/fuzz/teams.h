/* teams.h -- the roles of teams.c, by the room that they live in. */
#ifndef TEAMS_H
#define TEAMS_H

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "team/team.h"

struct role {
    char queued_message; /* 0: the list ends */
    const char *name;
    const struct member_class *class;
    member *(*make) (void);
    void (*drop) (member *);
    uint32_t tag;  /* the first of the protocol */
    unsigned tags; /* and some more than it has */
    bool master;
    unsigned work; /* one input in so many may work; 0: all */
    /* What stands for its first message, which opens a program (any programs are
     * for wires.c); null: it takes what comes. */
    void (*program) (struct buffer *);
};

/* A room: its roles, and what they share.  That is made anew now and then,
 * because terms are only ever added. */
struct room {
    const struct role *roles;
    void (*make) (void);
    void (*clear) (void);
};

extern const struct room room_pool, room_bounded, room_cegar, room_explore;

static inline void
require (bool good, const char *what)
{
    if (good)
        return;
    fprintf (stderr, "broken: %s\n", what);
    abort ();
}

#endif
