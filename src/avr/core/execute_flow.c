/* execute_flow.c -- jumps, calls, returns, branches, skips, sleep. */
#include "avr/core/execute.h"

#include "avr/core/fast.h"

enum { Z = 30 };

void
execute_push_pc (struct micro_core *c, uint32_t pc)
{
    assert (pc < avr_of (c)->device->flash_bytes / 2);
    avr_push (c, (struct micro_value) {(uint8_t) pc, 0});
    avr_push (c, (struct micro_value) {(uint8_t) (pc >> 8), 0});
    if (avr_of (c)->device->eind)
        avr_push (c, (struct micro_value) {(uint8_t) (pc >> 16), 0});
}

static uint32_t
pop_pc (struct micro_core *c)
{
    uint32_t pc = 0;
    for (unsigned i = 0; i < avr_pc_bytes (avr_of (c)->device); i++)
        pc = pc << 8 | core_know (c, avr_pop (c));
    return pc;
}

/* Z, and what stands above it. */
static uint32_t
indirect (struct micro_core *c, const struct avr_instruction *i)
{
    uint32_t target = fast_pair (c, Z);
    if (i->op == AVR_EIJMP || i->op == AVR_EICALL)
        target |= (uint32_t) fast_need (c, AVR_EIND) << 16;
    return target;
}

/* Behind the next instruction if `skips`. */
static uint32_t
skip (const struct micro_core *c, uint32_t next, bool skips)
{
    const struct avr_program *p = avr_of (c);
    uint32_t last = p->device->flash_bytes / 2 - 1;
    return skips ? next + p->instruction[next & last].words : next;
}

static bool
registers_equal (struct micro_core *c, const struct avr_instruction *i)
{
    struct micro_value d = fast_get (c, i->d), r = fast_get (c, i->r);
    if (i->d == i->r)
        return true;
    if ((d.bits ^ r.bits) & ~(d.unknown | r.unknown))
        return false;
    uint8_t value = fast_need (c, i->d);
    return value == fast_need (c, i->r);
}

static uint32_t
flow_call (struct micro_core *c, const struct avr_instruction *i, uint32_t next)
{
    bool is_indirect = i->op == AVR_ICALL || i->op == AVR_EICALL;
    uint32_t target = is_indirect ? indirect (c, i) : i->k;
    execute_push_pc (c, next & (avr_of (c)->device->flash_bytes / 2 - 1));
    return target;
}

static uint32_t
flow_return (struct micro_core *c, const struct avr_instruction *i)
{
    uint32_t target = pop_pc (c);
    if (i->op == AVR_RETI) {
        avr_set_flag (c, FLAG_I, 1);
        avr_late (c);
    }
    return target;
}

uint32_t
execute_flow (struct micro_core *c, const struct avr_instruction *i,
              uint32_t pc)
{
    uint32_t next = pc + i->words;
    assert (i->bit < 8 && (i->words == 1 || i->words == 2));
    switch (i->op) {
    case AVR_RJMP:
    case AVR_JMP:
        return i->k;
    case AVR_IJMP:
    case AVR_EIJMP:
        return indirect (c, i);
    case AVR_RCALL:
    case AVR_CALL:
    case AVR_ICALL:
    case AVR_EICALL:
        return flow_call (c, i, next);
    case AVR_RET:
    case AVR_RETI:
        return flow_return (c, i);
    case AVR_BRBS:
        return avr_need_flag (c, i->bit) ? i->k : next;
    case AVR_BRBC:
        return avr_need_flag (c, i->bit) ? next : i->k;
    case AVR_CPSE:
        return skip (c, next, registers_equal (c, i));
    case AVR_SBRC:
        return skip (c, next, !core_need_bit (c, i->d, i->bit));
    case AVR_SBRS:
        return skip (c, next, core_need_bit (c, i->d, i->bit));
    case AVR_SBIC:
        return skip (c, next, !avr_load_bit (c, (uint16_t) i->k, i->bit));
    default:
        assert (i->op == AVR_SBIS);
        return skip (c, next, avr_load_bit (c, (uint16_t) i->k, i->bit));
    }
}

/* Nothing, unless it is enabled. */
void
execute_sleep (struct micro_core *c)
{
    const struct avr_bit *enable = &avr_of (c)->sleep_enable;
    if (!enable->address || core_need_bit (c, enable->address, enable->bit))
        core_set_head (c, HEAD_MODE, c->state[HEAD_MODE] | MODE_SLEEP);
}
