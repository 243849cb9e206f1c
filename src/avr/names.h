/* names.h -- what names of an AVR's registers, bits and memories mean, and the other
 * way round (micro/class.h). */
#ifndef AVR_NAMES_H
#define AVR_NAMES_H

#include "micro/class.h"

bool avr_area (const struct micro_image *, size_t, struct micro_area *);
bool avr_find (const struct micro_image *, const char *name,
               struct micro_place *);
int avr_find_bit (const void *device, uint16_t address, const char *name);
const char *avr_input (const void *device, uint16_t address, uint8_t mask);
const char *avr_name (const void *device, size_t);
enum micro_input avr_restricted (const void *device, const char *name,
                                 uint16_t *address, uint8_t *bits);
void avr_print (const struct micro_program *, uint32_t pc, struct text *);
void avr_print_state (const struct micro_core *, FILE *);
bool avr_print_name (const struct micro_program *, uint32_t address,
                     struct text *);
void avr_print_input (const struct micro_core *, const uint8_t *old,
                      uint32_t pc, struct text *);

#endif
