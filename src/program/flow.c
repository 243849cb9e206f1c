/* flow.c -- see flow.h. */
#include "program/flow.h"

struct flow_visit {
    uint32_t block, next;
};

/* Depth first without recursion; `order` is filled from its end. */
static void
order_find (struct flow *f, const struct procedure *q)
{
    struct VEC (struct flow_visit) stack = {0};
    uint32_t *post = NEW_ARRAY (uint32_t, f->blocks + 1), size = 0;
    bool *seen = NEW_ARRAY (bool, f->blocks + 1);
    VEC_PUSH (stack, ((struct flow_visit) {0, 0}));
    seen[0] = true;
    while (stack.size) {
        struct flow_visit *top = &VEC_LAST (stack);
        const struct block *b = &q->block.at[top->block];
        if (top->next == b->target.size) {
            post[size++] = top->block;
            stack.size--;
            continue;
        }
        uint32_t to = b->target.at[top->next++];
        assert (to < f->blocks);
        if (!seen[to]) {
            seen[to] = true;
            VEC_PUSH (stack, ((struct flow_visit) {to, 0}));
        }
    }
    f->reachable = size;
    for (uint32_t i = 0; i < size; i++) {
        f->order[i] = post[size - 1 - i];
        f->place[f->order[i]] = i;
    }
    VEC_CLEAR (stack);
    memory_free (post);
    memory_free (seen);
}

static void
before_find (struct flow *f, const struct procedure *q)
{
    for (uint32_t i = 0; i < f->reachable; i++) {
        const struct block *b = &q->block.at[f->order[i]];
        for (size_t j = 0; j < b->target.size; j++) {
            f->first[b->target.at[j] + 1]++;
            f->head[b->target.at[j]] |= f->place[b->target.at[j]] <= i;
        }
    }
    for (uint32_t i = 0; i < f->blocks; i++)
        f->first[i + 1] += f->first[i];
    uint32_t *at = NEW_ARRAY (uint32_t, f->blocks + 1);
    f->before = NEW_ARRAY (uint32_t, f->first[f->blocks] + 1);
    for (uint32_t i = 0; i < f->reachable; i++) {
        const struct block *b = &q->block.at[f->order[i]];
        for (size_t j = 0; j < b->target.size; j++) {
            uint32_t to = b->target.at[j];
            f->before[f->first[to] + at[to]++] = f->order[i];
        }
    }
    memory_free (at);
}

void
flow_find (struct flow *f, const struct procedure *q)
{
    assert (q->block.size && q->block.size < PROGRAM_NONE);
    *f = (struct flow) {.blocks = (uint32_t) q->block.size};
    f->order = NEW_ARRAY (uint32_t, f->blocks);
    f->place = NEW_ARRAY (uint32_t, f->blocks);
    f->first = NEW_ARRAY (uint32_t, f->blocks + 2);
    f->head = NEW_ARRAY (bool, f->blocks);
    for (uint32_t i = 0; i < f->blocks; i++)
        f->place[i] = PROGRAM_NONE;
    order_find (f, q);
    before_find (f, q);
    assert (!f->order[0]);
}

void
flow_clear (struct flow *f)
{
    memory_free (f->order);
    memory_free (f->place);
    memory_free (f->first);
    memory_free (f->before);
    memory_free (f->head);
    *f = (struct flow) {0};
}
