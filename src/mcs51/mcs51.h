/* mcs51.h -- MCS-51 as a kind of microcontroller, and as a generator
 * (micro/machine.h). */
#ifndef MCS51_MCS51_H
#define MCS51_MCS51_H

#include "mcs51/device/program.h"
#include "micro/machine.h"

extern const struct micro_class mcs51_class;

generator *mcs51_open (struct bytes program, struct problem *);

#endif
