/* c_world.c -- C texts of functions whose results nobody can foretell:
 * what the system, the clock, files and the environment give.
 *
 * A text says which memory the function reads and writes, how much of it, and
 * between which bounds its result lies; the result itself is any (INT, LONG,
 * SIZE, DOUBLE).  STRING (s): s is read to its end.  WORLD_STRING (): a string of
 * any length in memory of the library's own.  ERRNO: errno may be set.  See
 * world.c for what the names stand for. */
#include "cohort-llvm/library/internal.h"

#define FUNCTION(name, type, parameters, body)                                \
    #name, "typedef __SIZE_TYPE__ size;\n"                                    \
           "typedef __PTRDIFF_TYPE__ ssize;\n"                                \
           "int cohort_any_int_" #name " (void);\n"                           \
           "long cohort_any_long_" #name " (void);\n"                         \
           "size cohort_any_size_" #name " (void);\n"                         \
           "double cohort_any_double_" #name " (void);\n"                     \
           "void cohort_reads_" #name " (const void *, size);\n"              \
           "void cohort_writes_" #name " (void *, size);\n"                   \
           "void *cohort_object_" #name " (size);\n"                          \
           "void cohort_gone_" #name " (void *);\n"                           \
           "void cohort_cut_" #name " (void);\n"                              \
           "void *malloc (size);\n"                                           \
           "void *realloc (void *, size);\n"                                  \
           "int *__errno_location (void);\n"                                  \
           "#define INT cohort_any_int_" #name " ()\n"                        \
           "#define LONG cohort_any_long_" #name " ()\n"                      \
           "#define SIZE cohort_any_size_" #name " ()\n"                      \
           "#define DOUBLE cohort_any_double_" #name " ()\n"                  \
           "#define READS(p, n) do if (n) cohort_reads_" #name                \
           " (p, n); while (0)\n"                                             \
           "#define WRITES(p, n) do if (n) cohort_writes_" #name              \
           " (p, n); while (0)\n"                                             \
           "#define OBJECT(n) cohort_object_" #name " (n)\n"                  \
           "#define GONE(p) cohort_gone_" #name " (p)\n"                      \
           "#define CUT cohort_cut_" #name " ()\n"                            \
           "#define FILE(f) cohort_reads_" #name " (f, 1)\n"                  \
           "#define FAILS (INT ? -1 : 0)\n"                                   \
           "#ifdef COHORT_ERRNO\n"                                            \
           "#define ERRNO do { int e = INT; if (e > 0) *__errno_location () " \
           "= e; } "                                                          \
           "while (0)\n"                                                      \
           "#else\n"                                                          \
           "#define ERRNO do {} while (0)\n"                                  \
           "#endif\n"                                                         \
           "#ifdef COHORT_DEREF\n"                                            \
           "#define STRING(s) do { const char *at = s; while (*at) at++; } "  \
           "while (0)\n"                                                      \
           "#define WIDE(s) do { const int *at = s; while (*at) at++; } "     \
           "while (0)\n"                                                      \
           "#else\n"                                                          \
           "#define STRING(s) do {} while (0)\n"                              \
           "#define WIDE(s) do {} while (0)\n"                                \
           "#endif\n"                                                         \
           "static inline char *WORLD_STRING (void)\n"                        \
           "{\n"                                                              \
           "    size n = SIZE;\n"                                             \
           "    if (n > (size) -1 / 2 - 1)\n"                                 \
           "        n = 0;\n"                                                 \
           "    char *s = OBJECT (n + 1);\n"                                  \
           "    WRITES (s, n + 1);\n"                                         \
           "    s[n] = 0;\n"                                                  \
           "    return s;\n"                                                  \
           "}\n"                                                              \
           "static inline int BETWEEN (int low, int high)\n"                  \
           "{\n"                                                              \
           "    int x = INT;\n"                                               \
           "    return x < low || x > high ? low : x;\n"                      \
           "}\n"                                                              \
           "static inline size FROM (size low, size high)\n"                  \
           "{\n"                                                              \
           "    size x = SIZE;\n"                                             \
           "    return x < low || x > high ? high : x;\n"                     \
           "}\n"                                                              \
           "struct tm { int sec, min, hour, mday, mon, year, wday, yday, "    \
           "isdst;\n"                                                         \
           "    long gmtoff; const char *zone; };\n"                          \
           "static inline void TIME (struct tm *t)\n"                         \
           "{\n"                                                              \
           "    cohort_writes_" #name " (t, sizeof *t);\n"                    \
           "    t->sec = BETWEEN (0, 60);\n"                                  \
           "    t->min = BETWEEN (0, 59);\n"                                  \
           "    t->hour = BETWEEN (0, 23);\n"                                 \
           "    t->mday = BETWEEN (1, 31);\n"                                 \
           "    t->mon = BETWEEN (0, 11);\n"                                  \
           "    t->wday = BETWEEN (0, 6);\n"                                  \
           "    t->yday = BETWEEN (0, 365);\n"                                \
           "}\n" type " " #name " (" parameters ")\n"                         \
           "{\n" body "\n"                                                    \
           "}\n"

