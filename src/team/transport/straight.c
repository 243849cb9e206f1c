/* straight.c -- see straight.h. */
#include "team/transport/straight.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <zmq.h>

#include "process/process.h"
#include "team/transport/door_internal.h"
#include "team/transport/zap.h"
#include "team/transport/zmq_internal.h"

enum {
    NEAR,    /* plain sockets in a directory */
    FAR,     /* over tcp, by ZeroMQ */
    REACHES, /* .. and how many there are */
    SILENT_BEATS = 30,
    DESCRIPTORS = 16, /* of a socket that listens, with its callers */
    CALLERS = 1024,   /* that wait for their listener to look */
    SOCKET_BYTES = 1 << 20,
    TOKEN = ID_BYTES,
    BATCH = 64, /* frames of a socket before looking elsewhere */
    LINGER_MS = 0,
    ENDPOINT_MOST = 256
};

struct straight_link {
    unsigned who;
    bool far, caller; /* it calls us */
    uint8_t token[TOKEN];
    char key[KEY_TEXT]; /* that it calls with */
    void *socket;       /* of ours, by which we call a far one */
    int fd;             /* of ours, by which we call a near one; -1: none */
    bool given;         /* the near link is the member's thread's */
    bool sends;         /* what we send goes here (far) */
    bool hears;         /* its STRAIGHT has come */
    bool broken;        /* said so */
    bool due;           /* the socket is to be read */
    unsigned silent;    /* beats since it was heard of */
    struct VEC (struct buffer) held;
};

struct straight {
    struct straight_options options;
    struct VEC (struct straight_link *) links;
    void *door; /* where we are called from afar; null: nobody did yet */
    int near;   /* .. from near; -1 */
    struct VEC (
        int) guests; /* callers at the near door: their token is awaited */
    char *address[REACHES];
    bool tried[REACHES];
    char key[KEY_TEXT]; /* of the far door */
    void *zap;
    bool door_due, near_due, zap_due; /* they are to be read */
    bool off;                         /* for tests: as if none could be made */
};

struct straight *
straight_new (const struct straight_options *o)
{
    struct straight *s = NEW (struct straight);
    s->options = *o;
    s->near = -1;
    s->off = getenv ("COHORT_TEST_HUB");
    return s;
}

static void
link_free (struct straight_link *l)
{
    if (l->socket)
        zmq_close (l->socket);
    if (l->fd >= 0)
        close (l->fd);
    for (size_t i = 0; i < l->held.size; i++)
        buffer_clear (&l->held.at[i]);
    VEC_CLEAR (l->held);
    memory_free (l);
}

void
straight_free (struct straight *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->links.size; i++)
        link_free (s->links.at[i]);
    VEC_CLEAR (s->links);
    for (size_t i = 0; i < s->guests.size; i++)
        close (s->guests.at[i]);
    VEC_CLEAR (s->guests);
    for (int i = 0; i < REACHES; i++)
        memory_free (s->address[i]);
    if (s->near >= 0)
        close (s->near);
    if (s->door)
        zmq_close (s->door);
    if (s->zap)
        zmq_close (s->zap);
    memory_free (s);
}

static struct straight_link *
link_find (const struct straight *s, uint64_t who)
{
    for (size_t i = 0; i < s->links.size; i++)
        if (s->links.at[i]->who == who)
            return s->links.at[i];
    return NULL;
}

static struct straight_link *
link_new (struct straight *s, uint64_t who, bool far, struct bytes token)
{
    struct straight_link *l = NEW (struct straight_link);
    l->who = (unsigned) who;
    l->far = far;
    l->fd = -1;
    memcpy (l->token, token.data, TOKEN);
    VEC_PUSH (s->links, l);
    return l;
}

/* ---- to the other end */

static void
link_send (struct straight *s, struct straight_link *l, struct bytes frame)
{
    assert (l->far);
    if (l->socket)
        wire_send (l->socket, (struct bytes) {0}, frame);
    else
        wire_send (s->door, (struct bytes) {l->token, TOKEN}, frame);
    *(l->socket ? &l->due : &s->door_due) = true;
}

static void
link_tell (struct straight *s, struct straight_link *l, enum frame_kind kind)
{
    uint8_t frame[2] = {(uint8_t) kind, 0};
    link_send (s, l, (struct bytes) {frame, sizeof frame});
}

