/* device_mega164.c -- ATmega164, 324, 644, 1284, as their data sheet (8272) has
 * them: a timer more on the last, and no second USART on the plain 644. */
#include "avr/device/kinds.h"

static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x23, 0x08, 0x44, 0xc0), /* OC0A */
    AVR_DRIVEN (0x23, 0x10, 0x44, 0x30), /* OC0B */
    AVR_DRIVEN (0x29, 0x20, 0x80, 0xc0), /* OC1A */
    AVR_DRIVEN (0x29, 0x10, 0x80, 0x30), /* OC1B */
    AVR_DRIVEN (0x29, 0x80, 0xb0, 0xc0), /* OC2A */
    AVR_DRIVEN (0x29, 0x40, 0xb0, 0x30), /* OC2B */
    AVR_DRIVEN (0x23, 0xf0, 0x4c, 0x40), /* SS, MOSI, MISO, SCK */
    AVR_DRIVEN_USART (0x29, 0x02, 0xc1, 0xc6),
    AVR_DRIVEN (0x23, 0x01, 0xc2, 0xc0), /* XCK0 */
    AVR_DRIVEN (0x26, 0x03, 0xbc, 0x04), /* SCL, SDA */
    AVR_DISABLED_EIGHT (0x20, 0x7e),
    AVR_DISABLED (0x23, 2, 0x7f, 0),
    AVR_DISABLED (0x23, 3, 0x7f, 1),
    {0x23, 0x02, AVR_ALWAYS},            /* CLKO */
    {0x26, 0x3c, AVR_ALWAYS},            /* JTAG: switched off in two writes */
    AVR_DRIVEN (0x26, 0xc0, 0xb6, 0x20), /* TOSC1, TOSC2 */
    /* from here on not on all */
    AVR_DRIVEN_USART (0x29, 0x08, 0xc9, 0xce),
    AVR_DRIVEN (0x29, 0x10, 0xca, 0xc0), /* XCK1 */
    AVR_DRIVEN (0x23, 0x40, 0x90, 0xc0), /* OC3A */
    AVR_DRIVEN (0x23, 0x80, 0x90, 0x30), /* OC3B */
};
enum {
    OVERRIDES1284 = AVR_COUNT (overrides),
    OVERRIDES164 = OVERRIDES1284 - 2,
    OVERRIDES644 = OVERRIDES164 - 3
};

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8 (0x44, 0x45, 0x47, 0x48),
    AVR_BUFFERS8 (0xb0, 0xb1, 0xb3, 0xb4),
    AVR_BUFFERS16 (0x80, 0x81, 0x88),
    AVR_BUFFERS16 (0x80, 0x81, 0x8a),
    AVR_BUFFERS16 (0x90, 0x91, 0x98),
    AVR_BUFFERS16 (0x90, 0x91, 0x9a),
};
enum {
    BUFFERS1284 = AVR_COUNT (buffers),
    BUFFERS164 = BUFFERS1284 - 4,
    BUFFERS644 = BUFFERS164
};

static const struct avr_gate gates[] = {
    AVR_SPI_GATES (0x4c),
    AVR_TWI_GATES (0xb8, 0xbc),
    AVR_USART_GATES (0xc0, 0xc6),
    AVR_USART_GATES (0xc8, 0xce),
};
enum {
    GATES1284 = AVR_COUNT (gates),
    GATES164 = GATES1284,
    GATES644 = GATES164 - 3
};

static const struct avr_power powers[] = {
    {0x64, 0x01, 0x78, 0x7c}, {0x64, 0x02, 0xc0, 0xc6},
    {0x64, 0x04, 0x4c, 0x4e}, {0x64, 0x08, 0x80, 0x8b},
    {0x64, 0x20, 0x44, 0x48}, {0x64, 0x40, 0xb0, 0xb4},
    {0x64, 0x80, 0xb8, 0xbd}, {0x64, 0x10, 0xc8, 0xce},
    {0x65, 0x01, 0x90, 0x9b},
};
enum {
    POWERS1284 = AVR_COUNT (powers),
    POWERS164 = POWERS1284 - 1,
    POWERS644 = POWERS164 - 1
};

