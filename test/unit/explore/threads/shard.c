/* shard.c -- two shards that share the states between them find what one does.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <string.h>

#include "explore/threads/shard.h"
#include "model/model.h"

enum { PAIR = 2 };

static generator *
model_of (const char *text)
{
    struct problem p = {0};
    generator *g = model_read (text, strlen (text), "m", &p);
    assert_non_null (g);
    return g;
}

/* What one shard has sent, until the other puts it. */
struct post {
    unsigned self;
    pthread_mutex_t lock;
    struct buffer sent;
    uint64_t room; /* states it still takes */
};

static bool
post_mine (void *context, struct bytes state)
{
    const struct post *p = context;
    return digest_of (state).low % PAIR == p->self;
}

static enum shard_place
post_place (void *context, unsigned thread, struct bytes state)
{
    struct post *p = context;
    assert_true (thread < 2);
    if (post_mine (context, state))
        return PLACE_MINE;
    pthread_mutex_lock (&p->lock);
    bool good = p->room > 0;
    if (good) {
        p->room--;
        buffer_bytes (&p->sent, state);
    }
    pthread_mutex_unlock (&p->lock);
    return good ? PLACE_SENT : PLACE_FAILED;
}

struct pair {
    shard *shard[PAIR];
    struct post post[PAIR];
    struct shard_others others[PAIR];
};

static void
pair_init (struct pair *pair, const generator *g, uint64_t room)
{
    struct explore_options o = {.threads = 2, .store = {.kind = "plain"}};
    for (unsigned i = 0; i < PAIR; i++) {
        struct problem p = {0};
        pair->post[i] = (struct post) {.self = i, .room = room};
        pthread_mutex_init (&pair->post[i].lock, NULL);
        pair->others[i] =
            (struct shard_others) {post_mine, post_place, &pair->post[i]};
        pair->shard[i] = shard_new (g, &o, &pair->others[i], &p);
        assert_non_null (pair->shard[i]);
    }
}

static void
pair_clear (struct pair *pair)
{
    for (unsigned i = 0; i < PAIR; i++) {
        shard_free (pair->shard[i]);
        pthread_mutex_destroy (&pair->post[i].lock);
        buffer_clear (&pair->post[i].sent);
    }
}

/* The layer's states go to where they belong; gives how many are new. */
static uint64_t
pair_turn (struct pair *pair)
{
    uint64_t fresh = 0;
    for (unsigned i = 0; i < PAIR; i++) {
        struct reader r;
        reader_init (&r, buffer_view (&pair->post[i].sent));
        while (r.at < r.end)
            assert_int_not_equal (
                shard_put (pair->shard[1 - i], reader_bytes (&r)), PUT_FULL);
        buffer_reset (&pair->post[i].sent);
    }
    for (unsigned i = 0; i < PAIR; i++)
        fresh += shard_turn (pair->shard[i]);
    return fresh;
}

struct sum {
    uint64_t states, edges, layers;
    struct digest digest;
    struct finding fault;
};

static void
sum_add (struct sum *s, struct shard_report *r)
{
    assert_int_equal (r->end, EXPLORE_COMPLETE);
    s->edges += r->edges;
    s->digest.low += r->digest.low;
    s->digest.high += r->digest.high + (s->digest.low < r->digest.low);
    finding_keep (&s->fault, &r->fault);
    shard_report_clear (r);
}

static struct sum
pair_search (struct pair *pair)
{
    struct sum sum = {.layers = 1};
    struct shard_report r = {0};
    shard_start (pair->shard[0], &r);
    sum_add (&sum, &r);
    while (pair_turn (pair) && !sum.fault.found) {
        for (unsigned i = 0; i < PAIR; i++) {
            shard_expand (pair->shard[i], &r);
            sum_add (&sum, &r);
        }
        sum.layers++;
    }
    for (unsigned i = 0; i < PAIR; i++) {
        shard_digest (pair->shard[i], &r);
        sum_add (&sum, &r);
        sum.states += shard_states (pair->shard[i]);
    }
    return sum;
}

static exploration *
alone (const generator *g)
{
    struct problem p = {0};
    struct explore_options o = {
        .search = "layers", .threads = 1, .store = {.kind = "plain"}};
    return exploration_new (g, &o, &p);
}

