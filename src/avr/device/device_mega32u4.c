/* device_mega32u4.c -- ATmega16U4 and 32U4, as their data sheet (7766) has them.
 * USB is not modelled; timer 4 may do anything. */
#include "avr/device/kinds.h"

static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x23, 0x80, 0x44, 0xc0), /* OC0A */
    AVR_DRIVEN (0x29, 0x01, 0x44, 0x30), /* OC0B */
    AVR_DRIVEN (0x23, 0x20, 0x80, 0xc0), /* OC1A */
    AVR_DRIVEN (0x23, 0x40, 0x80, 0x30), /* OC1B */
    AVR_DRIVEN (0x23, 0x80, 0x80, 0x0c), /* OC1C, RTS */
    AVR_DRIVEN (0x23, 0x80, 0xcb, 0x01),
    AVR_DRIVEN (0x26, 0x40, 0x90, 0xfc),     /* OC3A */
    AVR_DRIVEN (0x26, 0xc0, 0xc0, AVR_SENT), /* OC4A */
    AVR_DRIVEN (0x23, 0x60, 0xc0, AVR_SENT), /* OC4B */
    AVR_DRIVEN (0x29, 0xc0, 0xc2, AVR_SENT), /* OC4D, and the others again */
    AVR_DRIVEN (0x26, 0xc0, 0xc2, AVR_SENT),
    AVR_DRIVEN (0x23, 0x60, 0xc2, AVR_SENT),
    AVR_DRIVEN (0x23, 0x0f, 0x4c, 0x40), /* SS, SCK, MOSI, MISO */
    AVR_DRIVEN_USART (0x29, 0x08, 0xc9, 0xce),
    AVR_DRIVEN (0x29, 0x20, 0xca, 0xc0), /* XCK1 */
    AVR_DRIVEN (0x29, 0x03, 0xbc, 0x04), /* SCL, SDA */
    AVR_DISABLED (0x2f, 0, 0x7e, 0),
    AVR_DISABLED (0x2f, 1, 0x7e, 1),
    AVR_DISABLED_FOUR (0x2f, 4, 0x7e, 4),
    AVR_DRIVEN (0x29, 0xd0, 0x7d, 0x3f),
    AVR_DRIVEN (0x23, 0x70, 0x7d, 0x3f),
    AVR_DRIVEN (0x2c, 0x40, 0x7f, 0x01),
    {0x26, 0x80, AVR_ALWAYS}, /* CLKO */
    {0x2f, 0xf0, AVR_ALWAYS}, /* JTAG: switched off in two writes */
};

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8 (0x44, 0x45, 0x47, 0x48), AVR_BUFFERS16 (0x80, 0x81, 0x88),
    AVR_BUFFERS16 (0x80, 0x81, 0x8a),      AVR_BUFFERS16 (0x80, 0x81, 0x8c),
    AVR_BUFFERS16 (0x90, 0x91, 0x98),      AVR_BUFFERS16 (0x90, 0x91, 0x9a),
    AVR_BUFFERS16 (0x90, 0x91, 0x9c),
};

static const struct avr_gate gates[] = {
    AVR_SPI_GATES (0x4c),
    AVR_TWI_GATES (0xb8, 0xbc),
    AVR_USART_GATES (0xc8, 0xce),
};

static const struct avr_power powers[] = {
    {0x64, 0x01, 0x78, 0x7c}, {0x64, 0x04, 0x4c, 0x4e},
    {0x64, 0x08, 0x80, 0x8d}, {0x64, 0x20, 0x44, 0x48},
    {0x64, 0x80, 0xb8, 0xbd}, {0x65, 0x01, 0xc8, 0xce},
    {0x65, 0x08, 0x90, 0x9d}, {0x65, 0x10, 0xbe, 0xc4},
};

static const struct avr_alias aliases[] = {{"TCNT4", 0xbe, AVR_ALL_BITS},
                                           {"UEBCXL", 0xf2, AVR_ALL_BITS},
                                           {"TCNT4H", 0xbf, AVR_ALL_BITS}};

