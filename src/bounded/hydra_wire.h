/* hydra_wire.h -- the messages between hydra's server and its clients.
 *
 * All numbers as in bytes.h.  From the server:
 *
 *     PROGRAM         nanoseconds between splits, program (bytes)
 *     PARTITION       1: look beyond the bound, else 0; partition
 *     POP_ANSWER      1: go on with what you sent last; 0: ask for another
 *     RATE            nanoseconds between splits
 *
 * and from a client:
 *
 *     GET_PARTITION   nothing
 *     SEND_PARTITION  marks, partition: what the client holds, and must-reach
 *                     of one site more; the client goes on with must-avoid
 *     POP             marks, answer (bytes): closes what the client holds, and
 *                     asks whether what it sent last is still there
 *     OUTCOME         marks, answer (bytes): closes what the client holds
 *     FAILED          why this client cannot work (string)
 *
 * Marks are 64-bit digests of the paths of sites that the client inlined and
 * has not told of yet: a number, then 8 bytes each. */
#ifndef HYDRA_WIRE_H
#define HYDRA_WIRE_H

#include "bounded/item.h"

enum hydra_tag {
    HYDRA_PROGRAM = 0x200,
    HYDRA_PARTITION,
    HYDRA_POP_ANSWER,
    HYDRA_RATE,
    HYDRA_GET_PARTITION,
    HYDRA_SEND_PARTITION,
    HYDRA_POP,
    HYDRA_OUTCOME,
    HYDRA_FAILED
};

struct hydra_marks VEC (uint64_t);

void hydra_marks_write (const struct hydra_marks *, struct buffer *);
bool hydra_marks_read (struct hydra_marks *, struct reader *); /* appends */

/* Do both decide the same, in the same order?  Sites are compared by path. */
bool hydra_same (const struct partition *, const struct partition *);
/* Does `sent` decide what `held` does, and then must-reach of one site more? */
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
