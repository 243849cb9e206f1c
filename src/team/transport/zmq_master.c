/* zmq_master.c -- the master's end: a hub with a door for local workers (ipc in
 * a private directory) and one for those that join (door.h), which is lent to it.
 *
 * A link is one incarnation of a worker.  Its number is given once; after it is
 * lost, whatever still comes from it is answered by END. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zmq.h>

#include "process/process.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/map.h"
#include "team/transport/child.h"
#include "team/transport/door_internal.h"
#include "team/transport/meetings.h"
#include "team/transport/zmq_internal.h"

enum { DOOR_LOCAL, DOOR_REMOTE, DOORS };

enum {
    SILENT_BEATS = 30, /* a remote worker silent for so long is lost */
    DRAIN_MS = 50,     /* for what a dead worker had still sent */
    END_MS = 300,      /* local workers have to end by themselves */
    BATCH = 256,       /* frames read before looking elsewhere */
    EARLY_DEATHS = 8   /* that many more than workers, and we give up */
};

enum link_state { LINK_STARTED, LINK_JOINED, LINK_LOST };

struct zmq_master_link {
    enum link_state state;
    int door;
    uint8_t id[ID_BYTES];
    size_t id_size;
    unsigned silent;    /* beats since we heard of it */
    struct child child; /* pid 0: none */
    bool exhausted;     /* its process ended for want of memory */
    uint64_t due_ns;    /* its process ended: lost then; or, if it is lost but
                           lives: killed then; 0: neither */
};

struct hub {
    struct endpoint endpoint;
    const struct transport_options *options;
    void *context, *door[DOORS]; /* DOOR_REMOTE is borrowed, or null */
    char *directory;
    struct VEC (
        struct zmq_master_link) links; /* by number; 0 is the hub itself */
    struct map numbers;                /* digest of door and routing id */
    struct meetings meetings;
    char *host; /* where workers here are called by those that join; or null */
    struct VEC (zmq_pollitem_t) items;
    unsigned early;     /* local workers in a row that never joined */
    uint64_t beat_ns;   /* when the next heartbeat is due */
    uint64_t ending_ns; /* finished: when local workers are killed; 0: not */
};

static struct digest
peer_digest (int door, const uint8_t *id, size_t size)
{
    uint8_t key[ID_BYTES + 1] = {(uint8_t) door};
    assert (size <= ID_BYTES);
    memcpy (key + 1, id, size);
    return digest_of ((struct bytes) {key, size + 1});
}

static struct bytes
link_id (const struct zmq_master_link *l)
{
    return (struct bytes) {l->id, l->id_size};
}

static void
hub_tell (struct hub *h, unsigned who, enum frame_kind kind)
{
    const struct zmq_master_link *l = &h->links.at[who];
    if (l->id_size)
        wire_control (h->door[l->door], link_id (l), kind, 0,
                      (struct bytes) {0});
}

static void
hub_tell_about (struct hub *h, unsigned who, enum frame_kind kind,
                uint64_t number, struct bytes rest)
{
    const struct zmq_master_link *l = &h->links.at[who];
    if (l->state == LINK_JOINED)
        wire_control (h->door[l->door], link_id (l), kind, number, rest);
}

/* Nobody is to hear more of it, before anything that follows from its loss. */
static void
hub_part (struct hub *h, unsigned who)
{
    for (size_t i = 0; i < h->meetings.at.size; i++) {
        unsigned other = meeting_other (&h->meetings.at.at[i], who);
        if (other)
            hub_tell_about (h, other, FRAME_PART, who, (struct bytes) {0});
    }
}

static void
hub_lose (struct hub *h, unsigned who)
{
    struct zmq_master_link *l = &h->links.at[who];
    assert (l->state != LINK_LOST);
    if (l->state == LINK_STARTED)
        endpoint_joined (&h->endpoint, who,
                         false); /* or nobody would ever hear of it */
    l->state = LINK_LOST;
    hub_part (h, who);
    endpoint_lost (&h->endpoint, who, l->exhausted);
    hub_tell (h, who, FRAME_END);
    l->due_ns = l->child.pid ? clock_wall_ns () + END_MS * 1000000u : 0;
}

static void
hub_give_up (struct hub *h)
{
    struct problem problem = {0};
    problem_of_kind (&problem, PROBLEM_RESOURCE, (struct place) {0},
                     "local workers end before they join");
    endpoint_end (&h->endpoint, &problem);
}