static const struct avr_vector vectors[] = {
    AVR_RESET,
    AVR_INTERRUPT (0),
    AVR_INTERRUPT (1),
    AVR_INTERRUPT (2),
    AVR_INTERRUPT (3),
    AVR_NEVER (5, "_5"),
    AVR_NEVER (6, "_6"),
    AVR_INTERRUPT (6),
    AVR_NEVER (8, "_8"),
    AVR_CHANGE (9, 0, 0x6b),
    AVR_NEVER (10, "USB_GEN"),
    AVR_NEVER (11, "USB_COM"),
    AVR_LEVEL (12, "WDT", 0x60, 6, 0x60, 7, false),
    AVR_NEVER (13, "_13"),
    AVR_NEVER (14, "_14"),
    AVR_NEVER (15, "_15"),
    AVR_VECTORS16_THREE (1, 16, 0x6f, 0x36, 0x81),
    AVR_VECTORS8 (0, 21, 0x6e, 0x35, 0x45),
    AVR_VECTOR_SPI (24, 0x4c),
    AVR_VECTORS_USART (25, "USART1_RX", "USART1_UDRE", "USART1_TX", 0xc8, 0xc9,
                       0xce),
    AVR_LEVEL (28, "ANALOG_COMP", 0x50, 3, 0x50, 4, false),
    AVR_VECTOR_ADC (29, 0x7a),
    AVR_LEVEL (30, "EE_READY", 0x3f, 3, 0, 0, true),
    AVR_VECTORS16_THREE (3, 31, 0x71, 0x38, 0x91),
    AVR_VECTOR_TWI (36, 0xb8, 0xbc),
    AVR_LEVEL (37, "SPM_READY", 0x57, 7, 0, 0, true),
    AVR_LEVEL (38, "TIMER4_COMPA", 0x72, 6, 0x39, 6, false),
    AVR_LEVEL (39, "TIMER4_COMPB", 0x72, 5, 0x39, 5, false),
    AVR_LEVEL (40, "TIMER4_COMPD", 0x72, 7, 0x39, 7, false),
    AVR_LEVEL (41, "TIMER4_OVF", 0x72, 2, 0x39, 2, false),
    AVR_LEVEL (42, "TIMER4_FPF", 0xc3, 7, 0xc3, 2, false),
};

#define OPEN(NAME, AT) AVR_IO (NAME, AT, .input = 0xff, .special = IO_OPEN)
/* Bits of one register are shadows of another's, TC4H is TEMP. */
#define ANY(NAME, AT) AVR_IO (NAME, AT, .input = 0xff, .special = IO_SENT)

