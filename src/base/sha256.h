/* sha256.h -- SHA-256 (FIPS 180-4): how witnesses name files. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

#include "base/text.h"

enum { SHA256_TEXT = 65 }; /* 64 hex digits and a final 0 */

void sha256_print (const void *data, size_t size, char text[SHA256_TEXT]);
/* `sha256-` and base64 of the digest: how a Content-Security-Policy names a script. */
void sha256_policy (const char *script, struct text *);

#endif
