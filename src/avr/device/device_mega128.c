/* device_mega128.c -- the ATmega128, as its data sheet (2467) has it, not in the
 * compatibility mode of the ATmega103. */
#include "avr/device/kinds.h"

static const struct avr_register registers[] = {
    AVR_PORT_AT (F, 0x20, 0x61, 0xff),
    AVR_PORT (E, 0x21, 0xff),
    AVR_ADC (0x24, 0x26, 0x27, 5),
    AVR_ADMUX (0x27, 0xff, "MUX4"),
    AVR_COMPARATOR (0x28, 0xcf),
    AVR_PLAIN ("UBRR0L", 0x29),
    AVR_UCSRB ("0", 0x2a, 0x2c, "UCSZ02"),
    AVR_UCSRA ("0", 0x2b, "UPE"),
    AVR_SPI (0x2d),
    AVR_PORT (D, 0x30, 0xff),
    AVR_PORT (C, 0x33, 0xff),
    AVR_PORT (B, 0x36, 0xff),
    AVR_PORT (A, 0x39, 0xff),
    AVR_EEPROM_CLASSIC (0x3c, 0x3d, 0x3e),
    AVR_EEPROM_HIGH (0x3f, 0x0f),
    AVR_IO (
        "SFIOR", 0x40, .plain = 0x8c, .busy = 0x03,
        AVR_BITS ("PSR321", "PSR0", "PUD", "ACME", NULL, NULL, NULL, "TSM")),
    AVR_WATCHDOG_CLASSIC ("WDCE"),
    AVR_IO ("OCDR", 0x42, .input = 0xff, AVR_GROUP ("OCDR", "")),
    AVR_TIMER8_CLASSIC (2, 0x45, 0x44, 0x43),
    AVR_TIMER16 (1, 0x4e, 0x4c, 0x46, 0x4a, 0x48),
    AVR_TCCRA (1, 0x4f, 0xff, "COM1C0", "COM1C1"),
    AVR_IO ("ASSR", 0x50, .plain = 0x08, .input = 0x07, .special = IO_ASYNC,
            .mark = 3, .partner = 0x51,
            AVR_BITS ("TCR0UB", "OCR0UB", "TCN0UB", "AS0")),
    AVR_TIMER8_CLASSIC (0, 0x53, 0x52, 0x51),
    AVR_IO (
        "MCUCSR", 0x54, .plain = 0x1f, .input = 0x80, .unset = 0x07,
        .special = IO_CAUSE,
        AVR_BITS ("PORF", "EXTRF", "BORF", "WDRF", "JTRF", NULL, NULL, "JTD")),
    /* IVSEL: a write may be without effect. */
    AVR_IO (
        "MCUCR", 0x55, .plain = 0xfc, .busy = 0x03,
        AVR_BITS ("IVCE", "IVSEL", "SM2", "SM0", "SM1", "SE", "SRW10", "SRE")),
    AVR_IO ("TIFR", 0x56, .flag = 0xdf, .input = 0x20,
            AVR_BITS ("TOV0", "OCF0", "TOV1", "OCF1B", "OCF1A", "ICF1", "TOV2",
                      "OCF2")),
    AVR_IO ("TIMSK", 0x57, .plain = 0xff,
            AVR_BITS ("TOIE0", "OCIE0", "TOIE1", "OCIE1B", "OCIE1A", "TICIE1",
                      "TOIE2", "OCIE2")),
    AVR_IO ("EIFR", 0x58, .input = 0xff, AVR_GROUP ("INTF", "")),
    AVR_IO ("EIMSK", 0x59, .plain = 0xff, AVR_GROUP ("INT", "")),
    AVR_IO ("EICRB", 0x5a, .plain = 0xff,
            AVR_BITS ("ISC40", "ISC41", "ISC50", "ISC51", "ISC60", "ISC61",
                      "ISC70", "ISC71")),
    AVR_IO ("RAMPZ", 0x5b, .plain = 0x01, AVR_BITS ("RAMPZ0")),
    /* The divider cannot be written while it is in use. */
    AVR_IO ("XDIV", 0x5c, .plain = 0x80, .input = 0x7f,
            AVR_BITS ("XDIV0", "XDIV1", "XDIV2", "XDIV3", "XDIV4", "XDIV5",
                      "XDIV6", "XDIVEN")),
    AVR_CPU (0),
    AVR_SP_HIGH (0),
    AVR_PORT (G, 0x63, 0x1f),
    AVR_PROGRAM ("SPMCSR", 0x68, NULL),
    AVR_IO ("EICRA", 0x6a, .plain = 0xff,
            AVR_BITS ("ISC00", "ISC01", "ISC10", "ISC11", "ISC20", "ISC21",
                      "ISC30", "ISC31")),
    AVR_IO ("XMCRB", 0x6c, .plain = 0x87,
            AVR_BITS ("XMM0", "XMM1", "XMM2", NULL, NULL, NULL, NULL, "XMBK")),
    AVR_IO ("XMCRA", 0x6d, .plain = 0x7e,
            AVR_BITS (NULL, "SRW11", "SRW00", "SRW01", "SRL0", "SRL1", "SRL2")),
    AVR_IO ("OSCCAL", 0x6f, .plain = 0xff, .unset = 0xff),
    AVR_TWI_AT (0x70, 0x74),
    AVR_WIDE ("OCR1C", 0x78, 0x4d, plain),
    AVR_TCCRC (1, 0x7a, "FOC1C"),
    AVR_IO ("ETIFR", 0x7c, .flag = 0x1f, .input = 0x20,
            AVR_BITS ("OCF1C", "OCF3C", "TOV3", "OCF3B", "OCF3A", "ICF3")),
    AVR_IO (
        "ETIMSK", 0x7d, .plain = 0x3f,
        AVR_BITS ("OCIE1C", "OCIE3C", "TOIE3", "OCIE3B", "OCIE3A", "TICIE3")),
    AVR_TIMER16 (3, 0x8a, 0x88, 0x80, 0x86, 0x84),
    AVR_WIDE ("OCR3C", 0x82, 0x89, plain),
    AVR_TCCRA (3, 0x8b, 0xff, "COM3C0", "COM3C1"),
    AVR_TCCRC (3, 0x8c, "FOC3C"),
    AVR_IO ("UBRR0H", 0x90, .plain = 0x0f),
    AVR_IO ("UCSR0C", 0x95, .plain = 0x7f, .reset = 0x06,
            AVR_BITS ("UCPOL0", "UCSZ00", "UCSZ01", "USBS0", "UPM00", "UPM01",
                      "UMSEL0")),
    AVR_IO ("UBRR1H", 0x98, .plain = 0x0f),
    AVR_PLAIN ("UBRR1L", 0x99),
    AVR_UCSRB ("1", 0x9a, 0x9c, "UCSZ12"),
    AVR_UCSRA ("1", 0x9b, "UPE"),
    AVR_IO ("UCSR1C", 0x9d, .plain = 0x7f, .reset = 0x06,
            AVR_BITS ("UCPOL1", "UCSZ10", "UCSZ11", "USBS1", "UPM10", "UPM11",
                      "UMSEL1")),
};

