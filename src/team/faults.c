/* faults.c -- see faults.h. */
#include "team/faults.h"

#include <stddef.h>

/* The name with hyphens for underscores. */
static bool
fault_is (const char *field, const char *name)
{
    while (*field && *name == (*field == '_' ? '-' : *field))
        field++, name++;
    return !*field && !*name;
}

struct faults
faults_of (const char *name)
{
    struct faults f = {0};
#define FAULT_SET(field)                 \
    if (name && fault_is (#field, name)) \
        f.field = true;
    FAULTS (FAULT_SET)
    return f;
}
