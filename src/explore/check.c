/* check.c -- see check.h. */
#include "explore/check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "explore/graph.h"
#include "explore/members/check.h"

enum { GRAPH_STATES = 2000, AGAIN_STATES = 50000, AGAIN_TIMES = 4 };
enum { TEAM_AGAIN = 3 }; /* more teams, at the most */

struct explore_check_checking {
    const struct explore_check *check;
    enum option_search search;
    struct outcome *outcome;
    bool asked, found;  /* `stuck` was, and has a path */
    struct path probed; /* that one */
    uint64_t most;      /* states before it is given up; 0: no such number */
    bool given_up;
    uint64_t told; /* layers: a search that began again knows less for a time */
};

/* ---- what is known meanwhile */

static void
counters_take (struct outcome *o, const struct explore_result *r)
{
    o->counters.states = r->states;
    o->counters.edges = r->edges;
    o->counters.steps = r->steps;
    o->counters.layers = r->layers;
    o->counters.bytes = r->bytes;
    o->digest = r->digest;
}

static void
checking_tick (void *context, const struct explore_result *r)
{
    struct explore_check_checking *c = context;
    const struct progress_status s = {
        .unit = "states",
        .done = r->states,
        .round_of =
            search_is_guided (OPTION_NAME (c, search)) ? "round" : "layer",
        .round = r->layers,
        .workers = (unsigned) c->check->engine->options->workers};
    log_progress (c->check->engine->log, &s);
}

/* Only a search by layers knows that what is near has no fault. */
static void
established_line (const struct explore_check_checking *c,
                  const struct explore_result *r, char line[80])
{
    bool guided = search_is_guided (OPTION_NAME (c, search));
    snprintf (line, 80, "no fault %s %" PRIu64 " %s",
              guided ? "in the first" : "within", r->layers,
              guided ? "rounds" : "layers");
}

/* Not a search that stops by itself, nor one that is drawn. */
static bool
checking_stuck (struct explore_check_checking *c,
                const struct explore_result *r)
{
    const struct explore_check *check = c->check;
    if (!check->stuck || c->asked || r->states <= CHECK_STUCK
        || c->search != SEARCH_LAYERS || c->most
        || check->engine->options->bound
        || check->engine->options->emit != EMIT_NONE)
        return false;
    c->asked = true;
    c->found = check->stuck (check->context, &c->probed);
    return c->found;
}

/* A layer was finished: journal and watchdog hear of it. */
static bool
checking_passed (void *context, const struct explore_result *r)
{
    struct explore_check_checking *c = context;
    char digest[DIGEST_TEXT], lines[300], what[80];
    digest_print (r->digest, digest);
    established_line (c, r, what);
    snprintf (lines, sizeof lines,
              "engine: explore\nestablished: %s\ndigest: %s\n"
              "states: %" PRIu64 "\nedges: %" PRIu64 "\nsteps: %" PRIu64
              "\nlayers: %" PRIu64 "\n",
              what, digest, r->states, r->edges, r->steps, r->layers);
    if (c->check->engine->report_progress && r->layers > c->told) {
        c->told = r->layers;
        engine_report (c->check->engine, lines);
    }
    c->given_up = c->most && r->states > c->most;
    bool enough = c->given_up || checking_stuck (c, r);
    if (!c->check->engine->run)
        return !enough;
    struct problem problem = {0};
    /* A firmware may be searched several times. */
    uint64_t search = c->outcome->counters.searches - 1;
    bool good = run_passed (c->check->engine->run, search << 32 | r->layers,
                            r->digest, &problem);
    if (!good)
        log_say (c->check->engine->log, LOG_SAY, "%s", problem.message);
    return good && !enough;
}

/* ---- the verdict */

static void
established (const struct explore_check_checking *c,
             const struct explore_result *r)
{
    char line[80];
    established_line (c, r, line);
    if (r->layers)
        outcome_establish (c->outcome, line);
}

/* What the machine itself says of the cut, where it says something; to be
 * freed. */
static char *
cut_message (generator *g, const struct finding *cut)
{
    struct edge e;
    if (!g->class->message || !cut->found)
        return NULL;
    generator_enter (g, buffer_view (&cut->source));
    while (generator_next (g, &e) == NEXT_EDGE)
        if (e.choice == cut->choice && *g->class->message (g))
            return memory_string (g->class->message (g));
    return NULL;
}