static void
hub_spawn (struct hub *h)
{
    unsigned who = (unsigned) h->links.size;
    struct zmq_master_link l = {.door = DOOR_LOCAL, .child = {0, -1}};
    char address[160];
    struct problem problem = {0};
    snprintf (address, sizeof address, "ipc://%s/team#%u@%d", h->directory, who,
              (int) getpid ());
    bool started =
        child_start (&l.child, h->options->worker_program, address,
                     (unsigned long) h->options->memory_mb, &problem);
    VEC_PUSH (h->links, l);
    if (!started) {
        endpoint_note (&h->endpoint, LOG_SAY, "%s", problem.message);
        hub_lose (h, who);
        if (++h->early > h->options->workers + EARLY_DEATHS)
            hub_give_up (h);
    }
}

/* ---- messages */

static void
hub_refuse (struct hub *h, int door, struct bytes id, const char *reason)
{
    wire_control (h->door[door], id, FRAME_REFUSED, 0, bytes_of (reason));
    endpoint_note (&h->endpoint, LOG_SAY, "refused a worker: %s", reason);
}

static void
hub_hello (struct hub *h, int door, struct bytes id, uint64_t number,
           struct bytes greeting)
{
    char note[NOTE_MOST];
    if (!door_greeted (h->door[door], id, h->options->greeting, greeting,
                       note)) {
        endpoint_note (&h->endpoint, LOG_SAY, "%s", note);
        return;
    }
    if (door == DOOR_REMOTE && h->ending_ns) {
        door_admit (h->options->door, id); /* for the next team */
        return;
    }
    if (door == DOOR_REMOTE) {
        number = h->links.size;
        struct zmq_master_link fresh = {.child = {0, -1}};
        VEC_PUSH (h->links, fresh);
    } else if (!number || number >= h->links.size
               || h->links.at[number].state != LINK_STARTED
               || h->links.at[number].door != DOOR_LOCAL) {
        hub_refuse (h, door, id, "nobody expects this local worker");
        return;
    }
    struct zmq_master_link *l = &h->links.at[number];
    l->door = door;
    l->state = LINK_JOINED;
    memcpy (l->id, id.data, id.size);
    l->id_size = id.size;
    map_put (&h->numbers, peer_digest (door, id.data, id.size), number);
    wire_control (h->door[door], id, FRAME_WELCOME, number, (struct bytes) {0});
    h->early = 0;
    endpoint_joined (&h->endpoint, (unsigned) number, door == DOOR_REMOTE);
}

static bool
hub_far (const struct hub *h, uint64_t who)
{
    return h->links.at[who].door == DOOR_REMOTE;
}

/* Between workers; at the first word the two are told of each other. */
static void
hub_pass (struct hub *h, unsigned from, unsigned to, struct bytes records)
{
    struct buffer rest;
    buffer_init (&rest);
    const struct meeting *m =
        meetings_pass (&h->meetings, from, hub_far (h, from), to,
                       hub_far (h, to), records.size, h->host, &rest);
    if (m)
        hub_tell_about (h, m->listener, FRAME_LISTEN, m->caller,
                        buffer_view (&rest));
    buffer_clear (&rest);
    hub_tell_about (h, to, FRAME_DATA, from, records);
}

static void
hub_listening (struct hub *h, unsigned listener, unsigned caller,
               struct bytes answer)
{
    struct buffer rest;
    buffer_init (&rest);
    if (meetings_answer (&h->meetings, listener, caller, answer, &rest))
        hub_tell_about (h, caller, FRAME_MEET, listener, buffer_view (&rest));
    buffer_clear (&rest);
}

/* Two do not hear each other: one of them has to go, rather a worker that joined,
 * rather the later one. */
static void
hub_broken (struct hub *h, unsigned a, unsigned b)
{
    unsigned goes = hub_far (h, a) == hub_far (h, b) ? (a > b ? a : b)
                    : hub_far (h, a)                 ? a
                                                     : b;
    endpoint_note (&h->endpoint, LOG_SAY,
                   "worker %u does not hear worker %u any more", a, b);
    hub_lose (h, goes);
}

