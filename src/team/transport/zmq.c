/* zmq.c -- the transport over ZeroMQ: one hub (zmq_master.c), a star of spokes
 * (zmq_worker.c); here is what both need. */
#include <errno.h>
#include <zmq.h>

#include "team/transport/door_internal.h"
#include "team/transport/zmq_internal.h"

const struct transport_class transport_zmq = {
    .name = "zmq",
    .master = hub_run,
    .worker = spoke_run,
};

bool
wire_problem (struct problem *problem, const char *what, const char *name)
{
    return problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                            "%s %s: %s", what, name, zmq_strerror (errno));
}

void *
wire_socket (void *context, int type, int linger_ms, struct problem *problem)
{
    void *socket = zmq_socket (context, type);
    if (!socket) {
        wire_problem (problem, "cannot open", "a socket");
        return NULL;
    }
    int none = 0;
    zmq_setsockopt (socket, ZMQ_SNDHWM, &none, sizeof none);
    zmq_setsockopt (socket, ZMQ_RCVHWM, &none, sizeof none);
    zmq_setsockopt (socket, ZMQ_LINGER, &linger_ms, sizeof linger_ms);
    return socket;
}

void
wire_send (void *socket, struct bytes id, struct bytes frame)
{
    if (id.size
        && zmq_send (socket, id.data, id.size, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0)
        return;
    zmq_send (socket, frame.data, frame.size, ZMQ_DONTWAIT);
}

void
wire_control (void *socket, struct bytes id, enum frame_kind kind,
              uint64_t number, struct bytes rest)
{
    struct buffer frame;
    buffer_init (&frame);
    buffer_byte (&frame, (uint8_t) kind);
    buffer_uint (&frame, number);
    buffer_put (&frame, rest.data, rest.size);
    wire_send (socket, id, buffer_view (&frame));
    buffer_clear (&frame);
}

bool
wire_read (void *router,
           void (*take) (void *context, struct bytes id, struct bytes frame),
           void *context)
{
    zmq_msg_t id, frame;
    zmq_msg_init (&id);
    zmq_msg_init (&frame);
    bool any = zmq_msg_recv (&id, router, ZMQ_DONTWAIT) >= 0;
    if (any && zmq_msg_more (&id) && zmq_msg_recv (&frame, router, 0) >= 0) {
        bool odd = zmq_msg_size (&id) > ID_BYTES;
        while (zmq_msg_more (&frame)) { /* ours have two parts */
            odd = true;
            zmq_msg_recv (&frame, router, 0);
        }
        if (!odd)
            take (
                context,
                (struct bytes) {zmq_msg_data (&id), zmq_msg_size (&id)},
                (struct bytes) {zmq_msg_data (&frame), zmq_msg_size (&frame)});
    }
    zmq_msg_close (&frame);
    zmq_msg_close (&id);
    return any;
}

int
wire_descriptor (void *socket)
{
    int fd = -1;
    size_t size = sizeof fd;
    zmq_getsockopt (socket, ZMQ_FD, &fd, &size);
    return fd;
}

bool
wire_waits (void *socket)
{
    int events = 0;
    size_t size = sizeof events;
    zmq_getsockopt (socket, ZMQ_EVENTS, &events, &size);
    return events & ZMQ_POLLIN;
}
