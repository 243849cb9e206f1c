/* io_internal.h -- what the files of io.h share. */
#ifndef AVR_CORE_IO_INTERNAL_H
#define AVR_CORE_IO_INTERNAL_H

#include "avr/core/io.h"
#include "micro/outside.h"

/* May the condition hold?  Unknown bits may be anything. */
static inline bool
io_may_hold (const struct micro_core *c, const struct avr_condition *w)
{
    if (!w->at)
        return true;
    if (w->zero)
        return !(c->data[w->at] & w->mask);
    return (c->data[w->at] | c->mask[w->at]) & w->mask;
}

/* As above, for the source of a flag. */
static inline bool
io_may_come (const struct micro_core *c, const struct avr_condition *source,
             const struct avr_condition *other)
{
    return io_may_hold (c, source) || (other->mask && io_may_hold (c, other));
}

/* `want` are the bits that will be looked at. */
struct micro_value io_load_pin (struct micro_core *,
                                const struct avr_register *, uint8_t want);
struct micro_value io_load_adc_low (struct micro_core *,
                                    const struct avr_register *);
struct micro_value io_load_adc_high (struct micro_core *,
                                     const struct avr_register *);
void io_store_watchdog (struct micro_core *, const struct avr_register *,
                        struct micro_value);

#endif
