/* check.c -- see check.h. */
#include "explore/members/check.h"
#include "explore/members/choose.h"

#include <inttypes.h>
#include <stdlib.h>

#include "explore/async/async.h"
#include "explore/async/transfer.h"
#include "team/transport.h"

static const struct members_search searches[] = {
    {SEARCH_LAYERS, true, &members_master_class, members_master_new,
     members_master_free, members_result, members_path, members_counts},
    {SEARCH_ASYNC, false, &async_master_class, async_master_new,
     async_master_free, async_result, async_path, async_counts},
    {SEARCH_DIRECTED, true, &async_master_class, directed_master_new,
     async_master_free, async_result, async_path, async_counts},
};
enum { SEARCHES = sizeof searches / sizeof *searches };

static bool
usage (struct problem *p, const char *what, const char *value)
{
    return problem_of_kind (p, PROBLEM_USAGE, (struct place) {0}, what, value);
}

const struct members_search *
members_search_find (const struct options *o, struct problem *p)
{
    for (int i = 0; i < SEARCHES; i++)
        if (o->search == searches[i].search)
            return &searches[i];
    usage (p,
           "--search=%s is for one member; several search by layers, directed, "
           "or async",
           OPTION_NAME (o, search));
    return NULL;
}

/* ---- owners */

static bool
partition_fits (const struct options *o, struct problem *p)
{
    bool layers = o->search == SEARCH_LAYERS;
    if (o->partition >= PARTITION_DEPTH && o->search != SEARCH_ASYNC)
        return usage (p, "--partition=%s is for --search=async",
                      OPTION_NAME (o, partition));
    if (o->partition == PARTITION_ESTIMATE && o->estimate == ESTIMATE_NONE)
        return usage (p, "--partition=%s needs an --estimate",
                      OPTION_NAME (o, partition));
    if (!layers && o->bound)
        return usage (p, "--search=%s has no layers that --bound could count",
                      OPTION_NAME (o, search));
    if (!layers && o->threads > 1)
        return usage (
            p, "--search=%s has one thread in each member; use --members",
            OPTION_NAME (o, search));
    return true;
}

/* ---- the directory for files */

/* Members of other machines see no directory of this one, unless its user says
 * so. */
static bool
members_are_here (const struct options *o)
{
    return !o->listen && transport_mpi_rank () < 0;
}

static bool
transfers_take (struct members_options *m, const struct explore_check *check,
                struct problem *p)
{
    const struct options *o = check->engine->options;
    const char *parent =
        check->engine->run ? run_directory (check->engine->run) : o->scratch;
    bool here = members_are_here (o), dual = m->channel == CHANNEL_DUAL;
    if (m->channel == CHANNEL_SINGLE || (!dual && (!here || !parent)))
        return true;
    if (!parent && !here)
        return usage (p,
                      "--channel=%s needs a directory that all members share: "
                      "--run, or --scratch",
                      "dual");
    const char *usual = getenv ("TMPDIR");
    if (!parent)
        parent = usual ? usual : "/tmp";
    m->transfers = transfers_make (parent, check->engine->run, p);
    return m->transfers != NULL;
}

bool
members_options_take (struct members_options *m,
                      const struct explore_check *check, const generator *g,
                      struct problem *p)
{
    const struct options *o = check->engine->options;
    if (!partition_fits (o, p))
        return false;
    m->partition = o->partition;
    if (m->partition == PARTITION_AUTO || m->partition == PARTITION_THREADS) {
        owners_choose (g, m->members, &m->partition, &m->some);
        log_say (m->log, LOG_DETAIL, "members own states by %s (%u)",
                 option_partition_words[m->partition].name, m->some);
    }
    m->slice = o->slice;
    m->channel = o->channel;
    m->cache_bytes = o->cache << 20;
    if (o->search == SEARCH_DIRECTED)
        m->beam = o->beam;
    if (o->search != SEARCH_LAYERS) {
        m->threads = 1;
        m->run = NULL; /* nothing of it could be resumed */
    }
    return transfers_take (m, check, p);
}

void
members_options_clear (struct members_options *m)
{
    transfers_drop ((char *) m->transfers);
    m->transfers = NULL;
}

void
members_counts_tell (const struct members_counts *c, struct log *log)
{
    log_say (log, LOG_DETAIL,
             "members: %" PRIu64 " states sent, %" PRIu64
             " bytes in files; the largest has %" PRIu64 " states in %" PRIu64
             " bytes; owners changed %u times; %" PRIu64
             " layers were walked by one, %" PRIu64 " closed by all, %" PRIu64
             " of them behind another without the master; %" PRIu64
             " states were lent",
             c->sent, c->filed_bytes, c->most_states, c->most_bytes, c->moves,
             c->walked, c->closed, c->series, c->lent);
}
