/* recheck.c -- see recheck.h. */
#include "bounded/search/recheck.h"

#include <stdio.h>

struct recheck_claim {
    const struct partition *leaf;
    bool bounded;
};
struct recheck_claim_vec VEC (struct recheck_claim);

struct recheck {
    struct passive_program *program;
    uint32_t bound;
    struct recheck_claim_vec claim;
    size_t done;
    bool refused;
    bool failed; /* because what came is no answer */
    struct digest digest;
};

recheck *
recheck_new (struct passive_program *program, uint32_t bound)
{
    recheck *c = NEW (recheck);
    c->program = program;
    c->bound = bound;
    return c;
}

void
recheck_free (recheck *c)
{
    if (!c)
        return;
    VEC_CLEAR (c->claim);
    memory_free (c);
}

void
recheck_add (recheck *c, const struct partition *leaf, bool bounded)
{
    VEC_PUSH (c->claim, ((struct recheck_claim) {leaf, bounded}));
}

bool
recheck_good (const recheck *c)
{
    return !c->refused && c->done == c->claim.size;
}

bool
recheck_failed (const recheck *c)
{
    return c->failed;
}

size_t
recheck_done (const recheck *c)
{
    return c->done;
}

struct digest
recheck_digest (const recheck *c)
{
    return c->digest;
}

static void
claim_item (const recheck *c, size_t i, struct buffer *item)
{
    buffer_reset (item);
    confirm_item_write (c->claim.at[i].leaf, c->bound, c->claim.at[i].bounded,
                        item);
}

/* The answer must be about just this claim: no weaker one will do. */
static enum driver_step
claim_answer (recheck *c, struct bytes bytes)
{
    const struct recheck_claim *claim = &c->claim.at[c->done];
    struct search_answer a;
    enum bounded_answer kind = ANSWER_UNDECIDED;
    if (search_answer_read (&a, c->program, bytes)) {
        kind = a.kind;
        search_answer_clear (&a);
    } else
        c->failed = true;
    c->digest = digest_chain (c->digest, bytes);
    c->refused = kind != (claim->bounded ? ANSWER_BOUNDED : ANSWER_SAFE);
    c->done += !c->refused;
    return c->refused ? DRIVER_DONE : DRIVER_PROGRESS;
}

enum driver_step
recheck_step (recheck *c, struct oracle *oracle)
{
    if (c->refused || c->done == c->claim.size)
        return DRIVER_DONE;
    struct buffer item;
    buffer_init (&item);
    struct bytes answer;
    uint64_t units;
    claim_item (c, c->done, &item);
    bool known =
        oracle->class->get (oracle, buffer_view (&item), &answer, &units);
    for (size_t i = c->done + 1; !known && i < c->claim.size; i++) {
        claim_item (c, i, &item);
        if (oracle->class->want)
            oracle->class->want (oracle, buffer_view (&item), i);
    }
    buffer_clear (&item);
    return known ? claim_answer (c, answer) : DRIVER_BLOCKED;
}

static enum driver_step
recheck_driver_step (driver *q, struct oracle *oracle)
{
    return recheck_step ((recheck *) q, oracle);
}

static void
recheck_progress (const driver *q, char *text, size_t room)
{
    const recheck *c = (const recheck *) q;
    snprintf (text, room, "confirming leaf %zu of %zu", c->done + 1,
              c->claim.size);
}

const struct driver_class recheck_driver = {
    .name = "confirmation",
    .step = recheck_driver_step,
    .progress = recheck_progress,
};
