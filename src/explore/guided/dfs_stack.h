/* dfs_stack.h -- the stack of a search that goes down depth first: the states on
 * the way to where it is, and those beside the way that are still to be
 * expanded, as references into the store and choices.
 *
 * An entry that was taken stays below its successors until all of them are done;
 * so the entries that were taken are the way, and no state keeps a predecessor.
 * At most two blocks of entries are in memory, whatever the depth: those that lie
 * deeper in the stack are in a file. */
#ifndef EXPLORE_GUIDED_DFS_STACK_H
#define EXPLORE_GUIDED_DFS_STACK_H

#include "explore/path.h"
#include "store/store.h"

struct dfs_stack_entry {
    state_ref state;
    uint32_t choice; /* that leads to it */
    bool taken;
};

struct dfs_stack {
    struct dfs_stack_entry *block[2]; /* owned; the second is above the first */
    size_t used[2];                   /* entries of each */
    size_t room;                      /* of a block */
    uint64_t filed;                   /* blocks in the file, all full */
    uint64_t space;                   /* blocks that the file has room for */
    int file;                         /* -1: not needed yet */
    const char *scratch;              /* borrowed */
    struct problem problem;
};

/* `room`: entries of a block; 0: as usual.  `scratch`: directory for the file;
 * null: $TMPDIR or /tmp. */
void dfs_stack_init (struct dfs_stack *, size_t room, const char *scratch);
void dfs_stack_clear (struct dfs_stack *);
/* False, of this and of those below: the disk does not do it, problem set. */
bool dfs_stack_push (struct dfs_stack *, state_ref, uint32_t choice);
/* Takes the topmost entry that was not taken yet; what was taken and has nothing
 * left above it is dropped.  `*none`: there is no such entry. */
bool dfs_stack_take (struct dfs_stack *, state_ref *, bool *none);
/* The choices that lead to the entry taken last, from the root.  Nothing is left
 * on the stack. */
bool dfs_stack_way (struct dfs_stack *, struct path *);

#endif
