/* members.c -- see members.h: the master. */
#include "ctl/members.h"

#include <assert.h>

#include "base/memory.h"
#include "ctl/asking.h"
#include "ctl/labelling.h"
#include "ctl/members_wire.h"
#include "team/master.h"

enum { ASK_STATES = 2000, AGAIN_TIMES = 3 };

/* Of a member, as its master sees it. */
struct ctl_peer {
    struct peer peer;
    bool answered;
    uint64_t due; /* batches that it must take in with the next step */
    struct VEC (
        uint32_t) wanted; /* states of the graph that it is asked about */
};

struct ctl_master {
    struct master master;
    const struct engine_context *engine;
    const struct ctl_how *how;
    const struct ctl_team *team;
    struct ctl_asking *asking;
    struct ctl_result *result;
    struct ctl_labelling plan;
    struct ctl_order order;
    struct ctl_report sum;
    uint64_t step, layers;
    size_t missing; /* answers */
    bool begun, labelled;
    bool bereft; /* a member was lost: another team may do better */
    bool waits;  /* for what the judge does not know yet */
    uint32_t wanted;
    struct VEC (
        uint8_t *) value; /* of each state of the graph; null: not known */
};

static struct ctl_master *
master_of (member *m)
{
    return (struct ctl_master *) m;
}

static struct ctl_peer *
peer_at (const struct ctl_master *m, size_t i)
{
    return (struct ctl_peer *) m->master.peer.at[i];
}

static void
end (struct ctl_master *m, const struct problem *p)
{
    if (p && m->result->problem.kind == PROBLEM_NONE)
        m->result->problem = *p;
    master_finish (&m->master);
}

static void
master_failed (member *self, const struct problem *p)
{
    end (master_of (self), p);
}

/* ---- steps */

static void
set_up (struct ctl_master *m)
{
    struct ctl_setup s = {.program = m->team->program,
                          .memory_bytes = m->team->member_bytes,
                          .cache_bytes = m->how->store.cache_bytes,
                          .store = memory_string (m->how->store.kind)};
    struct buffer formula, b;
    s.scratch = memory_string (m->team->scratch ? m->team->scratch : "");
    buffer_init (&formula);
    buffer_init (&b);
    ctl_formula_write (m->asking->judge.formula, &formula);
    s.formula = buffer_view (&formula);
    master_sort (&m->master);
    for (size_t i = 0; i < m->master.peer.size; i++)
        VEC_PUSH (s.member, m->master.peer.at[i]->who);
    ctl_setup_write (&s, &b);
    for (size_t i = 0; i < m->master.peer.size; i++)
        master_send (&m->master, m->master.peer.at[i], CTL_SETUP,
                     buffer_view (&b));
    buffer_clear (&b);
    buffer_clear (&formula);
    ctl_setup_clear (&s);
}

static void
give_order (struct ctl_master *m)
{
    m->step++;
    ctl_report_clear (&m->sum);
    m->missing = m->master.peer.size;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct ctl_peer *c = peer_at (m, i);
        struct buffer b;
        buffer_init (&b);
        buffer_uint (&b, m->step);
        buffer_uint (&b, c->due);
        ctl_order_write (&m->order, &b);
        c->due = 0;
        c->answered = false;
        master_send (&m->master, &c->peer, CTL_ORDER, buffer_view (&b));
        buffer_clear (&b);
    }
}

static bool
hear_report (struct ctl_master *m, struct ctl_peer *c, struct reader *r)
{
    struct ctl_report of = {.moved = 0};
    bool good = !m->labelled && !c->answered && reader_uint (r) == m->step
                && ctl_report_read (&of, r);
    ctl_report_add (&m->sum, &of);
    ctl_report_clear (&of);
    if (!good || m->sum.problem.kind != PROBLEM_NONE)
        return good;
    for (size_t i = 0; i < m->master.peer.size; i++)
        peer_at (m, i)->due += reader_uint (r);
    c->answered = true;
    m->missing--;
    return reader_done (r);
}

/* ---- what holds where */

static bool
knows (void *context, uint32_t state, uint32_t node, enum ctl_bound bound)
{
    struct ctl_master *m = context;
    uint32_t bit = CTL_BOUNDS * node + bound;
    if (state < m->value.size && m->value.at[state])
        return m->value.at[state][bit / 8] >> bit % 8 & 1;
    if (!m->waits)
        m->wanted = state;
    m->waits = true;
    return false;
}

static void
want (struct ctl_master *m, uint32_t state)
{
    struct bytes bytes = ctl_graph_bytes (m->asking->judge.graph, state);
    struct ctl_peer *c = peer_at (
        m, ctl_part_owner (digest_of (bytes), (unsigned) m->master.peer.size));
    VEC_PUSH (c->wanted, state);
}

/* That state, and the last ones that were found. */
static void
ask_owners (struct ctl_master *m)
{
    struct ctl_graph *g = m->asking->judge.graph;
    unsigned more = ASK_STATES;
    while (m->value.size < g->state.size)
        VEC_PUSH (m->value, NULL);
    want (m, m->wanted);
    for (size_t s = g->state.size; --s > CTL_ROOT && more;)
        if (!m->value.at[s] && s != m->wanted) {
            want (m, (uint32_t) s);
            more--;
        }
    m->missing = 0;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct ctl_peer *c = peer_at (m, i);
        struct buffer b;
        if (!c->wanted.size)
            continue;
        m->missing++;
        buffer_init (&b);
        for (size_t k = 0; k < c->wanted.size; k++)
            buffer_bytes (&b, ctl_graph_bytes (g, c->wanted.at[k]));
        master_send (&m->master, &c->peer, CTL_QUERY, buffer_view (&b));
        buffer_clear (&b);
    }
}

