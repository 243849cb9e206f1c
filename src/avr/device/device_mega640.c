/* device_mega640.c -- ATmega640, 1280, 2560, as their data sheet (2549) has them. */
#include "avr/device/kinds.h"

static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x23, 0x80, 0x44, 0xc0),  /* OC0A */
    AVR_DRIVEN (0x32, 0x20, 0x44, 0x30),  /* OC0B */
    AVR_DRIVEN (0x23, 0x20, 0x80, 0xc0),  /* OC1A */
    AVR_DRIVEN (0x23, 0x40, 0x80, 0x30),  /* OC1B */
    AVR_DRIVEN (0x23, 0x80, 0x80, 0x0c),  /* OC1C */
    AVR_DRIVEN (0x23, 0x10, 0xb0, 0xc0),  /* OC2A */
    AVR_DRIVEN (0x100, 0x40, 0xb0, 0x30), /* OC2B */
    AVR_DRIVEN (0x2c, 0x08, 0x90, 0xc0),  /* OC3A, OC3B, OC3C */
    AVR_DRIVEN (0x2c, 0x10, 0x90, 0x30),
    AVR_DRIVEN (0x2c, 0x20, 0x90, 0x0c),
    AVR_DRIVEN (0x100, 0x08, 0xa0, 0xc0), /* OC4A, OC4B, OC4C */
    AVR_DRIVEN (0x100, 0x10, 0xa0, 0x30),
    AVR_DRIVEN (0x100, 0x20, 0xa0, 0x0c),
    AVR_DRIVEN (0x109, 0x08, 0x120, 0xc0), /* OC5A, OC5B, OC5C */
    AVR_DRIVEN (0x109, 0x10, 0x120, 0x30),
    AVR_DRIVEN (0x109, 0x20, 0x120, 0x0c),
    AVR_DRIVEN (0x23, 0x0f, 0x4c, 0x40), /* SS, SCK, MOSI, MISO */
    AVR_DRIVEN_USART (0x2c, 0x02, 0xc1, 0xc6),
    AVR_DRIVEN (0x2c, 0x04, 0xc2, 0xc0), /* XCK0 */
    AVR_DRIVEN_USART (0x29, 0x08, 0xc9, 0xce),
    AVR_DRIVEN (0x29, 0x20, 0xca, 0xc0), /* XCK1 */
    AVR_DRIVEN_USART (0x100, 0x02, 0xd1, 0xd6),
    AVR_DRIVEN (0x100, 0x04, 0xd2, 0xc0), /* XCK2 */
    AVR_DRIVEN_USART (0x103, 0x02, 0x131, 0x136),
    AVR_DRIVEN (0x103, 0x04, 0x132, 0xc0), /* XCK3 */
    AVR_DRIVEN (0x29, 0x03, 0xbc, 0x04),   /* SCL, SDA */
    AVR_DISABLED_EIGHT (0x2f, 0x7e),
    AVR_DISABLED_EIGHT (0x106, 0x7d),
    AVR_DISABLED (0x2c, 2, 0x7f, 0),
    AVR_DISABLED (0x2c, 3, 0x7f, 1),
    {0x2c, 0x80, AVR_ALWAYS},            /* CLKO */
    {0x2f, 0xf0, AVR_ALWAYS},            /* JTAG: switched off in two writes */
    AVR_DRIVEN (0x32, 0x18, 0xb6, 0x20), /* TOSC1, TOSC2 */
    AVR_DRIVEN (0x32, 0x07, 0x74, 0x80), /* external memory */
    AVR_DRIVEN (0x20, 0xff, 0x74, 0x80),
    AVR_DRIVEN (0x26, 0xff, 0x74, 0x80),
};

#define BUFFERS(AT)                              \
    AVR_BUFFERS16 (AT, (AT) + 1, (AT) + 8),      \
        AVR_BUFFERS16 (AT, (AT) + 1, (AT) + 10), \
        AVR_BUFFERS16 (AT, (AT) + 1, (AT) + 12)
static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8 (0x44, 0x45, 0x47, 0x48),
    AVR_BUFFERS8 (0xb0, 0xb1, 0xb3, 0xb4),
    BUFFERS (0x80),
    BUFFERS (0x90),
    BUFFERS (0xa0),
    BUFFERS (0x120),
};

