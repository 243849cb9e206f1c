/* log.h -- the layers of a search in its run directory.
 *
 *     layers/N       the states of layer N, the first being 1
 *     layers/N.new   the same while it is written; nobody ever reads it
 *
 * A file consists of blocks
 *
 *     offset  size  meaning
 *          0     4  length n
 *          4     1  1: states, each a byte string; 2: the end of the file
 *          5     n  those; or layer, number of states, and what its writer adds
 *        5+n     8  low half of the digest (XXH3-128) of all before
 *
 * and gets its name when all of it is on the disk.  So a file without .new is
 * whole; if it is not, something has damaged it, and that is a problem. */
#ifndef EXPLORE_MEMBERS_LOG_H
#define EXPLORE_MEMBERS_LOG_H

#include "base/bytes.h"
#include "base/problem.h"

typedef struct layer_writer layer_writer;
typedef struct layer_reader layer_reader;

/* `dir` is the run directory.  All of these: null or false is a problem. */
layer_writer *layer_writer_new (const char *dir, uint64_t layer,
                                struct problem *);
/* States, each a byte string, and their number. */
bool layer_writer_add (layer_writer *, struct bytes states, uint64_t count,
                       struct problem *);
/* Ends and names the file; the writer is gone, whatever the result. */
bool layer_writer_commit (layer_writer *, struct bytes ending,
                          struct problem *);
/* The same without a file. */
void layer_writer_drop (layer_writer *);

layer_reader *layer_reader_new (const char *dir, uint64_t layer,
                                struct problem *);
void layer_reader_free (layer_reader *);
/* The next states, borrowed until the next call; empty: that was all. */
bool layer_reader_next (layer_reader *, struct bytes *states, struct problem *);

/* How many layers there are, from the first on without a gap, and what the last
 * one's writer added (appended).  False: it is damaged. */
bool layers_find (const char *dir, uint64_t *layers, struct buffer *ending,
                  struct problem *);

#endif
