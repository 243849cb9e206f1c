/* device_mega16.c -- ATmega8, 16, 32, as their data sheets (2486, 2466, 2503) have
 * them: the same peripherals at the same addresses. */
#include "avr/device/kinds.h"

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8_CLASSIC (0x53, 0x5c),
    AVR_BUFFERS8_CLASSIC (0x45, 0x43),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x4a),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x48),
};

static const struct avr_buffer buffers8[] = {
    AVR_BUFFERS8_CLASSIC (0x45, 0x43),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x4a),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x48),
};

static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x36, 0x08, 0x53, 0x30), /* OC0 */
    AVR_DRIVEN (0x30, 0x20, 0x4f, 0xc0), /* OC1A */
    AVR_DRIVEN (0x30, 0x10, 0x4f, 0x30), /* OC1B */
    AVR_DRIVEN (0x30, 0x80, 0x45, 0x30), /* OC2 */
    AVR_DRIVEN_USART (0x30, 0x02, 0x2a, 0x2c),
    AVR_DRIVEN (0x36, 0x01, 0x2a, 0x18), /* XCK */
    AVR_DRIVEN (0x36, 0x01, 0x2c, AVR_SENT),
    AVR_DRIVEN (0x36, 0xe0, 0x2d, 0x40), /* MOSI, MISO, SCK */
    AVR_DRIVEN (0x33, 0x03, 0x56, 0x04), /* SCL, SDA */
    {0x33, 0x3c, AVR_ALWAYS},            /* JTAG: switched off in two writes */
    AVR_DRIVEN (0x33, 0xc0, 0x42, 0x08), /* TOSC1, TOSC2 */
};

static const struct avr_override overrides8[] = {
    AVR_DRIVEN (0x36, 0x02, 0x4f, 0xc0), /* OC1A */
    AVR_DRIVEN (0x36, 0x04, 0x4f, 0x30), /* OC1B */
    AVR_DRIVEN (0x36, 0x08, 0x45, 0x30), /* OC2 */
    AVR_DRIVEN_USART (0x30, 0x02, 0x2a, 0x2c),
    AVR_DRIVEN (0x30, 0x10, 0x2a, 0x18), /* XCK */
    AVR_DRIVEN (0x30, 0x10, 0x2c, AVR_SENT),
    AVR_DRIVEN (0x36, 0x3c, 0x2d, 0x40), /* SS, MOSI, MISO, SCK */
    AVR_DRIVEN (0x33, 0x30, 0x56, 0x04), /* SDA, SCL */
    {0x33, 0x40, AVR_ALWAYS},            /* RESET */
    {0x36, 0xc0, AVR_ALWAYS},            /* XTAL1, XTAL2, TOSC1, TOSC2 */
};

static const struct avr_gate gates[] = {
    AVR_USART_GATES (0x2b, 0x2c),
    AVR_SPI_GATES (0x2d),
    AVR_TWI_GATES (0x20, 0x56),
};

/* UBRRH and UCSRC are two registers at one address: which of them is read depends
 * on timing. */
static const struct avr_alias aliases[] = {
    {"UBRRH", 0x40, AVR_ALL_BITS},
    {"SPMCSR", 0x57, AVR_ALL_BITS},
    {"MCUSR", 0x54, AVR_ALL_BITS},
    {"OCDR", 0x51, AVR_ALL_BITS},
};

static const struct avr_alias aliases32[] = {
    {"UBRRH", 0x40, AVR_ALL_BITS}, {"SPMCSR", 0x57, AVR_ALL_BITS},
    {"MCUSR", 0x54, AVR_ALL_BITS}, {"OCDR", 0x51, AVR_ALL_BITS},
    {"MCUSR", 0x54, AVR_ALL_BITS}, {"GIMSK", 0x5b, AVR_ALL_BITS},
};

static const struct avr_alias aliases8[] = {
    {"UBRRH", 0x40, AVR_ALL_BITS}, {"SPMCSR", 0x57, AVR_ALL_BITS},
    {"MCUSR", 0x54, AVR_ALL_BITS}, {"ADCSR", 0x26, AVR_ALL_BITS},
    {"MCUSR", 0x54, AVR_ALL_BITS}, {"GIMSK", 0x5b, AVR_ALL_BITS},
};

/* The two timers whose numbers are V and W, capture at C, what is behind them
 * from S on. */