static const struct avr_alias aliases[] = {
    {"ADCSR", 0x26, AVR_ALL_BITS},
    {"MCUSR", 0x54, AVR_ALL_BITS},
    {"SPMCR", 0x68, AVR_ALL_BITS},
    {"ADFR", 0x26, 5},
    {"IDRD", 0x42, 7},
    {"SRW", 0x55, 6},
    /* as they were called before there was a second of each */
    {"COM0", 0x53, 4},
    {"COM1", 0x53, 5},
    {"COMA0", 0x4f, 6},
    {"COMA1", 0x4f, 7},
    {"COMB0", 0x4f, 4},
    {"COMB1", 0x4f, 5},
    {"COMC0", 0x4f, 2},
    {"COMC1", 0x4f, 3},
    {"CS0", 0x53, 0},
    {"CS1", 0x53, 1},
    {"CS2", 0x53, 2},
    {"CSB0", 0x4e, 0},
    {"CSB1", 0x4e, 1},
    {"CSB2", 0x4e, 2},
    {"DOR", 0x2b, 3},
    {"FE", 0x2b, 4},
    {"FOC", 0x53, 7},
    {"FOCA", 0x7a, 7},
    {"FOCB", 0x7a, 6},
    {"FOCC", 0x7a, 5},
    {"ICES", 0x4e, 6},
    {"ICNC", 0x4e, 7},
    {"MPCM", 0x2b, 0},
    {"RXB8", 0x2a, 1},
    {"RXC", 0x2b, 7},
    {"RXCIE", 0x2a, 7},
    {"RXEN", 0x2a, 4},
    {"TXB8", 0x2a, 0},
    {"TXC", 0x2b, 6},
    {"TXCIE", 0x2a, 6},
    {"TXEN", 0x2a, 3},
    {"U2X", 0x2b, 1},
    {"UCPOL", 0x95, 0},
    {"UCSZ", 0x2a, 2},
    {"UCSZ0", 0x95, 1},
    {"UCSZ1", 0x95, 2},
    {"UCSZ2", 0x2a, 2},
    {"UDRE", 0x2b, 5},
    {"UDRIE", 0x2a, 5},
    {"UMSEL", 0x95, 6},
    {"UPE", 0x2b, 2},
    {"UPM0", 0x95, 4},
    {"UPM1", 0x95, 5},
    {"USBS", 0x95, 3},
    {"WGM0", 0x53, 6},
    {"WGM1", 0x53, 3},
    {"WGMA0", 0x4f, 0},
    {"WGMA1", 0x4f, 1},
    {"WGMB2", 0x4e, 3},
    {"WGMB3", 0x4e, 4},
};

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8_CLASSIC (0x53, 0x51), AVR_BUFFERS8_CLASSIC (0x45, 0x43),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x4a),  AVR_BUFFERS16 (0x4f, 0x4e, 0x48),
    AVR_BUFFERS16 (0x4f, 0x4e, 0x78),  AVR_BUFFERS16 (0x8b, 0x8a, 0x86),
    AVR_BUFFERS16 (0x8b, 0x8a, 0x84),  AVR_BUFFERS16 (0x8b, 0x8a, 0x82),
};

