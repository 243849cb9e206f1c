/* address.h -- where a live view is served: "127.0.0.1:8080", "[::1]:0", "8080". */
#ifndef SERVE_ADDRESS_H
#define SERVE_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

#include "base/problem.h"

struct serve_address {
    struct sockaddr_storage at;
    socklen_t size;
    bool loopback; /* only this machine can reach it */
};

/* An address of numbers, or localhost, and a port; a port alone is of this machine.
 * False: problem (USAGE). */
bool serve_address_read (struct serve_address *, const char *,
                         struct problem *);
/* A socket that listens there, or -1: problem; and the port that it got. */
int serve_address_listen (const struct serve_address *, const char *said,
                          unsigned *port, struct problem *);

/* Whether a Host header names this machine by an address, or as localhost: a name that
 * somebody's server of names gives would let a page of his read ours. */
bool serve_host_good (const char *host);

#endif
