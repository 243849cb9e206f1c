/* device_mega32u2.c -- ATmega8U2, 16U2, 32U2, as their data sheet (7799) has them.  USB
 * and the early warning of the watchdog are not modelled. */
#include "avr/device/kinds.h"

/* Which pin each bit of DIDR1 is for does not matter: any makes all of them open. */
static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x23, 0x80, 0x44, 0xc0), /* OC0A */
    AVR_DRIVEN (0x29, 0x01, 0x44, 0x30), /* OC0B */
    AVR_DRIVEN (0x26, 0x40, 0x80, 0xc0), /* OC1A */
    AVR_DRIVEN (0x26, 0x20, 0x80, 0x30), /* OC1B */
    AVR_DRIVEN (0x23, 0x80, 0x80, 0x0c), /* OC1C */
    AVR_DRIVEN (0x23, 0x0f, 0x4c, 0x40), /* SS, SCK, MOSI, MISO */
    AVR_DRIVEN_USART (0x29, 0x08, 0xc9, 0xce),
    AVR_DRIVEN (0x29, 0x20, 0xca, 0xc0), /* XCK1 */
    AVR_DRIVEN (0x29, 0xff, 0xcb, 0x03), /* RTS */
    AVR_DRIVEN (0x29, 0xff, 0x7f, 0x7f),
    AVR_DRIVEN (0x26, 0xf7, 0x7f, 0x7f),
    {0x26, 0x83, AVR_ALWAYS}, /* XTAL2, RESET, CLKO */
};

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8 (0x44, 0x45, 0x47, 0x48),
    AVR_BUFFERS16 (0x80, 0x81, 0x88),
    AVR_BUFFERS16 (0x80, 0x81, 0x8a),
    AVR_BUFFERS16 (0x80, 0x81, 0x8c),
};

static const struct avr_gate gates[] = {AVR_SPI_GATES (0x4c),
                                        AVR_USART_GATES (0xc8, 0xce)};

static const struct avr_power powers[] = {
    {0x64, 0x04, 0x4c, 0x4e},
    {0x64, 0x08, 0x80, 0x8d},
    {0x64, 0x20, 0x44, 0x48},
    {0x65, 0x01, 0xc8, 0xce},
};

static const struct avr_alias aliases[] = {{"DWDR", 0x51, AVR_ALL_BITS}};

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
    AVR_RAISED (10, "PCINT1", 0x68, 1, 0x3b, 1, 0x6c, 0x1f),
    AVR_NEVER (11, "USB_GEN"),
    AVR_NEVER (12, "USB_COM"),
    AVR_LEVEL (13, "WDT", 0x60, 6, 0x60, 7, false),
    AVR_VECTORS16_THREE (1, 14, 0x6f, 0x36, 0x81),
    AVR_VECTORS8 (0, 19, 0x6e, 0x35, 0x45),
    AVR_VECTOR_SPI (22, 0x4c),
    AVR_VECTORS_USART (23, "USART1_RX", "USART1_UDRE", "USART1_TX", 0xc8, 0xc9,
                       0xce),
    AVR_LEVEL (26, "ANALOG_COMP", 0x50, 3, 0x50, 4, false),
    AVR_LEVEL (27, "EE_READY", 0x3f, 3, 0, 0, true),
    AVR_LEVEL (28, "SPM_READY", 0x57, 7, 0, 0, true),
};

#define OPEN(NAME, AT) AVR_IO (NAME, AT, .input = 0xff, .special = IO_OPEN)

