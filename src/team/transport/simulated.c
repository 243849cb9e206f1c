/* simulated.c -- see simulated.h.
 *
 * One timers drives all players.  A player has a queue of parcels that have
 * arrived; its turn delivers them, and when none waits calls `work`.  An item
 * of work is computed at once, but takes virtual time: until it is over the
 * player is busy, and what it sent is held back, so a crash within the item
 * makes all of it vanish.
 *
 * When misfortune strikes is counted in calls of a player, not in time, so that
 * it falls into long and short runs alike. */
#include "team/transport/simulated.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/vec.h"
#include "team/transport/timers.h"
#include "team/team_internal.h"

enum happening {
    ARRIVE, /* a parcel reaches its player */
    RING,   /* the same for an alarm: alone it does not keep a team going */
    TURN,   /* a player looks at its parcels, then for work */
    WORKED, /* an item of work is over */
    APPEAR, /* a worker starts */
    VANISH, /* a worker crashes, or has learnt that it is not wanted */
    NOTICE, /* the master's side notices that a worker is gone */
    CANCEL  /* a request to cancel reaches a worker */
};

enum parcel_kind { PARCEL_MESSAGE, PARCEL_ALARM, PARCEL_JOINED, PARCEL_LOST };

struct simulated_parcel {
    struct simulated_parcel *next;
    enum parcel_kind kind;
    unsigned from, to;
    uint32_t tag;
    uint64_t what; /* of an alarm */
    size_t size;
    uint8_t body[];
};

struct simulated_link {
    uint64_t last_ns; /* when the newest parcel arrives: keeps the order */
    size_t bytes;     /* under way or waiting */
    bool wanted;      /* was full when the sender tried */
};

struct player {
    struct team team;
    struct simulation *sim;
    const struct member_class *class;
    member *object;                         /* null: not there yet, or gone */
    struct simulated_parcel *first, **last; /* arrived, not yet delivered */
    struct simulated_parcel *held,
        **held_last; /* sent by the item being worked on */
    struct VEC (struct simulated_link) links; /* by target */
    uint64_t worked_ns;            /* when the item at work is over */
    uint64_t crash_in, suspect_in; /* calls until then; 0: never */
    bool known;                    /* the master was told that it joined */
    bool expected;                 /* is still to appear */
    bool fenced;      /* nothing that it sends is let through any more */
    bool expelled;    /* by the master: not even what has arrived */
    bool turn;        /* a TURN is on the timers */
    bool working;     /* inside the call of `work` */
    bool busy;        /* until worked_ns */
    bool doomed;      /* a VANISH is on the timers */
    bool leaving;     /* ... because it wants to: what it sent still arrives */
    bool late_cancel; /* a cancel hits the next item instead */
    bool slow;
    bool foreign; /* see team_foreign */
};

struct simulation {
    const struct simulated_options *options;
    const struct member_class *worker_class;
    member *(*make) (void *);
    void (*drop) (member *);
    void *context;
    struct simulated_outcome *outcome;
    struct timers timers;
    struct VEC (struct player *) players; /* by number */
    uint64_t now_ns, random;
    size_t link_bytes; /* a link from the master that holds more is full */
    size_t lively;     /* entries on the timers that are no RING */
    unsigned quiet;    /* alarms in a row with nothing else between */
    bool finished;
};

