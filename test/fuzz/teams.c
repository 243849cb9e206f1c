/* teams.c -- libFuzzer target: any messages to a member of a team, in any order.
 *
 * The first byte is the letter of a role (below): a master or a worker of one of
 * the protocols.  Then to the end, what happens to it:
 *
 *     op (a byte) % 8
 *     0 .. 3   a message from op / 8: tag (a byte, from the protocol's first one
 *              on), size, so many bytes
 *     4        somebody joins (a master's); from elsewhere if op / 8 is odd
 *     5        op / 8 is lost (a master's)
 *     6        the oldest alarm rings; op / 8 = 1: links are full; 2: they are
 *              not any more
 *     7        it is given time to work
 *
 * Nothing may break the member: what is malformed ends the worker, or has it
 * expelled.  Letter 's' is a seat (seat.h) and bytes of a frame instead.  With
 * COHORT_FUZZ_SEEDS=DIR no fuzzing is done; teams of each protocol are run, and
 * what happened to their masters and workers is written there. */
#include <string.h>

#include "base/text.h"
#include "team/pool/pool.h"
#include "team/pool/internal.h"
#include "team/transport/endpoint.h"
#include "team/transport/simulated.h"
#include "teams.h"

enum {
    MOST_WORK = 40,     /* calls of `work` for one input */
    MOST_JOINS = 6,     /* members of a master */
    ROOM_INPUTS = 2000, /* then what they share is made anew */
    SEED_BYTES = 3000   /* of what is recorded */
};

/* ---- a crew's work: numbers, of which each is the answer to the one before */

struct item_worker {
    unsigned blobs;
};

static item_worker *
number_open (struct bytes program, struct problem *p)
{
    if (bytes_equal (program, bytes_of ("numbers")))
        return NEW (item_worker);
    problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0}, "no numbers");
    return NULL;
}

static void
number_close (item_worker *l)
{
    memory_free (l);
}

static bool
number_learn (item_worker *l, struct bytes blob)
{
    l->blobs++;
    return blob.size == 3;
}

static bool
number_work (item_worker *l, struct bytes item, struct buffer *answer,
             uint64_t *units)
{
    (void) l;
    *units = 1;
    if (item.size == 1)
        buffer_byte (answer, (uint8_t) (item.data[0] + 1));
    return true;
}

static void
number_describe (item_worker *l, struct bytes item, char *text, size_t room)
{
    (void) l;
    snprintf (text, room, "an item of %zu bytes", item.size);
}

static const struct item_worker_class number_item_worker = {
    .name = "numbers",
    .open = number_open,
    .close = number_close,
    .learn = number_learn,
    .work = number_work,
    .describe = number_describe,
};
static const struct item_worker_class *const labors[] = {&number_item_worker,
                                                         NULL};

struct driver {
    uint8_t next;
    bool shared;
};

static enum driver_step
number_step (driver *q, struct oracle *oracle)
{
    struct bytes answer;
    uint64_t units;
    if (!q->shared)
        oracle->class->share (oracle, bytes_of ("abc"));
    q->shared = true;
    if (q->next == 9)
        return DRIVER_DONE;
    uint8_t ahead = (uint8_t) (q->next + 1);
    if (oracle->class->want && ahead < 9)
        oracle->class->want (oracle, (struct bytes) {&ahead, 1}, ahead);
    if (!oracle->class->get (oracle, (struct bytes) {&q->next, 1}, &answer,
                             &units))
        return DRIVER_BLOCKED;
    q->next++;
    if (q->next == 5 && oracle->class->forget)
        oracle->class->forget (oracle);
    return DRIVER_PROGRESS;
}

static const struct driver_class number_driver = {.name = "numbers",
                                                  .step = number_step};
static driver number_state;
static memo *number_memo;

static member *
pool_make (void)
{
    number_state = (driver) {0};
    number_memo = memo_new ();
    struct pool_options o = {.item_worker = &number_item_worker,
                             .program = bytes_of ("numbers"),
                             .driver_class = &number_driver,
                             .driver = &number_state,
                             .memo = number_memo,
                             .audit_percent = 30,
                             .keep_alive = true,
                             .untimed = true};
    return pool_master_new (&o);
}

static void
pool_drop (member *m)
{
    pool_master_free (m);
    memo_free (number_memo);
}

static member *
pool_hand (void)
{
    return pool_worker_new (labors, NULL);
}

