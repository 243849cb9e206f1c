/* kinds.h -- peripherals, each written once, as rows for the tables of devices.
 *
 * N is a number, X a letter, as they stand in names; AT the data address of the
 * first register of a row, where all follow each other.  For what a device has
 * of its own, AVR_IO. */
#ifndef AVR_DEVICE_KINDS_H
#define AVR_DEVICE_KINDS_H

#include "avr/device/device_tables.h"

#define AVR_WHILE(AT, MASK) {(AT), (MASK), false}
#define AVR_ALWAYS {0, 0, false}
#define AVR_NONE {0, 0, false}

/* ---- registers: plain bits and names of bits, from bit 0 */

#define AVR_IO(NAME, AT, ...) \
    [AT] = {.name = (NAME), .address = (AT), __VA_ARGS__}
#define AVR_BITS(...) .bit = {__VA_ARGS__}
#define AVR_GROUP(P, S)                                                      \
    AVR_BITS (P "0" S, P "1" S, P "2" S, P "3" S, P "4" S, P "5" S, P "6" S, \
              P "7" S)
#define AVR_PLAIN(NAME, AT) AVR_IO (NAME, AT, .plain = 0xff)
#define AVR_INPUT(NAME, AT) AVR_IO (NAME, AT, .input = 0xff)