static const struct avr_gate gates[] = {
    AVR_SPI_GATES (0x4c),         AVR_TWI_GATES (0xb8, 0xbc),
    AVR_USART_GATES (0xc0, 0xc6), AVR_USART_GATES (0xc8, 0xce),
    AVR_USART_GATES (0xd0, 0xd6), AVR_USART_GATES (0x130, 0x136),
};

static const struct avr_power powers[] = {
    {0x64, 0x01, 0x78, 0x7c},   {0x64, 0x02, 0xc0, 0xc6},
    {0x64, 0x04, 0x4c, 0x4e},   {0x64, 0x08, 0x80, 0x8d},
    {0x64, 0x20, 0x44, 0x48},   {0x64, 0x40, 0xb0, 0xb4},
    {0x64, 0x80, 0xb8, 0xbd},   {0x65, 0x01, 0xc8, 0xce},
    {0x65, 0x02, 0xd0, 0xd6},   {0x65, 0x04, 0x130, 0x136},
    {0x65, 0x08, 0x90, 0x9d},   {0x65, 0x10, 0xa0, 0xad},
    {0x65, 0x20, 0x120, 0x12d},
};

static const struct avr_alias aliases[] = {
    {"MONDR", 0x51, AVR_ALL_BITS},
    {"IDRD", 0x51, 7},
};

static const struct avr_vector vectors[] = {
    AVR_RESET,
    AVR_INTERRUPT (0),
    AVR_INTERRUPT (1),
    AVR_INTERRUPT (2),
    AVR_INTERRUPT (3),
    AVR_INTERRUPT (4),
    AVR_INTERRUPT (5),
    AVR_INTERRUPT (6),
    AVR_INTERRUPT (7),
    AVR_CHANGE (9, 0, 0x6b),
    AVR_CHANGE (10, 1, 0x6c),
    AVR_CHANGE (11, 2, 0x6d),
    AVR_LEVEL (12, "WDT", 0x60, 6, 0x60, 7, false),
    AVR_VECTORS8_ASYNC (2, 13, 0x70, 0x37, 0xb1, 0xb6),
    AVR_VECTORS16_THREE (1, 16, 0x6f, 0x36, 0x81),
    AVR_VECTORS8 (0, 21, 0x6e, 0x35, 0x45),
    AVR_VECTOR_SPI (24, 0x4c),
    AVR_VECTORS_USART (25, "USART0_RX", "USART0_UDRE", "USART0_TX", 0xc0, 0xc1,
                       0xc6),
    AVR_LEVEL (28, "ANALOG_COMP", 0x50, 3, 0x50, 4, false),
    AVR_VECTOR_ADC (29, 0x7a),
    AVR_LEVEL (30, "EE_READY", 0x3f, 3, 0, 0, true),
    AVR_VECTORS16_THREE (3, 31, 0x71, 0x38, 0x91),
    AVR_VECTORS_USART (36, "USART1_RX", "USART1_UDRE", "USART1_TX", 0xc8, 0xc9,
                       0xce),
    AVR_VECTOR_TWI (39, 0xb8, 0xbc),
    AVR_LEVEL (40, "SPM_READY", 0x57, 7, 0, 0, true),
    AVR_VECTORS16_THREE (4, 41, 0x72, 0x39, 0xa1),
    AVR_VECTORS16_THREE (5, 46, 0x73, 0x3a, 0x121),
    AVR_VECTORS_USART (51, "USART2_RX", "USART2_UDRE", "USART2_TX", 0xd0, 0xd1,
                       0xd6),
    AVR_VECTORS_USART (54, "USART3_RX", "USART3_UDRE", "USART3_TX", 0x130,
                       0x131, 0x136),
};

