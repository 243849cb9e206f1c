/* members_worker.h -- a member that labels states (ctl/members.h), for those who need
 * nothing else of it. */
#ifndef CTL_MEMBERS_WORKER_H
#define CTL_MEMBERS_WORKER_H

#include "team/protocol.h"

enum { CTL_TAG = 0x500 }; /* the first of its messages */

extern const struct team_protocol ctl_protocol;
extern const struct member_class ctl_worker_class;
member *ctl_worker_new (void);
void ctl_worker_free (member *);

#endif
