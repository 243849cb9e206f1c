/* scratch.h -- files that are gone when the process is. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The directory that was asked for; null: $TMPDIR, or /tmp. */
const char *scratch_directory (const char *asked);
/* -1 with errno set: none. */
int scratch_open (const char *directory);
/* From now on its bytes go past the page cache, if the file system can, and
 * until it says that it cannot: offsets, sizes and addresses are multiples of a
 * page.  False: they do not. */
bool scratch_direct (int file);
bool scratch_is_direct (int file);
/* The space for these bytes is there from now on.  False: it is not. */
bool scratch_reserve (int file, uint64_t offset, uint64_t bytes);
/* These bytes are not needed any more. */
void scratch_drop (int file, uint64_t offset, uint64_t bytes);
/* All of them, however often the call is interrupted; false: errno. */
bool scratch_read (int file, void *, size_t, uint64_t offset);
bool scratch_write (int file, const void *, size_t, uint64_t offset);

#endif