/* A path, and 0 or -1. */
#define OF_PATH(name, more)                         \
    FUNCTION (name, "int", "const char *path" more, \
              "STRING (path); ERRNO; return FAILS;")
#define OF_PATHS(name)                                         \
    FUNCTION (name, "int", "const char *from, const char *to", \
              "STRING (from); STRING (to); ERRNO; return FAILS;")
/* A file, and 0 or EOF. */
#define OF_FILE(name, more, result) \
    FUNCTION (name, "int", "void *file" more, "FILE (file); ERRNO; " result)
/* A buffer of n bytes of which as many are used as are returned. */
#define FILLS(name, parameters)                                     \
    FUNCTION (name, "ssize", parameters,                            \
              "ssize got = SIZE; ERRNO;\n"                          \
              "if (got < -1 || got > (ssize) n) got = (ssize) n;\n" \
              "if (got > 0) WRITES (to, (size) got);\n"             \
              "return got;")
/* A number from a text, any; the text is read, as far as *end. */
#define NUMBER(name, type, result)                          \
    FUNCTION (name, type, "const char *s, char **end",      \
              "size n = 0; while (s[n]) n++;\n"             \
              "if (end) *end = (char *) s + FROM (0, n);\n" \
              "ERRNO; return " result ";")
#define WIDE_NUMBER(name, type, more, result)              \
    FUNCTION (name, type, "const int *s, int **end" more,  \
              "size n = 0; while (s[n]) n++;\n"            \
              "if (end) *end = (int *) s + FROM (0, n);\n" \
              "ERRNO; return " result ";")
/* A name that the system has, into a buffer. */
#define NAMES(name, parameters)                                    \
    FUNCTION (name, "int", parameters,                             \
              "size used = FROM (1, n); int fails = INT; ERRNO;\n" \
              "if (fails || !n) return -1;\n"                      \
              "WRITES (to, used); return 0;")
/* Into a buffer of n bytes, with an end; 0: it does not fit. */
#define PRINTS_TIME(name, character)                                      \
    FUNCTION (name, "size",                                               \
              character " *to, size n, const " character                  \
                        " *format, const struct tm *t",                   \
              "READS (t, sizeof *t);\n"                                   \
              "{ const " character " *at = format; while (*at) at++; }\n" \
              "size used = FROM (0, n);\n"                                \
              "WRITES (to, used * sizeof *to);\n"                         \
              "if (!used || !INT) return 0;\n"                            \
              "to[used - 1] = 0;\n"                                       \
              "return used - 1;")
#define OF_WIDE_CHARACTER(name) \
    FUNCTION (name, "int", "unsigned c", "return INT;")

/* Files that are open from the start. */
#define OPEN(name) #name, "static char file[216];\nvoid *" #name " = file;\n"

