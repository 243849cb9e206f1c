/* members.c -- tests of what a search over a team is made of: owners, messages,
 * logs of layers.  The search itself is tested in test/sim/members.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/members/log.h"
#include "explore/members/owner.h"
#include "explore/members/wire.h"
#include "explore/async/sent_cache.h"

/* ---- owners */

static const unsigned five[] = {1, 2, 5, 9, 40}, four[] = {1, 2, 9, 40};

static void
owners_share_evenly (void **state)
{
    (void) state;
    struct owners o;
    owners_init (&o, five, 5);
    unsigned count[5] = {0};
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++)
        count[o.of_partition[p]]++;
    for (unsigned i = 0; i < 5; i++)
        assert_in_range (count[i], 204, 205);
    owners_clear (&o);
}

static void
loss_moves_little_but_what_was_lost (void **state)
{
    (void) state;
    struct owners before, after;
    owners_init (&before, five, 5);
    owners_init (&after, four, 4);
    unsigned moved = 0;
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++) {
        unsigned old = before.member.at[before.of_partition[p]];
        unsigned new = after.member.at[after.of_partition[p]];
        assert_int_not_equal (new, 5);
        moved += old != new && old != 5;
    }
    assert_in_range (moved, 0, MEMBERS_PARTITIONS / 5);
    owners_clear (&before);
    owners_clear (&after);
}

static void
all_is_one_s_until_it_is_shared (void **state)
{
    (void) state;
    struct owners o, shared;
    owners_init (&o, five, 5);
    owners_init (&shared, five, 5);
    owners_give_all (&o, 3);
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++)
        assert_int_equal (o.of_partition[p], 3);
    owners_share (&o);
    assert_memory_equal (o.of_partition, shared.of_partition,
                         sizeof o.of_partition);
    owners_clear (&o);
    owners_clear (&shared);
}

static void
sent_cache_knows_what_it_was_told (void **state)
{
    (void) state;
    struct recent r;
    uint8_t data[8] = {0}; /* like an empty slot */
    struct bytes s = {data, sizeof data};
    sent_cache_init (&r, sizeof data);
    for (unsigned i = 0; i < 1000; i++) {
        memcpy (data, &i, sizeof i);
        assert_false (sent_cache_note (&r, s, digest_of (s)));
        assert_true (sent_cache_note (&r, s, digest_of (s)));
    }
    /* The same slot, another state. */
    struct digest same = {0};
    assert_false (sent_cache_note (&r, s, same));
    data[7] = 1;
    assert_false (sent_cache_note (&r, s, same));
    sent_cache_clear (&r);
    sent_cache_init (&r, 0);
    assert_false (sent_cache_note (&r, s, same));
    assert_false (sent_cache_note (&r, s, same));
    sent_cache_clear (&r);
}

/* So many states, each of them `times` times; gives how often it was asked. */
static unsigned
cache_use (struct recent *r, unsigned first, unsigned states, unsigned times)
{
    unsigned asked = 0;
    for (unsigned i = 0; i < states * times; i++) {
        uint64_t data = first + i / times;
        struct bytes s = {(const uint8_t *) &data, sizeof data};
        bool awake = sent_cache_awake (r);
        if (awake)
            sent_cache_note (r, s, digest_of (s));
        asked += awake;
    }
    return asked;
}

static void
sent_cache_rests_where_little_is_found (void **state)
{
    (void) state;
    enum { MANY = 1 << 20 };
    struct recent r;
    sent_cache_init (&r, sizeof (uint64_t));
    assert_in_range (cache_use (&r, 0, MANY, 1), MANY / 20, MANY / 5);
    /* It wakes up, and stays awake where most are found. */
    assert_in_range (cache_use (&r, MANY, MANY / 4, 4), MANY * 3 / 4, MANY);
    sent_cache_clear (&r);
    sent_cache_init (&r, 0);
    assert_false (sent_cache_awake (&r));
    sent_cache_clear (&r);
}

/* ---- messages */

static void
report_make (struct shard_report *r, const char *source, const char *failed)
{
    struct edge e = {.choice = 7, .fault = 3};
    *r = (struct shard_report) {.end = EXPLORE_COMPLETE,
                                .expanded = 1000,
                                .edges = 12345678901,
                                .steps = 5,
                                .faults = 1,
                                .digest = {UINT64_MAX, 4}};
    finding_note (&r->fault, 9, bytes_of (source), &e);
    if (!failed)
        return;
    finding_note (&r->failed, 9, bytes_of (failed), &e);
    problem_of_kind (&r->problem, PROBLEM_RESOURCE, (struct place) {0}, "%s",
                     failed);
    r->end = EXPLORE_FAILED;
}

