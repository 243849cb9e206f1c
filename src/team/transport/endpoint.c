/* endpoint.c -- see endpoint.h. */
#include "team/transport/endpoint.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

#define TAG_CREDIT TEAM_TAGS

enum {
    RECORD_BYTES = 16,       /* counted per record beside its body */
    CREDIT_BYTES = 64 << 10, /* consumed bytes that are worth telling */
    NOTE_BYTES = 1024
};

enum delivery_kind {
    DELIVERY_FRAME,
    DELIVERY_JOINED,
    DELIVERY_FOREIGN, /* joined from elsewhere */
    DELIVERY_LOST,
    DELIVERY_EXHAUSTED, /* lost, for want of memory */
    DELIVERY_LINK,      /* the body is its descriptor */
    DELIVERY_HEARS,
    DELIVERY_PART,
    DELIVERY_NOTE
};

struct delivery {
    struct delivery *next;
    enum delivery_kind kind;
    unsigned who; /* of a note: its level */
    size_t size;
    uint8_t body[];
};

bool
endpoint_init (struct endpoint *s, const struct team_class *team_class,
               const struct member_class *class, member *object,
               struct log *log, struct problem *problem)
{
    assert (class->receive);
    memset (s, 0, sizeof *s);
    s->team.class = team_class;
    s->class = class;
    s->object = object;
    s->log = log;
    s->last = &s->first;
    s->wake_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
    s->arrived_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (s->wake_fd < 0 || s->arrived_fd < 0) {
        problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                         "no event descriptor: %s", strerror (errno));
        if (s->wake_fd >= 0)
            close (s->wake_fd);
        return false;
    }
    pthread_mutex_init (&s->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init (&attributes);
    pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
    pthread_cond_init (&s->arrived, &attributes);
    pthread_condattr_destroy (&attributes);
    timers_init (&s->alarms);
    return true;
}

static int
delivery_descriptor (const struct delivery *d)
{
    int fd;
    assert (d->kind == DELIVERY_LINK && d->size == sizeof fd);
    memcpy (&fd, d->body, sizeof fd);
    return fd;
}

/* Nobody takes it. */
static void
delivery_drop (const struct delivery *d)
{
    if (d->kind == DELIVERY_LINK)
        close (delivery_descriptor (d));
}

void
endpoint_clear (struct endpoint *s)
{
    while (s->first) {
        struct delivery *next = s->first->next;
        delivery_drop (s->first);
        memory_free (s->first);
        s->first = next;
    }
    requests_clear (&s->requests);
    for (size_t i = 0; i < s->lines.size; i++)
        buffer_clear (&s->lines.at[i].out);
    VEC_CLEAR (s->lines);
    VEC_CLEAR (s->dirty);
    timers_clear (&s->alarms);
    near_clear (&s->near);
    pthread_cond_destroy (&s->arrived);
    pthread_mutex_destroy (&s->lock);
    close (s->wake_fd);
    close (s->arrived_fd);
}

void
requests_clear (struct request_list *list)
{
    for (size_t i = 0; i < list->size; i++)
        buffer_clear (&list->at[i].frame);
    VEC_CLEAR (*list);
}

static bool
endpoint_over (struct endpoint *s)
{
    return atomic_load_explicit (&s->over, memory_order_relaxed);
}

/* An event descriptor becomes readable. */
static void
event_raise (int fd)
{
    uint64_t one = 1;
    if (write (fd, &one, sizeof one) < 0)
        assert (errno == EAGAIN); /* full: it is awake */
}

/* ---- the I/O thread's side */

/* Under the lock: there is something for the member's thread. */
static void
endpoint_signal (struct endpoint *s)
{
    if (s->polls)
        event_raise (s->arrived_fd);
    else
        pthread_cond_signal (&s->arrived);
    s->polls = false;
}

static void
endpoint_put (struct endpoint *s, enum delivery_kind kind, unsigned who,
              struct bytes body)
{
    struct delivery *d = memory_new (sizeof *d + body.size);
    d->kind = kind;
    d->who = who;
    d->size = body.size;
    if (body.size)
        memcpy (d->body, body.data, body.size);
    pthread_mutex_lock (&s->lock);
    *s->last = d;
    s->last = &d->next;
    endpoint_signal (s);
    pthread_mutex_unlock (&s->lock);
}

