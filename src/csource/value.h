/* value.h -- values as C programmers write them. */
#ifndef CSOURCE_VALUE_H
#define CSOURCE_VALUE_H

#include "base/text.h"
#include "logic/term/term.h"

/* `type` is a C type ({:c_type}), or null: then a bit-vector is a signed
 * number.
 * "?" for no value. */
void c_value (struct text *, const term *value, const char *type);

#endif
