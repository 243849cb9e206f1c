/* keys.h -- the CURVE keys that workers and masters know each other by.
 *
 * A directory (the usual one: $XDG_CONFIG_HOME/cohort or ~/.config/cohort) has
 *
 *   server.key  the master's secret key, mode 0600
 *   server.pub  the master's public key: workers need a copy
 *   worker.key  a worker's secret key, mode 0600
 *   worker.pub  a worker's public key
 *   allowed/    public keys of the workers that may join, one per file
 *
 * Each file has one key as 40 characters of Z85 and a newline. */
#ifndef TEAM_TRANSPORT_KEYS_H
#define TEAM_TRANSPORT_KEYS_H

#include <stdio.h>

#include "base/problem.h"

enum { KEY_TEXT = 41 }; /* 40 characters and a final 0 */

struct key_pair {
    char public_key[KEY_TEXT], secret_key[KEY_TEXT];
};

enum key_owner { KEY_SERVER, KEY_WORKER };

/* The usual directory, or a copy of `directory` if that is not null; the caller
 * frees it.  Null: there is no home directory, problem set. */
char *keys_directory (const char *directory, struct problem *);
/* Makes whatever is missing in the directory, which may be null as above; this
 * machine's own worker is allowed. */
bool keys_make (const char *directory, struct problem *);
/* The pair of an owner.  A secret key that others can read is refused. */
bool keys_load (const char *directory, enum key_owner, struct key_pair *,
                struct problem *);
/* The master's public key, which a worker needs. */
bool keys_server (const char *directory, char key[KEY_TEXT], struct problem *);
/* May the worker with this public key join? */
bool keys_allowed (const char *directory, const char key[KEY_TEXT]);
/* Shows the directory, the public keys and who is allowed. */
bool keys_print (const char *directory, FILE *, struct problem *);

#endif
