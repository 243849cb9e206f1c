/* explicit_stage.c -- see explicit_stage.h. */
#include "auto/explicit_stage.h"

#include <assert.h>

#include "base/map.h"
#include "program/abstract/differences.h"
#include "program/abstract/low_bits.h"

enum {
    VALUES_PATHS = 16,      /* that are asked about, */
    VALUES_STEPS = 40000,   /* until they have so many blocks */
    VALUES_OF_ONE = 5000,   /* variable */
    UNFOLDED_BLOCKS = 2000, /* are always fine, */
    UNFOLDED_GROWTH = 4     /* or so many times as many as there were */
};

/* Data that takes a few values is control; then control alone. */
static const struct unfold_limits few[] = {
    {.nodes = 20000, .control = VALUES_OF_ONE, .values = 8, .evenly = true},
    {.nodes = 20000, .control = VALUES_OF_ONE, .evenly = true},
};

static void
unfolding_tell (const unfolding *u, struct log *log)
{
    log_say (log, LOG_DETAIL, "unfold: %zu nodes%s, %zu may fail",
             unfold_nodes (u), unfold_complete (u) ? "" : " and more",
             unfold_failures (u));
}

/* Who is asked about paths, and which it was asked about. */
struct asking {
    bool (*failure) (void *, const struct vec_target *);
    void *context;
    struct map asked; /* digest of the blocks */
};

/* The same program is explored several times, and so are its paths. */
static bool
path_ask (struct asking *a, const struct vec_target *blocks)
{
    assert (blocks->size);
    struct bytes all = {(const void *) blocks->at,
                        blocks->size * sizeof *blocks->at};
    return map_put (&a->asked, digest_of (all), 1)
           && a->failure (a->context, blocks);
}

/* Whether some path is the end. */
static bool
failures_ask (const unfolding *u, struct asking *a)
{
    bool found = false;
    size_t steps = 0;
    for (size_t i = 0; i < VALUES_PATHS && i < unfold_ways (u) && !found
                       && steps < VALUES_STEPS;
         i++) {
        struct vec_target blocks = {0};
        unfold_path (u, i, &blocks);
        steps += blocks.size;
        found = path_ask (a, &blocks);
        VEC_CLEAR (blocks);
    }
    return found;
}

static enum values
values_with (const struct program *flat, size_t nodes, bool maps,
             struct log *log, struct asking *a, size_t *found)
{
    struct unfold_limits all = {.nodes = nodes,
                                .control = VALUES_OF_ONE,
                                .values = VALUES_OF_ONE,
                                .differ = true,
                                .maps = maps};
    unfolding *u = unfold (flat, &all);
    enum values result = VALUES_OPEN;
    unfolding_tell (u, log);
    *found = unfold_nodes (u);
    if (failures_ask (u, a))
        result = VALUES_FOUND;
    else if (!unfold_complete (u))
        result = VALUES_MORE;
    else if (!unfold_failures (u) && unfold_holds (u))
        result = VALUES_SAFE;
    unfold_free (u);
    return result;
}

/* The same program, block by block, with ghosts: differences of variables that
 * it compares, low bits of those of which no more can be known. */
static enum values
values_ghosts (const struct program *flat, size_t nodes, struct log *log,
               struct asking *a, size_t *found)
{
    struct program copy;
    enum values result = VALUES_OPEN;
    program_copy (&copy, flat);
    bool differences = program_differences (&copy);
    if (program_low_bits (&copy) || differences)
        result = values_with (&copy, nodes, false, log, a, found);
    program_clear (&copy);
    return result;
}

/* Most programs need no maps and no ghosts, and have fewer nodes without: where
 * these are too many, ghosts would not make them fewer. */
enum values
values_explore (const struct program *flat, size_t nodes, struct log *log,
                bool (*failure) (void *, const struct vec_target *),
                void *context, size_t *found)
{
    assert (flat->procedure.size == 1 && failure && found);
    struct asking a = {.failure = failure, .context = context};
    map_init (&a.asked);
    enum values result = values_with (flat, nodes, false, log, &a, found);
    bool open = result == VALUES_OPEN;
    if ((open || result == VALUES_MORE) && unfold_has_maps (flat))
        result = values_with (flat, nodes, true, log, &a, found);
    if (open && (result == VALUES_OPEN || result == VALUES_MORE)) {
        enum values other = values_ghosts (flat, nodes, log, &a, found);
        if (result == VALUES_OPEN || other == VALUES_SAFE
            || other == VALUES_FOUND)
            result = other;
    }
    map_clear (&a.asked);
    return result;
}

static bool
program_replace (const unfolding *u, struct program *p, struct flat_origins *o,
                 size_t most)
{
    assert (p->procedure.size == 1);
    if (!unfold_complete (u) || !unfold_apply (u, p, most))
        return false;
    struct flat_origins now;
    program_tidy (p, &now);
    unfold_origins (o, &now);
    flat_origins_clear (o);
    *o = now;
    return true;
}

bool
unfolded_replace (struct program *p, struct flat_origins *o, struct log *log,
                  bool *alone)
{
    assert (p->procedure.size == 1);
    size_t most = p->procedure.at[0].block.size * UNFOLDED_GROWTH;
    bool done = false;
    for (size_t i = 0; i < sizeof few / sizeof *few && !done; i++) {
        unfolding *u = unfold (p, &few[i]);
        unfolding_tell (u, log);
        if (alone)
            unfold_alone (u, alone);
        /* That nothing fails has to be seen twice. */
        done = (unfold_failures (u) || unfold_holds (u))
               && program_replace (
                   u, p, o, most > UNFOLDED_BLOCKS ? most : UNFOLDED_BLOCKS);
        unfold_free (u);
    }
    return done;
}