static void
conclude_cut (const struct explore_check_checking *c, generator *g,
              const struct explore_result *r)
{
    char *message = cut_message (g, &r->cut);
    if (message) {
        outcome_unknown (c->outcome, OUTCOME_CUT "%s", message);
        memory_free (message);
        return;
    }
    const char *name =
        g->class->fault_name ? g->class->fault_name (g, r->cut.fault) : NULL;
    bool least = c->search == SEARCH_LAYERS;
    outcome_unknown (c->outcome,
                     "something that is not modelled can happen: %s (after "
                     "%" PRIu64 " steps%s)",
                     name ? name : "a cut", r->cut.layer,
                     least ? " at the least" : "");
}

/* SAFE rests on nothing that another could check faster than by exploring
 * again; so the proof is what such a search must find. */
static void
conclude_safe (const generator *g, const struct explore_result *r,
               struct outcome *o)
{
    char identity[DIGEST_TEXT], digest[DIGEST_TEXT];
    digest_print (g->class->identity (g), identity);
    digest_print (r->digest, digest);
    if (r->hashed)
        outcome_assume (o, "no collision of 128-bit hashes");
    /* Nothing short of a second search could tell. */
    if (r->joined)
        outcome_assume (o, "members that joined explored what they were sent");
    o->verdict = VERDICT_SAFE;
    if (r->repeated)
        return; /* how many states there are is not known */
    struct text t;
    text_init (&t);
    text_print (&t,
                "cohort exploration 1\nmachine %s %s\nstates %" PRIu64
                "\nedges %" PRIu64 "\ndigest %s\n",
                g->class->name, identity, r->states, r->edges, digest);
    o->proof = text_take (&t);
}

static void
conclude (struct explore_check_checking *c, generator *g,
          const struct explore_result *r, struct path *path)
{
    struct outcome *o = c->outcome;
    counters_take (o, r);
    path->fault = r->fault.fault;
    switch (r->end) {
    case EXPLORE_FAULT:
        o->verdict = VERDICT_UNSAFE;
        return;
    case EXPLORE_COMPLETE:
        if (r->cuts)
            conclude_cut (c, g, r);
        else
            conclude_safe (g, r, o);
        return;
    case EXPLORE_BOUND:
        outcome_unknown (
            o, "no fault within %" PRIu64 " layers, but there are more",
            r->layers);
        return;
    case EXPLORE_STOPPED:
        if (c->found) {
            o->verdict = VERDICT_UNSAFE;
            path->fault = c->probed.fault;
            return;
        }
        outcome_unknown (o, "stopped");
        break;
    case EXPLORE_FULL:
    case EXPLORE_FAILED:
        outcome_unknown (o, "%s", r->problem.message);
        break;
    }
    established (c, r);
}

/* ---- alone */

/* Test only: --broken=hash-N, as if hashes had N bits; store-N: N KB for each
 * store.  0: as usual. */
static unsigned
check_small (const struct options *o, const char *what)
{
    bool small = o->broken && !strncmp (o->broken, what, strlen (what));
    return small ? (unsigned) strtoul (o->broken + strlen (what), NULL, 10) : 0;
}

/* What the states of one process may take: its share of the limit less what the
 * process needs besides, of which the stacks of its threads are not the least
 * (8 MB each). */
static uint64_t
table_bytes (const struct options *o, uint64_t processes, uint64_t stacks)
{
    const uint64_t least = 4 << 20;
    uint64_t share = (o->memory_limit << 20) / processes;
    uint64_t rest = share / 8 + (stacks << 23);
    uint64_t table = share > rest ? share - rest : 0;
    return share && table < least ? least : table;
}

static void
alone_options (const struct options *o, struct explore_check_checking *c,
               struct explore_options *e)
{
    *e = (struct explore_options) {
        .search = OPTION_NAME (o, search),
        .threads = (unsigned) (o->threads ? o->threads : o->workers),
        .share = (unsigned) o->share,
        .beam = o->beam,
        .barrier = o->termination == TERMINATION_BARRIER,
        .depth = o->bound,
        .tick = checking_tick,
        .passed = checking_passed,
        .context = c};
    e->store =
        (struct store_options) {.kind = OPTION_NAME (o, store),
                                .scratch = o->scratch,
                                .cache_bytes = o->cache << 20,
                                .memory_bytes = table_bytes (o, 1, e->threads),
                                .hash_bits = check_small (o, "hash-")};
    if (check_small (o, "store-"))
        e->store.memory_bytes = (uint64_t) check_small (o, "store-") << 10;
}

