/* device_8051.c -- the 8051: 128 bytes of RAM, two timers. */
#include "mcs51/device/device_tables.h"

static const struct mcs51_register registers[] = {
    MCS51_REGISTERS_LOW,
    {"IE", 0xa8, 0x9f, 0, 0, SFR_PERMIT},
    {"P3", 0xb0, 0xff, 0, 0xff, SFR_PORT},
    {"IP", 0xb8, 0x1f, 0, 0, SFR_PERMIT},
    MCS51_REGISTERS_HIGH,
};

static const struct mcs51_bit bits[] = {MCS51_BITS};
static const struct mcs51_vector vectors[] = {MCS51_VECTORS};
static const struct mcs51_moving moving[] = {MCS51_MOVING};

const struct mcs51_device mcs51_8051 = {
    .name = "8051",
    .ram = 128,
    .registers = registers,
    .register_count = COUNT (registers),
    .bits = bits,
    .bit_count = COUNT (bits),
    .vectors = vectors,
    .vector_count = COUNT (vectors),
    .moving = moving,
    .moving_count = COUNT (moving),
};
