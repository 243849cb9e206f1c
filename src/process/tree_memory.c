/* tree_memory.c -- see tree_memory.h. */
#include "process/tree_memory.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

struct process_tree {
    pid_t *at;
    size_t count, room;
};

static void
tree_add (struct process_tree *t, pid_t pid)
{
    assert (pid > 0);
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->at = memory_resize (t->at, t->room * sizeof *t->at);
    }
    t->at[t->count++] = pid;
}

/* Of each thread the kernel lists the processes that it has started and those that it
 * has inherited.  One that ends meanwhile is left out. */
static void
tree_add_children (struct process_tree *t, pid_t pid)
{
    char path[400];
    snprintf (path, sizeof path, "/proc/%d/task", (int) pid);
    DIR *tasks = opendir (path);
    for (struct dirent *e; tasks && (e = readdir (tasks));) {
        if (!isdigit ((unsigned char) *e->d_name))
            continue;
        snprintf (path, sizeof path, "/proc/%d/task/%s/children", (int) pid,
                  e->d_name);
        FILE *f = fopen (path, "re");
        for (int child; f && fscanf (f, "%d", &child) == 1;)
            tree_add (t, child);
        if (f)
            fclose (f);
    }
    if (tasks)
        closedir (tasks);
}

static uint64_t
resident_of (pid_t pid)
{
    char path[64];
    uint64_t size, pages = 0;
    snprintf (path, sizeof path, "/proc/%d/statm", (int) pid);
    FILE *f = fopen (path, "re");
    if (f && fscanf (f, "%" SCNu64 " %" SCNu64, &size, &pages) != 2)
        pages = 0;
    if (f)
        fclose (f);
    return pages * (uint64_t) sysconf (_SC_PAGESIZE);
}

static uint64_t
own_of (pid_t pid)
{
    char path[64], line[256];
    uint64_t kb, all = 0, file = 0;
    snprintf (path, sizeof path, "/proc/%d/smaps_rollup", (int) pid);
    FILE *f = fopen (path, "re");
    while (f && fgets (line, sizeof line, f))
        if (sscanf (line, "Pss: %" SCNu64, &kb) == 1)
            all = kb;
        else if (sscanf (line, "Pss_File: %" SCNu64, &kb) == 1)
            file = kb;
    if (f)
        fclose (f);
    assert (file <= all || !all);
    return file < all ? (all - file) << 10 : 0;
}

static uint64_t
tree_sum (pid_t root, uint64_t (*of) (pid_t))
{
    struct process_tree t = {0};
    uint64_t sum = 0;
    tree_add (&t, root);
    for (size_t i = 0; i < t.count; i++) {
        tree_add_children (&t, t.at[i]);
        sum += of (t.at[i]);
    }
    memory_free (t.at);
    return sum;
}

uint64_t
tree_memory_resident (pid_t root)
{
    return tree_sum (root, resident_of);
}

uint64_t
tree_memory_own (pid_t root)
{
    return tree_sum (root, own_of);
}