void
endpoint_start (struct endpoint *s, unsigned self)
{
    pthread_mutex_lock (&s->lock);
    assert (!s->started);
    s->team.self = self;
    s->started = true;
    endpoint_signal (s);
    pthread_mutex_unlock (&s->lock);
}

void
endpoint_joined (struct endpoint *s, unsigned who, bool foreign)
{
    endpoint_put (s, foreign ? DELIVERY_FOREIGN : DELIVERY_JOINED, who,
                  (struct bytes) {0});
}

void
endpoint_lost (struct endpoint *s, unsigned who, bool exhausted)
{
    endpoint_put (s, exhausted ? DELIVERY_EXHAUSTED : DELIVERY_LOST, who,
                  (struct bytes) {0});
}

void
endpoint_frame (struct endpoint *s, unsigned who, struct bytes frame)
{
    endpoint_put (s, DELIVERY_FRAME, who, frame);
}

void
endpoint_link (struct endpoint *s, unsigned who, int fd)
{
    endpoint_put (s, DELIVERY_LINK, who,
                  (struct bytes) {(const uint8_t *) &fd, sizeof fd});
}

void
endpoint_hears (struct endpoint *s, unsigned who)
{
    endpoint_put (s, DELIVERY_HEARS, who, (struct bytes) {0});
}

void
endpoint_part (struct endpoint *s, unsigned who)
{
    endpoint_put (s, DELIVERY_PART, who, (struct bytes) {0});
}

void
endpoint_note (struct endpoint *s, enum log_level level, const char *format,
               ...)
{
    char text[NOTE_BYTES];
    va_list list;
    va_start (list, format);
    vsnprintf (text, sizeof text, format, list);
    va_end (list);
    struct bytes body = {(const uint8_t *) text, strlen (text) + 1};
    endpoint_put (s, DELIVERY_NOTE, (unsigned) level, body);
}

void
endpoint_end (struct endpoint *s, const struct problem *problem)
{
    pthread_mutex_lock (&s->lock);
    if (problem && s->problem.kind == PROBLEM_NONE)
        s->problem = *problem;
    atomic_store_explicit (&s->over, true, memory_order_relaxed);
    s->cancelled = s->working;
    endpoint_signal (s);
    pthread_mutex_unlock (&s->lock);
}

void
endpoint_cancel (struct endpoint *s)
{
    pthread_mutex_lock (&s->lock);
    s->cancelled = s->working;
    pthread_mutex_unlock (&s->lock);
}

/* Under the lock, so that cancel is never called once work has returned. */
bool
endpoint_cancelling (struct endpoint *s)
{
    pthread_mutex_lock (&s->lock);
    bool due = s->cancelled && s->class->cancel;
    if (due)
        s->class->cancel (s->object);
    pthread_mutex_unlock (&s->lock);
    return due;
}

void
endpoint_requests (struct endpoint *s, struct request_list *list)
{
    assert (!list->size);
    uint64_t count;
    ssize_t got = read (s->wake_fd, &count, sizeof count);
    (void) got; /* nothing to read is fine: nobody woke us */
    pthread_mutex_lock (&s->lock);
    struct request_list empty = *list;
    *list = s->requests;
    s->requests = empty;
    pthread_mutex_unlock (&s->lock);
}

/* ---- the member's side */

static void
endpoint_ask (struct endpoint *s, enum request_kind kind, unsigned who,
              struct buffer *adopted)
{
    struct request r = {.kind = kind, .who = who};
    if (adopted) {
        r.frame = *adopted;
        buffer_init (adopted);
    }
    pthread_mutex_lock (&s->lock);
    bool first = !s->requests.size;
    VEC_PUSH (s->requests, r);
    pthread_mutex_unlock (&s->lock);
    if (first)
        event_raise (s->wake_fd);
}

/* Straight, or by the I/O thread. */
static void
endpoint_post (struct endpoint *s, unsigned who, struct buffer *frame)
{
    if (near_send (&s->near, who, buffer_view (frame)))
        buffer_reset (frame);
    else
        endpoint_ask (s, REQUEST_FRAME, who, frame);
}

static struct line *
endpoint_line (struct endpoint *s, unsigned who)
{
    while (s->lines.size <= who)
        VEC_PUSH (s->lines, (struct line) {0});
    return &s->lines.at[who];
}

