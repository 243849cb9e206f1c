/* worker.c -- MAINWORKER (Fig. 4), and ADDNODE at a worker (Fig. 5). */
#include <assert.h>

#include "cegar/check.h"
#include "cegar/abstraction/item_worker.h"
#include "cegar/paper/paper.h"
#include "cegar/paper/internal.h"

struct paper_known {
    uint32_t depth;
    uint64_t *bits;
    bool gone;
};

struct paper_worker {
    struct cegar_worker *worker; /* null: no program yet */
    bool without_a;
    size_t round; /* rounds begun */
    struct reach {
        struct paper_known *at;
        size_t size, room;
    } *reach;
    struct arena arena; /* of the round's cubes */
    /* the node to expand, if any */
    bool busy;
    uint32_t node, location, depth;
    uint64_t *cube;
};

/* The struct that paper_worker_new has made. */
static struct paper_worker *
worker_of (member *m)
{
    return (struct paper_worker *) m;
}

member *
paper_worker_new (void)
{
    struct paper_worker *w = NEW (struct paper_worker);
    arena_init (&w->arena);
    return (member *) w;
}

static void
worker_forget (struct paper_worker *w)
{
    for (size_t l = 0; w->worker && l < w->worker->system.location.size; l++)
        w->reach[l].size = 0;
    arena_clear (&w->arena);
}

void
paper_worker_free (member *self)
{
    struct paper_worker *w = worker_of (self);
    if (w->worker) {
        for (size_t l = 0; l < w->worker->system.location.size; l++)
            VEC_CLEAR (w->reach[l]);
        memory_free (w->reach);
        cegar_item_worker.close ((item_worker *) w->worker);
    }
    arena_clear (&w->arena);
    memory_free (w);
}

static void
worker_ask (team *t)
{
    team_send (t, TEAM_MASTER, PAPER_ASK, (struct bytes) {0});
}

static size_t
worker_predicates (const struct paper_worker *w, uint32_t location)
{
    return precision_count (&w->worker->precision,
                            precision_last (&w->worker->precision), location);
}

/* ADDNODE: is the node news to the master? */
static bool
worker_add_node (struct paper_worker *w, uint32_t to, uint32_t depth,
                 const uint64_t *bits)
{
    assert (to > SYSTEM_ERROR && depth);
    size_t words = cube_words (worker_predicates (w, to));
    struct reach *reach = &w->reach[to];
    bool covered = false, again = false;
    for (size_t i = 0; i < reach->size; i++) {
        struct paper_known *k = &reach->at[i];
        if (k->gone)
            continue;
        bool equal = cube_equal (k->bits, bits, words);
        bool smaller = !equal && cube_subset (bits, k->bits, words);
        if ((equal && k->depth > depth) || (smaller && k->depth >= depth)) {
            k->gone = true;
            continue;
        }
        if (equal && k->depth == depth)
            again = true;
        else if (cube_subset (k->bits, bits, words) && depth >= k->depth)
            covered = true;
    }
    if (again)
        return !w->without_a;
    if (covered)
        return false;
    struct paper_known known = {
        depth, arena_copy (&w->arena, bits, (words + 1) * sizeof *bits), false};
    VEC_PUSH (*reach, known);
    return true;
}

