/* progress.h -- how far a check is: what the work says of itself, and how that is
 * told in one line.
 *
 * The work writes its status on a board that lies in memory shared with the process
 * that watches it.  That one tells people, so a line comes from the first second on,
 * and goes on, whatever the work is busy with. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* What is 0 or empty is not told. */
struct progress_status {
    char phase[80];       /* "reading f.c", "stage values" */
    const char *unit;     /* static: what is counted, "states" */
    uint64_t done;        /* of these */
    uint64_t of;          /* when `done` is so many, the phase is over */
    const char *round_of; /* static: "layer", "round" */
    uint64_t round;
    uint64_t open;    /* what waits to be worked on */
    unsigned workers; /* 0: the work does not know */
    char note[200];   /* what else there is to say */
};

/* A worker that came, or was lost. */
struct progress_event {
    uint64_t ns;     /* by the wall clock */
    char worker[16]; /* what people call one: "worker", "member" */
    unsigned who;
    bool lost;
};
enum { PROGRESS_EVENTS = 256 };

struct progress_board {
    atomic_flag busy; /* somebody draws, or prints */
    bool closed;      /* nothing is to be drawn any more */
    unsigned phases;  /* begun so far */
    atomic_bool runs; /* the run directory that was asked for is this check's */
    struct progress_status status;
    unsigned joined, lost; /* workers, so far */
    unsigned events;       /* so far; event N is in place N % PROGRESS_EVENTS */
    struct progress_event event[PROGRESS_EVENTS];
};

/* In memory that is shared with children; null: there is none. */
struct progress_board *progress_board_new (void);
void progress_board_free (struct progress_board *);
/* Who prints waits; who only draws, tries. */
void progress_board_lock (struct progress_board *);
bool progress_board_try (struct progress_board *);
void progress_board_unlock (struct progress_board *);

/* What the watcher knows besides. */
struct progress_view {
    struct progress_status status;
    double seconds;       /* since the start */
    double phase_seconds; /* since the phase began */
    double rate;          /* units a second; below 0: not known */
    uint64_t memory_mb;
    uint64_t limit_s; /* of time; 0: none */
};

/* In at most `columns` columns (0: any number): what matters least is left out. */
void progress_line (const struct progress_view *, unsigned columns,
                    struct text *);
/* As a JSON object, one line with its end. */
void progress_json (const struct progress_view *, struct text *);

#endif