static void
endpoint_flush (struct endpoint *s)
{
    for (size_t i = 0; i < s->dirty.size; i++) {
        struct line *l = &s->lines.at[s->dirty.at[i]];
        l->dirty = false;
        if (l->out.size)
            endpoint_post (s, s->dirty.at[i], &l->out);
    }
    s->dirty.size = 0;
}

static void
endpoint_write (struct endpoint *s, unsigned to, uint32_t tag,
                struct bytes body)
{
    struct line *l = endpoint_line (s, to);
    if (!l->out.size) {
        bool own = s->direct || s->team.self == TEAM_MASTER;
        buffer_byte (&l->out, FRAME_DATA);
        buffer_uint (&l->out, own ? s->team.self : to);
    }
    buffer_uint (&l->out, tag);
    buffer_bytes (&l->out, body);
    if (l->out.size >= ENDPOINT_FRAME_BYTES)
        endpoint_post (s, to, &l->out);
    else if (!l->dirty) {
        l->dirty = true;
        VEC_PUSH (s->dirty, to);
    }
}

static bool
endpoint_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    struct endpoint *s = (struct endpoint *) t;
    if (t->self == TEAM_MASTER) {
        struct line *l = endpoint_line (s, to);
        if (!l->open)
            return false;
        if (l->unacked >= ENDPOINT_LINK_BYTES) {
            l->wanted = true;
            return false;
        }
        l->unacked += body.size + RECORD_BYTES;
    }
    endpoint_write (s, to, tag, body);
    return true;
}

static void
endpoint_team_cancel (team *t, unsigned to)
{
    struct endpoint *s = (struct endpoint *) t;
    endpoint_flush (s); /* what was sent before is not overtaken */
    endpoint_ask (s, REQUEST_CANCEL, to, NULL);
}

static void
endpoint_alarm (team *t, uint64_t after_ns, uint64_t what)
{
    struct endpoint *s = (struct endpoint *) t;
    timers_put (&s->alarms, clock_wall_ns () + after_ns, what, NULL);
}

static uint64_t
endpoint_now (const team *t)
{
    (void) t;
    return clock_wall_ns ();
}

static void
endpoint_expel (team *t, unsigned who)
{
    struct endpoint *s = (struct endpoint *) t;
    struct line *l = endpoint_line (s, who);
    if (!l->open)
        return;
    l->open = false;
    endpoint_ask (s, REQUEST_EXPEL, who, NULL);
}

static bool
endpoint_spawn (team *t)
{
    struct endpoint *s = (struct endpoint *) t;
    if (s->can_spawn)
        endpoint_ask (s, REQUEST_SPAWN, 0, NULL);
    return s->can_spawn;
}

static void
endpoint_finish (team *t)
{
    struct endpoint *s = (struct endpoint *) t;
    atomic_store_explicit (&s->over, true, memory_order_relaxed);
}

const struct team_class endpoint_team_class = {
    .send = endpoint_send,
    .cancel = endpoint_team_cancel,
    .alarm = endpoint_alarm,
    .now = endpoint_now,
    .expel = endpoint_expel,
    .spawn = endpoint_spawn,
    .finish = endpoint_finish,
};

/* Under the lock: waits until something is there, or until `until_ns`. */
static void
endpoint_sleep (struct endpoint *s, uint64_t until_ns)
{
    struct timespec until = {(time_t) (until_ns / 1000000000),
                             (long) (until_ns % 1000000000)};
    int late = 0;
    while (!s->first && !endpoint_over (s) && late != ETIMEDOUT) {
        if (until_ns == UINT64_MAX)
            pthread_cond_wait (&s->arrived, &s->lock);
        else
            late = pthread_cond_timedwait (&s->arrived, &s->lock, &until);
    }
}

/* The same, or until something has come to a link. */
static void
endpoint_poll (struct endpoint *s, uint64_t until_ns)
{
    if (s->first || endpoint_over (s))
        return;
    s->polls = true;
    pthread_mutex_unlock (&s->lock);
    near_wait (&s->near, s->arrived_fd, until_ns);
    pthread_mutex_lock (&s->lock);
    s->polls = false;
}

/* What is there, if need be after waiting until `until_ns` (0: not at all;
 * UINT64_MAX: for ever), the end, or something that has come to a link. */
