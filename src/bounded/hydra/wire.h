/* wire.h -- the messages between hydra's server and its clients.
 *
 * All numbers as in base/bytes.h.  From the server:
 *
 *     PROGRAM         nanoseconds between splits, program (bytes)
 *     PARTITION       1: look beyond the bound, else 0; partition
 *     POP_ANSWER      so many decisions has what you go on with: the youngest that
 *                     you sent and nobody has; 0: ask for another
 *     RATE            nanoseconds between splits, sites to split at at once
 *     CLAIM           1: with the calls beyond the bound blocked, else 0;
 *                     partition: what another client has refuted, and what you
 *                     hold is part of
 *     CONFIRM         the same of something to be refuted once more
 *
 * and from a client:
 *
 *     GET_PARTITION   nothing
 *     SEND_PARTITION  doings, partition: what the client holds, and must-reach
 *                     of one site more; the client goes on with must-avoid
 *     POP             doings, answer (bytes): closes what the client holds, and
 *                     asks whether what it sent last is still there
 *     OUTCOME         doings, answer (bytes): closes what the client holds
 *     CONFIRMED       doings, 1: refuted, or 0: not
 *     FAILED          why this client cannot work (string)
 *
 * Doings are what the client has done and not told of yet: marks, 64-bit
 * digests of the paths of sites that it inlined (a number, then 8 bytes each);
 * CPU nanoseconds; of these, in checks of the solver. */
#ifndef BOUNDED_HYDRA_WIRE_H
#define BOUNDED_HYDRA_WIRE_H

#include "bounded/search/item.h"

enum { HYDRA_WAYS_MOST = 4 };

enum hydra_tag {
    HYDRA_PROGRAM = 0x200,
    HYDRA_PARTITION,
    HYDRA_POP_ANSWER,
    HYDRA_RATE,
    HYDRA_CLAIM,
    HYDRA_CONFIRM,
    HYDRA_GET_PARTITION,
    HYDRA_SEND_PARTITION,
    HYDRA_POP,
    HYDRA_OUTCOME,
    HYDRA_CONFIRMED,
    HYDRA_FAILED
};

struct hydra_marks VEC (uint64_t);
struct hydra_doings {
    struct hydra_marks marks;
    uint64_t work_ns, check_ns; /* the latter is part of the former */
};

void hydra_doings_write (const struct hydra_doings *, struct buffer *);
/* To be cleared whatever it says; marks are appended. */
bool hydra_doings_read (struct hydra_doings *, struct reader *);
void hydra_doings_clear (struct hydra_doings *);

/* Does `sent` decide what `held` does, and then must-reach of one site more?
 * Sites are compared by path. */
bool hydra_splits (const struct partition *held, const struct partition *sent);
/* Is `popped` the other side of a split that `held` came from? */
bool hydra_returns (const struct partition *held,
                    const struct partition *popped);
/* The same tree, with the last decision the other way round. */
void hydra_flip (struct partition *);
/* `whole` restricted to the sites of a core (rising, with their parents) and
 * those of its decisions. */
void hydra_core (struct partition *to, const struct partition *whole,
                 const struct vec_target *sites);
/* For people: "must avoid [main, (L1,foo)]; must reach ..". */
void hydra_describe (const struct partition *, const struct passive_program *,
                     struct text *);

#endif
