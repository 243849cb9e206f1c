/* path.c -- see path.h. */
#include "explore/path.h"

#include <assert.h>
#include <inttypes.h>

void
path_clear (struct path *p)
{
    VEC_CLEAR (p->choice);
}

void
path_reverse (struct path *p)
{
    for (size_t i = 0, j = p->choice.size; i + 1 < j; i++) {
        uint32_t first = p->choice.at[i];
        p->choice.at[i] = p->choice.at[--j];
        p->choice.at[j] = first;
    }
}

void
path_write (const struct path *p, struct buffer *b)
{
    buffer_uint (b, p->choice.size);
    for (size_t i = 0; i < p->choice.size; i++)
        buffer_uint (b, p->choice.at[i]);
}

bool
path_read (struct path *p, struct reader *r)
{
    assert (!p->choice.size);
    uint64_t n = reader_uint (r);
    if (n > (uint64_t) (r->end - r->at)) /* a choice is a byte at least */
        r->failed = true;
    for (uint64_t i = 0; i < n && !r->failed; i++) {
        uint64_t choice = reader_uint (r);
        if (choice > UINT32_MAX)
            r->failed = true;
        VEC_PUSH (p->choice, (uint32_t) choice);
    }
    return !r->failed;
}

/* The edge of the state just entered that has this number. */
static bool
path_edge (generator *g, uint32_t choice, size_t step, struct edge *e,
           struct problem *problem)
{
    for (;;) {
        enum next next = generator_next (g, e);
        if (next == NEXT_FAILED) {
            *problem = g->problem;
            return false;
        }
        if (next == NEXT_END)
            return problem_set (problem, (struct place) {0},
                                "step %zu of the path: there is no edge "
                                "%" PRIu32,
                                step, choice);
        if (e->choice == choice)
            return true;
    }
}

bool
path_follow (generator *g, const struct path *p, edge_visitor *visit,
             void *context, struct problem *problem)
{
    struct buffer state;
    buffer_init (&state);
    bool good = true;
    for (size_t i = 0; good && i < p->choice.size; i++) {
        struct edge e;
        if (i && !state.size) {
            good = problem_set (problem, (struct place) {0},
                                "step %zu of the path: nothing leads on", i);
            break;
        }
        generator_enter (g, buffer_view (&state));
        good = path_edge (g, p->choice.at[i], i, &e, problem);
        if (good && visit)
            visit (context, buffer_view (&state), &e);
        if (good) {
            buffer_reset (&state);
            buffer_put (&state, e.target.data, e.target.size);
        }
    }
    buffer_clear (&state);
    return good;
}
