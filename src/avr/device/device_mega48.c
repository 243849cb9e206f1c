/* device_mega48.c -- ATmega48, 88, 168, 328, as their data sheets (2545, 8271)
 * have them.  They differ in their memories, and in what is made of the fuses. */
#include "avr/device/kinds.h"

/* RESET, and the pins of a crystal, are what fuses say. */
static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x29, 0x40, 0x44, 0xc0), /* OC0A */
    AVR_DRIVEN (0x29, 0x20, 0x44, 0x30), /* OC0B */
    AVR_DRIVEN (0x23, 0x02, 0x80, 0xc0), /* OC1A */
    AVR_DRIVEN (0x23, 0x04, 0x80, 0x30), /* OC1B */
    AVR_DRIVEN (0x23, 0x08, 0xb0, 0xc0), /* OC2A */
    AVR_DRIVEN (0x29, 0x08, 0xb0, 0x30), /* OC2B */
    AVR_DRIVEN (0x23, 0x3c, 0x4c, 0x40), /* SS, MOSI, MISO, SCK */
    AVR_DRIVEN_USART (0x29, 0x02, 0xc1, 0xc6),
    AVR_DRIVEN (0x29, 0x10, 0xc2, 0xc0), /* XCK0 */
    AVR_DRIVEN (0x26, 0x30, 0xbc, 0x04), /* SDA, SCL */
    AVR_DISABLED_FOUR (0x26, 0, 0x7e, 0),
    AVR_DISABLED (0x26, 4, 0x7e, 4),
    AVR_DISABLED (0x26, 5, 0x7e, 5),
    AVR_DISABLED (0x29, 6, 0x7f, 0),
    AVR_DISABLED (0x29, 7, 0x7f, 1),
    {0x26, 0x40, AVR_ALWAYS},
    {0x23, 0xc1, AVR_ALWAYS}, /* CLKO, XTAL1, XTAL2 */
};

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8 (0x44, 0x45, 0x47, 0x48),
    AVR_BUFFERS8 (0xb0, 0xb1, 0xb3, 0xb4),
    AVR_BUFFERS16 (0x80, 0x81, 0x88),
    AVR_BUFFERS16 (0x80, 0x81, 0x8a),
};

static const struct avr_gate gates[] = {
    AVR_USART_GATES (0xc0, 0xc6),
    AVR_SPI_GATES (0x4c),
    AVR_TWI_GATES (0xb8, 0xbc),
};

static const struct avr_power powers[] = {
    {0x64, 0x01, 0x78, 0x7c}, {0x64, 0x02, 0xc0, 0xc6},
    {0x64, 0x04, 0x4c, 0x4e}, {0x64, 0x08, 0x80, 0x8b},
    {0x64, 0x20, 0x44, 0x48}, {0x64, 0x40, 0xb0, 0xb4},
    {0x64, 0x80, 0xb8, 0xbd},
};

static const struct avr_alias aliases[] = {
    {"SELFPRGEN", 0x57, 0},
    {"MONDR", 0x51, AVR_ALL_BITS},
    {"UDORD0", 0xc2, 2},
    {"UCPHA0", 0xc2, 1},
};

static const struct avr_vector vectors[] = {
    AVR_RESET,
    AVR_LEVEL (1, "INT0", 0x3d, 0, 0x3c, 0, false),
    AVR_LEVEL (2, "INT1", 0x3d, 1, 0x3c, 1, false),
    AVR_RAISED (3, "PCINT0", 0x68, 0, 0x3b, 0, 0x6b, 0xff),
    AVR_RAISED (4, "PCINT1", 0x68, 1, 0x3b, 1, 0x6c, 0x7f),
    AVR_RAISED (5, "PCINT2", 0x68, 2, 0x3b, 2, 0x6d, 0xff),
    AVR_LEVEL (6, "WDT", 0x60, 6, 0x60, 7, false),
    AVR_VECTORS8_ASYNC (2, 7, 0x70, 0x37, 0xb1, 0xb6),
    AVR_VECTORS16 (1, 10, 13, 0x6f, 0x36, 0x81),
    AVR_VECTORS8 (0, 14, 0x6e, 0x35, 0x45),
    AVR_VECTOR_SPI (17, 0x4c),
    AVR_VECTORS_USART (18, "USART_RX", "USART_UDRE", "USART_TX", 0xc0, 0xc1,
                       0xc6),
    AVR_VECTOR_ADC (21, 0x7a),
    AVR_LEVEL (22, "EE_READY", 0x3f, 3, 0, 0, true),
    AVR_LEVEL (23, "ANALOG_COMP", 0x50, 3, 0x50, 4, false),
    AVR_VECTOR_TWI (24, 0xb8, 0xbc),
    AVR_LEVEL (25, "SPM_READY", 0x57, 7, 0, 0, true),
};

