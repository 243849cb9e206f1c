/* avr_property.h -- invariants: C expressions over the state of a firmware.
 *
 *     count <= 100 && (PORTB & 0x03) != 3
 *     main.c:state == 2 || pc != stop        a static of a file; a label
 *     buffer.head < 16 && table[3].x == -1   fields and elements
 *     r24 == 0, SREG.I, PORTB.3, sram[0x60], SP, line(main.c:42)
 *
 * Integers are wide (64 bits), so that nothing overflows on the way; operators,
 * precedence and meaning are those of C.  Inputs (PINB, ADC) are no part of a
 * state and cannot be asked for. */
#ifndef AVR_PROPERTY_H
#define AVR_PROPERTY_H

#include "machine/avr_core.h"
#include "machine/avr_image.h"

/* Reads `text` into the property (zeroed before).  False: problem, with the
 * column in the expression; an unknown name offers the nearest ones. */
bool avr_property_read (struct avr_property *, const struct avr_image *,
                        const char *text, struct problem *);
void avr_property_clear (struct avr_property *);
/* Is it true in this state?  Observed bytes are known (avr_core.h). */
bool avr_property_holds (const struct avr_property *, const struct avr_core *);
void avr_property_write (const struct avr_property *, size_t data_size,
                         struct buffer *);
bool avr_property_get (struct avr_property *, size_t data_size,
                       struct reader *);
/* Does it read this data address? */
bool avr_property_observes (const struct avr_property *, uint16_t address);
/* The values of all that it names, e.g. "count = 101, PORTB = 0x03". */
void avr_property_values (const struct avr_property *, const struct avr_image *,
                          const char *text, const struct avr_core *,
                          struct text *);

#endif
