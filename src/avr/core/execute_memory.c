/* execute_memory.c -- loads and stores through pointers, program memory. */
#include "avr/core/execute.h"

#include "avr/core/fast.h"

enum { X = 26, Y = 28, Z = 30 };

enum execute_memory_way { WAY_PLAIN, WAY_INC, WAY_DEC };

struct execute_memory_access {
    uint8_t pointer; /* its low register */
    uint8_t way;
    bool store;
};

static const struct execute_memory_access accesses[] = {
    [AVR_LDD_Y] = {Y, WAY_PLAIN, false},  [AVR_LDD_Z] = {Z, WAY_PLAIN, false},
    [AVR_STD_Y] = {Y, WAY_PLAIN, true},   [AVR_STD_Z] = {Z, WAY_PLAIN, true},
    [AVR_LD_Z_INC] = {Z, WAY_INC, false}, [AVR_LD_Z_DEC] = {Z, WAY_DEC, false},
    [AVR_LD_Y_INC] = {Y, WAY_INC, false}, [AVR_LD_Y_DEC] = {Y, WAY_DEC, false},
    [AVR_LD_X] = {X, WAY_PLAIN, false},   [AVR_LD_X_INC] = {X, WAY_INC, false},
    [AVR_LD_X_DEC] = {X, WAY_DEC, false}, [AVR_ST_Z_INC] = {Z, WAY_INC, true},
    [AVR_ST_Z_DEC] = {Z, WAY_DEC, true},  [AVR_ST_Y_INC] = {Y, WAY_INC, true},
    [AVR_ST_Y_DEC] = {Y, WAY_DEC, true},  [AVR_ST_X] = {X, WAY_PLAIN, true},
    [AVR_ST_X_INC] = {X, WAY_INC, true},  [AVR_ST_X_DEC] = {X, WAY_DEC, true},
};

static bool
is_of (uint32_t address, uint8_t pointer)
{
    return address == pointer || address == pointer + 1u;
}

static void
lose_pair (struct micro_core *c, uint8_t low)
{
    core_set (c, low, (struct micro_value) {0, 0xff});
    core_set (c, (uint16_t) (low + 1), (struct micro_value) {0, 0xff});
}

/* A pointer that moves while it is also read or written: the manual leaves the
 * result open, so everything it touches may be anything. */
static void
access_open (struct micro_core *c, const struct avr_instruction *i,
             const struct execute_memory_access *a, uint16_t address)
{
    struct micro_value any = {0, 0xff};
    if (a->store)
        avr_store (c, address, any);
    else {
        avr_load (c, address);
        core_set (c, i->d, any);
    }
    lose_pair (c, a->pointer);
}

void
execute_memory (struct micro_core *c, const struct avr_instruction *i)
{
    assert (i->op < sizeof accesses / sizeof *accesses);
    const struct execute_memory_access *a = &accesses[i->op];
    assert (a->pointer);
    uint16_t pointer = fast_pair (c, a->pointer);
    uint16_t address = (uint16_t) (pointer + i->k - (a->way == WAY_DEC));
    if (a->way != WAY_PLAIN
        && (is_of (i->d, a->pointer) || is_of (address, a->pointer))) {
        access_open (c, i, a, address);
        return;
    }
    if (a->way != WAY_PLAIN)
        fast_put_pair (c, a->pointer,
                       (uint16_t) (address + (a->way == WAY_INC)));
    if (a->store)
        avr_store (c, address, fast_get (c, i->d));
    else
        fast_set (c, i->d, avr_load (c, address));
}

/* Above the flash nobody says what is read. */
static struct micro_value
flash_byte (const struct micro_core *c, uint32_t address)
{
    const struct avr_program *p = avr_of (c);
    if (address >= p->device->flash_bytes)
        return (struct micro_value) {0, 0xff};
    uint16_t word = p->code[address / 2];
    return (struct micro_value) {(uint8_t) (word >> (address & 1 ? 8 : 0)), 0};
}

/* LPM, ELPM: extended addresses have RAMPZ above Z. */
void
execute_program_memory (struct micro_core *c, const struct avr_instruction *i)
{
    bool far =
        i->op == AVR_ELPM_R0 || i->op == AVR_ELPM || i->op == AVR_ELPM_INC;
    bool moves = i->op == AVR_LPM_INC || i->op == AVR_ELPM_INC;
    uint32_t address = fast_pair (c, Z);
    if (far)
        address |= (uint32_t) fast_need (c, AVR_RAMPZ) << 16;
    uint8_t d = i->op == AVR_LPM_R0 || i->op == AVR_ELPM_R0 ? 0 : i->d;
    if (moves && is_of (d, Z)) { /* left open by the manual */
        lose_pair (c, Z);
        return;
    }
    fast_set (c, d, flash_byte (c, address));
    if (!moves)
        return;
    fast_put_pair (c, Z, (uint16_t) (address + 1));
    if (far && !((address + 1) & 0xffff))
        avr_store (c, AVR_RAMPZ,
                   (struct micro_value) {(uint8_t) ((address + 1) >> 16), 0});
}
