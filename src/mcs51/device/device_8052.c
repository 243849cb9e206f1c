/* device_8052.c -- the 8052: 256 bytes of RAM, and a third timer. */
#include "mcs51/device/device_tables.h"

static const struct mcs51_register registers[] = {
    MCS51_REGISTERS_LOW,
    {"IE", 0xa8, 0xbf, 0, 0, SFR_PERMIT},
    {"P3", 0xb0, 0xff, 0, 0xff, SFR_PORT},
    {"IP", 0xb8, 0x3f, 0, 0, SFR_PERMIT},
    {"T2CON", 0xc8, 0xff, 0, 0, SFR_NORMAL},
    {"RCAP2L", 0xca, 0xff, 0xff, 0, SFR_NORMAL},
    {"RCAP2H", 0xcb, 0xff, 0xff, 0, SFR_NORMAL},
    {"TL2", 0xcc, 0xff, 0xff, 0, SFR_NORMAL},
    {"TH2", 0xcd, 0xff, 0xff, 0, SFR_NORMAL},
    MCS51_REGISTERS_HIGH,
};

static const struct mcs51_bit bits[] = {
    MCS51_BITS,          {"ET2", 0xa8, 5},  {"PT2", 0xb8, 5},
    {"CP_RL2", 0xc8, 0}, {"C_T2", 0xc8, 1}, {"TR2", 0xc8, 2},
    {"EXEN2", 0xc8, 3},  {"TCLK", 0xc8, 4}, {"RCLK", 0xc8, 5},
    {"EXF2", 0xc8, 6},   {"TF2", 0xc8, 7},
};

static const struct mcs51_vector vectors[] = {
    MCS51_VECTORS,
    {"TIMER2", 0x2b, 5, 0xc8, 7, true, 0, {0xc8, 0x04}},
    {"TIMER2_EX", 0x2b, 5, 0xc8, 6, true, 0, {0xc8, 0x08}},
};

/* A capture copies the counter, and the pin that may ask for it a reload, too. */
static const struct mcs51_moving moving[] = {
    MCS51_MOVING,
    {0xca, 0xff, {0xc8, 0x08}},
    {0xcb, 0xff, {0xc8, 0x08}},
    {0xcc, 0xff, {0xc8, 0x0c}},
    {0xcd, 0xff, {0xc8, 0x0c}},
};

const struct mcs51_device mcs51_8052 = {
    .name = "8052",
    .ram = 256,
    .registers = registers,
    .register_count = COUNT (registers),
    .bits = bits,
    .bit_count = COUNT (bits),
    .vectors = vectors,
    .vector_count = COUNT (vectors),
    .moving = moving,
    .moving_count = COUNT (moving),
};
