/* json.h -- strings as JSON and as HTML, appended to a text. */
#ifndef JSON_H
#define JSON_H

#include "base/text.h"

void json_string (struct text *, const char *); /* with the quotes */
void html_string (struct text *, const char *); /* & < > " escaped */

#endif
