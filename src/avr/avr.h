/* avr.h -- AVR as a kind of microcontroller, and as a generator (micro/machine.h). */
#ifndef AVR_AVR_H
#define AVR_AVR_H

#include "micro/machine.h"
#include "avr/device/program.h"

extern const struct micro_class avr_class;

/* Takes the program over (adopted: *program is empty afterwards). */
generator *avr_machine_new (struct avr_program *adopted);
generator *avr_open (struct bytes program, struct problem *);
const struct avr_program *avr_machine_program (const generator *);

#endif
