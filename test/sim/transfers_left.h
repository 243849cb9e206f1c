/* transfers_left.h -- what is left of states in the transfer files of a
 * search. */
#ifndef TEST_SIM_TRANSFERS_LEFT_H
#define TEST_SIM_TRANSFERS_LEFT_H

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

struct transfers_left {
    uint64_t bytes, left; /* ever written; not given back, as far as they are
                             not 0 */
};

/* Files of so few bytes fill no block, and one that is not given back as a
 * whole is set to 0 as far as it was to be: so bytes are looked at, which is the
 * same for every size. */
static void
transfers_left_file (struct transfers_left *sum, int file)
{
    uint8_t piece[4096];
    ssize_t n;
    while ((n = read (file, piece, sizeof piece)) > 0) {
        sum->bytes += (uint64_t) n;
        for (ssize_t i = 0; i < n; i++)
            sum->left += piece[i] != 0;
    }
}

/* Adds what is in the files EPOCH-SENDER-RECEIVER of a directory. */
static void
transfers_left_add (struct transfers_left *sum, const char *dir)
{
    DIR *list = opendir (dir);
    for (const struct dirent *e; list && (e = readdir (list));) {
        if (e->d_name[0] < '0' || e->d_name[0] > '9')
            continue;
        int file = openat (dirfd (list), e->d_name, O_RDONLY | O_CLOEXEC);
        if (file < 0)
            continue;
        transfers_left_file (sum, file);
        close (file);
    }
    if (list)
        closedir (list);
}

#endif
