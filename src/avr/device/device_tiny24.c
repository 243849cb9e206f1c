/* device_tiny24.c -- ATtiny24, 44, 84, as their data sheet (8006) has them. */
#include "avr/device/kinds.h"

static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x36, 0x04, 0x50, 0xc0), /* OC0A */
    AVR_DRIVEN (0x39, 0x80, 0x50, 0x30), /* OC0B */
    AVR_DRIVEN (0x39, 0x40, 0x4f, 0xc0), /* OC1A */
    AVR_DRIVEN (0x39, 0x20, 0x4f, 0x30), /* OC1B */
    AVR_DRIVEN (0x39, 0x70, 0x2d, 0x30), /* USI */
    AVR_DISABLED_EIGHT (0x39, 0x21),
    {0x36, 0x0f, AVR_ALWAYS}, /* XTAL1, XTAL2, CLKO, RESET */
};

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8 (0x50, 0x53, 0x56, 0x5c),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x4a),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x48),
};

static const struct avr_power powers[] = {
    {0x20, 0x01, 0x23, 0x27}, {0x20, 0x02, 0x2d, 0x30},
    {0x20, 0x04, 0x50, 0x50}, {0x20, 0x04, 0x52, 0x53},
    {0x20, 0x04, 0x56, 0x56}, {0x20, 0x04, 0x5c, 0x5c},
    {0x20, 0x08, 0x42, 0x42}, {0x20, 0x08, 0x44, 0x45},
    {0x20, 0x08, 0x48, 0x4f},
};

static const struct avr_alias aliases[] = {
    {"OCRA1L", 0x4a, AVR_ALL_BITS}, {"OCRA1H", 0x4b, AVR_ALL_BITS},
    {"OCRB1L", 0x48, AVR_ALL_BITS}, {"OCRB1H", 0x49, AVR_ALL_BITS},
    {"GPIOR", 0x33, AVR_ALL_BITS},
};

static const struct avr_vector vectors[] = {
    AVR_RESET,
    AVR_LEVEL (1, "INT0", 0x5b, 6, 0x5a, 6, false),
    AVR_RAISED (2, "PCINT0", 0x5b, 4, 0x5a, 4, 0x32, 0xff),
    AVR_RAISED (3, "PCINT1", 0x5b, 5, 0x5a, 5, 0x40, 0x0f),
    AVR_LEVEL (4, "WDT", 0x41, 6, 0x41, 7, false),
    AVR_LEVEL (5, "TIM1_CAPT", 0x2c, 5, 0x2b, 5, false),
    AVR_RAISED (6, "TIM1_COMPA", 0x2c, 1, 0x2b, 1, 0x4e, 0x07),
    AVR_RAISED (7, "TIM1_COMPB", 0x2c, 2, 0x2b, 2, 0x4e, 0x07),
    AVR_RAISED (8, "TIM1_OVF", 0x2c, 0, 0x2b, 0, 0x4e, 0x07),
    AVR_RAISED (9, "TIM0_COMPA", 0x59, 1, 0x58, 1, 0x53, 0x07),
    AVR_RAISED (10, "TIM0_COMPB", 0x59, 2, 0x58, 2, 0x53, 0x07),
    AVR_RAISED (11, "TIM0_OVF", 0x59, 0, 0x58, 0, 0x53, 0x07),
    AVR_LEVEL (12, "ANA_COMP", 0x28, 3, 0x28, 4, false),
    AVR_VECTOR_ADC (13, 0x26),
    AVR_LEVEL (14, "EE_RDY", 0x3c, 3, 0, 0, true),
    AVR_VECTORS_USI (15, 0x2d),
};

