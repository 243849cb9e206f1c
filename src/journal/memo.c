/* memo.c -- see memo.h.
 *
 * A put appends its record to a buffer; memo_sync writes the buffer out, which
 * is enough to survive the death of this process, and now and then asks the
 * disk to have it, which is enough to survive the death of the machine. */
#include "journal/memo.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"

enum {
    MEMO_HEAD = 36,            /* bytes before the answer */
    MEMO_TAIL = 8,             /* bytes after it: the checksum */
    MEMO_GROUP_NS = 200000000, /* longest time between two syncs */
};

struct memo_record {
    struct bytes answer; /* in the arena */
    uint64_t units, cost_ns;
};

struct memo {
    memo *base; /* of a part, which has only this and the program */
    struct digest program;
    struct map index; /* digest of the item -> number of its record */
    struct VEC (struct memo_record) record;
    struct arena arena;
    int file;              /* -1: memory only */
    char *path;            /* null: memory only */
    struct buffer pending; /* not yet written */
    bool dirty;            /* written, but not yet synced */
    uint64_t synced_ns;    /* when the last group was synced */
    int failure;           /* errno of the first failure; nothing is written
                              after it, so the file never has a hole */
};

memo *
memo_new (void)
{
    memo *m = NEW (memo);
    map_init (&m->index);
    arena_init (&m->arena);
    buffer_init (&m->pending);
    m->file = -1;
    return m;
}

memo *
memo_of (memo *base, struct digest program)
{
    assert (base && !base->base);
    memo *m = memo_new ();
    m->base = base;
    m->program = program;
    return m;
}

/* The table itself, and the key there. */
static const memo *
memo_whole (const memo *m, struct digest *item)
{
    if (!m->base)
        return m;
    struct buffer b;
    buffer_init (&b);
    buffer_digest (&b, *item);
    *item = digest_chain (m->program, buffer_view (&b));
    buffer_clear (&b);
    return m->base;
}

void
memo_free (memo *m)
{
    if (!m)
        return;
    struct problem ignored = {0};
    memo_sync (m, true, &ignored);
    if (m->file >= 0)
        close (m->file);
    map_clear (&m->index);
    VEC_CLEAR (m->record);
    arena_clear (&m->arena);
    buffer_clear (&m->pending);
    memory_free (m->path);
    memory_free (m);
}

static void
memo_keep (memo *m, struct digest item, struct bytes answer, uint64_t units,
           uint64_t cost_ns)
{
    struct memo_record r = {{NULL, answer.size}, units, cost_ns};
    if (answer.size)
        r.answer.data = arena_copy (&m->arena, answer.data, answer.size);
    bool added = map_put (&m->index, item, m->record.size);
    assert (added);
    (void) added;
    VEC_PUSH (m->record, r);
}

static const struct memo_record *
memo_find (const memo *m, struct digest item)
{
    const uint64_t *found = map_get (&m->index, item);
    return found ? &m->record.at[*found] : NULL;
}

static bool
memo_failed (const memo *m, int failure, struct problem *p)
{
    return problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                            "run directory: %s: %s", m->path,
                            strerror (failure));
}

/* Takes the record at the start of `rest`.  False: it is damaged. */
static bool
memo_take (memo *m, struct bytes rest, size_t *size)
{
    struct reader r;
    reader_init (&r, rest);
    uint32_t n = reader_u32 (&r);
    struct digest item = reader_digest (&r);
    uint64_t units = reader_u64 (&r);
    uint64_t cost_ns = reader_u64 (&r);
    struct bytes answer = reader_take (&r, n);
    uint64_t checksum = reader_u64 (&r);
    if (r.failed)
        return false;
    struct bytes covered = {rest.data, (size_t) MEMO_HEAD + n};
    if (digest_of (covered).low != checksum)
        return false;
    *size = covered.size + MEMO_TAIL;
    /* Two processes never append to one file (run.h locks it), so a second
     * record of an item cannot come from us; the first one counts. */
    if (!memo_find (m, item))
        memo_keep (m, item, answer, units, cost_ns);
    return true;
}

static bool
memo_load (memo *m, struct problem *p)
{
    size_t size = 0, at = 0, record = 0;
    char *data = text_file (m->path, &size);
    if (!data)
        return memo_failed (m, errno, p);
    while (at < size
           && memo_take (m, (struct bytes) {(uint8_t *) data + at, size - at},
                         &record))
        at += record;
    memory_free (data);
    if (at < size && (ftruncate (m->file, (off_t) at) || fsync (m->file)))
        return memo_failed (m, errno, p);
    return true;
}

memo *
memo_open (const char *path, struct problem *p)
{
    assert (path);
    memo *m = memo_new ();
    m->path = memory_string (path);
    m->file = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (m->file < 0 ? memo_failed (m, errno, p) : memo_load (m, p)) {
        m->synced_ns = clock_wall_ns ();
        return m;
    }
    m->failure = EIO; /* so that freeing it writes nothing */
    memo_free (m);
    return NULL;
}

bool
memo_get (const memo *m, struct digest item, struct bytes *answer,
          uint64_t *units)
{
    m = memo_whole (m, &item);
    const struct memo_record *r = memo_find (m, item);
    if (!r)
        return false;
    *answer = r->answer;
    *units = r->units;
    return true;
}

uint64_t
memo_cost_ns (const memo *m, struct digest item)
{
    m = memo_whole (m, &item);
    const struct memo_record *r = memo_find (m, item);
    return r ? r->cost_ns : 0;
}

bool
memo_put (memo *m, struct digest item, struct bytes answer, uint64_t units,
          uint64_t cost_ns)
{
    assert (answer.size <= UINT32_MAX);
    memo_whole (m, &item);
    m = m->base ? m->base : m;
    const struct memo_record *r = memo_find (m, item);
    if (r)
        return r->units == units && bytes_equal (r->answer, answer);
    memo_keep (m, item, answer, units, cost_ns);
    if (m->file < 0 || m->failure)
        return true;
    size_t start = m->pending.size;
    buffer_u32 (&m->pending, (uint32_t) answer.size);
    buffer_digest (&m->pending, item);
    buffer_u64 (&m->pending, units);
    buffer_u64 (&m->pending, cost_ns);
    buffer_put (&m->pending, answer.data, answer.size);
    struct bytes covered = {m->pending.data + start, m->pending.size - start};
    assert (covered.size == MEMO_HEAD + answer.size);
    buffer_u64 (&m->pending, digest_of (covered).low);
    return true;
}

size_t
memo_count (const memo *m)
{
    return m->base ? m->base->record.size : m->record.size;
}

/* Writes all that is pending; errno, or 0. */
static int
memo_write (memo *m)
{
    size_t done = 0;
    while (done < m->pending.size) {
        ssize_t put =
            write (m->file, m->pending.data + done, m->pending.size - done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return put < 0 ? errno : EIO;
        done += (size_t) put;
    }
    m->dirty |= done > 0;
    buffer_reset (&m->pending);
    return 0;
}

bool
memo_sync (memo *m, bool now, struct problem *p)
{
    m = m->base ? m->base : m;
    if (m->file < 0)
        return true;
    if (!m->failure && m->pending.size)
        m->failure = memo_write (m);
    if (!m->failure && m->dirty) {
        uint64_t time = clock_wall_ns ();
        if (now || time - m->synced_ns >= MEMO_GROUP_NS) {
            if (fdatasync (m->file))
                m->failure = errno;
            m->synced_ns = time;
            m->dirty = false;
        }
    }
    return !m->failure || memo_failed (m, m->failure, p);
}
