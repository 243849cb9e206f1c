/* xc167.h -- the XC167 as a kind of microcontroller, and as a generator
 * (micro/machine.h). */
#ifndef XC167_XC167_H
#define XC167_XC167_H

#include "micro/machine.h"

struct xc167_program; /* xc167/device/program.h */

extern const struct micro_class xc167_class;

/* Takes the program over (adopted: *program is empty afterwards). */
generator *xc167_machine_new (struct xc167_program *adopted);
generator *xc167_open (struct bytes program, struct problem *);

#endif
