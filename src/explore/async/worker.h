/* worker.h -- a worker of a search without layers (async.h), for those
 * who need nothing else of it. */
#ifndef EXPLORE_ASYNC_WORKER_H
#define EXPLORE_ASYNC_WORKER_H

#include "team/protocol.h"

enum { ASYNC_TAG = 0x400 }; /* the first of its messages */

extern const struct member_class async_worker_class;
extern const struct team_protocol async_protocol;
member *async_worker_new (void);
void async_worker_free (member *);

#endif
