/* store_internal.h -- what all kinds of stores share. */
#ifndef STORE_STORE_INTERNAL_H
#define STORE_STORE_INTERNAL_H

#include "base/hash.h"
#include "store/gate.h"
#include "store/region.h"
#include "store/store.h"

struct store_class {
    const char *name;
    bool exact;
    /* The store is a struct that begins with struct store; its common part is
     * filled in already.  False: problem set; free is called all the same. */
    size_t size;
    bool (*init) (store *, struct problem *);
    void (*free) (store *);
    /* The cursor is a struct that begins with struct cursor. */
    size_t cursor_size;
    bool (*cursor_init) (cursor *);
    void (*cursor_free) (cursor *);
    struct bytes (*read) (cursor *, state_ref);
    /* These four inside the gate. */
    enum put (*put) (cursor *, struct bytes, state_ref *);
    bool (*find) (cursor *, struct bytes, state_ref *);
    bool (*add) (cursor *, struct bytes);
    bool (*flush) (cursor *);
    bool (*sound) (const store *);
    /* May be null: gives memory back, if it can. */
    void (*yield) (store *);
    void (*describe) (const store *, struct text *);
};

extern const struct store_class store_plain, store_tree, store_forest,
    store_compact;

struct store {
    const struct store_class *class;
    unsigned threads;
    uint32_t *ends; /* owned; null: states vary in size */
    size_t parts;
    size_t state_size; /* if they do not */
    size_t (*parts_of) (struct bytes state, uint32_t ends[], size_t most);
    bool in_files; /* trees: pairs are */
    uint64_t cache_bytes;
    const char *scratch;
    uint64_t hash_mask;
    struct budget budget;
    uint64_t held; /* of it, by lists of others */
    struct gate gate;
    pthread_mutex_t lock; /* of the problem */
    struct problem problem;
    cursor **cursors;
};

struct cursor {
    store *store;
    unsigned thread;
    bool full;                    /* a state could not be put */
    atomic_uint_least64_t states; /* new ones; others may look */
    state_ref behind;             /* the state that was read last */
    struct vec_stretch fresh;     /* not taken yet */
    unsigned open;                /* states in the last of them */
};

/* Where the parts of a state end: what the makers said, and the last part has
 * all the rest.  At least one, but for the empty state perhaps none. */
enum { PARTS_MOST = 2048 };
size_t store_split (const store *, struct bytes, uint32_t ends[PARTS_MOST]);

/* A table of 2^bits entries of so many bytes that only helps a cursor along is
 * to take a small part of the memory: with how many bits it does, at least 4. */
unsigned store_aid_bits (const store *, unsigned bits, size_t entry);

/* A new state was appended at [first, end). */
void cursor_note (cursor *, state_ref first, state_ref end);
/* Gives PUT_FULL; the first problem stays. */
enum put cursor_full (cursor *, const char *what);

static inline uint64_t
store_hash (const store *s, struct bytes b)
{
    return digest_of (b).low & s->hash_mask;
}

#endif
