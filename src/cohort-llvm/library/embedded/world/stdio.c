/* stdio.c -- stdio.h: files; and what wchar.h has of the same. */
#include "world.h"

/// stdin
/// stdout
/// stderr
static char file[216];
void *stdin = file;

/// fopen
/// fopen64
/// popen: path = command
void *
fopen (const char *path, const char *mode)
{
    STRING (path);
    STRING (mode);
    ERRNO;
    return INT ? OBJECT (216) : 0;
}

/// fdopen
void *
fdopen (int number, const char *mode)
{
    STRING (mode);
    ERRNO;
    return INT ? OBJECT (216) : 0;
}

/// freopen
void *
freopen (const char *path, const char *mode, void *file)
{
    if (path)
        STRING (path);
    STRING (mode);
    FILE (file);
    ERRNO;
    return INT ? file : 0;
}

/// tmpfile
void *
tmpfile (void)
{
    ERRNO;
    return INT ? OBJECT (216) : 0;
}

/// fclose
int
fclose (void *file)
{
    FILE (file);
    ERRNO;
    GONE (file);
    return FAILS;
}

/// pclose
int
pclose (void *file)
{
    FILE (file);
    ERRNO;
    GONE (file);
    return INT;
}

/// feof
/// ferror
/// fgetwc
/// getwc
int
feof (void *file)
{
    FILE (file);
    ERRNO;
    return INT;
}

/// fileno
int
fileno (void *file)
{
    FILE (file);
    ERRNO;
    int n = INT;
    return n < -1 ? -1 : n;
}

/// fseek
/// fseeko
int
fseek (void *file, long to, int from)
{
    FILE (file);
    ERRNO;
    return FAILS;
}

/// ftell
/// ftello
long
ftell (void *file)
{
    FILE (file);
    ERRNO;
    long n = LONG;
    return n < -1 ? -1 : n;
}

/// rewind
void
rewind (void *file)
{
    FILE (file);
    ERRNO;
}

/// clearerr
void
clearerr (void *file)
{
    FILE (file);
}

/// fgetpos
int
fgetpos (void *file, void *to)
{
    FILE (file);
    ERRNO;
    WRITES (to, 16);
    return FAILS;
}

/// fsetpos
int
fsetpos (void *file, const void *to)
{
    FILE (file);
    ERRNO;
    READS (to, 16);
    return FAILS;
}

/// ungetc
int
ungetc (int c, void *file)
{
    FILE (file);
    return c == -1 || INT ? -1 : c & 255;
}

/// fgets
/// fgetws: char = int
char *
fgets (char *to, int n, void *file)
{
    FILE (file);
    int got = INT;
    ERRNO;
    if (n < 1)
        return 0;
    if (got) {
        size used = FROM (1, (size) n);
        WRITES (to, used * sizeof *to);
        to[used - 1] = 0;
    }
    return got > 0 ? to : 0;
}

/// gets
char *
gets (char *to)
{
    int got = INT;
    ERRNO;
    if (got) {
        size used = FROM (1, (size) -1 / 2);
        WRITES (to, used);
        to[used - 1] = 0;
    }
    return got > 0 ? to : 0;
}

/// getdelim
ssize
getdelim (char **line, size *room, int delimiter, void *file)
{
    FILE (file);
    READS (line, sizeof *line);
    READS (room, sizeof *room);
    ERRNO;
    size used = FROM (0, (size) -1 / 2 - 1);
    char *p = *line;
    if (INT)
        return -1;
    if (!p || *room < used + 1) {
        p = realloc (p, used + 1);
        if (!p)
            return -1;
        *line = p;
        *room = used + 1;
    }
    WRITES (p, used + 1);
    p[used] = 0;
    return used ? (ssize) used : -1;
}

/// getline
ssize
getline (char **line, size *room, void *file)
{
    ssize getdelim (char **, size *, int, void *);
    return getdelim (line, room, '\n', file);
}

/// puts
int
puts (const char *s)
{
    STRING (s);
    ERRNO;
    return INT;
}

/// fputs
/// fputws: STRING = WIDE; char = int
int
fputs (const char *s, void *file)
{
    STRING (s);
    FILE (file);
    ERRNO;
    return INT;
}

/// perror
void
perror (const char *s)
{
    if (s)
        STRING (s);
}

/// tmpnam
char *
tmpnam (char *to)
{
    if (!to)
        return INT ? WORLD_STRING () : 0;
    WRITES (to, 20);
    to[19] = 0;
    return INT ? to : 0;
}
