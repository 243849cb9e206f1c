/* private_folder.c -- see private_folder.h. */
#include "process/private_folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

bool
private_folder_make (char path[PRIVATE_FOLDER_PATH])
{
    const char *base = getenv ("TMPDIR");
    if (!base || *base != '/'
        || snprintf (path, PRIVATE_FOLDER_PATH, "%s/cohort-XXXXXX", base)
               >= PRIVATE_FOLDER_PATH)
        snprintf (path, PRIVATE_FOLDER_PATH, "/tmp/cohort-XXXXXX");
    return mkdtemp (path) && !setenv ("TMPDIR", path, 1);
}

static int
entry_drop (const char *path, const struct stat *about, int kind,
            struct FTW *place)
{
    (void) about;
    (void) kind;
    (void) place;
    return remove (path);
}

void
private_folder_drop (const char *path)
{
    nftw (path, entry_drop, 8, FTW_DEPTH | FTW_PHYS);
}
