/* client.c -- a client: algorithms 4 and 5 of the paper.
 *
 * One call of `work` is one step of the search, and the split before it if it
 * is time for one.  The solver stays warm as long as the server grants POPs:
 * `stack` has the decisions since the set-up, each with a backtracking point
 * of the search just before it.
 *
 * A POP carries the answer that closes what the client holds, so OUTCOME is
 * needed only where nothing was sent since the set-up, and for UNSAFE. */
#include <assert.h>

#include "base/clock.h"
#include "base/map.h"
#include "bounded/hydra/hydra.h"
#include "bounded/hydra/wire.h"

const struct hydra_search_class hydra_search_stratified = {
    .new = search_new,
    .free = search_free,
    .step = search_step,
    .partition = search_partition,
    .units = search_units,
    .steps = search_steps,
    .inlined = search_inlined,
    .check_ns = search_check_ns,
    .choose = search_choose,
    .choose_nth = search_choose_nth,
    .decide = search_decide,
    .push = search_push,
    .pop = search_pop,
    .trail = search_trail,
    .core = search_core,
};

enum client_state {
    CLIENT_IDLE, /* has asked for a partition, or has no program */
    CLIENT_SEARCHES,
    CLIENT_POPS /* waits for POP_ANSWER */
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
    struct partition handed; /* of the search: borrowed by it */
    bool look_beyond;
    search *search; /* null: to be set up for `handed` */
    bool inlined;   /* by the last step, and not split since */
    struct vec_chosen stack;
    uint64_t rate_ns, split_ns; /* between splits; of the last one */
    uint64_t random;
    struct client_told told;
    struct VEC (struct digest) path; /* by site */
    struct map known;                /* paths that were told */
    struct hydra_doings doings;      /* to be told */
    uint64_t since_ns; /* at work: what comes after is not in doings yet */
    struct solver_watch watch;
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
    c->stack.size = 0;
    c->path.size = 0;
    c->inlined = false;
    c->told = (struct client_told) {0};
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
    VEC_CLEAR (c->stack);
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
    client_end_search (c);
    partition_clear (&c->handed);
    c->state = CLIENT_IDLE;
    team_send (t, TEAM_MASTER, HYDRA_GET_PARTITION, (struct bytes) {0});
}

static void
client_answer (struct hydra_client *c, team *t, uint32_t tag,
               struct search_answer *a)
{
    const struct hydra_search_class *s = c->class;
    assert (c->state == CLIENT_SEARCHES && c->search);
    struct buffer rest, bytes;
    buffer_init (&rest);
    buffer_init (&bytes);
    a->steps = s->steps (c->search) - c->told.steps;
    a->inlined = (uint32_t) (s->inlined (c->search) - c->told.inlined);
    c->told.steps += a->steps;
    c->told.inlined += a->inlined;
    search_answer_write (a, &bytes);
    buffer_bytes (&rest, buffer_view (&bytes));
    client_send (c, t, tag, &rest);
    buffer_clear (&bytes);
    buffer_clear (&rest);
}

static bool
client_may_pop (const struct hydra_client *c)
{
    for (size_t i = 0; i < c->stack.size; i++)
        if (c->stack.at[i].decision == MUST_AVOID)
            return true;
    return false;
}

static void
client_close (struct hydra_client *c, team *t, enum bounded_answer kind)
{
    struct search_answer a = {.kind = kind};
    struct vec_target sites = {0};
    trail_init (&a.trail);
    if (kind != ANSWER_UNDECIDED)
        c->class->core (c->search, &sites);
    hydra_core (&a.partition, c->class->partition (c->search), &sites);
    VEC_CLEAR (sites);
    bool pops = client_may_pop (c);
    client_answer (c, t, pops ? HYDRA_POP : HYDRA_OUTCOME, &a);
    search_answer_clear (&a);
    if (pops)
        c->state = CLIENT_POPS;
    else
        client_ask (c, t);
}

static void
client_unsafe (struct hydra_client *c, team *t)
{
    struct search_answer a = {.kind = ANSWER_UNSAFE};
    trail_init (&a.trail);
    if (!c->class->trail (c->search, &a.trail, &a.candidate)) {
        trail_clear (&a.trail);
        client_close (c, t, ANSWER_UNDECIDED);
        return;
    }
    partition_copy (&a.partition, c->class->partition (c->search));
    client_answer (c, t, HYDRA_OUTCOME, &a);
    search_answer_clear (&a);
    client_ask (c, t);
}

/* The server granted a POP: back to the last split, and to its other side. */
static void
client_flip (struct hydra_client *c)
{
    assert (c->state == CLIENT_POPS && client_may_pop (c));
    struct chosen last;
    do {
        last = VEC_POP (c->stack);
        c->class->pop (c->search);
    } while (last.decision != MUST_AVOID);
    size_t sites = c->class->partition (c->search)->site.size;
    assert (last.site < sites);
    if (c->path.size > sites)
        c->path.size = sites;
    c->class->push (c->search);
    c->class->decide (c->search, MUST_REACH, last.site);
    last.decision = MUST_REACH;
    VEC_PUSH (c->stack, last);
    c->inlined = false;
    c->state = CLIENT_SEARCHES;
}

