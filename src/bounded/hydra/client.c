/* client.c -- a client: algorithms 4 and 5 of the paper.
 *
 * One call of `work` is one step of the search, and the split before it if it
 * is time for one.  Decisions are assumptions of the solver, so that it stays
 * warm whatever part comes next: the other side of a split after a POP, or one
 * that another client sent.
 *
 * A POP carries the answer that closes what the client holds, so OUTCOME is
 * needed only where nothing was sent since the part came, and for UNSAFE. */
#include <assert.h>

#include "base/clock.h"
#include "base/map.h"
#include "bounded/hydra/hydra.h"
#include "bounded/hydra/wire.h"
#include "bounded/inlining/leaf.h"

const struct hydra_search_class hydra_search_stratified = {
    .new = search_new,
    .free = search_free,
    .step = search_step,
    .pause = search_pause,
    .partition = search_partition,
    .units = search_units,
    .steps = search_steps,
    .inlined = search_inlined,
    .check_ns = search_check_ns,
    .choose = search_choose_some,
    .choose_nth = search_choose_nth,
    .decide = search_decide,
    .avoid = search_avoid,
    .turn = search_turn,
    .trail = search_trail,
    .relevant = search_relevant,
    .core = search_core,
    .needs = search_needs,
    .confirm_beside = leaf_set_check,
    .confirm = leaf_check,
};

enum client_state {
    CLIENT_IDLE, /* has asked for a partition, or has no program */
    CLIENT_SEARCHES,
    CLIENT_CONFIRMS, /* that there is no run of `handed` */
    CLIENT_POPS      /* waits for POP_ANSWER */
};

/* What a search had done when the server was told last. */
struct client_told {
    uint64_t inlined;
    uint32_t steps;
};

struct hydra_client {
    const struct hydra_search_class *class;
    struct bounded_program program;
    struct passive_program passive;
    bool opened; /* the program came */
    enum client_state state;
    struct partition handed; /* what the search is to turn to .. */
    bool turns;              /* .. before its next step */
    bool bounded;            /* what is to be confirmed: within the bound */
    size_t given;            /* decisions of the part that came: not our own */
    bool look_beyond;
    search *search; /* null: to be set up for `handed` */
    bool fresh;     /* it is about no other part before */
    bool inlined;   /* by the last step, and not split since */
    bool paused;    /* the last step, in a check */
    /* Somebody else has refuted what is held; UNDECIDED: not so. */
    struct search_answer claim;
    uint64_t rate_ns, split_ns; /* between splits; of the last one */
    uint64_t usual_ns;          /* between splits, as it was told first */
    size_t ways;                /* at so many sites at once, at most */
    uint64_t set_up_ns;         /* what the first step of this part took */
    uint32_t steps;             /* that were made of this part */
    uint64_t random;
    struct client_told told;
    struct VEC (struct digest) path; /* by site */
    struct map known;                /* paths that were told */
    struct hydra_doings doings;      /* to be told */
    uint64_t since_ns; /* at work: what comes after is not in doings yet */
    struct solver_watch watch;
    leaf_set *confirmed; /* what it confirmed so far; null: nothing yet */
};

/* The struct that hydra_client_over has made. */
static struct hydra_client *
client_of (member *m)
{
    return (struct hydra_client *) m;
}

member *
hydra_client_over (const struct hydra_search_class *class)
{
    assert (class && class->new && class->step);
    struct hydra_client *c = NEW (struct hydra_client);
    c->class = class;
    c->claim.kind = ANSWER_UNDECIDED;
    c->ways = 1;
    map_init (&c->known);
    solver_watch_init (&c->watch);
    return (member *) c;
}

member *
hydra_client_new (void)
{
    return hydra_client_over (&hydra_search_stratified);
}

static void
client_end_search (struct hydra_client *c)
{
    if (c->search)
        c->class->free (c->search);
    c->search = NULL;
    c->path.size = 0;
    c->inlined = false;
    c->told = (struct client_told) {0};
}

static void
client_unclaim (struct hydra_client *c)
{
    if (c->claim.kind != ANSWER_UNDECIDED)
        partition_clear (&c->claim.partition);
    c->claim = (struct search_answer) {.kind = ANSWER_UNDECIDED};
}

/* What is held. */
static const struct partition *
client_part (const struct hydra_client *c)
{
    assert (c->state != CLIENT_IDLE);
    return c->search && !c->turns ? c->class->partition (c->search)
                                  : &c->handed;
}

/* The search is to go on with this, once it is at work. */
static void
client_turn (struct hydra_client *c, struct partition adopted)
{
    partition_clear (&c->handed);
    c->handed = adopted;
    c->turns = true;
    c->inlined = c->paused = false;
    client_unclaim (c);
}