#define VECTORS(V, C, S)                                                     \
    AVR_RESET, AVR_LEVEL (1, "INT0", 0x5b, 6, 0x5a, 6, false),               \
        AVR_LEVEL (2, "INT1", 0x5b, 7, 0x5a, 7, false),                      \
        AVR_RAISED_OR (V, "TIMER2_COMP", 0x59, 7, 0x58, 7, 0x45, 0x07, 0x42, \
                       0x08),                                                \
        AVR_RAISED_OR ((V) + 1, "TIMER2_OVF", 0x59, 6, 0x58, 6, 0x45, 0x07,  \
                       0x42, 0x08),                                          \
        AVR_LEVEL (C, "TIMER1_CAPT", 0x59, 5, 0x58, 5, false),               \
        AVR_RAISED ((C) + 1, "TIMER1_COMPA", 0x59, 4, 0x58, 4, 0x4e, 0x07),  \
        AVR_RAISED ((C) + 2, "TIMER1_COMPB", 0x59, 3, 0x58, 3, 0x4e, 0x07),  \
        AVR_RAISED ((C) + 3, "TIMER1_OVF", 0x59, 2, 0x58, 2, 0x4e, 0x07),    \
        AVR_VECTOR_SPI (S, 0x2d),                                            \
        AVR_VECTORS_USART ((S) + 1, "USART_RXC", "USART_UDRE", "USART_TXC",  \
                           0x2b, 0x2a, 0x2c),                                \
        AVR_VECTOR_ADC ((S) + 4, 0x26),                                      \
        AVR_LEVEL ((S) + 5, "EE_RDY", 0x3c, 3, 0, 0, true),                  \
        AVR_LEVEL ((S) + 6, "ANA_COMP", 0x28, 3, 0x28, 4, false),            \
        AVR_VECTOR_TWI ((S) + 7, 0x20, 0x56)

static const struct avr_vector vectors8[] = {
    VECTORS (3, 5, 10),
    AVR_RAISED (9, "TIMER0_OVF", 0x59, 0, 0x58, 0, 0x53, 0x07),
    AVR_LEVEL (18, "SPM_RDY", 0x57, 7, 0, 0, true),
};

static const struct avr_vector vectors16[] = {
    VECTORS (3, 5, 10),
    AVR_RAISED (9, "TIMER0_OVF", 0x59, 0, 0x58, 0, 0x53, 0x07),
    AVR_LEVEL (18, "INT2", 0x5b, 5, 0x5a, 5, false),
    AVR_RAISED (19, "TIMER0_COMP", 0x59, 1, 0x58, 1, 0x53, 0x07),
    AVR_LEVEL (20, "SPM_RDY", 0x57, 7, 0, 0, true),
};

static const struct avr_vector vectors32[] = {
    VECTORS (4, 6, 12),
    AVR_LEVEL (3, "INT2", 0x5b, 5, 0x5a, 5, false),
    AVR_RAISED (10, "TIMER0_COMP", 0x59, 1, 0x58, 1, 0x53, 0x07),
    AVR_RAISED (11, "TIMER0_OVF", 0x59, 0, 0x58, 0, 0x53, 0x07),
    AVR_LEVEL (20, "SPM_RDY", 0x57, 7, 0, 0, true),
};

/* HIGH: bits of EEARH. */
#define COMMON(HIGH)                                                         \
    AVR_TWI_AT (0x20, 0x56), AVR_ADC (0x24, 0x26, 0x27, 5),                  \
        AVR_COMPARATOR (0x28, 0xcf), AVR_PLAIN ("UBRRL", 0x29),              \
        AVR_UCSRB ("", 0x2a, 0x2c, "UCSZ2"), AVR_UCSRA ("", 0x2b, "PE"),     \
        AVR_SPI (0x2d), AVR_PORT (D, 0x30, 0xff), AVR_PORT (B, 0x36, 0xff),  \
        AVR_EEPROM_CLASSIC (0x3c, 0x3d, 0x3e), AVR_EEPROM_HIGH (0x3f, HIGH), \
        AVR_IO ("UCSRC", 0x40, .input = 0xff,                                \
                AVR_BITS ("UCPOL", "UCSZ0", "UCSZ1", "USBS", "UPM0", "UPM1", \
                          "UMSEL", "URSEL")),                                \
        AVR_IO ("ASSR", 0x42, .plain = 0x08, .input = 0x07,                  \
                .special = IO_ASYNC, .mark = 3, .partner = 0x43,             \
                AVR_BITS ("TCR2UB", "OCR2UB", "TCN2UB", "AS2")),             \
        AVR_TIMER8_CLASSIC (2, 0x45, 0x44, 0x43),                            \
        AVR_TIMER16 (1, 0x4e, 0x4c, 0x46, 0x4a, 0x48),                       \
        AVR_TCCRA (1, 0x4f, 0xf3, "FOC1B", "FOC1A"),                         \
        AVR_IO ("OSCCAL", 0x51, .plain = 0xff, .unset = 0xff),               \
        AVR_PROGRAM ("SPMCR", 0x57, NULL), AVR_CPU (0), AVR_SP_HIGH (0)