static struct delivery *
endpoint_take (struct endpoint *s, uint64_t until_ns)
{
    pthread_mutex_lock (&s->lock);
    if (until_ns && near_used (&s->near))
        endpoint_poll (s, until_ns);
    else if (until_ns)
        endpoint_sleep (s, until_ns);
    struct delivery *d = s->first;
    if (d) {
        s->first = d->next;
        if (!s->first)
            s->last = &s->first;
    }
    pthread_mutex_unlock (&s->lock);
    return d;
}

static void
endpoint_credit (struct endpoint *s, unsigned who, struct bytes body)
{
    struct reader r;
    reader_init (&r, body);
    uint64_t bytes = reader_uint (&r);
    struct line *l = endpoint_line (s, who);
    l->unacked -= bytes < l->unacked ? bytes : l->unacked;
    if (l->wanted && l->unacked <= ENDPOINT_LINK_BYTES / 2) {
        l->wanted = false;
        if (s->class->alarm)
            s->class->alarm (s->object, &s->team, TEAM_WRITABLE);
    }
}

static void
endpoint_consumed (struct endpoint *s, size_t bytes)
{
    s->consumed += bytes + RECORD_BYTES;
    if (s->consumed < CREDIT_BYTES)
        return;
    struct buffer number;
    buffer_init (&number);
    buffer_uint (&number, s->consumed);
    endpoint_write (s, TEAM_MASTER, TAG_CREDIT, buffer_view (&number));
    buffer_clear (&number);
    s->consumed = 0;
}

static void
endpoint_read (struct endpoint *s, unsigned who, struct bytes frame)
{
    struct reader r;
    reader_init (&r, frame);
    reader_byte (&r);
    reader_uint (&r);
    bool master = s->team.self == TEAM_MASTER;
    while (!endpoint_over (s) && !r.failed && r.at != r.end) {
        uint64_t tag = reader_uint (&r);
        struct bytes body = reader_bytes (&r);
        if (r.failed || (master && !endpoint_line (s, who)->open))
            break;
        if (master && tag == TAG_CREDIT)
            endpoint_credit (s, who, body);
        else if (tag < TEAM_TAGS) {
            struct message m = {who, (uint32_t) tag, body};
            s->class->receive (s->object, &s->team, &m);
        }
        if (!master && who == TEAM_MASTER)
            endpoint_consumed (s, body.size);
    }
    if (r.failed && master) {
        if (s->log)
            log_say (s->log, LOG_SAY,
                     "worker %u sent a malformed message and is expelled", who);
        endpoint_expel (&s->team, who);
    }
}

static void
delivery_print (const struct endpoint *s, const struct delivery *d)
{
    if (s->log)
        log_say (s->log, (enum log_level) d->who, "%s", (const char *) d->body);
}

static void
endpoint_handle (struct endpoint *s, const struct delivery *d)
{
    if (endpoint_over (s)) {
        delivery_drop (d);
        return;
    }
    switch (d->kind) {
    case DELIVERY_FRAME:
        endpoint_read (s, d->who, (struct bytes) {d->body, d->size});
        break;
    case DELIVERY_JOINED:
    case DELIVERY_FOREIGN:
        endpoint_line (s, d->who)->open = true;
        s->team.foreign = d->kind == DELIVERY_FOREIGN;
        if (s->class->joined)
            s->class->joined (s->object, &s->team, d->who);
        s->team.foreign = false;
        break;
    case DELIVERY_LOST:
    case DELIVERY_EXHAUSTED:
        endpoint_line (s, d->who)->open = false;
        s->team.exhausted = d->kind == DELIVERY_EXHAUSTED;
        if (s->class->lost)
            s->class->lost (s->object, &s->team, d->who);
        s->team.exhausted = false;
        break;
    case DELIVERY_LINK:
        near_open (&s->near, d->who, delivery_descriptor (d));
        endpoint_ask (s, REQUEST_STRAIGHT, d->who, NULL);
        break;
    case DELIVERY_HEARS:
        near_hear (&s->near, d->who);
        break;
    case DELIVERY_PART:
        near_part (&s->near, d->who);
        break;
    case DELIVERY_NOTE:
        delivery_print (s, d);
        break;
    }
}