void
hydra_client_free (member *self)
{
    struct hydra_client *c = client_of (self);
    client_end_search (c);
    if (c->state != CLIENT_IDLE)
        partition_clear (&c->handed);
    if (c->opened) {
        passive_clear (&c->passive);
        memory_free (c->program.broken);
    }
    client_unclaim (c);
    leaf_set_free (c->confirmed);
    VEC_CLEAR (c->path);
    hydra_doings_clear (&c->doings);
    map_clear (&c->known);
    solver_watch_clear (&c->watch);
    memory_free (c);
}

/* ---- what it inlined */

static struct digest
path_digest (const struct hydra_client *c, const struct site *s)
{
    assert (s->parent < c->path.size);
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, s->call);
    struct digest d = digest_chain (c->path.at[s->parent], buffer_view (&b));
    buffer_clear (&b);
    return d;
}

static void
client_mark (struct hydra_client *c)
{
    const struct partition *p = c->class->partition (c->search);
    assert (c->path.size <= p->site.size);
    for (uint32_t s = (uint32_t) c->path.size; s < p->site.size; s++) {
        struct digest d = {0};
        if (s)
            d = path_digest (c, &p->site.at[s]);
        VEC_PUSH (c->path, d);
        if (map_put (&c->known, d, 1))
            VEC_PUSH (c->doings.marks, d.low);
    }
}

static void
client_count (struct hydra_client *c)
{
    uint64_t now = clock_thread_ns ();
    assert (now >= c->since_ns);
    c->doings.work_ns += now - c->since_ns;
    c->since_ns = now;
}

/* While at work. */
static void
client_send (struct hydra_client *c, team *t, uint32_t tag,
             const struct buffer *rest)
{
    struct buffer b;
    buffer_init (&b);
    client_count (c);
    hydra_doings_write (&c->doings, &b);
    buffer_put (&b, rest->data, rest->size);
    team_send (t, TEAM_MASTER, tag, buffer_view (&b));
    buffer_clear (&b);
    c->doings.marks.size = 0;
    c->doings.work_ns = c->doings.check_ns = 0;
}

/* ---- closing what it holds */

static void
client_ask (struct hydra_client *c, team *t)
{
    assert (c->state != CLIENT_IDLE);
    partition_clear (&c->handed);
    c->state = CLIENT_IDLE;
    client_unclaim (c);
    team_send (t, TEAM_MASTER, HYDRA_GET_PARTITION, (struct bytes) {0});
}

static void
client_answer (struct hydra_client *c, team *t, uint32_t tag,
               struct search_answer *a)
{
    const struct hydra_search_class *s = c->class;
    assert (c->state == CLIENT_SEARCHES);
    struct buffer rest, bytes;
    buffer_init (&rest);
    buffer_init (&bytes);
    if (c->search) {
        a->steps = s->steps (c->search) - c->told.steps;
        a->inlined = (uint32_t) (s->inlined (c->search) - c->told.inlined);
    }
    c->told.steps += a->steps;
    c->told.inlined += a->inlined;
    search_answer_write (a, &bytes);
    buffer_bytes (&rest, buffer_view (&bytes));
    client_send (c, t, tag, &rest);
    buffer_clear (&bytes);
    buffer_clear (&rest);
}

/* Was something sent of the part that came, and not popped yet? */
static bool
client_may_pop (const struct hydra_client *c)
{
    const struct partition *p = client_part (c);
    for (size_t i = c->given; i < p->chosen.size; i++)
        if (p->chosen.at[i].decision == MUST_AVOID)
            return true;
    return false;
}

static void
client_close (struct hydra_client *c, team *t, struct search_answer *a)
{
    bool pops = client_may_pop (c);
    client_answer (c, t, pops ? HYDRA_POP : HYDRA_OUTCOME, a);
    if (!pops) {
        client_ask (c, t);
        return;
    }
    c->state = CLIENT_POPS;
    client_unclaim (c);
}

/* A refutation is of all that obeys the decisions in its core. */
static void
client_refuted (struct hydra_client *c, team *t, enum bounded_answer kind)
{
    struct search_answer a = {.kind = kind};
    struct vec_target sites = {0};
    struct partition needed;
    size_t kept = 0;
    partition_copy (&needed, c->class->partition (c->search));
    for (size_t i = 0; i < needed.chosen.size; i++)
        if (c->class->needs (c->search, i))
            needed.chosen.at[kept++] = needed.chosen.at[i];
    needed.chosen.size = kept;
    c->class->core (c->search, &sites);
    hydra_core (&a.partition, &needed, &sites);
    partition_clear (&needed);
    VEC_CLEAR (sites);
    client_close (c, t, &a);
    partition_clear (&a.partition);
}

