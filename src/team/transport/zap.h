/* zap.h -- who may speak CURVE to a socket of ours: answers ZeroMQ's questions
 * (RFC 27). */
#ifndef TEAM_TRANSPORT_ZAP_H
#define TEAM_TRANSPORT_ZAP_H

#include "base/problem.h"
#include "team/transport/keys.h"

enum { ZAP_FROM = 64 };

/* Where a context's sockets ask.  Null: problem set. */
void *zap_open (void *context, struct problem *);

typedef bool zap_allowed (void *context, const char key[KEY_TEXT]);

/* Answers one question, if there is one.  True: somebody was refused, who came
 * `from` there with this key (empty: none). */
bool zap_answer (void *zap, zap_allowed *, void *context, char from[ZAP_FROM],
                 char key[KEY_TEXT]);

#endif
