/* faults.c -- the mistakes that tests ask the server for (team/faults.h). */
#include "bounded/hydra/internal.h"

bool
hydra_is_faulty (const struct hydra_server *m)
{
    return m->faults.lost_to_living || m->faults.fenced_outcome;
}

unsigned
hydra_deque_of_lost (struct hydra_server *m, const struct hydra_peer *lost)
{
    unsigned deque = HYDRA_NOBODY;
    if (m->faults.fenced_outcome) {
        struct hydra_ghost ghost = {lost->peer.who, lost->held};
        VEC_PUSH (m->ghost, ghost);
    }
    for (size_t i = 0; m->faults.lost_to_living && i < m->master.peer.size; i++)
        if (hydra_peer_at (m, i)->held != HYDRA_NONE)
            deque = hydra_peer_at (m, i)->peer.who;
    return deque;
}

/* Whoever has the part now loses it. */
static void
ghost_says (struct hydra_server *m, unsigned who, struct search_answer *a)
{
    for (size_t i = 0; i < m->ghost.size; i++) {
        uint32_t held = m->ghost.at[i].held;
        if (m->ghost.at[i].who != who
            || hydra_ledger_part (&m->ledger, held)->state != PART_HELD)
            continue;
        for (size_t k = 0; k < m->master.peer.size; k++)
            if (hydra_peer_at (m, k)->held == held)
                hydra_peer_at (m, k)->held = HYDRA_NONE;
        hydra_close (m, held, a);
        return;
    }
}

void
hydra_haunt (struct hydra_server *m, const struct message *message)
{
    struct reader r;
    struct hydra_doings doings = {0};
    struct search_answer a;
    if (!m->faults.fenced_outcome || m->master.over)
        return;
    reader_init (&r, message->body);
    if ((message->tag == HYDRA_POP || message->tag == HYDRA_OUTCOME)
        && hydra_doings_read (&doings, &r)
        && search_answer_read (&a, m->options.passive, reader_bytes (&r))) {
        ghost_says (m, message->from, &a);
        search_answer_clear (&a);
    }
    hydra_doings_clear (&doings);
}
