/* log.c -- see log.h. */
#include "explore/members/log.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"

enum { HEAD = 5, TAIL = 8, STATES = 1, END = 2 };

struct layer_writer {
    char *dir, *path, *final;
    int file;
    uint64_t layer, states;
    struct buffer block;
};

struct layer_reader {
    char *path;
    int file;
    uint64_t layer, states;
    bool ended;
    struct buffer block;
};

static char *
layer_path (const char *dir, uint64_t layer, const char *ending)
{
    struct text t;
    text_init (&t);
    text_print (&t, "%s/layers/%" PRIu64 "%s", dir, layer, ending);
    return text_take (&t);
}

static bool
layer_failed (const char *path, int failure, struct problem *p)
{
    return problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                            "run directory: %s: %s", path, strerror (failure));
}

static bool
layer_damaged (const char *path, struct problem *p)
{
    return problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                            "run directory: %s is damaged", path);
}

/* ---- writing */

layer_writer *
layer_writer_new (const char *dir, uint64_t layer, struct problem *p)
{
    assert (layer > 0);
    layer_writer *w = NEW (layer_writer);
    struct text t;
    text_init (&t);
    text_print (&t, "%s/layers", dir);
    w->dir = text_take (&t);
    w->path = layer_path (dir, layer, ".new");
    w->final = layer_path (dir, layer, "");
    w->layer = layer;
    if (mkdir (w->dir, 0777) && errno != EEXIST)
        w->file = -1;
    else
        w->file =
            open (w->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (w->file >= 0)
        return w;
    layer_failed (w->path, errno, p);
    layer_writer_drop (w);
    return NULL;
}

static void
layer_writer_free (layer_writer *w)
{
    if (w->file >= 0)
        close (w->file);
    buffer_clear (&w->block);
    memory_free (w->dir);
    memory_free (w->path);
    memory_free (w->final);
    memory_free (w);
}

void
layer_writer_drop (layer_writer *w)
{
    if (!w)
        return;
    if (w->file >= 0)
        unlink (w->path);
    layer_writer_free (w);
}

static bool
layer_write (layer_writer *w, uint8_t kind, struct bytes body,
             struct problem *p)
{
    assert (body.size <= UINT32_MAX && (kind == STATES || kind == END));
    assert (w->file >= 0);
    struct buffer *b = &w->block;
    buffer_reset (b);
    buffer_u32 (b, (uint32_t) body.size);
    buffer_byte (b, kind);
    buffer_put (b, body.data, body.size);
    buffer_u64 (b, digest_of (buffer_view (b)).low);
    for (size_t done = 0; done < b->size;) {
        ssize_t put = write (w->file, b->data + done, b->size - done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return layer_failed (w->path, put < 0 ? errno : EIO, p);
        done += (size_t) put;
    }
    return true;
}

bool
layer_writer_add (layer_writer *w, struct bytes states, uint64_t count,
                  struct problem *p)
{
    assert (!states.size == !count);
    w->states += count;
    return !states.size || layer_write (w, STATES, states, p);
}

static bool
directory_sync (const char *dir, struct problem *p)
{
    int file = open (dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool good = file >= 0 && !fsync (file);
    if (!good)
        layer_failed (dir, errno, p);
    if (file >= 0)
        close (file);
    return good;
}

bool
layer_writer_commit (layer_writer *w, struct bytes ending, struct problem *p)
{
    struct buffer body;
    buffer_init (&body);
    buffer_uint (&body, w->layer);
    buffer_uint (&body, w->states);
    buffer_put (&body, ending.data, ending.size);
    bool good = layer_write (w, END, buffer_view (&body), p);
    buffer_clear (&body);
    if (good && (fdatasync (w->file) || rename (w->path, w->final)))
        good = layer_failed (w->path, errno, p);
    good = good && directory_sync (w->dir, p);
    layer_writer_free (w);
    return good;
}

/* ---- reading */

layer_reader *
layer_reader_new (const char *dir, uint64_t layer, struct problem *p)
{
    assert (layer > 0);
    layer_reader *r = NEW (layer_reader);
    r->path = layer_path (dir, layer, "");
    r->layer = layer;
    r->file = open (r->path, O_RDONLY | O_CLOEXEC);
    if (r->file >= 0)
        return r;
    layer_failed (r->path, errno, p);
    layer_reader_free (r);
    return NULL;
}

void
layer_reader_free (layer_reader *r)
{
    if (!r)
        return;
    if (r->file >= 0)
        close (r->file);
    buffer_clear (&r->block);
    memory_free (r->path);
    memory_free (r);
}

/* So many more bytes of the file, behind what the block has.  False: they are
 * not there. */
static bool
layer_read (layer_reader *r, size_t size)
{
    struct buffer *b = &r->block;
    uint8_t part[4096];
    while (size) {
        ssize_t got =
            read (r->file, part, size < sizeof part ? size : sizeof part);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        buffer_put (b, part, (size_t) got);
        size -= (size_t) got;
    }
    return true;
}

/* The next block into r->block; its kind, or 0: damaged. */
static uint8_t
layer_block (layer_reader *r, struct bytes *body)
{
    buffer_reset (&r->block);
    if (!layer_read (r, HEAD))
        return 0;
    struct reader in;
    reader_init (&in, buffer_view (&r->block));
    uint32_t n = reader_u32 (&in);
    uint8_t kind = reader_byte (&in);
    struct stat about;
    /* Before memory is asked for. */
    if (fstat (r->file, &about) || (off_t) n > about.st_size
        || !layer_read (r, (size_t) n + TAIL))
        return 0;
    struct bytes covered = {r->block.data, HEAD + (size_t) n};
    reader_init (&in, (struct bytes) {r->block.data + covered.size, TAIL});
    *body = (struct bytes) {r->block.data + HEAD, n};
    return digest_of (covered).low == reader_u64 (&in) ? kind : 0;
}

/* The end of a file: what its writer added. */
static bool
layer_ending (layer_reader *r, struct bytes body, struct bytes *added)
{
    struct reader in;
    reader_init (&in, body);
    bool right = reader_uint (&in) == r->layer;
    r->states = reader_uint (&in);
    *added = (struct bytes) {in.at, (size_t) (in.end - in.at)};
    return !in.failed && right;
}

bool
layer_reader_next (layer_reader *r, struct bytes *states, struct problem *p)
{
    struct bytes body, added;
    *states = (struct bytes) {0};
    if (r->ended)
        return true;
    uint8_t kind = layer_block (r, &body);
    if (kind == STATES && body.size) {
        *states = body;
        return true;
    }
    r->ended = true;
    return (kind == END && layer_ending (r, body, &added))
           || layer_damaged (r->path, p);
}

/* Skips the states. */
static bool
layer_skip (layer_reader *r)
{
    for (;;) {
        buffer_reset (&r->block);
        if (!layer_read (r, HEAD))
            return false;
        struct reader in;
        reader_init (&in, buffer_view (&r->block));
        uint32_t n = reader_u32 (&in);
        uint8_t kind = reader_byte (&in);
        if (kind == END)
            return lseek (r->file, -HEAD, SEEK_CUR) >= 0;
        if (kind != STATES || lseek (r->file, (off_t) n + TAIL, SEEK_CUR) < 0)
            return false;
    }
}

bool
layers_find (const char *dir, uint64_t *layers, struct buffer *ending,
             struct problem *p)
{
    *layers = 0;
    for (bool more = true; more; *layers += more) {
        char *path = layer_path (dir, *layers + 1, "");
        more = !access (path, F_OK);
        memory_free (path);
    }
    if (!*layers)
        return true;
    layer_reader *r = layer_reader_new (dir, *layers, p);
    if (!r)
        return false;
    struct bytes body, added = {0};
    bool good = layer_skip (r) && layer_block (r, &body) == END
                && layer_ending (r, body, &added);
    if (good && added.size)
        buffer_put (ending, added.data, added.size);
    if (!good)
        layer_damaged (r->path, p);
    layer_reader_free (r);
    return good;
}
