/* wire.h -- the messages of a search over a team.
 *
 * All numbers as in base/bytes.h; a state is a byte string.  Every message but the
 * first begins with the epoch.  From the master:
 *
 *     PROGRAM      struct members_setup: once, before anything else
 *     EPOCH        1 + the index of the member that owns all at first, or 0;
 *                  the members' numbers (how many, then each): forget all, and
 *                  begin anew
 *     LOAD         states of the layer that is loaded, all of them yours
 *     TURN         so many layers are complete, all but the first of them
 *                  empty: the next one is loaded, or walked
 *     LOADED       so was the last one: say READY
 *     EXPAND       1: the root, 0: the layer that you have; 0: say EXPANDED, or
 *                  with DONE to the others, so many layers at most, then say
 *                  CLOSED; how many lend to you; number of your loans, of each
 *                  index and states
 *     ALONE        to the one that owns all: 1: the root at first, 0: the layer
 *                  that you have; layers at most, and work (edges and steps)
 *                  after which it is enough: say WALKED
 *     EXPECT       states that were sent to you in this epoch, in all
 *     COLLECT      send me the layer that you have, MEMBERS_PIECES at first
 *     MORE         so many more pieces of it
 *     DIGEST       what are the digests of the layer that you have?
 *     PREDECESSOR  layer, target: the least edge from there to the target?
 *     WEIGH        how many states has each of your partitions?
 *     OWNERS       the table from now on: for each partition the index of a
 *                  member: say AGREED
 *     GIVE         send what is not yours any more: say GAVE
 *     KEEP         states that were sent to you in this epoch, in all: say KEPT
 *     AUDIT        how many of your states to show, and a random number to
 *                  choose them by; states, all of them yours: have you got
 *                  them?
 *
 * and to the master:
 *
 *     READY        sizes
 *     EXPANDED     report; how many were sent to: number of pairs, then each
 *                  member and count
 *     SETTLED      new states; sizes
 *     CLOSED       number of layers; of each EXPANDED and SETTLED in one: report;
 *                  new states; sizes; how many were sent to
 *     WALKED       number of layers; of each report, new states, sizes
 *     LOG          1: the last piece, else 0; states
 *     DIGESTED     report
 *     FOUND        layer; finding
 *     WEIGHT       number of pairs, then each partition and its states
 *     AGREED
 *     GAVE         how many were sent to, as in EXPANDED
 *     KEPT         sizes
 *     AUDITED      0: all of them; or the first that is missing, from 1; states
 *                  that it shows
 *     NEWS         sizes, meanwhile
 *     FAILED       problem: this member cannot go on
 *     ACCUSE       a member that sent what nobody should send
 *
 * where sizes are those of this member so far: states, bytes of the store,
 * bytes of transfer files.  And between workers
 *
 *     STATES       states (delta.h), all of them yours
 *     MINIS        the same in a file (explore/async/transfer.h): position; of each state
 *                  size and digest
 *     DONE         number of the layer; of enum members_done; states that were sent
 *                  to you in this layer, in all; then the last of them, as in
 *                  STATES: no more follow in this layer
 *     LENT         states (delta.h) of mine, for you to expand
 *     LENT_LAST    the same, and there are no more in this layer
 *     ADOPTED      layer; states of it, all of them yours from now on */
#ifndef EXPLORE_MEMBERS_WIRE_H
#define EXPLORE_MEMBERS_WIRE_H

#include "explore/members/members.h"
#include "explore/threads/shard.h"

enum members_tag {
    MEMBERS_PROGRAM = MEMBERS_TAG,
    MEMBERS_EPOCH,
    MEMBERS_LOAD,
    MEMBERS_TURN,
    MEMBERS_LOADED,
    MEMBERS_EXPAND,
    MEMBERS_EXPECT,
    MEMBERS_COLLECT,
    MEMBERS_MORE,
    MEMBERS_DIGEST,
    MEMBERS_PREDECESSOR,
    MEMBERS_READY,
    MEMBERS_EXPANDED,
    MEMBERS_SETTLED,
    MEMBERS_LOG,
    MEMBERS_DIGESTED,
    MEMBERS_FOUND,
    MEMBERS_NEWS,
    MEMBERS_FAILED,
    MEMBERS_ACCUSE,
    MEMBERS_STATES,
    MEMBERS_MINIS,
    MEMBERS_ADOPTED,
    MEMBERS_WEIGH,
    MEMBERS_OWNERS,
    MEMBERS_GIVE,
    MEMBERS_KEEP,
    MEMBERS_WEIGHT,
    MEMBERS_AGREED,
    MEMBERS_GAVE,
    MEMBERS_KEPT,
    MEMBERS_AUDIT,
    MEMBERS_AUDITED,
    MEMBERS_ALONE,
    MEMBERS_WALKED,
    MEMBERS_LENT,
    MEMBERS_LENT_LAST,
    MEMBERS_DONE,
    MEMBERS_CLOSED
};

enum {
    MEMBERS_BATCH_BYTES = 16 << 10, /* of states, worth a message */
    MEMBERS_PIECES = 8,             /* of a log that may be under way */
    MEMBERS_SHOWN = 64,             /* states of a member in an audit */
    MEMBERS_WALK = 64,              /* layers by one member at a time */
    MEMBERS_SERIES = 16,            /* .. by all without the master */
    MEMBERS_SMALL_WORK = 16384      /* edges and steps of a member in a layer */
};

/* What a member says to the others of a layer that it has expanded. */
enum members_done {
    DONE_STOP = 1, /* the master is to be asked behind it */
    DONE_SOME = 2  /* there were states in it */
};

/* What every member must know. */
struct members_setup {
    struct buffer program; /* for generator_open */
    unsigned threads;
    char *store; /* owned; kind */
    uint64_t memory_bytes;
    char *scratch; /* owned; null: the usual one */
    uint64_t cache_bytes;
    unsigned hash_bits;
    size_t batch_bytes;
    enum option_partition partition;
    unsigned some; /* of PARTITION_THREADS */
    enum option_channel channel;
    char *transfers; /* owned; null: none */
    uint64_t slice, beam;
    int estimate;
    char *broken; /* owned; empty: nothing */
};

void members_setup_write (const struct members_options *, struct buffer *);
/* False: malformed.  To be cleared in any case. */
bool members_setup_read (struct members_setup *, struct reader *);
void members_setup_clear (struct members_setup *);
/* What a worker makes of it (setup.c): the generator (null: problem set),
 * and the size of its states (0: they vary); how to store states; and the
 * owners, of whom this member is one, in a message (false: malformed). */
generator *members_setup_open (const struct members_setup *, size_t *state_size,
                               struct problem *);
struct store_options members_setup_store (const struct members_setup *);
struct owners;
bool members_setup_owners (const struct members_setup *, const generator *,
                           unsigned me, struct reader *, struct owners *,
                           unsigned *self);

void finding_write (const struct finding *, struct buffer *);
bool finding_read (struct finding *, struct reader *);
void problem_write (const struct problem *, struct buffer *);
bool problem_read (struct problem *, struct reader *);
void report_write (const struct shard_report *, struct buffer *);
/* Into a cleared one. */
bool report_read (struct shard_report *, struct reader *);
/* The sum of both: counts are added, of findings the lesser stays. */
void report_join (struct shard_report *, const struct shard_report *);

#endif
