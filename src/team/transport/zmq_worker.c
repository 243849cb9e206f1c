/* zmq_worker.c -- a worker's end: one spoke to the hub, and straight links to others
 * (straight.h).
 *
 * There is no reconnection: what was under way when a connection broke is lost,
 * so the worker is a lost incarnation; it may join again as a new one.  A local
 * worker never outlives its master, and removes the master's directory if that
 * died without doing so. */
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zmq.h>

#include "process/process.h"
#include "base/clock.h"
#include "team/transport/child.h"
#include "team/transport/keys.h"
#include "team/transport/meetings.h"
#include "team/transport/straight.h"
#include "team/transport/zmq_internal.h"

enum {
    SILENT_BEATS = 60,  /* a remote master silent for so long is gone */
    WELCOME_BEATS = 20, /* to wait for the first answer */
    BATCH = 256,        /* frames read before looking elsewhere */
    CONNECT_MS = 5000,  /* for a host to take a connection */
    LEAVE_MS = 5000     /* for an item to be cancelled at the end */
};

struct spoke {
    struct endpoint endpoint;
    const struct transport_options *options;
    const char *address; /* as it was given */
    bool local;
    struct child_address child; /* if local */
    void *context, *hub, *monitor;
    struct straight *straight; /* null until it has a number */
    char *host, *own_host;     /* of the master and of this machine, if that may
                                  be another one; else null */
    char directory[128];       /* of the master's sockets, if local */
    struct VEC (struct pollfd) items;
    bool hub_due, monitor_due; /* they are to be read */
    int master_fd;   /* readable when a local master has died; -1: none */
    unsigned silent; /* beats since the hub was heard of */
    bool found;      /* somebody listens at the address, or did just now */
    bool heard;      /* the hub, or its door, has said something */
    bool welcome;    /* to a team */
    enum parting parting;
    uint64_t broken_ns; /* when a local connection broke: the master is dying,
                           which takes a while; 0: it did not */
    bool ended;         /* by the hub, or because it is gone */
    uint64_t leave_ns;  /* when the process leaves if it is ended and the item
                           at work does not return */
};

static void
spoke_end (struct spoke *s, const struct problem *problem)
{
    if (s->ended)
        return;
    s->ended = true;
    s->leave_ns = clock_wall_ns () + LEAVE_MS * UINT64_C (1000000);
    endpoint_end (&s->endpoint, problem);
}

static void
spoke_fail (struct spoke *s, enum parting parting, const char *what)
{
    struct problem problem = {0};
    if (!s->ended)
        s->parting = parting;
    problem_of_kind (&problem, PROBLEM_RESOURCE, (struct place) {0},
                     "the master at %s %s", s->address, what);
    spoke_end (s, &problem);
}

/* The master died: nobody waits for anything here. */
static void
spoke_check_parent (struct spoke *s)
{
    if (!s->local || getppid () == s->child.master)
        return;
    if (s->directory[0])
        child_directory_remove (s->directory);
    _exit (0);
}

static void
spoke_welcome (struct spoke *s, unsigned number)
{
    const struct straight_options o = {.context = s->context,
                                       .hub = s->hub,
                                       .hub_due = &s->hub_due,
                                       .endpoint = &s->endpoint,
                                       .master = s->host,
                                       .host = s->own_host,
                                       .directory =
                                           s->local ? s->directory : NULL,
                                       .self = number};
    s->welcome = true;
    s->straight = straight_new (&o);
    endpoint_start (&s->endpoint, number);
}

static void
spoke_frame (struct spoke *s, struct bytes frame)
{
    struct reader r;
    reader_init (&r, frame);
    enum frame_kind kind = (enum frame_kind) reader_byte (&r);
    uint64_t number = reader_uint (&r);
    s->silent = 0;
    if (r.failed)
        return;
    if (kind == FRAME_BEAT && !s->heard && !s->local)
        endpoint_note (&s->endpoint, LOG_SAY,
                       "the master at %s is there; waiting for a team",
                       s->address);
    s->heard = true;
    if (kind == FRAME_WELCOME && !s->welcome)
        spoke_welcome (s, (unsigned) number);
    else if (kind == FRAME_REFUSED) {
        char reason[400];
        greeting_print ((struct bytes) {r.at, (size_t) (r.end - r.at)}, reason,
                        sizeof reason - 50);
        char what[sizeof reason + 50];
        snprintf (what, sizeof what, "refuses this worker: %s", reason);
        spoke_fail (s, PARTING_FAILED, what);
    } else if (kind == FRAME_CANCEL)
        endpoint_cancel (&s->endpoint);
    else if (kind == FRAME_END)
        spoke_end (s, NULL);
    else if (kind == FRAME_CLOSE && !s->ended) {
        s->parting = PARTING_TEAM;
        spoke_end (s, NULL);
    } else if (kind == FRAME_DATA && s->welcome)
        endpoint_frame (&s->endpoint, (unsigned) number, frame);
    else if (s->welcome)
        straight_hear (s->straight, kind, number,
                       (struct bytes) {r.at, (size_t) (r.end - r.at)});
}