#define REGISTERS(LAST, ADDRESS)                                               \
    {AVR_MEGA (LAST, ADDRESS),                                                 \
     AVR_PORT (B, 0x23, 0xff),                                                 \
     AVR_PORT (C, 0x26, 0xf7),                                                 \
     AVR_PORT (D, 0x29, 0xff),                                                 \
     AVR_FLAGS16 (1, 0x36, 0x6f, 8),                                           \
     AVR_TIMER16_THREE (1, 0x80),                                              \
     AVR_USART (1, 0xc8),                                                      \
     AVR_MEGA_CONTROL (0),                                                     \
     AVR_IO ("PCIFR", 0x3b, .flag = 0x03, AVR_GROUP ("PCIF", "")),             \
     AVR_IO ("EIFR", 0x3c, .input = 0xff, AVR_GROUP ("INTF", "")),             \
     AVR_IO ("EIMSK", 0x3d, .plain = 0xff, AVR_GROUP ("INT", "")),             \
     AVR_IO ("PLLCSR", 0x49, .plain = 0x1e, .input = 0x01,                     \
             AVR_BITS ("PLOCK", "PLLE", "PLLP0", "PLLP1", "PLLP2")),           \
     AVR_IO ("MCUSR", 0x54, .plain = 0x2f, .unset = 0x07, .special = IO_CAUSE, \
             AVR_BITS ("PORF", "EXTRF", "BORF", "WDRF", NULL, "USBRF")),       \
     AVR_INPUT ("EIND", 0x5c),                                                 \
     OPEN ("WDTCKD", 0x62),                                                    \
     AVR_IO ("REGCR", 0x63, .plain = 0x01, AVR_BITS ("REGDIS")),               \
     AVR_IO ("PRR0", 0x64, .plain = 0x2c,                                      \
             AVR_BITS (NULL, NULL, "PRSPI", "PRTIM1", NULL, "PRTIM0")),        \
     AVR_IO (                                                                  \
         "PRR1", 0x65, .plain = 0x81,                                          \
         AVR_BITS ("PRUSART1", NULL, NULL, NULL, NULL, NULL, NULL, "PRUSB")),  \
     AVR_IO ("PCICR", 0x68, .plain = 0x03, AVR_GROUP ("PCIE", "")),            \
     AVR_EICRA,                                                                \
     AVR_EICRB,                                                                \
     AVR_PCMSK0 (0x6b),                                                        \
     AVR_PINS ("PCMSK1", 0x6c, 0x1f, "PCINT8", "PCINT9", "PCINT10", "PCINT11", \
               "PCINT12"),                                                     \
     AVR_IO ("DIDR1", 0x7f, .plain = 0x7f,                                     \
             AVR_BITS ("AIN0D", "AIN1D", "AIN2D", "AIN3D", "AIN4D", "AIN5D",   \
                       "AIN6D")),                                              \
     AVR_IO ("UCSR1D", 0xcb, .plain = 3, AVR_BITS ("RTSEN", "CTSEN")),         \
     AVR_INPUT ("CLKSEL0", 0xd0),                                              \
     AVR_INPUT ("CLKSEL1", 0xd1),                                              \
     AVR_INPUT ("CLKSTA", 0xd2),                                               \
     OPEN ("USBCON", 0xd8),                                                    \
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
     OPEN ("UEINT", 0xf4),                                                     \
     OPEN ("PS2CON", 0xfa),                                                    \
     OPEN ("UPOE", 0xfb)}

static const struct avr_register registers8[] = REGISTERS (0x2ff, 0x01),
                                 registers32[] = REGISTERS (0x4ff, 0x03);

#define DEVICE(NAME, FLASH, EEPROM, LAST, WORDS, TABLE) \
    {.name = NAME,                                      \
     .flash_bytes = (FLASH),                            \
     .eeprom_bytes = (EEPROM),                          \
     .sram_first = 0x100,                               \
     .sram_last = (LAST),                               \
     .vector_words = (WORDS),                           \
     .modern = true,                                    \
     AVR_DEVICE_TABLES (TABLE),                         \
     .powers = powers,                                  \
     .power_count = AVR_COUNT (powers)}

const struct avr_device avr_device_mega32u2[] = {
    DEVICE ("atmega8u2", 0x2000, 0x200, 0x2ff, 2, registers8),
    DEVICE ("atmega16u2", 0x4000, 0x200, 0x2ff, 2, registers8),
    DEVICE ("atmega32u2", 0x8000, 0x400, 0x4ff, 2, registers32),
    {.name = NULL},
};
