/* internal.h -- what the parts of threads.h share. */
#ifndef AUTO_THREADS_INTERNAL_H
#define AUTO_THREADS_INTERNAL_H

#include "auto/threads/threads.h"
#include "vm/replay/trace.h"
#include "vm/replay/walk.h"

/* The last word on an outcome that is UNSAFE: its path, walked and solved for. */
bool threads_confirm (struct threads *, const struct path *, struct problem *);
/* Walks it leg by leg: does it really end in a fault, with nothing guessed? */
bool threads_walk_fails (generator *, const struct vm_walk *, uint32_t *fault);
/* What a SAFE rests on. */
void threads_assume (const struct threads *, struct outcome *);
/* The machine whose memory is 0 when it is made; null: that must be seen. */
generator *threads_zero (struct threads *);
/* The steps become the outcome's trace; the texts change hands. */
void threads_trace (const struct vm_code *, struct vec_vm_told *,
                    struct outcome *);
/* Functions as groups, basic blocks as nodes, if that is wanted (engine/draw.h). */
void threads_draw (const struct vm_code *, const struct options *,
                   struct outcome *);
/* A witness of any tool: the program is decided again, and what it says is compared. */
enum replay_result threads_replay_yaml (struct threads *, const char *witness,
                                        const char *file, struct text *report,
                                        struct problem *);

#endif
