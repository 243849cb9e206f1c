/* names.h -- what names of an XC167's registers, bits and memories mean, and the other
 * way round (micro/class.h). */
#ifndef XC167_NAMES_H
#define XC167_NAMES_H

#include "micro/class.h"

bool xc167_area (const struct micro_image *, size_t, struct micro_area *);
bool xc167_find (const struct micro_image *, const char *name,
                 struct micro_place *);
int xc167_find_bit (const void *device, uint16_t place, const char *name);
const char *xc167_input (const void *device, uint16_t place, uint8_t mask);
const char *xc167_name (const void *device, size_t);
enum micro_input xc167_restricted (const void *device, const char *name,
                                   uint16_t *place, uint8_t *bits);
void xc167_print_code (const struct micro_program *, uint32_t pc,
                       struct text *);
void xc167_print_state (const struct micro_core *, FILE *);
bool xc167_print_name (const struct micro_program *, uint32_t place,
                       struct text *);
void xc167_print_input (const struct micro_core *, const uint8_t *old,
                        uint32_t pc, struct text *);

#endif
