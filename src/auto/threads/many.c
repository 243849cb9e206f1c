/* many.c -- see many.h.
 *
 * First in rounds, with a crowd: each search gives the entries of many that it
 * found to all states with those globals, and the next one begins with them.
 * If that comes to no end soon, the same with less and less known of globals
 * that take value after value (vm/reduce/widening.h); if that is too little, the first way
 * again with more states; if there are inputs, once more with what comparisons
 * tell of them (vm/reduce/split.h).  If that finds a fault, the crowd may be to blame:
 * then without one.  Last with threads that are counted: where so many are
 * created, and no more, what they are together may be known exactly. */
#include "auto/threads/many.h"

#include <assert.h>
#include <stdio.h>

#include "base/memory.h"
#include "vm/reduce/counter_abstraction.h"

enum {
    ROUNDS_MOST = 2000,
    ROUND_STATES = 1000,   /* enough to learn from */
    CROWD_STATES = 100000, /* of one round */
    ALL_STATES = 300000,   /* of all rounds */
    SPLIT_EDGES = 100000,  /* of all rounds, with what comparisons tell */
    SOME_STATES = 5000,    /* of all rounds, before globals are blurred */
    BLURS_MOST = 8,        /* how often more of them are */
    MANY_STATES = 100000   /* without a crowd; and counted */
};

generator *
threads_variant (const generator *g, uint32_t reductions, uint32_t options,
                 struct problem *p)
{
    struct buffer program;
    struct vm_code code;
    struct reader r;
    buffer_init (&program);
    vm_code_init (&code);
    vm_code_write (vm_machine_code (g), &program);
    reader_init (&r, buffer_view (&program));
    generator *variant = NULL;
    if (vm_code_read (&code, &r)) {
        code.reductions |= reductions;
        code.options |= options;
        variant = vm_machine_new (&code, p);
    }
    vm_code_clear (&code);
    buffer_clear (&program);
    return variant;
}

/* ---- rounds */

/* One after the other, each with what those before it found. */
struct threads_many_rounds {
    struct threads_many *many;
    unsigned threads;
    uint64_t states, edges; /* of those that are over */
    uint64_t most;          /* edges of all */
};

static bool
round_passed (void *context, const struct explore_result *r)
{
    const struct threads_many_rounds *rounds = context;
    struct vm_abstract_threads *crowd = &rounds->many->crowd;
    return r->states <= CROWD_STATES && rounds->edges + r->edges <= rounds->most
           && (r->states <= ROUND_STATES
               || !vm_abstract_threads_has_fresh (crowd))
           && (r->states <= SOME_STATES || !vm_widening_is_due (&crowd->blur));
}

enum round { ROUND_DONE, ROUND_AGAIN, ROUND_FAILED };

static enum round
round_run (struct threads_many_rounds *rounds)
{
    assert (rounds->many->machine);
    struct threads_many *m = rounds->many;
    struct problem problem = {0};
    struct explore_options options = {.search = "layers",
                                      .threads = rounds->threads,
                                      .store = {.kind = "plain"},
                                      .passed = round_passed,
                                      .context = rounds};
    exploration *x = exploration_new (m->machine, &options, &problem);
    if (!x)
        return ROUND_FAILED;
    const struct explore_result *r = exploration_run (x);
    bool ended = r->end == EXPLORE_COMPLETE && !r->cuts;
    bool fresh = vm_abstract_threads_has_fresh (&m->crowd);
    bool stopped = r->end == EXPLORE_STOPPED
                   && (fresh || vm_widening_is_due (&m->crowd.blur));
    rounds->states += r->states;
    rounds->edges += r->edges;
    exploration_free (x);
    return stopped || (ended && fresh) ? ROUND_AGAIN
           : ended                     ? ROUND_DONE
                                       : ROUND_FAILED;
}

/* AGAIN: they come to no end. */
static enum round
rounds_run (struct threads_many *m, unsigned threads, uint64_t most)
{
    assert (m->machine && threads);
    struct threads_many_rounds rounds = {
        .many = m, .threads = threads, .most = most};
    enum round round = ROUND_AGAIN;
    struct vm_widening *b = &m->crowd.blur;
    vm_abstract_threads_empty (&m->crowd);
    for (int i = 0;
         i < ROUNDS_MOST && rounds.states < ALL_STATES && rounds.edges < most;
         i++) {
        assert (!vm_abstract_threads_has_fresh (&m->crowd));
        round = round_run (&rounds);
        if (round != ROUND_AGAIN)
            break;
        if (rounds.states > SOME_STATES && vm_widening_is_due (b))
            break;
        vm_abstract_threads_take (&m->crowd);
    }
    return round;
}

static enum round
blurs_run (struct threads_many *m, unsigned threads)
{
    enum round round = rounds_run (m, threads, UINT64_MAX);
    for (int i = 0; i < BLURS_MOST && round == ROUND_AGAIN; i++) {
        if (!vm_widening_take (&m->crowd.blur))
            break;
        round = rounds_run (m, threads, UINT64_MAX);
    }
    return round;
}

