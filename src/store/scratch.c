/* scratch.c -- see scratch.h. */
#include "store/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *
scratch_directory (const char *asked)
{
    const char *temporary = getenv ("TMPDIR");
    return asked ? asked : temporary && *temporary ? temporary : "/tmp";
}

int
scratch_open (const char *directory)
{
    int file = open (directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
        return file;
    char path[4096];
    if (snprintf (path, sizeof path, "%s/cohort-XXXXXX", directory)
        >= (int) sizeof path)
        return -1;
    file = mkostemp (path, O_CLOEXEC);
    if (file >= 0)
        unlink (path);
    return file;
}

bool
scratch_direct (int file)
{
    int flags = fcntl (file, F_GETFL);
    return flags >= 0 && !fcntl (file, F_SETFL, flags | O_DIRECT);
}

bool
scratch_is_direct (int file)
{
    int flags = fcntl (file, F_GETFL);
    return flags >= 0 && (flags & O_DIRECT);
}

/* Some file systems take the flag, and then no bytes. */
static bool
scratch_again (int file)
{
    if (errno == EINTR)
        return true;
    return errno == EINVAL && scratch_is_direct (file)
           && !fcntl (file, F_SETFL, fcntl (file, F_GETFL) & ~O_DIRECT);
}

bool
scratch_reserve (int file, uint64_t offset, uint64_t bytes)
{
    int failed;
    do
        failed = posix_fallocate (file, (off_t) offset, (off_t) bytes);
    while (failed == EINTR);
    errno = failed;
    return !failed;
}

void
scratch_drop (int file, uint64_t offset, uint64_t bytes)
{
    /* Where holes are unknown the space stays taken till the end. */
    if (fallocate (file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                   (off_t) offset, (off_t) bytes))
        errno = 0;
}

bool
scratch_read (int file, void *to, size_t size, uint64_t offset)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = pread (file, (char *) to + done, size - done,
                           (off_t) (offset + done));
        if (n < 0 && scratch_again (file))
            continue;
        if (n == 0)
            errno = EIO;
        if (n <= 0)
            return false;
        done += (size_t) n;
    }
    return true;
}

bool
scratch_write (int file, const void *from, size_t size, uint64_t offset)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite (file, (const char *) from + done, size - done,
                            (off_t) (offset + done));
        if (n < 0 && scratch_again (file))
            continue;
        if (n <= 0)
            return false;
        done += (size_t) n;
    }
    return true;
}