static void
two_find_what_one_finds (void **state)
{
    (void) state;
    static const char *const all[] = {"cohort-model phil 6",
                                      "cohort-model bakery 2 5",
                                      "cohort-model peterson 3 bug"};
    for (size_t i = 0; i < 3; i++) {
        generator *g = model_of (all[i]);
        struct pair pair;
        exploration *e = alone (g);
        const struct explore_result *x = exploration_run (e);
        pair_init (&pair, g, UINT64_MAX);
        struct sum sum = pair_search (&pair);
        assert_int_equal (sum.states, x->states);
        assert_int_equal (sum.edges, x->edges);
        assert_int_equal (sum.layers, x->layers);
        assert_true (digest_equal (sum.digest, x->digest));
        assert_int_equal (sum.fault.found, x->fault.found);
        pair_clear (&pair);
        finding_clear (&sum.fault);
        exploration_free (e);
        g->class->free (g);
    }
}

static struct finding
pair_before (struct pair *pair, uint64_t layer, struct bytes target)
{
    struct finding best = {0}, one = {0};
    struct problem p = {0};
    for (unsigned i = 0; i < PAIR; i++) {
        assert_true (
            shard_predecessor (pair->shard[i], layer, target, &one, &p));
        finding_keep (&best, &one);
    }
    finding_clear (&one);
    return best;
}

static void
two_find_the_same_way_back (void **state)
{
    (void) state;
    generator *g = model_of ("cohort-model bakery 2 3 bug");
    struct problem p = {0};
    struct path path = {0};
    struct pair pair;
    exploration *e = alone (g);
    const struct explore_result *x = exploration_run (e);
    assert_true (exploration_path (e, &x->fault, &path, &p));
    pair_init (&pair, g, UINT64_MAX);
    struct sum sum = pair_search (&pair);
    struct finding at =
        pair_before (&pair, sum.fault.layer, (struct bytes) {0});
    for (size_t i = path.choice.size; i-- > 0;) {
        assert_true (at.found);
        assert_int_equal (at.layer, i);
        assert_int_equal (at.choice, path.choice.at[i]);
        if (!i)
            break;
        struct finding before =
            pair_before (&pair, i - 1, buffer_view (&at.source));
        finding_clear (&at);
        at = before;
    }
    assert_int_equal (at.source.size, 0);
    finding_clear (&at);
    finding_clear (&sum.fault);
    path_clear (&path);
    pair_clear (&pair);
    exploration_free (e);
    g->class->free (g);
}

static void
a_lost_link_is_not_complete (void **state)
{
    (void) state;
    generator *g = model_of ("cohort-model phil 6");
    struct pair pair;
    struct shard_report r = {0};
    pair_init (&pair, g, 20);
    shard_start (pair.shard[0], &r);
    for (unsigned i = 0; r.end == EXPLORE_COMPLETE; i++) {
        assert_true (i < 100);
        if (!(i % PAIR))
            pair_turn (&pair);
        shard_expand (pair.shard[i % PAIR], &r);
    }
    assert_int_equal (r.end, EXPLORE_STOPPED);
    shard_report_clear (&r);
    pair_clear (&pair);
    g->class->free (g);
}

struct visit {
    uint64_t states, most;
};

static bool
visit_one (void *context, struct bytes state)
{
    struct visit *v = context;
    assert_true (state.size > 0);
    return ++v->states < v->most;
}

static void
layers_can_be_visited (void **state)
{
    (void) state;
    generator *g = model_of ("cohort-model phil 5");
    struct explore_options o = {.threads = 2, .store = {.kind = "tree"}};
    struct problem p = {0};
    struct shard_report r = {0};
    struct visit all = {.most = UINT64_MAX}, some = {.most = 3};
    shard *s = shard_new (g, &o, NULL, &p);
    uint64_t states = 0;
    shard_start (s, &r);
    for (uint64_t fresh; (fresh = shard_turn (s)); states += fresh) {
        uint64_t before = all.states;
        assert_true (shard_visit (s, shard_layers (s), visit_one, &all));
        assert_int_equal (all.states - before, fresh);
        shard_expand (s, &r);
        assert_int_equal (r.expanded, fresh);
    }
    assert_int_equal (states, shard_states (s));
    assert_false (shard_visit (s, 4, visit_one, &some));
    assert_int_equal (some.states, 3);
    shard_report_clear (&r);
    shard_free (s);
    g->class->free (g);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (two_find_what_one_finds),
        cmocka_unit_test (two_find_the_same_way_back),
        cmocka_unit_test (a_lost_link_is_not_complete),
        cmocka_unit_test (layers_can_be_visited),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