/* So many alarms without any message or work: nothing will come any more. */
enum { QUIET_ALARMS = 1000 };

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t
simulation_draw (struct simulation *s)
{
    uint64_t z = s->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t
simulation_below (struct simulation *s, uint64_t limit)
{
    assert (limit);
    return simulation_draw (s) % limit;
}

static bool
simulation_chance (struct simulation *s, unsigned percent)
{
    return simulation_below (s, 100) < percent;
}

static uint64_t
simulation_delay (struct simulation *s)
{
    const struct simulated_options *o = s->options;
    return o->delay_ns / 2 + simulation_below (s, o->delay_ns + 1)
           + simulation_below (s, o->jitter_ns + 1);
}

static void
simulation_plan (struct simulation *s, uint64_t when, enum happening kind,
                 unsigned who, struct simulated_parcel *parcel)
{
    assert (when >= s->now_ns);
    timers_put (&s->timers, when, (uint64_t) kind << 32 | who, parcel);
    s->lively += kind != RING;
}

static struct player *
simulation_player (struct simulation *s, unsigned who)
{
    assert (who < s->players.size);
    return s->players.at[who];
}

static struct player *
player_of (team *t)
{
    return (struct player *) t;
}

static struct simulated_parcel *
parcel_new (enum parcel_kind kind, unsigned from, unsigned to,
            struct bytes body)
{
    struct simulated_parcel *p = memory_new (sizeof *p + body.size);
    p->kind = kind;
    p->from = from;
    p->to = to;
    p->size = body.size;
    if (body.size)
        memcpy (p->body, body.data, body.size);
    return p;
}

static void
parcels_free (struct simulated_parcel *p)
{
    while (p) {
        struct simulated_parcel *next = p->next;
        memory_free (p);
        p = next;
    }
}

/* ---- what members ask for */

static struct simulated_link *
player_link (struct player *p, unsigned to)
{
    size_t old = p->links.size;
    if (to >= old) {
        VEC_ROOM (p->links, (size_t) to + 1);
        p->links.size = (size_t) to + 1;
        memset (p->links.at + old, 0, (to + 1 - old) * sizeof *p->links.at);
    }
    return &p->links.at[to];
}

static void
player_post (struct player *p, struct simulated_parcel *parcel)
{
    struct simulation *s = p->sim;
    struct simulated_link *l = player_link (p, parcel->to);
    uint64_t when = s->now_ns + simulation_delay (s);
    if (when < l->last_ns)
        when = l->last_ns;
    l->last_ns = when;
    simulation_plan (s, when, ARRIVE, parcel->to, parcel);
}

static bool
simulated_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    struct player *p = player_of (t);
    struct simulation *s = p->sim;
    bool master = t->self == TEAM_MASTER;
    bool gone = to >= s->players.size || s->players.at[to]->fenced
                || !s->players.at[to]->known;
    if (gone) /* a worker cannot know that */
        return !master && to != TEAM_MASTER;
    if (master) {
        struct simulated_link *l = player_link (p, to);
        if (l->bytes && l->bytes + body.size > s->link_bytes) {
            l->wanted = true;
            return false;
        }
        l->bytes += body.size;
    }
    struct simulated_parcel *parcel =
        parcel_new (PARCEL_MESSAGE, t->self, to, body);
    parcel->tag = tag;
    s->outcome->messages++;
    if (p->working) {
        *p->held_last = parcel;
        p->held_last = &parcel->next;
    } else
        player_post (p, parcel);
    return true;
}

static void
simulated_cancel (team *t, unsigned to)
{
    struct simulation *s = player_of (t)->sim;
    simulation_plan (s, s->now_ns + simulation_delay (s), CANCEL, to, NULL);
}

static void
simulated_alarm (team *t, uint64_t after_ns, uint64_t what)
{
    struct simulation *s = player_of (t)->sim;
    struct simulated_parcel *parcel =
        parcel_new (PARCEL_ALARM, t->self, t->self, (struct bytes) {0});
    parcel->what = what;
    simulation_plan (s, s->now_ns + after_ns, RING, t->self, parcel);
}

static uint64_t
simulated_now (const team *t)
{
    return ((const struct player *) t)->sim->now_ns;
}

/* The master will hear `lost`, and the worker, if it lives, sooner or later
 * that it is not wanted. */
static void
player_fence (struct player *p)
{
    struct simulation *s = p->sim;
    unsigned who = p->team.self;
    if (p->fenced)
        return;
    p->fenced = true;
    simulation_plan (
        s, s->now_ns, ARRIVE, TEAM_MASTER,
        parcel_new (PARCEL_LOST, who, TEAM_MASTER, (struct bytes) {0}));
    if (p->object && !p->doomed)
        simulation_plan (s, s->now_ns + 8 * simulation_delay (s), VANISH, who,
                         NULL);
}

static void
simulated_expel (team *t, unsigned who)
{
    struct player *p = simulation_player (player_of (t)->sim, who);
    p->expelled = true;
    player_fence (p);
}

