/* device_tables.h -- for the files that are one device each. */
#ifndef AVR_DEVICE_DEVICE_TABLES_H
#define AVR_DEVICE_DEVICE_TABLES_H

#include "avr/device/device.h"

extern const struct avr_device avr_device_atmega16, avr_device_atmega128;

#define AVR_COUNT(table) (sizeof (table) / sizeof (table)[0])

/* The tables of a file, which all have the same names. */
#define AVR_DEVICE_TABLES                                            \
    .registers = registers, .register_count = AVR_COUNT (registers), \
    .bits = bits, .bit_count = AVR_COUNT (bits), .vectors = vectors, \
    .vector_count = AVR_COUNT (vectors), .sources = sources,         \
    .source_count = AVR_COUNT (sources), .enables = enables,         \
    .enable_count = AVR_COUNT (enables), .buffers = buffers,         \
    .buffer_count = AVR_COUNT (buffers), .overrides = overrides,     \
    .override_count = AVR_COUNT (overrides), .words = words,         \
    .word_count = AVR_COUNT (words)

#endif
