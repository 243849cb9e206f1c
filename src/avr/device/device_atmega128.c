/* device_atmega128.c -- the ATmega128, as its data sheet (2467) has it, not
 * in the compatibility mode of the ATmega103. */
#include "avr/device/device_tables.h"

/* name, address, plain, input, flag, busy, reset, unset, special, partner */
static const struct avr_register registers[] = {
    {"PINF", 0x20, 0, 0xff, 0, 0, 0, 0, IO_PIN, 0x61},
    {"PINE", 0x21, 0, 0xff, 0, 0, 0, 0, IO_PIN, 0x22},
    {"DDRE", 0x22, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x21},
    {"PORTE", 0x23, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x21},
    {"ADCL", 0x24, 0, 0xff, 0, 0, 0, 0, IO_ADC_LOW, 0x25},
    {"ADCH", 0x25, 0, 0xff, 0, 0, 0, 0, IO_ADC_HIGH, 0x27},
    {"ADCSRA", 0x26, 0xaf, 0, 0x10, 0x40, 0, 0, IO_ADC_CONTROL, 0},
    {"ADCSR", 0x26, 0xaf, 0, 0x10, 0x40, 0, 0, IO_ADC_CONTROL, 0},
    {"ADMUX", 0x27, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"ACSR", 0x28, 0xcf, 0x30, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UBRR0L", 0x29, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UCSR0B", 0x2a, 0xfd, 0x02, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UCSR0A", 0x2b, 0x03, 0xfc, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UDR0", 0x2c, 0, 0xff, 0, 0, 0, 0, IO_SENT, 0},
    {"SPCR", 0x2d, 0xef, 0, 0, 0x10, 0, 0, IO_NORMAL, 0},
    {"SPSR", 0x2e, 0x01, 0xc0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"SPDR", 0x2f, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"PIND", 0x30, 0, 0xff, 0, 0, 0, 0, IO_PIN, 0x31},
    {"DDRD", 0x31, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x30},
    {"PORTD", 0x32, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x30},
    {"PINC", 0x33, 0, 0xff, 0, 0, 0, 0, IO_PIN, 0x34},
    {"DDRC", 0x34, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x33},
    {"PORTC", 0x35, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x33},
    {"PINB", 0x36, 0, 0xff, 0, 0, 0, 0, IO_PIN, 0x37},
    {"DDRB", 0x37, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x36},
    {"PORTB", 0x38, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x36},
    {"PINA", 0x39, 0, 0xff, 0, 0, 0, 0, IO_PIN, 0x3a},
    {"DDRA", 0x3a, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x39},
    {"PORTA", 0x3b, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x39},
    {"EECR", 0x3c, 0x08, 0, 0, 0x06, 0, 0x02, IO_NORMAL, 0},
    {"EEDR", 0x3d, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"EEARL", 0x3e, 0xff, 0, 0, 0, 0, 0xff, IO_NORMAL, 0},
    {"EEARH", 0x3f, 0x0f, 0, 0, 0, 0, 0x0f, IO_NORMAL, 0},
    {"SFIOR", 0x40, 0x8c, 0, 0, 0x03, 0, 0, IO_NORMAL, 0},
    {"WDTCR", 0x41, 0x0f, 0, 0, 0x10, 0, 0, IO_WATCHDOG, 0},
    {"OCDR", 0x42, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"OCR2", 0x43, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TCNT2", 0x44, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TCCR2", 0x45, 0x7f, 0, 0, 0, 0, 0, IO_MODE, 0},
    {"ICR1L", 0x46, 0, 0xff, 0, 0, 0, 0, IO_LOW, 0x47},
    {"ICR1H", 0x47, 0, 0xff, 0, 0, 0, 0, IO_HIGH, 0x4d},
    {"OCR1BL", 0x48, 0xff, 0, 0, 0, 0, 0, IO_LOW, 0x49},
    {"OCR1BH", 0x49, 0xff, 0, 0, 0, 0, 0, IO_HIGH, 0x4d},
    {"OCR1AL", 0x4a, 0xff, 0, 0, 0, 0, 0, IO_LOW, 0x4b},
    {"OCR1AH", 0x4b, 0xff, 0, 0, 0, 0, 0, IO_HIGH, 0x4d},
    {"TCNT1L", 0x4c, 0, 0xff, 0, 0, 0, 0, IO_LOW, 0x4d},
    {"TCNT1H", 0x4d, 0, 0xff, 0, 0, 0, 0xff, IO_HIGH, 0x4d},
    {"TCCR1B", 0x4e, 0xdf, 0, 0, 0, 0, 0, IO_MODE, 0},
    {"TCCR1A", 0x4f, 0xff, 0, 0, 0, 0, 0, IO_MODE, 0},
    {"ASSR", 0x50, 0x08, 0x07, 0, 0, 0, 0, IO_ASYNC, 0x53},
    {"OCR0", 0x51, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TCNT0", 0x52, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TCCR0", 0x53, 0x7f, 0, 0, 0, 0, 0, IO_MODE, 0},
    {"MCUCSR", 0x54, 0x1f, 0x80, 0, 0, 0, 0x1f, IO_CAUSE, 0},
    {"MCUSR", 0x54, 0x1f, 0x80, 0, 0, 0, 0x1f, IO_CAUSE, 0},
    /* IVSEL: a write may be without effect. */
    {"MCUCR", 0x55, 0xfc, 0, 0, 0x03, 0, 0, IO_NORMAL, 0},
    {"TIFR", 0x56, 0, 0x20, 0xdf, 0, 0, 0, IO_NORMAL, 0},
    {"TIMSK", 0x57, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"EIFR", 0x58, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"EIMSK", 0x59, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"EICRB", 0x5a, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"RAMPZ", 0x5b, 0x01, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    /* The divider cannot be written while it is in use. */
    {"XDIV", 0x5c, 0x80, 0x7f, 0, 0, 0, 0, IO_NORMAL, 0},
    {"SPL", 0x5d, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"SPH", 0x5e, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"SREG", 0x5f, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"DDRF", 0x61, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x20},
    {"PORTF", 0x62, 0xff, 0, 0, 0, 0, 0, IO_PORT, 0x20},
    {"PING", 0x63, 0, 0x1f, 0, 0, 0, 0, IO_PIN, 0x64},
    {"DDRG", 0x64, 0x1f, 0, 0, 0, 0, 0, IO_PORT, 0x63},
    {"PORTG", 0x65, 0x1f, 0, 0, 0, 0, 0, IO_PORT, 0x63},
    {"SPMCSR", 0x68, 0x80, 0x40, 0, 0x1f, 0, 0, IO_SPM, 0},
    {"SPMCR", 0x68, 0x80, 0x40, 0, 0x1f, 0, 0, IO_SPM, 0},
    {"EICRA", 0x6a, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"XMCRB", 0x6c, 0x87, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"XMCRA", 0x6d, 0x7e, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"OSCCAL", 0x6f, 0xff, 0, 0, 0, 0, 0xff, IO_NORMAL, 0},
    {"TWBR", 0x70, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TWSR", 0x71, 0x03, 0xf8, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TWAR", 0x72, 0xff, 0, 0, 0, 0xfe, 0, IO_NORMAL, 0},
    {"TWDR", 0x73, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TWCR", 0x74, 0x65, 0x88, 0, 0x10, 0, 0, IO_NORMAL, 0},
    {"OCR1CL", 0x78, 0xff, 0, 0, 0, 0, 0, IO_LOW, 0x79},
    {"OCR1CH", 0x79, 0xff, 0, 0, 0, 0, 0, IO_HIGH, 0x4d},
    {"TCCR1C", 0x7a, 0, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"ETIFR", 0x7c, 0, 0x20, 0x1f, 0, 0, 0, IO_NORMAL, 0},
    {"ETIMSK", 0x7d, 0x3f, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"ICR3L", 0x80, 0, 0xff, 0, 0, 0, 0, IO_LOW, 0x81},
    {"ICR3H", 0x81, 0, 0xff, 0, 0, 0, 0, IO_HIGH, 0x89},
    {"OCR3CL", 0x82, 0xff, 0, 0, 0, 0, 0, IO_LOW, 0x83},
    {"OCR3CH", 0x83, 0xff, 0, 0, 0, 0, 0, IO_HIGH, 0x89},
    {"OCR3BL", 0x84, 0xff, 0, 0, 0, 0, 0, IO_LOW, 0x85},
    {"OCR3BH", 0x85, 0xff, 0, 0, 0, 0, 0, IO_HIGH, 0x89},
    {"OCR3AL", 0x86, 0xff, 0, 0, 0, 0, 0, IO_LOW, 0x87},
    {"OCR3AH", 0x87, 0xff, 0, 0, 0, 0, 0, IO_HIGH, 0x89},
    {"TCNT3L", 0x88, 0, 0xff, 0, 0, 0, 0, IO_LOW, 0x89},
    {"TCNT3H", 0x89, 0, 0xff, 0, 0, 0, 0xff, IO_HIGH, 0x89},
    {"TCCR3B", 0x8a, 0xdf, 0, 0, 0, 0, 0, IO_MODE, 0},
    {"TCCR3A", 0x8b, 0xff, 0, 0, 0, 0, 0, IO_MODE, 0},
    {"TCCR3C", 0x8c, 0, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UBRR0H", 0x90, 0x0f, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UCSR0C", 0x95, 0x7f, 0, 0, 0, 0x06, 0, IO_NORMAL, 0},
    {"UBRR1H", 0x98, 0x0f, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UBRR1L", 0x99, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UCSR1B", 0x9a, 0xfd, 0x02, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UCSR1A", 0x9b, 0x03, 0xfc, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UDR1", 0x9c, 0, 0xff, 0, 0, 0, 0, IO_SENT, 0},
    {"UCSR1C", 0x9d, 0x7f, 0, 0, 0, 0x06, 0, IO_NORMAL, 0},
};

/* clang-format off */
static const struct avr_bit bits[] = {
    {"PINF0", 0x20, 0}, {"PINF1", 0x20, 1}, {"PINF2", 0x20, 2},
    {"PINF3", 0x20, 3}, {"PINF4", 0x20, 4}, {"PINF5", 0x20, 5},
    {"PINF6", 0x20, 6}, {"PINF7", 0x20, 7}, {"PINE0", 0x21, 0},
    {"PINE1", 0x21, 1}, {"PINE2", 0x21, 2}, {"PINE3", 0x21, 3},
    {"PINE4", 0x21, 4}, {"PINE5", 0x21, 5}, {"PINE6", 0x21, 6},
    {"PINE7", 0x21, 7}, {"DDE0", 0x22, 0}, {"DDE1", 0x22, 1},
    {"DDE2", 0x22, 2}, {"DDE3", 0x22, 3}, {"DDE4", 0x22, 4}, {"DDE5", 0x22, 5},
    {"DDE6", 0x22, 6}, {"DDE7", 0x22, 7}, {"PE0", 0x23, 0}, {"PE1", 0x23, 1},
    {"PE2", 0x23, 2}, {"PE3", 0x23, 3}, {"PE4", 0x23, 4}, {"PE5", 0x23, 5},
    {"PE6", 0x23, 6}, {"PE7", 0x23, 7}, {"ADPS0", 0x26, 0}, {"ADPS1", 0x26, 1},
    {"ADPS2", 0x26, 2}, {"ADIE", 0x26, 3}, {"ADIF", 0x26, 4},
    {"ADFR", 0x26, 5}, {"ADSC", 0x26, 6}, {"ADEN", 0x26, 7}, {"MUX0", 0x27, 0},
    {"MUX1", 0x27, 1}, {"MUX2", 0x27, 2}, {"MUX3", 0x27, 3}, {"MUX4", 0x27, 4},
    {"ADLAR", 0x27, 5}, {"REFS0", 0x27, 6}, {"REFS1", 0x27, 7},
    {"ACIS0", 0x28, 0}, {"ACIS1", 0x28, 1}, {"ACIC", 0x28, 2},
    {"ACIE", 0x28, 3}, {"ACI", 0x28, 4}, {"ACO", 0x28, 5}, {"ACBG", 0x28, 6},
    {"ACD", 0x28, 7}, {"TXB8", 0x2a, 0}, {"TXB80", 0x2a, 0}, {"RXB8", 0x2a, 1},
    {"RXB80", 0x2a, 1}, {"UCSZ", 0x2a, 2}, {"UCSZ02", 0x2a, 2},
    {"UCSZ2", 0x2a, 2}, {"TXEN", 0x2a, 3}, {"TXEN0", 0x2a, 3},
    {"RXEN", 0x2a, 4}, {"RXEN0", 0x2a, 4}, {"UDRIE", 0x2a, 5},
    {"UDRIE0", 0x2a, 5}, {"TXCIE", 0x2a, 6}, {"TXCIE0", 0x2a, 6},
    {"RXCIE", 0x2a, 7}, {"RXCIE0", 0x2a, 7}, {"MPCM", 0x2b, 0},
    {"MPCM0", 0x2b, 0}, {"U2X", 0x2b, 1}, {"U2X0", 0x2b, 1}, {"UPE", 0x2b, 2},
    {"UPE0", 0x2b, 2}, {"DOR", 0x2b, 3}, {"DOR0", 0x2b, 3}, {"FE", 0x2b, 4},
    {"FE0", 0x2b, 4}, {"UDRE", 0x2b, 5}, {"UDRE0", 0x2b, 5}, {"TXC", 0x2b, 6},
    {"TXC0", 0x2b, 6}, {"RXC", 0x2b, 7}, {"RXC0", 0x2b, 7}, {"SPR0", 0x2d, 0},
    {"SPR1", 0x2d, 1}, {"CPHA", 0x2d, 2}, {"CPOL", 0x2d, 3}, {"MSTR", 0x2d, 4},
    {"DORD", 0x2d, 5}, {"SPE", 0x2d, 6}, {"SPIE", 0x2d, 7}, {"SPI2X", 0x2e, 0},
    {"WCOL", 0x2e, 6}, {"SPIF", 0x2e, 7}, {"PIND0", 0x30, 0},
    {"PIND1", 0x30, 1}, {"PIND2", 0x30, 2}, {"PIND3", 0x30, 3},
    {"PIND4", 0x30, 4}, {"PIND5", 0x30, 5}, {"PIND6", 0x30, 6},
    {"PIND7", 0x30, 7}, {"DDD0", 0x31, 0}, {"DDD1", 0x31, 1},
    {"DDD2", 0x31, 2}, {"DDD3", 0x31, 3}, {"DDD4", 0x31, 4}, {"DDD5", 0x31, 5},
    {"DDD6", 0x31, 6}, {"DDD7", 0x31, 7}, {"PD0", 0x32, 0}, {"PD1", 0x32, 1},
    {"PD2", 0x32, 2}, {"PD3", 0x32, 3}, {"PD4", 0x32, 4}, {"PD5", 0x32, 5},
    {"PD6", 0x32, 6}, {"PD7", 0x32, 7}, {"PINC0", 0x33, 0}, {"PINC1", 0x33, 1},
    {"PINC2", 0x33, 2}, {"PINC3", 0x33, 3}, {"PINC4", 0x33, 4},
    {"PINC5", 0x33, 5}, {"PINC6", 0x33, 6}, {"PINC7", 0x33, 7},
    {"DDC0", 0x34, 0}, {"DDC1", 0x34, 1}, {"DDC2", 0x34, 2}, {"DDC3", 0x34, 3},
    {"DDC4", 0x34, 4}, {"DDC5", 0x34, 5}, {"DDC6", 0x34, 6}, {"DDC7", 0x34, 7},
    {"PC0", 0x35, 0}, {"PC1", 0x35, 1}, {"PC2", 0x35, 2}, {"PC3", 0x35, 3},
    {"PC4", 0x35, 4}, {"PC5", 0x35, 5}, {"PC6", 0x35, 6}, {"PC7", 0x35, 7},
    {"PINB0", 0x36, 0}, {"PINB1", 0x36, 1}, {"PINB2", 0x36, 2},
    {"PINB3", 0x36, 3}, {"PINB4", 0x36, 4}, {"PINB5", 0x36, 5},
    {"PINB6", 0x36, 6}, {"PINB7", 0x36, 7}, {"DDB0", 0x37, 0},
    {"DDB1", 0x37, 1}, {"DDB2", 0x37, 2}, {"DDB3", 0x37, 3}, {"DDB4", 0x37, 4},
    {"DDB5", 0x37, 5}, {"DDB6", 0x37, 6}, {"DDB7", 0x37, 7}, {"PB0", 0x38, 0},
    {"PB1", 0x38, 1}, {"PB2", 0x38, 2}, {"PB3", 0x38, 3}, {"PB4", 0x38, 4},
    {"PB5", 0x38, 5}, {"PB6", 0x38, 6}, {"PB7", 0x38, 7}, {"PINA0", 0x39, 0},
    {"PINA1", 0x39, 1}, {"PINA2", 0x39, 2}, {"PINA3", 0x39, 3},
    {"PINA4", 0x39, 4}, {"PINA5", 0x39, 5}, {"PINA6", 0x39, 6},
    {"PINA7", 0x39, 7}, {"DDA0", 0x3a, 0}, {"DDA1", 0x3a, 1},
    {"DDA2", 0x3a, 2}, {"DDA3", 0x3a, 3}, {"DDA4", 0x3a, 4}, {"DDA5", 0x3a, 5},
    {"DDA6", 0x3a, 6}, {"DDA7", 0x3a, 7}, {"PA0", 0x3b, 0}, {"PA1", 0x3b, 1},
    {"PA2", 0x3b, 2}, {"PA3", 0x3b, 3}, {"PA4", 0x3b, 4}, {"PA5", 0x3b, 5},
    {"PA6", 0x3b, 6}, {"PA7", 0x3b, 7}, {"EERE", 0x3c, 0}, {"EEWE", 0x3c, 1},
    {"EEMWE", 0x3c, 2}, {"EERIE", 0x3c, 3}, {"PSR321", 0x40, 0},
    {"PSR0", 0x40, 1}, {"PUD", 0x40, 2}, {"ACME", 0x40, 3}, {"TSM", 0x40, 7},
    {"WDP0", 0x41, 0}, {"WDP1", 0x41, 1}, {"WDP2", 0x41, 2}, {"WDE", 0x41, 3},
    {"WDCE", 0x41, 4}, {"OCDR0", 0x42, 0}, {"OCDR1", 0x42, 1},
    {"OCDR2", 0x42, 2}, {"OCDR3", 0x42, 3}, {"OCDR4", 0x42, 4},
    {"OCDR5", 0x42, 5}, {"OCDR6", 0x42, 6}, {"IDRD", 0x42, 7},
    {"OCDR7", 0x42, 7}, {"CS20", 0x45, 0}, {"CS21", 0x45, 1},
    {"CS22", 0x45, 2}, {"WGM21", 0x45, 3}, {"COM20", 0x45, 4},
    {"COM21", 0x45, 5}, {"WGM20", 0x45, 6}, {"FOC2", 0x45, 7},
    {"CS10", 0x4e, 0}, {"CSB0", 0x4e, 0}, {"CS11", 0x4e, 1}, {"CSB1", 0x4e, 1},
    {"CS12", 0x4e, 2}, {"CSB2", 0x4e, 2}, {"WGM12", 0x4e, 3},
    {"WGMB2", 0x4e, 3}, {"WGM13", 0x4e, 4}, {"WGMB3", 0x4e, 4},
    {"ICES", 0x4e, 6}, {"ICES1", 0x4e, 6}, {"ICNC", 0x4e, 7},
    {"ICNC1", 0x4e, 7}, {"WGM10", 0x4f, 0}, {"WGMA0", 0x4f, 0},
    {"WGM11", 0x4f, 1}, {"WGMA1", 0x4f, 1}, {"COM1C0", 0x4f, 2},
    {"COMC0", 0x4f, 2}, {"COM1C1", 0x4f, 3}, {"COMC1", 0x4f, 3},
    {"COM1B0", 0x4f, 4}, {"COMB0", 0x4f, 4}, {"COM1B1", 0x4f, 5},
    {"COMB1", 0x4f, 5}, {"COM1A0", 0x4f, 6}, {"COMA0", 0x4f, 6},
    {"COM1A1", 0x4f, 7}, {"COMA1", 0x4f, 7}, {"TCR0UB", 0x50, 0},
    {"OCR0UB", 0x50, 1}, {"TCN0UB", 0x50, 2}, {"AS0", 0x50, 3},
    {"CS0", 0x53, 0}, {"CS00", 0x53, 0}, {"CS01", 0x53, 1}, {"CS1", 0x53, 1},
    {"CS02", 0x53, 2}, {"CS2", 0x53, 2}, {"WGM01", 0x53, 3}, {"WGM1", 0x53, 3},
    {"COM0", 0x53, 4}, {"COM00", 0x53, 4}, {"COM01", 0x53, 5},
    {"COM1", 0x53, 5}, {"WGM0", 0x53, 6}, {"WGM00", 0x53, 6}, {"FOC", 0x53, 7},
    {"FOC0", 0x53, 7}, {"PORF", 0x54, 0}, {"EXTRF", 0x54, 1},
    {"BORF", 0x54, 2}, {"WDRF", 0x54, 3}, {"JTRF", 0x54, 4}, {"JTD", 0x54, 7},
    {"IVCE", 0x55, 0}, {"IVSEL", 0x55, 1}, {"SM2", 0x55, 2}, {"SM0", 0x55, 3},
    {"SM1", 0x55, 4}, {"SE", 0x55, 5}, {"SRW", 0x55, 6}, {"SRW10", 0x55, 6},
    {"SRE", 0x55, 7}, {"TOV0", 0x56, 0}, {"OCF0", 0x56, 1}, {"TOV1", 0x56, 2},
    {"OCF1B", 0x56, 3}, {"OCF1A", 0x56, 4}, {"ICF1", 0x56, 5},
    {"TOV2", 0x56, 6}, {"OCF2", 0x56, 7}, {"TOIE0", 0x57, 0},
    {"OCIE0", 0x57, 1}, {"TOIE1", 0x57, 2}, {"OCIE1B", 0x57, 3},
    {"OCIE1A", 0x57, 4}, {"TICIE1", 0x57, 5}, {"TOIE2", 0x57, 6},
    {"OCIE2", 0x57, 7}, {"INTF0", 0x58, 0}, {"INTF1", 0x58, 1},
    {"INTF2", 0x58, 2}, {"INTF3", 0x58, 3}, {"INTF4", 0x58, 4},
    {"INTF5", 0x58, 5}, {"INTF6", 0x58, 6}, {"INTF7", 0x58, 7},
    {"INT0", 0x59, 0}, {"INT1", 0x59, 1}, {"INT2", 0x59, 2}, {"INT3", 0x59, 3},
    {"INT4", 0x59, 4}, {"INT5", 0x59, 5}, {"INT6", 0x59, 6}, {"INT7", 0x59, 7},
    {"ISC40", 0x5a, 0}, {"ISC41", 0x5a, 1}, {"ISC50", 0x5a, 2},
    {"ISC51", 0x5a, 3}, {"ISC60", 0x5a, 4}, {"ISC61", 0x5a, 5},
    {"ISC70", 0x5a, 6}, {"ISC71", 0x5a, 7}, {"RAMPZ0", 0x5b, 0},
    {"XDIV0", 0x5c, 0}, {"XDIV1", 0x5c, 1}, {"XDIV2", 0x5c, 2},
    {"XDIV3", 0x5c, 3}, {"XDIV4", 0x5c, 4}, {"XDIV5", 0x5c, 5},
    {"XDIV6", 0x5c, 6}, {"XDIVEN", 0x5c, 7}, {"SREG_C", 0x5f, 0},
    {"SREG_Z", 0x5f, 1}, {"SREG_N", 0x5f, 2}, {"SREG_V", 0x5f, 3},
    {"SREG_S", 0x5f, 4}, {"SREG_H", 0x5f, 5}, {"SREG_T", 0x5f, 6},
    {"SREG_I", 0x5f, 7}, {"DDF0", 0x61, 0}, {"DDF1", 0x61, 1},
    {"DDF2", 0x61, 2}, {"DDF3", 0x61, 3}, {"DDF4", 0x61, 4}, {"DDF5", 0x61, 5},
    {"DDF6", 0x61, 6}, {"DDF7", 0x61, 7}, {"PF0", 0x62, 0}, {"PF1", 0x62, 1},
    {"PF2", 0x62, 2}, {"PF3", 0x62, 3}, {"PF4", 0x62, 4}, {"PF5", 0x62, 5},
    {"PF6", 0x62, 6}, {"PF7", 0x62, 7}, {"PING0", 0x63, 0}, {"PING1", 0x63, 1},
    {"PING2", 0x63, 2}, {"PING3", 0x63, 3}, {"PING4", 0x63, 4},
    {"DDG0", 0x64, 0}, {"DDG1", 0x64, 1}, {"DDG2", 0x64, 2}, {"DDG3", 0x64, 3},
    {"DDG4", 0x64, 4}, {"PG0", 0x65, 0}, {"PG1", 0x65, 1}, {"PG2", 0x65, 2},
    {"PG3", 0x65, 3}, {"PG4", 0x65, 4}, {"SPMEN", 0x68, 0}, {"PGERS", 0x68, 1},
    {"PGWRT", 0x68, 2}, {"BLBSET", 0x68, 3}, {"RWWSRE", 0x68, 4},
    {"RWWSB", 0x68, 6}, {"SPMIE", 0x68, 7}, {"ISC00", 0x6a, 0},
    {"ISC01", 0x6a, 1}, {"ISC10", 0x6a, 2}, {"ISC11", 0x6a, 3},
    {"ISC20", 0x6a, 4}, {"ISC21", 0x6a, 5}, {"ISC30", 0x6a, 6},
    {"ISC31", 0x6a, 7}, {"XMM0", 0x6c, 0}, {"XMM1", 0x6c, 1},
    {"XMM2", 0x6c, 2}, {"XMBK", 0x6c, 7}, {"SRW11", 0x6d, 1},
    {"SRW00", 0x6d, 2}, {"SRW01", 0x6d, 3}, {"SRL0", 0x6d, 4},
    {"SRL1", 0x6d, 5}, {"SRL2", 0x6d, 6}, {"TWPS0", 0x71, 0},
    {"TWPS1", 0x71, 1}, {"TWS3", 0x71, 3}, {"TWS4", 0x71, 4},
    {"TWS5", 0x71, 5}, {"TWS6", 0x71, 6}, {"TWS7", 0x71, 7},
    {"TWGCE", 0x72, 0}, {"TWA0", 0x72, 1}, {"TWA1", 0x72, 2},
    {"TWA2", 0x72, 3}, {"TWA3", 0x72, 4}, {"TWA4", 0x72, 5}, {"TWA5", 0x72, 6},
    {"TWA6", 0x72, 7}, {"TWIE", 0x74, 0}, {"TWEN", 0x74, 2}, {"TWWC", 0x74, 3},
    {"TWSTO", 0x74, 4}, {"TWSTA", 0x74, 5}, {"TWEA", 0x74, 6},
    {"TWINT", 0x74, 7}, {"FOC1C", 0x7a, 5}, {"FOCC", 0x7a, 5},
    {"FOC1B", 0x7a, 6}, {"FOCB", 0x7a, 6}, {"FOC1A", 0x7a, 7},
    {"FOCA", 0x7a, 7}, {"OCF1C", 0x7c, 0}, {"OCF3C", 0x7c, 1},
    {"TOV3", 0x7c, 2}, {"OCF3B", 0x7c, 3}, {"OCF3A", 0x7c, 4},
    {"ICF3", 0x7c, 5}, {"OCIE1C", 0x7d, 0}, {"OCIE3C", 0x7d, 1},
    {"TOIE3", 0x7d, 2}, {"OCIE3B", 0x7d, 3}, {"OCIE3A", 0x7d, 4},
    {"TICIE3", 0x7d, 5}, {"CS30", 0x8a, 0}, {"CS31", 0x8a, 1},
    {"CS32", 0x8a, 2}, {"WGM32", 0x8a, 3}, {"WGM33", 0x8a, 4},
    {"ICES3", 0x8a, 6}, {"ICNC3", 0x8a, 7}, {"WGM30", 0x8b, 0},
    {"WGM31", 0x8b, 1}, {"COM3C0", 0x8b, 2}, {"COM3C1", 0x8b, 3},
    {"COM3B0", 0x8b, 4}, {"COM3B1", 0x8b, 5}, {"COM3A0", 0x8b, 6},
    {"COM3A1", 0x8b, 7}, {"FOC3C", 0x8c, 5}, {"FOC3B", 0x8c, 6},
    {"FOC3A", 0x8c, 7}, {"UCPOL", 0x95, 0}, {"UCPOL0", 0x95, 0},
    {"UCSZ0", 0x95, 1}, {"UCSZ00", 0x95, 1}, {"UCSZ01", 0x95, 2},
    {"UCSZ1", 0x95, 2}, {"USBS", 0x95, 3}, {"USBS0", 0x95, 3},
    {"UPM0", 0x95, 4}, {"UPM00", 0x95, 4}, {"UPM01", 0x95, 5},
    {"UPM1", 0x95, 5}, {"UMSEL", 0x95, 6}, {"UMSEL0", 0x95, 6},
    {"TXB81", 0x9a, 0}, {"RXB81", 0x9a, 1}, {"UCSZ12", 0x9a, 2},
    {"TXEN1", 0x9a, 3}, {"RXEN1", 0x9a, 4}, {"UDRIE1", 0x9a, 5},
    {"TXCIE1", 0x9a, 6}, {"RXCIE1", 0x9a, 7}, {"MPCM1", 0x9b, 0},
    {"U2X1", 0x9b, 1}, {"UPE1", 0x9b, 2}, {"DOR1", 0x9b, 3}, {"FE1", 0x9b, 4},
    {"UDRE1", 0x9b, 5}, {"TXC1", 0x9b, 6}, {"RXC1", 0x9b, 7},
    {"UCPOL1", 0x9d, 0}, {"UCSZ10", 0x9d, 1}, {"UCSZ11", 0x9d, 2},
    {"USBS1", 0x9d, 3}, {"UPM10", 0x9d, 4}, {"UPM11", 0x9d, 5},
    {"UMSEL1", 0x9d, 6},
};
/* clang-format on */

static const struct avr_word_register words[] = {
    {"ADC", 0x24},   {"ADCW", 0x24},  {"EEAR", 0x3e},  {"ICR1", 0x46},
    {"OCR1B", 0x48}, {"OCR1A", 0x4a}, {"TCNT1", 0x4c}, {"OCR1C", 0x78},
    {"ICR3", 0x80},  {"OCR3C", 0x82}, {"OCR3B", 0x84}, {"OCR3A", 0x86},
    {"TCNT3", 0x88}, {"SP", 0x5d},
};

#define TIMER0            \
    {                     \
        0x53, 0x07, false \
    }
#define ASYNC0            \
    {                     \
        0x50, 0x08, false \
    } /* a stop takes effect much later */
#define TIMER1            \
    {                     \
        0x4e, 0x07, false \
    }
#define TIMER2            \
    {                     \
        0x45, 0x07, false \
    }
#define TIMER3            \
    {                     \
        0x8a, 0x07, false \
    }
#define CONVERSION        \
    {                     \
        0x26, 0x60, false \
    } /* ADSC or ADFR */
#define ALWAYS      \
    {               \
        0, 0, false \
    }
#define NONE        \
    {               \
        0, 0, false \
    }

/* name, enable_at, flag_at, enable_bit, flag_bit, level, keeps, source, other
 */
static const struct avr_vector vectors[] = {
    {"RESET", 0, 0, 0, 0, false, false, ALWAYS, NONE},
    {"INT0", 0x59, 0x58, 0, 0, true, false, ALWAYS, NONE},
    {"INT1", 0x59, 0x58, 1, 1, true, false, ALWAYS, NONE},
    {"INT2", 0x59, 0x58, 2, 2, true, false, ALWAYS, NONE},
    {"INT3", 0x59, 0x58, 3, 3, true, false, ALWAYS, NONE},
    {"INT4", 0x59, 0x58, 4, 4, true, false, ALWAYS, NONE},
    {"INT5", 0x59, 0x58, 5, 5, true, false, ALWAYS, NONE},
    {"INT6", 0x59, 0x58, 6, 6, true, false, ALWAYS, NONE},
    {"INT7", 0x59, 0x58, 7, 7, true, false, ALWAYS, NONE},
    {"TIMER2_COMP", 0x57, 0x56, 7, 7, false, false, TIMER2, NONE},
    {"TIMER2_OVF", 0x57, 0x56, 6, 6, false, false, TIMER2, NONE},
    {"TIMER1_CAPT", 0x57, 0x56, 5, 5, true, false, ALWAYS, NONE},
    {"TIMER1_COMPA", 0x57, 0x56, 4, 4, false, false, TIMER1, NONE},
    {"TIMER1_COMPB", 0x57, 0x56, 3, 3, false, false, TIMER1, NONE},
    {"TIMER1_OVF", 0x57, 0x56, 2, 2, false, false, TIMER1, NONE},
    {"TIMER0_COMP", 0x57, 0x56, 1, 1, false, false, TIMER0, ASYNC0},
    {"TIMER0_OVF", 0x57, 0x56, 0, 0, false, false, TIMER0, ASYNC0},
    {"SPI_STC", 0x2d, 0x2e, 7, 7, true, false, ALWAYS, NONE},
    {"USART0_RX", 0x2a, 0x2b, 7, 7, true, true, ALWAYS, NONE},
    {"USART0_UDRE", 0x2a, 0x2b, 5, 5, true, true, ALWAYS, NONE},
    {"USART0_TX", 0x2a, 0x2b, 6, 6, true, false, ALWAYS, NONE},
    {"ADC", 0x26, 0x26, 3, 4, false, false, CONVERSION, NONE},
    {"EE_READY", 0x3c, 0, 3, 0, true, true, ALWAYS, NONE},
    {"ANALOG_COMP", 0x28, 0x28, 3, 4, true, false, ALWAYS, NONE},
    {"TIMER1_COMPC", 0x7d, 0x7c, 0, 0, false, false, TIMER1, NONE},
    {"TIMER3_CAPT", 0x7d, 0x7c, 5, 5, true, false, ALWAYS, NONE},
    {"TIMER3_COMPA", 0x7d, 0x7c, 4, 4, false, false, TIMER3, NONE},
    {"TIMER3_COMPB", 0x7d, 0x7c, 3, 3, false, false, TIMER3, NONE},
    {"TIMER3_COMPC", 0x7d, 0x7c, 1, 1, false, false, TIMER3, NONE},
    {"TIMER3_OVF", 0x7d, 0x7c, 2, 2, false, false, TIMER3, NONE},
    {"USART1_RX", 0x9a, 0x9b, 7, 7, true, true, ALWAYS, NONE},
    {"USART1_UDRE", 0x9a, 0x9b, 5, 5, true, true, ALWAYS, NONE},
    {"USART1_TX", 0x9a, 0x9b, 6, 6, true, false, ALWAYS, NONE},
    {"TWI", 0x74, 0x74, 0, 7, true, true, ALWAYS, NONE},
    {"SPM_READY", 0x68, 0, 7, 0, true, true, ALWAYS, NONE},
};

static const struct avr_source sources[] = {
    {0x56, 0x03, TIMER0, ASYNC0}, {0x56, 0x1c, TIMER1, NONE},
    {0x7c, 0x01, TIMER1, NONE},   {0x56, 0xc0, TIMER2, NONE},
    {0x7c, 0x1e, TIMER3, NONE},   {0x26, 0x10, CONVERSION, NONE},
};

/* at, mask, the vector of each bit */
static const struct avr_enable enables[] = {
    {0x26, 0x08, {0, 0, 0, 21, 0, 0, 0, 0}},
    {0x28, 0x08, {0, 0, 0, 23, 0, 0, 0, 0}},
    {0x2a, 0xe0, {0, 0, 0, 0, 0, 19, 20, 18}},
    {0x2d, 0x80, {0, 0, 0, 0, 0, 0, 0, 17}},
    {0x3c, 0x08, {0, 0, 0, 22, 0, 0, 0, 0}},
    {0x57, 0xff, {16, 15, 14, 13, 12, 11, 10, 9}},
    {0x59, 0xff, {1, 2, 3, 4, 5, 6, 7, 8}},
    {0x68, 0x80, {0, 0, 0, 0, 0, 0, 0, 34}},
    {0x74, 0x01, {33, 0, 0, 0, 0, 0, 0, 0}},
    {0x7d, 0x3f, {24, 28, 29, 27, 26, 25, 0, 0}},
    {0x9a, 0xe0, {0, 0, 0, 0, 0, 31, 32, 30}},
};

/* control, on, mode, ocr, wide */
static const struct avr_buffer buffers[] = {
    {0x53, 0x40, 0x48, 0x51, false}, {0x45, 0x40, 0x48, 0x43, false},
    {0x4f, 0x03, 0x03, 0x4a, true},  {0x4f, 0x03, 0x03, 0x48, true},
    {0x4f, 0x03, 0x03, 0x78, true},  {0x4e, 0x10, 0x18, 0x4a, true},
    {0x4e, 0x10, 0x18, 0x48, true},  {0x4e, 0x10, 0x18, 0x78, true},
    {0x8b, 0x03, 0x03, 0x86, true},  {0x8b, 0x03, 0x03, 0x84, true},
    {0x8b, 0x03, 0x03, 0x82, true},  {0x8a, 0x10, 0x18, 0x86, true},
    {0x8a, 0x10, 0x18, 0x84, true},  {0x8a, 0x10, 0x18, 0x82, true},
};

static const struct avr_override overrides[] = {
    {0x36, 0x10, {0x53, 0x30, false}}, /* OC0 */
    {0x36, 0x20, {0x4f, 0xc0, false}}, /* OC1A */
    {0x36, 0x40, {0x4f, 0x30, false}}, /* OC1B */
    {0x36, 0x80, {0x4f, 0x0c, false}}, /* OC1C, or */
    {0x36, 0x80, {0x45, 0x30, false}}, /* OC2 */
    {0x21, 0x08, {0x8b, 0xc0, false}}, /* OC3A */
    {0x21, 0x10, {0x8b, 0x30, false}}, /* OC3B */
    {0x21, 0x20, {0x8b, 0x0c, false}}, /* OC3C */
    {0x36, 0x0e, {0x2d, 0x40, false}}, /* SCK, MOSI, MISO */
    {0x30, 0x03, {0x74, 0x04, false}}, /* SCL, SDA */
    {0x21, 0x02, {0x2a, 0x08, false}}, /* TXD0: TXEN, */
    {0x21, 0x02, {0x2c, 0x01, false}}, /* and the rest of what was sent */
    {0x21, 0x04, {0x95, 0x40, false}}, /* XCK0 */
    {0x30, 0x08, {0x9a, 0x08, false}}, /* TXD1 */
    {0x30, 0x08, {0x9c, 0x01, false}},
    {0x30, 0x20, {0x9d, 0x40, false}}, /* XCK1 */
    {0x20, 0xf0, ALWAYS},              /* JTAG: switched off in two writes */
    {0x63, 0x18, {0x50, 0x08, false}}, /* TOSC1, TOSC2 */
    {0x63, 0x07, {0x55, 0x80, false}}, /* external memory */
    {0x39, 0xff, {0x55, 0x80, false}},
    {0x33, 0xff, {0x55, 0x80, false}},
};

const struct avr_device avr_device_atmega128 = {
    .name = "atmega128",
    .flash_bytes = 0x20000,
    .eeprom_bytes = 0x1000,
    .sram_first = 0x100,
    .sram_last = 0x10ff,
    .vector_words = 2,
    .rampz = true,
    AVR_DEVICE_TABLES,
    .adc_control = 0x26,
};
