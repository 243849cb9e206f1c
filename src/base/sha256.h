/* sha256.h -- SHA-256 (FIPS 180-4): how witnesses name files. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 65 }; /* 64 hex digits and a final 0 */

void sha256_print (const void *data, size_t size, char text[SHA256_TEXT]);

#endif
