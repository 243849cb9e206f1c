/* json.h -- strings as JSON and as HTML or XML, appended to a text.
 *
 * Whatever bytes they hold (names of files can hold any), what comes out is UTF-8:
 * a byte that is no part of a character becomes U+FFFD. */
#ifndef JSON_H
#define JSON_H

#include "base/text.h"

void json_string (struct text *, const char *); /* with the quotes */
void html_string (struct text *, const char *); /* & < > " escaped; ?
                                                   for what XML cannot hold */

#endif
