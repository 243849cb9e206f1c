/* meetings.h -- whom a master has told of each other, so that they need no hub
 * (straight.h).
 *
 * Two workers meet when the first word between them comes by the hub; one of them
 * listens, the other calls.  Where one of them is on another machine, that one
 * calls, and both know each other's CURVE key. */
#ifndef TEAM_TRANSPORT_MEETINGS_H
#define TEAM_TRANSPORT_MEETINGS_H

#include "base/map.h"
#include "base/vec.h"
#include "team/transport/door_internal.h"
#include "team/transport/keys.h"

struct meeting {
    unsigned listener, caller;
    bool far; /* over tcp */
    uint8_t token[ID_BYTES];
    char public_key[KEY_TEXT], secret_key[KEY_TEXT]; /* the caller's, if far */
    bool told;                                       /* the caller was */
};

struct meetings {
    struct map pairs; /* of numbers, to places in `at` */
    struct VEC (struct meeting) at;
    uint64_t frames, bytes; /* that came by the hub all the same */
};

void meetings_init (struct meetings *);
void meetings_clear (struct meetings *);

/* A frame of so many bytes passes from one to another; `far`: on another machine.
 * If these two were not told of each other yet: what the listener is to be told
 * (FRAME_LISTEN), appended to `to`; else null.  `host`: where listeners of this
 * machine are called from others; null: nowhere. */
const struct meeting *meetings_pass (struct meetings *, unsigned from,
                                     bool from_far, unsigned to, bool to_far,
                                     size_t bytes, const char *host,
                                     struct buffer *rest);
/* What a listener answers (FRAME_LISTENING), as what its caller is to be told
 * (FRAME_MEET).  Null: it cannot, or nobody asked. */
const struct meeting *meetings_answer (struct meetings *, unsigned listener,
                                       unsigned caller, struct bytes answer,
                                       struct buffer *rest);
/* The other one of each that this one met. */
unsigned meeting_other (const struct meeting *, unsigned who);

/* The host in a tcp endpoint; the caller frees it. */
char *endpoint_host (const char *endpoint);

#endif