static void
pool_nothing (void)
{
}

static const struct role pool_roles[] = {
    {'C', "crew-master", &pool_master_class, pool_make, pool_drop, POOL_PROGRAM,
     8, true, 0, NULL},
    {'c', "crew-worker", &pool_worker_class, pool_hand, pool_worker_free,
     POOL_PROGRAM, 8, false, 0, NULL},
    {0},
};

const struct room room_pool = {pool_roles, pool_nothing, pool_nothing};

static const struct room *const rooms[] = {&room_pool, &room_bounded,
                                           &room_cegar, &room_explore};
enum { ROOMS = sizeof rooms / sizeof *rooms };

/* ---- a team that is made of nothing but the input */

struct stage {
    struct team team;
    const struct role *role;
    member *member;
    bool over, full;
    unsigned joined, works;
    bool there[MOST_JOINS + 1], expelled[MOST_JOINS + 1];
    uint64_t alarm[8];
    size_t alarms;
    uint64_t now_ns;
};

static bool
stage_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    const struct stage *s = (const struct stage *) t;
    (void) tag;
    (void) body;
    return !s->role->master || (to <= MOST_JOINS && s->there[to] && !s->full);
}

static void
stage_cancel (team *t, unsigned to)
{
    (void) t;
    (void) to;
}

static void
stage_alarm (team *t, uint64_t after_ns, uint64_t what)
{
    struct stage *s = (struct stage *) t;
    (void) after_ns;
    if (s->alarms < sizeof s->alarm / sizeof *s->alarm)
        s->alarm[s->alarms++] = what;
}

static uint64_t
stage_now (const team *t)
{
    return ((struct stage *) t)->now_ns += 300;
}

static void
stage_expel (team *t, unsigned who)
{
    struct stage *s = (struct stage *) t;
    require (who && who <= MOST_JOINS, "an expelled nobody");
    s->expelled[who] = true;
}

static bool
stage_spawn (team *t)
{
    return ((struct stage *) t)->joined < MOST_JOINS;
}

static void
stage_finish (team *t)
{
    ((struct stage *) t)->over = true;
}

static const struct team_class stage_class = {.send = stage_send,
                                              .cancel = stage_cancel,
                                              .alarm = stage_alarm,
                                              .now = stage_now,
                                              .expel = stage_expel,
                                              .spawn = stage_spawn,
                                              .finish = stage_finish};

static void
stage_lose (struct stage *s, unsigned who)
{
    if (!who || who > MOST_JOINS || !s->there[who] || s->over)
        return;
    s->there[who] = false;
    s->role->class->lost (s->member, &s->team, who);
}

static void
stage_join (struct stage *s, bool foreign)
{
    if (s->joined == MOST_JOINS)
        return;
    s->there[++s->joined] = true;
    s->team.foreign = foreign;
    s->role->class->joined (s->member, &s->team, s->joined);
    s->team.foreign = false;
}

static void
stage_ring (struct stage *s)
{
    if (!s->alarms || !s->role->class->alarm)
        return;
    uint64_t what = s->alarm[0];
    memmove (s->alarm, s->alarm + 1, --s->alarms * sizeof *s->alarm);
    s->now_ns += 1000000000;
    s->role->class->alarm (s->member, &s->team, what);
}

static void
stage_writable (struct stage *s)
{
    s->full = false;
    if (s->role->class->alarm)
        s->role->class->alarm (s->member, &s->team, TEAM_WRITABLE);
}

static void
stage_message (struct stage *s, unsigned from, struct reader *r)
{
    uint32_t tag = reader_byte (r) % s->role->tags;
    uint64_t size = reader_uint (r), left = (uint64_t) (r->end - r->at);
    struct bytes body = reader_take (r, (size_t) (size < left ? size : left));
    struct buffer program;
    if (r->failed
        || (s->role->master && (from > MOST_JOINS || !s->there[from])))
        return;
    buffer_init (&program);
    if (!tag && s->role->program) {
        s->role->program (&program);
        body = buffer_view (&program);
    }
    /* A copy of its own, so that whoever reads beyond it is noticed. */
    struct bytes copy = {memory_copy (body.data, body.size), body.size};
    struct message m = {from, s->role->tag + tag, copy};
    s->role->class->receive (s->member, &s->team, &m);
    memory_free ((void *) copy.data);
    buffer_clear (&program);
}

