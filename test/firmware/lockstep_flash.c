/* lockstep_flash.c -- tables in program memory, crc, 64-bit shifts. */
#include <stdint.h>
#include <avr/pgmspace.h>
#include <util/crc16.h>

static const uint16_t table[] PROGMEM
    = {1, 10, 100, 1000, 10000, 0xffff, 0x8000, 42};
static const char words[] PROGMEM = "program memory is read by LPM";
volatile uint16_t crc = 0xffff;
volatile uint32_t mixed;

int
main (void)
{
    for (uint8_t n = 0;; n++) {
        uint8_t i = n % (sizeof words - 1);
        crc = _crc16_update (crc, pgm_read_byte (&words[i]));
        crc = _crc_ccitt_update (crc, n);
        mixed = (mixed << 5 | mixed >> 27) + pgm_read_word (&table[n & 7]);
        mixed ^= pgm_read_dword (&table[n & 6]);
#ifdef RAMPZ
        mixed += pgm_read_byte_far (0x10000UL + n);
#endif
    }
}