const char *const library_c_world[] = {
    OPEN (stdin),
    OPEN (stdout),
    OPEN (stderr),
    /* stdio.h */
    FUNCTION (fopen, "void *", "const char *path, const char *mode",
              "STRING (path); STRING (mode); ERRNO;\n"
              "return INT ? OBJECT (216) : 0;"),
    FUNCTION (fopen64, "void *", "const char *path, const char *mode",
              "STRING (path); STRING (mode); ERRNO;\n"
              "return INT ? OBJECT (216) : 0;"),
    FUNCTION (fdopen, "void *", "int number, const char *mode",
              "STRING (mode); ERRNO; return INT ? OBJECT (216) : 0;"),
    FUNCTION (popen, "void *", "const char *command, const char *mode",
              "STRING (command); STRING (mode); ERRNO;\n"
              "return INT ? OBJECT (216) : 0;"),
    FUNCTION (freopen, "void *",
              "const char *path, const char *mode, void *file",
              "if (path) STRING (path); STRING (mode); FILE (file); ERRNO;\n"
              "return INT ? file : 0;"),
    FUNCTION (tmpfile, "void *", "void",
              "ERRNO; return INT ? OBJECT (216) : 0;"),
    OF_FILE (fclose, "", "GONE (file); return FAILS;"),
    OF_FILE (pclose, "", "GONE (file); return INT;"),
    OF_FILE (feof, "", "return INT;"),
    OF_FILE (ferror, "", "return INT;"),
    OF_FILE (fileno, "", "int n = INT; return n < -1 ? -1 : n;"),
    OF_FILE (fseek, ", long to, int from", "return FAILS;"),
    OF_FILE (fseeko, ", long to, int from", "return FAILS;"),
    FUNCTION (ftell, "long", "void *file",
              "FILE (file); ERRNO; long n = LONG; return n < -1 ? -1 : n;"),
    FUNCTION (ftello, "long", "void *file",
              "FILE (file); ERRNO; long n = LONG; return n < -1 ? -1 : n;"),
    FUNCTION (rewind, "void", "void *file", "FILE (file); ERRNO;"),
    FUNCTION (clearerr, "void", "void *file", "FILE (file);"),
    OF_FILE (fgetpos, ", void *to", "WRITES (to, 16); return FAILS;"),
    OF_FILE (fsetpos, ", const void *to", "READS (to, 16); return FAILS;"),
    FUNCTION (ungetc, "int", "int c, void *file",
              "FILE (file); return c == -1 || INT ? -1 : c & 255;"),
    FUNCTION (fgets, "char *", "char *to, int n, void *file",
              "FILE (file); int got = INT; ERRNO;\n"
              "if (n < 1) return 0;\n"
              "if (got) {\n"
              "    size used = FROM (1, (size) n);\n"
              "    WRITES (to, used);\n"
              "    to[used - 1] = 0;\n"
              "}\n"
              "return got > 0 ? to : 0;"),
    FUNCTION (gets, "char *", "char *to",
              "int got = INT; ERRNO;\n"
              "if (got) {\n"
              "    size used = FROM (1, (size) -1 / 2);\n"
              "    WRITES (to, used);\n"
              "    to[used - 1] = 0;\n"
              "}\n"
              "return got > 0 ? to : 0;"),
    FUNCTION (getdelim, "ssize",
              "char **line, size *room, int delimiter, void *file",
              "FILE (file); READS (line, sizeof *line);\n"
              "READS (room, sizeof *room); ERRNO;\n"
              "size used = FROM (0, (size) -1 / 2 - 1); char *p = *line;\n"
              "if (INT) return -1;\n"
              "if (!p || *room < used + 1) {\n"
              "    p = realloc (p, used + 1);\n"
              "    if (!p) return -1;\n"
              "    *line = p; *room = used + 1;\n"
              "}\n"
              "WRITES (p, used + 1); p[used] = 0;\n"
              "return used ? (ssize) used : -1;"),
    FUNCTION (getline, "ssize", "char **line, size *room, void *file",
              "ssize getdelim (char **, size *, int, void *);\n"
              "return getdelim (line, room, '\\n', file);"),
    FUNCTION (puts, "int", "const char *s", "STRING (s); ERRNO; return INT;"),
    FUNCTION (fputs, "int", "const char *s, void *file",
              "STRING (s); FILE (file); ERRNO; return INT;"),
    FUNCTION (perror, "void", "const char *s", "if (s) STRING (s);"),
    OF_PATH (remove, ""),
    OF_PATHS (rename),
    FUNCTION (tmpnam, "char *", "char *to",
              "if (!to) return INT ? WORLD_STRING () : 0;\n"
              "WRITES (to, 20); to[19] = 0; return INT ? to : 0;"),
    /* stdlib.h */
    NUMBER (strtod, "double", "DOUBLE"),
    NUMBER (strtof, "float", "(float) DOUBLE"),
    NUMBER (strtold, "long double", "(long double) DOUBLE"),
    FUNCTION (atof, "double", "const char *s",
              "STRING (s); ERRNO; return DOUBLE;"),
    FUNCTION (getenv, "char *", "const char *name",
              "STRING (name); return INT ? WORLD_STRING () : 0;"),
    FUNCTION (secure_getenv, "char *", "const char *name",
              "STRING (name); return INT ? WORLD_STRING () : 0;"),
    FUNCTION (setenv, "int", "const char *name, const char *value, int over",
              "if (name) STRING (name); STRING (value); ERRNO;\n"
              "return FAILS;"),
    FUNCTION (unsetenv, "int", "const char *name",
              "if (name) STRING (name); ERRNO; return FAILS;"),
    FUNCTION (system, "int", "const char *command",
              "if (command) STRING (command); ERRNO; return INT;"),
    FUNCTION (rand_r, "int", "unsigned *seed",
              "WRITES (seed, sizeof *seed); return BETWEEN (0, "
              "__INT_MAX__);"),
    FUNCTION (erand48, "double", "unsigned short *seed",
              "WRITES (seed, 6); return DOUBLE;"),
    FUNCTION (nrand48, "long", "unsigned short *seed",
              "WRITES (seed, 6); return BETWEEN (0, __INT_MAX__);"),
    FUNCTION (jrand48, "long", "unsigned short *seed",
              "WRITES (seed, 6); return INT;"),
    FUNCTION (mblen, "int", "const char *s, size n",
              "if (s) READS (s, n ? 1 : 0);\n"
              "return BETWEEN (-1, n < 16 ? (int) n : 16);"),
    FUNCTION (mbtowc, "int", "int *to, const char *s, size n",
              "if (s) READS (s, n ? 1 : 0);\n"
              "if (s && to && INT) WRITES (to, sizeof *to);\n"
              "return BETWEEN (-1, n < 16 ? (int) n : 16);"),
    FUNCTION (wctomb, "int", "char *to, int c",
              "int used = BETWEEN (-1, 16);\n"
              "if (to && used > 0) WRITES (to, (size) used);\n"
              "return used;"),
    FUNCTION (mbstowcs, "size", "int *to, const char *from, size n",
              "STRING (from); size used = SIZE; ERRNO;\n"
              "if (to && used > n) used = n;\n"
              "if (to) WRITES (to, used * sizeof *to);\n"
              "return INT ? (size) -1 : used;"),
    FUNCTION (wcstombs, "size", "char *to, const int *from, size n",
              "WIDE (from); size used = SIZE; ERRNO;\n"
              "if (to && used > n) used = n;\n"
              "if (to) WRITES (to, used);\n"
              "return INT ? (size) -1 : used;"),
    FUNCTION (realpath, "char *", "const char *path, char *to",
              "if (path) STRING (path); ERRNO;\n"
              "if (!path || INT) return 0;\n"
              "size used = FROM (1, 4096);\n"
              "if (!to) to = malloc (used);\n"
              "if (!to) return 0;\n"
              "WRITES (to, used); to[used - 1] = 0; return to;"),
    FUNCTION (mkstemp, "int", "char *path",
              "size n = 0; while (path[n]) n++; ERRNO;\n"
              "if (n >= 6) { WRITES (path, n); path[n] = 0; }\n"
              "int number = INT; return number < -1 ? -1 : number;"),
    FUNCTION (mkdtemp, "char *", "char *path",
              "size n = 0; while (path[n]) n++; ERRNO;\n"
              "if (n >= 6) { WRITES (path, n); path[n] = 0; }\n"
              "return INT ? path : 0;"),
    FUNCTION (getloadavg, "int", "double *to, int n",
              "int got = BETWEEN (-1, n < 3 ? n : 3);\n"
              "if (got > 0) WRITES (to, (size) got * sizeof *to);\n"
              "return got;"),
    /* string.h */
    FUNCTION (strerror, "char *", "int number", "return WORLD_STRING ();"),
    FUNCTION (strsignal, "char *", "int number", "return WORLD_STRING ();"),
    FUNCTION (strerror_r, "char *", "int number, char *to, size n",
              "if (!n || INT) return WORLD_STRING ();\n"
              "size used = FROM (1, n);\n"
              "WRITES (to, used); to[used - 1] = 0; return to;"),
    FUNCTION (__xpg_strerror_r, "int", "int number, char *to, size n",
              "size used = FROM (1, n);\n"
              "if (n) { WRITES (to, used); to[used - 1] = 0; }\n"
              "return INT;"),
    FUNCTION (strcoll, "int", "const char *a, const char *b",
              "STRING (a); STRING (b); return INT;"),
    FUNCTION (strxfrm, "size", "char *to, const char *from, size n",
              "STRING (from); size used = SIZE;\n"
              "WRITES (to, used < n ? used + 1 : n); return used;"),
    /* time.h */
    FUNCTION (time, "long", "long *to",
              "long now = LONG;\n"
              "if (now < -1) now = -1;\n"
              "if (to) { READS (to, sizeof *to); *to = now; }\n"
              "return now;"),
    FUNCTION (mktime, "long", "struct tm *t",
              "READS (t, sizeof *t); TIME (t); ERRNO; return LONG;"),
    FUNCTION (timegm, "long", "struct tm *t",
              "READS (t, sizeof *t); TIME (t); ERRNO; return LONG;"),
    FUNCTION (gmtime, "struct tm *", "const long *at",
              "READS (at, sizeof *at); ERRNO;\n"
              "struct tm *t = OBJECT (sizeof *t); TIME (t);\n"
              "return INT ? t : 0;"),
    FUNCTION (localtime, "struct tm *", "const long *at",
              "READS (at, sizeof *at); ERRNO;\n"
              "struct tm *t = OBJECT (sizeof *t); TIME (t);\n"
              "return INT ? t : 0;"),
    FUNCTION (gmtime_r, "struct tm *", "const long *at, struct tm *t",
              "READS (at, sizeof *at); ERRNO; TIME (t);\n"
              "return INT ? t : 0;"),
    FUNCTION (localtime_r, "struct tm *", "const long *at, struct tm *t",
              "READS (at, sizeof *at); ERRNO; TIME (t);\n"
              "return INT ? t : 0;"),
    FUNCTION (asctime, "char *", "const struct tm *t",
              "READS (t, sizeof *t); ERRNO;\n"
              "return INT ? WORLD_STRING () : 0;"),
    FUNCTION (ctime, "char *", "const long *at",
              "READS (at, sizeof *at); ERRNO;\n"
              "return INT ? WORLD_STRING () : 0;"),
    FUNCTION (asctime_r, "char *", "const struct tm *t, char *to",
              "READS (t, sizeof *t); ERRNO; WRITES (to, 26); to[25] = 0;\n"
              "return INT ? to : 0;"),
    FUNCTION (ctime_r, "char *", "const long *at, char *to",
              "READS (at, sizeof *at); ERRNO; WRITES (to, 26); to[25] = 0;\n"
              "return INT ? to : 0;"),
    PRINTS_TIME (strftime, "char"),
    PRINTS_TIME (wcsftime, "int"),
    FUNCTION (strptime, "char *",
              "const char *s, const char *format, struct tm *t",
              "STRING (format); size n = 0; while (s[n]) n++;\n"
              "WRITES (t, sizeof *t);\n"
              "return INT ? (char *) s + FROM (0, n) : 0;"),
    FUNCTION (difftime, "double", "long a, long b",
              "return (double) a - (double) b;"),
    FUNCTION (clock_gettime, "int", "int which, long *to",
              "ERRNO; if (INT) return -1;\n"
              "WRITES (to, 2 * sizeof *to); to[1] = BETWEEN (0, 999999999);\n"
              "return 0;"),
    FUNCTION (clock_getres, "int", "int which, long *to",
              "ERRNO; if (INT) return -1;\n"
              "if (to) { WRITES (to, 2 * sizeof *to);\n"
              "    to[1] = BETWEEN (0, 999999999); }\n"
              "return 0;"),
    FUNCTION (timespec_get, "int", "long *to, int base",
              "if (base != 1 || INT) return 0;\n"
              "WRITES (to, 2 * sizeof *to); to[1] = BETWEEN (0, 999999999);\n"
              "return base;"),
    FUNCTION (gettimeofday, "int", "long *to, void *zone",
              "if (to) { WRITES (to, 2 * sizeof *to);\n"
              "    to[1] = BETWEEN (0, 999999); }\n"
              "if (zone) WRITES (zone, 8);\n"
              "return FAILS;"),
    FUNCTION (nanosleep, "int", "const long *time, long *left",
              "READS (time, 2 * sizeof *time); ERRNO; if (!INT) return 0;\n"
              "if (left) WRITES (left, 2 * sizeof *left);\n"
              "return -1;"),
    FUNCTION (times, "long", "long *to",
              "WRITES (to, 4 * sizeof *to); return LONG;"),
    FUNCTION (getrusage, "int", "int who, long *to",
              "WRITES (to, 18 * sizeof *to); ERRNO; return FAILS;"),
    /* unistd.h, fcntl.h, sys/stat.h */
    FUNCTION (open, "int", "const char *path, int how, ...",
              "STRING (path); ERRNO; int n = INT; return n < -1 ? -1 : n;"),
    FUNCTION (open64, "int", "const char *path, int how, ...",
              "STRING (path); ERRNO; int n = INT; return n < -1 ? -1 : n;"),
    FUNCTION (creat, "int", "const char *path, unsigned mode",
              "STRING (path); ERRNO; int n = INT; return n < -1 ? -1 : n;"),
    FUNCTION (openat, "int", "int at, const char *path, int how, ...",
              "STRING (path); ERRNO; int n = INT; return n < -1 ? -1 : n;"),
    FILLS (getrandom, "void *to, size n, unsigned how"),
    FILLS (read, "int number, void *to, size n"),
    FILLS (pread, "int number, void *to, size n, long at"),
    FILLS (recv, "int number, void *to, size n, int how"),
    FUNCTION (readlink, "ssize", "const char *path, char *to, size n",
              "STRING (path); ssize got = SIZE; ERRNO;\n"
              "if (got < -1 || got > (ssize) n) got = (ssize) n;\n"
              "if (got > 0) WRITES (to, (size) got);\n"
              "return got;"),
    FUNCTION (write, "ssize", "int number, const void *from, size n",
              "READS (from, n); ERRNO; ssize put = SIZE;\n"
              "return put < -1 || put > (ssize) n ? (ssize) n : put;"),
    FUNCTION (pwrite, "ssize", "int number, const void *from, size n, long at",
              "READS (from, n); ERRNO; ssize put = SIZE;\n"
              "return put < -1 || put > (ssize) n ? (ssize) n : put;"),
    FUNCTION (send, "ssize", "int number, const void *from, size n, int how",
              "READS (from, n); ERRNO; ssize put = SIZE;\n"
              "return put < -1 || put > (ssize) n ? (ssize) n : put;"),
    OF_PATH (access, ", int how"),
    OF_PATH (chdir, ""),
    OF_PATH (rmdir, ""),
    OF_PATH (unlink, ""),
    OF_PATH (mkdir, ", unsigned mode"),
    OF_PATH (chmod, ", unsigned mode"),
    OF_PATH (truncate, ", long size_"),
    OF_PATHS (link),
    OF_PATHS (symlink),
    FUNCTION (getcwd, "char *", "char *to, size n",
              "size used = FROM (2, 4096); ERRNO;\n"
              "if (!to) {\n"
              "    if (n && used > n) return 0;\n"
              "    to = malloc (n ? n : used);\n"
              "    if (!to) return 0;\n"
              "}\n"
              "else if (used > n || INT) return 0;\n"
              "WRITES (to, used); to[used - 1] = 0; return to;"),
    NAMES (gethostname, "char *to, size n"),
    NAMES (getdomainname, "char *to, size n"),
    NAMES (getlogin_r, "char *to, size n"),
    NAMES (ttyname_r, "int number, char *to, size n"),
    FUNCTION (getlogin, "char *", "void",
              "ERRNO; return INT ? WORLD_STRING () : 0;"),
    FUNCTION (ttyname, "char *", "int number",
              "ERRNO; return INT ? WORLD_STRING () : 0;"),
    FUNCTION (pipe, "int", "int *ends",
              "ERRNO; if (INT) return -1;\n"
              "WRITES (ends, 2 * sizeof *ends);\n"
              "if (ends[0] < 0) ends[0] = 0;\n"
              "if (ends[1] < 0) ends[1] = 1;\n"
              "return 0;"),
    FUNCTION (getgroups, "int", "int n, unsigned *to",
              "int got = INT; ERRNO;\n"
              "if (got < -1 || (n > 0 && got > n)) got = -1;\n"
              "if (n > 0 && got > 0) WRITES (to, (size) got * sizeof *to);\n"
              "return got;"),
    FUNCTION (confstr, "size", "int name, char *to, size n",
              "size used = SIZE; ERRNO;\n"
              "if (to && n) { size k = used < n ? used : n;\n"
              "    WRITES (to, k); if (k) to[k - 1] = 0; }\n"
              "return used;"),
    FUNCTION (stat, "int", "const char *path, void *to",
              "STRING (path); ERRNO; if (INT) return -1;\n"
              "WRITES (to, sizeof (long) == 8 ? 144 : 88); return 0;"),
    FUNCTION (lstat, "int", "const char *path, void *to",
              "STRING (path); ERRNO; if (INT) return -1;\n"
              "WRITES (to, sizeof (long) == 8 ? 144 : 88); return 0;"),
    FUNCTION (fstat, "int", "int number, void *to",
              "ERRNO; if (INT) return -1;\n"
              "WRITES (to, sizeof (long) == 8 ? 144 : 88); return 0;"),
    FUNCTION (uname, "int", "void *to",
              "ERRNO; WRITES (to, 390); return FAILS;"),
    /* locale.h; ctype.h and others are as in the locale "C" */
    FUNCTION (setlocale, "char *", "int category, const char *locale",
              "if (locale) { STRING (locale);\n"
              "    if (locale[0] && (locale[0] != 'C' || locale[1])) CUT;\n"
              "    if (!locale[0]) CUT; }\n"
              "return INT ? WORLD_STRING () : 0;"),
    /* signal.h */
    FUNCTION (sigemptyset, "int", "void *set", "WRITES (set, 128); return 0;"),
    FUNCTION (sigfillset, "int", "void *set", "WRITES (set, 128); return 0;"),
    FUNCTION (sigaddset, "int", "void *set, int number",
              "WRITES (set, 128); return FAILS;"),
    FUNCTION (sigdelset, "int", "void *set, int number",
              "WRITES (set, 128); return FAILS;"),
    FUNCTION (sigismember, "int", "const void *set, int number",
              "READS (set, 128); return BETWEEN (-1, 1);"),
    FUNCTION (sigprocmask, "int", "int how, const void *set, void *old",
              "if (set) READS (set, 128); if (old) WRITES (old, 128);\n"
              "return FAILS;"),
    /* math.h */
    FUNCTION (frexp, "double", "double x, int *exponent",
              "WRITES (exponent, sizeof *exponent); return DOUBLE;"),
    FUNCTION (frexpf, "float", "float x, int *exponent",
              "WRITES (exponent, sizeof *exponent); return (float) DOUBLE;"),
    FUNCTION (modf, "double", "double x, double *whole",
              "WRITES (whole, sizeof *whole); return DOUBLE;"),
    FUNCTION (modff, "float", "float x, float *whole",
              "WRITES (whole, sizeof *whole); return (float) DOUBLE;"),
    FUNCTION (remquo, "double", "double x, double y, int *quotient",
              "WRITES (quotient, sizeof *quotient); return DOUBLE;"),
    FUNCTION (remquof, "float", "float x, float y, int *quotient",
              "WRITES (quotient, sizeof *quotient); return (float) DOUBLE;"),
    FUNCTION (sincos, "void", "double x, double *s, double *c",
              "WRITES (s, sizeof *s); WRITES (c, sizeof *c);"),
    FUNCTION (lgamma_r, "double", "double x, int *sign",
              "WRITES (sign, sizeof *sign); return DOUBLE;"),
    FUNCTION (nan, "double", "const char *tag", "STRING (tag); return DOUBLE;"),
    FUNCTION (nanf, "float", "const char *tag",
              "STRING (tag); return (float) DOUBLE;"),
    /* fenv.h: rounding that is not to the nearest is not modelled */
    FUNCTION (fesetround, "int", "int mode", "if (mode) CUT; return 0;"),
    FUNCTION (fesetenv, "int", "const void *environment", "CUT; return INT;"),
    FUNCTION (feupdateenv, "int", "const void *environment",
              "CUT; return INT;"),
    FUNCTION (fegetenv, "int", "void *to", "WRITES (to, 28); return INT;"),
    FUNCTION (feholdexcept, "int", "void *to", "WRITES (to, 28); return INT;"),
    FUNCTION (fegetexceptflag, "int", "void *to, int which",
              "WRITES (to, 2); return INT;"),
    FUNCTION (fesetexceptflag, "int", "const void *from, int which",
              "READS (from, 2); return INT;"),
    /* wchar.h, wctype.h */
    WIDE_NUMBER (wcstod, "double", "", "DOUBLE"),
    WIDE_NUMBER (wcstof, "float", "", "(float) DOUBLE"),
    WIDE_NUMBER (wcstol, "long", ", int base", "LONG"),
    WIDE_NUMBER (wcstoul, "unsigned long", ", int base",
                 "(unsigned long) LONG"),
    WIDE_NUMBER (wcstoll, "long long", ", int base",
                 "(long long) (((unsigned long long) (unsigned) INT << 32) | "
                 "(unsigned) INT)"),
    WIDE_NUMBER (wcstoull, "unsigned long long", ", int base",
                 "((unsigned long long) (unsigned) INT << 32) | (unsigned) "
                 "INT"),
    FUNCTION (wcscoll, "int", "const int *a, const int *b",
              "WIDE (a); WIDE (b); return INT;"),
    FUNCTION (wcsxfrm, "size", "int *to, const int *from, size n",
              "WIDE (from); size used = SIZE;\n"
              "WRITES (to, (used < n ? used + 1 : n) * sizeof *to);\n"
              "return used;"),
    FUNCTION (mbrtowc, "size", "int *to, const char *s, size n, void *state",
              "if (state) WRITES (state, 8);\n"
              "if (s && n) READS (s, 1);\n"
              "if (s && to && INT) WRITES (to, sizeof *to);\n"
              "return SIZE;"),
    FUNCTION (mbrlen, "size", "const char *s, size n, void *state",
              "if (state) WRITES (state, 8);\n"
              "if (s && n) READS (s, 1);\n"
              "return SIZE;"),
    FUNCTION (wcrtomb, "size", "char *to, int c, void *state",
              "if (state) WRITES (state, 8);\n"
              "size used = FROM (1, 16);\n"
              "if (INT) return (size) -1;\n"
              "if (to) WRITES (to, used);\n"
              "return used;"),
    FUNCTION (mbsinit, "int", "const void *state",
              "if (state) READS (state, 8); return INT;"),
    FUNCTION (wctype, "unsigned long", "const char *name",
              "STRING (name); return (unsigned long) LONG;"),
    FUNCTION (wctrans, "void *", "const char *name",
              "STRING (name); return INT ? OBJECT (1) : 0;"),
    FUNCTION (fgetws, "int *", "int *to, int n, void *file",
              "FILE (file); int got = INT; ERRNO;\n"
              "if (n < 1) return 0;\n"
              "if (got) {\n"
              "    size used = FROM (1, (size) n);\n"
              "    WRITES (to, used * sizeof *to);\n"
              "    to[used - 1] = 0;\n"
              "}\n"
              "return got > 0 ? to : 0;"),
    OF_FILE (fgetwc, "", "return INT;"),
    OF_FILE (getwc, "", "return INT;"),
    FUNCTION (fputwc, "int", "int c, void *file",
              "FILE (file); ERRNO; return INT;"),
    FUNCTION (putwc, "int", "int c, void *file",
              "FILE (file); ERRNO; return INT;"),
    FUNCTION (ungetwc, "int", "int c, void *file", "FILE (file); return INT;"),
    FUNCTION (fputws, "int", "const int *s, void *file",
              "WIDE (s); FILE (file); ERRNO; return INT;"),
    NULL,
};