/* ADDRESS: bits of EEARH; BOOT: IVSEL and IVCE, where there is a boot section. */
#define REGISTERS(LAST, ADDRESS, BOOT)                                         \
    {AVR_DIDR1,                                                                \
     AVR_MEGA (LAST, ADDRESS),                                                 \
     AVR_MEGA_TIMER2,                                                          \
     AVR_MEGA_ADC (0, NULL, NULL, NULL),                                       \
     AVR_ADMUX (0x7c, 0xef, NULL),                                             \
     AVR_PORT (B, 0x23, 0xff),                                                 \
     AVR_PORT (C, 0x26, 0x7f),                                                 \
     AVR_PORT (D, 0x29, 0xff),                                                 \
     AVR_FLAGS16 (1, 0x36, 0x6f, 0),                                           \
     AVR_TIMER16_TWO (1, 0x80),                                                \
     AVR_TWI (0xb8),                                                           \
     AVR_USART (0, 0xc0),                                                      \
     AVR_IO ("PCIFR", 0x3b, .flag = 0x07, AVR_GROUP ("PCIF", "")),             \
     AVR_IO ("EIFR", 0x3c, .input = 0x03, AVR_GROUP ("INTF", "")),             \
     AVR_IO ("EIMSK", 0x3d, .plain = 0x03, AVR_GROUP ("INT", "")),             \
     AVR_CAUSES ("MCUSR", 0x54, 0x0f, NULL),                                   \
     AVR_IO ("MCUCR", 0x55, .plain = 0x10, .busy = 0x60 | (BOOT),              \
             AVR_BITS ((BOOT) ? "IVCE" : NULL, (BOOT) ? "IVSEL" : NULL, NULL,  \
                       NULL, "PUD", "BODSE", "BODS")),                         \
     AVR_IO ("PRR", 0x64, .plain = 0xef,                                       \
             AVR_BITS ("PRADC", "PRUSART0", "PRSPI", "PRTIM1", NULL, "PRTIM0", \
                       "PRTIM2", "PRTWI")),                                    \
     AVR_IO ("PCICR", 0x68, .plain = 0x07, AVR_GROUP ("PCIE", "")),            \
     AVR_IO ("EICRA", 0x69, .plain = 0x0f,                                     \
             AVR_BITS ("ISC00", "ISC01", "ISC10", "ISC11")),                   \
     AVR_PCMSK0 (0x6b),                                                        \
     AVR_PCMSK2 (0x6d),                                                        \
     AVR_PINS ("PCMSK1", 0x6c, 0x7f, "PCINT8", "PCINT9", "PCINT10", "PCINT11", \
               "PCINT12", "PCINT13", "PCINT14")}

static const struct avr_register registers48[] = REGISTERS (0x2ff, 0x01, 0),
                                 registers88[] = REGISTERS (0x4ff, 0x01, 3),
                                 registers328[] = REGISTERS (0x8ff, 0x03, 3);

#define DEVICE(NAME, SAME, FLASH, EEPROM, LAST, WORDS, LACKS, TABLE) \
    {.name = NAME,                                                   \
     .same = SAME,                                                   \
     .flash_bytes = (FLASH),                                         \
     .eeprom_bytes = (EEPROM),                                       \
     .sram_first = 0x100,                                            \
     .sram_last = (LAST),                                            \
     .vector_words = (WORDS),                                        \
     .lacks = (LACKS),                                               \
     .modern = true,                                                 \
     AVR_DEVICE_TABLES (TABLE),                                      \
     .powers = powers,                                               \
     .power_count = AVR_COUNT (powers),                              \
     .adc_control = 0x7a}

const struct avr_device avr_device_mega48[] = {
    DEVICE ("atmega48", "atmega48a atmega48p atmega48pa ", 0x1000, 0x100, 0x2ff,
            1, AVR_NO_JUMP, registers48),
    DEVICE ("atmega88", "atmega88a atmega88p atmega88pa ", 0x2000, 0x200, 0x4ff,
            1, AVR_NO_JUMP, registers88),
    DEVICE ("atmega168", "atmega168a atmega168p atmega168pa ", 0x4000, 0x200,
            0x4ff, 2, 0, registers88),
    DEVICE ("atmega328p", "atmega328 ", 0x8000, 0x400, 0x8ff, 2, 0,
            registers328),
    {.name = NULL},
};