/* ---- splitting */

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t
client_draw (struct hydra_client *c)
{
    uint64_t z = c->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static bool
client_choose (struct hydra_client *c, uint32_t *site)
{
    if (c->program.never_split)
        return false;
    return c->program.random
               ? c->class->choose_nth (c->search, client_draw (c), site)
               : c->class->choose (c->search, site);
}

/* False: there is nothing to split at. */
static bool
client_split (struct hydra_client *c, team *t)
{
    uint32_t site;
    if (!client_choose (c, &site))
        return false;
    struct partition sent;
    partition_copy (&sent, c->class->partition (c->search));
    assert (site && site < sent.site.size);
    struct chosen chosen = {MUST_REACH, site};
    VEC_PUSH (sent.chosen, chosen);
    struct buffer b;
    buffer_init (&b);
    partition_write (&sent, &b);
    client_send (c, t, HYDRA_SEND_PARTITION, &b);
    buffer_clear (&b);
    partition_clear (&sent);
    c->class->push (c->search);
    c->class->decide (c->search, MUST_AVOID, site);
    chosen.decision = MUST_AVOID;
    VEC_PUSH (c->stack, chosen);
    c->split_ns = team_now (t);
    c->inlined = false;
    return true;
}

/* By the clock, or after each inlining as a coin falls. */
static bool
client_is_time (struct hydra_client *c, team *t)
{
    if (!c->inlined)
        return false;
    if (c->program.random)
        return client_draw (c) & 1;
    return team_now (t) - c->split_ns >= c->rate_ns;
}

/* ---- one step */

static void
client_set_up (struct hydra_client *c)
{
    struct search_options o = {.bound = c->program.bound,
                               .query_limit = c->program.query_limit,
                               .look_beyond = c->look_beyond,
                               .follow = true,
                               .watch = &c->watch,
                               .broken = c->program.broken};
    assert (!c->search && !c->stack.size && !c->path.size);
    c->search = c->class->new (&c->passive, &c->handed, &o);
}

/* A solver that was interrupted is of no use any more.  What is held stays the
 * same, but there is no way back in the new search. */
static void
client_start_over (struct hydra_client *c)
{
    struct partition now;
    partition_copy (&now, c->class->partition (c->search));
    client_end_search (c);
    partition_clear (&c->handed);
    c->handed = now;
    solver_watch_reset (&c->watch);
}

static uint64_t
client_check_ns (const struct hydra_client *c)
{
    return c->class->check_ns ? c->class->check_ns (c->search) : 0;
}

static void
client_step (struct hydra_client *c, team *t, uint64_t *units)
{
    uint64_t before = c->class->units (c->search);
    uint64_t checked = client_check_ns (c);
    enum search_step step = c->class->step (c->search);
    c->doings.check_ns += client_check_ns (c) - checked;
    *units = 1 + c->class->units (c->search) - before;
    client_mark (c);
    c->inlined = step == STEP_INLINED;
    switch (step) {
    case STEP_INLINED:
        break;
    case STEP_SAFE:
        client_close (c, t, ANSWER_SAFE);
        break;
    case STEP_BOUNDED:
        client_close (c, t, ANSWER_BOUNDED);
        break;
    case STEP_UNSAFE:
        client_unsafe (c, t);
        break;
    case STEP_UNDECIDED:
        if (!client_split (c, t))
            client_close (c, t, ANSWER_UNDECIDED);
        break;
    case STEP_INTERRUPTED:
        client_start_over (c);
        break;
    }
}

static bool
client_work (member *self, team *t, uint64_t *units)
{
    struct hydra_client *c = client_of (self);
    if (c->state != CLIENT_SEARCHES)
        return false;
    assert (c->opened);
    c->since_ns = clock_thread_ns ();
    if (!c->search)
        client_set_up (c);
    if (client_is_time (c, t))
        client_split (c, t);
    client_step (c, t, units);
    client_count (c);
    return true;
}

/* ---- what the server says */

static void
client_open (struct hydra_client *c, team *t, struct reader *r)
{
    c->rate_ns = reader_uint (r);
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
    if (c->state != CLIENT_IDLE
        || !partition_read (&c->handed, &c->passive, r)) {
        team_finish (t);
        return;
    }
    c->state = CLIENT_SEARCHES;
    c->split_ns = team_now (t);
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
        c->rate_ns = reader_uint (&r);
    else if (m->tag == HYDRA_POP_ANSWER && c->state == CLIENT_POPS) {
        if (reader_uint (&r))
            client_flip (c);
        else
            client_ask (c, t);
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