/* What a worker says about another. */
static void
hub_between (struct hub *h, unsigned from, enum frame_kind kind,
             uint64_t number, struct bytes rest)
{
    if (!number || number == from || number >= h->links.size
        || h->links.at[number].state != LINK_JOINED)
        return;
    unsigned other = (unsigned) number;
    if (kind == FRAME_DATA)
        hub_pass (h, from, other, rest);
    else if (kind == FRAME_LISTENING)
        hub_listening (h, from, other, rest);
    else if (kind == FRAME_STRAIGHT)
        hub_tell_about (h, other, FRAME_STRAIGHT, from, (struct bytes) {0});
    else if (kind == FRAME_BROKEN)
        hub_broken (h, from, other);
}

static void
hub_frame (struct hub *h, int door, struct bytes id, struct bytes frame)
{
    struct reader r;
    reader_init (&r, frame);
    enum frame_kind kind = (enum frame_kind) reader_byte (&r);
    uint64_t number = reader_uint (&r);
    struct bytes rest = {r.at, (size_t) (r.end - r.at)};
    const uint64_t *who =
        map_get (&h->numbers, peer_digest (door, id.data, id.size));
    if (r.failed)
        return;
    if (!who && kind == FRAME_HELLO)
        hub_hello (h, door, id, number, rest);
    else if (!who || h->links.at[*who].state == LINK_LOST) {
        if (kind != FRAME_END)
            /* A stranger at the remote door is of a team that is over. */
            wire_control (h->door[door], id,
                          who || door == DOOR_LOCAL ? FRAME_END : FRAME_CLOSE,
                          0, (struct bytes) {0});
    } else {
        h->links.at[*who].silent = 0;
        if (kind == FRAME_DATA && number == TEAM_MASTER)
            endpoint_frame (&h->endpoint, (unsigned) *who, frame);
        else if (kind == FRAME_END)
            hub_lose (h, (unsigned) *who);
        else
            hub_between (h, (unsigned) *who, kind, number, rest);
    }
}

struct doorway {
    struct hub *hub;
    int door;
};

static void
hub_take (void *context, struct bytes id, struct bytes frame)
{
    const struct doorway *d = context;
    hub_frame (d->hub, d->door, id, frame);
}

/* True: there may be more. */
static bool
hub_read (struct hub *h, int door)
{
    struct doorway d = {h, door};
    bool more = true;
    for (int i = 0; i < BATCH && more; i++)
        more = wire_read (h->door[door], hub_take, &d);
    return more;
}

static void
hub_authenticate (struct hub *h)
{
    char note[NOTE_MOST];
    door_authenticate (h->options->door, note);
    if (note[0])
        endpoint_note (&h->endpoint, LOG_SAY, "%s", note);
}

/* ---- time and processes */

static void
hub_bury (struct hub *h, unsigned who, int status)
{
    struct zmq_master_link *l = &h->links.at[who];
    l->due_ns = 0;
    if (l->state == LINK_LOST || h->ending_ns)
        return;
    if (WIFSIGNALED (status))
        endpoint_note (&h->endpoint, LOG_SAY,
                       "worker %u was ended by signal %d", who,
                       WTERMSIG (status));
    else if (WEXITSTATUS (status) == MEMORY_EXIT) {
        l->exhausted = true;
        endpoint_note (&h->endpoint, LOG_SAY, "worker %u ran out of memory",
                       who);
    } else
        endpoint_note (&h->endpoint, LOG_SAY, "worker %u ended with code %d",
                       who, WEXITSTATUS (status));
    l->due_ns = clock_wall_ns () + DRAIN_MS * 1000000u;
}

/* Sees to links that are due, and to processes if one may have ended. */
static void
hub_attend (struct hub *h, uint64_t now_ns, bool ended)
{
    for (unsigned who = 1; who < h->links.size; who++) {
        struct zmq_master_link *l = &h->links.at[who];
        int status;
        if (ended && l->child.pid && child_ended (&l->child, &status))
            hub_bury (h, who, status);
        if (!l->due_ns || l->due_ns > now_ns)
            continue;
        l->due_ns = 0;
        if (l->child.pid)
            child_kill (&l->child);
        else if (l->state != LINK_LOST) {
            bool early = l->state == LINK_STARTED;
            hub_lose (h, who);
            if (early && ++h->early > h->options->workers + EARLY_DEATHS)
                hub_give_up (h);
        }
    }
}

static void
hub_beat (struct hub *h)
{
    for (unsigned who = 1; who < h->links.size; who++) {
        struct zmq_master_link *l = &h->links.at[who];
        if (l->state != LINK_JOINED)
            continue;
        hub_tell (h, who, FRAME_BEAT);
        /* Counted in our own beats: if this machine slept, that is not the
         * worker's silence. */
        if (l->door == DOOR_REMOTE && ++l->silent > SILENT_BEATS) {
            endpoint_note (&h->endpoint, LOG_SAY, "worker %u is silent", who);
            hub_lose (h, who);
        }
    }
}

