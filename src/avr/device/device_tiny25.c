/* device_tiny25.c -- ATtiny25, 45, 85, as their data sheet (2586) has them. */
#include "avr/device/kinds.h"

static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x36, 0x01, 0x4a, 0xc0), /* OC0A */
    AVR_DRIVEN (0x36, 0x02, 0x4a, 0x30), /* OC0B */
    AVR_DRIVEN (0x36, 0x03, 0x50, 0x30), /* OC1A and its inverse */
    AVR_DRIVEN (0x36, 0x18, 0x4c, 0x30), /* OC1B and its inverse */
    AVR_DRIVEN (0x36, 0x07, 0x2d, 0x30), /* USI */
    AVR_DISABLED_FOUR (0x36, 0, 0x34, 0),
    AVR_DISABLED (0x36, 4, 0x34, 4),
    {0x36, 0x38, AVR_ALWAYS}, /* XTAL1, XTAL2, CLKO, RESET */
};

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8 (0x4a, 0x53, 0x49, 0x48),
    {0x50, 0x40, 0x40, 0x4e, false},
    {0x50, 0x40, 0x40, 0x4d, false},
    {0x4c, 0x40, 0x40, 0x4b, false},
};

static const struct avr_power powers[] = {
    {0x40, 0x01, 0x23, 0x27}, {0x40, 0x02, 0x2d, 0x30},
    {0x40, 0x04, 0x48, 0x4a}, {0x40, 0x04, 0x52, 0x53},
    {0x40, 0x08, 0x4b, 0x50},
};

static const struct avr_alias aliases[] = {{"SELFPRGEN", 0x57, 0}};

static const struct avr_vector vectors[] = {
    AVR_RESET,
    AVR_LEVEL (1, "INT0", 0x5b, 6, 0x5a, 6, false),
    AVR_RAISED (2, "PCINT0", 0x5b, 5, 0x5a, 5, 0x35, 0x3f),
    AVR_RAISED (3, "TIMER1_COMPA", 0x59, 6, 0x58, 6, 0x50, 0x0f),
    AVR_RAISED (4, "TIMER1_OVF", 0x59, 2, 0x58, 2, 0x50, 0x0f),
    AVR_RAISED (5, "TIMER0_OVF", 0x59, 1, 0x58, 1, 0x53, 0x07),
    AVR_LEVEL (6, "EE_RDY", 0x3c, 3, 0, 0, true),
    AVR_LEVEL (7, "ANA_COMP", 0x28, 3, 0x28, 4, false),
    AVR_VECTOR_ADC (8, 0x26),
    AVR_RAISED (9, "TIMER1_COMPB", 0x59, 5, 0x58, 5, 0x50, 0x0f),
    AVR_RAISED (10, "TIMER0_COMPA", 0x59, 4, 0x58, 4, 0x53, 0x07),
    AVR_RAISED (11, "TIMER0_COMPB", 0x59, 3, 0x58, 3, 0x53, 0x07),
    AVR_LEVEL (12, "WDT", 0x41, 6, 0x41, 7, false),
    AVR_VECTORS_USI (13, 0x2d),
};

