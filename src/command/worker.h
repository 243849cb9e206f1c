/* worker.h -- a worker that serves whichever protocol its master speaks.
 *
 * The first message tells: the tags of the paper's protocol begin at 0x100,
 * those of a crew are below. */
#ifndef WORKER_H
#define WORKER_H

#include "team/team.h"

extern const struct member_class cegar_worker_class;
member *cegar_worker_new (void *unused);
void cegar_worker_free (member *);

#endif