/* The kind of estimate that is asked for, if the machine has it. */
static bool
estimate_find (const generator *g, const struct options *o, int *kind,
               struct problem *p)
{
    const char *const *known = g->class->estimates;
    struct text names;
    *kind = 0;
    if (o->estimate == ESTIMATE_NONE)
        return true;
    for (int i = 0; known && known[i]; i++)
        if (!strcmp (OPTION_NAME (o, estimate), known[i])) {
            *kind = i;
            return true;
        }
    text_init (&names);
    for (int i = 1; known && known[0] && known[i]; i++)
        text_print (&names, "%s%s", i > 1 ? ", " : "", known[i]);
    problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                     "--estimate=%s: this input has %s%s",
                     OPTION_NAME (o, estimate),
                     names.size ? "only " : "no estimates",
                     names.size ? text_view (&names) : "");
    text_clear (&names);
    return false;
}

static bool
alone_draw (exploration *x, generator *g, const struct path *path,
            struct text *graph, struct problem *p)
{
    struct state_graph drawn = {0};
    bool good = exploration_graph (x, GRAPH_STATES, &drawn, p);
    if (good)
        state_graph_dot (&drawn, g, path, graph);
    state_graph_clear (&drawn);
    return good;
}

/* For people: it depends on the schedule. */
static void
alone_describe (const exploration *x, struct log *log)
{
    struct text t;
    text_init (&t);
    exploration_describe (x, &t);
    const char *line = text_view (&t);
    for (size_t n; (n = strcspn (line, "\n")); line += n + (line[n] != 0))
        log_say (log, LOG_DETAIL, "%.*s", (int) n, line);
    text_clear (&t);
}

/* A fault was found, and perhaps a way to it that may be long: searches by layers
 * for the shortest.  Where a way is known this takes at the most some times as
 * many states as before, a number that no schedule changes; then it is told.
 * Null: problem set. */
static exploration *
search_again (struct explore_check_checking *c, generator *g,
              struct explore_options *options, exploration *before,
              const struct explore_result **r, struct problem *p)
{
    bool known = exploration_has_path (before);
    log_say (c->check->engine->log, LOG_DETAIL,
             "a fault was found; searching by layers for the shortest way");
    options->search = "layers";
    uint64_t most = AGAIN_TIMES * (*r)->states;
    if (known && !c->most)
        c->most = most > AGAIN_STATES ? most : AGAIN_STATES;
    if (!known)
        exploration_free (before);
    exploration *x = exploration_new (g, options, p);
    if (!x) {
        if (known)
            exploration_free (before);
        return NULL;
    }
    const struct explore_result *found = exploration_run (x);
    bool stopped = found->end == EXPLORE_STOPPED && !c->given_up;
    if (!known || stopped || found->end == EXPLORE_FAULT) {
        if (known)
            exploration_free (before);
        c->search = SEARCH_LAYERS;
        *r = found;
        return x;
    }
    exploration_free (x);
    return before;
}

/* Who names an estimate looks for an error that is deep. */
static bool
wants_shorter (const struct explore_check_checking *c, const exploration *x,
               const struct explore_options *o)
{
    return !exploration_has_path (x)
           || (c->search == SEARCH_DFS && !o->depth && !o->estimate);
}

static bool
check_alone (struct explore_check_checking *c, generator *g, struct path *path,
             struct text *graph, struct problem *p)
{
    struct explore_options options;
    alone_options (c->check->engine->options, c, &options);
    if (graph) {
        c->search = SEARCH_LAYERS;
        options.search = OPTION_NAME (c, search);
    }
    if (!estimate_find (g, c->check->engine->options, &options.estimate, p))
        return false;
    exploration *x = exploration_new (g, &options, p);
    if (!x)
        return false;
    const struct explore_result *r = exploration_run (x);
    if (r->end == EXPLORE_FAULT && wants_shorter (c, x, &options)
        && !(x = search_again (c, g, &options, x, &r, p)))
        return false;
    conclude (c, g, r, path);
    bool good = c->outcome->verdict != VERDICT_UNSAFE || c->found
                || exploration_path (x, &r->fault, path, p);
    if (good && graph)
        good = alone_draw (x, g, path, graph, p);
    alone_describe (x, c->check->engine->log);
    exploration_free (x);
    return good;
}

/* ---- a team */