static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x36, 0x10, 0x53, 0x30), /* OC0 */
    AVR_DRIVEN (0x36, 0x20, 0x4f, 0xc0), /* OC1A */
    AVR_DRIVEN (0x36, 0x40, 0x4f, 0x30), /* OC1B */
    AVR_DRIVEN (0x36, 0x80, 0x4f, 0x0c), /* OC1C, or */
    AVR_DRIVEN (0x36, 0x80, 0x45, 0x30), /* OC2 */
    AVR_DRIVEN (0x21, 0x08, 0x8b, 0xc0), /* OC3A */
    AVR_DRIVEN (0x21, 0x10, 0x8b, 0x30), /* OC3B */
    AVR_DRIVEN (0x21, 0x20, 0x8b, 0x0c), /* OC3C */
    AVR_DRIVEN (0x36, 0x0e, 0x2d, 0x40), /* SCK, MOSI, MISO */
    AVR_DRIVEN (0x30, 0x03, 0x74, 0x04), /* SCL, SDA */
    AVR_DRIVEN_USART (0x21, 0x02, 0x2a, 0x2c),
    AVR_DRIVEN (0x21, 0x04, 0x95, 0x40), /* XCK0 */
    AVR_DRIVEN_USART (0x30, 0x08, 0x9a, 0x9c),
    AVR_DRIVEN (0x30, 0x20, 0x9d, 0x40), /* XCK1 */
    {0x20, 0xf0, AVR_ALWAYS},            /* JTAG: switched off in two writes */
    AVR_DRIVEN (0x63, 0x18, 0x50, 0x08), /* TOSC1, TOSC2 */
    AVR_DRIVEN (0x63, 0x07, 0x55, 0x80), /* external memory */
    AVR_DRIVEN (0x39, 0xff, 0x55, 0x80),
    AVR_DRIVEN (0x33, 0xff, 0x55, 0x80),
};

