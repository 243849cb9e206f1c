/* zmq_internal.h -- what the master's hub and the workers' spokes share. */
#ifndef TEAM_TRANSPORT_ZMQ_INTERNAL_H
#define TEAM_TRANSPORT_ZMQ_INTERNAL_H

#include "base/problem.h"
#include "team/transport/endpoint.h"
#include "team/transport.h"

bool hub_run (const struct transport_options *, const struct member_class *,
              member *, struct problem *);
bool spoke_run (const struct transport_options *, const char *address,
                const struct member_class *, member *, struct problem *);

/* A socket without limits on its queues (credits bound them) that lingers at
 * most `linger_ms`.  Null: problem set. */
void *wire_socket (void *context, int type, int linger_ms, struct problem *);
/* Sends a frame, to the peer `id` if the socket is a router (else id is empty).
 * A peer that is gone is no error: its silence or its process tells. */
void wire_send (void *socket, struct bytes id, struct bytes frame);
void wire_control (void *socket, struct bytes id, enum frame_kind,
                   uint64_t number, struct bytes rest);
/* Takes what stands in a router's queue, one frame with its sender's id, which has
 * ID_BYTES (door_internal.h) at most; what is not made so is dropped.  False: there
 * is nothing. */
bool wire_read (void *router,
                void (*take) (void *context, struct bytes id,
                              struct bytes frame),
                void *context);
/* Readable when something may have come to this socket since all of it was read; that
 * is said once only, so all must be read then. */
int wire_descriptor (void *socket);
bool wire_waits (void *socket); /* has something come? */
bool wire_problem (struct problem *, const char *what, const char *name);

#endif
