/* wires.h -- the readers of wires.c, by the room that they live in. */
#ifndef WIRES_H
#define WIRES_H

#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/memory.h"

struct wire {
    char queued_message; /* 0: the list ends */
    void (*read) (struct bytes);
};

extern const struct wire wires_cegar[], wires_bounded[], wires_xc167[];

/* Inputs to start from: `save` is to be called with each. */
typedef void seed_saver (const char *name, char queued_message, struct bytes);
void candidates_cegar (seed_saver *save);
void candidates_bounded (seed_saver *save);

static inline void
require (bool good, const char *what)
{
    if (good)
        return;
    fprintf (stderr, "broken: %s\n", what);
    abort ();
}

#endif