/* PINX, DDRX, PORTX; pins in MASK. */
#define AVR_PORT_AT(X, PIN, DDR, MASK)                                     \
    AVR_IO ("PIN" #X, PIN, .input = (MASK), .special = IO_PIN,             \
            .partner = (DDR), AVR_GROUP ("PIN" #X, "")),                   \
        AVR_IO ("DDR" #X, DDR, .plain = (MASK), .special = IO_PORT,        \
                .partner = (PIN), AVR_GROUP ("DD" #X, "")),                \
        AVR_IO ("PORT" #X, (DDR) + 1, .plain = (MASK), .special = IO_PORT, \
                .partner = (PIN), AVR_GROUP ("P" #X, ""))
#define AVR_PORT(X, AT, MASK) AVR_PORT_AT (X, AT, (AT) + 1, MASK)

#define AVR_CPU(SP)                                                         \
    AVR_IO ("SPL", AVR_SPL, .plain = 0xff, .reset = (SP) & 0xff),           \
        AVR_IO ("SREG", AVR_SREG, .plain = 0xff,                            \
                AVR_BITS ("SREG_C", "SREG_Z", "SREG_N", "SREG_V", "SREG_S", \
                          "SREG_H", "SREG_T", "SREG_I"))
/* Beside that, where SRAM has more than 256 bytes. */
#define AVR_SP_HIGH(SP) \
    AVR_IO ("SPH", AVR_SPH, .plain = 0xff, .reset = (SP) >> 8 & 0xff)

/* A timer of 8 bits with one channel, and one with two. */
#define AVR_TIMER8_CLASSIC(N, CONTROL, COUNT, OCR)                          \
    AVR_IO ("TCCR" #N, CONTROL, .plain = 0x7f, .special = IO_MODE,          \
            AVR_BITS ("CS" #N "0", "CS" #N "1", "CS" #N "2", "WGM" #N "1",  \
                      "COM" #N "0", "COM" #N "1", "WGM" #N "0", "FOC" #N)), \
        AVR_INPUT ("TCNT" #N, COUNT), AVR_PLAIN ("OCR" #N, OCR)
#define AVR_TIMER8(N, A, B, COUNT, OCRA, OCRB)                                 \
    AVR_IO ("TCCR" #N "A", A, .plain = 0xf3, .special = IO_MODE,               \
            AVR_BITS ("WGM" #N "0", "WGM" #N "1", NULL, NULL, "COM" #N "B0",   \
                      "COM" #N "B1", "COM" #N "A0", "COM" #N "A1")),           \
        AVR_IO ("TCCR" #N "B", B, .plain = 0x0f, .special = IO_MODE,           \
                AVR_BITS ("CS" #N "0", "CS" #N "1", "CS" #N "2", "WGM" #N "2", \
                          NULL, NULL, "FOC" #N "B", "FOC" #N "A")),            \
        AVR_INPUT ("TCNT" #N, COUNT), AVR_PLAIN ("OCR" #N "A", OCRA),          \
        AVR_PLAIN ("OCR" #N "B", OCRB)
#define AVR_BUFFERS8_CLASSIC(CONTROL, OCR) {(CONTROL), 0x40, 0x48, (OCR), false}
#define AVR_BUFFERS8(A, B, OCRA, OCRB)                                  \
    {(A), 0x01, 0x03, (OCRA), false}, {(A), 0x01, 0x03, (OCRB), false}, \
        {(B), 0x08, 0x08, (OCRA), false},                               \
    {                                                                   \
        (B), 0x08, 0x08, (OCRB), false                                  \
    }

/* A latch of 16 bits: TCNTn keeps TEMP for all of its timer. */
#define AVR_WIDE(NAME, AT, TEMP, KIND)                                \
    AVR_IO (NAME "L", AT, .KIND = 0xff, .special = IO_LOW,            \
            .partner = (AT) + 1),                                     \
        AVR_IO (NAME "H", (AT) + 1, .KIND = 0xff, .special = IO_HIGH, \
                .partner = (TEMP))
/* A timer of 16 bits; TCCRnA and TCCRnC are apart. */
#define AVR_TIMER16(N, B, COUNT, ICR, OCRA, OCRB)                          \
    AVR_IO ("TCCR" #N "B", B, .plain = 0xdf, .special = IO_MODE,           \
            AVR_BITS ("CS" #N "0", "CS" #N "1", "CS" #N "2", "WGM" #N "2", \
                      "WGM" #N "3", NULL, "ICES" #N, "ICNC" #N)),          \
        AVR_IO ("TCNT" #N "L", COUNT, .input = 0xff, .special = IO_LOW,    \
                .partner = (COUNT) + 1),                                   \
        AVR_IO ("TCNT" #N "H", (COUNT) + 1, .input = 0xff, .unset = 0xff,  \
                .special = IO_HIGH, .partner = (COUNT) + 1),               \
        AVR_WIDE ("ICR" #N, ICR, (COUNT) + 1, input),                      \
        AVR_WIDE ("OCR" #N "A", OCRA, (COUNT) + 1, plain),                 \
        AVR_WIDE ("OCR" #N "B", OCRB, (COUNT) + 1, plain)
#define AVR_TCCRA(N, A, PLAIN, BIT2, BIT3)                                   \
    AVR_IO ("TCCR" #N "A", A, .plain = (PLAIN), .special = IO_MODE,          \
            AVR_BITS ("WGM" #N "0", "WGM" #N "1", BIT2, BIT3, "COM" #N "B0", \
                      "COM" #N "B1", "COM" #N "A0", "COM" #N "A1"))
#define AVR_TCCRC(N, C, BIT5)                                           \
    AVR_IO ("TCCR" #N "C", C,                                           \
            AVR_BITS (NULL, NULL, NULL, NULL, NULL, BIT5, "FOC" #N "B", \
                      "FOC" #N "A"))
/* With two channels, and with three, all in a row. */
#define AVR_TIMER16_TWO(N, AT)                                          \
    AVR_TCCRA (N, AT, 0xf3, NULL, NULL), AVR_TCCRC (N, (AT) + 2, NULL), \
        AVR_TIMER16 (N, (AT) + 1, (AT) + 4, (AT) + 6, (AT) + 8, (AT) + 10)
#define AVR_TIMER16_THREE(N, AT)                                            \
    AVR_TCCRA (N, AT, 0xff, "COM" #N "C0", "COM" #N "C1"),                  \
        AVR_TCCRC (N, (AT) + 2, "FOC" #N "C"),                              \
        AVR_TIMER16 (N, (AT) + 1, (AT) + 4, (AT) + 6, (AT) + 8, (AT) + 10), \
        AVR_WIDE ("OCR" #N "C", (AT) + 12, (AT) + 5, plain)
#define AVR_BUFFERS16(A, B, OCR)     \
    {(A), 0x03, 0x03, (OCR), true},  \
    {                                \
        (B), 0x10, 0x18, (OCR), true \
    }

/* TIFRn and TIMSKn of one timer.  ICFn is an input: writes to ICRn raise it. */
#define AVR_FLAGS8(N, TIFR, TIMSK)                            \
    AVR_IO ("TIFR" #N, TIFR, .flag = 0x07,                    \
            AVR_BITS ("TOV" #N, "OCF" #N "A", "OCF" #N "B")), \
        AVR_IO ("TIMSK" #N, TIMSK, .plain = 0x07,             \
                AVR_BITS ("TOIE" #N, "OCIE" #N "A", "OCIE" #N "B"))
#define AVR_FLAGS16(N, TIFR, TIMSK, THIRD)                             \
    AVR_IO ("TIFR" #N, TIFR, .flag = 0x07 | (THIRD), .input = 0x20,    \
            AVR_BITS ("TOV" #N, "OCF" #N "A", "OCF" #N "B",            \
                      (THIRD) ? "OCF" #N "C" : NULL, NULL, "ICF" #N)), \
        AVR_IO ("TIMSK" #N, TIMSK, .plain = 0x27 | (THIRD),            \
                AVR_BITS ("TOIE" #N, "OCIE" #N "A", "OCIE" #N "B",     \
                          (THIRD) ? "OCIE" #N "C" : NULL, NULL, "ICIE" #N))

/* UCSRnB and UDRn of every kind of USART; S is "0", or "" without a number. */
#define AVR_UCSRA(S, AT, ERROR)                                              \
    AVR_IO ("UCSR" S "A", AT, .plain = 0x03, .input = 0xfc,                  \
            AVR_BITS ("MPCM" S, "U2X" S, ERROR S, "DOR" S, "FE" S, "UDRE" S, \
                      "TXC" S, "RXC" S))
#define AVR_UCSRB(S, AT, UDR, SIZE)                                            \
    AVR_IO ("UCSR" S "B", AT, .plain = 0xfd, .input = 0x02,                    \
            .special = IO_SWITCH, .mark = 0x10, .partner = (UDR),              \
            AVR_BITS ("TXB8" S, "RXB8" S, SIZE, "TXEN" S, "RXEN" S, "UDRIE" S, \
                      "TXCIE" S, "RXCIE" S)),                                  \
        AVR_IO ("UDR" S, UDR, .input = 0xff, .special = IO_SENT)
#define AVR_USART(N, AT)                                                       \
    AVR_UCSRA (#N, AT, "UPE"),                                                 \
        AVR_UCSRB (#N, (AT) + 1, (AT) + 6, "UCSZ" #N "2"),                     \
        AVR_IO ("UCSR" #N "C", (AT) + 2, .plain = 0xff, .reset = 0x06,         \
                AVR_BITS ("UCPOL" #N, "UCSZ" #N "0", "UCSZ" #N "1", "USBS" #N, \
                          "UPM" #N "0", "UPM" #N "1", "UMSEL" #N "0",          \
                          "UMSEL" #N "1")),                                    \
        AVR_PLAIN ("UBRR" #N "L", (AT) + 4),                                   \
        AVR_IO ("UBRR" #N "H", (AT) + 5, .plain = 0x0f)
/* RXC needs a receiver that was on, TXC something that was sent; before, UDRE
 * is 1. */
#define AVR_USART_GATES(A, UDR)                    \
    {(A), 0x80, 0, AVR_WHILE (UDR, AVR_WAS_ON)},   \
        {(A), 0x40, 0, AVR_WHILE (UDR, AVR_SENT)}, \
    {                                              \
        (A), 0x20, 0x20, AVR_WHILE (UDR, AVR_SENT) \
    }

#define AVR_SPI(AT)                                                            \
    AVR_IO ("SPCR", AT, .plain = 0xef, .busy = 0x10, .special = IO_SWITCH,     \
            .mark = 0x40, .partner = (AT) + 2,                                 \
            AVR_BITS ("SPR0", "SPR1", "CPHA", "CPOL", "MSTR", "DORD", "SPE",   \
                      "SPIE")),                                                \
        AVR_IO (                                                               \
            "SPSR", (AT) + 1, .plain = 0x01, .input = 0xc0,                    \
            AVR_BITS ("SPI2X", NULL, NULL, NULL, NULL, NULL, "WCOL", "SPIF")), \
        AVR_IO ("SPDR", (AT) + 2, .input = 0xff, .special = IO_SENT)
#define AVR_SPI_GATES(AT) {(AT) + 1, 0x80, 0, AVR_WHILE ((AT) + 2, AVR_WAS_ON)}

#define AVR_TWI_AT(AT, CONTROL)                                              \
    AVR_PLAIN ("TWBR", AT),                                                  \
        AVR_IO ("TWSR", (AT) + 1, .plain = 0x03, .input = 0xf8,              \
                AVR_BITS ("TWPS0", "TWPS1", NULL, "TWS3", "TWS4", "TWS5",    \
                          "TWS6", "TWS7")),                                  \
        AVR_IO ("TWAR", (AT) + 2, .plain = 0xff, .reset = 0xfe,              \
                AVR_BITS ("TWGCE", "TWA0", "TWA1", "TWA2", "TWA3", "TWA4",   \
                          "TWA5", "TWA6")),                                  \
        AVR_IO ("TWDR", (AT) + 3, .input = 0xff, .special = IO_SENT),        \
        AVR_IO ("TWCR", CONTROL, .plain = 0x65, .input = 0x88, .busy = 0x10, \
                .special = IO_SWITCH, .mark = 0x04, .partner = (AT) + 3,     \
                AVR_BITS ("TWIE", NULL, "TWEN", "TWWC", "TWSTO", "TWSTA",    \
                          "TWEA", "TWINT"))
#define AVR_TWI(AT)                                                          \
    AVR_TWI_AT (AT, (AT) + 4),                                               \
        AVR_IO ("TWAMR", (AT) + 5, .plain = 0xfe,                            \
                AVR_BITS (NULL, "TWAM0", "TWAM1", "TWAM2", "TWAM3", "TWAM4", \
                          "TWAM5", "TWAM6"))
#define AVR_TWI_GATES(AT, CONTROL) \
    {(CONTROL), 0x80, 0, AVR_WHILE ((AT) + 3, AVR_WAS_ON)}

/* ADLAR is bit LEFT of LEFT_AT. */
#define AVR_ADC(LOW, CONTROL, LEFT_AT, LEFT)                                  \
    AVR_IO ("ADCL", LOW, .input = 0xff, .special = IO_ADC_LOW,                \
            .partner = (LOW) + 1),                                            \
        AVR_IO ("ADCH", (LOW) + 1, .input = 0xff, .special = IO_ADC_HIGH,     \
                .mark = 1 << (LEFT), .partner = (LEFT_AT)),                   \
        AVR_IO ("ADCSRA", CONTROL, .plain = 0xaf, .flag = 0x10, .busy = 0x40, \
                .special = IO_ADC_CONTROL,                                    \
                AVR_BITS ("ADPS0", "ADPS1", "ADPS2", "ADIE", "ADIF", "ADATE", \
                          "ADSC", "ADEN"))
#define AVR_ADMUX(AT, PLAIN, BIT4)                                            \
    AVR_IO ("ADMUX", AT, .plain = (PLAIN),                                    \
            AVR_BITS ("MUX0", "MUX1", "MUX2", "MUX3", BIT4, "ADLAR", "REFS0", \
                      "REFS1"))
#define AVR_COMPARATOR(AT, PLAIN)                                            \
    AVR_IO ("ACSR", AT, .plain = (PLAIN), .input = 0x30,                     \
            AVR_BITS ("ACIS0", "ACIS1", (PLAIN) & 4 ? "ACIC" : NULL, "ACIE", \
                      "ACI", "ACO", "ACBG", "ACD"))

/* High bits of addresses are HIGH; 0: there is no EEARH. */
#define AVR_EEPROM(CONTROL, DATA, LOW)                                      \
    AVR_IO ("EECR", CONTROL, .plain = 0x38, .busy = 0x06, .unset = 0x32,    \
            AVR_BITS ("EERE", "EEPE", "EEMPE", "EERIE", "EEPM0", "EEPM1")), \
        AVR_INPUT ("EEDR", DATA),                                           \
        AVR_IO ("EEARL", LOW, .plain = 0xff, .unset = 0xff)
#define AVR_EEPROM_CLASSIC(CONTROL, DATA, LOW)                           \
    AVR_IO ("EECR", CONTROL, .plain = 0x08, .busy = 0x06, .unset = 0x02, \
            AVR_BITS ("EERE", "EEWE", "EEMWE", "EERIE")),                \
        AVR_INPUT ("EEDR", DATA),                                        \
        AVR_IO ("EEARL", LOW, .plain = 0xff, .unset = 0xff)
#define AVR_EEPROM_HIGH(AT, HIGH) \
    AVR_IO ("EEARH", AT, .plain = (HIGH), .unset = (HIGH))

/* OSCCAL is set in the factory; CLKPR takes two writes within four cycles. */
#define AVR_CLOCK(OSCCAL, CLKPR)                                              \
    AVR_IO ("OSCCAL", OSCCAL, .plain = 0xff, .unset = 0xff),                  \
        AVR_IO ("CLKPR", CLKPR, .input = 0x8f,                                \
                AVR_BITS ("CLKPS0", "CLKPS1", "CLKPS2", "CLKPS3", NULL, NULL, \
                          NULL, "CLKPCE"))
#define AVR_WATCHDOG(NAME, AT, FLAG, ENABLE)                                 \
    AVR_IO (NAME, AT, .plain = 0x6f, .input = 0x80, .busy = 0x10,            \
            .special = IO_WATCHDOG,                                          \
            AVR_BITS ("WDP0", "WDP1", "WDP2", "WDE", "WDCE", "WDP3", ENABLE, \
                      FLAG))
#define AVR_WATCHDOG_CLASSIC(CHANGE)                    \
    AVR_IO ("WDTCR", 0x41, .plain = 0x0f, .busy = 0x10, \
            .special = IO_WATCHDOG,                     \
            AVR_BITS ("WDP0", "WDP1", "WDP2", "WDE", CHANGE))
#define AVR_CAUSES(NAME, AT, PLAIN, JTAG)                                   \
    AVR_IO (NAME, AT, .plain = (PLAIN), .unset = 0x07, .special = IO_CAUSE, \
            AVR_BITS ("PORF", "EXTRF", "BORF", "WDRF", JTAG))
#define AVR_PROGRAM(NAME, AT, BIT5)                                        \
    AVR_IO (NAME, AT, .plain = 0x80, .input = 0x40, .busy = 0x3f,          \
            .special = IO_SPM,                                             \
            AVR_BITS ("SPMEN", "PGERS", "PGWRT", "BLBSET", "RWWSRE", BIT5, \
                      "RWWSB", "SPMIE"))
#define AVR_SLEEP_CONTROL(AT) \
    AVR_IO ("SMCR", AT, .plain = 0x0f, AVR_BITS ("SE", "SM0", "SM1", "SM2"))

/* What programs itself where there is no boot section. */
#define AVR_PROGRAM_TINY(AT)                               \
    AVR_IO ("SPMCSR", AT, .busy = 0x3f, .special = IO_SPM, \
            AVR_BITS ("SPMEN", "PGERS", "PGWRT", "RFLB", "CTPB", "RSIG"))
/* USICLK and USITC read as 0; the latter moves the clock's pin in PORT. */
#define AVR_USI(AT, PORT, PIN)                                                 \
    AVR_IO ("USICR", AT, .plain = 0xfc, .special = IO_STROBE, .mark = (PIN),   \
            .partner = (PORT),                                                 \
            AVR_BITS ("USITC", "USICLK", "USICS0", "USICS1", "USIWM0",         \
                      "USIWM1", "USIOIE", "USISIE")),                          \
        AVR_IO ("USISR", (AT) + 1, .input = 0xff,                              \
                AVR_BITS ("USICNT0", "USICNT1", "USICNT2", "USICNT3", "USIDC", \
                          "USIPF", "USIOIF", "USISIF")),                       \
        AVR_INPUT ("USIDR", (AT) + 2)

/* What most megas have at the same place: all but the ports. */
#define AVR_MEGA(LAST, ADDRESS)                                                \
    AVR_FLAGS8 (0, 0x35, 0x6e), AVR_PLAIN ("GPIOR0", 0x3e),                    \
        AVR_EEPROM (0x3f, 0x40, 0x41), AVR_EEPROM_HIGH (0x42, ADDRESS),        \
        AVR_IO ("GTCCR", 0x43, .plain = 0x80, .busy = 0x03,                    \
                AVR_BITS ("PSRSYNC", "PSRASY", NULL, NULL, NULL, NULL, NULL,   \
                          "TSM")),                                             \
        AVR_TIMER8 (0, 0x44, 0x45, 0x46, 0x47, 0x48),                          \
        AVR_PLAIN ("GPIOR1", 0x4a), AVR_PLAIN ("GPIOR2", 0x4b),                \
        AVR_SPI (0x4c), AVR_COMPARATOR (0x50, 0xcf), AVR_INPUT ("OCDR", 0x51), \
        AVR_SLEEP_CONTROL (0x53), AVR_PROGRAM ("SPMCSR", 0x57, "SIGRD"),       \
        AVR_CPU (LAST), AVR_SP_HIGH (LAST),                                    \
        AVR_WATCHDOG ("WDTCSR", 0x60, "WDIF", "WDIE"), AVR_CLOCK (0x66, 0x61)
#define AVR_DIDR1 \
    AVR_IO ("DIDR1", 0x7f, .plain = 0x03, AVR_BITS ("AIN0D", "AIN1D"))
#define AVR_MEGA_TIMER2                                                       \
    AVR_FLAGS8 (2, 0x37, 0x70), AVR_TIMER8 (2, 0xb0, 0xb1, 0xb2, 0xb3, 0xb4), \
        AVR_IO ("ASSR", 0xb6, .plain = 0x60, .input = 0x1f,                   \
                .special = IO_ASYNC, .mark = 5, .partner = 0xb0,              \
                AVR_BITS ("TCR2BUB", "TCR2AUB", "OCR2BUB", "OCR2AUB",         \
                          "TCN2UB", "AS2", "EXCLK"))
/* ADCSRB: PLAIN beside ACME and what triggers. */
#define AVR_MEGA_ADC(PLAIN, BIT3, BIT5, BIT7)                                  \
    AVR_ADC (0x78, 0x7a, 0x7c, 5),                                             \
        AVR_IO ("ADCSRB", 0x7b, .plain = 0x47 | (PLAIN),                       \
                AVR_BITS ("ADTS0", "ADTS1", "ADTS2", BIT3, NULL, BIT5, "ACME", \
                          BIT7)),                                              \
        AVR_IO ("DIDR0", 0x7e, .plain = 0xff, AVR_GROUP ("ADC", "D"))
/* JTD is an input: it takes two writes. */
#define AVR_MEGA_CONTROL(JTD)                                              \
    AVR_IO ("MCUCR", 0x55, .plain = 0x10, .busy = 0x63, .input = (JTD),    \
            AVR_BITS ("IVCE", "IVSEL", NULL, NULL, "PUD", "BODSE", "BODS", \
                      (JTD) ? "JTD" : NULL))
#define AVR_EICRA                                                           \
    AVR_IO ("EICRA", 0x69, .plain = 0xff,                                   \
            AVR_BITS ("ISC00", "ISC01", "ISC10", "ISC11", "ISC20", "ISC21", \
                      "ISC30", "ISC31"))
#define AVR_EICRB                                                           \
    AVR_IO ("EICRB", 0x6a, .plain = 0xff,                                   \
            AVR_BITS ("ISC40", "ISC41", "ISC50", "ISC51", "ISC60", "ISC61", \
                      "ISC70", "ISC71"))
#define AVR_PCMSK0(AT) \
    AVR_IO ("PCMSK0", AT, .plain = 0xff, AVR_GROUP ("PCINT", ""))
#define AVR_PCMSK1(AT)                                                      \
    AVR_PINS ("PCMSK1", AT, 0xff, "PCINT8", "PCINT9", "PCINT10", "PCINT11", \
              "PCINT12", "PCINT13", "PCINT14", "PCINT15")
#define AVR_PCMSK2(AT)                                                        \
    AVR_PINS ("PCMSK2", AT, 0xff, "PCINT16", "PCINT17", "PCINT18", "PCINT19", \
              "PCINT20", "PCINT21", "PCINT22", "PCINT23")

/* Changes of pins: a flag while any of its pins is looked at. */
#define AVR_PINS(NAME, AT, MASK, ...) \
    AVR_IO (NAME, AT, .plain = (MASK), AVR_BITS (__VA_ARGS__))

/* ---- interrupts */

#define AVR_RESET \
    [0] = {"RESET", 0, 0, 0, 0, false, false, AVR_ALWAYS, AVR_NONE}
/* A flag at bit F of FLAG, enabled by bit E, raised while bits MASK of AT are not
 * all 0. */
#define AVR_RAISED(V, NAME, ENABLE, E, FLAG, F, AT, MASK)                   \
    [V] = {NAME,    ENABLE, FLAG, E, F, false, false, AVR_WHILE (AT, MASK), \
           AVR_NONE}
/* .. or bits MASK2 of AT2. */
#define AVR_RAISED_OR(V, NAME, ENABLE, E, FLAG, F, AT, MASK, AT2, MASK2) \
    [V] = {NAME,                                                         \
           ENABLE,                                                       \
           FLAG,                                                         \
           E,                                                            \
           F,                                                            \
           false,                                                        \
           false,                                                        \
           AVR_WHILE (AT, MASK),                                         \
           AVR_WHILE (AT2, MASK2)}
/* It may come whenever it is enabled; the same while MASK of AT is not 0. */
#define AVR_LEVEL(V, NAME, ENABLE, E, FLAG, F, KEEPS) \
    [V] = {NAME, ENABLE, FLAG, E, F, true, KEEPS, AVR_ALWAYS, AVR_NONE}
#define AVR_LEVEL_IF(V, NAME, ENABLE, E, FLAG, F, KEEPS, AT, MASK)         \
    [V] = {NAME,    ENABLE, FLAG, E, F, true, KEEPS, AVR_WHILE (AT, MASK), \
           AVR_NONE}
/* Of a peripheral that is not modelled. */
#define AVR_NEVER(V, NAME) \
    [V] = {NAME, 0, 0, 0, 0, true, false, AVR_ALWAYS, AVR_NONE}

/* Interrupt N from outside, of megas that have most at the same place. */
#define AVR_INTERRUPT(N) AVR_LEVEL ((N) + 1, "INT" #N, 0x3d, N, 0x3c, N, false)
/* A change of pins; MASK is in PCMSK. */
#define AVR_CHANGE(V, N, PCMSK) \
    AVR_RAISED (V, "PCINT" #N, 0x68, N, 0x3b, N, PCMSK, 0xff)
#define AVR_VECTORS_USI(V, CR)                            \
    AVR_LEVEL (V, "USI_START", CR, 7, (CR) + 1, 7, true), \
        AVR_LEVEL ((V) + 1, "USI_OVF", CR, 6, (CR) + 1, 6, true)
/* COMPA, COMPB, OVF from vector V on. */
#define AVR_VECTORS8(N, V, TIMSK, TIFR, B)                                     \
    AVR_RAISED (V, "TIMER" #N "_COMPA", TIMSK, 1, TIFR, 1, B, 0x07),           \
        AVR_RAISED ((V) + 1, "TIMER" #N "_COMPB", TIMSK, 2, TIFR, 2, B, 0x07), \
        AVR_RAISED ((V) + 2, "TIMER" #N "_OVF", TIMSK, 0, TIFR, 0, B, 0x07)
/* The same, of a timer with a clock of its own while AS2 is set: a stop takes
 * effect much later. */
#define AVR_VECTORS8_ASYNC(N, V, TIMSK, TIFR, B, ASSR)                         \
    AVR_RAISED_OR (V, "TIMER" #N "_COMPA", TIMSK, 1, TIFR, 1, B, 0x07, ASSR,   \
                   0x20),                                                      \
        AVR_RAISED_OR ((V) + 1, "TIMER" #N "_COMPB", TIMSK, 2, TIFR, 2, B,     \
                       0x07, ASSR, 0x20),                                      \
        AVR_RAISED_OR ((V) + 2, "TIMER" #N "_OVF", TIMSK, 0, TIFR, 0, B, 0x07, \
                       ASSR, 0x20)
/* CAPT, COMPA, COMPB, OVF from vector V on; with three channels COMPC is before
 * OVF. */
#define AVR_VECTORS16(N, V, OVF, TIMSK, TIFR, B)                               \
    AVR_LEVEL (V, "TIMER" #N "_CAPT", TIMSK, 5, TIFR, 5, false),               \
        AVR_RAISED ((V) + 1, "TIMER" #N "_COMPA", TIMSK, 1, TIFR, 1, B, 0x07), \
        AVR_RAISED ((V) + 2, "TIMER" #N "_COMPB", TIMSK, 2, TIFR, 2, B, 0x07), \
        AVR_RAISED (OVF, "TIMER" #N "_OVF", TIMSK, 0, TIFR, 0, B, 0x07)
#define AVR_VECTORS16_THREE(N, V, TIMSK, TIFR, B)  \
    AVR_VECTORS16 (N, V, (V) + 4, TIMSK, TIFR, B), \
        AVR_RAISED ((V) + 3, "TIMER" #N "_COMPC", TIMSK, 3, TIFR, 3, B, 0x07)

/* RX, UDRE, TX from vector V on. */
#define AVR_VECTORS_USART(V, RX, UDRE, TX, A, B, UDR)        \
    AVR_LEVEL_IF (V, RX, B, 7, A, 7, true, UDR, AVR_WAS_ON), \
        AVR_LEVEL ((V) + 1, UDRE, B, 5, A, 5, true),         \
        AVR_LEVEL_IF ((V) + 2, TX, B, 6, A, 6, false, UDR, AVR_SENT)
#define AVR_VECTOR_SPI(V, AT) \
    AVR_LEVEL_IF (V, "SPI_STC", AT, 7, (AT) + 1, 7, false, (AT) + 2, AVR_WAS_ON)
#define AVR_VECTOR_TWI(V, AT, CONTROL) \
    AVR_LEVEL_IF (V, "TWI", CONTROL, 0, CONTROL, 7, true, (AT) + 3, AVR_WAS_ON)
/* A conversion was started, or starts itself. */
#define AVR_VECTOR_ADC(V, CONTROL) \
    AVR_RAISED (V, "ADC", CONTROL, 3, CONTROL, 4, CONTROL, 0x60)

/* ---- pins that a peripheral drives */

#define AVR_DRIVEN(PIN, MASK, AT, BITS) {(PIN), (MASK), AVR_WHILE (AT, BITS)}
/* TXD, and XCK where the USART gives the clock. */
#define AVR_DRIVEN_USART(PIN, TXD, B, UDR) \
    AVR_DRIVEN (PIN, TXD, B, 0x08), AVR_DRIVEN (PIN, TXD, UDR, AVR_SENT)
#define AVR_DISABLED_EIGHT(PIN, DIDR) \
    AVR_DISABLED_FOUR (PIN, 0, DIDR, 0), AVR_DISABLED_FOUR (PIN, 4, DIDR, 4)
/* DIDRx, where the bits are those of the pins from FIRST on. */
#define AVR_DISABLED(PIN, BIT, DIDR, D) \
    AVR_DRIVEN (PIN, 1 << (BIT), DIDR, 1 << (D))
#define AVR_DISABLED_FOUR(PIN, BIT, DIDR, D)          \
    AVR_DISABLED (PIN, BIT, DIDR, D),                 \
        AVR_DISABLED (PIN, (BIT) + 1, DIDR, (D) + 1), \
        AVR_DISABLED (PIN, (BIT) + 2, DIDR, (D) + 2), \
        AVR_DISABLED (PIN, (BIT) + 3, DIDR, (D) + 3)

#endif
