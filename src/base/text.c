/* text.c -- see text.h. */
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

void
text_init (struct text *t)
{
    *t = (struct text) {0};
}

void
text_clear (struct text *t)
{
    memory_free (t->data);
    text_init (t);
}

void
text_reset (struct text *t)
{
    t->size = 0;
    if (t->data)
        t->data[0] = 0;
}

static void
text_room (struct text *t, size_t more)
{
    if (t->size + more + 1 <= t->room)
        return;
    size_t room = t->room ? t->room * 2 : 64;
    while (room < t->size + more + 1)
        room *= 2;
    t->data = memory_resize (t->data, room);
    t->room = room;
}

void
text_add_n (struct text *t, const char *s, size_t n)
{
    text_room (t, n);
    memcpy (t->data + t->size, s, n);
    t->size += n;
    t->data[t->size] = 0;
}

void
text_add (struct text *t, const char *s)
{
    text_add_n (t, s, strlen (s));
}

void
text_char (struct text *t, char c)
{
    text_add_n (t, &c, 1);
}

void
text_print (struct text *t, const char *format, ...)
{
    assert (format);
    va_list list, again;
    va_start (list, format);
    va_copy (again, list);
    int size = vsnprintf (NULL, 0, format, list);
    va_end (list);
    text_room (t, (size_t) size);
    vsnprintf (t->data + t->size, (size_t) size + 1, format, again);
    va_end (again);
    t->size += (size_t) size;
}

const char *
text_view (const struct text *t)
{
    return t->data ? t->data : "";
}

char *
text_take (struct text *t)
{
    char *result = t->data ? t->data : memory_string ("");
    text_init (t);
    return result;
}

size_t
text_distance (const char *a, const char *b)
{
    enum { MOST = 40 };
    size_t la = strlen (a), lb = strlen (b), row[MOST + 1];
    if (la > MOST || lb > MOST)
        return MOST;
    for (size_t j = 0; j <= lb; j++)
        row[j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= lb; j++) {
            size_t best = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[lb];
}

char *
text_file (const char *path, size_t *size)
{
    int fd = open (path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    struct stat about;
    if (!fstat (fd, &about) && S_ISDIR (about.st_mode)) {
        close (fd);
        errno = EISDIR;
        return NULL;
    }
    struct text t;
    text_init (&t);
    for (;;) {
        text_room (&t, 1 << 16);
        ssize_t got = read (fd, t.data + t.size, 1 << 16);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            int failure = errno;
            text_clear (&t);
            close (fd);
            errno = failure;
            return NULL;
        }
        if (got == 0)
            break;
        t.size += (size_t) got;
    }
    close (fd);
    t.data[t.size] = 0;
    *size = t.size;
    return t.data;
}

static bool
text_write (int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t put = write (fd, data, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        data += put;
        size -= (size_t) put;
    }
    return true;
}

bool
text_save (const char *path, const char *data, size_t size)
{
    struct stat about;
    bool special = !stat (path, &about) && !S_ISREG (about.st_mode);
    struct text beside;
    text_init (&beside);
    text_print (&beside, "%s%s", path, special ? "" : ".new");
    int fd = open (beside.data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good =
        fd >= 0 && text_write (fd, data, size) && (special || !fsync (fd));
    int failure = errno;
    if (fd >= 0 && close (fd) && good) {
        failure = errno;
        good = false;
    }
    if (good && !special) {
        good = !rename (beside.data, path);
        failure = errno;
    }
    if (!good && fd >= 0 && !special)
        unlink (beside.data);
    text_clear (&beside);
    errno = failure;
    return good;
}