#define REGISTERS(LAST, ADDRESS, ...)                                          \
    {__VA_ARGS__ AVR_CPU (LAST),                                               \
     AVR_PINS ("PRR", 0x20, 0x0f, "PRADC", "PRUSI", "PRTIM0", "PRTIM1"),       \
     AVR_IO ("DIDR0", 0x21, .plain = 0xff, AVR_GROUP ("ADC", "D")),            \
     AVR_ADC (0x24, 0x26, 0x23, 4),                                            \
     AVR_IO ("ADCSRB", 0x23, .plain = 0xd7,                                    \
             AVR_BITS ("ADTS0", "ADTS1", "ADTS2", NULL, "ADLAR", NULL, "ACME", \
                       "BIN")),                                                \
     AVR_IO ("ADMUX", 0x27, .plain = 0xff,                                     \
             AVR_BITS ("MUX0", "MUX1", "MUX2", "MUX3", "MUX4", "MUX5",         \
                       "REFS0", "REFS1")),                                     \
     AVR_COMPARATOR (0x28, 0xcf),                                              \
     AVR_FLAGS16 (1, 0x2b, 0x2c, 0),                                           \
     AVR_USI (0x2d, 0x3b, 0x10),                                               \
     AVR_INPUT ("USIBR", 0x30),                                                \
     AVR_PCMSK0 (0x32),                                                        \
     AVR_PLAIN ("GPIOR0", 0x33),                                               \
     AVR_PLAIN ("GPIOR1", 0x34),                                               \
     AVR_PLAIN ("GPIOR2", 0x35),                                               \
     AVR_PORT (B, 0x36, 0x0f),                                                 \
     AVR_PORT (A, 0x39, 0xff),                                                 \
     AVR_EEPROM (0x3c, 0x3d, 0x3e),                                            \
     AVR_EEPROM_HIGH (0x3f, ADDRESS),                                          \
     AVR_PINS ("PCMSK1", 0x40, 0x0f, "PCINT8", "PCINT9", "PCINT10",            \
               "PCINT11"),                                                     \
     AVR_WATCHDOG ("WDTCSR", 0x41, "WDIF", "WDIE"),                            \
     AVR_TCCRC (1, 0x42, NULL),                                                \
     AVR_IO ("GTCCR", 0x43, .plain = 0x80, .busy = 0x01,                       \
             AVR_BITS ("PSR10", NULL, NULL, NULL, NULL, NULL, NULL, "TSM")),   \
     AVR_CLOCK (0x51, 0x46),                                                   \
     AVR_INPUT ("DWDR", 0x47),                                                 \
     AVR_TIMER16 (1, 0x4e, 0x4c, 0x44, 0x4a, 0x48),                            \
     AVR_TCCRA (1, 0x4f, 0xf3, NULL, NULL),                                    \
     AVR_TIMER8 (0, 0x50, 0x53, 0x52, 0x56, 0x5c),                             \
     AVR_CAUSES ("MCUSR", 0x54, 0x0f, NULL),                                   \
     AVR_IO ("MCUCR", 0x55, .plain = 0x7b, .busy = 0x84,                       \
             AVR_BITS ("ISC00", "ISC01", "BODSE", "SM0", "SM1", "SE", "PUD",   \
                       "BODS")),                                               \
     AVR_PROGRAM_TINY (0x57),                                                  \
     AVR_FLAGS8 (0, 0x58, 0x59),                                               \
     AVR_IO ("GIFR", 0x5a, .flag = 0x30, .input = 0x40,                        \
             AVR_BITS (NULL, NULL, NULL, NULL, "PCIF0", "PCIF1", "INTF0")),    \
     AVR_IO ("GIMSK", 0x5b, .plain = 0x70,                                     \
             AVR_BITS (NULL, NULL, NULL, NULL, "PCIE0", "PCIE1", "INT0"))}

static const struct avr_register registers24[] = REGISTERS (0xdf, 0x00, ),
                                 registers44[] = REGISTERS (
                                     0x15f, 0x00, AVR_SP_HIGH (0x15f), ),
                                 registers84[] = REGISTERS (
                                     0x25f, 0x01, AVR_SP_HIGH (0x25f), );

#define DEVICE(NAME, SAME, FLASH, EEPROM, LAST, TABLE) \
    {.name = NAME,                                     \
     .same = SAME,                                     \
     .flash_bytes = (FLASH),                           \
     .eeprom_bytes = (EEPROM),                         \
     .sram_first = 0x60,                               \
     .sram_last = (LAST),                              \
     .vector_words = 1,                                \
     .lacks = AVR_NO_JUMP | AVR_NO_MULTIPLY,           \
     .modern = true,                                   \
     .registers = TABLE,                               \
     .register_count = AVR_COUNT (TABLE),              \
     .aliases = aliases,                               \
     .alias_count = AVR_COUNT (aliases),               \
     .vectors = vectors,                               \
     .vector_count = AVR_COUNT (vectors),              \
     .buffers = buffers,                               \
     .buffer_count = AVR_COUNT (buffers),              \
     .overrides = overrides,                           \
     .override_count = AVR_COUNT (overrides),          \
     .powers = powers,                                 \
     .power_count = AVR_COUNT (powers),                \
     .adc_control = 0x26}

const struct avr_device avr_device_tiny24[] = {
    DEVICE ("attiny24", "attiny24a ", 0x800, 0x80, 0xdf, registers24),
    DEVICE ("attiny44", "attiny44a ", 0x1000, 0x100, 0x15f, registers44),
    DEVICE ("attiny84", "attiny84a ", 0x2000, 0x200, 0x25f, registers84),
    {.name = NULL},
};
