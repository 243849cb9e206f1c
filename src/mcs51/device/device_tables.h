/* device_tables.h -- the tables, for device.c alone. */
#ifndef MCS51_DEVICE_DEVICE_TABLES_H
#define MCS51_DEVICE_DEVICE_TABLES_H

#include "mcs51/device/device.h"

extern const struct mcs51_device mcs51_8051, mcs51_8052;

#define COUNT(a) (sizeof (a) / sizeof *(a))

/* What both have, in the order of addresses up to IP: name, address, plain, input,
 * reset, special. */
#define MCS51_REGISTERS_LOW                        \
    {"P0", 0x80, 0xff, 0, 0xff, SFR_PORT},         \
        {"SP", 0x81, 0xff, 0, 0x07, SFR_CORE},     \
        {"DPL", 0x82, 0xff, 0, 0, SFR_CORE},       \
        {"DPH", 0x83, 0xff, 0, 0, SFR_CORE},       \
        {"PCON", 0x87, 0x8f, 0, 0, SFR_POWER},     \
        {"TCON", 0x88, 0xff, 0x0a, 0, SFR_NORMAL}, \
        {"TMOD", 0x89, 0xff, 0, 0, SFR_NORMAL},    \
        {"TL0", 0x8a, 0xff, 0xff, 0, SFR_NORMAL},  \
        {"TL1", 0x8b, 0xff, 0xff, 0, SFR_NORMAL},  \
        {"TH0", 0x8c, 0xff, 0xff, 0, SFR_NORMAL},  \
        {"TH1", 0x8d, 0xff, 0xff, 0, SFR_NORMAL},  \
        {"P1", 0x90, 0xff, 0, 0xff, SFR_PORT},     \
        {"SCON", 0x98, 0xff, 0x04, 0, SFR_NORMAL}, \
        {"SBUF", 0x99, 0, 0xff, 0, SFR_BUFFER},    \
    {                                              \
        "P2", 0xa0, 0xff, 0, 0xff, SFR_PORT        \
    }
#define MCS51_REGISTERS_HIGH                 \
    {"PSW", 0xd0, 0xff, 0, 0, SFR_STATUS},   \
        {"ACC", 0xe0, 0xff, 0, 0, SFR_CORE}, \
    {                                        \
        "B", 0xf0, 0xff, 0, 0, SFR_CORE      \
    }

#define MCS51_BITS                                                             \
    {"IT0", 0x88, 0}, {"IE0", 0x88, 1}, {"IT1", 0x88, 2}, {"IE1", 0x88, 3},    \
        {"TR0", 0x88, 4}, {"TF0", 0x88, 5}, {"TR1", 0x88, 6},                  \
        {"TF1", 0x88, 7}, {"RI", 0x98, 0}, {"TI", 0x98, 1}, {"RB8", 0x98, 2},  \
        {"TB8", 0x98, 3}, {"REN", 0x98, 4}, {"SM2", 0x98, 5},                  \
        {"SM1", 0x98, 6}, {"SM0", 0x98, 7}, {"EX0", 0xa8, 0},                  \
        {"ET0", 0xa8, 1}, {"EX1", 0xa8, 2}, {"ET1", 0xa8, 3}, {"ES", 0xa8, 4}, \
        {"EA", 0xa8, 7}, {"RXD", 0xb0, 0}, {"TXD", 0xb0, 1},                   \
        {"INT0", 0xb0, 2}, {"INT1", 0xb0, 3}, {"T0", 0xb0, 4},                 \
        {"T1", 0xb0, 5}, {"WR", 0xb0, 6}, {"RD", 0xb0, 7}, {"PX0", 0xb8, 0},   \
        {"PT0", 0xb8, 1}, {"PX1", 0xb8, 2}, {"PT1", 0xb8, 3}, {"PS", 0xb8, 4}, \
        {"P", 0xd0, 0}, {"OV", 0xd0, 2}, {"RS0", 0xd0, 3}, {"RS1", 0xd0, 4},   \
        {"F0", 0xd0, 5}, {"AC", 0xd0, 6}, {"CY", 0xd0, 7}

/* name, entry, permit, flag, keeps, edge, source */
#define MCS51_VECTORS                                           \
    {"RESET", 0, 0, 0, 0, false, 0, {0, 0}},                    \
        {"INT0", 0x03, 0, 0x88, 1, false, 0x01, {0, 0}},        \
        {"TIMER0", 0x0b, 1, 0x88, 5, false, 0, {0x88, 0x10}},   \
        {"INT1", 0x13, 2, 0x88, 3, false, 0x04, {0, 0}},        \
        {"TIMER1", 0x1b, 3, 0x88, 7, false, 0, {0x88, 0x40}},   \
        {"SERIAL_RI", 0x23, 4, 0x98, 0, true, 0, {0x98, 0x10}}, \
    {                                                           \
        "SERIAL_TI", 0x23, 4, 0x98, 1, true, 0, {0x99, 0x01}    \
    }

/* Timer 0 as two timers of 8 bits: TH0 runs by TR1. */
#define MCS51_MOVING                                            \
    {0x8a, 0xff, {0x88, 0x10}}, {0x8c, 0xff, {0x88, 0x50}},     \
        {0x8b, 0xff, {0x88, 0x40}}, {0x8d, 0xff, {0x88, 0x40}}, \
    {                                                           \
        0x98, 0x04, {0x98, 0x10}                                \
    }

#endif
