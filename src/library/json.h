/* json.h -- what `cohort --json` prints, member by member.
 *
 * It is of cohort's own making: a member a line at the first level, a step a line. */
#ifndef LIBRARY_JSON_H
#define LIBRARY_JSON_H

#include <stddef.h>

/* Behind `"name": ` of a member of the outcome; null: it has none. */
const char *json_member_at (const char *json, const char *name);
/* The same in an object that stands on one line. */
const char *json_field_at (const char *object, const char *name);
/* The string there, without escapes; owned.  Of what is no string, or null, the empty
 * one.  Null: no memory. */
char *json_text (const char *at);

#endif