static bool
endpoint_work (struct endpoint *s)
{
    uint64_t units = 0;
    pthread_mutex_lock (&s->lock);
    s->working = !endpoint_over (s);
    pthread_mutex_unlock (&s->lock);
    if (!s->working) /* written by this thread only */
        return false;
    bool worked = s->class->work (s->object, &s->team, &units);
    pthread_mutex_lock (&s->lock);
    s->working = s->cancelled = false;
    pthread_mutex_unlock (&s->lock);
    return worked;
}

static bool
endpoint_ring (struct endpoint *s)
{
    const struct timers_entry *first = timers_first (&s->alarms);
    if (!first || first->when > clock_wall_ns ())
        return false;
    struct timers_entry e;
    timers_take (&s->alarms, &e);
    if (s->class->alarm)
        s->class->alarm (s->object, &s->team, e.what);
    return true;
}

/* Until the member may begin, or never will; what there is to say is said. */
static void
endpoint_await (struct endpoint *s)
{
    pthread_mutex_lock (&s->lock);
    while (!s->started && !endpoint_over (s)) {
        bool note = s->first && s->first->kind == DELIVERY_NOTE;
        if (!note) {
            pthread_cond_wait (&s->arrived, &s->lock);
            continue;
        }
        pthread_mutex_unlock (&s->lock);
        struct delivery *d = endpoint_take (s, 0);
        endpoint_handle (s, d);
        memory_free (d);
        pthread_mutex_lock (&s->lock);
    }
    pthread_mutex_unlock (&s->lock);
}

static bool
endpoint_near (void *context, unsigned from, struct bytes frame)
{
    struct endpoint *s = context;
    endpoint_read (s, from, frame);
    return !endpoint_over (s);
}

/* What has come to links while nobody waited for it; true: there was something. */
static bool
endpoint_look (struct endpoint *s)
{
    if (!near_used (&s->near))
        return false;
    near_wait (&s->near, s->arrived_fd, 0);
    return near_read (&s->near, endpoint_near, s);
}

static void
endpoint_run (struct endpoint *s)
{
    endpoint_await (s);
    bool looked = false;
    while (!endpoint_over (s)) {
        bool rang = endpoint_ring (s);
        struct delivery *d = endpoint_take (s, 0);
        bool none = !d && !rang && (looked || !endpoint_look (s));
        looked = false;
        if (none && !endpoint_over (s)) {
            endpoint_flush (s);
            if (s->class->work && endpoint_work (s))
                continue;
            endpoint_flush (s);
            const struct timers_entry *e = timers_first (&s->alarms);
            d = endpoint_take (s, e ? e->when : UINT64_MAX);
            if (!endpoint_over (s))
                near_read (&s->near, endpoint_near, s);
            looked = true;
        }
        if (d)
            endpoint_handle (s, d);
        memory_free (d);
    }
    endpoint_flush (s);
    endpoint_ask (s, REQUEST_FINISH, 0, NULL);
}

void
endpoint_close (struct endpoint *s, struct problem *problem)
{
    for (struct delivery *d = s->first; d; d = d->next)
        if (d->kind == DELIVERY_NOTE)
            delivery_print (s, d);
    if (s->problem.kind != PROBLEM_NONE && problem->kind == PROBLEM_NONE)
        *problem = s->problem;
}

/* Signals are for the main thread's handlers, so the other one takes none. */
void
endpoint_serve (struct endpoint *s, void *(*serve) (void *), void *argument)
{
    sigset_t all, old;
    sigfillset (&all);
    pthread_sigmask (SIG_SETMASK, &all, &old);
    pthread_t thread;
    int error = pthread_create (&thread, NULL, serve, argument);
    pthread_sigmask (SIG_SETMASK, &old, NULL);
    if (error) {
        struct problem problem = {0};
        problem_of_kind (&problem, PROBLEM_RESOURCE, (struct place) {0},
                         "cannot start a thread: %s", strerror (error));
        endpoint_end (s, &problem);
    }
    endpoint_run (s);
    if (!error)
        pthread_join (thread, NULL);
}

void
greeting_print (struct bytes greeting, char *text, size_t room)
{
    assert (room);
    size_t used = 0;
    for (size_t i = 0; i < greeting.size && used + 1 < room; i++) {
        uint8_t c = greeting.data[i];
        text[used++] = c >= 32 && c < 127 ? (char) c : '.';
    }
    text[used] = 0;
}
