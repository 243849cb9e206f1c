/* members_worker.c -- see members_worker.h: a part, and what it has for the others.
 *
 * Others may be one step ahead, so what comes is kept for the step that it is for: this
 * one or the next. */
#include "ctl/members_worker.h"

#include <assert.h>

#include "base/memory.h"
#include "ctl/members_wire.h"

/* What came for a step. */
struct ctl_inbox {
    struct VEC (struct buffer) batch;
};

struct ctl_worker {
    struct ctl_setup setup;
    struct ctl_formula formula;
    struct ctl_part part;
    generator *generator;
    bool ready; /* set up */
    bool asked; /* an order is under way */
    uint64_t step, expected;
    struct ctl_order order;
    struct ctl_inbox inbox[2]; /* of even steps, and odd ones */
    uint64_t *sent;            /* owned; batches of this step to each part */
    struct problem problem;
    team *team; /* of the call under way */
};

static struct ctl_worker *
worker_of (member *m)
{
    return (struct ctl_worker *) m;
}

member *
ctl_worker_new (void)
{
    return (member *) NEW (struct ctl_worker);
}

static void
inbox_empty (struct ctl_inbox *i)
{
    for (size_t k = 0; k < i->batch.size; k++)
        buffer_clear (&i->batch.at[k]);
    i->batch.size = 0;
}

void
ctl_worker_free (member *self)
{
    struct ctl_worker *w = worker_of (self);
    for (int i = 0; i < 2; i++) {
        inbox_empty (&w->inbox[i]);
        VEC_CLEAR (w->inbox[i].batch);
    }
    if (w->part.formula)
        ctl_part_clear (&w->part);
    if (w->generator)
        w->generator->class->free (w->generator);
    ctl_formula_clear (&w->formula);
    ctl_setup_clear (&w->setup);
    memory_free (w->sent);
    memory_free (w);
}

/* ---- a step */

static void
send_batch (void *context, unsigned to)
{
    struct ctl_worker *w = context;
    struct buffer *out = &w->part.out[to], b;
    assert (out->size && to < w->setup.member.size);
    buffer_init (&b);
    buffer_uint (&b, w->step + 1);
    buffer_put (&b, out->data, out->size);
    team_send (w->team, w->setup.member.at[to], CTL_BATCH, buffer_view (&b));
    buffer_clear (&b);
    buffer_reset (out);
    w->sent[to]++;
}

static void
report (struct ctl_worker *w)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, w->step);
    if (w->problem.kind != PROBLEM_NONE)
        w->part.report.problem = w->problem;
    ctl_report_write (&w->part.report, &b);
    for (size_t i = 0; w->ready && i < w->setup.member.size; i++)
        buffer_uint (&b, w->sent[i]);
    team_send (w->team, TEAM_MASTER, CTL_REPORT, buffer_view (&b));
    buffer_clear (&b);
}

static bool
worker_work (member *self, team *t, uint64_t *units)
{
    struct ctl_worker *w = worker_of (self);
    struct ctl_inbox *in = &w->inbox[w->step & 1];
    w->team = t;
    if (!w->asked || (w->ready && in->batch.size < w->expected))
        return false;
    w->asked = false;
    if (!w->ready) {
        report (w);
        return true;
    }
    struct VEC (struct bytes) views = {0};
    for (size_t i = 0; i < in->batch.size; i++)
        VEC_PUSH (views, buffer_view (&in->batch.at[i]));
    for (size_t i = 0; i < w->setup.member.size; i++)
        w->sent[i] = 0;
    uint64_t edges = w->part.report.edges;
    ctl_part_step (&w->part, &w->order, views.at, views.size);
    for (unsigned i = 0; i < w->part.parts; i++)
        if (w->part.out[i].size)
            send_batch (w, i);
    VEC_CLEAR (views);
    inbox_empty (in);
    *units = 1 + w->part.report.edges - edges;
    report (w);
    return true;
}

/* ---- messages */