static struct player *simulation_add (struct simulation *,
                                      const struct member_class *);

static bool
simulated_spawn (team *t)
{
    struct simulation *s = player_of (t)->sim;
    if (!s->options->spawn)
        return false;
    struct player *p = simulation_add (s, s->worker_class);
    p->expected = true;
    simulation_plan (s, s->now_ns + 4 * simulation_delay (s), APPEAR,
                     p->team.self, NULL);
    return true;
}

static void
simulated_finish (team *t)
{
    struct player *p = player_of (t);
    struct simulation *s = p->sim;
    if (t->self == TEAM_MASTER)
        s->finished = true;
    else if (!p->doomed) {
        p->doomed = p->leaving = true;
        simulation_plan (s, s->now_ns, VANISH, t->self, NULL);
    }
}

static const struct team_class simulated_class = {
    .send = simulated_send,
    .cancel = simulated_cancel,
    .alarm = simulated_alarm,
    .now = simulated_now,
    .expel = simulated_expel,
    .spawn = simulated_spawn,
    .finish = simulated_finish,
};

/* ---- players */

static struct player *
simulation_add (struct simulation *s, const struct member_class *class)
{
    struct player *p = NEW (struct player);
    p->team.class = &simulated_class;
    p->team.self = (unsigned) s->players.size;
    p->sim = s;
    p->class = class;
    p->last = &p->first;
    p->held_last = &p->held;
    VEC_PUSH (s->players, p);
    return p;
}

/* A number of calls, short and long lives alike. */
static uint64_t
simulation_lifetime (struct simulation *s)
{
    return 1 + simulation_below (s, (uint64_t) 2 << simulation_below (s, 12));
}

static void
simulation_hire (struct simulation *s)
{
    const struct simulated_options *o = s->options;
    struct player *p = simulation_add (s, s->worker_class);
    uint64_t appears = simulation_delay (s);
    p->expected = true;
    p->slow = simulation_chance (s, o->slow_percent);
    if (simulation_chance (s, o->crash_percent))
        p->crash_in = simulation_lifetime (s);
    if (simulation_chance (s, o->suspect_percent))
        p->suspect_in = simulation_lifetime (s);
    if (simulation_chance (s, o->late_percent))
        appears += (o->delay_ns + o->jitter_ns + 1) << simulation_below (s, 12);
    p->foreign =
        o->foreign_percent && simulation_chance (s, o->foreign_percent);
    simulation_plan (s, appears, APPEAR, p->team.self, NULL);
}

static void
player_wake (struct player *p)
{
    if (p->turn || p->busy || !p->object || p->doomed)
        return;
    p->turn = true;
    simulation_plan (p->sim, p->sim->now_ns, TURN, p->team.self, NULL);
}

/* Is there, or can there be, anybody else? */
static bool
player_dispensable (const struct player *p)
{
    const struct simulation *s = p->sim;
    if (s->options->spawn || p->fenced)
        return true;
    for (size_t i = 1; i < s->players.size; i++) {
        const struct player *other = s->players.at[i];
        if (other != p && !other->fenced && !other->doomed
            && (other->object || other->expected))
            return true;
    }
    return false;
}

/* Counts one more call of p; true: it is to crash now. */
static bool
player_suffers (struct player *p)
{
    struct simulation *s = p->sim;
    if (!p->known) /* a loss that the master cannot hear of helps nobody */
        return false;
    if (p->suspect_in && !--p->suspect_in && player_dispensable (p)) {
        s->outcome->suspected += !p->fenced;
        player_fence (p);
    }
    if (!p->crash_in || --p->crash_in || !player_dispensable (p))
        return false;
    s->outcome->crashed++;
    p->doomed = true;
    return true;
}