static void
hub_finish (struct hub *h)
{
    h->ending_ns = clock_wall_ns () + END_MS * 1000000u;
    for (unsigned who = 1; who < h->links.size; who++)
        if (h->links.at[who].state == LINK_JOINED)
            hub_tell (h, who,
                      h->links.at[who].door == DOOR_REMOTE ? FRAME_CLOSE
                                                           : FRAME_END);
}

static void
hub_obey (struct hub *h)
{
    struct request_list list = {0};
    endpoint_requests (&h->endpoint, &list);
    for (size_t i = 0; i < list.size; i++) {
        const struct request *r = &list.at[i];
        const struct zmq_master_link *l = &h->links.at[r->who];
        bool there = l->state == LINK_JOINED && r->who;
        if (r->kind == REQUEST_FINISH)
            hub_finish (h);
        else if (r->kind == REQUEST_SPAWN)
            hub_spawn (h);
        else if (there && r->kind == REQUEST_FRAME)
            wire_send (h->door[l->door], link_id (l), buffer_view (&r->frame));
        else if (there && r->kind == REQUEST_CANCEL)
            hub_tell (h, r->who, FRAME_CANCEL);
        else if (there && r->kind == REQUEST_EXPEL)
            hub_lose (h, r->who);
    }
    requests_clear (&list);
}

static bool
hub_done (const struct hub *h, uint64_t now_ns)
{
    if (!h->ending_ns)
        return false;
    for (size_t i = 1; i < h->links.size; i++)
        if (h->links.at[i].child.pid && now_ns < h->ending_ns)
            return false;
    return true;
}

/* All that joined from elsewhere, before this process is killed. */
static void
hub_warn (struct hub *h)
{
    for (unsigned who = 1; who < h->links.size; who++)
        if (h->links.at[who].door == DOOR_REMOTE
            && h->links.at[who].state == LINK_JOINED)
            hub_tell (h, who, FRAME_END);
    h->options->door->warning_fd = -1;
}

/* Waits for something to do; true: a local worker's process has ended. */
static bool
hub_wait (struct hub *h, uint64_t now_ns, bool busy)
{
    uint64_t until = h->beat_ns;
    if (h->ending_ns && h->ending_ns < until)
        until = h->ending_ns;
    h->items.size = 0;
    zmq_pollitem_t wake = {.fd = h->endpoint.wake_fd, .events = ZMQ_POLLIN};
    VEC_PUSH (h->items, wake);
    const struct door *remote = h->options->door;
    void *sockets[] = {h->door[DOOR_LOCAL], h->door[DOOR_REMOTE],
                       remote ? remote->zap : NULL};
    for (size_t i = 0; i < sizeof sockets / sizeof *sockets; i++) {
        zmq_pollitem_t heard = {.socket = sockets[i], .events = ZMQ_POLLIN};
        if (sockets[i])
            VEC_PUSH (h->items, heard);
    }
    size_t warning = h->items.size;
    zmq_pollitem_t item = {.fd = remote ? remote->warning_fd : -1,
                           .events = ZMQ_POLLIN};
    if (item.fd >= 0)
        VEC_PUSH (h->items, item);
    size_t processes = h->items.size;
    for (size_t i = 1; i < h->links.size; i++) {
        const struct zmq_master_link *l = &h->links.at[i];
        if (l->due_ns && l->due_ns < until)
            until = l->due_ns;
        zmq_pollitem_t process = {.fd = l->child.pid_fd, .events = ZMQ_POLLIN};
        if (l->child.pid && l->child.pid_fd >= 0)
            VEC_PUSH (h->items, process);
    }
    long wait = until > now_ns ? (long) ((until - now_ns) / 1000000 + 1) : 0;
    zmq_poll (h->items.at, (int) h->items.size, busy ? 0 : wait);
    if (warning < processes && h->items.at[warning].revents)
        hub_warn (h);
    for (size_t i = 0; i < h->items.size; i++)
        if (i >= processes && h->items.at[i].revents)
            return true;
    return false;
}

