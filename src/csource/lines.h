/* lines.h -- lines of a preprocessed file, and where they came from.
 *
 * After `# 12 "f.c"` the compiler calls the next line f.c:12, and so do all
 * traces; witnesses count the lines of the file itself. */
#ifndef CSOURCE_LINES_H
#define CSOURCE_LINES_H

#include "base/memory.h"
#include "base/problem.h"

/* Where in one of the files the place is that the compiler calls so; as it is
 * if none says. */
struct place c_lines_own (const char *const *file, size_t files,
                          struct place called);
/* What the compiler calls a place of one of the files (by the last part of its
 * name). */
struct place c_lines_called (const char *const *file, size_t files,
                             struct place own, struct arena *);

#endif
