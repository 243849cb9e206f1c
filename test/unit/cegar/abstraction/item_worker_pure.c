/* item_worker_pure.c -- an item is a function of its bytes: whoever answers it again, in any
 * order and after everything else, says the same at the same cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "cegar/checking.h"
#include "frontend/horn/horn.h"

struct said {
    struct buffer item, answer;
    uint64_t units;
};

/* One worker that answers at once and remembers all. */
struct witness {
    struct oracle oracle;
    const struct pool_options *pool;
    item_worker *item_worker;
    struct map index; /* digest of an item -> its number */
    struct VEC (struct said) said;
    struct VEC (struct buffer) blob;
};

static bool
witness_get (struct oracle *oracle, struct bytes item, struct bytes *answer,
             uint64_t *units)
{
    struct witness *w = (struct witness *) oracle;
    if (!map_get (&w->index, digest_of (item))) {
        map_put (&w->index, digest_of (item), w->said.size);
        struct said s = {0};
        buffer_init (&s.item);
        buffer_init (&s.answer);
        buffer_put (&s.item, item.data, item.size);
        assert_true (w->pool->item_worker->work (w->item_worker, item,
                                                 &s.answer, &s.units));
        VEC_PUSH (w->said, s);
    }
    const struct said *s = &w->said.at[*map_get (&w->index, digest_of (item))];
    *answer = buffer_view (&s->answer);
    *units = s->units;
    return true;
}

static void
witness_share (struct oracle *oracle, struct bytes blob)
{
    struct witness *w = (struct witness *) oracle;
    struct buffer b;
    buffer_init (&b);
    buffer_put (&b, blob.data, blob.size);
    VEC_PUSH (w->blob, b);
    assert_true (w->pool->item_worker->learn (w->item_worker, blob));
}

static const struct oracle_class witness_class = {.get = witness_get,
                                                  .share = witness_share};

/* All items once more, backwards. */
static void
witness_again (const struct witness *w, item_worker *l, const char *file)
{
    for (size_t i = w->said.size; i-- > 0;) {
        const struct said *s = &w->said.at[i];
        struct buffer answer;
        uint64_t units = 0;
        buffer_init (&answer);
        assert_true (w->pool->item_worker->work (l, buffer_view (&s->item),
                                                 &answer, &units));
        if (units != s->units
            || !bytes_equal (buffer_view (&answer), buffer_view (&s->answer)))
            fail_msg ("%s: item %zu of %zu, kind %c: %llu and %llu units", file,
                      i, w->said.size, s->item.data[0],
                      (unsigned long long) s->units,
                      (unsigned long long) units);
        buffer_clear (&answer);
    }
}

static void
all_items_again (const struct pool_options *pool, const char *file)
{
    struct problem problem = {0};
    struct witness w = {.oracle = {&witness_class}, .pool = pool};
    map_init (&w.index);
    w.item_worker = pool->item_worker->open (pool->program, &problem);
    while (pool->driver_class->step (pool->driver, &w.oracle)
           == DRIVER_PROGRESS)
        ;
    assert_true (w.said.size > 0);
    witness_again (&w, w.item_worker, file);
    /* Somebody who comes when all is said. */
    item_worker *late = pool->item_worker->open (pool->program, &problem);
    for (size_t i = 0; i < w.blob.size; i++)
        assert_true (
            pool->item_worker->learn (late, buffer_view (&w.blob.at[i])));
    witness_again (&w, late, file);
    pool->item_worker->close (late);
    pool->item_worker->close (w.item_worker);
    for (size_t i = 0; i < w.said.size; i++) {
        buffer_clear (&w.said.at[i].item);
        buffer_clear (&w.said.at[i].answer);
    }
    for (size_t i = 0; i < w.blob.size; i++)
        buffer_clear (&w.blob.at[i]);
    VEC_CLEAR (w.said);
    VEC_CLEAR (w.blob);
    map_clear (&w.index);
}

static void
horn_items (const char *name, enum option_engine engine)
{
    struct options options;
    struct log log;
    struct horn horn;
    struct problem problem = {0};
    char file[80];
    size_t size;
    options_init (&options);
    options.engine = engine;
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    snprintf (file, sizeof file, "test/problems/%s.smt2", name);
    char *source = text_file (file, &size);
    assert_non_null (source);
    horn_init (&horn, file);
    if (!horn_read (&horn, source, size, file, &problem))
        fail_msg ("%s", problem.message);
    struct engine_context context = {.options = &options, .log = &log};
    struct cegar_check check = {.engine = &context};
    checking *work = checking_new (&check, &horn);
    memo *table = memo_new ();
    struct pool_options pool;
    checking_pool (work, table, &pool);
    all_items_again (&pool, name);
    memo_free (table);
    checking_free (work);
    horn_clear (&horn);
    memory_free (source);
    options_clear (&options);
}

/* With candidates that strengthen the system while the check runs, and with all
 * kinds of items. */
static void
items_of_cegar (void **state)
{
    (void) state;
    static const char *const names[] = {"phases", "ticket-unsafe", "reals",
                                        "bits-unsafe", "arrays-unsafe"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        horn_items (names[i], ENGINE_CEGAR);
        horn_items (names[i], ENGINE_AUTO);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (items_of_cegar),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