/* Those who came before there was a team. */
static void
hub_welcome (struct hub *h)
{
    struct door *d = h->options->door;
    for (size_t i = 0; d && i < d->visitors.size; i++) {
        const struct visitor *v = &d->visitors.at[i];
        hub_hello (h, DOOR_REMOTE, (struct bytes) {v->id, v->id_size}, 0,
                   h->options->greeting);
    }
    if (d)
        d->visitors.size = 0;
}

static void *
hub_serve (void *argument)
{
    struct hub *h = argument;
    for (unsigned i = 0; i < h->options->workers; i++)
        hub_spawn (h);
    hub_welcome (h);
    h->beat_ns = clock_wall_ns () + BEAT_MS * 1000000u;
    bool busy = false, ended = false;
    for (;;) {
        uint64_t now_ns = clock_wall_ns ();
        if (hub_done (h, now_ns))
            break;
        ended |= hub_wait (h, now_ns, busy);
        busy = hub_read (h, DOOR_LOCAL);
        if (h->door[DOOR_REMOTE]) {
            busy |= hub_read (h, DOOR_REMOTE);
            hub_authenticate (h);
        }
        hub_obey (h);
        now_ns = clock_wall_ns ();
        if (!busy) { /* what a dead worker had sent comes first */
            hub_attend (h, now_ns, ended);
            ended = false;
        }
        if (now_ns >= h->beat_ns) {
            hub_beat (h);
            ended = true; /* where processes have no descriptors */
            h->beat_ns = now_ns + BEAT_MS * 1000000u;
        }
    }
    for (size_t i = 1; i < h->links.size; i++)
        if (h->links.at[i].child.pid)
            child_kill (&h->links.at[i].child);
    if (h->meetings.at.size)
        endpoint_note (&h->endpoint, LOG_DETAIL,
                       "%zu pairs of workers introduced; %" PRIu64
                       " frames, %" PRIu64 " bytes between them came by here",
                       h->meetings.at.size, h->meetings.frames,
                       h->meetings.bytes);
    return NULL;
}

/* ---- begin and end */

static bool
hub_open_local (struct hub *h, struct problem *problem)
{
    char endpoint[160];
    h->directory = child_directory (problem);
    if (!h->directory)
        return false;
    h->door[DOOR_LOCAL] = wire_socket (h->context, ZMQ_ROUTER, 0, problem);
    if (!h->door[DOOR_LOCAL])
        return false;
    snprintf (endpoint, sizeof endpoint, "ipc://%s/team", h->directory);
    if (zmq_bind (h->door[DOOR_LOCAL], endpoint))
        return wire_problem (problem, "cannot listen at", endpoint);
    return true;
}

static void
hub_clear (struct hub *h)
{
    if (h->directory) /* first, because lingering may take a while */
        child_directory_remove (h->directory);
    if (h->door[DOOR_LOCAL])
        zmq_close (h->door[DOOR_LOCAL]);
    zmq_ctx_term (h->context);
    memory_free (h->directory);
    VEC_CLEAR (h->links);
    VEC_CLEAR (h->items);
    map_clear (&h->numbers);
    meetings_clear (&h->meetings);
    memory_free (h->host);
    endpoint_clear (&h->endpoint);
}

bool
hub_run (const struct transport_options *o, const struct member_class *class,
         member *object, struct problem *problem)
{
    struct hub h = {.options = o};
    /* ZeroMQ's own, and for each worker a connection and its process. */
    if (!process_descriptors (24 + 3 * (size_t) o->workers, problem))
        return false;
    if (!endpoint_init (&h.endpoint, &endpoint_team_class, class, object,
                        o->log, problem))
        return false;
    map_init (&h.numbers);
    meetings_init (&h.meetings);
    VEC_PUSH (h.links, ((struct zmq_master_link) {.state = LINK_LOST,
                                                  .child = {0, -1}}));
    h.endpoint.can_spawn = true;
    h.context = zmq_ctx_new ();
    bool good = hub_open_local (&h, problem);
    if (good) {
        if (o->door) {
            door_take (o->door);
            h.door[DOOR_REMOTE] = o->door->socket;
            h.host = endpoint_host (door_address (o->door));
        }
        endpoint_start (&h.endpoint, TEAM_MASTER);
        endpoint_serve (&h.endpoint, hub_serve, &h);
        if (o->door)
            door_give (o->door);
        endpoint_close (&h.endpoint, problem);
        good = problem->kind == PROBLEM_NONE;
    }
    hub_clear (&h);
    return good;
}