static const struct avr_gate gates[] = {
    AVR_USART_GATES (0x2b, 0x2c),
    AVR_USART_GATES (0x9b, 0x9c),
    AVR_SPI_GATES (0x2d),
    AVR_TWI_GATES (0x70, 0x74),
};

/* Interrupts 0 to 7 from outside. */
#define INTERRUPT(N) AVR_LEVEL ((N) + 1, "INT" #N, 0x59, N, 0x58, N, false)

static const struct avr_vector vectors[] = {
    AVR_RESET,
    INTERRUPT (0),
    INTERRUPT (1),
    INTERRUPT (2),
    INTERRUPT (3),
    INTERRUPT (4),
    INTERRUPT (5),
    INTERRUPT (6),
    INTERRUPT (7),
    AVR_RAISED (9, "TIMER2_COMP", 0x57, 7, 0x56, 7, 0x45, 0x07),
    AVR_RAISED (10, "TIMER2_OVF", 0x57, 6, 0x56, 6, 0x45, 0x07),
    AVR_LEVEL (11, "TIMER1_CAPT", 0x57, 5, 0x56, 5, false),
    AVR_RAISED (12, "TIMER1_COMPA", 0x57, 4, 0x56, 4, 0x4e, 0x07),
    AVR_RAISED (13, "TIMER1_COMPB", 0x57, 3, 0x56, 3, 0x4e, 0x07),
    AVR_RAISED (14, "TIMER1_OVF", 0x57, 2, 0x56, 2, 0x4e, 0x07),
    /* A stop of a timer with a clock of its own takes effect much later. */
    AVR_RAISED_OR (15, "TIMER0_COMP", 0x57, 1, 0x56, 1, 0x53, 0x07, 0x50, 0x08),
    AVR_RAISED_OR (16, "TIMER0_OVF", 0x57, 0, 0x56, 0, 0x53, 0x07, 0x50, 0x08),
    AVR_VECTOR_SPI (17, 0x2d),
    AVR_VECTORS_USART (18, "USART0_RX", "USART0_UDRE", "USART0_TX", 0x2b, 0x2a,
                       0x2c),
    AVR_VECTOR_ADC (21, 0x26),
    AVR_LEVEL (22, "EE_READY", 0x3c, 3, 0, 0, true),
    AVR_LEVEL (23, "ANALOG_COMP", 0x28, 3, 0x28, 4, false),
    AVR_RAISED (24, "TIMER1_COMPC", 0x7d, 0, 0x7c, 0, 0x4e, 0x07),
    AVR_LEVEL (25, "TIMER3_CAPT", 0x7d, 5, 0x7c, 5, false),
    AVR_RAISED (26, "TIMER3_COMPA", 0x7d, 4, 0x7c, 4, 0x8a, 0x07),
    AVR_RAISED (27, "TIMER3_COMPB", 0x7d, 3, 0x7c, 3, 0x8a, 0x07),
    AVR_RAISED (28, "TIMER3_COMPC", 0x7d, 1, 0x7c, 1, 0x8a, 0x07),
    AVR_RAISED (29, "TIMER3_OVF", 0x7d, 2, 0x7c, 2, 0x8a, 0x07),
    AVR_VECTORS_USART (30, "USART1_RX", "USART1_UDRE", "USART1_TX", 0x9b, 0x9a,
                       0x9c),
    AVR_VECTOR_TWI (33, 0x70, 0x74),
    AVR_LEVEL (34, "SPM_READY", 0x68, 7, 0, 0, true),
};

const struct avr_device avr_device_mega128[] = {
    {
        .name = "atmega128",
        .same = "atmega128a ",
        .flash_bytes = 0x20000,
        .eeprom_bytes = 0x1000,
        .sram_first = 0x100,
        .sram_last = 0x10ff,
        .vector_words = 2,
        .rampz = true,
        AVR_DEVICE_TABLES (registers),
        .adc_control = 0x26,
        .external = {0x55, 7},
    },
    {.name = NULL},
};