static void
player_deliver (struct player *p)
{
    struct simulation *s = p->sim;
    struct simulated_parcel *parcel = p->first;
    p->first = parcel->next;
    if (!p->first)
        p->last = &p->first;
    struct player *from = simulation_player (s, parcel->from);
    const struct member_class *class = p->class;
    bool timed = parcel->kind == PARCEL_ALARM && parcel->what != TEAM_WRITABLE;
    s->quiet = timed ? s->quiet + 1 : 0;
    switch (parcel->kind) {
    case PARCEL_MESSAGE:
        if (parcel->from == TEAM_MASTER) {
            struct simulated_link *l = player_link (from, p->team.self);
            l->bytes -= parcel->size;
            if (l->wanted && l->bytes <= s->link_bytes / 2) {
                l->wanted = false;
                struct simulated_parcel *ring = parcel_new (
                    PARCEL_ALARM, TEAM_MASTER, TEAM_MASTER, (struct bytes) {0});
                ring->what = TEAM_WRITABLE;
                simulation_plan (s, s->now_ns, ARRIVE, TEAM_MASTER, ring);
            }
        }
        if (!from->expelled || p->team.self != TEAM_MASTER) {
            struct message m = {
                parcel->from, parcel->tag, {parcel->body, parcel->size}};
            class->receive (p->object, &p->team, &m);
        }
        break;
    case PARCEL_ALARM:
        if (class->alarm)
            class->alarm (p->object, &p->team, parcel->what);
        break;
    case PARCEL_JOINED:
        from->known = true;
        s->outcome->joined++;
        p->team.foreign = from->foreign;
        if (class->joined)
            class->joined (p->object, &p->team, parcel->from);
        p->team.foreign = false;
        break;
    case PARCEL_LOST:
        if (from->known && class->lost)
            class->lost (p->object, &p->team, parcel->from);
        break;
    }
    memory_free (parcel);
}

static void
player_release (struct player *p)
{
    struct simulated_parcel *parcel = p->held;
    p->held = NULL;
    p->held_last = &p->held;
    while (parcel) {
        struct simulated_parcel *next = parcel->next;
        parcel->next = NULL;
        player_post (p, parcel);
        parcel = next;
    }
}

static void
player_work (struct player *p)
{
    struct simulation *s = p->sim;
    bool crashes = player_suffers (p);
    if (p->late_cancel) {
        p->late_cancel = false;
        if (p->class->cancel)
            p->class->cancel (p->object);
    }
    uint64_t units = 0;
    p->working = true;
    bool worked = p->class->work (p->object, &p->team, &units);
    p->working = false;
    if (s->options->deadly && s->options->deadly (s->context)) {
        s->outcome->crashed += !crashes;
        crashes = p->doomed = true;
    }
    uint64_t cost =
        1 + units * (p->slow ? 10 : 1) * s->options->unit_ns_x1024 / 1024;
    if (crashes) {
        uint64_t when = s->now_ns + simulation_below (s, cost);
        simulation_plan (s, when, VANISH, p->team.self, NULL);
        return;
    }
    if (!worked) {
        player_release (p);
        return;
    }
    s->quiet = 0;
    s->outcome->busy_ns += cost;
    p->busy = true;
    p->worked_ns = s->now_ns + cost;
    simulation_plan (s, p->worked_ns, WORKED, p->team.self, NULL);
}

static void
player_turn (struct player *p)
{
    struct simulation *s = p->sim;
    p->turn = false;
    while (p->first && p->object && !p->doomed && !s->finished) {
        if (player_suffers (p)) {
            simulation_plan (s, s->now_ns, VANISH, p->team.self, NULL);
            return;
        }
        player_deliver (p);
    }
    if (p->object && !p->doomed && !s->finished && p->class->work)
        player_work (p);
}

static void
player_vanish (struct player *p)
{
    struct simulation *s = p->sim;
    if (!p->object)
        return;
    uint64_t notice_ns = s->now_ns + 2 * simulation_delay (s);
    s->drop (p->object);
    p->object = NULL;
    p->doomed = true;
    p->busy = false;
    if (p->leaving) {
        player_release (p);
        uint64_t last_ns = player_link (p, TEAM_MASTER)->last_ns;
        if (notice_ns < last_ns)
            notice_ns = last_ns;
    }
    parcels_free (p->held);
    p->held = NULL;
    parcels_free (p->first);
    p->first = NULL;
    simulation_plan (s, notice_ns, NOTICE, p->team.self, NULL);
}