static const struct avr_alias aliases[] = {
    {"SPCR0", 0x4c, AVR_ALL_BITS}, {"SPSR0", 0x4d, AVR_ALL_BITS},
    {"SPDR0", 0x4e, AVR_ALL_BITS}, {"PRR", 0x64, AVR_ALL_BITS},
    {"MONDR", 0x51, AVR_ALL_BITS},
};

#define VECTORS                                                               \
    AVR_RESET, AVR_INTERRUPT (0), AVR_INTERRUPT (1), AVR_INTERRUPT (2),       \
        AVR_CHANGE (4, 0, 0x6b), AVR_CHANGE (5, 1, 0x6c),                     \
        AVR_CHANGE (6, 2, 0x6d), AVR_CHANGE (7, 3, 0x73),                     \
        AVR_LEVEL (8, "WDT", 0x60, 6, 0x60, 7, false),                        \
        AVR_VECTORS8_ASYNC (2, 9, 0x70, 0x37, 0xb1, 0xb6),                    \
        AVR_VECTORS16 (1, 12, 15, 0x6f, 0x36, 0x81),                          \
        AVR_VECTORS8 (0, 16, 0x6e, 0x35, 0x45), AVR_VECTOR_SPI (19, 0x4c),    \
        AVR_VECTORS_USART (20, "USART0_RX", "USART0_UDRE", "USART0_TX", 0xc0, \
                           0xc1, 0xc6),                                       \
        AVR_LEVEL (23, "ANALOG_COMP", 0x50, 3, 0x50, 4, false),               \
        AVR_VECTOR_ADC (24, 0x7a),                                            \
        AVR_LEVEL (25, "EE_READY", 0x3f, 3, 0, 0, true),                      \
        AVR_VECTOR_TWI (26, 0xb8, 0xbc),                                      \
        AVR_LEVEL (27, "SPM_READY", 0x57, 7, 0, 0, true)
#define SECOND                                                            \
    AVR_VECTORS_USART (28, "USART1_RX", "USART1_UDRE", "USART1_TX", 0xc8, \
                       0xc9, 0xce)

static const struct avr_vector vectors644[] = {VECTORS};
static const struct avr_vector vectors164[] = {VECTORS, SECOND};
static const struct avr_vector vectors1284[] = {
    VECTORS, SECOND, AVR_VECTORS16 (3, 31, 34, 0x71, 0x38, 0x91)};

#define COMMON(LAST, ADDRESS)                                                 \
    AVR_DIDR1, AVR_MEGA (LAST, ADDRESS), AVR_MEGA_TIMER2,                     \
        AVR_MEGA_ADC (0, NULL, NULL, NULL), AVR_ADMUX (0x7c, 0xff, "MUX4"),   \
        AVR_PORT (A, 0x20, 0xff), AVR_PORT (B, 0x23, 0xff),                   \
        AVR_PORT (C, 0x26, 0xff), AVR_PORT (D, 0x29, 0xff),                   \
        AVR_FLAGS16 (1, 0x36, 0x6f, 0), AVR_TIMER16_TWO (1, 0x80),            \
        AVR_TWI (0xb8), AVR_USART (0, 0xc0), AVR_MEGA_CONTROL (0x80),         \
        AVR_IO ("PCIFR", 0x3b, .flag = 0x0f, AVR_GROUP ("PCIF", "")),         \
        AVR_IO ("EIFR", 0x3c, .input = 0x07, AVR_GROUP ("INTF", "")),         \
        AVR_IO ("EIMSK", 0x3d, .plain = 0x07, AVR_GROUP ("INT", "")),         \
        AVR_CAUSES ("MCUSR", 0x54, 0x1f, "JTRF"),                             \
        AVR_IO ("PRR0", 0x64, .plain = 0xff,                                  \
                AVR_BITS ("PRADC", "PRUSART0", "PRSPI", "PRTIM1", "PRUSART1", \
                          "PRTIM0", "PRTIM2", "PRTWI")),                      \
        AVR_IO ("PCICR", 0x68, .plain = 0x0f, AVR_GROUP ("PCIE", "")),        \
        AVR_EICRA, AVR_PCMSK0 (0x6b), AVR_PCMSK1 (0x6c), AVR_PCMSK2 (0x6d),   \
        AVR_PINS ("PCMSK3", 0x73, 0xff, "PCINT24", "PCINT25", "PCINT26",      \
                  "PCINT27", "PCINT28", "PCINT29", "PCINT30", "PCINT31")

