/* names.h -- what names of registers, bits and memories of an MCS-51 mean, and the
 * other way round (micro/class.h). */
#ifndef MCS51_NAMES_H
#define MCS51_NAMES_H

#include "micro/class.h"

bool mcs51_area (const struct micro_image *, size_t, struct micro_area *);
bool mcs51_find (const struct micro_image *, const char *name,
                 struct micro_place *);
int mcs51_find_bit (const void *device, uint16_t address, const char *name);
/* Latches of ports are none: what was written there is a part of the state. */
const char *mcs51_input (const void *device, uint16_t address, uint8_t mask);
const char *mcs51_name (const void *device, size_t);
enum micro_input mcs51_restricted (const void *device, const char *name,
                                   uint16_t *address, uint8_t *bits);
void mcs51_print (const struct micro_program *, uint32_t pc, struct text *);
void mcs51_print_state (const struct micro_core *, FILE *);
bool mcs51_print_name (const struct micro_program *, uint32_t address,
                       struct text *);
void mcs51_print_input (const struct micro_core *, const uint8_t *old,
                        uint32_t pc, struct text *);

#endif
