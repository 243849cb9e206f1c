/* audit.c -- answers that a second worker gives as well: a share of all
 * (`audit_percent`), and those that matter (`grave`) if they came from
 * elsewhere.  Whatever is closed waits in `audit` for a worker with nothing
 * better to do; the run ends only when those that the driver has used were
 * compared, or nobody is there who could. */
#include <assert.h>
#include <string.h>

#include "team/pool/master.h"

static bool
audit_is_grave (const struct pool_master *m, uint32_t i)
{
    return m->options.grave && m->options.grave (ledger_bytes (&m->ledger, i));
}

static void
audit_add (struct pool_master *m, uint32_t i)
{
    ledger_item (&m->ledger, i)->audit = true;
    VEC_PUSH (m->audit, i);
}

void
pool_audit_closed (struct pool_master *m, uint32_t i, const struct peer *by)
{
    struct ledger_item *it = ledger_item (&m->ledger, i);
    assert (it->state == LEDGER_CLOSED && !it->audit);
    it->who = by->who;
    it->grave = audit_is_grave (m, i);
    /* By digest, so that the share is the same whoever answered first. */
    if ((it->grave && by->foreign && !m->faults.one_word)
        || it->digest.high % 100 < m->options.audit_percent)
        audit_add (m, i);
}

void
pool_audit_known (struct pool_master *m, struct digest d, struct bytes item)
{
    if (!m->options.grave || !m->options.grave (item))
        return;
    uint32_t i = ledger_find (&m->ledger, d);
    if (i != LEDGER_NONE && ledger_item (&m->ledger, i)->grave)
        return;
    i = ledger_enter (&m->ledger, d, item);
    struct ledger_item *it = ledger_item (&m->ledger, i);
    if (it->state != LEDGER_CLOSED)
        ledger_close (&m->ledger, i);
    it->grave = it->used = true;
    audit_add (m, i);
}

void
pool_audit_answered (struct pool_master *m, uint32_t i, const struct peer *by)
{
    struct ledger_item *it = ledger_item (&m->ledger, i);
    if (!it->audit || it->who == by->who)
        return;
    if (it->grave && !it->who && by->foreign) {
        it->who = by->who; /* one word, not two yet */
        return;
    }
    size_t at = 0;
    while (m->audit.at[at] != i)
        at++;
    m->audit.size--;
    memmove (m->audit.at + at, m->audit.at + at + 1,
             (m->audit.size - at) * sizeof *m->audit.at);
    it->audit = false;
    ledger_release (&m->ledger, i);
    m->result.audited++;
}

bool
pool_audits (struct pool_master *m)
{
    size_t keep = 0;
    bool can = false;
    for (size_t k = 0; k < m->audit.size; k++) {
        uint32_t i = m->audit.at[k];
        struct ledger_item *it = ledger_item (&m->ledger, i);
        it->audit = it->used;
        if (!it->used)
            continue;
        m->audit.at[keep++] = i;
        for (size_t p = 0; p < m->master.peer.size && !can; p++)
            can = m->master.peer.at[p]->who != it->who;
    }
    m->audit.size = keep;
    return can;
}

uint64_t
pool_audit_left (const struct pool_master *m)
{
    uint64_t left = 0;
    for (size_t k = 0; k < m->audit.size; k++) {
        const struct ledger_item *it = &m->ledger.item.at[m->audit.at[k]];
        left += it->grave && it->used;
    }
    return left;
}
