/* dfs_stack.c -- see dfs_stack.h. */
#include "explore/guided/dfs_stack.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "store/scratch.h"

enum { BLOCK_ENTRIES = 1 << 18, SPACE_BLOCKS = 8 };

void
dfs_stack_init (struct dfs_stack *d, size_t room, const char *scratch)
{
    *d = (struct dfs_stack) {.room = room ? room : BLOCK_ENTRIES,
                             .file = -1,
                             .scratch = scratch_directory (scratch)};
}

void
dfs_stack_clear (struct dfs_stack *d)
{
    memory_free (d->block[0]);
    memory_free (d->block[1]);
    if (d->file >= 0)
        close (d->file);
    *d = (struct dfs_stack) {.file = -1};
}

/* ---- blocks */

static bool
dfs_stack_failed (struct dfs_stack *d)
{
    return problem_of_kind (&d->problem, PROBLEM_RESOURCE, (struct place) {0},
                            "disk: the stack of the search in %s: %s",
                            d->scratch, strerror (errno));
}

static uint64_t
block_bytes (const struct dfs_stack *d)
{
    return d->room * sizeof (struct dfs_stack_entry);
}

/* Space is asked for ahead of need, and before anything is written. */
static bool
block_file (struct dfs_stack *d)
{
    uint64_t size = block_bytes (d);
    assert (d->used[0] == d->room);
    if (d->file < 0 && (d->file = scratch_open (d->scratch)) < 0)
        return dfs_stack_failed (d);
    if (d->filed == d->space) {
        if (!scratch_reserve (d->file, d->space * size, SPACE_BLOCKS * size))
            return dfs_stack_failed (d);
        d->space += SPACE_BLOCKS;
    }
    if (!scratch_write (d->file, d->block[0], size, d->filed * size))
        return dfs_stack_failed (d);
    d->filed++;
    d->used[0] = 0;
    return true;
}

static bool
block_fetch (struct dfs_stack *d)
{
    uint64_t size = block_bytes (d);
    assert (d->filed && !d->used[0] && !d->used[1]);
    if (!scratch_read (d->file, d->block[0], size, (d->filed - 1) * size))
        return dfs_stack_failed (d);
    d->filed--;
    d->used[0] = d->room;
    return true;
}

static void
blocks_swap (struct dfs_stack *d)
{
    struct dfs_stack_entry *block = d->block[0];
    size_t used = d->used[0];
    d->block[0] = d->block[1];
    d->used[0] = d->used[1];
    d->block[1] = block;
    d->used[1] = used;
}

/* The topmost entry; null: there is none, or (`*failed`) it cannot be read. */
static struct dfs_stack_entry *
dfs_stack_top (struct dfs_stack *d, bool *failed)
{
    *failed = false;
    if (!d->used[0] && !d->used[1] && d->filed)
        *failed = !block_fetch (d);
    for (int i = 1; i >= 0; i--)
        if (d->used[i])
            return &d->block[i][d->used[i] - 1];
    return NULL;
}

static void
dfs_stack_drop (struct dfs_stack *d)
{
    assert (d->used[0] || d->used[1]);
    d->used[d->used[1] ? 1 : 0]--;
}

/* ---- entries */

bool
dfs_stack_push (struct dfs_stack *d, state_ref state, uint32_t choice)
{
    int top = d->used[0] == d->room;
    if (d->used[1] == d->room) {
        if (!block_file (d))
            return false;
        blocks_swap (d);
        top = 1;
    }
    if (!d->block[top])
        d->block[top] = NEW_ARRAY (struct dfs_stack_entry, d->room);
    struct dfs_stack_entry *e = &d->block[top][d->used[top]++];
    memset (e, 0, sizeof *e); /* what is filed has no bytes unset */
    e->state = state;
    e->choice = choice;
    return true;
}

bool
dfs_stack_take (struct dfs_stack *d, state_ref *state, bool *none)
{
    struct dfs_stack_entry *e;
    bool failed;
    while ((e = dfs_stack_top (d, &failed)) && e->taken)
        dfs_stack_drop (d);
    *none = !e && !failed;
    if (failed)
        return false;
    if (e) {
        e->taken = true;
        *state = e->state;
    }
    return true;
}

bool
dfs_stack_way (struct dfs_stack *d, struct path *path)
{
    struct dfs_stack_entry *e;
    bool failed;
    path->choice.size = 0;
    while ((e = dfs_stack_top (d, &failed))) {
        if (e->taken)
            VEC_PUSH (path->choice, e->choice);
        dfs_stack_drop (d);
    }
    path_reverse (path);
    return !failed;
}
