/* run.c -- see run.h. */
#include "journal/run.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"
#include "journal/manifest.h"

struct run {
    char *dir;
    int lock;    /* held as long as the run is open */
    int journal; /* appended to */
    memo *memo;
    struct map passed; /* number of the round -> index into digest */
    struct VEC (struct digest) digest;
};

static char *
run_path (const char *dir, const char *name)
{
    struct text t;
    text_init (&t);
    text_print (&t, "%s/%s", dir, name);
    return text_take (&t);
}

static bool
run_failed (const run *r, const char *name, int failure, struct problem *p)
{
    return problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                            "run directory: %s/%s: %s", r->dir, name,
                            strerror (failure));
}

/* ---- the journal: `round NUMBER DIGEST CHECKSUM` lines */

static void
journal_line (struct text *t, uint64_t round, struct digest d)
{
    char digest[DIGEST_TEXT], sum[DIGEST_TEXT];
    size_t start = t->size;
    digest_print (d, digest);
    text_print (t, "round %" PRIu64 " %s", round, digest);
    digest_print (digest_string (text_view (t) + start), sum);
    text_print (t, " %s\n", sum);
}

/* Reads the line at `text`; its size, or 0: it is torn or damaged. */
static size_t
journal_read (const char *text, uint64_t *round, struct digest *d)
{
    char *end;
    if (strncmp (text, "round ", 6))
        return 0;
    *round = strtoull (text + 6, &end, 10);
    if (*end != ' ' || !digest_parse (end + 1, d))
        return 0;
    struct text again;
    text_init (&again);
    journal_line (&again, *round, *d);
    size_t size = again.size;
    if (strncmp (text, text_view (&again), size))
        size = 0;
    text_clear (&again);
    return size;
}

static void
run_remember (run *r, uint64_t round, struct digest d)
{
    if (map_get (&r->passed, map_number (round)))
        return;
    map_put (&r->passed, map_number (round), r->digest.size);
    VEC_PUSH (r->digest, d);
}

static bool
run_open_journal (run *r, struct problem *p)
{
    char *path = run_path (r->dir, "journal");
    r->journal = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    size_t size = 0, at = 0, line;
    char *text = r->journal < 0 ? NULL : text_file (path, &size);
    int failure = text ? 0 : errno;
    memory_free (path);
    if (!text)
        return run_failed (r, "journal", failure, p);
    uint64_t round;
    struct digest d;
    for (; at < size && (line = journal_read (text + at, &round, &d));
         at += line)
        run_remember (r, round, d);
    memory_free (text);
    /* What a crash tore is passed again. */
    if (at < size && ftruncate (r->journal, (off_t) at))
        return run_failed (r, "journal", errno, p);
    return true;
}

/* ---- opening */

static run *
run_new (const char *dir)
{
    run *r = NEW (run);
    r->dir = memory_string (dir);
    r->lock = r->journal = -1;
    map_init (&r->passed);
    return r;
}

void
run_free (run *r)
{
    if (!r)
        return;
    memo_free (r->memo);
    if (r->journal >= 0)
        close (r->journal);
    if (r->lock >= 0)
        close (r->lock);
    map_clear (&r->passed);
    VEC_CLEAR (r->digest);
    memory_free (r->dir);
    memory_free (r);
}

/* One process at a time; the lock goes with the process, however it ends. */
static bool
run_lock (run *r, struct problem *p)
{
    char *path = run_path (r->dir, "lock");
    r->lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    int failure = errno;
    memory_free (path);
    if (r->lock < 0)
        return run_failed (r, "lock", failure, p);
    if (!flock (r->lock, LOCK_EX | LOCK_NB))
        return true;
    if (errno != EWOULDBLOCK)
        return run_failed (r, "lock", errno, p);
    return problem_of_kind (p, PROBLEM_USAGE, (struct place) {.file = r->dir},
                            "another process is using this run directory");
}

static bool
run_open_tables (run *r, struct problem *p)
{
    char *path = run_path (r->dir, "memo");
    r->memo = memo_open (path, p);
    memory_free (path);
    return r->memo && run_open_journal (r, p);
}

