/* leak.h -- hydra's server and clients over a transport that leaks: answers of
 * a fenced client that were not delivered reach the server after it was told of
 * the loss.  Also, a server that ends its team before it is done, and clients
 * whose searches are interrupted now and then. */
#ifndef LEAK_H
#define LEAK_H

#include "base/vec.h"
#include "bounded/hydra/hydra.h"
#include "bounded/hydra/wire.h"
#include "team/team_internal.h"

enum { LEAK_MOST = 4096 };

struct leaked {
    unsigned from;
    uint32_t tag;
    uint8_t *data;
    size_t size;
};

struct leak {
    struct VEC (struct leaked) sent;
    bool lost[LEAK_MOST]; /* clients, by number */
    bool interrupts;      /* clients' searches, now and then */
    const struct hydra_search_class *class;
    unsigned liar; /* the client of this number searches with .. */
    const struct hydra_search_class *lies;
};

/* What a wrapped member sees as its team. */
struct wire {
    struct team team;
    team *real;
    struct leak *leak;
};

struct member {
    member *inner;
    member *liar; /* of a client: what it is, if it is that one */
    struct leak *leak;
    struct wire wire;
    uint64_t calls, cut; /* of a server: ends the team at its call `cut` */
};

static bool
wire_send (team *t, unsigned to, uint32_t tag, struct bytes body)
{
    struct wire *w = (struct wire *) t;
    struct leak *l = w->leak;
    assert (t->self < LEAK_MOST);
    if (tag == HYDRA_POP || tag == HYDRA_OUTCOME) {
        struct leaked message = {t->self, tag,
                                 memory_copy (body.data, body.size), body.size};
        VEC_PUSH (l->sent, message);
    }
    return team_send (w->real, to, tag, body);
}

static void
wire_alarm (team *t, uint64_t after_ns, uint64_t what)
{
    team_alarm (((struct wire *) t)->real, after_ns, what);
}

static uint64_t
wire_now (const team *t)
{
    return team_now (((const struct wire *) t)->real);
}

static void
wire_finish (team *t)
{
    team_finish (((struct wire *) t)->real);
}

static const struct team_class wire_class = {
    .send = wire_send,
    .alarm = wire_alarm,
    .now = wire_now,
    .finish = wire_finish,
};

static team *
wire_of (member *m, team *t)
{
    m->wire = (struct wire) {{&wire_class, t->self, false, false}, t, m->leak};
    return &m->wire.team;
}

static void
patient_receive (member *m, team *t, const struct message *message)
{
    if (m->liar && team_self (t) == m->leak->liar) {
        hydra_client_free (m->inner);
        m->inner = m->liar;
        m->liar = NULL;
    }
    hydra_client_class.receive (m->inner, wire_of (m, t), message);
}

static bool
patient_work (member *m, team *t, uint64_t *units)
{
    if (m->leak->interrupts && ++m->calls % 13 == 5)
        hydra_client_class.cancel (m->inner);
    return hydra_client_class.work (m->inner, wire_of (m, t), units);
}

static void
patient_alarm (member *m, team *t, uint64_t what)
{
    hydra_client_class.alarm (m->inner, wire_of (m, t), what);
}

static const struct member_class patient_class = {
    .receive = patient_receive,
    .work = patient_work,
    .alarm = patient_alarm,
};

static member *
patient_new (void *context)
{
    member *m = NEW (member);
    m->leak = context;
    m->inner = hydra_client_over (m->leak->class);
    m->liar = m->leak->liar ? hydra_client_over (m->leak->lies) : NULL;
    return m;
}

static void
patient_free (member *m)
{
    hydra_client_free (m->inner);
    if (m->liar)
        hydra_client_free (m->liar);
    memory_free (m);
}

/* Delivers what lost clients said and nobody heard. */
static void
server_leak (member *m, team *t)
{
    struct leak *l = m->leak;
    for (size_t i = 0; i < l->sent.size; i++) {
        struct leaked *s = &l->sent.at[i];
        if (!l->lost[s->from] || !s->tag)
            continue;
        struct message message = {s->from, s->tag, {s->data, s->size}};
        s->tag = 0;
        hydra_server_class.receive (m->inner, t, &message);
    }
}

static void
server_after (member *m, team *t)
{
    if (m->leak->sent.size)
        server_leak (m, t);
    if (++m->calls == m->cut)
        team_finish (t);
}

static void
outer_receive (member *m, team *t, const struct message *message)
{
    struct leak *l = m->leak;
    for (size_t i = 0; i < l->sent.size; i++) {
        struct leaked *s = &l->sent.at[i];
        if (s->from != message->from || !s->tag || s->tag != message->tag)
            continue;
        s->tag = 0;
        break;
    }
    hydra_server_class.receive (m->inner, t, message);
    server_after (m, t);
}

static void
outer_alarm (member *m, team *t, uint64_t what)
{
    hydra_server_class.alarm (m->inner, t, what);
    server_after (m, t);
}

static void
outer_joined (member *m, team *t, unsigned who)
{
    assert (who < LEAK_MOST);
    hydra_server_class.joined (m->inner, t, who);
    server_after (m, t);
}

static void
outer_lost (member *m, team *t, unsigned who)
{
    hydra_server_class.lost (m->inner, t, who);
    m->leak->lost[who] = true;
    server_after (m, t);
}

static const struct member_class outer_class = {
    .receive = outer_receive,
    .alarm = outer_alarm,
    .joined = outer_joined,
    .lost = outer_lost,
};

#endif
