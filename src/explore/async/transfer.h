/* transfer.h -- states that travel in files, beside short messages (the dual
 * channel of Edelkamp, Jabbar, Sulewski 2007).
 *
 * In a directory that all members share there is one file for each sender and
 * receiver of an epoch,
 *
 *     EPOCH-SENDER-RECEIVER    batches, one behind the other
 *
 * which only the sender writes, and only appends to.  A batch is in the file
 * (on the server's disk, if that is another machine's) before transfer_append
 * comes back; so whoever hears of its position later can read it.  What is read
 * may be checked by its digest: whoever does so notices a directory that is not
 * shared.
 *
 * A member may be gone when others read what it sent, so files stay until the
 * master, who alone knows that nobody needs them, removes them. */
#ifndef EXPLORE_ASYNC_TRANSFER_H
#define EXPLORE_ASYNC_TRANSFER_H

#include "base/bytes.h"
#include "base/problem.h"

typedef struct transfer transfer;

transfer *transfer_new (const char *dir, uint64_t epoch, unsigned self);
void transfer_free (transfer *); /* null is nothing */
/* False: no room, problem set. */
bool transfer_append (transfer *, unsigned to, struct bytes batch,
                      uint64_t *position, struct problem *);
/* Appends so many bytes from there to the buffer.  False: they cannot be read:
 * problem set. */
bool transfer_read (transfer *, unsigned from, uint64_t position, size_t size,
                    struct buffer *, struct problem *);
/* All that was appended so far has been read: its room on the disk is free
 * again, where the file system can do that. */
void transfer_forget (transfer *);
uint64_t transfer_bytes (const transfer *); /* written so far */

/* A directory for the files of one search below `parent`, which is a run's own
 * (then what an earlier process left there is gone) or others' too; the caller
 * frees its name.  Null: problem set. */
char *transfers_make (const char *parent, bool own, struct problem *);
/* Removes the files of epochs before that. */
void transfers_clean (const char *dir, uint64_t epoch);
/* Removes it with all that is in it; frees the name.  Null is nothing. */
void transfers_drop (char *);

#endif