#define REGISTERS(LAST, ADDRESS, ...)                                          \
    {__VA_ARGS__ AVR_CPU (LAST),                                               \
     AVR_ADC (0x24, 0x26, 0x27, 5),                                            \
     AVR_IO ("ADCSRB", 0x23, .plain = 0xe7,                                    \
             AVR_BITS ("ADTS0", "ADTS1", "ADTS2", NULL, NULL, "IPR", "ACME",   \
                       "BIN")),                                                \
     AVR_ADMUX (0x27, 0xff, "REFS2"),                                          \
     AVR_COMPARATOR (0x28, 0xcb),                                              \
     AVR_USI (0x2d, 0x38, 0x04),                                               \
     AVR_INPUT ("USIBR", 0x30),                                                \
     AVR_PLAIN ("GPIOR0", 0x31),                                               \
     AVR_PLAIN ("GPIOR1", 0x32),                                               \
     AVR_PLAIN ("GPIOR2", 0x33),                                               \
     AVR_PINS ("DIDR0", 0x34, 0x3f, "AIN0D", "AIN1D", "ADC1D", "ADC3D",        \
               "ADC2D", "ADC0D"),                                              \
     AVR_PINS ("PCMSK", 0x35, 0x3f, "PCINT0", "PCINT1", "PCINT2", "PCINT3",    \
               "PCINT4", "PCINT5"),                                            \
     AVR_PORT (B, 0x36, 0x3f),                                                 \
     AVR_EEPROM (0x3c, 0x3d, 0x3e),                                            \
     AVR_EEPROM_HIGH (0x3f, ADDRESS),                                          \
     AVR_PINS ("PRR", 0x40, 0x0f, "PRADC", "PRUSI", "PRTIM0", "PRTIM1"),       \
     AVR_WATCHDOG ("WDTCR", 0x41, "WDIF", "WDIE"),                             \
     AVR_INPUT ("DWDR", 0x42),                                                 \
     AVR_PINS ("DTPS1", 0x43, 0x03, "DTPS10", "DTPS11"),                       \
     AVR_PLAIN ("DT1B", 0x44),                                                 \
     AVR_PLAIN ("DT1A", 0x45),                                                 \
     AVR_CLOCK (0x51, 0x46),                                                   \
     AVR_IO (                                                                  \
         "PLLCSR", 0x47, .plain = 0x86, .input = 0x01,                         \
         AVR_BITS ("PLOCK", "PLLE", "PCKE", NULL, NULL, NULL, NULL, "LSM")),   \
     AVR_TIMER8 (0, 0x4a, 0x53, 0x52, 0x49, 0x48),                             \
     AVR_PLAIN ("OCR1B", 0x4b),                                                \
     AVR_IO ("GTCCR", 0x4c, .plain = 0xf0, .busy = 0x03, .special = IO_MODE,   \
             AVR_BITS ("PSR0", "PSR1", "FOC1A", "FOC1B", "COM1B0", "COM1B1",   \
                       "PWM1B", "TSM")),                                       \
     AVR_PLAIN ("OCR1C", 0x4d),                                                \
     AVR_PLAIN ("OCR1A", 0x4e),                                                \
     AVR_INPUT ("TCNT1", 0x4f),                                                \
     AVR_IO ("TCCR1", 0x50, .plain = 0xff, .special = IO_MODE,                 \
             AVR_BITS ("CS10", "CS11", "CS12", "CS13", "COM1A0", "COM1A1",     \
                       "PWM1A", "CTC1")),                                      \
     AVR_CAUSES ("MCUSR", 0x54, 0x0f, NULL),                                   \
     AVR_IO ("MCUCR", 0x55, .plain = 0x7b, .busy = 0x84,                       \
             AVR_BITS ("ISC00", "ISC01", "BODSE", "SM0", "SM1", "SE", "PUD",   \
                       "BODS")),                                               \
     AVR_PROGRAM_TINY (0x57),                                                  \
     AVR_IO (                                                                  \
         "TIFR", 0x58, .flag = 0x7e,                                           \
         AVR_BITS (NULL, "TOV0", "TOV1", "OCF0B", "OCF0A", "OCF1B", "OCF1A")), \
     AVR_IO ("TIMSK", 0x59, .plain = 0x7e,                                     \
             AVR_BITS (NULL, "TOIE0", "TOIE1", "OCIE0B", "OCIE0A", "OCIE1B",   \
                       "OCIE1A")),                                             \
     AVR_IO ("GIFR", 0x5a, .flag = 0x20, .input = 0x40,                        \
             AVR_BITS (NULL, NULL, NULL, NULL, NULL, "PCIF", "INTF0")),        \
     AVR_IO ("GIMSK", 0x5b, .plain = 0x60,                                     \
             AVR_BITS (NULL, NULL, NULL, NULL, NULL, "PCIE", "INT0"))}

static const struct avr_register registers25[] = REGISTERS (0xdf, 0x00, ),
                                 registers45[] = REGISTERS (
                                     0x15f, 0x00, AVR_SP_HIGH (0x15f), ),
                                 registers85[] = REGISTERS (
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

const struct avr_device avr_device_tiny25[] = {
    DEVICE ("attiny25", NULL, 0x800, 0x80, 0xdf, registers25),
    DEVICE ("attiny45", NULL, 0x1000, 0x100, 0x15f, registers45),
    DEVICE ("attiny85", NULL, 0x2000, 0x200, 0x25f, registers85),
    {.name = NULL},
};
