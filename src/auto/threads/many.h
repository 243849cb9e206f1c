/* many.h -- the C machine with other reductions or options than those
 * that were asked for, and what can be decided with it. */
#ifndef AUTO_THREADS_MANY_H
#define AUTO_THREADS_MANY_H

#include "auto/machine/machine.h"
#include "vm/reduce/abstract_threads.h"
#include "vm/machine.h"

/* The same program with these bits, too.  Null: problem. */
generator *threads_variant (const generator *, uint32_t reductions,
                            uint32_t options, struct problem *);

/* The program with any number of threads that are alike as one (vm/reduce/counter_abstraction.h), and
 * the crowd that rounds of searches come to, if these find no fault and end
 * within limits; else none: then the machine is null.  The same for every
 * number of threads that search. */
struct threads_many {
    generator *machine;
    struct vm_abstract_threads crowd; /* of the machine: free that first */
};
void threads_many_open (struct threads_many *, const generator *,
                        unsigned threads);
void threads_many_close (struct threads_many *);

/* A program that creates threads without end: SAFE if that is found so, else
 * nothing is said.  False: problem. */
bool threads_many (const struct machine_check *, generator *, struct problem *);

#endif