static void
client_undecided (struct hydra_client *c, team *t)
{
    struct search_answer a = {.kind = ANSWER_UNDECIDED};
    partition_copy (&a.partition, client_part (c));
    client_close (c, t, &a);
    partition_clear (&a.partition);
}

static void
client_unsafe (struct hydra_client *c, team *t)
{
    struct search_answer a = {.kind = ANSWER_UNSAFE};
    trail_init (&a.trail);
    if (!c->class->trail (c->search, &a.trail, &a.candidate)) {
        trail_clear (&a.trail);
        client_undecided (c, t);
        return;
    }
    partition_copy (&a.partition, c->class->partition (c->search));
    client_answer (c, t, HYDRA_OUTCOME, &a);
    search_answer_clear (&a);
    client_ask (c, t);
}

/* The server granted a POP: back to one of the last splits, that which made so
 * many decisions of ours, and to its other side. */
static bool
client_flip (struct hydra_client *c, uint64_t decisions)
{
    const struct partition *now = client_part (c);
    assert (c->state == CLIENT_POPS);
    if (decisions <= c->given || decisions > now->chosen.size
        || now->chosen.at[decisions - 1].decision != MUST_AVOID)
        return false;
    struct partition other;
    partition_copy (&other, now);
    other.chosen.size = (size_t) decisions;
    hydra_flip (&other);
    c->state = CLIENT_SEARCHES;
    client_turn (c, other);
    return true;
}

/* ---- splitting */

