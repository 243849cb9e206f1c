/* door_internal.h -- the door as the hub of a team sees it. */
#ifndef TEAM_TRANSPORT_DOOR_INTERNAL_H
#define TEAM_TRANSPORT_DOOR_INTERNAL_H

#include <pthread.h>

#include "base/memory.h"
#include "base/vec.h"
#include "team/transport/door.h"

enum {
    ID_BYTES = 16, /* longest routing id; a socket's own choice has 5 */
    NOTE_MOST = 400
};

/* Who knocked, and is of our version. */
struct visitor {
    uint8_t id[ID_BYTES];
    size_t id_size;
    unsigned silent; /* beats since it was heard of */
};

struct door {
    void *context, *socket; /* whoever has the door uses them, nobody else */
    void *zap;              /* where the socket asks who is allowed */
    char *keys, *address;
    struct buffer greeting;
    struct log log;
    uint64_t open_ns; /* since when it listens */
    int warning_fd;   /* as it was given; -1: all were told */
    struct VEC (struct visitor) visitors;
    /* The lobby: runs while no team has the door. */
    pthread_t thread;
    bool open;   /* the thread runs */
    int stop_fd; /* makes it end */
};

/* A team begins: nobody else reads the door, visitors are the team's to take. */
void door_take (struct door *);
/* It is over. */
void door_give (struct door *);
/* Whoever this is waits from now on, and hears so. */
void door_admit (struct door *, struct bytes id);
/* Answers whether a key is allowed, if that was asked; `note`: empty, or that
 * somebody was refused. */
void door_authenticate (struct door *, char note[NOTE_MOST]);
/* Is this greeting ours?  If not, whoever sent it is told, and `note` says so. */
bool door_greeted (void *socket, struct bytes id, struct bytes ours,
                   struct bytes theirs, char note[NOTE_MOST]);

#endif
