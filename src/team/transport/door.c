/* door.c -- see door.h. */
#include "team/transport/door_internal.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <zmq.h>

#include "base/clock.h"
#include "process/process.h"
#include "team/transport/keys.h"
#include "team/transport/zap.h"
#include "team/transport/zmq_internal.h"

enum {
    VISITOR_BEATS = 30, /* a visitor silent for so long is gone */
    LINGER_MS = 500,
    OPEN_MS = 250,   /* at least: whoever waits looks more often than that */
    DESCRIPTORS = 64 /* ZeroMQ's own, and a connection for each visitor */
};

/* ---- who may come in */

static bool
door_allows (void *context, const char key[KEY_TEXT])
{
    const struct door *d = context;
    return keys_allowed (d->keys, key);
}

void
door_authenticate (struct door *d, char note[NOTE_MOST])
{
    char from[ZAP_FROM], key[KEY_TEXT];
    note[0] = 0;
    if (zap_answer (d->zap, door_allows, d, from, key))
        snprintf (note, NOTE_MOST,
                  "refused a worker from %s: its key %s is not allowed", from,
                  key);
}

bool
door_greeted (void *socket, struct bytes id, struct bytes ours,
              struct bytes theirs, char note[NOTE_MOST])
{
    note[0] = 0;
    if (bytes_equal (ours, theirs))
        return true;
    char mine[160], other[160], reason[NOTE_MOST - 40];
    greeting_print (ours, mine, sizeof mine);
    greeting_print (theirs, other, sizeof other);
    snprintf (reason, sizeof reason,
              "the master is \"%s\", the worker is \"%s\"", mine, other);
    wire_control (socket, id, FRAME_REFUSED, 0, bytes_of (reason));
    snprintf (note, NOTE_MOST, "refused a worker: %s", reason);
    return false;
}

/* ---- the lobby */

static struct bytes
visitor_id (const struct visitor *v)
{
    return (struct bytes) {v->id, v->id_size};
}

static struct visitor *
visitor_find (struct door *d, struct bytes id)
{
    for (size_t i = 0; i < d->visitors.size; i++)
        if (bytes_equal (visitor_id (&d->visitors.at[i]), id))
            return &d->visitors.at[i];
    return NULL;
}

static void
visitor_drop (struct door *d, struct visitor *v)
{
    *v = d->visitors.at[--d->visitors.size];
}

void
door_admit (struct door *d, struct bytes id)
{
    struct visitor v = {.id_size = id.size};
    memcpy (v.id, id.data, id.size);
    VEC_PUSH (d->visitors, v);
    wire_control (d->socket, id, FRAME_BEAT, 0, (struct bytes) {0});
}

static void
lobby_say (struct door *d, const char *note)
{
    if (note[0])
        log_say (&d->log, LOG_SAY, "%s", note);
}

static void
lobby_hello (struct door *d, struct bytes id, struct bytes greeting)
{
    char note[NOTE_MOST];
    if (door_greeted (d->socket, id, buffer_view (&d->greeting), greeting,
                      note))
        door_admit (d, id);
    lobby_say (d, note);
}

static void
lobby_frame (void *context, struct bytes id, struct bytes frame)
{
    struct door *d = context;
    struct reader r;
    reader_init (&r, frame);
    enum frame_kind kind = (enum frame_kind) reader_byte (&r);
    reader_uint (&r);
    struct visitor *v = visitor_find (d, id);
    if (r.failed)
        return;
    if (v && kind == FRAME_END)
        visitor_drop (d, v);
    else if (v)
        v->silent = 0;
    else if (kind == FRAME_HELLO)
        lobby_hello (d, id, (struct bytes) {r.at, (size_t) (r.end - r.at)});
    else if (kind != FRAME_END) /* of a team that is over */
        wire_control (d->socket, id, FRAME_CLOSE, 0, (struct bytes) {0});
}

static void
lobby_beat (struct door *d)
{
    for (size_t i = d->visitors.size; i-- > 0;) {
        struct visitor *v = &d->visitors.at[i];
        wire_control (d->socket, visitor_id (v), FRAME_BEAT, 0,
                      (struct bytes) {0});
        if (++v->silent > VISITOR_BEATS)
            visitor_drop (d, v);
    }
}

static void
lobby_end (struct door *d)
{
    for (size_t i = 0; i < d->visitors.size; i++)
        wire_control (d->socket, visitor_id (&d->visitors.at[i]), FRAME_END, 0,
                      (struct bytes) {0});
}

