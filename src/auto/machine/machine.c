/* machine.c -- see machine.h. */
#include "auto/machine/machine.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "team/transport.h"

unsigned
machine_members (const struct options *o)
{
    if (transport_mpi_rank () < 0)
        return o->members ? (unsigned) o->members : 1;
    int ranks = transport_mpi_size ();
    return ranks > 1 ? (unsigned) ranks - 1 : 1;
}

/* What is kept can be resumed only by members. */
static bool
machine_team (const struct options *o)
{
    return o->members > 1 || o->listen || transport_mpi_rank () >= 0
           || o->search == SEARCH_ASYNC
           || ((o->run || o->resume) && o->search == SEARCH_LAYERS);
}

uint64_t
machine_processes (const struct options *o)
{
    return machine_team (o) ? machine_members (o) + 1 : 1;
}

/* A thread has a stack of 8 MB, and a member two for its messages. */
bool
machine_memory_good (const struct options *o, struct problem *p)
{
    enum { PROCESS_MB = 16, STACK_MB = 8, MESSAGING = 2 };
    bool shared = machine_team (o);
    uint64_t threads = o->threads ? o->threads : shared ? 1 : o->workers;
    uint64_t stacks = threads + (shared ? MESSAGING : 0);
    uint64_t least = machine_processes (o) * (PROCESS_MB + STACK_MB * stacks);
    return !o->memory_limit || o->memory_limit >= least
           || problem_usage (p,
                             "--memory-limit=%" PRIu64 ": too little for this "
                             "search, its members and threads; at least "
                             "%" PRIu64,
                             o->memory_limit, least);
}

/* With what the options say. */
static struct explore_check
machine_search (const struct machine_check *m)
{
    const struct options *o = m->engine->options;
    return (struct explore_check) {.engine = m->engine,
                                   .team = machine_team (o),
                                   .members = machine_members (o)};
}

static bool
explore (const struct machine_check *m, const struct explore_check *check,
         generator *g, struct bytes program, struct path *path,
         struct problem *p)
{
    struct outcome *o = m->outcome;
    assert (!path->choice.size && !p->kind);
    if (m->engine->options->emit != EMIT_STATES)
        return check_machine (check, g, program, path, NULL, o, p);
    struct text graph;
    text_init (&graph);
    bool good = check_machine (check, g, program, path, &graph, o, p);
    o->emitted = text_take (&graph);
    return good;
}

bool
machine_explore (const struct machine_check *m, generator *g,
                 struct bytes program, struct path *path, struct problem *p)
{
    struct explore_check check = machine_search (m);
    return explore (m, &check, g, program, path, p);
}

bool
machine_explore_probing (const struct machine_check *m, generator *g,
                         struct bytes program,
                         bool (*stuck) (void *context, struct path *),
                         void *context, struct path *path, struct problem *p)
{
    struct explore_check check = machine_search (m);
    check.stuck = stuck;
    check.context = context;
    return explore (m, &check, g, program, path, p);
}

bool
machine_explore_some (const struct machine_check *m, generator *g,
                      struct bytes program, uint64_t most, struct path *path,
                      struct problem *p)
{
    struct explore_check check = machine_search (m);
    check.most = most;
    check.team = check.team && !most;
    return explore (m, &check, g, program, path, p);
}

void
machine_witness (const generator *g, const char *fault, struct text *t)
{
    assert (fault && *fault);
    char identity[DIGEST_TEXT];
    digest_print (g->class->identity (g), identity);
    text_print (t, "cohort path 1\nmachine %s %s\nfault %s\n", g->class->name,
                identity, fault);
}

void
machine_fault (struct outcome *o, const char *fault, const char *detail)
{
    assert (o->verdict == VERDICT_UNSAFE);
    const char *place = o->trace.size ? VEC_LAST (o->trace).place : NULL;
    struct text what;
    text_init (&what);
    text_print (&what, "fault: %s%s%s", fault, detail ? ": " : "",
                detail ? detail : "");
    struct outcome_step step = {.place = place ? memory_string (place) : NULL,
                                .what = text_take (&what),
                                .values = memory_string (""),
                                .kind = STEP_FAULT};
    VEC_PUSH (o->trace, step);
    outcome_fault (o, fault);
}

/* ---- judging again */

static bool
witness_fits (const generator *g, const char *name, const char *identity)
{
    char own[DIGEST_TEXT];
    digest_print (g->class->identity (g), own);
    return !strcmp (name, g->class->name) && !strcmp (identity, own);
}

/* Explores all of it once more, another way: breadth first by one thread, with
 * whole states. */
static enum replay_result
replay_safe (generator *g, uint64_t states, uint64_t edges, const char *digest,
             struct text *report, struct problem *p)
{
    struct explore_options options = {
        .search = "bfs", .threads = 1, .store = {.kind = "plain"}};
    exploration *x = exploration_new (g, &options, p);
    if (!x)
        return REPLAY_UNDECIDED;
    const struct explore_result *r = exploration_run (x);
    char own[DIGEST_TEXT];
    digest_print (r->digest, own);
    bool ended = r->end == EXPLORE_COMPLETE || r->end == EXPLORE_FAULT;
    bool same = r->end == EXPLORE_COMPLETE && !r->cuts && r->states == states
                && r->edges == edges && !strcmp (own, digest);
    text_print (report,
                "explored again, breadth first: %" PRIu64 " states, %" PRIu64
                " edges, digest %s%s%s\n",
                r->states, r->edges, own, r->problem.kind ? ": " : "",
                r->problem.message);
    exploration_free (x);
    return same ? REPLAY_CONFIRMED : ended ? REPLAY_REFUTED : REPLAY_UNDECIDED;
}

enum { WITNESS_WORD = 64 };

static bool
witness_other (const char *file, struct problem *p)
{
    return problem_set (p, (struct place) {.file = file},
                        "a witness of another machine, property or way of "
                        "exploring; give the options of the check, too");
}

enum replay_result
machine_replay (generator *g, const char *witness, const char *file,
                bool (*judge) (void *context, generator *, const char *fault,
                               const char *lines, struct problem *),
                void *context, struct text *report, struct problem *p)
{
    assert (g && witness && judge);
    char name[WITNESS_WORD], identity[WITNESS_WORD], text[WITNESS_WORD];
    uint64_t states, edges;
    int end = 0;
    if (sscanf (witness,
                "cohort exploration 1\nmachine %63s %63s\nstates %" SCNu64
                "\nedges %" SCNu64 "\ndigest %63s",
                name, identity, &states, &edges, text)
        == 5) {
        if (!witness_fits (g, name, identity)) {
            witness_other (file, p);
            return REPLAY_UNDECIDED;
        }
        return replay_safe (g, states, edges, text, report, p);
    }
    if (sscanf (witness, "cohort path 1\nmachine %63s %63s\nfault %63[^\n]%n",
                name, identity, text, &end)
            != 3
        || !end) {
        problem_set (p, (struct place) {.file = file},
                     "not a witness of a machine");
        return REPLAY_UNDECIDED;
    }
    if (!witness_fits (g, name, identity)) {
        witness_other (file, p);
        return REPLAY_UNDECIDED;
    }
    bool good = judge (context, g, text, witness + end, p);
    text_print (
        report, "run again, step by step: %s%s\n",
        good ? "ends in the fault: " : "does not end in the fault: ", text);
    return good ? REPLAY_CONFIRMED : REPLAY_REFUTED;
}