static const struct avr_register registers644[] = {COMMON (0x10ff, 0x07)};
static const struct avr_register registers164[] = {COMMON (0x4ff, 0x01),
                                                   AVR_USART (1, 0xc8)};
static const struct avr_register registers324[] = {COMMON (0x8ff, 0x03),
                                                   AVR_USART (1, 0xc8)};
static const struct avr_register registers644p[] = {COMMON (0x10ff, 0x07),
                                                    AVR_USART (1, 0xc8)};
static const struct avr_register registers1284[] = {
    COMMON (0x40ff, 0x0f),
    AVR_USART (1, 0xc8),
    AVR_FLAGS16 (3, 0x38, 0x71, 0),
    AVR_TIMER16_TWO (3, 0x90),
    AVR_IO ("RAMPZ", 0x5b, .plain = 0x01, AVR_BITS ("RAMPZ0")),
    AVR_IO ("PRR1", 0x65, .plain = 0x01, AVR_BITS ("PRTIM3"))};

/* LIKE: whose tables are as long. */
#define DEVICE(NAME, SAME, FLASH, EEPROM, LAST, REGISTERS, LIKE) \
    {.name = NAME,                                               \
     .same = SAME,                                               \
     .flash_bytes = (FLASH),                                     \
     .eeprom_bytes = (EEPROM),                                   \
     .sram_first = 0x100,                                        \
     .sram_last = (LAST),                                        \
     .vector_words = 2,                                          \
     .modern = true,                                             \
     .rampz = (FLASH) > 0x10000,                                 \
     .registers = REGISTERS,                                     \
     .register_count = AVR_COUNT (REGISTERS),                    \
     .aliases = aliases,                                         \
     .alias_count = AVR_COUNT (aliases),                         \
     .vectors = vectors##LIKE,                                   \
     .vector_count = AVR_COUNT (vectors##LIKE),                  \
     .buffers = buffers,                                         \
     .buffer_count = BUFFERS##LIKE,                              \
     .overrides = overrides,                                     \
     .override_count = OVERRIDES##LIKE,                          \
     .gates = gates,                                             \
     .gate_count = GATES##LIKE,                                  \
     .powers = powers,                                           \
     .power_count = POWERS##LIKE,                                \
     .adc_control = 0x7a}

const struct avr_device avr_device_mega164[] = {
    DEVICE ("atmega164p", "atmega164a atmega164pa ", 0x4000, 0x200, 0x4ff,
            registers164, 164),
    DEVICE ("atmega324p", "atmega324a atmega324pa ", 0x8000, 0x400, 0x8ff,
            registers324, 164),
    DEVICE ("atmega644", NULL, 0x10000, 0x800, 0x10ff, registers644, 644),
    DEVICE ("atmega644p", "atmega644a atmega644pa ", 0x10000, 0x800, 0x10ff,
            registers644p, 164),
    DEVICE ("atmega1284p", "atmega1284 ", 0x20000, 0x1000, 0x40ff,
            registers1284, 1284),
    {.name = NULL},
};
