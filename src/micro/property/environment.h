/* environment.h -- restrictions of inputs, as text.
 *
 *     # comment
 *     pin PINB.3 = 1              a pin that never changes
 *     pins PIND & 0x0f in 1 2 4 8 the masked bits take one of these values
 *     adc 100 .. 900              results of the ADC
 *     no interrupt TIMER0_OVF     never comes
 *
 * `pin` and `pins` restrict what any register with inputs is read as (UDR,
 * UCSRA, ..), pins only where they are inputs (DDR); several restrictions hold
 * together.  `adc` is what the data register holds whenever it is read, also
 * before a first conversion.  An interrupt that never comes may still have its
 * flag set. */
#ifndef MICRO_PROPERTY_ENVIRONMENT_H
#define MICRO_PROPERTY_ENVIRONMENT_H

#include "micro/class.h"

void
micro_environment_init (struct micro_environment *); /* anything may come */
void micro_environment_clear (struct micro_environment *);
/* False: problem with file:line:column; unknown names offer near ones. */
bool micro_environment_read (struct micro_environment *,
                             const struct micro_image *, const char *text,
                             size_t size, const char *file, struct problem *);
void micro_environment_write (const struct micro_environment *,
                              struct buffer *);
bool micro_environment_get (struct micro_environment *, struct reader *);

#endif
