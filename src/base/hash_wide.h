/* hash_wide.h -- digest_of for processors with wide vectors. */
#ifndef HASH_WIDE_H
#define HASH_WIDE_H

#include "base/hash.h"

bool digest_has_wide (void); /* else digest_wide must not be called */
struct digest digest_wide (struct bytes);

#endif
