/* device_atmega16.c -- the ATmega16, as its data sheet (2466) has it. */
#include "avr/device/device_tables.h"

/* name, address, plain, input, flag, busy, reset, unset, special, partner */
static const struct avr_register registers[] = {
    {"TWBR", 0x20, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TWSR", 0x21, 0x03, 0xf8, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TWAR", 0x22, 0xff, 0, 0, 0, 0xfe, 0, IO_NORMAL, 0},
    {"TWDR", 0x23, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"ADCL", 0x24, 0, 0xff, 0, 0, 0, 0, IO_ADC_LOW, 0x25},
    {"ADCH", 0x25, 0, 0xff, 0, 0, 0, 0, IO_ADC_HIGH, 0x27},
    {"ADCSRA", 0x26, 0xaf, 0, 0x10, 0x40, 0, 0, IO_ADC_CONTROL, 0},
    {"ADMUX", 0x27, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"ACSR", 0x28, 0xcf, 0x30, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UBRRL", 0x29, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UCSRB", 0x2a, 0xfd, 0x02, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UCSRA", 0x2b, 0x03, 0xfc, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UDR", 0x2c, 0, 0xff, 0, 0, 0, 0, IO_SENT, 0},
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
    {"EEARH", 0x3f, 0x01, 0, 0, 0, 0, 0x01, IO_NORMAL, 0},
    /* Two registers at one address: which of them is read depends on timing. */
    {"UCSRC", 0x40, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"UBRRH", 0x40, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"WDTCR", 0x41, 0x0f, 0, 0, 0x10, 0, 0, IO_WATCHDOG, 0},
    {"ASSR", 0x42, 0x08, 0x07, 0, 0, 0, 0, IO_ASYNC, 0x45},
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
    {"TCCR1A", 0x4f, 0xf3, 0, 0, 0, 0, 0, IO_MODE, 0},
    {"SFIOR", 0x50, 0xec, 0, 0, 0x02, 0, 0, IO_NORMAL, 0},
    {"OSCCAL", 0x51, 0xff, 0, 0, 0, 0, 0xff, IO_NORMAL, 0},
    {"OCDR", 0x51, 0xff, 0, 0, 0, 0, 0xff, IO_NORMAL, 0},
    {"TCNT0", 0x52, 0, 0xff, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TCCR0", 0x53, 0x7f, 0, 0, 0, 0, 0, IO_MODE, 0},
    {"MCUCSR", 0x54, 0x5f, 0x80, 0, 0, 0, 0x1f, IO_CAUSE, 0},
    {"MCUCR", 0x55, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"TWCR", 0x56, 0x65, 0x88, 0, 0x10, 0, 0, IO_NORMAL, 0},
    {"SPMCR", 0x57, 0x80, 0x40, 0, 0x1f, 0, 0, IO_SPM, 0},
    {"TIFR", 0x58, 0, 0x20, 0xdf, 0, 0, 0, IO_NORMAL, 0},
    {"TIMSK", 0x59, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"GIFR", 0x5a, 0, 0xe0, 0, 0, 0, 0, IO_NORMAL, 0},
    /* IVSEL: a write may be without effect. */
    {"GICR", 0x5b, 0xe0, 0, 0, 0x03, 0, 0, IO_NORMAL, 0},
    {"OCR0", 0x5c, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"SPL", 0x5d, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"SPH", 0x5e, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
    {"SREG", 0x5f, 0xff, 0, 0, 0, 0, 0, IO_NORMAL, 0},
};

/* clang-format off */
static const struct avr_bit bits[] = {
    {"TWPS0", 0x21, 0}, {"TWPS1", 0x21, 1}, {"TWS3", 0x21, 3},
    {"TWS4", 0x21, 4}, {"TWS5", 0x21, 5}, {"TWS6", 0x21, 6}, {"TWS7", 0x21, 7},
    {"TWGCE", 0x22, 0}, {"TWA0", 0x22, 1}, {"TWA1", 0x22, 2},
    {"TWA2", 0x22, 3}, {"TWA3", 0x22, 4}, {"TWA4", 0x22, 5}, {"TWA5", 0x22, 6},
    {"TWA6", 0x22, 7}, {"ADPS0", 0x26, 0}, {"ADPS1", 0x26, 1},
    {"ADPS2", 0x26, 2}, {"ADIE", 0x26, 3}, {"ADIF", 0x26, 4},
    {"ADATE", 0x26, 5}, {"ADSC", 0x26, 6}, {"ADEN", 0x26, 7},
    {"MUX0", 0x27, 0}, {"MUX1", 0x27, 1}, {"MUX2", 0x27, 2}, {"MUX3", 0x27, 3},
    {"MUX4", 0x27, 4}, {"ADLAR", 0x27, 5}, {"REFS0", 0x27, 6},
    {"REFS1", 0x27, 7}, {"ACIS0", 0x28, 0}, {"ACIS1", 0x28, 1},
    {"ACIC", 0x28, 2}, {"ACIE", 0x28, 3}, {"ACI", 0x28, 4}, {"ACO", 0x28, 5},
    {"ACBG", 0x28, 6}, {"ACD", 0x28, 7}, {"TXB8", 0x2a, 0}, {"RXB8", 0x2a, 1},
    {"UCSZ2", 0x2a, 2}, {"TXEN", 0x2a, 3}, {"RXEN", 0x2a, 4},
    {"UDRIE", 0x2a, 5}, {"TXCIE", 0x2a, 6}, {"RXCIE", 0x2a, 7},
    {"MPCM", 0x2b, 0}, {"U2X", 0x2b, 1}, {"PE", 0x2b, 2}, {"DOR", 0x2b, 3},
    {"FE", 0x2b, 4}, {"UDRE", 0x2b, 5}, {"TXC", 0x2b, 6}, {"RXC", 0x2b, 7},
    {"SPR0", 0x2d, 0}, {"SPR1", 0x2d, 1}, {"CPHA", 0x2d, 2}, {"CPOL", 0x2d, 3},
    {"MSTR", 0x2d, 4}, {"DORD", 0x2d, 5}, {"SPE", 0x2d, 6}, {"SPIE", 0x2d, 7},
    {"SPI2X", 0x2e, 0}, {"WCOL", 0x2e, 6}, {"SPIF", 0x2e, 7},
    {"PIND0", 0x30, 0}, {"PIND1", 0x30, 1}, {"PIND2", 0x30, 2},
    {"PIND3", 0x30, 3}, {"PIND4", 0x30, 4}, {"PIND5", 0x30, 5},
    {"PIND6", 0x30, 6}, {"PIND7", 0x30, 7}, {"DDD0", 0x31, 0},
    {"DDD1", 0x31, 1}, {"DDD2", 0x31, 2}, {"DDD3", 0x31, 3}, {"DDD4", 0x31, 4},
    {"DDD5", 0x31, 5}, {"DDD6", 0x31, 6}, {"DDD7", 0x31, 7}, {"PD0", 0x32, 0},
    {"PD1", 0x32, 1}, {"PD2", 0x32, 2}, {"PD3", 0x32, 3}, {"PD4", 0x32, 4},
    {"PD5", 0x32, 5}, {"PD6", 0x32, 6}, {"PD7", 0x32, 7}, {"PINC0", 0x33, 0},
    {"PINC1", 0x33, 1}, {"PINC2", 0x33, 2}, {"PINC3", 0x33, 3},
    {"PINC4", 0x33, 4}, {"PINC5", 0x33, 5}, {"PINC6", 0x33, 6},
    {"PINC7", 0x33, 7}, {"DDC0", 0x34, 0}, {"DDC1", 0x34, 1},
    {"DDC2", 0x34, 2}, {"DDC3", 0x34, 3}, {"DDC4", 0x34, 4}, {"DDC5", 0x34, 5},
    {"DDC6", 0x34, 6}, {"DDC7", 0x34, 7}, {"PC0", 0x35, 0}, {"PC1", 0x35, 1},
    {"PC2", 0x35, 2}, {"PC3", 0x35, 3}, {"PC4", 0x35, 4}, {"PC5", 0x35, 5},
    {"PC6", 0x35, 6}, {"PC7", 0x35, 7}, {"PINB0", 0x36, 0}, {"PINB1", 0x36, 1},
    {"PINB2", 0x36, 2}, {"PINB3", 0x36, 3}, {"PINB4", 0x36, 4},
    {"PINB5", 0x36, 5}, {"PINB6", 0x36, 6}, {"PINB7", 0x36, 7},
    {"DDB0", 0x37, 0}, {"DDB1", 0x37, 1}, {"DDB2", 0x37, 2}, {"DDB3", 0x37, 3},
    {"DDB4", 0x37, 4}, {"DDB5", 0x37, 5}, {"DDB6", 0x37, 6}, {"DDB7", 0x37, 7},
    {"PB0", 0x38, 0}, {"PB1", 0x38, 1}, {"PB2", 0x38, 2}, {"PB3", 0x38, 3},
    {"PB4", 0x38, 4}, {"PB5", 0x38, 5}, {"PB6", 0x38, 6}, {"PB7", 0x38, 7},
    {"PINA0", 0x39, 0}, {"PINA1", 0x39, 1}, {"PINA2", 0x39, 2},
    {"PINA3", 0x39, 3}, {"PINA4", 0x39, 4}, {"PINA5", 0x39, 5},
    {"PINA6", 0x39, 6}, {"PINA7", 0x39, 7}, {"DDA0", 0x3a, 0},
    {"DDA1", 0x3a, 1}, {"DDA2", 0x3a, 2}, {"DDA3", 0x3a, 3}, {"DDA4", 0x3a, 4},
    {"DDA5", 0x3a, 5}, {"DDA6", 0x3a, 6}, {"DDA7", 0x3a, 7}, {"PA0", 0x3b, 0},
    {"PA1", 0x3b, 1}, {"PA2", 0x3b, 2}, {"PA3", 0x3b, 3}, {"PA4", 0x3b, 4},
    {"PA5", 0x3b, 5}, {"PA6", 0x3b, 6}, {"PA7", 0x3b, 7}, {"EERE", 0x3c, 0},
    {"EEWE", 0x3c, 1}, {"EEMWE", 0x3c, 2}, {"EERIE", 0x3c, 3},
    {"UCPOL", 0x40, 0}, {"UCSZ0", 0x40, 1}, {"UCSZ1", 0x40, 2},
    {"USBS", 0x40, 3}, {"UPM0", 0x40, 4}, {"UPM1", 0x40, 5},
    {"UMSEL", 0x40, 6}, {"URSEL", 0x40, 7}, {"WDP0", 0x41, 0},
    {"WDP1", 0x41, 1}, {"WDP2", 0x41, 2}, {"WDE", 0x41, 3}, {"WDTOE", 0x41, 4},
    {"TCR2UB", 0x42, 0}, {"OCR2UB", 0x42, 1}, {"TCN2UB", 0x42, 2},
    {"AS2", 0x42, 3}, {"CS20", 0x45, 0}, {"CS21", 0x45, 1}, {"CS22", 0x45, 2},
    {"WGM21", 0x45, 3}, {"COM20", 0x45, 4}, {"COM21", 0x45, 5},
    {"WGM20", 0x45, 6}, {"FOC2", 0x45, 7}, {"CS10", 0x4e, 0},
    {"CS11", 0x4e, 1}, {"CS12", 0x4e, 2}, {"WGM12", 0x4e, 3},
    {"WGM13", 0x4e, 4}, {"ICES1", 0x4e, 6}, {"ICNC1", 0x4e, 7},
    {"WGM10", 0x4f, 0}, {"WGM11", 0x4f, 1}, {"FOC1B", 0x4f, 2},
    {"FOC1A", 0x4f, 3}, {"COM1B0", 0x4f, 4}, {"COM1B1", 0x4f, 5},
    {"COM1A0", 0x4f, 6}, {"COM1A1", 0x4f, 7}, {"PSR10", 0x50, 0},
    {"PSR2", 0x50, 1}, {"PUD", 0x50, 2}, {"ACME", 0x50, 3}, {"ADTS0", 0x50, 5},
    {"ADTS1", 0x50, 6}, {"ADTS2", 0x50, 7}, {"CS00", 0x53, 0},
    {"CS01", 0x53, 1}, {"CS02", 0x53, 2}, {"WGM01", 0x53, 3},
    {"COM00", 0x53, 4}, {"COM01", 0x53, 5}, {"WGM00", 0x53, 6},
    {"FOC0", 0x53, 7}, {"PORF", 0x54, 0}, {"EXTRF", 0x54, 1},
    {"BORF", 0x54, 2}, {"WDRF", 0x54, 3}, {"JTRF", 0x54, 4}, {"ISC2", 0x54, 6},
    {"JTD", 0x54, 7}, {"ISC00", 0x55, 0}, {"ISC01", 0x55, 1},
    {"ISC10", 0x55, 2}, {"ISC11", 0x55, 3}, {"SM0", 0x55, 4}, {"SM1", 0x55, 5},
    {"SE", 0x55, 6}, {"SM2", 0x55, 7}, {"TWIE", 0x56, 0}, {"TWEN", 0x56, 2},
    {"TWWC", 0x56, 3}, {"TWSTO", 0x56, 4}, {"TWSTA", 0x56, 5},
    {"TWEA", 0x56, 6}, {"TWINT", 0x56, 7}, {"SPMEN", 0x57, 0},
    {"PGERS", 0x57, 1}, {"PGWRT", 0x57, 2}, {"BLBSET", 0x57, 3},
    {"RWWSRE", 0x57, 4}, {"RWWSB", 0x57, 6}, {"SPMIE", 0x57, 7},
    {"TOV0", 0x58, 0}, {"OCF0", 0x58, 1}, {"TOV1", 0x58, 2},
    {"OCF1B", 0x58, 3}, {"OCF1A", 0x58, 4}, {"ICF1", 0x58, 5},
    {"TOV2", 0x58, 6}, {"OCF2", 0x58, 7}, {"TOIE0", 0x59, 0},
    {"OCIE0", 0x59, 1}, {"TOIE1", 0x59, 2}, {"OCIE1B", 0x59, 3},
    {"OCIE1A", 0x59, 4}, {"TICIE1", 0x59, 5}, {"TOIE2", 0x59, 6},
    {"OCIE2", 0x59, 7}, {"INTF2", 0x5a, 5}, {"INTF0", 0x5a, 6},
    {"INTF1", 0x5a, 7}, {"IVCE", 0x5b, 0}, {"IVSEL", 0x5b, 1},
    {"INT2", 0x5b, 5}, {"INT0", 0x5b, 6}, {"INT1", 0x5b, 7},
    {"SREG_C", 0x5f, 0}, {"SREG_Z", 0x5f, 1}, {"SREG_N", 0x5f, 2},
    {"SREG_V", 0x5f, 3}, {"SREG_S", 0x5f, 4}, {"SREG_H", 0x5f, 5},
    {"SREG_T", 0x5f, 6}, {"SREG_I", 0x5f, 7},
};
/* clang-format on */

static const struct avr_word_register words[] = {
    {"ADC", 0x24},   {"ADCW", 0x24},  {"EEAR", 0x3e},  {"ICR1", 0x46},
    {"OCR1B", 0x48}, {"OCR1A", 0x4a}, {"TCNT1", 0x4c}, {"SP", 0x5d},
};

#define TIMER0 {0x53, 0x07, false}
#define TIMER1 {0x4e, 0x07, false}
#define TIMER2 {0x45, 0x07, false}
#define ASYNC2 {0x42, 0x08, false}     /* a stop takes effect much later */
#define CONVERSION {0x26, 0x60, false} /* ADSC or ADATE */
#define ALWAYS {0, 0, false}
#define NONE {0, 0, false}

/* name, enable_at, flag_at, enable_bit, flag_bit, level, keeps, source, other
 */
static const struct avr_vector vectors[] = {
    {"RESET", 0, 0, 0, 0, false, false, ALWAYS, NONE},
    {"INT0", 0x5b, 0x5a, 6, 6, true, false, ALWAYS, NONE},
    {"INT1", 0x5b, 0x5a, 7, 7, true, false, ALWAYS, NONE},
    {"TIMER2_COMP", 0x59, 0x58, 7, 7, false, false, TIMER2, ASYNC2},
    {"TIMER2_OVF", 0x59, 0x58, 6, 6, false, false, TIMER2, ASYNC2},
    {"TIMER1_CAPT", 0x59, 0x58, 5, 5, true, false, ALWAYS, NONE},
    {"TIMER1_COMPA", 0x59, 0x58, 4, 4, false, false, TIMER1, NONE},
    {"TIMER1_COMPB", 0x59, 0x58, 3, 3, false, false, TIMER1, NONE},
    {"TIMER1_OVF", 0x59, 0x58, 2, 2, false, false, TIMER1, NONE},
    {"TIMER0_OVF", 0x59, 0x58, 0, 0, false, false, TIMER0, NONE},
    {"SPI_STC", 0x2d, 0x2e, 7, 7, true, false, ALWAYS, NONE},
    {"USART_RXC", 0x2a, 0x2b, 7, 7, true, true, ALWAYS, NONE},
    {"USART_UDRE", 0x2a, 0x2b, 5, 5, true, true, ALWAYS, NONE},
    {"USART_TXC", 0x2a, 0x2b, 6, 6, true, false, ALWAYS, NONE},
    {"ADC", 0x26, 0x26, 3, 4, false, false, CONVERSION, NONE},
    {"EE_RDY", 0x3c, 0, 3, 0, true, true, ALWAYS, NONE},
    {"ANA_COMP", 0x28, 0x28, 3, 4, true, false, ALWAYS, NONE},
    {"TWI", 0x56, 0x56, 0, 7, true, true, ALWAYS, NONE},
    {"INT2", 0x5b, 0x5a, 5, 5, true, false, ALWAYS, NONE},
    {"TIMER0_COMP", 0x59, 0x58, 1, 1, false, false, TIMER0, NONE},
    {"SPM_RDY", 0x57, 0, 7, 0, true, true, ALWAYS, NONE},
};

static const struct avr_source sources[] = {
    {0x58, 0x03, TIMER0, NONE},
    {0x58, 0x1c, TIMER1, NONE},
    {0x58, 0xc0, TIMER2, ASYNC2},
    {0x26, 0x10, CONVERSION, NONE},
};

/* at, mask, the vector of each bit */
static const struct avr_enable enables[] = {
    {0x26, 0x08, {0, 0, 0, 14, 0, 0, 0, 0}},
    {0x28, 0x08, {0, 0, 0, 16, 0, 0, 0, 0}},
    {0x2a, 0xe0, {0, 0, 0, 0, 0, 12, 13, 11}},
    {0x2d, 0x80, {0, 0, 0, 0, 0, 0, 0, 10}},
    {0x3c, 0x08, {0, 0, 0, 15, 0, 0, 0, 0}},
    {0x56, 0x01, {17, 0, 0, 0, 0, 0, 0, 0}},
    {0x57, 0x80, {0, 0, 0, 0, 0, 0, 0, 20}},
    {0x59, 0xff, {9, 19, 8, 7, 6, 5, 4, 3}},
    {0x5b, 0xe0, {0, 0, 0, 0, 0, 18, 1, 2}},
};

/* control, on, mode, ocr, wide */
static const struct avr_buffer buffers[] = {
    {0x53, 0x40, 0x48, 0x5c, false}, {0x45, 0x40, 0x48, 0x43, false},
    {0x4f, 0x03, 0x03, 0x4a, true},  {0x4f, 0x03, 0x03, 0x48, true},
    {0x4e, 0x10, 0x18, 0x4a, true},  {0x4e, 0x10, 0x18, 0x48, true},
};

static const struct avr_override overrides[] = {
    {0x36, 0x08, {0x53, 0x30, false}}, /* OC0 */
    {0x30, 0x20, {0x4f, 0xc0, false}}, /* OC1A */
    {0x30, 0x10, {0x4f, 0x30, false}}, /* OC1B */
    {0x30, 0x80, {0x45, 0x30, false}}, /* OC2 */
    {0x30, 0x02, {0x2a, 0x08, false}}, /* TXD: TXEN, */
    {0x30, 0x02, {0x2c, 0x01, false}}, /* and the rest of what was sent */
    {0x36, 0x01, {0x2a, 0x18, false}}, /* XCK */
    {0x36, 0x01, {0x2c, 0x01, false}},
    {0x36, 0xe0, {0x2d, 0x40, false}}, /* MOSI, MISO, SCK */
    {0x33, 0x03, {0x56, 0x04, false}}, /* SCL, SDA */
    {0x33, 0x3c, ALWAYS},              /* JTAG: switched off in two writes */
    {0x33, 0xc0, {0x42, 0x08, false}}, /* TOSC1, TOSC2 */
};

const struct avr_device avr_device_atmega16 = {
    .name = "atmega16",
    .flash_bytes = 0x4000,
    .eeprom_bytes = 0x200,
    .sram_first = 0x60,
    .sram_last = 0x45f,
    .vector_words = 2,
    .rampz = false,
    AVR_DEVICE_TABLES,
    .adc_control = 0x26,
};
