/* build.h -- which cohort this is.
 *
 * Answers are pure, journals continued and witnesses judged only by what computes
 * alike: the same sources.  scripts/identity writes the definitions when cohort is
 * built, from the contents of all of them. */
#ifndef BUILD_H
#define BUILD_H

extern const char build_version[];  /* "0.2.0" */
extern const char build_identity[]; /* 16 hexadecimal digits, of the sources */
extern const char build_name[];     /* "0.2.0, build 0123456789abcdef" */

#endif
