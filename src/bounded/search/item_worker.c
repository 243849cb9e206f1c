/* item_worker.c -- a worker of bounded: answers items, purely (team/engine.h).
 *
 * Every item runs in a fresh solver over terms that are only memory of what
 * text means; nothing of one item is left for the next. */
#include <assert.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/map.h"
#include "bounded/search/item.h"
#include "bounded/inlining/leaf.h"

struct bounded_worker {
    struct bounded_program options;
    struct passive_program program;
    struct solver_watch watch; /* the solver at work, to be interrupted */
    uint64_t prepared_ns;      /* of the last item */
};

static struct bounded_worker *
bounded_worker_of (item_worker *w)
{
    return (struct bounded_worker *) w;
}

static item_worker *
item_worker_open (struct bytes program, struct problem *problem)
{
    struct bounded_worker *l = NEW (struct bounded_worker);
    if (!bounded_program_read (&l->options, &l->program, program)) {
        problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                         "the program that the master sent is damaged");
        memory_free (l);
        return NULL;
    }
    solver_watch_init (&l->watch);
    return (item_worker *) l;
}

static void
item_worker_close (item_worker *w)
{
    struct bounded_worker *l = bounded_worker_of (w);
    solver_watch_clear (&l->watch);
    passive_clear (&l->program);
    memory_free (l->options.broken);
    memory_free (l);
}

static bool
item_worker_learn (item_worker *l, struct bytes blob)
{
    (void) l;
    (void) blob;
    return false; /* there is nothing to learn */
}

static void
item_worker_interrupt (item_worker *w)
{
    struct bounded_worker *l = bounded_worker_of (w);
    solver_watch_interrupt (&l->watch);
}

/* ---- search */

static void
answer_decided (struct search_answer *a, enum bounded_answer kind,
                const search *s)
{
    struct vec_target sites = {0};
    struct partition needed;
    size_t kept = 0;
    a->kind = kind;
    partition_copy (&needed, search_partition (s));
    for (size_t i = 0; i < needed.chosen.size; i++)
        if (search_needs (s, i))
            needed.chosen.at[kept++] = needed.chosen.at[i];
    needed.chosen.size = kept;
    search_core (s, &sites);
    partition_restrict (&a->partition, &needed, sites.at, sites.size);
    partition_clear (&needed);
    VEC_CLEAR (sites);
}

static void
answer_unsafe (struct search_answer *a, search *s)
{
    a->kind = search_trail (s, &a->trail, &a->candidate) ? ANSWER_UNSAFE
                                                         : ANSWER_UNDECIDED;
}

static bool
answer_split (struct search_answer *a, const struct bounded_worker *l,
              const search *s, const struct search_item *item,
              struct bytes bytes)
{
    struct digest seed = digest_chain (map_number (l->options.seed), bytes);
    uint32_t site;
    if (!l->options.random)
        search_choose_some (s, item->ways, &a->site);
    else if (search_choose_nth (s, seed.low, &site))
        VEC_PUSH (a->site, site);
    if (!a->site.size)
        return false;
    a->kind = ANSWER_SPLIT;
    partition_copy (&a->partition, search_partition (s));
    return true;
}

/* What a query may cost: what the option says, and what is left of the
 * budget. */
static uint64_t
item_worker_limit (const struct bounded_worker *l, const search *s,
                   uint64_t budget)
{
    uint64_t limit = l->options.query_limit, spent = search_units (s);
    if (spent >= budget)
        return limit;
    return limit && limit < budget - spent ? limit : budget - spent;
}

/* The body of algorithm 5.  Where there is nothing to split at, the search goes
 * on without regard to the budget, until there is. */
static bool
item_worker_search_on (struct bounded_worker *l, search *s,
                       const struct search_item *item, struct bytes bytes,
                       struct search_answer *a)
{
    uint64_t budget = l->options.never_split ? 0 : item->budget;
    uint64_t limiting = budget;
    for (;;) {
        if (budget && search_units (s) >= budget
            && answer_split (a, l, s, item, bytes))
            return true;
        uint64_t limit = item_worker_limit (l, s, limiting);
        search_limit (s, limit);
        switch (search_step (s)) {
        case STEP_INLINED:
        case STEP_PAUSED:
            break;
        case STEP_SAFE:
            answer_decided (a, ANSWER_SAFE, s);
            return true;
        case STEP_BOUNDED:
            answer_decided (a, ANSWER_BOUNDED, s);
            return true;
        case STEP_UNSAFE:
            answer_unsafe (a, s);
            return true;
        case STEP_INTERRUPTED:
            return false;
        case STEP_UNDECIDED:
            if (!l->options.never_split && answer_split (a, l, s, item, bytes))
                return true;
            a->kind = ANSWER_UNDECIDED;
            if (limit == l->options.query_limit)
                return true;
            limiting = 0;
            break;
        }
    }
}