static bool
report_parse (struct bytes b, struct shard_report *r)
{
    struct reader in;
    reader_init (&in, b);
    return report_read (r, &in) && reader_done (&in);
}

static void
reports_come_back (void **state)
{
    (void) state;
    struct shard_report a, b = {0};
    struct buffer out;
    buffer_init (&out);
    report_make (&a, "source", "gone");
    report_write (&a, &out);
    assert_true (report_parse (buffer_view (&out), &b));
    assert_int_equal (b.edges, a.edges);
    assert_true (digest_equal (a.digest, b.digest));
    assert_true (b.fault.found && b.fault.layer == 9 && b.fault.choice == 7);
    assert_true (
        bytes_equal (buffer_view (&b.fault.source), bytes_of ("source")));
    assert_string_equal (b.problem.message, "gone");
    /* Nothing that is cut short is taken. */
    for (size_t size = 0; size < out.size; size++) {
        struct shard_report c = {0};
        assert_false (report_parse ((struct bytes) {out.data, size}, &c));
        shard_report_clear (&c);
    }
    /* Nor an end without its reason. */
    out.data[0] = EXPLORE_STOPPED;
    struct shard_report c = {0};
    assert_false (report_parse (buffer_view (&out), &c));
    shard_report_clear (&c);
    shard_report_clear (&a);
    shard_report_clear (&b);
    buffer_clear (&out);
}

/* Of failures and faults that of the least state stays, in any order. */
static void
joined_reports_keep_the_least (void **state)
{
    (void) state;
    for (int turn = 0; turn < 2; turn++) {
        struct shard_report a, b, sum = {0};
        report_make (&a, "b", "y");
        report_make (&b, "a", "x");
        report_join (&sum, turn ? &a : &b);
        report_join (&sum, turn ? &b : &a);
        assert_int_equal (sum.end, EXPLORE_FAILED);
        assert_int_equal (sum.faults, 2);
        assert_int_equal (sum.digest.low, UINT64_MAX - 1);
        assert_int_equal (sum.digest.high, 9);
        assert_true (
            bytes_equal (buffer_view (&sum.fault.source), bytes_of ("a")));
        assert_string_equal (sum.problem.message, "x");
        shard_report_clear (&a);
        shard_report_clear (&b);
        shard_report_clear (&sum);
    }
}

static void
setups_come_back (void **state)
{
    (void) state;
    struct members_options o = {.program = bytes_of ("program"),
                                .members = 2,
                                .threads = 3,
                                .store = "tree",
                                .memory_bytes = 77,
                                .broken = "settle"};
    struct buffer out;
    buffer_init (&out);
    members_setup_write (&o, &out);
    for (size_t size = 0; size <= out.size; size++) {
        struct members_setup s;
        struct reader in;
        reader_init (&in, (struct bytes) {out.data, size});
        bool good = members_setup_read (&s, &in);
        assert_int_equal (good, size == out.size);
        if (good) {
            assert_int_equal (s.threads, 3);
            assert_string_equal (s.store, "tree");
            assert_null (s.scratch);
            assert_int_equal (s.memory_bytes, 77);
            assert_int_equal (s.batch_bytes, MEMBERS_BATCH_BYTES);
            assert_string_equal (s.broken, "settle");
        }
        members_setup_clear (&s);
    }
    buffer_clear (&out);
}

/* ---- logs */

static char directory[] = "/tmp/members-XXXXXX";

static struct problem
log_write (uint64_t layer, unsigned blocks, bool commit)
{
    struct problem p = {0};
    struct buffer states;
    buffer_init (&states);
    for (unsigned i = 0; i < 1000; i++)
        buffer_string (&states, "state");
    layer_writer *w = layer_writer_new (directory, layer, &p);
    assert_non_null (w);
    for (unsigned i = 0; i < blocks; i++)
        assert_true (layer_writer_add (w, buffer_view (&states), 1000, &p));
    assert_true (layer_writer_add (w, (struct bytes) {0}, 0, &p));
    if (commit)
        assert_true (layer_writer_commit (w, bytes_of ("sums"), &p));
    else
        layer_writer_drop (w);
    buffer_clear (&states);
    return p;
}

