/* intrinsic.h -- the names of LLVM's own functions. */
#ifndef COHORT_LLVM_INTRINSIC_H
#define COHORT_LLVM_INTRINSIC_H

#include <stdbool.h>
#include <string.h>

/* Is it the row's name, with nothing but types behind it?  "sadd.with.overflow"
 * fits "sadd.with.overflow.i32": types begin with one of i, f, p, v and a
 * digit. */
static inline bool
intrinsic_fits (const char *name, const char *row)
{
    size_t size = strlen (row);
    if (strncmp (name, row, size) != 0)
        return false;
    name += size;
    return !*name
           || (name[0] == '.' && name[1] && strchr ("ifpv", name[1])
               && name[2] >= '0' && name[2] <= '9');
}

#endif
