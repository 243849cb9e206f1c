/* avr_maker.h -- random programs: every operation as often as another, jumps
 * into the program, pointers into SRAM. */
#ifndef TEST_AVR_MAKER_H
#define TEST_AVR_MAKER_H

#include <string.h>

#include "base/memory.h"
#include "avr/device/code.h"
#include "avr/device/device.h"

enum { CODE = 96, OPS = AVR_EICALL + 1 };

static inline uint64_t
random_next (uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 24;
}

static inline uint32_t
below (uint64_t *seed, uint32_t n)
{
    return (uint32_t) (random_next (seed) % n);
}

struct maker {
    uint64_t seed;
    const struct avr_device *device;
    const uint16_t *port; /* addresses that I/O may touch; borrowed */
    unsigned ports;
    uint16_t *words[OPS]; /* first words of each operation; owned */
    uint32_t count[OPS];
    uint16_t code[CODE];
    uint32_t size;
};

static inline void
maker_init (struct maker *m, const struct avr_device *device)
{
    memset (m, 0, sizeof *m);
    m->device = device;
    for (uint32_t w = 0; w < 65536; w++) {
        struct avr_instruction i;
        uint16_t two[2] = {(uint16_t) w, 0};
        avr_decode (two, 2, 0, &i);
        if (!m->words[i.op])
            m->words[i.op] = NEW_ARRAY (uint16_t, 65536);
        m->words[i.op][m->count[i.op]++] = (uint16_t) w;
    }
}

static inline void
maker_clear (struct maker *m)
{
    for (unsigned i = 0; i < OPS; i++)
        memory_free (m->words[i]);
}

static inline void
emit (struct maker *m, uint32_t word)
{
    if (m->size < CODE)
        m->code[m->size++] = (uint16_t) word;
}

/* LDI of r16 .. r31. */
static inline void
emit_load (struct maker *m, unsigned d, uint32_t k)
{
    emit (m, 0xe000 | (k & 0xf0) << 4 | (d - 16) << 4 | (k & 15));
}

static inline void
emit_return (struct maker *m, uint16_t word)
{
    emit_load (m, 18, below (&m->seed, CODE));
    emit (m, 0x932f); /* push r18 */
    emit_load (m, 19, 0);
    emit (m, 0x933f); /* push r19 */
    if (m->device->eind)
        emit (m, 0x933f);
    emit (m, word);
}

/* A pointer into SRAM, seldom into the registers. */
static inline void
emit_pointer (struct maker *m, unsigned low)
{
    const struct avr_device *d = m->device;
    uint32_t room = (d->sram_last - d->sram_first) * 7u / 8;
    uint32_t to = d->sram_first + below (&m->seed, room);
    if (!below (&m->seed, 12))
        to = below (&m->seed, 32);
    emit_load (m, low, to & 0xff);
    emit_load (m, low + 1, to >> 8);
}

static inline uint32_t
any_port (struct maker *m)
{
    return m->port[below (&m->seed, m->ports)] - 0x20u;
}

/* I/O addresses of IN, OUT: ports, at times SREG. */
static inline void
emit_io (struct maker *m, uint16_t word)
{
    uint32_t at = below (&m->seed, 4) ? any_port (m) : AVR_SREG - 0x20u;
    emit (m, (word & 0xf9f0u) | (at & 15) | (at & 0x30) << 5);
}

static inline void
emit_long (struct maker *m, uint16_t word, bool jump)
{
    const struct avr_device *d = m->device;
    uint32_t to =
        d->sram_first + below (&m->seed, d->sram_last + 1u - d->sram_first);
    bool far = word >> 9 == 0x4a; /* JMP, CALL */
    if (m->size + 2 > CODE || (far && m->device->lacks & AVR_NO_JUMP))
        return;
    emit (m, jump ? word & 0xfe0eu : word);
    emit (m, jump ? below (&m->seed, CODE) : to);
}

static inline void
emit_operation (struct maker *m, enum avr_op op)
{
    uint16_t word = m->words[op][below (&m->seed, m->count[op])];
    uint32_t away = below (&m->seed, CODE) - m->size - 1;
    switch (op) {
    case AVR_BAD:
    case AVR_SLEEP:
    case AVR_SPM:
        break;
    case AVR_ELPM:
    case AVR_ELPM_INC:
    case AVR_ELPM_R0:
        if (m->device->rampz)
            emit (m, word);
        break;
    case AVR_MUL:
    case AVR_MULS:
    case AVR_MULSU:
    case AVR_FMUL:
    case AVR_FMULS:
    case AVR_FMULSU:
        if (!(m->device->lacks & AVR_NO_MULTIPLY))
            emit (m, word);
        break;
    case AVR_RJMP:
    case AVR_RCALL:
        emit (m, (word & 0xf000u) | (away & 0xfff));
        break;
    case AVR_BRBS:
    case AVR_BRBC:
        away = (below (&m->seed, 24) - 6) & 0x7f;
        emit (m, (word & 0xfc07u) | away << 3);
        break;
    case AVR_JMP:
    case AVR_CALL:
    case AVR_LDS:
    case AVR_STS:
        emit_long (m, word, op == AVR_JMP || op == AVR_CALL);
        break;
    case AVR_EIJMP:
    case AVR_EICALL:
        if (!m->device->eind)
            break;
        emit_load (m, 30, 0);
        emit (m, 0xbfec); /* out EIND, r30 */
        /* fall through */
    case AVR_IJMP:
    case AVR_ICALL:
        emit_load (m, 30, below (&m->seed, CODE));
        emit_load (m, 31, 0);
        emit (m, word);
        break;
    case AVR_RET:
    case AVR_RETI:
        emit_return (m, word);
        break;
    case AVR_IN:
    case AVR_OUT:
        emit_io (m, word);
        break;
    case AVR_SBI:
    case AVR_CBI:
    case AVR_SBIC:
    case AVR_SBIS:
        emit (m, (word & 0xff07u) | any_port (m) << 3);
        break;
    default:
        if (op >= AVR_LDD_Y && op <= AVR_ST_X_DEC && below (&m->seed, 2))
            emit_pointer (m, 26 + 2 * below (&m->seed, 3));
        emit (m, word);
    }
}

static inline void
make_program (struct maker *m, uint64_t seed)
{
    m->seed = seed * 2654435761u + 1;
    m->size = 0;
    memset (m->code, 0, sizeof m->code);
    while (m->size < CODE)
        emit_operation (m, (enum avr_op) (1 + below (&m->seed, OPS - 1)));
}

#endif