static uint64_t
client_check_ns (const struct hydra_client *c)
{
    return c->class->check_ns ? c->class->check_ns (c->search) : 0;
}

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t
client_draw (struct hydra_client *c)
{
    uint64_t z = c->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Sites to split at: as many as there are clients to give the parts to. */
static void
client_choose (struct hydra_client *c, struct vec_target *sites)
{
    uint32_t site;
    sites->size = 0;
    if (c->program.never_split)
        return;
    if (!c->program.random)
        c->class->choose (c->search, c->ways, sites);
    else if (c->class->choose_nth (c->search, client_draw (c), &site))
        VEC_PUSH (*sites, site);
}

/* The part that must reach a site, for somebody else. */
static void
client_sent (const struct hydra_client *c, uint32_t site,
             struct partition *sent)
{
    struct partition whole;
    struct vec_target sites = {0};
    struct chosen chosen = {MUST_REACH, site};
    partition_copy (&whole, c->class->partition (c->search));
    assert (site && site < whole.site.size);
    VEC_PUSH (whole.chosen, chosen);
    c->class->relevant (c->search, &sites);
    hydra_core (sent, &whole, &sites);
    partition_clear (&whole);
    VEC_CLEAR (sites);
}

/* Goes on without the site, if there is anything to be searched without it.
 * Where the solver gave up there is no asking. */
static bool
client_avoid (struct hydra_client *c, uint32_t site, bool gave_up)
{
    if (!c->class->avoid || gave_up || c->program.random) {
        c->class->decide (c->search, MUST_AVOID, site);
        return true;
    }
    uint64_t checked = client_check_ns (c);
    bool avoids = c->class->avoid (c->search, site);
    c->doings.check_ns += client_check_ns (c) - checked;
    return avoids;
}

static bool
client_split_at (struct hydra_client *c, team *t, uint32_t site, bool gave_up)
{
    struct partition sent;
    client_sent (c, site, &sent);
    bool splits = client_avoid (c, site, gave_up);
    if (splits) {
        struct buffer b;
        buffer_init (&b);
        partition_write (&sent, &b);
        client_send (c, t, HYDRA_SEND_PARTITION, &b);
        buffer_clear (&b);
    }
    partition_clear (&sent);
    return splits;
}

/* False: there is nothing to split at. */
static bool
client_split (struct hydra_client *c, team *t, bool gave_up)
{
    enum { TRIES = 4 };
    struct vec_target sites = {0};
    bool splits = false;
    for (int tries = 0; !splits && tries < TRIES; tries++) {
        client_choose (c, &sites);
        for (size_t i = 0; i < sites.size; i++)
            splits |= client_split_at (c, t, sites.at[i], gave_up);
        if (!sites.size)
            break;
    }
    VEC_CLEAR (sites);
    if (splits) {
        c->split_ns = team_now (t);
        c->inlined = false;
    }
    return splits;
}

/* By the clock, or after each inlining as a coin falls.  A long check is left for
 * it, too.  Else, whoever gets a part has
 * to set it up, which as a rule takes as long as the first step took here; so
 * there should have been more to do than that. */
static bool
client_is_time (struct hydra_client *c, team *t)
{
    enum { SET_UPS = 3 };
    uint64_t now = team_now (t);
    if (c->steps == 1)
        c->set_up_ns = now - c->split_ns;
    if (!c->inlined && !c->paused)
        return false;
    if (c->program.random)
        return client_draw (c) & 1;
    if (c->paused)
        return now - c->split_ns >= c->rate_ns;
    uint64_t least = SET_UPS * c->set_up_ns;
    return now - c->split_ns >= (c->rate_ns > least ? c->rate_ns : least);
}

/* ---- one step */

static void
client_set_up (struct hydra_client *c)
{
    struct search_options o = {.bound = c->program.bound,
                               .query_limit = c->program.query_limit,
                               .look_beyond = c->look_beyond,
                               .follow = true,
                               .explain = true,
                               .watch = &c->watch,
                               .broken = c->program.broken};
    c->fresh = !c->search;
    if (c->search)
        c->class->turn (c->search, &c->handed, c->look_beyond);
    else {
        assert (!c->path.size);
        c->search = c->class->new (&c->passive, &c->handed, &o);
    }
    c->turns = false;
    c->steps = 0;
}

/* A solver that gave up may have done so over what other parts left in it: what
 * matters here is tried once more without. */
static void
client_renew (struct hydra_client *c)
{
    struct vec_target sites = {0};
    struct partition part;
    c->class->relevant (c->search, &sites);
    hydra_core (&part, c->class->partition (c->search), &sites);
    VEC_CLEAR (sites);
    client_end_search (c);
    client_turn (c, part);
}

/* A solver that was interrupted is of no use any more. */
static void
client_start_over (struct hydra_client *c)
{
    struct partition now;
    partition_copy (&now, c->class->partition (c->search));
    client_end_search (c);
    client_turn (c, now);
    solver_watch_reset (&c->watch);
}

/* Somebody was idle, as far as it heard, and would take what a split gives.  A
 * check that can be left is a bit slower. */
static bool
client_may_pause (const struct hydra_client *c)
{
    return !c->program.never_split && c->rate_ns <= c->usual_ns;
}

static void
client_step (struct hydra_client *c, team *t, uint64_t *units)
{
    uint64_t before = c->class->units (c->search);
    uint64_t checked = client_check_ns (c);
    if (c->class->pause)
        c->class->pause (c->search, client_may_pause (c));
    enum search_step step = c->class->step (c->search);
    c->steps++;
    c->doings.check_ns += client_check_ns (c) - checked;
    *units = 1 + c->class->units (c->search) - before;
    client_mark (c);
    c->inlined = step == STEP_INLINED;
    c->paused = step == STEP_PAUSED;
    switch (step) {
    case STEP_INLINED:
    case STEP_PAUSED:
        break;
    case STEP_SAFE:
        client_refuted (c, t, ANSWER_SAFE);
        break;
    case STEP_BOUNDED:
        client_refuted (c, t, ANSWER_BOUNDED);
        break;
    case STEP_UNSAFE:
        client_unsafe (c, t);
        break;
    case STEP_UNDECIDED:
        if (!c->fresh)
            client_renew (c);
        else if (!client_split (c, t, true))
            client_undecided (c, t);
        break;
    case STEP_INTERRUPTED:
        client_start_over (c);
        break;
    }
}

/* An interrupt is no answer: once more. */
static void
client_confirm (struct hydra_client *c, team *t, uint64_t *units)
{
    uint64_t start = clock_thread_ns ();
    solver_watch_reset (&c->watch);
    enum solver_answer answer = SOLVER_UNDECIDED;
    if (c->class->confirm_beside)
        answer = c->class->confirm_beside (&c->confirmed, &c->passive,
                                           &c->handed, c->program.bound,
                                           c->bounded, &c->watch, units);
    uint64_t beside = *units;
    if (answer != SOLVER_UNSAT && answer != SOLVER_INTERRUPTED) {
        answer = c->class->confirm (&c->passive, &c->handed, c->program.bound,
                                    c->bounded, &c->watch, units);
        *units += beside;
    }
    c->doings.check_ns += clock_thread_ns () - start;
    if (answer == SOLVER_INTERRUPTED)
        return;
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, answer == SOLVER_UNSAT);
    client_send (c, t, HYDRA_CONFIRMED, &b);
    buffer_clear (&b);
    client_ask (c, t);
}