static bool
run_begin (run *r, const struct run_identity *id, struct problem *p)
{
    struct place place = {.file = r->dir};
    if (mkdir (r->dir, 0777) && errno != EEXIST)
        return problem_of_kind (p, PROBLEM_USAGE, place, "%s",
                                strerror (errno));
    if (!run_lock (r, p))
        return false;
    char *manifest = run_path (r->dir, "manifest");
    char *memo_path = run_path (r->dir, "memo");
    bool used = !access (manifest, F_OK), foreign = !access (memo_path, F_OK);
    bool good = false;
    struct text t;
    text_init (&t);
    if (used)
        problem_of_kind (p, PROBLEM_USAGE, place,
                         "holds a run already; continue it with --resume=%s, "
                         "or choose another directory",
                         r->dir);
    else if (foreign) /* answers to who knows what */
        problem_of_kind (p, PROBLEM_USAGE, place,
                         "holds a memo without a manifest; choose another "
                         "directory");
    else {
        manifest_write (id, &t);
        good = text_save (manifest, text_view (&t), t.size)
               || run_failed (r, "manifest", errno, p);
    }
    text_clear (&t);
    memory_free (manifest);
    memory_free (memo_path);
    return good && run_open_tables (r, p);
}

static bool
run_continue (run *r, const struct run_identity *id, struct problem *p)
{
    char *path = run_path (r->dir, "manifest");
    size_t size;
    char *stored = text_file (path, &size);
    bool good = false;
    if (stored)
        good = run_lock (r, p) && manifest_agrees (path, stored, size, id, p);
    else
        problem_of_kind (p, PROBLEM_USAGE, (struct place) {.file = r->dir},
                         "no run to continue here (manifest: %s)",
                         strerror (errno));
    memory_free (stored);
    memory_free (path);
    return good && run_open_tables (r, p);
}

run *
run_create (const char *dir, const struct run_identity *id, struct problem *p)
{
    run *r = run_new (dir);
    if (run_begin (r, id, p))
        return r;
    run_free (r);
    return NULL;
}

run *
run_resume (const char *dir, const struct run_identity *id, struct problem *p)
{
    run *r = run_new (dir);
    if (run_continue (r, id, p))
        return r;
    run_free (r);
    return NULL;
}

/* ---- using */

memo *
run_memo (run *r)
{
    return r->memo;
}

const char *
run_directory (const run *r)
{
    return r->dir;
}

bool
run_passed (run *r, uint64_t round, struct digest d, struct problem *p)
{
    const uint64_t *known = map_get (&r->passed, map_number (round));
    if (known) {
        struct digest old = r->digest.at[*known];
        if (digest_equal (old, d))
            return true;
        char was[DIGEST_TEXT], is[DIGEST_TEXT];
        digest_print (old, was);
        digest_print (d, is);
        return problem_of_kind (p, PROBLEM_RESOURCE,
                                (struct place) {.file = r->dir},
                                "internal: round %" PRIu64
                                " was passed with digest %s, and now with %s",
                                round, was, is);
    }
    /* No need to sync: should the machine lose the answers that the round
     * rests on, they are computed again, and the digest must be the same. */
    if (!memo_sync (r->memo, false, p))
        return false;
    struct text line;
    text_init (&line);
    journal_line (&line, round, d);
    size_t done = 0;
    bool good = true;
    while (good && done < line.size) {
        ssize_t put =
            write (r->journal, text_view (&line) + done, line.size - done);
        if (put < 0 && errno == EINTR)
            continue;
        good = put > 0 || run_failed (r, "journal", put ? errno : EIO, p);
        done += good ? (size_t) put : 0;
    }
    text_clear (&line);
    if (good)
        run_remember (r, round, d);
    return good;
}

bool
run_save (run *r, const char *name, const char *data, size_t size,
          struct problem *p)
{
    assert (!strchr (name, '/'));
    char *path = run_path (r->dir, name);
    bool good = text_save (path, data, size) || run_failed (r, name, errno, p);
    memory_free (path);
    return good;
}