#define REGISTERS(LAST, ADDRESS)                                               \
    {AVR_DIDR1,                                                                \
     AVR_MEGA (LAST, ADDRESS),                                                 \
     AVR_MEGA_ADC (0xa8, "ADTS3", "MUX5", "ADHSM"),                            \
     AVR_ADMUX (0x7c, 0xff, "MUX4"),                                           \
     AVR_PORT (B, 0x23, 0xff),                                                 \
     AVR_PORT (C, 0x26, 0xc0),                                                 \
     AVR_PORT (D, 0x29, 0xff),                                                 \
     AVR_PORT (E, 0x2c, 0x44),                                                 \
     AVR_PORT (F, 0x2f, 0xf3),                                                 \
     AVR_FLAGS16 (1, 0x36, 0x6f, 8),                                           \
     AVR_FLAGS16 (3, 0x38, 0x71, 8),                                           \
     AVR_TIMER16_THREE (1, 0x80),                                              \
     AVR_TIMER16_THREE (3, 0x90),                                              \
     AVR_TWI (0xb8),                                                           \
     AVR_USART (1, 0xc8),                                                      \
     AVR_MEGA_CONTROL (0x80),                                                  \
     AVR_IO ("TIFR4", 0x39, .input = 0xe4,                                     \
             AVR_BITS (NULL, NULL, "TOV4", NULL, NULL, "OCF4B", "OCF4A",       \
                       "OCF4D")),                                              \
     AVR_IO ("TIMSK4", 0x72, .plain = 0xe4,                                    \
             AVR_BITS (NULL, NULL, "TOIE4", NULL, NULL, "OCIE4B", "OCIE4A",    \
                       "OCIE4D")),                                             \
     AVR_INPUT ("TIFR2", 0x37),                                                \
     AVR_INPUT ("TIFR5", 0x3a),                                                \
     ANY ("TCNT4L", 0xbe),                                                     \
     ANY ("TC4H", 0xbf),                                                       \
     ANY ("TCCR4A", 0xc0),                                                     \
     ANY ("TCCR4B", 0xc1),                                                     \
     ANY ("TCCR4C", 0xc2),                                                     \
     AVR_IO ("TCCR4D", 0xc3, .plain = 0xfb, .input = 0x04,                     \
             AVR_BITS ("WGM40", "WGM41", "FPF4", "FPAC4", "FPES4", "FPNC4",    \
                       "FPEN4", "FPIE4")),                                     \
     ANY ("TCCR4E", 0xc4),                                                     \
     ANY ("OCR4A", 0xcf),                                                      \
     ANY ("OCR4B", 0xd0),                                                      \
     ANY ("OCR4C", 0xd1),                                                      \
     ANY ("OCR4D", 0xd2),                                                      \
     ANY ("DT4", 0xd4),                                                        \
     AVR_IO ("PCIFR", 0x3b, .flag = 0x01, AVR_BITS ("PCIF0")),                 \
     AVR_IO ("EIFR", 0x3c, .input = 0x4f, AVR_GROUP ("INTF", "")),             \
     AVR_IO ("EIMSK", 0x3d, .plain = 0x4f, AVR_GROUP ("INT", "")),             \
     AVR_IO ("PLLCSR", 0x49, .plain = 0x12, .input = 0x01,                     \
             AVR_BITS ("PLOCK", "PLLE", NULL, NULL, "PINDIV")),                \
     AVR_PLAIN ("PLLFRQ", 0x52),                                               \
     AVR_IO ("MCUSR", 0x54, .plain = 0x3f, .unset = 0x07, .special = IO_CAUSE, \
             AVR_BITS ("PORF", "EXTRF", "BORF", "WDRF", "JTRF", "USBRF")),     \
     AVR_INPUT ("RAMPZ", 0x5b),                                                \
     AVR_INPUT ("EIND", 0x5c),                                                 \
     AVR_IO ("PRR0", 0x64, .plain = 0xaf,                                      \
             AVR_BITS ("PRADC", "PRUSART0", "PRSPI", "PRTIM1", NULL, "PRTIM0", \
                       "PRTIM2", "PRTWI")),                                    \
     AVR_IO ("PRR1", 0x65, .plain = 0x99,                                      \
             AVR_BITS ("PRUSART1", NULL, NULL, "PRTIM3", "PRTIM4", NULL, NULL, \
                       "PRUSB")),                                              \
     AVR_PLAIN ("RCCTRL", 0x67),                                               \
     AVR_IO ("PCICR", 0x68, .plain = 0x01, AVR_BITS ("PCIE0")),                \
     AVR_EICRA,                                                                \
     AVR_EICRB,                                                                \
     AVR_PCMSK0 (0x6b),                                                        \
     AVR_PINS ("DIDR2", 0x7d, 0x3f, "ADC8D", "ADC9D", "ADC10D", "ADC11D",      \
               "ADC12D", "ADC13D"),                                            \
     AVR_INPUT ("CLKSEL0", 0xc5),                                              \
     AVR_INPUT ("CLKSEL1", 0xc6),                                              \
     AVR_INPUT ("CLKSTA", 0xc7),                                               \
     AVR_IO ("UCSR1D", 0xcb, .plain = 3),                                      \
     OPEN ("UHWCON", 0xd7),                                                    \
     OPEN ("USBCON", 0xd8),                                                    \
     OPEN ("USBSTA", 0xd9),                                                    \
     OPEN ("USBINT", 0xda),                                                    \
     OPEN ("UDCON", 0xe0),                                                     \
     OPEN ("UDINT", 0xe1),                                                     \
     OPEN ("UDIEN", 0xe2),                                                     \
     OPEN ("UDADDR", 0xe3),                                                    \
     OPEN ("UDFNUML", 0xe4),                                                   \
     OPEN ("UDFNUMH", 0xe5),                                                   \
     OPEN ("UDMFN", 0xe6),                                                     \
     OPEN ("UEINTX", 0xe8),                                                    \
     OPEN ("UENUM", 0xe9),                                                     \
     OPEN ("UERST", 0xea),                                                     \
     OPEN ("UECONX", 0xeb),                                                    \
     OPEN ("UECFG0X", 0xec),                                                   \
     OPEN ("UECFG1X", 0xed),                                                   \
     OPEN ("UESTA0X", 0xee),                                                   \
     OPEN ("UESTA1X", 0xef),                                                   \
     OPEN ("UEIENX", 0xf0),                                                    \
     OPEN ("UEDATX", 0xf1),                                                    \
     OPEN ("UEBCLX", 0xf2),                                                    \
     OPEN ("UEBCHX", 0xf3),                                                    \
     OPEN ("UEINT", 0xf4)}

static const struct avr_register registers16[] = REGISTERS (0x5ff, 0x01),
                                 registers32[] = REGISTERS (0xaff, 0x03);

#define DEVICE(NAME, FLASH, EEPROM, LAST, TABLE) \
    {.name = NAME,                               \
     .flash_bytes = (FLASH),                     \
     .eeprom_bytes = (EEPROM),                   \
     .sram_first = 0x100,                        \
     .sram_last = (LAST),                        \
     .vector_words = 2,                          \
     .modern = true,                             \
     AVR_DEVICE_TABLES (TABLE),                  \
     .powers = powers,                           \
     .power_count = AVR_COUNT (powers),          \
     .adc_control = 0x7a}

const struct avr_device avr_device_mega32u4[] = {
    DEVICE ("atmega16u4", 0x4000, 0x200, 0x5ff, registers16),
    DEVICE ("atmega32u4", 0x8000, 0x400, 0xaff, registers32),
    {.name = NULL},
};