/* Blocks of a layer; UINT64_MAX: it is damaged. */
static uint64_t
log_read (uint64_t layer)
{
    struct problem p = {0};
    layer_reader *r = layer_reader_new (directory, layer, &p);
    assert_non_null (r);
    uint64_t blocks = 0;
    struct bytes states;
    bool good;
    while ((good = layer_reader_next (r, &states, &p)) && states.size)
        blocks++;
    if (!good)
        assert_non_null (strstr (p.message, "damaged"));
    layer_reader_free (r);
    return good ? blocks : UINT64_MAX;
}

static uint64_t
log_layers (void)
{
    struct problem p = {0};
    struct buffer ending;
    uint64_t layers;
    buffer_init (&ending);
    bool good = layers_find (directory, &layers, &ending, &p);
    if (good && layers)
        assert_true (bytes_equal (buffer_view (&ending), bytes_of ("sums")));
    buffer_clear (&ending);
    return good ? layers : UINT64_MAX;
}

static void
log_poke (uint64_t layer, off_t at)
{
    char path[64];
    uint8_t byte;
    snprintf (path, sizeof path, "%s/layers/%u", directory, (unsigned) layer);
    int file = open (path, O_RDWR);
    assert_true (file >= 0);
    if (at < 0)
        at += lseek (file, 0, SEEK_END);
    assert_int_equal (pread (file, &byte, 1, at), 1);
    byte ^= 4;
    assert_int_equal (pwrite (file, &byte, 1, at), 1);
    close (file);
}

static void
log_remove (void)
{
    char command[64];
    snprintf (command, sizeof command, "rm -rf %s/layers", directory);
    assert_int_equal (system (command), 0);
}

static void
logs_come_back (void **state)
{
    (void) state;
    assert_int_equal (log_layers (), 0);
    for (uint64_t i = 1; i <= 3; i++)
        log_write (i, (unsigned) i * 2, true);
    log_write (5, 1, true);  /* behind a gap */
    log_write (4, 1, false); /* given up */
    assert_int_equal (log_layers (), 3);
    for (uint64_t i = 1; i <= 3; i++)
        assert_int_equal (log_read (i), i * 2);
    log_write (3, 1, true); /* once more: the last one counts */
    assert_int_equal (log_read (3), 1);
    log_remove ();
}

static void
unfinished_logs_are_nothing (void **state)
{
    (void) state;
    log_write (1, 2, true);
    char path[64];
    snprintf (path, sizeof path, "%s/layers/2.new", directory);
    FILE *f = fopen (path, "w");
    fputs ("torn", f);
    fclose (f);
    assert_int_equal (log_layers (), 1);
    log_write (2, 2, true);
    assert_int_equal (log_layers (), 2);
    assert_int_equal (log_read (2), 2);
    log_remove ();
}

static void
damage_is_noticed (void **state)
{
    (void) state;
    static const off_t places[] = {0, 2, 4, 5, 3000, 6005, -1, -9, -13};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        log_write (1, 2, true);
        log_poke (1, places[i]);
        assert_int_equal (log_read (1), UINT64_MAX);
        log_remove ();
    }
    log_write (1, 2, true);
    log_poke (1, -1);
    assert_int_equal (log_layers (), UINT64_MAX);
    log_remove ();
}

static void
full_disk_is_a_problem (void **state)
{
    (void) state;
    struct problem p = {0};
    assert_null (layer_writer_new ("/nowhere", 1, &p));
    assert_int_equal (p.kind, PROBLEM_RESOURCE);
}

int
main (void)
{
    if (!mkdtemp (directory))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (owners_share_evenly),
        cmocka_unit_test (loss_moves_little_but_what_was_lost),
        cmocka_unit_test (all_is_one_s_until_it_is_shared),
        cmocka_unit_test (sent_cache_knows_what_it_was_told),
        cmocka_unit_test (sent_cache_rests_where_little_is_found),
        cmocka_unit_test (reports_come_back),
        cmocka_unit_test (joined_reports_keep_the_least),
        cmocka_unit_test (setups_come_back),
        cmocka_unit_test (logs_come_back),
        cmocka_unit_test (unfinished_logs_are_nothing),
        cmocka_unit_test (damage_is_noticed),
        cmocka_unit_test (full_disk_is_a_problem),
    };
    int failed = cmocka_run_group_tests (tests, NULL, NULL);
    rmdir (directory);
    return failed;
}