/* True: there may be more. */
static bool
spoke_read (struct spoke *s)
{
    zmq_msg_t frame;
    bool more = true;
    zmq_msg_init (&frame);
    for (int i = 0; i < BATCH && more; i++) {
        more = zmq_msg_recv (&frame, s->hub, ZMQ_DONTWAIT) >= 0;
        if (more)
            spoke_frame (s, (struct bytes) {zmq_msg_data (&frame),
                                            zmq_msg_size (&frame)});
    }
    zmq_msg_close (&frame);
    return more;
}

/* A worker of this machine waits a while: its master may be about to end. */
static void
spoke_broken (struct spoke *s)
{
    if (!s->local)
        spoke_fail (s, s->heard ? PARTING_FAILED : PARTING_MISSED,
                    "has broken the connection");
    else if (!s->broken_ns)
        s->broken_ns = clock_wall_ns ();
}

/* What happened to the connection; read after all frames were. */
static void
spoke_observe (struct spoke *s)
{
    uint8_t event[6];
    char endpoint[256];
    while (zmq_recv (s->monitor, event, sizeof event, ZMQ_DONTWAIT) > 0) {
        zmq_recv (s->monitor, endpoint, sizeof endpoint, 0);
        uint16_t what;
        memcpy (&what, event, sizeof what);
        switch (what) {
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
            if (s->local) /* it was ended in between: there are no keys */
                spoke_broken (s);
            else
                spoke_fail (s, PARTING_FAILED,
                            "does not accept this worker's key, or has another "
                            "key than server.pub here (see `cohort keys`)");
            break;
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: /* or it ends just now */
            spoke_broken (s);
            break;
        case ZMQ_EVENT_CLOSED:
            if (!s->welcome)
                spoke_fail (s, s->found ? PARTING_MISSED : PARTING_UNREACHED,
                            "cannot be reached");
            break;
        case ZMQ_EVENT_DISCONNECTED:
            while (spoke_read (s)) /* END may have come just before */
                ;
            spoke_broken (s);
            break;
        }
    }
}

static void
spoke_beat (struct spoke *s)
{
    spoke_check_parent (s);
    s->hub_due = true;
    s->silent++;
    if (s->heard)
        wire_control (s->hub, (struct bytes) {0}, FRAME_BEAT, 0,
                      (struct bytes) {0});
    if (s->welcome)
        straight_beat (s->straight);
    if (!s->heard && s->silent > WELCOME_BEATS)
        spoke_fail (s, PARTING_FAILED, "does not answer");
    else if (!s->local && s->silent > SILENT_BEATS)
        spoke_fail (s, PARTING_FAILED, "is silent");
    else if (s->broken_ns
             && clock_wall_ns () - s->broken_ns > LEAVE_MS * UINT64_C (1000000))
        spoke_fail (s, PARTING_FAILED, "has broken the connection");
}

/* True: the member's thread has left. */
static bool
spoke_obey (struct spoke *s)
{
    struct request_list list = {0};
    bool left = false;
    endpoint_requests (&s->endpoint, &list);
    for (size_t i = 0; i < list.size; i++) {
        const struct request *r = &list.at[i];
        if (r->kind == REQUEST_FRAME && !s->ended) {
            struct bytes frame = buffer_view (&r->frame);
            bool master = r->who == TEAM_MASTER;
            if (master || !straight_send (s->straight, r->who, frame)) {
                wire_send (s->hub, (struct bytes) {0}, frame);
                s->hub_due = true;
            }
        } else if (r->kind == REQUEST_STRAIGHT && !s->ended)
            straight_tell (s->straight, r->who);
        else if (r->kind == REQUEST_FINISH)
            left = true;
    }
    requests_clear (&list);
    if (left && !s->ended)
        wire_control (s->hub, (struct bytes) {0}, FRAME_END, 0,
                      (struct bytes) {0});
    return left;
}

static void
spoke_watch (struct spoke *s, int fd)
{
    VEC_PUSH (s->items, ((struct pollfd) {.fd = fd, .events = POLLIN}));
}

/* Waits for something to do, with one call of poll: zmq_poll needs two for each
 * socket, and there is one for each other member. */