static void *
lobby_serve (void *argument)
{
    struct door *d = argument;
    uint64_t beat_ns = clock_wall_ns () + BEAT_MS * UINT64_C (1000000);
    for (;;) {
        zmq_pollitem_t items[] = {
            {.fd = d->stop_fd, .events = ZMQ_POLLIN},
            {.socket = d->socket, .events = ZMQ_POLLIN},
            {.socket = d->zap, .events = ZMQ_POLLIN},
            {.fd = d->warning_fd, .events = ZMQ_POLLIN},
        };
        uint64_t now_ns = clock_wall_ns ();
        zmq_poll (items, d->warning_fd >= 0 ? 4 : 3,
                  beat_ns > now_ns ? (long) ((beat_ns - now_ns) / 1000000 + 1)
                                   : 0);
        char note[NOTE_MOST];
        door_authenticate (d, note);
        lobby_say (d, note);
        while (wire_read (d->socket, lobby_frame, d))
            ;
        if (items[0].revents)
            return NULL;
        if (items[3].revents) {
            lobby_end (d);
            d->warning_fd = -1;
        }
        if (clock_wall_ns () >= beat_ns) {
            lobby_beat (d);
            beat_ns = clock_wall_ns () + BEAT_MS * UINT64_C (1000000);
        }
    }
}

void
door_give (struct door *d)
{
    assert (!d->open);
    d->open = !pthread_create (&d->thread, NULL, lobby_serve, d);
}

void
door_take (struct door *d)
{
    uint64_t count = 1;
    if (d->open && write (d->stop_fd, &count, sizeof count) > 0)
        pthread_join (d->thread, NULL);
    while (read (d->stop_fd, &count, sizeof count) > 0)
        ;
    d->open = false;
}

/* ---- begin and end */

static bool
door_lock (struct door *d, const struct door_options *o, struct problem *p)
{
    struct key_pair pair;
    d->keys = keys_directory (o->keys, p);
    if (!d->keys || !keys_load (d->keys, KEY_SERVER, &pair, p))
        return false;
    d->zap = zap_open (d->context, p);
    if (!d->zap)
        return false;
    d->socket = wire_socket (d->context, ZMQ_ROUTER, LINGER_MS, p);
    if (!d->socket)
        return false;
    int yes = 1;
    bool good = !zmq_setsockopt (d->socket, ZMQ_CURVE_SERVER, &yes, sizeof yes)
                && !zmq_setsockopt (d->socket, ZMQ_CURVE_SECRETKEY,
                                    pair.secret_key, KEY_TEXT)
                && !zmq_setsockopt (d->socket, ZMQ_ZAP_DOMAIN, "cohort", 6);
    memset (&pair, 0, sizeof pair);
    return good || wire_problem (p, "no CURVE for", o->listen);
}

static bool
door_listen (struct door *d, const char *listen, struct problem *p)
{
    char endpoint[256];
    size_t size = sizeof endpoint;
    snprintf (endpoint, sizeof endpoint, "%s%s",
              strstr (listen, "://") ? "" : "tcp://", listen);
    if (zmq_bind (d->socket, endpoint))
        return wire_problem (p, "cannot listen at", endpoint);
    zmq_getsockopt (d->socket, ZMQ_LAST_ENDPOINT, endpoint, &size);
    d->address = memory_string (endpoint);
    return true;
}

static void
door_clear (struct door *d)
{
    if (d->socket)
        zmq_close (d->socket);
    if (d->zap)
        zmq_close (d->zap);
    zmq_ctx_term (d->context);
    if (d->stop_fd >= 0)
        close (d->stop_fd);
    VEC_CLEAR (d->visitors);
    buffer_clear (&d->greeting);
    memory_free (d->keys);
    memory_free (d->address);
    memory_free (d);
}

struct door *
door_open (const struct door_options *o, struct problem *p)
{
    assert (o->listen && o->log);
    if (!process_descriptors (DESCRIPTORS, p))
        return NULL;
    struct door *d = NEW (struct door);
    buffer_init (&d->greeting);
    buffer_put (&d->greeting, o->greeting.data, o->greeting.size);
    log_init (&d->log, o->log->level, PROGRESS_NONE, NULL);
    d->warning_fd = o->warning_fd;
    d->context = zmq_ctx_new ();
    d->stop_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
    bool good =
        d->stop_fd >= 0
        || problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                            "no event descriptor: %s", strerror (errno));
    if (good && door_lock (d, o, p) && door_listen (d, o->listen, p)) {
        log_say (&d->log, LOG_SAY, "workers can join at %s", d->address);
        d->open_ns = clock_wall_ns ();
        door_give (d);
        return d;
    }
    door_clear (d);
    return NULL;
}

const char *
door_address (const struct door *d)
{
    return d->address;
}

void
door_close (struct door *d)
{
    uint64_t until_ns = d->open_ns + OPEN_MS * UINT64_C (1000000);
    uint64_t now_ns = clock_wall_ns ();
    if (now_ns < until_ns)
        usleep ((useconds_t) ((until_ns - now_ns) / 1000));
    door_take (d); /* it has heard who knocked until now */
    lobby_end (d);
    door_clear (d);
}
