/* lend.c -- states of a layer that another member expands, as a worker does it
 * (members.h).
 *
 * Whoever has more than its part of a layer sends the last stretches of it to
 * those that the master named, before it expands the rest; these expand them
 * when they are done with their own.  They do not own them: nothing is stored,
 * and all that they find goes where it belongs. */
#include <assert.h>

#include "explore/members/delta.h"
#include "explore/members/worker_internal.h"

enum { PARCEL_STATES = 512 };

void
loans_clear (struct members_loans *l)
{
    for (size_t i = 0; i < l->parcel.size; i++)
        buffer_clear (&l->parcel.at[i].states);
    VEC_CLEAR (l->parcel);
    VEC_CLEAR (l->loan);
    buffer_clear (&l->states);
    VEC_CLEAR (l->guest);
    *l = (struct members_loans) {0};
}

bool
worker_loans (struct members_worker *m, struct reader *r)
{
    struct members_loans *l = &m->loans;
    l->lenders = reader_uint (r);
    uint64_t loans = reader_uint (r);
    assert (!l->loan.size && !l->own_done);
    for (; loans && !r->failed; loans--) {
        uint64_t to = reader_uint (r), states = reader_uint (r);
        if (r->failed || to >= m->owners.member.size || to == m->self)
            return false;
        struct loan loan = {(size_t) to, states};
        VEC_PUSH (l->loan, loan);
    }
    return !r->failed && l->complete <= l->lenders;
}

/* ---- lending */

struct lending {
    struct members_worker *m;
    team *team;
    size_t to;
};

static void
lending_begin (struct lending *l)
{
    struct box *box = &l->m->box[0][l->to];
    assert (!box->states.size && !box->last.size);
    buffer_uint (&box->states, l->m->epoch);
}

static void
lending_send (struct lending *l, bool last)
{
    struct box *box = &l->m->box[0][l->to];
    team_send (l->team, l->m->owners.member.at[l->to],
               last ? MEMBERS_LENT_LAST : MEMBERS_LENT,
               buffer_view (&box->states));
    buffer_reset (&box->states);
    buffer_reset (&box->last);
    box->batched = 0;
}

static bool
lending_put (void *context, struct bytes state)
{
    struct lending *l = context;
    struct box *box = &l->m->box[0][l->to];
    delta_write (&box->states, &box->last, state);
    if (++box->batched < PARCEL_STATES
        && box->states.size < l->m->setup.batch_bytes)
        return true;
    lending_send (l, false);
    lending_begin (l);
    return true;
}

void
worker_lend (struct members_worker *m, team *t)
{
    struct vec_loan *all = &m->loans.loan;
    for (size_t i = 0; i < all->size; i++) {
        struct lending l = {m, t, all->at[i].to};
        lending_begin (&l);
        shard_lend (m->shard, all->at[i].states, !m->faults.twice, lending_put,
                    &l);
        lending_send (&l, true);
    }
    all->size = 0;
}

/* ---- helping */

bool
worker_take_loan (struct members_worker *m, unsigned from, struct reader *r,
                  bool last)
{
    struct members_loans *l = &m->loans;
    struct lent_parcel p = {.from = from};
    buffer_put (&p.states, r->at, (size_t) (r->end - r->at));
    VEC_PUSH (l->parcel, p);
    l->complete += last;
    return m->task != TASK_EXPAND || l->complete <= l->lenders;
}

/* The bytes of all states of a parcel, and where they are.  False: malformed,
 * or they are not the sender's. */
static bool
parcel_open (struct members_worker *m, const struct lent_parcel *p)
{
    struct members_loans *l = &m->loans;
    unsigned lender = owners_index (&m->owners, p->from);
    struct reader r;
    reader_init (&r, buffer_view (&p->states));
    buffer_reset (&l->states);
    buffer_reset (&m->taken);
    l->guest.size = 0;
    while (r.at != r.end) {
        if (!delta_read (&r, &m->taken)
            || (m->state_size && m->taken.size != m->state_size)
            || owners_find (&m->owners, buffer_view (&m->taken)) != lender)
            return false;
        buffer_put (&l->states, m->taken.data, m->taken.size);
        VEC_PUSH (l->guest, ((struct bytes) {NULL, m->taken.size}));
    }
    const uint8_t *at = l->states.data;
    for (size_t i = 0; i < l->guest.size; i++) {
        l->guest.at[i].data = at;
        at += l->guest.at[i].size;
    }
    return true;
}

void
worker_help (struct members_worker *m, team *t)
{
    struct members_loans *l = &m->loans;
    assert (l->parcel.size && l->own_done);
    struct lent_parcel p = l->parcel.at[--l->parcel.size];
    if (!parcel_open (m, &p))
        worker_accuse (m, t, p.from);
    else if (l->guest.size)
        shard_help (m->shard, l->guest.at, l->guest.size, &m->report);
    buffer_clear (&p.states);
}
