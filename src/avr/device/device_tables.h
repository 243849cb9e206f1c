/* device_tables.h -- for the files that are one device each. */
#ifndef AVR_DEVICE_DEVICE_TABLES_H
#define AVR_DEVICE_DEVICE_TABLES_H

#include "avr/device/device.h"

/* Families; the last of each has no name. */
extern const struct avr_device avr_device_mega16[], avr_device_mega48[],
    avr_device_mega128[], avr_device_mega164[], avr_device_mega640[],
    avr_device_mega32u2[], avr_device_mega32u4[], avr_device_tiny13[],
    avr_device_tiny24[], avr_device_tiny25[], avr_device_tiny2313[];

#define AVR_COUNT(table) (sizeof (table) / sizeof (table)[0])

#define AVR_TABLES(REGISTERS, ALIASES, VECTORS, BUFFERS, OVERRIDES, GATES) \
    .registers = REGISTERS, .register_count = AVR_COUNT (REGISTERS),       \
    .aliases = ALIASES, .alias_count = AVR_COUNT (ALIASES),                \
    .vectors = VECTORS, .vector_count = AVR_COUNT (VECTORS),               \
    .buffers = BUFFERS, .buffer_count = AVR_COUNT (BUFFERS),               \
    .overrides = OVERRIDES, .override_count = AVR_COUNT (OVERRIDES),       \
    .gates = GATES, .gate_count = AVR_COUNT (GATES)
/* The same of a file where all but the registers have their own names. */
#define AVR_DEVICE_TABLES(REGISTERS) \
    AVR_TABLES (REGISTERS, aliases, vectors, buffers, overrides, gates)

#endif