static void
hub_tell (const struct straight *s, enum frame_kind kind, uint64_t number,
          const struct buffer *rest)
{
    wire_control (s->options.hub, (struct bytes) {0}, kind, number,
                  rest ? buffer_view (rest) : (struct bytes) {0});
    *s->options.hub_due = true;
}

bool
straight_send (struct straight *s, unsigned to, struct bytes frame)
{
    struct straight_link *l = link_find (s, to);
    if (!l || !l->sends)
        return false;
    link_send (s, l, frame);
    return true;
}

void
straight_tell (struct straight *s, unsigned to)
{
    hub_tell (s, FRAME_STRAIGHT, to, NULL);
}

/* ---- near ones */

/* The member's thread takes it from here. */
static void
link_give (struct straight *s, struct straight_link *l, int fd)
{
    int bytes = SOCKET_BYTES; /* as much of that as may be */
    assert (!l->far && !l->given);
    setsockopt (fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    l->given = true;
    l->fd = -1;
    endpoint_link (s->options.endpoint, l->who, fd);
}

/* A caller has said who it is: it is welcome, or unknown by now. */
static void
guest_seat (struct straight *s, const uint8_t token[TOKEN], int fd)
{
    for (size_t i = 0; i < s->links.size; i++) {
        struct straight_link *l = s->links.at[i];
        if (!l->caller || l->far || l->given || memcmp (l->token, token, TOKEN))
            continue;
        if (send (fd, token, 1, MSG_DONTWAIT | MSG_NOSIGNAL) != 1)
            break;
        link_give (s, l, fd);
        return;
    }
    close (fd);
}

static void
guests_read (struct straight *s)
{
    uint8_t token[TOKEN];
    for (size_t i = 0; i < s->guests.size;) {
        int fd = s->guests.at[i];
        ssize_t got = recv (fd, token, sizeof token, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
            i++;
            continue;
        }
        s->guests.at[i] = s->guests.at[--s->guests.size];
        if (got == TOKEN)
            guest_seat (s, token, fd);
        else
            close (fd);
    }
}

/* Who cannot be let in hears nothing, so all between the two goes by the hub. */
static void
near_read_door (struct straight *s)
{
    s->near_due = false;
    for (;;) {
        int fd = accept4 (s->near, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            VEC_PUSH (s->guests, fd);
            continue;
        }
        if (errno == EMFILE || errno == ENFILE) {
            close (s->near);
            s->near = -1;
        }
        if (errno != EINTR)
            return;
    }
}

/* Has the listener let us in? */
static void
near_read_call (struct straight *s, struct straight_link *l)
{
    uint8_t welcome;
    ssize_t got = recv (l->fd, &welcome, 1, MSG_DONTWAIT);
    if (got == 1)
        link_give (s, l, l->fd);
    else if (!got || (errno != EAGAIN && errno != EINTR)) {
        close (l->fd);
        l->fd = -1;
    }
}

static bool
near_address (const char *path, struct sockaddr_un *a)
{
    *a = (struct sockaddr_un) {.sun_family = AF_UNIX};
    bool fits = strlen (path) < sizeof a->sun_path;
    if (fits)
        memcpy (a->sun_path, path, strlen (path) + 1);
    return fits;
}

static bool
near_problem (struct problem *p, const char *what, const char *path)
{
    return problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                            "cannot %s %s: %s", what, path, strerror (errno));
}

