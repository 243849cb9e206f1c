/* door.h -- where workers of other machines knock: over tcp, known by their CURVE
 * keys (team/transport/keys.h), from a check's first second to its last.
 *
 * Teams come and go, and before the first one the input is read.  While there is
 * no team, whoever knocks waits here: a thread of the door's own refuses strangers
 * and other versions, and lets the others hear a heartbeat.  A team takes the door
 * over while it lasts (zmq_master.c): all who wait join it.  When it is over, its
 * workers are told so (FRAME_CLOSE) and knock again; when the check is over, all who
 * wait are told that (FRAME_END).  However short a check is, its door is open long
 * enough for whoever waits for it. */
#ifndef TEAM_TRANSPORT_DOOR_H
#define TEAM_TRANSPORT_DOOR_H

#include "base/bytes.h"
#include "base/log.h"
#include "base/problem.h"

struct door;

struct door_options {
    const char *listen;    /* tcp address, e.g. tcp://0.0.0.0:7777 */
    const char *keys;      /* directory of the keys; null: the usual one */
    struct bytes greeting; /* what those who knock must send; copied */
    const struct log *log; /* whose level the door's own lines have */
    int warning_fd;        /* readable: the check is killed soon; -1: never */
};

/* Listens from now on.  Null: problem set. */
struct door *door_open (const struct door_options *, struct problem *);
/* Where it listens, with the port that was found. */
const char *door_address (const struct door *);
/* The check is over: says so to all who wait.  No team may have the door. */
void door_close (struct door *);

#endif
