/* loans.c -- who helps whom with a layer, and who says that it is done, as the
 * master sees it (members.h).
 *
 * Partitions that are even as a whole are not in each layer, and all wait for
 * the member that has most of it.  A state that another member expands costs
 * more, because it travels and more of its successors do: so a member keeps
 * somewhat more than the mean, and helps with less than it has to spare.  What a
 * member will receive is taken to be as much as in the last layer. */
#include "explore/members/internal.h"

enum {
    LAYER_STATES = 128, /* for each member; smaller layers are not worth it */
    LOAN_STATES = 32,   /* the least loan */
    SLACK = 32,         /* one in so many more than the mean is no matter */
    RECEIVED = 8,    /* states to be received cost as much as one to expand */
    CLOSE_STATES = 2 /* sent from each to each: hardly one has none */
};

static bool
may_help (const struct members_peer *c, const struct members_peer *lender)
{
    /* Who is not believed alone gets nothing that others own. */
    return !c->peer.foreign || lender->peer.foreign;
}

/* What the member can take: a lent state counts for four thirds. */
static uint64_t
spare_of (const struct members_peer *c, uint64_t mean)
{
    uint64_t most = c->burden < mean ? (mean - c->burden) * 3 / 4 : 0;
    return c->borrowed < most ? most - c->borrowed : 0;
}

static void
lender_asks (struct members_master *m, size_t from, uint64_t mean,
             uint64_t least)
{
    struct members_peer *lender = members_peer_at (m, from);
    uint64_t keeps = mean + mean / SLACK;
    uint64_t most = lender->burden > keeps ? lender->burden - keeps : 0;
    most = most < lender->fresh ? most : lender->fresh;
    for (size_t i = 0; i < m->owners.member.size && most >= least; i++) {
        struct members_peer *c = members_peer_at (m, i);
        uint64_t spare = spare_of (c, mean);
        uint64_t states = spare < most ? spare : most;
        if (c == lender || !may_help (c, lender) || states < least)
            continue;
        struct members_loan loan = {from, i, states};
        VEC_PUSH (m->loans, loan);
        c->borrowed += states;
        c->lenders++;
        most -= states;
        m->counts.lent += states;
    }
}

/* Each then has a message for each of the others.  That costs nothing more where
 * there are states for it anyway, and saves a question and an answer of each, so
 * as many may be without states. */
bool
members_close (const struct members_master *m)
{
    uint64_t sent = 0, members = 0, least = m->options.close_states;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        const struct members_peer *c = members_peer_at (m, i);
        members += c->in;
        sent += c->in ? c->due - c->due_before : 0;
    }
    least = least ? least : CLOSE_STATES;
    return least != UINT64_MAX
           && sent / least + 2 * members >= members * (members - 1);
}

bool
members_layer_is_small (const struct members_master *m, uint64_t states)
{
    size_t members = m->owners.member.size;
    return states < LAYER_STATES * members
           || states * m->each < MEMBERS_SMALL_WORK * members;
}

void
members_lend (struct members_master *m)
{
    size_t members = m->owners.member.size;
    uint64_t fresh = 0, all = 0, some = m->options.lend_states;
    m->loans.size = 0;
    for (size_t i = 0; i < members; i++) {
        struct members_peer *c = members_peer_at (m, i);
        fresh += c->fresh;
        c->burden = c->fresh + (c->due - c->due_before) / RECEIVED;
        c->due_before = c->due;
        c->borrowed = c->lenders = 0;
        all += c->burden;
    }
    if (members < 2 || !fresh
        || (some ? fresh < some : members_layer_is_small (m, fresh)))
        return;
    for (size_t i = 0; i < members; i++)
        lender_asks (m, i, all / members, some ? 1 : LOAN_STATES);
}

void
members_loans_write (const struct members_master *m, size_t of,
                     struct buffer *b)
{
    uint64_t count = 0;
    for (size_t i = 0; i < m->loans.size; i++)
        count += m->loans.at[i].from == of;
    buffer_uint (b, members_peer_at (m, of)->lenders);
    buffer_uint (b, count);
    for (size_t i = 0; i < m->loans.size; i++)
        if (m->loans.at[i].from == of) {
            buffer_uint (b, m->loans.at[i].to);
            buffer_uint (b, m->loans.at[i].states);
        }
}

void
members_loans_forget (struct members_master *m)
{
    for (size_t i = 0; i < m->master.peer.size; i++)
        members_peer_at (m, i)->fresh = 0;
}
