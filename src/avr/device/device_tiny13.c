/* device_tiny13.c -- ATtiny13, as its data sheet (2535) has it. */
#include "avr/device/kinds.h"

static const struct avr_override overrides[] = {
    AVR_DRIVEN (0x36, 0x01, 0x4f, 0xc0), /* OC0A */
    AVR_DRIVEN (0x36, 0x02, 0x4f, 0x30), /* OC0B */
    AVR_DISABLED_FOUR (0x36, 0, 0x34, 0),
    AVR_DISABLED (0x36, 4, 0x34, 4),
    {0x36, 0x28, AVR_ALWAYS}, /* CLKI, RESET */
};

static const struct avr_buffer buffers[] = {
    AVR_BUFFERS8 (0x4f, 0x53, 0x56, 0x49),
};

static const struct avr_alias aliases[] = {
    {"SELFPRGEN", 0x57, 0},
    {"EEAR", 0x3e, AVR_ALL_BITS},
};

static const struct avr_vector vectors[] = {
    AVR_RESET,
    AVR_LEVEL (1, "INT0", 0x5b, 6, 0x5a, 6, false),
    AVR_RAISED (2, "PCINT0", 0x5b, 5, 0x5a, 5, 0x35, 0x3f),
    AVR_RAISED (3, "TIM0_OVF", 0x59, 1, 0x58, 1, 0x53, 0x07),
    AVR_LEVEL (4, "EE_RDY", 0x3c, 3, 0, 0, true),
    AVR_LEVEL (5, "ANA_COMP", 0x28, 3, 0x28, 4, false),
    AVR_RAISED (6, "TIM0_COMPA", 0x59, 2, 0x58, 2, 0x53, 0x07),
    AVR_RAISED (7, "TIM0_COMPB", 0x59, 3, 0x58, 3, 0x53, 0x07),
    AVR_LEVEL (8, "WDT", 0x41, 6, 0x41, 7, false),
    AVR_VECTOR_ADC (9, 0x26),
};

static const struct avr_register registers[] = {
    AVR_CPU (0x9f),
    AVR_ADC (0x24, 0x26, 0x27, 5),
    AVR_IO ("ADCSRB", 0x23, .plain = 0x47,
            AVR_BITS ("ADTS0", "ADTS1", "ADTS2", NULL, NULL, NULL, "ACME")),
    AVR_IO ("ADMUX", 0x27, .plain = 0x63,
            AVR_BITS ("MUX0", "MUX1", NULL, NULL, NULL, "ADLAR", "REFS0")),
    AVR_COMPARATOR (0x28, 0xcb),
    AVR_PINS ("DIDR0", 0x34, 0x3f, "AIN0D", "AIN1D", "ADC1D", "ADC3D", "ADC2D",
              "ADC0D"),
    AVR_PINS ("PCMSK", 0x35, 0x3f, "PCINT0", "PCINT1", "PCINT2", "PCINT3",
              "PCINT4", "PCINT5"),
    AVR_PORT (B, 0x36, 0x3f),
    AVR_EEPROM (0x3c, 0x3d, 0x3e),
    AVR_WATCHDOG ("WDTCR", 0x41, "WDTIF", "WDTIE"),
    AVR_CLOCK (0x51, 0x46),
    AVR_IO ("GTCCR", 0x48, .plain = 0x80, .busy = 0x01,
            AVR_BITS ("PSR10", NULL, NULL, NULL, NULL, NULL, NULL, "TSM")),
    AVR_INPUT ("DWDR", 0x4e),
    AVR_TIMER8 (0, 0x4f, 0x53, 0x52, 0x56, 0x49),
    AVR_CAUSES ("MCUSR", 0x54, 0x0f, NULL),
    AVR_IO ("MCUCR", 0x55, .plain = 0x7b,
            AVR_BITS ("ISC00", "ISC01", NULL, "SM0", "SM1", "SE", "PUD")),
    AVR_PROGRAM_TINY (0x57),
    AVR_IO ("TIFR0", 0x58, .flag = 0x0e,
            AVR_BITS (NULL, "TOV0", "OCF0A", "OCF0B")),
    AVR_IO ("TIMSK0", 0x59, .plain = 0x0e,
            AVR_BITS (NULL, "TOIE0", "OCIE0A", "OCIE0B")),
    AVR_IO ("GIFR", 0x5a, .flag = 0x20, .input = 0x40,
            AVR_BITS (NULL, NULL, NULL, NULL, NULL, "PCIF", "INTF0")),
    AVR_IO ("GIMSK", 0x5b, .plain = 0x60,
            AVR_BITS (NULL, NULL, NULL, NULL, NULL, "PCIE", "INT0")),
};

const struct avr_device avr_device_tiny13[] = {
    {
        .name = "attiny13",
        .flash_bytes = 0x400,
        .eeprom_bytes = 0x40,
        .sram_first = 0x60,
        .sram_last = 0x9f,
        .vector_words = 1,
        .lacks = AVR_NO_JUMP | AVR_NO_MULTIPLY,
        .modern = true,
        .registers = registers,
        .register_count = AVR_COUNT (registers),
        .aliases = aliases,
        .alias_count = AVR_COUNT (aliases),
        .vectors = vectors,
        .vector_count = AVR_COUNT (vectors),
        .buffers = buffers,
        .buffer_count = AVR_COUNT (buffers),
        .overrides = overrides,
        .override_count = AVR_COUNT (overrides),
        .adc_control = 0x26,
    },
    {.name = NULL},
};