static bool
near_listen (struct straight *s, const char *path, struct problem *p)
{
    struct sockaddr_un a;
    errno = ENAMETOOLONG;
    s->near = socket (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    bool good = s->near >= 0 && near_address (path, &a)
                && !bind (s->near, (struct sockaddr *) &a, sizeof a)
                && !listen (s->near, CALLERS);
    s->near_due = good;
    if (good)
        return true;
    near_problem (p, "listen at", path);
    if (s->near >= 0)
        close (s->near);
    s->near = -1;
    return false;
}

static bool
near_call (struct straight_link *l, const char *path, struct problem *p)
{
    struct sockaddr_un a;
    errno = ENAMETOOLONG;
    l->fd = socket (AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    bool good =
        l->fd >= 0 && near_address (path, &a)
        && !connect (l->fd, (struct sockaddr *) &a, sizeof a)
        && send (l->fd, l->token, TOKEN, MSG_DONTWAIT | MSG_NOSIGNAL) == TOKEN;
    if (good)
        return true;
    near_problem (p, "call", path);
    if (l->fd >= 0)
        close (l->fd);
    l->fd = -1;
    return false;
}

/* ---- from the other end */

static void
link_frame (struct straight *s, struct straight_link *l, struct bytes frame)
{
    struct reader r;
    reader_init (&r, frame);
    enum frame_kind kind = (enum frame_kind) reader_byte (&r);
    reader_uint (&r);
    if (r.failed)
        return;
    l->silent = 0;
    if (kind == FRAME_HELLO && l->caller)
        link_tell (s, l, FRAME_WELCOME);
    if ((kind == FRAME_HELLO || kind == FRAME_WELCOME) && !l->sends) {
        hub_tell (s, FRAME_STRAIGHT, l->who, NULL);
        l->sends = true;
    } else if (kind == FRAME_DATA && l->hears)
        endpoint_frame (s->options.endpoint, l->who, frame);
    else if (kind == FRAME_DATA) {
        struct buffer held;
        buffer_init (&held);
        buffer_put (&held, frame.data, frame.size);
        VEC_PUSH (l->held, held);
    }
}

static void
door_frame (void *context, struct bytes id, struct bytes frame)
{
    struct straight *s = context;
    for (size_t i = 0; i < s->links.size; i++) {
        struct straight_link *l = s->links.at[i];
        if (l->caller && l->far && id.size == TOKEN
            && !memcmp (l->token, id.data, TOKEN))
            link_frame (s, l, frame);
    }
}

static void
call_read (struct straight *s, struct straight_link *l)
{
    zmq_msg_t frame;
    zmq_msg_init (&frame);
    for (int i = 0; i < BATCH && l->due; i++) {
        l->due = zmq_msg_recv (&frame, l->socket, ZMQ_DONTWAIT) >= 0;
        if (!l->due)
            break;
        link_frame (
            s, l,
            (struct bytes) {zmq_msg_data (&frame), zmq_msg_size (&frame)});
    }
    zmq_msg_close (&frame);
}

static bool
key_expected (void *context, const char key[KEY_TEXT])
{
    const struct straight *s = context;
    for (size_t i = 0; i < s->links.size; i++)
        if (s->links.at[i]->caller && s->links.at[i]->far
            && !strcmp (s->links.at[i]->key, key))
            return true;
    return false;
}

static void
asked_read (struct straight *s)
{
    char from[ZAP_FROM], key[KEY_TEXT];
    if (zap_answer (s->zap, key_expected, s, from, key))
        endpoint_note (s->options.endpoint, LOG_SAY,
                       "refused a call from %s: nobody told of its key %s",
                       from, key);
    s->zap_due = wire_waits (s->zap);
}

void
straight_read (struct straight *s)
{
    if (s->zap && s->zap_due)
        asked_read (s);
    for (int i = 0; s->door_due && i < BATCH; i++)
        s->door_due = wire_read (s->door, door_frame, s);
    if (s->near >= 0 && s->near_due)
        near_read_door (s);
    guests_read (s);
    for (size_t i = 0; i < s->links.size; i++) {
        struct straight_link *l = s->links.at[i];
        if (l->socket)
            call_read (s, l);
        else if (l->fd >= 0)
            near_read_call (s, l);
    }
}

/* The doors, the one who asks at the far one, guests, and each link of our own. */
enum { NEAR_DOOR, FAR_DOOR, ASKED, OTHERS };

size_t
straight_descriptors (const struct straight *s)
{
    return OTHERS + s->guests.size + s->links.size;
}

int
straight_descriptor (const struct straight *s, size_t i)
{
    assert (i < straight_descriptors (s));
    if (i == NEAR_DOOR)
        return s->near;
    if (i >= OTHERS && i - OTHERS < s->guests.size)
        return s->guests.at[i - OTHERS];
    const struct straight_link *l =
        i < OTHERS ? NULL : s->links.at[i - OTHERS - s->guests.size];
    void *socket = l ? l->socket : i == FAR_DOOR ? s->door : s->zap;
    return socket ? wire_descriptor (socket) : l ? l->fd : -1;
}

void
straight_wake (struct straight *s, size_t i)
{
    size_t first = OTHERS + s->guests.size;
    if (i == NEAR_DOOR)
        s->near_due = true;
    else if (i < OTHERS)
        *(i == FAR_DOOR ? &s->door_due : &s->zap_due) = true;
    else if (i >= first)
        s->links.at[i - first]->due = s->links.at[i - first]->socket;
}

bool
straight_due (const struct straight *s)
{
    bool due = s->zap_due || s->door_due || s->near_due;
    for (size_t i = 0; i < s->links.size && !due; i++)
        due = s->links.at[i]->due;
    return due;
}

void
straight_beat (struct straight *s)
{
    for (size_t i = 0; i < s->links.size; i++) {
        struct straight_link *l = s->links.at[i];
        if (!l->far || !l->sends || l->broken)
            continue;
        link_tell (s, l, FRAME_BEAT);
        if (++l->silent > SILENT_BEATS) {
            l->broken = true;
            hub_tell (s, FRAME_BROKEN, l->who, NULL);
        }
    }
}

/* ---- listening */

static bool
listen_lock (struct straight *s, struct problem *p)
{
    struct key_pair pair;
    int yes = 1;
    if (zmq_curve_keypair (pair.public_key, pair.secret_key))
        return wire_problem (p, "no CURVE for", "a worker");
    memcpy (s->key, pair.public_key, KEY_TEXT);
    s->zap = zap_open (s->options.context, p);
    s->zap_due = s->zap != NULL;
    bool good = s->zap
                && !zmq_setsockopt (s->door, ZMQ_CURVE_SERVER, &yes, sizeof yes)
                && !zmq_setsockopt (s->door, ZMQ_CURVE_SECRETKEY,
                                    pair.secret_key, KEY_TEXT)
                && !zmq_setsockopt (s->door, ZMQ_ZAP_DOMAIN, "cohort", 6);
    memset (&pair, 0, sizeof pair);
    return good;
}

/* Where callers find us: at the master's host, if we are there too. */
static bool
listen_bind (struct straight *s, bool far, const char *host, struct problem *p)
{
    char endpoint[ENDPOINT_MOST];
    size_t size = sizeof endpoint;
    const struct straight_options *o = &s->options;
    if (!far) {
        snprintf (endpoint, sizeof endpoint, "%s/team-%u", o->directory,
                  o->self);
        if (!near_listen (s, endpoint, p))
            return false;
    } else {
        snprintf (endpoint, sizeof endpoint, "tcp://%s:*",
                  *host ? host : o->host);
        if (zmq_bind (s->door, endpoint)
            || zmq_getsockopt (s->door, ZMQ_LAST_ENDPOINT, endpoint, &size))
            return wire_problem (p, "cannot listen at", endpoint);
    }
    s->address[far] =
        memory_string (far && *host ? strrchr (endpoint, ':') : endpoint);
    return true;
}

/* Once for all callers. */
static bool
listen_open (struct straight *s, bool far, const char *host, struct problem *p)
{
    if (s->address[far])
        return true;
    if (s->tried[far])
        return false;
    s->tried[far] = true;
    if ((far ? !*host && !s->options.host : !s->options.directory)
        || !process_descriptors (DESCRIPTORS, p))
        return false;
    if (far) {
        s->door = wire_socket (s->options.context, ZMQ_ROUTER, LINGER_MS, p);
        s->door_due = s->door != NULL;
        if (!s->door || !listen_lock (s, p))
            return false;
    }
    return listen_bind (s, far, host, p);
}

static void
hear_listen (struct straight *s, uint64_t caller, struct reader *r)
{
    struct problem p = {0};
    struct buffer rest;
    bool far = reader_byte (r);
    char *host = reader_string (r);
    struct bytes token = reader_take (r, TOKEN);
    char *key = reader_string (r);
    bool read = reader_done (r) && strlen (key) < KEY_TEXT
                && caller <= UINT32_MAX && !link_find (s, caller);
    buffer_init (&rest);
    if (read && !s->off && listen_open (s, far, host, &p)) {
        struct straight_link *l = link_new (s, caller, far, token);
        l->caller = true;
        memcpy (l->key, key, strlen (key) + 1);
        buffer_string (&rest, s->address[far]);
        buffer_string (&rest, far ? s->key : "");
    }
    if (p.kind != PROBLEM_NONE)
        endpoint_note (s->options.endpoint, LOG_SAY, "no straight link: %s",
                       p.message);
    hub_tell (s, FRAME_LISTENING, caller, &rest);
    buffer_clear (&rest);
    memory_free (host);
    memory_free (key);
}

/* ---- calling */

/* Never again: what was under way when a connection broke is lost. */
static bool
call_open (struct straight_link *l, void *context, const char *address,
           const char *key, const struct key_pair *own, struct problem *p)
{
    int never = 24 * 3600 * 1000;
    if (!process_descriptors (DESCRIPTORS, p))
        return false;
    l->socket = wire_socket (context, ZMQ_DEALER, LINGER_MS, p);
    if (!l->socket)
        return false;
    l->due = true;
    bool good =
        !zmq_setsockopt (l->socket, ZMQ_ROUTING_ID, l->token, TOKEN)
        && !zmq_setsockopt (l->socket, ZMQ_RECONNECT_IVL, &never, sizeof never)
        && !zmq_setsockopt (l->socket, ZMQ_CURVE_SERVERKEY, key, KEY_TEXT)
        && !zmq_setsockopt (l->socket, ZMQ_CURVE_PUBLICKEY, own->public_key,
                            KEY_TEXT)
        && !zmq_setsockopt (l->socket, ZMQ_CURVE_SECRETKEY, own->secret_key,
                            KEY_TEXT);
    return (good && !zmq_connect (l->socket, address))
           || wire_problem (p, "cannot call", address);
}

static bool
key_copy (char to[KEY_TEXT], struct bytes key)
{
    bool fits = key.size < KEY_TEXT;
    if (fits && key.size)
        memcpy (to, key.data, key.size);
    to[fits ? key.size : 0] = 0;
    return fits;
}

static void
hear_meet (struct straight *s, uint64_t listener, struct reader *r)
{
    struct problem p = {0};
    struct key_pair own;
    char key[KEY_TEXT], address[ENDPOINT_MOST];
    bool far = reader_byte (r);
    char *given = reader_string (r);
    bool keys = key_copy (key, reader_bytes (r));
    struct bytes token = reader_take (r, TOKEN);
    keys = key_copy (own.public_key, reader_bytes (r)) && keys;
    keys = key_copy (own.secret_key, reader_bytes (r)) && keys;
    bool relative = far && given && *given == ':';
    if (reader_done (r) && keys && listener <= UINT32_MAX && !s->off
        && !link_find (s, listener) && !(relative && !s->options.master)) {
        snprintf (address, sizeof address, "%s%s%s", relative ? "tcp://" : "",
                  relative ? s->options.master : "", given);
        struct straight_link *l = link_new (s, listener, far, token);
        bool good =
            far ? call_open (l, s->options.context, address, key, &own, &p)
                : process_descriptors (DESCRIPTORS, &p)
                      && near_call (l, address, &p);
        if (good && far)
            link_tell (s, l, FRAME_HELLO);
        else if (!good)
            endpoint_note (s->options.endpoint, LOG_SAY, "no straight link: %s",
                           p.message);
    }
    memset (&own, 0, sizeof own);
    memory_free (given);
}

/* ---- what the hub says */

static void
hear_straight (struct straight *s, uint64_t from)
{
    struct straight_link *l = link_find (s, from);
    if (!l || l->hears)
        return;
    l->hears = true;
    if (!l->far)
        endpoint_hears (s->options.endpoint, l->who);
    for (size_t i = 0; i < l->held.size; i++) {
        endpoint_frame (s->options.endpoint, l->who,
                        buffer_view (&l->held.at[i]));
        buffer_clear (&l->held.at[i]);
    }
    l->held.size = 0;
}

static void
hear_part (struct straight *s, uint64_t who)
{
    for (size_t i = 0; i < s->links.size; i++)
        if (s->links.at[i]->who == who) {
            if (!s->links.at[i]->far)
                endpoint_part (s->options.endpoint, (unsigned) who);
            link_free (s->links.at[i]);
            s->links.at[i] = s->links.at[--s->links.size];
            return;
        }
}

void
straight_hear (struct straight *s, enum frame_kind kind, uint64_t number,
               struct bytes rest)
{
    struct reader r;
    reader_init (&r, rest);
    if (kind == FRAME_LISTEN)
        hear_listen (s, number, &r);
    else if (kind == FRAME_MEET)
        hear_meet (s, number, &r);
    else if (kind == FRAME_STRAIGHT)
        hear_straight (s, number);
    else if (kind == FRAME_PART)
        hear_part (s, number);
}
