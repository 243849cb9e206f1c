/* serve.h -- a running check as a page that renews itself, over HTTP (libmicrohttpd).
 *
 * It lives in the process that watches the check, in its one thread, and only looks:
 * at the board, and at what the check tells its watchdog.  So nothing of it can get into
 * a verdict, and it goes on when the check has died.  doc/live.md has what is served and
 * to whom. */
#ifndef SERVE_H
#define SERVE_H

#include "base/problem.h"
#include "process/watchdog.h"

struct serve_subject {
    const char *input;   /* name of what is checked */
    const char *version; /* of this program */
    uint64_t limit_s;    /* of time; 0: none */
};

typedef struct serve serve;

/* Opens the socket, before the check begins.  `token_file`: the first line of it must
 * come with each request; null: one is made up if others can reach the address.  Null:
 * problem (USAGE).  The board and the subject are borrowed. */
serve *serve_open (const char *address, const char *token_file,
                   struct progress_board *, const struct serve_subject *,
                   struct problem *);
/* Where it is, for people; with the token that was made up.  Owned by the view. */
const char *serve_url (const serve *);
/* What the watchdog calls meanwhile. */
struct watch_guest serve_guest (serve *);
/* The check has ended so.  Goes on until whoever looked in the last seconds has seen it,
 * three seconds at most; at once if nobody did. */
void serve_end (serve *, const char *outcome);
void serve_free (serve *); /* null is fine */

#endif