static void
stage_event (struct stage *s, struct reader *r)
{
    uint8_t op = reader_byte (r);
    unsigned who = op / 8;
    uint64_t units = 0;
    switch (op % 8) {
    case 4:
        if (s->role->master)
            stage_join (s, who % 2);
        break;
    case 5:
        if (s->role->master)
            stage_lose (s, who);
        break;
    case 6:
        if (who == 1)
            s->full = s->role->master;
        else if (who == 2)
            stage_writable (s);
        else
            stage_ring (s);
        break;
    case 7:
        if (s->role->class->work && s->works) {
            s->works--;
            s->role->class->work (s->member, &s->team, &units);
        }
        break;
    default:
        stage_message (s, who, r);
    }
    for (unsigned i = 1; i <= MOST_JOINS; i++)
        if (s->expelled[i])
            stage_lose (s, i);
}

static void
stage_play (const struct role *role, struct bytes b)
{
    struct reader r;
    struct stage s = {
        .team = {.class = &stage_class}, .role = role, .works = MOST_WORK};
    if (role->work && digest_of (b).low % role->work)
        s.works = 0;
    s.team.self = role->master ? TEAM_MASTER : 1;
    s.member = role->make ();
    reader_init (&r, b);
    while (!r.failed && r.at < r.end && !s.over)
        stage_event (&s, &r);
    role->drop (s.member);
}

/* ---- a seat: frames, and the greeting of one who joins */

struct member {
    /* of the seat's */
    unsigned rings;
    /* of one that is recorded */
    const struct role *role;
    member *inner;
    struct buffer *record; /* null: not this one */
};

static void
sitter_receive (member *m, team *t, const struct message *message)
{
    (void) m;
    struct digest d = digest_of (message->body); /* reads all of it */
    if (team_self (t) == TEAM_MASTER || message->from == TEAM_MASTER)
        team_send (t, message->from, d.low % 9, bytes_of ("reply"));
}

static void
sitter_alarm (member *m, team *t, uint64_t what)
{
    (void) what;
    if (++m->rings == 3)
        team_finish (t);
    else
        team_alarm (t, 0, 0);
}

static void
sitter_joined (member *m, team *t, unsigned who)
{
    (void) who;
    sitter_alarm (m, t, 0);
}

static void *
sitter_serve (void *unused)
{
    return unused;
}

static const struct member_class sitter_class = {
    .receive = sitter_receive,
    .alarm = sitter_alarm,
    .joined = sitter_joined,
};

static void
read_endpoint (struct bytes b)
{
    struct endpoint s;
    struct problem p = {0};
    member m = {0};
    char text[50];
    greeting_print (b, text, sizeof text);
    require (strlen (text) < sizeof text, "a greeting without an end");
    if (!b.size)
        return;
    unsigned self = b.data[0] % 2;
    require (
        endpoint_init (&s, &endpoint_team_class, &sitter_class, &m, NULL, &p),
        "a seat");
    endpoint_start (&s, self);
    endpoint_joined (&s, 1, false);
    endpoint_frame (&s, 1, (struct bytes) {b.data + 1, b.size - 1});
    endpoint_serve (&s, sitter_serve, NULL);
    endpoint_close (&s, &p);
    endpoint_clear (&s);
}

/* ---- seeds: teams that are real, recorded */

static void
record_op (member *m, unsigned op, unsigned who)
{
    if (m->record && m->record->size < SEED_BYTES)
        buffer_byte (m->record, (uint8_t) (op + 8 * (who % 32)));
}

static void
record_receive (member *m, team *t, const struct message *message)
{
    if (m->record && m->record->size + message->body.size < SEED_BYTES) {
        record_op (m, 0, message->from);
        buffer_byte (m->record, (uint8_t) (message->tag - m->role->tag));
        buffer_bytes (m->record,
                      message->tag == m->role->tag && m->role->program
                          ? (struct bytes) {0}
                          : message->body);
    } else
        m->record = NULL; /* what follows makes no sense without it */
    m->role->class->receive (m->inner, t, message);
}

static bool
record_work (member *m, team *t, uint64_t *units)
{
    bool worked =
        m->role->class->work && m->role->class->work (m->inner, t, units);
    if (worked)
        record_op (m, 7, 0);
    return worked;
}