static void
spoke_wait (struct spoke *s, long wait)
{
    enum { WAKE, HUB, MONITOR, MASTER, OWN };
    size_t links = s->welcome ? straight_descriptors (s->straight) : 0;
    s->items.size = 0;
    spoke_watch (s, s->endpoint.wake_fd);
    spoke_watch (s, wire_descriptor (s->hub));
    spoke_watch (s, wire_descriptor (s->monitor));
    spoke_watch (s, s->master_fd); /* -1 is none */
    for (size_t i = 0; i < links; i++)
        spoke_watch (s, straight_descriptor (s->straight, i));
    bool due = s->hub_due || s->monitor_due
               || (s->welcome && straight_due (s->straight));
    if (poll (s->items.at, s->items.size, due ? 0 : (int) wait) <= 0)
        return;
    s->hub_due |= s->items.at[HUB].revents != 0;
    s->monitor_due |= s->items.at[MONITOR].revents != 0;
    for (size_t i = 0; i < links; i++)
        if (s->items.at[OWN + i].revents)
            straight_wake (s->straight, i);
}

/* What is sent to a socket may take the sign from its descriptor that something has
 * come, so all that are due are read behind it. */
static void
spoke_hear (struct spoke *s)
{
    if (s->welcome)
        straight_read (s->straight);
    if (s->hub_due)
        s->hub_due = spoke_read (s);
    if (s->monitor_due)
        spoke_observe (s);
    s->monitor_due = false;
}

static void *
spoke_serve (void *argument)
{
    struct spoke *s = argument;
    struct bytes none = {0};
    wire_control (s->hub, none, FRAME_HELLO, s->local ? s->child.number : 0,
                  s->options->greeting);
    uint64_t beat_ns = clock_wall_ns () + BEAT_MS * 1000000u;
    s->hub_due = s->monitor_due = true;
    for (;;) {
        uint64_t now_ns = clock_wall_ns ();
        long wait =
            beat_ns > now_ns ? (long) ((beat_ns - now_ns) / 1000000 + 1) : 0;
        if (endpoint_cancelling (&s->endpoint) && wait > CANCEL_MS)
            wait = CANCEL_MS;
        spoke_wait (s, wait);
        spoke_check_parent (s);
        if (spoke_obey (s))
            return NULL;
        now_ns = clock_wall_ns ();
        if (s->ended && now_ns >= s->leave_ns)
            /* a solver that ignores its interrupts */
            _exit (s->parting == PARTING_TEAM ? EXIT_PARTED : 0);
        if (now_ns >= beat_ns) {
            spoke_beat (s);
            beat_ns = now_ns + BEAT_MS * 1000000u;
        }
        spoke_hear (s);
    }
}

/* ---- begin and end */

static bool
spoke_lock (struct spoke *s, struct problem *problem)
{
    struct key_pair pair;
    char server[KEY_TEXT];
    if (!keys_load (s->options->keys, KEY_WORKER, &pair, problem)
        || !keys_server (s->options->keys, server, problem))
        return false;
    bool good = !zmq_setsockopt (s->hub, ZMQ_CURVE_SERVERKEY, server, KEY_TEXT)
                && !zmq_setsockopt (s->hub, ZMQ_CURVE_PUBLICKEY,
                                    pair.public_key, KEY_TEXT)
                && !zmq_setsockopt (s->hub, ZMQ_CURVE_SECRETKEY,
                                    pair.secret_key, KEY_TEXT);
    memset (&pair, 0, sizeof pair);
    return good || wire_problem (problem, "no CURVE for", s->address);
}

/* Where it is: ZeroMQ would look for the host again and again, without a word. */
static struct addrinfo *
spoke_find (struct spoke *s, const char *endpoint, struct problem *problem)
{
    char host[256];
    snprintf (host, sizeof host, "%s", strstr (endpoint, "://") + 3);
    char *colon = strrchr (host, ':'), *name = host;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    int error = EAI_NONAME;
    if (colon) {
        *colon = 0;
        if (*name == '[' && colon[-1] == ']') {
            colon[-1] = 0;
            name++;
        }
        error = getaddrinfo (name, colon + 1, &hints, &found);
    }
    if (!error)
        return found;
    problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                     "the master at %s cannot be reached: %s", s->address,
                     gai_strerror (error));
    return NULL;
}

/* This machine, as the other end of a connection sees it.  Null: nobody knows. */
static char *
socket_host (int fd)
{
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    char host[NI_MAXHOST];
    if (getsockname (fd, (struct sockaddr *) &own, &size)
        || getnameinfo ((struct sockaddr *) &own, size, host, sizeof host, NULL,
                        0, NI_NUMERICHOST))
        return NULL;
    return memory_string (host);
}

/* Does somebody listen there?  Asked by a plain connection, which costs so little
 * that who waits can look often. */
