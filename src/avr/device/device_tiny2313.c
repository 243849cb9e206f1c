/* device_tiny2313.c -- ATtiny2313 and 4313, as their data sheets (2543, 8246) have
 * them. */
#include "avr/device/kinds.h"

static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x36, 0x04, 0x50, 0xc0), /* OC0A */
    AVR_DRIVEN (0x30, 0x20, 0x50, 0x30), /* OC0B */
    AVR_DRIVEN (0x36, 0x08, 0x4f, 0xc0), /* OC1A */
    AVR_DRIVEN (0x36, 0x10, 0x4f, 0x30), /* OC1B */
    AVR_DRIVEN (0x36, 0xe0, 0x2d, 0x30), /* USI */
    AVR_DRIVEN_USART (0x30, 0x02, 0x2a, 0x2c),
    AVR_DRIVEN (0x30, 0x04, 0x23, 0xc0), /* XCK */
    AVR_DRIVEN (0x36, 0x03, 0x21, 0x03), /* AIN0, AIN1 */
    {0x39, 0x07, AVR_ALWAYS},            /* XTAL1, XTAL2, RESET */
    {0x30, 0x04, AVR_ALWAYS},            /* CLKO */
};

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8 (0x50, 0x53, 0x56, 0x5c),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x4a),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x48),
};

static const struct avr_gate gates[] = {AVR_USART_GATES (0x2b, 0x2c)};

static const struct avr_power powers[] = {
    {0x26, 0x01, 0x29, 0x2c}, {0x26, 0x01, 0x22, 0x23},
    {0x26, 0x02, 0x2d, 0x2f}, {0x26, 0x02, 0x20, 0x20},
    {0x26, 0x04, 0x50, 0x50}, {0x26, 0x04, 0x52, 0x53},
    {0x26, 0x04, 0x56, 0x56}, {0x26, 0x04, 0x5c, 0x5c},
    {0x26, 0x08, 0x42, 0x42}, {0x26, 0x08, 0x44, 0x45},
    {0x26, 0x08, 0x48, 0x4f},
};

static const struct avr_alias aliases[] = {
    {"RXB", 0x2c, AVR_ALL_BITS},   {"TXB", 0x2c, AVR_ALL_BITS},
    {"EEAR", 0x3e, AVR_ALL_BITS},  {"OCR1L", 0x4a, AVR_ALL_BITS},
    {"OCR1H", 0x4b, AVR_ALL_BITS}, {"GIFR", 0x5a, AVR_ALL_BITS},
    {"WDTCR", 0x41, AVR_ALL_BITS}, {"SELFPRGEN", 0x57, 0},
};

#define VECTORS                                                           \
    AVR_RESET, AVR_LEVEL (1, "INT0", 0x5b, 6, 0x5a, 6, false),            \
        AVR_LEVEL (2, "INT1", 0x5b, 7, 0x5a, 7, false),                   \
        AVR_LEVEL (3, "TIMER1_CAPT", 0x59, 3, 0x58, 3, false),            \
        AVR_RAISED (4, "TIMER1_COMPA", 0x59, 6, 0x58, 6, 0x4e, 0x07),     \
        AVR_RAISED (5, "TIMER1_OVF", 0x59, 7, 0x58, 7, 0x4e, 0x07),       \
        AVR_RAISED (6, "TIMER0_OVF", 0x59, 1, 0x58, 1, 0x53, 0x07),       \
        AVR_VECTORS_USART (7, "USART_RX", "USART_UDRE", "USART_TX", 0x2b, \
                           0x2a, 0x2c),                                   \
        AVR_LEVEL (10, "ANA_COMP", 0x28, 3, 0x28, 4, false),              \
        AVR_RAISED (12, "TIMER1_COMPB", 0x59, 5, 0x58, 5, 0x4e, 0x07),    \
        AVR_RAISED (13, "TIMER0_COMPA", 0x59, 0, 0x58, 0, 0x53, 0x07),    \
        AVR_RAISED (14, "TIMER0_COMPB", 0x59, 2, 0x58, 2, 0x53, 0x07),    \
        AVR_LEVEL (15, "USI_START", 0x2d, 7, 0x2e, 7, true),              \
        AVR_LEVEL (16, "USI_OVERFLOW", 0x2d, 6, 0x2e, 6, true),           \
        AVR_LEVEL (17, "EEPROM_READY", 0x3c, 3, 0, 0, true),              \
        AVR_LEVEL (18, "WDT_OVERFLOW", 0x41, 6, 0x41, 7, false)

static const struct avr_vector vectors2313[] = {
    VECTORS, AVR_RAISED (11, "PCINT", 0x5b, 5, 0x5a, 5, 0x40, 0xff)};
static const struct avr_vector vectors4313[] = {
    VECTORS, AVR_RAISED (11, "PCINT0", 0x5b, 5, 0x5a, 5, 0x40, 0xff),
    AVR_RAISED (19, "PCINT1", 0x5b, 3, 0x5a, 3, 0x24, 0x07),
    AVR_RAISED (20, "PCINT2", 0x5b, 4, 0x5a, 4, 0x25, 0x7f)};

