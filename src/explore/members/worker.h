/* worker.h -- a worker of a search over a team (members.h), for those
 * who need nothing else of it. */
#ifndef EXPLORE_MEMBERS_WORKER_H
#define EXPLORE_MEMBERS_WORKER_H

#include "team/protocol.h"

enum { MEMBERS_TAG = 0x300 }; /* the first of its messages */

extern const struct member_class members_worker_class;
extern const struct team_protocol members_protocol;
member *members_worker_new (void);
void members_worker_free (member *);

#endif