static bool
spoke_finds (struct spoke *s, const char *endpoint, struct problem *problem)
{
    s->parting = PARTING_UNREACHED;
    struct addrinfo *found = spoke_find (s, endpoint, problem);
    if (!found)
        return false;
    int error = 0;
    socklen_t size = sizeof error;
    int fd = socket (found->ai_family,
                     SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0
        || (connect (fd, found->ai_addr, found->ai_addrlen)
            && errno != EINPROGRESS))
        error = errno;
    struct pollfd writable = {.fd = fd, .events = POLLOUT};
    if (!error && poll (&writable, 1, CONNECT_MS) == 0)
        error = ETIMEDOUT;
    if (!error)
        getsockopt (fd, SOL_SOCKET, SO_ERROR, &error, &size);
    if (!error) {
        s->host = endpoint_host (endpoint);
        s->own_host = socket_host (fd);
    }
    if (fd >= 0)
        close (fd);
    freeaddrinfo (found);
    if (error)
        return problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                                "the master at %s cannot be reached: %s",
                                s->address, strerror (error));
    s->found = true;
    s->parting = PARTING_FAILED;
    return true;
}

static bool
spoke_open (struct spoke *s, struct problem *problem)
{
    s->parting = PARTING_FAILED;
    char endpoint[256];
    static const char watch[] = "inproc://monitor";
    /* Never; but ZeroMQ's own never (-1) throws away what has come and was not read
     * when a connection ends, END for example. */
    int never = 24 * 3600 * 1000;
    s->hub = wire_socket (s->context, ZMQ_DEALER, 1000, problem);
    if (!s->hub)
        return false;
    zmq_setsockopt (s->hub, ZMQ_RECONNECT_IVL, &never, sizeof never);
    if (s->local)
        snprintf (endpoint, sizeof endpoint, "%s", s->child.endpoint);
    else {
        if (!spoke_lock (s, problem))
            return false;
        snprintf (endpoint, sizeof endpoint, "%s%s",
                  strstr (s->address, "://") ? "" : "tcp://", s->address);
        if (!spoke_finds (s, endpoint, problem))
            return false;
    }
    int events = ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
                 | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
                 | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_DISCONNECTED
                 | ZMQ_EVENT_CLOSED;
    s->monitor = wire_socket (s->context, ZMQ_PAIR, 0, problem);
    if (!s->monitor || zmq_socket_monitor (s->hub, watch, events)
        || zmq_connect (s->monitor, watch) || zmq_connect (s->hub, endpoint))
        return wire_problem (problem, "cannot connect to", endpoint);
    s->parting = PARTING_OVER;
    return true;
}

/* The master's process is watched by a descriptor rather than by a signal, so
 * that there is time to clean up behind it. */
static bool
spoke_adopted (struct spoke *s, struct problem *problem)
{
    if (!child_address_parse (s->address, &s->child))
        return problem_of_kind (problem, PROBLEM_USAGE, (struct place) {0},
                                "%s is no address of a local master",
                                s->address);
    snprintf (s->directory, sizeof s->directory, "%s",
              s->child.endpoint + strlen ("ipc://"));
    char *slash = strrchr (s->directory, '/');
    if (slash)
        *slash = 0;
    s->master_fd = (int) syscall (SYS_pidfd_open, s->child.master, 0);
    if (s->master_fd < 0)
        prctl (PR_SET_PDEATHSIG, SIGKILL);
    spoke_check_parent (s);
    return true;
}

bool
spoke_run (const struct transport_options *o, const char *address,
           const struct member_class *class, member *object,
           struct problem *problem)
{
    assert (address);
    struct spoke s = {.options = o,
                      .address = address,
                      .master_fd = -1,
                      .parting = PARTING_FAILED};
    if (o->parting)
        *o->parting = s.parting;
    s.local = !strncmp (address, "ipc://", 6);
    if (!process_descriptors (20, problem))
        return false;
    if (s.local && !spoke_adopted (&s, problem))
        return false;
    if (!endpoint_init (&s.endpoint, &endpoint_team_class, class, object,
                        o->log, problem)) {
        if (s.master_fd >= 0)
            close (s.master_fd);
        return false;
    }
    s.context = zmq_ctx_new ();
    bool good = spoke_open (&s, problem);
    if (good) {
        endpoint_serve (&s.endpoint, spoke_serve, &s);
        endpoint_close (&s.endpoint, problem);
        good = problem->kind == PROBLEM_NONE;
    }
    if (o->parting)
        *o->parting = s.parting;
    straight_free (s.straight);
    VEC_CLEAR (s.items);
    memory_free (s.host);
    memory_free (s.own_host);
    if (s.hub) {
        zmq_socket_monitor (s.hub, NULL, 0);
        zmq_close (s.hub);
    }
    if (s.monitor)
        zmq_close (s.monitor);
    zmq_ctx_term (s.context);
    if (s.master_fd >= 0)
        close (s.master_fd);
    endpoint_clear (&s.endpoint);
    return good;
}