static bool
client_work (member *self, team *t, uint64_t *units)
{
    struct hydra_client *c = client_of (self);
    if (c->state != CLIENT_SEARCHES && c->state != CLIENT_CONFIRMS)
        return false;
    assert (c->opened);
    c->since_ns = clock_thread_ns ();
    if (c->state == CLIENT_CONFIRMS)
        client_confirm (c, t, units);
    else if (c->claim.kind != ANSWER_UNDECIDED)
        client_close (c, t, &c->claim);
    else {
        if (!c->search || c->turns) {
            client_set_up (c);
            c->split_ns = team_now (t);
        }
        uint64_t before = c->class->units (c->search);
        if (client_is_time (c, t))
            client_split (c, t, false);
        uint64_t split_units = c->class->units (c->search) - before;
        client_step (c, t, units);
        *units += split_units;
    }
    client_count (c);
    return true;
}

/* ---- what the server says */

static void
client_open (struct hydra_client *c, team *t, struct reader *r)
{
    c->rate_ns = c->usual_ns = reader_uint (r);
    struct bytes program = reader_bytes (r);
    if (reader_done (r) && !c->opened
        && bounded_program_read (&c->program, &c->passive, program)) {
        c->opened = true;
        c->random = c->program.seed + team_self (t);
        team_send (t, TEAM_MASTER, HYDRA_GET_PARTITION, (struct bytes) {0});
        return;
    }
    struct buffer b;
    buffer_init (&b);
    buffer_string (&b, "cannot open the program");
    team_send (t, TEAM_MASTER, HYDRA_FAILED, buffer_view (&b));
    buffer_clear (&b);
}

static void
client_start (struct hydra_client *c, team *t, struct reader *r)
{
    c->look_beyond = reader_byte (r);
    struct partition p;
    if (c->state != CLIENT_IDLE || !partition_read (&p, &c->passive, r)) {
        team_finish (t);
        return;
    }
    c->state = CLIENT_SEARCHES;
    c->given = p.chosen.size;
    partition_init (&c->handed);
    client_turn (c, p);
}

static void
client_doubt (struct hydra_client *c, team *t, struct reader *r)
{
    uint8_t bounded = reader_byte (r);
    if (c->state != CLIENT_IDLE
        || !partition_read (&c->handed, &c->passive, r)) {
        team_finish (t);
        return;
    }
    c->state = CLIENT_CONFIRMS;
    c->bounded = bounded;
}

/* What is held is refuted by what another client found. */
static void
client_hears (struct hydra_client *c, struct reader *r)
{
    uint8_t blocked = reader_byte (r);
    struct partition p;
    if (!partition_read (&p, &c->passive, r))
        return;
    const struct partition *held =
        c->state == CLIENT_SEARCHES ? client_part (c) : NULL;
    if (!held || c->claim.kind != ANSWER_UNDECIDED
        || !partition_implies (held, held->chosen.size, &p)) {
        partition_clear (&p);
        return;
    }
    c->claim.kind = blocked ? ANSWER_BOUNDED : ANSWER_SAFE;
    c->claim.partition = p;
}

static void
client_paced (struct hydra_client *c, struct reader *r)
{
    c->rate_ns = reader_uint (r);
    uint64_t ways = reader_uint (r);
    c->ways = ways && ways <= HYDRA_WAYS_MOST ? (size_t) ways : 1;
}

static void
client_receive (member *self, team *t, const struct message *m)
{
    struct hydra_client *c = client_of (self);
    struct reader r;
    reader_init (&r, m->body);
    if (m->tag == HYDRA_PROGRAM)
        client_open (c, t, &r);
    else if (m->tag == HYDRA_PARTITION && c->opened)
        client_start (c, t, &r);
    else if (m->tag == HYDRA_RATE)
        client_paced (c, &r);
    else if (m->tag == HYDRA_CLAIM && c->opened)
        client_hears (c, &r);
    else if (m->tag == HYDRA_CONFIRM && c->opened)
        client_doubt (c, t, &r);
    else if (m->tag == HYDRA_POP_ANSWER && c->state == CLIENT_POPS) {
        uint64_t decisions = reader_uint (&r);
        if (!decisions)
            client_ask (c, t);
        else if (!client_flip (c, decisions))
            team_finish (t);
    }
}

static void
client_cancel (member *self)
{
    struct hydra_client *c = client_of (self);
    solver_watch_interrupt (&c->watch);
}

const struct member_class hydra_client_class = {
    .receive = client_receive,
    .work = client_work,
    .cancel = client_cancel,
};

const struct team_protocol hydra_protocol = {
    HYDRA_PROGRAM, &hydra_client_class, hydra_client_new, hydra_client_free};