static void
look (struct ctl_master *m)
{
    struct ctl_result *r = m->result;
    m->waits = false;
    r->story.size = 0;
    ctl_asking_answer (m->asking, r);
    if (!m->waits)
        ctl_asking_tell (m->asking, r);
    if (m->asking->judge.graph->failed)
        end (m, &m->asking->judge.graph->problem);
    else if (m->waits)
        ask_owners (m);
    else
        end (m, NULL);
}

static bool
hear_values (struct ctl_master *m, struct ctl_peer *c, struct reader *r)
{
    size_t bits = CTL_BOUNDS * m->asking->judge.formula->node.size;
    size_t size = (bits + 7) / 8;
    if (!m->labelled || !c->wanted.size)
        return false;
    for (size_t i = 0; i < c->wanted.size; i++) {
        struct bytes of = reader_take (r, size);
        if (r->failed)
            return false;
        assert (!m->value.at[c->wanted.at[i]]);
        m->value.at[c->wanted.at[i]] = memory_copy (of.data, of.size);
    }
    c->wanted.size = 0;
    m->missing--;
    return reader_done (r);
}

/* ---- the class */

static void
joined (member *self, struct peer *p)
{
    struct ctl_master *m = master_of (self);
    (void) p;
    assert (!m->begun || m->master.peer.size > m->team->members);
    if (m->begun || m->master.peer.size < m->team->members)
        return;
    m->begun = true;
    set_up (m);
    ctl_labelling_next (&m->plan, NULL, &m->order);
    give_order (m);
}

static bool
heard (member *self, struct peer *p, const struct message *message)
{
    struct ctl_master *m = master_of (self);
    struct ctl_peer *c = (struct ctl_peer *) p;
    struct reader r;
    reader_init (&r, message->body);
    if (message->tag == CTL_REPORT)
        return hear_report (m, c, &r);
    return message->tag == CTL_VALUES && hear_values (m, c, &r);
}

static bool
lost (member *self, struct peer *p)
{
    struct ctl_master *m = master_of (self);
    struct problem why = {0};
    (void) p;
    if (!m->begun)
        return false;
    m->bereft = true;
    problem_of_kind (&why, PROBLEM_RESOURCE, (struct place) {0},
                     "a member was lost");
    end (m, &why);
    return true;
}

static void
turn (member *self)
{
    struct ctl_master *m = master_of (self);
    if (m->begun && m->sum.problem.kind != PROBLEM_NONE) {
        end (m, &m->sum.problem);
        return;
    }
    if (!m->begun || m->missing)
        return;
    if (!m->labelled) {
        m->layers += m->order.operation == CTL_EXPAND && m->sum.taken;
        m->labelled = !ctl_labelling_next (&m->plan, &m->sum, &m->order);
        if (!m->labelled) {
            give_order (m);
            return;
        }
    }
    master_progress (&m->master);
    look (m);
}

static void
tick (member *self)
{
    struct ctl_master *m = master_of (self);
    const struct progress_status s = {.unit = "states", .done = m->sum.states};
    log_progress (m->engine->log, &s);
}

static void
peer_forget (struct peer *p)
{
    VEC_CLEAR (((struct ctl_peer *) p)->wanted);
}

static const struct master_class class = {.worker = "member",
                                          .peer_size = sizeof (struct ctl_peer),
                                          .peer_clear = peer_forget,
                                          .joined = joined,
                                          .heard = heard,
                                          .lost = lost,
                                          .tick = tick,
                                          .turn = turn,
                                          .fail = master_failed};

static const struct member_class master_member = {.receive = master_receive,
                                                  .alarm = master_alarm,
                                                  .joined = master_joined,
                                                  .lost = master_lost};

/* ---- a team */

static void
master_start (struct ctl_master *m, const struct engine_context *engine)
{
    const struct ctl_formula *f = m->asking->judge.formula;
    master_init (&m->master, &class);
    m->master.log = engine->log;
    m->master.patient = m->master.ticks = m->master.replaces = true;
    m->engine = engine;
    ctl_labelling_init (&m->plan, f);
    m->asking->judge.holds = knows;
    m->asking->judge.context = m;
    m->asking->judge.waits = &m->waits;
}

static void
master_end (struct ctl_master *m)
{
    ctl_result_take (m->result, &m->sum, m->layers);
    for (size_t i = 0; i < m->value.size; i++)
        memory_free (m->value.at[i]);
    VEC_CLEAR (m->value);
    ctl_labelling_clear (&m->plan);
    ctl_report_clear (&m->sum);
    master_clear (&m->master);
}

void
ctl_check_members (const struct engine_context *engine, struct ctl_graph *g,
                   const struct ctl_formula *f, const struct ctl_how *how,
                   const struct ctl_team *of, struct ctl_result *r)
{
    struct ctl_asking asking = {.judge = {.graph = g, .formula = f}};
    bool again = true;
    assert (of->members && g->generator->class->label && f->node.size);
    *r = (struct ctl_result) {.answer = CTL_FAILED, .state = CTL_NOWHERE};
    again = ctl_asking_find (&asking, r);
    for (unsigned times = 0; again && times <= AGAIN_TIMES; times++) {
        struct ctl_master m = {
            .how = how, .team = of, .asking = &asking, .result = r};
        r->problem = (struct problem) {0};
        r->story.size = 0;
        master_start (&m, engine);
        bool good = engine_run_team (engine, &master_member, (member *) &m,
                                     &r->problem);
        again = good && m.bereft;
        if (again)
            log_say (engine->log, LOG_SAY,
                     "a member was lost; the labelling begins again");
        master_end (&m);
    }
    ctl_asking_clear (&asking);
    if (r->problem.kind != PROBLEM_NONE)
        r->answer = CTL_FAILED;
}