static bool
worker_work (member *self, team *t, uint64_t *units)
{
    struct paper_worker *w = worker_of (self);
    if (!w->busy)
        return false;
    struct cegar_worker *l = w->worker;
    assert (l && w->cube && w->location < l->system.location.size);
    size_t round = precision_last (&l->precision);
    struct arena arena;
    arena_init (&arena);
    struct item_expand e = {
        .kind = ITEM_EXPAND, .location = w->location, .cube = w->cube};
    const struct vec_index *leaving = &l->system.leaving[w->location];
    e.post.at = arena_new (&arena, leaving->size * sizeof *e.post.at);
    for (size_t i = 0; i < leaving->size; i++) {
        struct item_post *post = &e.post.at[e.post.size++];
        post->transition = leaving->at[i];
        size_t count =
            worker_predicates (w, l->system.transition.at[post->transition].to);
        post->ask = arena_new (&arena, (cube_words (count) + 1) * 8);
        post->entailed = arena_new (&arena, (cube_words (count) + 1) * 8);
        for (size_t p = 0; p < count; p++)
            cube_set (post->ask, p);
    }
    item_worker_expand (l, &l->precision, &e, round, units);
    for (size_t i = 0; i < e.post.size; i++) {
        const struct item_post *post = &e.post.at[i];
        uint32_t to = l->system.transition.at[post->transition].to;
        if (post->emptiness == POST_EMPTY
            || (to != SYSTEM_ERROR
                && !worker_add_node (w, to, w->depth + 1, post->entailed)))
            continue;
        struct buffer b;
        buffer_init (&b);
        buffer_uint (&b, w->round);
        buffer_uint (&b, w->node);
        buffer_uint (&b, post->transition);
        cube_write (&b, post->entailed, worker_predicates (w, to));
        team_send (t, TEAM_MASTER, PAPER_REACHED, buffer_view (&b));
        buffer_clear (&b);
    }
    arena_clear (&arena);
    w->busy = false;
    worker_ask (t);
    return true;
}

/* All of these: false if what the master said is malformed. */

static bool
worker_program (struct paper_worker *w, struct reader *r)
{
    if (w->worker)
        return false;
    w->without_a = reader_byte (r) & PAPER_WITHOUT_A;
    struct problem problem = {0};
    w->worker =
        cegar_worker_of (cegar_item_worker.open (reader_bytes (r), &problem));
    if (!w->worker)
        return false;
    system_index (&w->worker->system);
    w->reach = memory_new (w->worker->system.location.size * sizeof *w->reach);
    return true;
}

static bool
worker_predicates_come (struct paper_worker *w, team *t, struct reader *r)
{
    bool first = !w->round;
    w->round = reader_uint (r);
    struct bytes blob = reader_bytes (r);
    if (!reader_done (r)
        || (blob.size
            && !cegar_item_worker.learn ((item_worker *) w->worker, blob)))
        return false;
    worker_forget (w);
    /* What it was to expand belongs to a round that is over. */
    if (first || w->busy)
        worker_ask (t);
    w->busy = false;
    return true;
}

static bool
worker_do_node (struct paper_worker *w, struct reader *r)
{
    uint64_t round = reader_uint (r), node = reader_uint (r);
    uint64_t location = reader_uint (r), depth = reader_uint (r);
    if (r->failed || round != w->round || node > UINT32_MAX
        || location >= w->worker->system.location.size || depth >= UINT32_MAX)
        return false;
    w->node = (uint32_t) node;
    w->location = (uint32_t) location;
    w->depth = (uint32_t) depth;
    size_t count = worker_predicates (w, w->location);
    w->cube = arena_new (&w->arena, (cube_words (count) + 1) * 8);
    w->busy = cube_read (r, w->cube, count);
    return w->busy;
}

/* Who is told what makes no sense leaves: its node is another's then. */
static void
worker_receive (member *self, team *t, const struct message *m)
{
    struct paper_worker *w = worker_of (self);
    struct reader r;
    reader_init (&r, m->body);
    bool good = true;
    if (m->tag == PAPER_PROGRAM)
        good = worker_program (w, &r);
    else if (m->tag == PAPER_PREDS)
        good = w->worker && worker_predicates_come (w, t, &r);
    else if (m->tag == PAPER_DO_NODE)
        good = w->worker && worker_do_node (w, &r);
    if (!good)
        team_finish (t);
}

const struct member_class paper_worker_class = {
    .receive = worker_receive,
    .work = worker_work,
};

const struct team_protocol paper_protocol = {
    PAPER_PROGRAM, &paper_worker_class, paper_worker_new, paper_worker_free};
