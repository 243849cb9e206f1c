/* store.h -- the states seen so far, shared by the threads of one member.
 *
 * Exact: equal hashes are settled by comparing (compact is the exception, and
 * says so).  Nothing is ever removed.  A state is named by a reference that
 * never changes.  Every thread has a cursor; all calls but new and free may run
 * at the same time on different cursors.  Records are appended to blocks of the
 * thread that made them, so the states that a cursor added lie in stretches of
 * consecutive references: a layer of a search is a list of stretches, which
 * costs a quarter of a byte a state, and no list of references is kept
 * anywhere.
 *
 *   plain    the bytes
 *   tree     words in the leaves of a tree of hash-consed pairs: a state costs
 *            its root pair and what is new below it; each part of a state that
 *            varies is a tree, and the state is a tree of these
 *   compact  128 bits of hash and a reference in memory; the bytes go to an
 *            unlinked file, where only reads look for them
 *   disk     the tree with its pairs in files, behind caches of fixed size; in
 *            memory a mini-state of each pair (hash and number), or in files,
 *            too, what is more than memory may hold
 *
 * The index grows when it gets full; threads inside the store meet for that, a
 * search notices nothing. */
#ifndef STORE_H
#define STORE_H

#include "base/bytes.h"
#include "base/problem.h"
#include "base/text.h"
#include "base/vec.h"

typedef struct store store;
typedef struct cursor cursor;
typedef uint64_t state_ref;

struct store_options {
    const char *kind; /* "plain", "tree", "compact", "disk" */
    unsigned threads; /* cursors */
    const uint32_t
        *ends; /* of a state's parts (machine/generator.h); null: states
                             vary in size, and there is one part */
    size_t parts;
    /* Of states that vary, where the parts of one end, in rising order; null:
     * `ends` says so, or there is one part. */
    size_t (*parts_of) (struct bytes state, uint32_t ends[], size_t most);
    uint64_t memory_bytes; /* all that it may take; 0: no limit */
    uint64_t cache_bytes;  /* disk: for pairs in memory; 0: some */
    const char *scratch;   /* directory for files; null: $TMPDIR or /tmp */
    unsigned hash_bits;    /* test only: as if hashes had so few; 0: all */
};

store *store_new (const struct store_options *, struct problem *);
void store_free (store *);
/* Exact when no thread is inside and all have flushed. */
uint64_t store_states (const store *);
uint64_t store_bytes (const store *);   /* memory taken, without files */
bool store_is_exact (const char *kind); /* false: tells states apart by hash */
bool store_sound (const store *);       /* for tests; costly */
/* Appends lines about how it fared, such as the hit rates of caches; for people.
 * Nothing may be under way. */
void store_describe (const store *, struct text *);

/* The cursor of thread `thread`; lives as long as the store. */
cursor *store_cursor (store *, unsigned thread);

/* The state's bytes, borrowed until the next read on this cursor; puts compare
 * with them, so that a state like the last one read costs less. */
struct bytes cursor_read (cursor *, state_ref);
/* The reference behind the one that was read, if its stretch goes on. */
state_ref cursor_behind (const cursor *);

enum put { PUT_OLD, PUT_NEW, PUT_FULL }; /* full: no memory, or no disk */
enum put cursor_put (cursor *, struct bytes, state_ref *);
/* Looks a state up without adding it. */
bool cursor_find (cursor *, struct bytes, state_ref *);

/* Puts whose answers nobody waits for; lookups of several are interleaved.
 * False: full; once a state had no room, every later flush says so. */
bool cursor_add (cursor *, struct bytes);
bool cursor_flush (cursor *);
/* New states of this cursor so far, without those that wait for a flush. */
uint64_t cursor_states (const cursor *);

/* [first, end) of consecutive references, at most STRETCH_STATES states. */
struct stretch {
    state_ref first, end;
};
enum { STRETCH_STATES = 64 };
struct vec_stretch VEC (struct stretch);

/* Appends the stretches of what this cursor added since the last call (flushes
 * first). */
bool cursor_take (cursor *, struct vec_stretch *);

/* Lists that belong to its states take so much memory from now on, which the store
 * may not use then (disk: it goes to files).  By one thread.  False: together they
 * are beyond the limit, by more than a sixteenth. */
bool store_hold (store *, uint64_t bytes);
/* They have no room: the problem, if there was none, says so. */
void store_give_up (store *, const char *why);

/* Why PUT_FULL came; of kind RESOURCE.  What is stored stays, and is still
 * found and read. */
const struct problem *store_problem (const store *);

#endif
