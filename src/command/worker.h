/* worker.h -- a worker that serves whichever protocol its master speaks, and
 * how a master gathers its workers.
 *
 * The first message tells the protocol: tags from 0x400 are those of a search
 * over members without layers, from 0x300 of one by layers, from 0x200 hydra's,
 * from 0x100 those of the predictable-CEGAR paper, and those of a pool are
 * below.  In a pool the program names the engine that answers its items. */
#ifndef WORKER_H
#define WORKER_H

#include "base/log.h"
#include "base/options.h"
#include "process/watchdog.h"
#include "team/team.h"

extern const struct member_class worker_class;
member *worker_new (void *unused);
void worker_free (member *);

/* The greeting that both sides of a team use (team/transport.h): versions. */
void worker_greeting (struct buffer *);

/* Opens the door that --listen asks for; null: it is not asked for, or the
 * transport has none.  False: problem. */
struct door;
bool worker_door (const struct options *, const struct log *, watched *,
                  struct door **, struct problem *);
/* Runs a master and so many workers here over the transport that the options
 * ask for, and those who come in by the door (may be null).  False: problem. */
bool worker_gather (const struct options *, unsigned workers, struct door *,
                    struct log *, const struct member_class *, member *master,
                    struct problem *);

#endif
