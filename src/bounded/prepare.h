/* prepare.h -- from a program as read to what is searched. */
#ifndef PREPARE_H
#define PREPARE_H

#include "base/options.h"
#include "bounded/passive/passive.h"

struct prepared {
    struct program program; /* after the passes */
    struct passive_program passive;
    uint32_t entry; /* in the program as read */
    bool to_return; /* the goal */
    bool full;      /* --preprocess */
};

/* `as_read` is borrowed and must live longer.  False: no such entry (USAGE), a
 * loop that cannot be split, a call that is asynchronous (UNSUPPORTED), ..;
 * then nothing is left to clear. */
bool prepare (struct prepared *, struct program *as_read,
              const struct options *, struct problem *);
void prepared_clear (struct prepared *);

#endif
