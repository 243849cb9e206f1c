/* members.h -- a layered search over a team: ownership, layers, losses, joins.
 *
 * The master (member 0) holds no states.  Every worker has a shard (explore/threads/shard.h)
 * with its threads.  A state belongs to one of MEMBERS_PARTITIONS virtual
 * partitions by its hash, or by that of a part of it; a partition to the living
 * member that rendezvous hashing gives it, so that a loss or a join moves no
 * more than it must.  The table of owners has an epoch; what was sent in an old
 * one is dropped.
 *
 * A layer: the master says EXPAND; members expand, send successors to their
 * owners in batches (STATES), and say at the end how many states they sent to
 * whom (EXPANDED, with counts, digest, least fault and cut).  The master tells
 * each how many it must have received in all; a member answers SETTLED when
 * they have come, with the number of its new states.  So the barrier counts
 * exactly, and nothing is guessed from idleness.  Where most members sent to most
 * others in the last layer, each tells the others itself how many states it sent
 * to them, with the last of these (DONE), and who has heard all says EXPANDED and
 * SETTLED in one (CLOSED).  Small layers they take one after the other in this way,
 * up to MEMBERS_SERIES, before they say so of all of them: until one had a fault or
 * what else the master must know, or a layer was large, or had no states (each says
 * so in its DONE, so all stop at the same one).  With a run directory the new states then go to the
 * master, which appends them to the layer's log and commits the layer in the
 * journal.
 *
 * Narrow layers: without a run directory, one member owns all states at first.
 * While layers are narrow it is asked for many of them at once (ALONE), expands
 * and turns them by itself, and tells of each (WALKED); the others count them
 * (TURN).  The master takes what it told layer by layer as if all had been
 * there.  When layers have been wide for some time, the states are shared as
 * partitions that change their owner are (below), and are so until the epoch
 * ends.  What is narrow is a matter of edges and steps, so no schedule changes
 * it.
 *
 * Loss or join: a new epoch begins at the last committed layer; every member
 * makes a new shard, and the master streams it the states that it owns from the
 * logs.  Without a run directory there is no committed layer: after a loss the
 * search begins again at the root, which costs nothing where nobody is lost, and
 * gives the same result; some times, then it ends (problem set).  Who joins
 * after the start waits for such a beginning.  Resuming is the same from the
 * logs of an earlier process.
 *
 * The counterexample: the master asks all members for the least predecessor of
 * a state in a layer and takes the least of their answers; a loss meanwhile is
 * mended as above, and the question asked again.
 *
 * Overload: partitions of parts of states are of all sizes.  If after a layer
 * one member has far more states than the others, or hardly memory left, it is
 * asked how many each of its partitions has (WEIGH), all hear a new table
 * (OWNERS), it sends the states of what it gives away, layer by layer, to the
 * new owners (GIVE), and these say when all are there (KEEP).  Its store keeps
 * their bytes, but they are not its states any more.
 *
 * Loans: a member with more than its part of a layer sends some of the states to
 * others that have less, which expand them but do not own them (EXPAND says how
 * many to whom, from the numbers in SETTLED; LENT, LENT_LAST).  Members that
 * joined from elsewhere get states of each other only.
 *
 * Channels: a batch of states is a message (single), or is appended to a file
 * from which its owner reads it, and the message has hashes and sizes only
 * (dual, explore/async/transfer.h; auto: where states are large, and the directory is one of
 * this machine).  What is read must have the hash that was sent.
 *
 * Members that joined from elsewhere are not believed without a sample
 * (audit.c): before a search is complete the master walks through the
 * graph at random, with a generator of its own, and asks the owners of all
 * successors of the states that it comes to whether they have them.  What is to
 * be asked is not known to anybody before the work is done.  A state that is
 * missing, or a fault that was not told, ends the search (problem set).
 *
 * Two members differ in nothing but what they own, so counts, digest and
 * counterexample are those of a search by one (explore/explore.h). */
#ifndef EXPLORE_MEMBERS_MEMBERS_H
#define EXPLORE_MEMBERS_MEMBERS_H

#include "base/log.h"
#include "base/options.h"
#include "explore/explore.h"
#include "explore/members/worker.h"
#include "journal/run.h"
#include "team/team.h"

enum { MEMBERS_PARTITIONS = 1024 };

struct members_options {
    struct bytes program;  /* for generator_open at every member */
    unsigned members;      /* begin when so many are there */
    unsigned threads;      /* of each member */
    const char *store;     /* kind */
    uint64_t memory_bytes; /* of each member's store; 0: no limit */
    const char *scratch;
    uint64_t cache_bytes; /* store: disk */
    unsigned hash_bits;   /* test only */
    size_t batch_bytes;   /* of states in a message; 0: as usual */
    uint64_t depth;       /* 0: no bound */
    /* What tells the owner of a state: hash; heap or stacks, of its partial hashes
     * (machine/generator.h); depth or estimate (explore/async/async.h only). */
    enum option_partition partition;
    unsigned some; /* of PARTITION_THREADS: so many of them (choose.h) */
    enum option_channel channel;
    const char *transfers; /* directory that members share, for files of states;
                              null: there is none, and dual is impossible */
    uint64_t beam;         /* directed: most states of a round; async: 0 */
    uint64_t slice;        /* async: depths, or estimates, of one slice */
    int estimate;          /* async: kind, for the generator; 0: none */
    /* Members are made even between layers from so many states in all, and so
     * many percent of the mean, on; 0: as usual. */
    uint64_t uneven_states;
    unsigned uneven_percent;
    uint64_t lend_states;  /* members help each other with layers of so many
                               states or more; 0: as usual */
    uint64_t close_states; /* members tell each other that a layer is done if
                               about so many states were sent from each to each
                               in the last one; 0: as usual; UINT64_MAX: never */
    unsigned series; /* layers that members take one after the other; 0: as
                               usual */
    uint64_t alone;  /* a layer with less work than this, in edges and
                               steps, is narrow; 0: none is */
    run *run;        /* may be null */
    bool open;       /* others may join: the result says so */
    unsigned audit_percent; /* of the states, where others have joined: expanded
                               again at the end; 0: as usual */
    const char *logs;       /* directory for the layers; null: the run\'s */
    struct log *log;        /* may be null */
    /* About once a second; after each committed layer (false: stop); null. */
    void (*tick) (void *context, const struct explore_result *so_far);
    bool (*passed) (void *context, const struct explore_result *so_far);
    void *context;
    const char *broken; /* test only (team/faults.h) */
};

/* What describes a run over members, and not its result. */
struct members_counts {
    uint64_t sent;                    /* states, between members */
    uint64_t filed_bytes;             /* ... in files */
    uint64_t most_states, most_bytes; /* of the member with the most */
    uint64_t walked;                  /* layers, by one member alone */
    uint64_t lent;                    /* states, for others to expand */
    uint64_t closed;                  /* layers, by the members themselves */
    uint64_t series; /* .. of these, without the master between */
    unsigned moves;  /* times that partitions changed their owners */
    unsigned lost;   /* members */
    bool bereft; /* it ended for that reason only: another try may end well */
};

extern const struct member_class members_master_class;
member *members_master_new (const struct members_options *);
void members_master_free (member *);
/* After the transport came back: what was found, and the way to the fault (or
 * to the cut, if there is one and no fault). */
const struct explore_result *members_result (const member *);
const struct path *members_path (const member *); /* null: none was asked for */
struct members_counts members_counts (const member *);

#endif