#define COMMON(LAST)                                                           \
    AVR_CPU (LAST), AVR_COMPARATOR (0x28, 0xcf),                               \
        AVR_PINS ("DIDR", 0x21, 0x03, "AIN0D", "AIN1D"),                       \
        AVR_UCSRA ("", 0x2b, "UPE"), AVR_UCSRB ("", 0x2a, 0x2c, "UCSZ2"),      \
        AVR_IO ("UCSRC", 0x23, .plain = 0xff, .reset = 0x06,                   \
                AVR_BITS ("UCPOL", "UCSZ0", "UCSZ1", "USBS", "UPM0", "UPM1",   \
                          "UMSEL")),                                           \
        AVR_PLAIN ("UBRRL", 0x29), AVR_IO ("UBRRH", 0x22, .plain = 0x0f),      \
        AVR_USI (0x2d, 0x38, 0x80), AVR_PORT (D, 0x30, 0x7f),                  \
        AVR_PLAIN ("GPIOR0", 0x33), AVR_PLAIN ("GPIOR1", 0x34),                \
        AVR_PLAIN ("GPIOR2", 0x35), AVR_PORT (B, 0x36, 0xff),                  \
        AVR_PORT (A, 0x39, 0x07), AVR_EEPROM (0x3c, 0x3d, 0x3e),               \
        AVR_IO ("PCMSK", 0x40, .plain = 0xff, AVR_GROUP ("PCINT", "")),        \
        AVR_WATCHDOG ("WDTCSR", 0x41, "WDIF", "WDIE"),                         \
        AVR_TCCRC (1, 0x42, NULL),                                             \
        AVR_IO (                                                               \
            "GTCCR", 0x43, .plain = 0x80, .busy = 0x01,                        \
            AVR_BITS ("PSR10", NULL, NULL, NULL, NULL, NULL, NULL, "TSM")),    \
        AVR_CLOCK (0x51, 0x46), AVR_TIMER16 (1, 0x4e, 0x4c, 0x44, 0x4a, 0x48), \
        AVR_TCCRA (1, 0x4f, 0xf3, NULL, NULL),                                 \
        AVR_TIMER8 (0, 0x50, 0x53, 0x52, 0x56, 0x5c),                          \
        AVR_CAUSES ("MCUSR", 0x54, 0x0f, NULL),                                \
        AVR_IO ("MCUCR", 0x55, .plain = 0xff,                                  \
                AVR_BITS ("ISC00", "ISC01", "ISC10", "ISC11", "SM0", "SE",     \
                          "SM1", "PUD")),                                      \
        AVR_PROGRAM_TINY (0x57),                                               \
        AVR_IO ("TIFR", 0x58, .flag = 0xe7, .input = 0x08,                     \
                AVR_BITS ("OCF0A", "TOV0", "OCF0B", "ICF1", NULL, "OCF1B",     \
                          "OCF1A", "TOV1")),                                   \
        AVR_IO ("TIMSK", 0x59, .plain = 0xef,                                  \
                AVR_BITS ("OCIE0A", "TOIE0", "OCIE0B", "ICIE1", NULL,          \
                          "OCIE1B", "OCIE1A", "TOIE1"))

static const struct avr_register registers2313[] = {
    COMMON (0xdf),
    AVR_IO ("EIFR", 0x5a, .flag = 0x20, .input = 0xc0,
            AVR_BITS (NULL, NULL, NULL, NULL, NULL, "PCIF", "INTF0", "INTF1")),
    AVR_IO ("GIMSK", 0x5b, .plain = 0xe0,
            AVR_BITS (NULL, NULL, NULL, NULL, NULL, "PCIE", "INT0", "INT1")),
};
static const struct avr_register registers4313[] = {
    COMMON (0x15f),
    AVR_SP_HIGH (0x15f),
    AVR_INPUT ("USIBR", 0x20),
    AVR_PINS ("PCMSK1", 0x24, 0x07, "PCINT8", "PCINT9", "PCINT10"),
    AVR_PINS ("PCMSK2", 0x25, 0x7f, "PCINT11", "PCINT12", "PCINT13", "PCINT14",
              "PCINT15", "PCINT16", "PCINT17"),
    AVR_PINS ("PRR", 0x26, 0x0f, "PRUSART", "PRUSI", "PRTIM0", "PRTIM1"),
    AVR_IO ("BODCR", 0x27, .busy = 0x03, AVR_BITS ("BPDSE", "BPDS")),
    AVR_IO ("EIFR", 0x5a, .flag = 0x38, .input = 0xc0,
            AVR_BITS (NULL, NULL, NULL, "PCIF1", "PCIF2", "PCIF0", "INTF0",
                      "INTF1")),
    AVR_IO ("GIMSK", 0x5b, .plain = 0xf8,
            AVR_BITS (NULL, NULL, NULL, "PCIE1", "PCIE2", "PCIE0", "INT0",
                      "INT1"))};

#define DEVICE(N, FLASH, EEPROM, LAST, POWERS)                          \
    {.name = "attiny" #N,                                               \
     .flash_bytes = (FLASH),                                            \
     .eeprom_bytes = (EEPROM),                                          \
     .sram_first = 0x60,                                                \
     .sram_last = (LAST),                                               \
     .vector_words = 1,                                                 \
     .lacks = AVR_NO_JUMP | AVR_NO_MULTIPLY,                            \
     .modern = true,                                                    \
     AVR_TABLES (registers##N, aliases, vectors##N, buffers, overrides, \
                 gates),                                                \
     .powers = powers,                                                  \
     .power_count = (POWERS)}

const struct avr_device avr_device_tiny2313[] = {
    DEVICE (2313, 0x800, 0x80, 0xdf, 0),
    DEVICE (4313, 0x1000, 0x100, 0x15f, AVR_COUNT (powers)),
    {.name = NULL},
};