/* SLEEP: bits of MCUCR from 4 on. */
#define REGISTERS(HIGH, BIT4, BIT5, BIT6, BIT7)                                \
    {COMMON (HIGH),                                                            \
     AVR_PORT (A, 0x39, 0xff),                                                 \
     AVR_PORT (C, 0x33, 0xff),                                                 \
     AVR_ADMUX (0x27, 0xff, "MUX4"),                                           \
     AVR_WATCHDOG_CLASSIC ("WDTOE"),                                           \
     AVR_IO ("SFIOR", 0x50, .plain = 0xec, .busy = 0x02,                       \
             AVR_BITS ("PSR10", "PSR2", "PUD", "ACME", NULL, "ADTS0", "ADTS1", \
                       "ADTS2")),                                              \
     AVR_TIMER8_CLASSIC (0, 0x53, 0x52, 0x5c),                                 \
     AVR_IO ("MCUCSR", 0x54, .plain = 0x5f, .input = 0x80, .unset = 0x07,      \
             .special = IO_CAUSE,                                              \
             AVR_BITS ("PORF", "EXTRF", "BORF", "WDRF", "JTRF", NULL, "ISC2",  \
                       "JTD")),                                                \
     AVR_IO ("MCUCR", 0x55, .plain = 0xff,                                     \
             AVR_BITS ("ISC00", "ISC01", "ISC10", "ISC11", BIT4, BIT5, BIT6,   \
                       BIT7)),                                                 \
     AVR_IO ("TIFR", 0x58, .flag = 0xdf, .input = 0x20,                        \
             AVR_BITS ("TOV0", "OCF0", "TOV1", "OCF1B", "OCF1A", "ICF1",       \
                       "TOV2", "OCF2")),                                       \
     AVR_IO ("TIMSK", 0x59, .plain = 0xff,                                     \
             AVR_BITS ("TOIE0", "OCIE0", "TOIE1", "OCIE1B", "OCIE1A",          \
                       "TICIE1", "TOIE2", "OCIE2")),                           \
     AVR_IO (                                                                  \
         "GIFR", 0x5a, .input = 0xe0,                                          \
         AVR_BITS (NULL, NULL, NULL, NULL, NULL, "INTF2", "INTF0", "INTF1")),  \
     AVR_IO ("GICR", 0x5b, .plain = 0xe0, .busy = 0x03,                        \
             AVR_BITS ("IVCE", "IVSEL", NULL, NULL, NULL, "INT2", "INT0",      \
                       "INT1"))}

static const struct avr_register registers16[] =
    REGISTERS (0x01, "SM0", "SM1", "SE", "SM2"),
                                 registers32[] = REGISTERS (0x03, "SM0", "SM1",
                                                            "SM2", "SE");

static const struct avr_register registers8[] = {
    COMMON (0x01),
    AVR_PORT (C, 0x33, 0x7f),
    AVR_ADMUX (0x27, 0xef, NULL),
    AVR_WATCHDOG_CLASSIC ("WDCE"),
    AVR_IO ("SFIOR", 0x50, .plain = 0x0c, .busy = 0x03,
            AVR_BITS ("PSR10", "PSR2", "PUD", "ACME")),
    AVR_INPUT ("TCNT0", 0x52),
    AVR_IO ("TCCR0", 0x53, .plain = 0x07, AVR_BITS ("CS00", "CS01", "CS02")),
    AVR_CAUSES ("MCUCSR", 0x54, 0x0f, NULL),
    AVR_IO ("MCUCR", 0x55, .plain = 0xff,
            AVR_BITS ("ISC00", "ISC01", "ISC10", "ISC11", "SM0", "SM1", "SM2",
                      "SE")),
    AVR_IO ("TIFR", 0x58, .flag = 0xdd, .input = 0x20,
            AVR_BITS ("TOV0", NULL, "TOV1", "OCF1B", "OCF1A", "ICF1", "TOV2",
                      "OCF2")),
    AVR_IO ("TIMSK", 0x59, .plain = 0xfd,
            AVR_BITS ("TOIE0", NULL, "TOIE1", "OCIE1B", "OCIE1A", "TICIE1",
                      "TOIE2", "OCIE2")),
    AVR_IO ("GIFR", 0x5a, .input = 0xc0,
            AVR_BITS (NULL, NULL, NULL, NULL, NULL, NULL, "INTF0", "INTF1")),
    AVR_IO ("GICR", 0x5b, .plain = 0xc0, .busy = 0x03,
            AVR_BITS ("IVCE", "IVSEL", NULL, NULL, NULL, NULL, "INT0", "INT1")),
};

#define DEVICE(NAME, SAME, FLASH, EEPROM, LAST, WORDS, LACKS, N, ALIASES, \
               BUFFERS, OVERRIDES)                                        \
    {.name = NAME,                                                        \
     .same = SAME,                                                        \
     .flash_bytes = (FLASH),                                              \
     .eeprom_bytes = (EEPROM),                                            \
     .sram_first = 0x60,                                                  \
     .sram_last = (LAST),                                                 \
     .vector_words = (WORDS),                                             \
     .lacks = (LACKS),                                                    \
     AVR_TABLES (registers##N, ALIASES, vectors##N, BUFFERS, OVERRIDES,   \
                 gates),                                                  \
     .adc_control = 0x26}

const struct avr_device avr_device_mega16[] = {
    DEVICE ("atmega16", "atmega16a ", 0x4000, 0x200, 0x45f, 2, 0, 16, aliases,
            buffers, overrides),
    DEVICE ("atmega32", "atmega32a ", 0x8000, 0x400, 0x85f, 2, 0, 32, aliases32,
            buffers, overrides),
    DEVICE ("atmega8", "atmega8a ", 0x2000, 0x200, 0x45f, 1, AVR_NO_JUMP, 8,
            aliases8, buffers8, overrides8),
    {.name = NULL},
};