static const struct avr_register registers[] = {
    AVR_DIDR1,
    AVR_MEGA (0x21ff, 0x0f),
    AVR_MEGA_TIMER2,
    AVR_MEGA_ADC (0x08, "MUX5", NULL, NULL),
    AVR_ADMUX (0x7c, 0xff, "MUX4"),
    AVR_PORT (A, 0x20, 0xff),
    AVR_PORT (B, 0x23, 0xff),
    AVR_PORT (C, 0x26, 0xff),
    AVR_PORT (D, 0x29, 0xff),
    AVR_PORT (E, 0x2c, 0xff),
    AVR_PORT (F, 0x2f, 0xff),
    AVR_PORT (G, 0x32, 0x3f),
    AVR_PORT (H, 0x100, 0xff),
    AVR_PORT (J, 0x103, 0xff),
    AVR_PORT (K, 0x106, 0xff),
    AVR_PORT (L, 0x109, 0xff),
    AVR_FLAGS16 (1, 0x36, 0x6f, 8),
    AVR_FLAGS16 (3, 0x38, 0x71, 8),
    AVR_FLAGS16 (4, 0x39, 0x72, 8),
    AVR_FLAGS16 (5, 0x3a, 0x73, 8),
    AVR_TIMER16_THREE (1, 0x80),
    AVR_TIMER16_THREE (3, 0x90),
    AVR_TIMER16_THREE (4, 0xa0),
    AVR_TIMER16_THREE (5, 0x120),
    AVR_TWI (0xb8),
    AVR_USART (0, 0xc0),
    AVR_USART (1, 0xc8),
    AVR_USART (2, 0xd0),
    AVR_USART (3, 0x130),
    AVR_MEGA_CONTROL (0x80),
    AVR_IO ("PCIFR", 0x3b, .flag = 0x07, AVR_GROUP ("PCIF", "")),
    AVR_IO ("EIFR", 0x3c, .input = 0xff, AVR_GROUP ("INTF", "")),
    AVR_IO ("EIMSK", 0x3d, .plain = 0xff, AVR_GROUP ("INT", "")),
    AVR_CAUSES ("MCUSR", 0x54, 0x1f, "JTRF"),
    AVR_IO ("RAMPZ", 0x5b, .plain = 0x03, AVR_BITS ("RAMPZ0", "RAMPZ1")),
    AVR_IO ("EIND", 0x5c, .plain = 0x01, AVR_BITS ("EIND0")),
    AVR_IO ("PRR0", 0x64, .plain = 0xef,
            AVR_BITS ("PRADC", "PRUSART0", "PRSPI", "PRTIM1", NULL, "PRTIM0",
                      "PRTIM2", "PRTWI")),
    AVR_IO ("PRR1", 0x65, .plain = 0x3f,
            AVR_BITS ("PRUSART1", "PRUSART2", "PRUSART3", "PRTIM3", "PRTIM4",
                      "PRTIM5")),
    AVR_IO ("PCICR", 0x68, .plain = 0x07, AVR_GROUP ("PCIE", "")),
    AVR_EICRA,
    AVR_EICRB,
    AVR_PCMSK0 (0x6b),
    AVR_PCMSK1 (0x6c),
    AVR_PCMSK2 (0x6d),
    AVR_IO ("XMCRA", 0x74, .plain = 0xff,
            AVR_BITS ("SRW00", "SRW01", "SRW10", "SRW11", "SRL0", "SRL1",
                      "SRL2", "SRE")),
    AVR_IO ("XMCRB", 0x75, .plain = 0x87,
            AVR_BITS ("XMM0", "XMM1", "XMM2", NULL, NULL, NULL, NULL, "XMBK")),
    AVR_PINS ("DIDR2", 0x7d, 0xff, "ADC8D", "ADC9D", "ADC10D", "ADC11D",
              "ADC12D", "ADC13D", "ADC14D", "ADC15D"),
};

#define DEVICE(NAME, FLASH)             \
    {.name = NAME,                      \
     .flash_bytes = (FLASH),            \
     .eeprom_bytes = 0x1000,            \
     .sram_first = 0x200,               \
     .sram_last = 0x21ff,               \
     .vector_words = 2,                 \
     .modern = true,                    \
     .rampz = (FLASH) > 0x10000,        \
     .eind = (FLASH) > 0x20000,         \
     AVR_DEVICE_TABLES (registers),     \
     .powers = powers,                  \
     .power_count = AVR_COUNT (powers), \
     .adc_control = 0x7a}

const struct avr_device avr_device_mega640[] = {
    DEVICE ("atmega640", 0x10000),
    DEVICE ("atmega1280", 0x20000),
    DEVICE ("atmega2560", 0x40000),
    {.name = NULL},
};
