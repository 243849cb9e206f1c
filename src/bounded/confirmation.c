/* confirmation.c -- see confirmation.h. */
#include "bounded/confirmation.h"

#include <stdio.h>

struct confirmation {
    struct passive_program *program;
    uint32_t bound;
    const struct partition *leaf;
    const bool *bounded;
    size_t leaves, done;
    bool refused;
};

confirmation *
confirmation_new (struct passive_program *program, uint32_t bound,
                  const struct partition *leaf, const bool *bounded,
                  size_t leaves)
{
    confirmation *c = NEW (confirmation);
    *c = (confirmation){.program = program,
                        .bound = bound,
                        .leaf = leaf,
                        .bounded = bounded,
                        .leaves = leaves};
    return c;
}

void
confirmation_free (confirmation *c)
{
    memory_free (c);
}

bool
confirmation_good (const confirmation *c)
{
    return !c->refused && c->done == c->leaves;
}

static void
confirmation_item (const confirmation *c, size_t i, struct buffer *item)
{
    buffer_reset (item);
    confirm_item_write (&c->leaf[i], c->bound, c->bounded[i], item);
}

static enum quest_step
confirmation_answer (confirmation *c, struct bytes bytes)
{
    struct search_answer a;
    enum bounded_answer kind = ANSWER_UNDECIDED;
    if (search_answer_read (&a, c->program, bytes)) {
        kind = a.kind;
        search_answer_clear (&a);
    }
    c->refused = kind != (c->bounded[c->done] ? ANSWER_BOUNDED : ANSWER_SAFE);
    if (c->refused)
        return QUEST_DECIDED;
    c->done++;
    return QUEST_MOVED;
}

static enum quest_step
confirmation_step (quest *q, struct asker *asker)
{
    confirmation *c = (confirmation *) q;
    if (c->refused || c->done == c->leaves)
        return QUEST_DECIDED;
    struct buffer item;
    buffer_init (&item);
    struct bytes answer;
    uint64_t units;
    confirmation_item (c, c->done, &item);
    bool known =
        asker->class->get (asker, buffer_view (&item), &answer, &units);
    for (size_t i = c->done + 1; !known && i < c->leaves; i++) {
        confirmation_item (c, i, &item);
        if (asker->class->want)
            asker->class->want (asker, buffer_view (&item), i);
    }
    buffer_clear (&item);
    return known ? confirmation_answer (c, answer) : QUEST_WAITS;
}

static void
confirmation_progress (const quest *q, char *text, size_t room)
{
    const confirmation *c = (const confirmation *) q;
    snprintf (text, room, "confirming leaf %zu of %zu", c->done + 1, c->leaves);
}

const struct quest_class confirmation_quest = {
    .name = "confirmation",
    .step = confirmation_step,
    .progress = confirmation_progress,
};
