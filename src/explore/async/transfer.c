/* transfer.c -- see transfer.h. */
#include "explore/async/transfer.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/text.h"
#include "base/vec.h"

enum { NFS_MAGIC = 0x6969 };

struct channel_file {
    unsigned who;
    int file;
    uint64_t size; /* of those to others */
    uint64_t gone; /* of these: they were given back */
    bool remote;   /* written by this machine, kept by another */
};

struct transfer {
    char *dir; /* owned */
    uint64_t epoch;
    unsigned self;
    struct VEC (struct channel_file) to, from;
    uint64_t bytes;
};

transfer *
transfer_new (const char *dir, uint64_t epoch, unsigned self)
{
    transfer *t = NEW (transfer);
    t->dir = memory_string (dir);
    t->epoch = epoch;
    t->self = self;
    return t;
}

/* To be freed. */
static char *
file_name (const transfer *t, unsigned from, unsigned to)
{
    struct text name;
    text_init (&name);
    text_print (&name, "%s/%" PRIu64 "-%u-%u", t->dir, t->epoch, from, to);
    return text_take (&name);
}

void
transfer_free (transfer *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->to.size; i++)
        close (t->to.at[i].file);
    for (size_t i = 0; i < t->from.size; i++)
        close (t->from.at[i].file);
    VEC_CLEAR (t->to);
    VEC_CLEAR (t->from);
    memory_free (t->dir);
    memory_free (t);
}

static bool
file_problem (const char *name, const char *what, struct problem *p)
{
    return problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                            "transfer file %s: %s", name, what);
}

/* ---- writing */

static struct channel_file *
file_to (transfer *t, unsigned to, struct problem *p)
{
    for (size_t i = 0; i < t->to.size; i++)
        if (t->to.at[i].who == to)
            return &t->to.at[i];
    char *name = file_name (t, t->self, to);
    int file = open (name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
        file_problem (name, strerror (errno), p);
        memory_free (name);
        return NULL;
    }
    struct statfs about;
    struct channel_file f = {.who = to, .file = file};
    f.remote = !fstatfs (file, &about) && (long) about.f_type == NFS_MAGIC;
    VEC_PUSH (t->to, f);
    memory_free (name);
    return &VEC_LAST (t->to);
}

static bool
file_write (struct channel_file *f, struct bytes b)
{
    uint64_t at = f->size;
    while (b.size) {
        ssize_t n = pwrite (f->file, b.data, b.size, (off_t) at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        b.data += n;
        b.size -= (size_t) n;
        at += (uint64_t) n;
    }
    /* Clients of such a server see what it has, no sooner. */
    return !f->remote || !fdatasync (f->file);
}

bool
transfer_append (transfer *t, unsigned to, struct bytes batch,
                 uint64_t *position, struct problem *p)
{
    assert (to != t->self && batch.size);
    struct channel_file *f = file_to (t, to, p);
    if (!f)
        return false;
    if (!file_write (f, batch)) {
        char *name = file_name (t, t->self, to);
        file_problem (name, strerror (errno), p);
        memory_free (name);
        return false;
    }
    *position = f->size;
    f->size += batch.size;
    t->bytes += batch.size;
    return true;
}

void
transfer_forget (transfer *t)
{
    for (size_t i = 0; i < t->to.size; i++) {
        struct channel_file *f = &t->to.at[i];
        if (f->gone == f->size)
            continue;
        /* From the start: a block at the border was not given back. */
        int done =
            fallocate (f->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                       (off_t) f->size);
        (void) done; /* it takes room, no more */
        f->gone = f->size;
    }
}

uint64_t
transfer_bytes (const transfer *t)
{
    return t->bytes;
}

/* ---- reading */

static int
file_from (transfer *t, unsigned from)
{
    for (size_t i = 0; i < t->from.size; i++)
        if (t->from.at[i].who == from)
            return t->from.at[i].file;
    char *name = file_name (t, from, t->self);
    struct channel_file f = {.who = from,
                             .file = open (name, O_RDONLY | O_CLOEXEC)};
    memory_free (name);
    if (f.file >= 0)
        VEC_PUSH (t->from, f);
    return f.file;
}

bool
transfer_read (transfer *t, unsigned from, uint64_t position, size_t size,
               struct buffer *b, struct problem *p)
{
    uint8_t piece[1 << 14];
    int file = file_from (t, from);
    bool good = file >= 0 && position <= INT64_MAX;
    const char *why = file < 0 ? strerror (errno) : "it ends too soon";
    while (good && size) {
        size_t want = size < sizeof piece ? size : sizeof piece;
        ssize_t n = pread (file, piece, want, (off_t) position);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            why = strerror (errno);
        good = n > 0;
        if (!good)
            break;
        buffer_put (b, piece, (size_t) n);
        position += (uint64_t) n;
        size -= (size_t) n;
    }
    if (good)
        return true;
    char *name = file_name (t, from, t->self);
    file_problem (name, why, p);
    memory_free (name);
    return false;
}

/* ---- the directory */

char *
transfers_make (const char *parent, bool own, struct problem *p)
{
    struct text name;
    text_init (&name);
    text_print (&name, "%s/transfer%s", parent, own ? "" : "-XXXXXX");
    char *dir = text_take (&name);
    if (own ? !mkdir (dir, 0777) || errno == EEXIST : mkdtemp (dir) != NULL) {
        transfers_clean (dir, UINT64_MAX);
        return dir;
    }
    problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0}, "%s: %s", parent,
                     strerror (errno));
    memory_free (dir);
    return NULL;
}

void
transfers_clean (const char *dir, uint64_t epoch)
{
    DIR *list = opendir (dir);
    for (const struct dirent *e; list && (e = readdir (list));) {
        char *end;
        uint64_t of = strtoull (e->d_name, &end, 10);
        if (end != e->d_name && *end == '-' && of < epoch)
            unlinkat (dirfd (list), e->d_name, 0);
    }
    if (list)
        closedir (list);
}

void
transfers_drop (char *dir)
{
    if (!dir)
        return;
    transfers_clean (dir, UINT64_MAX);
    rmdir (dir);
    memory_free (dir);
}