static bool
item_worker_search (struct bounded_worker *l, struct bytes bytes,
                    struct buffer *answer, uint64_t *units)
{
    struct search_item item;
    struct reader r;
    reader_init (&r, bytes);
    if (!search_item_read (&item, &l->program, &r))
        return true;
    uint64_t start = clock_thread_ns ();
    struct search_options o = {.bound = item.bound,
                               .query_limit = l->options.query_limit,
                               .look_beyond = item.look_beyond,
                               .follow = true,
                               .explain = true,
                               .watch = &l->watch,
                               .broken = l->options.broken};
    search *s = search_new (&l->program, &item.partition, &o);
    struct search_answer a = {0};
    bool whole = item_worker_search_on (l, s, &item, bytes, &a);
    a.steps = search_steps (s);
    a.inlined = (uint32_t) search_inlined (s);
    *units = search_units (s);
    l->prepared_ns = clock_thread_ns () - start - search_check_ns (s);
    if (whole)
        search_answer_write (&a, answer);
    search_answer_clear (&a);
    search_free (s);
    search_item_clear (&item);
    return whole;
}

/* ---- confirm */

/* Without a limit: what follows from an unconfirmed refutation is UNKNOWN,
 * whatever else was found. */
static bool
item_worker_confirm (struct bounded_worker *l, struct bytes bytes,
                     struct buffer *answer, uint64_t *units)
{
    struct confirm_item item;
    struct reader r;
    reader_init (&r, bytes);
    if (!confirm_item_read (&item, &l->program, &r))
        return true;
    enum solver_answer found =
        leaf_check (&l->program, &item.partition, item.bound, item.bounded,
                    &l->watch, units);
    struct search_answer a = {.kind = ANSWER_UNDECIDED, .steps = 1};
    if (found == SOLVER_UNSAT) {
        a.kind = item.bounded ? ANSWER_BOUNDED : ANSWER_SAFE;
        partition_copy (&a.partition, &item.partition);
    }
    if (found != SOLVER_INTERRUPTED)
        search_answer_write (&a, answer);
    search_answer_clear (&a);
    confirm_item_clear (&item);
    return found != SOLVER_INTERRUPTED;
}

static bool
item_worker_work (item_worker *w, struct bytes item, struct buffer *answer,
                  uint64_t *units)
{
    struct bounded_worker *l = bounded_worker_of (w);
    *units = l->prepared_ns = 0;
    solver_watch_reset (&l->watch);
    switch (item.size ? item.data[0] : 0) {
    case ITEM_SEARCH:
        return item_worker_search (l, item, answer, units);
    case ITEM_CONFIRM:
        return item_worker_confirm (l, item, answer, units);
    default:
        return true;
    }
}

static void
describe (const char *what, const struct partition *p, char *text, size_t room)
{
    size_t sites = p->site.size - 1, decisions = p->chosen.size;
    snprintf (text, room, "%s %zu call site%s below main with %zu decision%s",
              what, sites, sites == 1 ? "" : "s", decisions,
              decisions == 1 ? "" : "s");
}

static void
item_worker_describe (item_worker *w, struct bytes bytes, char *text,
                      size_t room)
{
    struct bounded_worker *l = bounded_worker_of (w);
    struct reader r;
    reader_init (&r, bytes);
    struct search_item item;
    struct confirm_item confirm;
    if (search_item_read (&item, &l->program, &r)) {
        describe ("searching", &item.partition, text, room);
        search_item_clear (&item);
        return;
    }
    reader_init (&r, bytes);
    if (confirm_item_read (&confirm, &l->program, &r)) {
        describe ("confirming", &confirm.partition, text, room);
        confirm_item_clear (&confirm);
    } else
        snprintf (text, room, "an item of no known kind");
}

static uint64_t
item_worker_prepared_ns (item_worker *w)
{
    struct bounded_worker *l = bounded_worker_of (w);
    return l->prepared_ns;
}

const struct item_worker_class bounded_item_worker = {
    .name = "bounded",
    .open = item_worker_open,
    .close = item_worker_close,
    .learn = item_worker_learn,
    .work = item_worker_work,
    .interrupt = item_worker_interrupt,
    .describe = item_worker_describe,
    .prepared_ns = item_worker_prepared_ns,
};