static bool
hear_setup (struct ctl_worker *w, team *t, struct reader *r)
{
    struct ctl_setup *s = &w->setup;
    struct reader formula;
    unsigned self = 0;
    if (w->ready || !ctl_setup_read (s, r))
        return false;
    while (self < s->member.size && s->member.at[self] != team_self (t))
        self++;
    reader_init (&formula, s->formula);
    if (self == s->member.size || !ctl_formula_open (&w->formula, &formula))
        return false;
    w->generator = generator_open (s->program, &w->problem);
    if (!w->generator)
        return true;
    struct store_options kept = {.kind = s->store,
                                 .threads = 1,
                                 .scratch = *s->scratch ? s->scratch : NULL,
                                 .cache_bytes = s->cache_bytes,
                                 .memory_bytes = s->memory_bytes};
    w->sent = NEW_ARRAY (uint64_t, s->member.size);
    w->ready = ctl_part_init (&w->part, &w->formula, w->generator, self,
                              (unsigned) s->member.size, &kept, &w->problem);
    w->part.flush = send_batch;
    w->part.context = w;
    s->program = s->formula = (struct bytes) {0};
    return true;
}

static bool
hear_order (struct ctl_worker *w, struct reader *r)
{
    w->step = reader_uint (r);
    w->expected = reader_uint (r);
    w->asked = !w->asked && ctl_order_read (&w->order, r) && reader_done (r)
               && w->order.node < w->formula.node.size;
    return w->asked;
}

static void
hear_batch (struct ctl_worker *w, struct reader *r)
{
    uint64_t step = reader_uint (r);
    struct buffer b;
    buffer_init (&b);
    buffer_put (&b, r->at, (size_t) (r->end - r->at));
    VEC_PUSH (w->inbox[step & 1].batch, b);
}

static bool
hear_query (struct ctl_worker *w, team *t, struct reader *r)
{
    struct buffer b;
    uint32_t nodes = (uint32_t) w->formula.node.size;
    buffer_init (&b);
    while (w->ready && r->at < r->end) {
        uint32_t own = ctl_table_find (&w->part.table, reader_bytes (r));
        uint8_t bits = 0;
        if (r->failed || own == CTL_NOWHERE)
            break;
        for (uint32_t i = 0; i < CTL_BOUNDS * nodes; i++) {
            bool is = ctl_part_has (&w->part, i / CTL_BOUNDS,
                                    (enum ctl_bound) (i % CTL_BOUNDS))
                      && ctl_part_holds (&w->part, own, i / CTL_BOUNDS,
                                         (enum ctl_bound) (i % CTL_BOUNDS));
            bits |= (uint8_t) (is << i % 8);
            if (i % 8 == 7 || i + 1 == CTL_BOUNDS * nodes) {
                buffer_byte (&b, bits);
                bits = 0;
            }
        }
    }
    bool good = r->at == r->end && !r->failed;
    if (good)
        team_send (t, TEAM_MASTER, CTL_VALUES, buffer_view (&b));
    buffer_clear (&b);
    return good;
}

static void
worker_receive (member *self, team *t, const struct message *m)
{
    struct ctl_worker *w = worker_of (self);
    struct reader r;
    bool good = true;
    reader_init (&r, m->body);
    w->team = t;
    if (m->tag == CTL_BATCH)
        hear_batch (w, &r);
    else if (m->from != TEAM_MASTER)
        return;
    else if (m->tag == CTL_SETUP)
        good = hear_setup (w, t, &r);
    else if (m->tag == CTL_ORDER)
        good = hear_order (w, &r);
    else if (m->tag == CTL_QUERY)
        good = hear_query (w, t, &r);
    if (good)
        return;
    problem_of_kind (&w->problem, PROBLEM_INTERNAL, (struct place) {0},
                     "a member was sent a malformed message");
    w->ready = false;
    report (w);
}

const struct member_class ctl_worker_class = {.receive = worker_receive,
                                              .work = worker_work};

const struct team_protocol ctl_protocol = {CTL_TAG, &ctl_worker_class,
                                           ctl_worker_new, ctl_worker_free};
