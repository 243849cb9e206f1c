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
#ifndef AVR_PROPERTY_ENVIRONMENT_H
#define AVR_PROPERTY_ENVIRONMENT_H

#include "avr/device/program.h"

void avr_environment_init (struct avr_environment *); /* anything may come */
void avr_environment_clear (struct avr_environment *);
/* False: problem with file:line:column; unknown names offer near ones. */
bool avr_environment_read (struct avr_environment *, const struct avr_device *,
                           const char *text, size_t size, const char *file,
                           struct problem *);
void avr_environment_write (const struct avr_environment *, struct buffer *);
bool avr_environment_get (struct avr_environment *, struct reader *);

#endif
