/* private_folder.h -- a private place for sockets and the like: a child that is killed cannot
 * clean up after itself, so its parent makes the place and drops it. */
#ifndef PROCESS_PRIVATE_FOLDER_H
#define PROCESS_PRIVATE_FOLDER_H

#include <stdbool.h>

enum { PRIVATE_FOLDER_PATH = 80 }; /* paths of sockets are short */

/* Makes it, below TMPDIR if that is not too long, and it is TMPDIR from now on. */
bool private_folder_make (char path[PRIVATE_FOLDER_PATH]);
/* With all that is in it. */
void private_folder_drop (const char *path);

#endif
