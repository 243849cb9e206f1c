/* mcs51_maker.h -- random programs for MCS-51: every opcode as often as another, jumps
 * to where instructions of the program begin. */
#ifndef TEST_MCS51_MAKER_H
#define TEST_MCS51_MAKER_H

#include <string.h>

#include "mcs51/device/code.h"
#include "mcs51/device/device.h"

enum { CODE = 256 };

struct maker {
    uint64_t seed;
    uint8_t code[CODE];
    uint16_t size;
    uint16_t start[CODE]; /* where instructions begin */
    unsigned starts;
};

static inline uint32_t
below (uint64_t *seed, uint32_t n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) ((*seed >> 24) % n);
}

/* Not those of peripherals, which go on by themselves. */
static inline bool
is_quiet (uint8_t address)
{
    static const uint8_t quiet[] = {0x80, 0x81, 0x82, 0x83, 0x90,
                                    0xa0, 0xb0, 0xd0, 0xe0, 0xf0};
    return address < 0x80 || memchr (quiet, address, sizeof quiet);
}

static inline uint8_t
any_address (struct maker *m)
{
    uint8_t address;
    if (below (&m->seed, 3))
        return (uint8_t) below (&m->seed, 0x80);
    do {
        address = (uint8_t) (0x80 + below (&m->seed, 0x80));
    } while (!is_quiet (address)
             || (address == MCS51_SP && below (&m->seed, 4)));
    return address;
}

static inline uint8_t
any_bit (struct maker *m)
{
    static const uint8_t registers[] = {0x80, 0x90, 0xa0, 0xb0,
                                        0xd0, 0xe0, 0xf0};
    if (below (&m->seed, 2))
        return (uint8_t) below (&m->seed, 0x80);
    return (uint8_t) (registers[below (&m->seed, sizeof registers)]
                      + below (&m->seed, 8));
}

static inline void
emit (struct maker *m, unsigned byte)
{
    if (m->size < CODE)
        m->code[m->size++] = (uint8_t) byte;
}

static inline void
begin (struct maker *m)
{
    if (m->size < CODE)
        m->start[m->starts++] = m->size;
}

/* Somewhere in the program, as a number. */
static inline void
emit_dptr (struct maker *m, uint32_t value)
{
    begin (m);
    emit (m, 0x90);
    emit (m, value >> 8);
    emit (m, value & 0xff);
}

static inline void
emit_return (struct maker *m, uint8_t code)
{
    for (unsigned high = 0; high < 2; high++) {
        begin (m);
        emit (m, 0x75); /* MOV 0x30,# */
        emit (m, 0x30);
        emit (m, high ? 0 : below (&m->seed, CODE));
        begin (m);
        emit (m, 0xc0); /* PUSH 0x30 */
        emit (m, 0x30);
    }
    begin (m);
    emit (m, code);
}

/* What has to stand before, so that it leads somewhere. */
static inline void
emit_before (struct maker *m, uint8_t code)
{
    bool external = (code & 0xef) == 0xe2 || (code & 0xef) == 0xe3;
    if (code == 0xe0 || code == 0xf0 || code == 0x93)
        emit_dptr (m, below (&m->seed, 0x110));
    if (code == 0x73) {
        emit_dptr (m, below (&m->seed, CODE / 2));
        begin (m);
        emit (m, 0x54); /* ANL A,# */
        emit (m, 0x7f);
    }
    if (external && below (&m->seed, 4)) {
        begin (m);
        emit (m, 0x75); /* MOV P2,#0 */
        emit (m, 0xa0);
        emit (m, 0);
    }
}

static inline void
emit_operands (struct maker *m, const struct mcs51_instruction *i)
{
    struct mcs51_operand o[2] = {i->to, i->from};
    for (unsigned k = 0; k < 2; k++)
        if (o[k].mode == OPERAND_DIRECT)
            emit (m, any_address (m));
        else if (o[k].mode == OPERAND_BIT)
            emit (m, any_bit (m));
        else if (o[k].mode == OPERAND_IMMEDIATE)
            emit (m, below (&m->seed, 256));
}

static inline void
emit_instruction (struct maker *m, uint8_t code)
{
    static uint8_t space[MCS51_CODE];
    struct mcs51_instruction i;
    if (code == 0xa5)
        return;
    if (code == 0x22 || code == 0x32) {
        emit_return (m, code);
        return;
    }
    emit_before (m, code);
    space[0] = code;
    mcs51_decode (space, 0, &i);
    uint16_t at = m->size;
    if (at + i.bytes > CODE)
        return;
    begin (m);
    if ((code & 15) == 1)
        code &= 0x1f; /* the first 256 bytes */
    emit (m, code);
    emit_operands (m, &i);
    while (m->size < at + i.bytes) /* distances and targets come last */
        emit (m, 0);
    if (code == 0x90) {
        m->code[at + 1] = (uint8_t) below (&m->seed, 256);
        m->code[at + 2] = (uint8_t) below (&m->seed, 256);
    }
}

/* Jumps lead to where an instruction begins, not far away. */
static inline void
aim (struct maker *m)
{
    for (unsigned n = 0; n < m->starts; n++) {
        struct mcs51_instruction i;
        static uint8_t space[MCS51_CODE];
        memcpy (space, m->code, CODE);
        uint16_t at = m->start[n];
        mcs51_decode (space, at, &i);
        if (at + i.bytes > CODE)
            continue;
        unsigned near = n + below (&m->seed, 12), to;
        near = near > 2 ? near - 2 : 0;
        to = m->start[near < m->starts ? near : m->starts - 1];
        uint8_t *last = &m->code[at + i.bytes - 1];
        bool relative = i.op >= MCS51_JMP && i.op <= MCS51_DJNZ && i.k
                        && (i.code & 15) != 1 && i.code != 2 && i.code != 0x12;
        if ((i.code & 15) == 1 || i.code == 2 || i.code == 0x12)
            *last = (uint8_t) to;
        else if (relative && to + 120u > at && to < at + 120u)
            *last = (uint8_t) (to - at - i.bytes);
    }
}

static inline void
make_program (struct maker *m, uint64_t seed)
{
    memset (m, 0, sizeof *m);
    m->seed = seed * 2654435761u + 1;
    while (m->size < CODE - 8)
        emit_instruction (m, (uint8_t) below (&m->seed, 256));
    aim (m);
}

#endif