/* Layers of a second search of the same run lie apart.  To be freed. */
static char *
team_logs (const struct explore_check_checking *c, struct problem *p)
{
    uint64_t search = c->outcome->counters.searches;
    struct text t;
    text_init (&t);
    text_add (&t, run_directory (c->check->engine->run));
    if (search > 1)
        text_print (&t, "/search-%" PRIu64, search);
    if (search > 1 && mkdir (text_view (&t), 0777) && errno != EEXIST) {
        problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0}, "%s: %s",
                         text_view (&t), strerror (errno));
        text_clear (&t);
        return NULL;
    }
    return text_take (&t);
}

/* A search that cannot go on without a member that was lost begins anew, with
 * another team.  The master is the last one's, or null. */
static bool
team_search (struct explore_check_checking *c,
             const struct members_search *search,
             struct members_options *options, const generator *g,
             member **master, struct problem *p)
{
    for (unsigned times = 0;; times++) {
        *master = search->new (options);
        if (!engine_run_team (c->check->engine, search->class, *master, p))
            return false;
        struct members_counts counts = search->counts (*master);
        if (!counts.bereft || times == TEAM_AGAIN)
            return true;
        log_say (c->check->engine->log, LOG_SAY,
                 "a member was lost; the search begins again");
        c->outcome->counters.lost += counts.lost;
        search->free (*master);
        *master = NULL;
        members_options_clear (options);
        if (!members_options_take (options, c->check, g, p))
            return false;
    }
}

static bool
check_team (struct explore_check_checking *c, generator *g,
            struct bytes program, struct path *path, struct problem *p)
{
    const struct options *o = c->check->engine->options;
    const struct members_search *search = members_search_find (o, p);
    if (!search)
        return false;
    struct members_options options = {
        .program = program,
        .members = c->check->members,
        .threads = (unsigned) (o->threads              ? o->threads
                               : c->check->members > 1 ? 1
                                                       : o->workers),
        .store = OPTION_NAME (o, store),
        .scratch = o->scratch,
        .depth = o->bound,
        .run = c->check->engine->run,
        .open = o->listen,
        .alone = o->alone,
        .audit_percent = (unsigned) o->audit,
        .log = c->check->engine->log,
        .tick = checking_tick,
        .passed = checking_passed,
        .context = c,
        .hash_bits = check_small (o, "hash-"),
        .broken = o->broken};
    options.memory_bytes =
        table_bytes (o, c->check->members + 1, options.threads + 2);
    if (check_small (o, "hash-") || check_small (o, "store-"))
        options.broken = NULL;
    if (check_small (o, "store-"))
        options.memory_bytes = (uint64_t) check_small (o, "store-") << 10;
    assert (options.members > 0);
    char *logs = c->check->engine->run ? team_logs (c, p) : NULL;
    if (c->check->engine->run && !logs)
        return false;
    options.logs = logs;
    if (!estimate_find (g, o, &options.estimate, p)
        || !members_options_take (&options, c->check, g, p)) {
        memory_free (logs);
        return false;
    }
    member *master = NULL;
    bool good = team_search (c, search, &options, g, &master, p);
    if (good) {
        conclude (c, g, search->result (master), path);
        c->outcome->unpredictable |= !search->predictable;
        struct members_counts counts = search->counts (master);
        members_counts_tell (&counts, c->check->engine->log);
        c->outcome->counters.lost += counts.lost;
        const struct path *found = search->path (master);
        assert (c->outcome->verdict != VERDICT_UNSAFE || found || c->found);
        for (size_t i = 0; found && i < found->choice.size; i++)
            VEC_PUSH (path->choice, found->choice.at[i]);
    }
    if (master)
        search->free (master);
    members_options_clear (&options);
    memory_free (logs);
    return good;
}

bool
check_machine (const struct explore_check *check, generator *g,
               struct bytes program, struct path *path, struct text *graph,
               struct outcome *o, struct problem *p)
{
    struct explore_check_checking c = {.check = check,
                                       .search = check->engine->options->search,
                                       .outcome = o,
                                       .most = check->most};
    o->engine = "explore";
    o->counters.searches++;
    log_phase (check->engine->log, "exploring");
    bool good = check->team && !graph ? check_team (&c, g, program, path, p)
                                      : check_alone (&c, g, path, graph, p);
    for (size_t i = 0; c.found && i < c.probed.choice.size; i++)
        VEC_PUSH (path->choice, c.probed.choice.at[i]);
    path_clear (&c.probed);
    return good;
}