static void
record_alarm (member *m, team *t, uint64_t what)
{
    record_op (m, 6, what == TEAM_WRITABLE ? 2 : 0);
    if (m->role->class->alarm)
        m->role->class->alarm (m->inner, t, what);
}

static void
record_joined (member *m, team *t, unsigned who)
{
    record_op (m, 4, 0);
    if (m->role->class->joined)
        m->role->class->joined (m->inner, t, who);
}

static void
record_lost (member *m, team *t, unsigned who)
{
    record_op (m, 5, who);
    if (m->role->class->lost)
        m->role->class->lost (m->inner, t, who);
}

static const struct member_class record_class = {.receive = record_receive,
                                                 .work = record_work,
                                                 .alarm = record_alarm,
                                                 .joined = record_joined,
                                                 .lost = record_lost};

struct pair {
    const struct role *worker;
    struct buffer *record; /* of the first worker; then null */
};

static member *
record_new (void *context)
{
    struct pair *p = context;
    member *m = NEW (member);
    m->role = p->worker;
    m->inner = p->worker->make ();
    m->record = p->record;
    p->record = NULL;
    return m;
}

static void
record_free (member *m)
{
    m->role->drop (m->inner);
    memory_free (m);
}

static const struct role *
role_of (char queued_message)
{
    for (size_t i = 0; i < ROOMS; i++)
        for (const struct role *r = rooms[i]->roles; r->queued_message; r++)
            if (r->queued_message == queued_message)
                return r;
    return NULL;
}

static void
seed_save (const char *directory, const char *name, unsigned number,
           char queued_message, struct bytes b)
{
    struct text path;
    struct buffer all;
    text_init (&path);
    buffer_init (&all);
    text_print (&path, "%s/%s-%u", directory, name, number);
    buffer_byte (&all, (uint8_t) queued_message);
    buffer_put (&all, b.data, b.size);
    require (text_save (text_view (&path), (const char *) all.data, all.size),
             "a seed");
    text_clear (&path);
    buffer_clear (&all);
}

static void
pair_record (const char *directory, const char *queued_messages, unsigned seed)
{
    const struct role *master = role_of (queued_messages[0]);
    struct buffer one, two;
    buffer_init (&one);
    buffer_init (&two);
    struct pair pair = {role_of (queued_messages[1]), &two};
    member outer = {.role = master, .inner = master->make (), .record = &one};
    struct simulated_options o = {.seed = seed,
                                  .members = 2 + seed % 2,
                                  .delay_ns = 1000,
                                  .unit_ns_x1024 = 1000,
                                  .crash_percent = seed % 3 ? 30 : 0,
                                  .spawn = true};
    struct simulated_outcome outcome;
    struct problem p = {0};
    simulated_run (&o, &record_class, &outer, &record_class, record_new,
                   record_free, &pair, &outcome, &p);
    master->drop (outer.inner);
    seed_save (directory, master->name, seed, queued_messages[0],
               buffer_view (&one));
    seed_save (directory, pair.worker->name, seed, queued_messages[1],
               buffer_view (&two));
    buffer_clear (&one);
    buffer_clear (&two);
}

static void
candidates_make (const char *directory)
{
    static const char *const pairs[] = {"Cc", "Hh", "Pp", "Mm", "Aa", "Da"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (unsigned seed = 0; seed < 3; seed++)
            pair_record (directory, pairs[i], seed + (i == 5 ? 3 : 0));
    static const uint8_t frame[] = {1, 8, 0, 5, 3, 97, 98, 99, 7, 0};
    seed_save (directory, "frame", 0, 's',
               (struct bytes) {frame, sizeof frame});
}

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);
int LLVMFuzzerInitialize (int *, char ***);

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
    const char *seeds = getenv ("COHORT_FUZZ_SEEDS");
    (void) argc, (void) argv;
    for (size_t i = 0; i < ROOMS; i++)
        rooms[i]->make ();
    if (!seeds)
        return 0;
    candidates_make (seeds);
    exit (0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    struct bytes b = {data + 1, size - 1};
    static unsigned inputs;
    for (size_t i = 0; inputs % ROOM_INPUTS == ROOM_INPUTS - 1 && i < ROOMS;
         i++) {
        rooms[i]->clear ();
        rooms[i]->make ();
    }
    inputs++;
    const struct role *role = role_of ((char) data[0]);
    if (role)
        stage_play (role, b);
    else if (data[0] == 's')
        read_endpoint (b);
    return 0;
}
