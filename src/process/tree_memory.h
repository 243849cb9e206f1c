/* tree_memory.h -- what a process and all that it has started hold in memory.
 *
 * A worker leads a group of its own, so the tree is what tells who belongs to a check. */
#ifndef PROCESS_TREE_MEMORY_H
#define PROCESS_TREE_MEMORY_H

#include <stdint.h>
#include <sys/types.h>

/* Bytes that are in memory now.  What several of them share counts for each, and what is
 * mapped of files as well: never less than tree_memory_own, and cheap. */
uint64_t tree_memory_resident (pid_t root);

/* Bytes that cannot be given back but by these processes: what they share counts once, and
 * what is mapped of files is left out.  Takes some milliseconds for a gigabyte. */
uint64_t tree_memory_own (pid_t root);

#endif
