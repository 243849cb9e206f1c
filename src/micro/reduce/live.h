/* live.h -- what is used before it is overwritten (backward data flow).
 *
 * A row is one set of things that can be live, a bit each; the kind of machine says
 * what they are.  There is a row per instruction and per answer to "may interrupts come
 * here?".  Where they may, what handlers need of the interrupted program is live, too:
 * that is solved first, with nothing live behind the return from an interrupt, because
 * the interrupted program's own needs stand at the point of interruption already.
 *
 * What is dead is made unknown, not overwritten with a value: so an error here costs
 * precision, never soundness. */
#ifndef MICRO_REDUCE_LIVE_H
#define MICRO_REDUCE_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "micro/reduce/flow.h"

struct micro_live {
    uint32_t words;
    size_t width;     /* words of a row */
    uint64_t *row[2]; /* owned; per value of the program counter */
};

static inline uint64_t *
micro_live_row (const struct micro_live *l, int on, uint32_t pc)
{
    return l->row[on] + pc * l->width;
}

/* What a kind of machine knows; all is borrowed. */
struct micro_live_facts {
    const struct micro_program *program;
    const struct micro_flow *flow;
    size_t width;
    const uint64_t *all, *always; /* rows: everything; what never is dead */
    void *context;
    /* Makes of the row behind an instruction the one before it. */
    void (*transfer) (void *context, uint32_t pc, uint64_t *row);
    /* May interrupts come behind it, if `on` tells about before? */
    int (*on_after) (void *context, uint32_t pc, int on);
    /* Adds what the handler of this vector needs of the program that it interrupts,
     * as far as rows tell by now; 0 is a reset while it runs, which needs no
     * permission.  False: it cannot come. */
    bool (*need) (void *context, const struct micro_live *, unsigned vector,
                  uint64_t *row);
    bool forgets_handlers; /* test only: what only they need is dead */
};

void micro_live_init (struct micro_live *, const struct micro_live_facts *);
void micro_live_clear (struct micro_live *);
/* Adds one row to another; true: that was new. */
bool micro_live_join (uint64_t *to, const uint64_t *from, size_t width);

#endif
