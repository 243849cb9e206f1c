/* ledger.c -- see ledger.h. */
#include "bounded/hydra/ledger.h"

#include <assert.h>
#include <string.h>

#include "bounded/hydra/wire.h"

struct hydra_part *
hydra_ledger_part (const struct hydra_ledger *l, uint32_t part)
{
    assert (part < l->part.size);
    return &l->part.at[part];
}

/* Null: there is none of this client. */
static struct hydra_deque *
ledger_deque (const struct hydra_ledger *l, unsigned client)
{
    for (size_t i = 0; i < l->deque.size; i++)
        if (l->deque.at[i].client == client)
            return &l->deque.at[i];
    return NULL;
}

static size_t
deque_count (const struct hydra_deque *d)
{
    assert (d->right <= d->part.size);
    return d->part.size - d->right;
}

static void
deque_push (struct hydra_deque *d, uint32_t part)
{
    if (d->right > 16 && d->right > d->part.size / 2) {
        d->part.size -= d->right;
        memmove (d->part.at, d->part.at + d->right,
                 d->part.size * sizeof *d->part.at);
        d->right = 0;
    }
    VEC_PUSH (d->part, part);
}

static uint32_t
ledger_hold (struct hydra_ledger *l, uint32_t part)
{
    struct hydra_part *p = hydra_ledger_part (l, part);
    assert (p->state == PART_OPEN);
    p->state = PART_HELD;
    return part;
}

void
hydra_ledger_init (struct hydra_ledger *l)
{
    *l = (struct hydra_ledger) {0};
    hydra_ledger_enter (l, HYDRA_NOBODY);
    struct hydra_part root = {.maker = HYDRA_NOBODY};
    partition_init (&root.partition);
    VEC_PUSH (l->part, root);
    l->left = 1;
    deque_push (&l->deque.at[0], 0);
}

void
hydra_ledger_clear (struct hydra_ledger *l)
{
    for (size_t i = 0; i < l->part.size; i++)
        if (l->part.at[i].state != PART_CLOSED)
            partition_clear (&l->part.at[i].partition);
    for (size_t i = 0; i < l->deque.size; i++)
        VEC_CLEAR (l->deque.at[i].part);
    VEC_CLEAR (l->part);
    VEC_CLEAR (l->deque);
}

void
hydra_ledger_enter (struct hydra_ledger *l, unsigned client)
{
    assert (!ledger_deque (l, client));
    struct hydra_deque d = {.client = client};
    VEC_PUSH (l->deque, d);
    size_t at = l->deque.size - 1;
    for (; at && l->deque.at[at - 1].client > client; at--)
        l->deque.at[at] = l->deque.at[at - 1];
    l->deque.at[at] = d;
}

void
hydra_ledger_empty (struct hydra_ledger *l, unsigned client)
{
    struct hydra_deque *d = ledger_deque (l, client);
    assert (d && client != HYDRA_NOBODY);
    for (size_t i = d->right; i < d->part.size; i++)
        deque_push (&l->deque.at[0], d->part.at[i]);
    d->part.size = d->right = 0;
}

void
hydra_ledger_leave (struct hydra_ledger *l, unsigned client)
{
    hydra_ledger_empty (l, client);
    struct hydra_deque *d = ledger_deque (l, client);
    VEC_CLEAR (d->part);
    size_t at = (size_t) (d - l->deque.at);
    l->deque.size--;
    memmove (d, d + 1, (l->deque.size - at) * sizeof *d);
}

size_t
hydra_ledger_count (const struct hydra_ledger *l, unsigned client)
{
    const struct hydra_deque *d = ledger_deque (l, client);
    return d ? deque_count (d) : 0;
}

uint32_t
hydra_ledger_split (struct hydra_ledger *l, uint32_t part,
                    const struct partition *sent, unsigned maker,
                    unsigned deque)
{
    struct hydra_part *held = hydra_ledger_part (l, part);
    assert (held->state == PART_HELD);
    assert (hydra_splits (&held->partition, sent));
    partition_clear (&held->partition);
    partition_copy (&held->partition, sent);
    hydra_flip (&held->partition);
    held->losses = 0;
    struct hydra_part p = {.maker = maker};
    partition_copy (&p.partition, sent);
    VEC_PUSH (l->part, p);
    l->left++;
    uint32_t number = (uint32_t) l->part.size - 1;
    deque_push (ledger_deque (l, deque), number);
    return number;
}

uint32_t
hydra_ledger_pop (struct hydra_ledger *l, unsigned client)
{
    struct hydra_deque *d = ledger_deque (l, client);
    assert (client != HYDRA_NOBODY);
    if (!d || !deque_count (d))
        return HYDRA_NONE;
    return ledger_hold (l, VEC_POP (d->part));
}

uint32_t
hydra_ledger_take (struct hydra_ledger *l)
{
    struct hydra_deque *longest = &l->deque.at[0];
    for (size_t i = 1; i < l->deque.size; i++)
        if (deque_count (&l->deque.at[i]) > deque_count (longest))
            longest = &l->deque.at[i];
    if (!deque_count (longest))
        return HYDRA_NONE;
    return ledger_hold (l, longest->part.at[longest->right++]);
}

void
hydra_ledger_withdraw (struct hydra_ledger *l, uint32_t part)
{
    for (size_t i = 0; i < l->deque.size; i++) {
        struct hydra_deque *d = &l->deque.at[i];
        size_t kept = d->right;
        for (size_t k = d->right; k < d->part.size; k++)
            if (d->part.at[k] != part)
                d->part.at[kept++] = d->part.at[k];
        d->part.size = kept;
    }
    (void) ledger_hold (l, part);
}

void
hydra_ledger_return (struct hydra_ledger *l, uint32_t part, unsigned deque)
{
    struct hydra_part *p = hydra_ledger_part (l, part);
    assert (p->state == PART_HELD);
    p->state = PART_OPEN;
    deque_push (ledger_deque (l, deque), part);
}

void
hydra_ledger_close (struct hydra_ledger *l, uint32_t part)
{
    struct hydra_part *p = hydra_ledger_part (l, part);
    assert (p->state == PART_HELD && l->left);
    p->state = PART_CLOSED;
    partition_clear (&p->partition);
    l->left--;
}

bool
hydra_ledger_sound (const struct hydra_ledger *l)
{
    uint8_t *seen = NEW_ARRAY (uint8_t, l->part.size + 1);
    bool good = l->deque.size && l->deque.at[0].client == HYDRA_NOBODY;
    for (size_t i = 0; good && i < l->deque.size; i++) {
        const struct hydra_deque *d = &l->deque.at[i];
        good = !i || l->deque.at[i - 1].client < d->client;
        for (size_t k = d->right; good && k < d->part.size; k++)
            good = d->part.at[k] < l->part.size && !seen[d->part.at[k]]++;
    }
    size_t left = 0;
    for (size_t i = 0; good && i < l->part.size; i++) {
        good = (l->part.at[i].state == PART_OPEN) == seen[i];
        left += l->part.at[i].state != PART_CLOSED;
    }
    memory_free (seen);
    return good && left == l->left;
}
