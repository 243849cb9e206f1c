/* lockstep_arith.c -- all widths and signs: products, quotients, shifts, floats.
 */
#include <stdint.h>

volatile uint8_t u8 = 201;
volatile int8_t s8 = -77;
volatile uint16_t u16 = 51234;
volatile int16_t s16 = -12345;
volatile uint32_t u32 = 3123456789u;
volatile int32_t s32 = -1234567890;
volatile uint64_t u64 = 0x123456789abcdef0u;
volatile float f = 1.5f;

int
main (void)
{
    for (uint8_t i = 1;; i += 3) {
        u8 = (uint8_t) (u8 * i + (u8 >> 3));
        s8 = (int8_t) (s8 / (int8_t) (i | 1) - s8 % 7);
        u16 = (uint16_t) (u16 * i ^ u16 >> (i & 15));
        s16 = (int16_t) (s16 * s8 + (s16 >> 2));
        u32 = u32 / (i + 1u) + u32 % 1000 + ((uint32_t) u16 << 11);
        s32 = s32 - (int32_t) u32 + (s32 < 0 ? -s32 : s32 >> 5);
        u64 = u64 * 7 + (u64 >> (i & 63)) - (uint64_t) s32;
        f = f * 1.25f - (float) s16 / 3.0f;
        if (f > 1e6f || f < -1e6f)
            f = (float) u8;
    }
}