static bool
many_new (struct threads_many *m, const generator *g, uint32_t options)
{
    struct problem problem = {0};
    if (m->machine)
        m->machine->class->free (m->machine);
    m->machine = threads_variant (g, VM_REDUCE_MANY, options, &problem);
    if (!m->machine)
        return false;
    vm_machine_crowd (m->machine, &m->crowd);
    assert (vm_machine_code (m->machine)->reductions & VM_REDUCE_MANY);
    return true;
}

static bool
many_run (struct threads_many *m, const generator *g, unsigned threads)
{
    struct vm_widening *b = &m->crowd.blur;
    const struct vm_code *c = vm_machine_code (g);
    if (!many_new (m, g, 0))
        return false;
    vm_widening_begin (b, c);
    if (blurs_run (m, threads) == ROUND_DONE)
        return true;
    vm_widening_end (b);
    if (rounds_run (m, threads, UINT64_MAX) == ROUND_DONE)
        return true;
    return vm_counter_abstraction_asks (c)
           && ((many_new (m, g, VM_SPLIT_FEW)
                && rounds_run (m, threads, SPLIT_EDGES) == ROUND_DONE)
               || (many_new (m, g, VM_SPLIT_OTHER)
                   && rounds_run (m, threads, SPLIT_EDGES) == ROUND_DONE));
}

void
threads_many_open (struct threads_many *m, const generator *g, unsigned threads)
{
    assert (threads && vm_machine_code (g));
    m->machine = NULL;
    vm_abstract_threads_init (&m->crowd);
    if (!vm_counter_abstraction_fits (vm_machine_code (g))
        || many_run (m, g, threads))
        return;
    if (m->machine)
        m->machine->class->free (m->machine);
    m->machine = NULL;
}

void
threads_many_close (struct threads_many *m)
{
    if (m->machine)
        m->machine->class->free (m->machine);
    vm_abstract_threads_clear (&m->crowd);
}

/* ---- deciding */

/* What a search without a verdict left must not be taken for the next one's. */
static void
outcome_forget (struct outcome *o)
{
    memory_free (o->reason);
    o->reason = NULL;
    for (size_t i = 0; i < o->established.size; i++)
        memory_free (o->established.at[i]);
    o->established.size = 0;
    o->verdict = VERDICT_UNKNOWN;
}

static bool
many_explore (const struct machine_check *m, generator *g, uint64_t most,
              struct problem *p)
{
    assert (m->outcome->verdict != VERDICT_UNSAFE);
    struct path path = {0};
    bool good = machine_explore_some (m, g, (struct bytes) {0}, most, &path, p);
    path_clear (&path);
    if (m->outcome->verdict != VERDICT_SAFE)
        outcome_forget (m->outcome);
    return good;
}

/* `most` 0: as many states as there are. */
static bool
variant_explore (const struct machine_check *m, const generator *g,
                 uint32_t reductions, uint64_t most, struct problem *p)
{
    generator *variant = threads_variant (g, reductions, 0, p);
    bool good = variant && many_explore (m, variant, most, p);
    if (variant)
        variant->class->free (variant);
    return good;
}

/* Threads that are alike are counted from the start (--reduce=symmetry). */
static bool
symmetry_explore (const struct machine_check *m, const generator *g, bool fits,
                  struct problem *p)
{
    if (!(vm_machine_code (g)->reductions & VM_REDUCE_SYMMETRY))
        return true;
    if (fits)
        return variant_explore (m, g, VM_REDUCE_MANY | VM_REDUCE_COUNTED, 0, p);
    log_note (m->engine->log,
              "--reduce=symmetry: the threads of this program can be told "
              "apart; it is searched without");
    return true;
}

bool
threads_many (const struct machine_check *m, generator *g, struct problem *p)
{
    const struct options *o = m->engine->options;
    bool fits = vm_counter_abstraction_fits (vm_machine_code (g))
                && o->search == SEARCH_LAYERS && o->emit == EMIT_NONE
                && !o->bound;
    bool asked = symmetry_explore (m, g, fits, p);
    if (!fits || !asked || m->outcome->verdict == VERDICT_SAFE)
        return asked;
    assert (m->outcome->verdict == VERDICT_UNKNOWN);
    log_say (m->engine->log, LOG_DETAIL,
             "any number of threads that are alike as one");
    struct threads_many many;
    threads_many_open (&many, g,
                       (unsigned) (o->threads ? o->threads : o->workers));
    bool good =
        !many.machine || many_explore (m, many.machine, CROWD_STATES + 1, p);
    threads_many_close (&many);
    if (!good || m->outcome->verdict == VERDICT_SAFE)
        return good;
    return variant_explore (m, g, VM_REDUCE_MANY, MANY_STATES, p)
           && (m->outcome->verdict == VERDICT_SAFE
               || variant_explore (m, g, VM_REDUCE_MANY | VM_REDUCE_COUNTED,
                                   MANY_STATES, p));
}