static void
player_appear (struct player *p)
{
    p->expected = false;
    p->object = p->sim->make (p->sim->context);
    player_post (p, parcel_new (PARCEL_JOINED, p->team.self, TEAM_MASTER,
                                (struct bytes) {0}));
    player_wake (p);
}

static void
player_accept (struct player *p, struct simulated_parcel *parcel)
{
    const struct player *from = simulation_player (p->sim, parcel->from);
    bool fenced = from != p && from->fenced && parcel->kind != PARCEL_LOST;
    /* Between workers the fence has gaps: it stands at the master. */
    if (fenced && p->team.self != TEAM_MASTER)
        fenced = simulation_chance (p->sim, 50);
    if (!p->object || p->doomed || fenced) {
        memory_free (parcel);
        return;
    }
    *p->last = parcel;
    p->last = &parcel->next;
    player_wake (p);
}

/* A real cancel races with the item: it ends the item at work early, or comes
 * when the next one has begun. */
static void
player_cancel (struct player *p)
{
    struct simulation *s = p->sim;
    if (!p->object || !p->busy || p->doomed)
        return;
    if (simulation_chance (s, 50)) {
        s->outcome->busy_ns -= p->worked_ns - s->now_ns;
        p->worked_ns = s->now_ns;
        simulation_plan (s, s->now_ns, WORKED, p->team.self, NULL);
    } else
        p->late_cancel = true;
}

static void
simulation_step (struct simulation *s, const struct timers_entry *e)
{
    enum happening kind = (enum happening) (e->what >> 32);
    struct player *p = simulation_player (s, (unsigned) (e->what & UINT32_MAX));
    s->now_ns = e->when;
    s->lively -= kind != RING;
    switch (kind) {
    case ARRIVE:
    case RING:
        player_accept (p, e->item);
        break;
    case TURN:
        player_turn (p);
        break;
    case WORKED:
        if (p->busy && p->worked_ns == s->now_ns) {
            p->busy = false;
            player_release (p);
            player_wake (p);
        }
        break;
    case APPEAR:
        player_appear (p);
        break;
    case VANISH:
        player_vanish (p);
        break;
    case NOTICE:
        player_fence (p);
        break;
    case CANCEL:
        player_cancel (p);
        break;
    }
}

static void
simulation_clear (struct simulation *s)
{
    struct timers_entry e;
    while (timers_take (&s->timers, &e))
        memory_free (e.item);
    timers_clear (&s->timers);
    for (size_t i = 0; i < s->players.size; i++) {
        struct player *p = s->players.at[i];
        if (i != TEAM_MASTER && p->object)
            s->drop (p->object);
        parcels_free (p->first);
        parcels_free (p->held);
        VEC_CLEAR (p->links);
        memory_free (p);
    }
    VEC_CLEAR (s->players);
}

bool
simulated_run (const struct simulated_options *o,
               const struct member_class *master_class, member *master,
               const struct member_class *worker_class,
               member *(*make) (void *context), void (*drop) (member *),
               void *context, struct simulated_outcome *outcome,
               struct problem *problem)
{
    assert (master && (o->members > 0 || o->spawn));
    *outcome = (struct simulated_outcome) {0};
    struct simulation s = {.options = o,
                           .worker_class = worker_class,
                           .make = make,
                           .drop = drop,
                           .context = context,
                           .outcome = outcome,
                           .random = o->seed};
    timers_init (&s.timers);
    /* Every fourth run has narrow links. */
    s.link_bytes = simulation_chance (&s, 25) ? 4096 : 8 << 20;
    struct player *first = simulation_add (&s, master_class);
    first->object = master;
    first->known = true;
    for (unsigned i = 0; i < o->members; i++)
        simulation_hire (&s);
    player_wake (first);

    struct timers_entry e;
    while (!s.finished && !(s.quiet > QUIET_ALARMS && !s.lively)
           && timers_take (&s.timers, &e))
        simulation_step (&s, &e);
    outcome->end_ns = s.now_ns;
    bool finished = s.finished;
    if (!finished)
        problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                         "the team came to rest after %" PRIu64 " ns",
                         s.now_ns);
    simulation_clear (&s);
    return finished;
}
