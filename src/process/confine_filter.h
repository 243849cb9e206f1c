/* confine_filter.h -- the system calls of a confined program, as the kernel's
 * filter. */
#ifndef PROCESS_CONFINE_FILTER_H
#define PROCESS_CONFINE_FILTER_H

#include <stdbool.h>

#include <linux/filter.h>

/* `filter` is the caller's to free, in any case.  False: the library cannot. */
bool confine_filter (struct sock_fprog *);

#endif
