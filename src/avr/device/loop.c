/* loop.c -- see loop.h. */
#include "avr/device/loop.h"

#include "micro/property/property.h"

enum { MOST_COUNTERS = 4, MOST_LENGTH = 8 };

static bool
is_idle (const struct avr_instruction *i, uint32_t next)
{
    return i->op == AVR_NOP || i->op == AVR_WDR
           || (i->op == AVR_RJMP && i->k == next);
}

/* Takes one instruction of the body, whose first one is `head`, into the counters;
 * false: it is none. */
static bool
take (const struct avr_instruction *i, const struct avr_instruction *head,
      uint8_t counter[], unsigned *n)
{
    bool first = i == head;
    if (*n == MOST_COUNTERS)
        return false;
    for (unsigned j = 0; j < *n; j++)
        if (counter[j] == i->d)
            return false;
    counter[(*n)++] = i->d;
    switch (i->op) {
    case AVR_DEC:
        return first;
    case AVR_SUBI:
        return first && i->k == 1;
    case AVR_SBIW:
        counter[(*n)++] = (uint8_t) (i->d + 1);
        return first && i->k == 1;
    case AVR_SBCI:
        return head->op == AVR_SUBI && i->k == 0;
    default:
        return false;
    }
}

unsigned
avr_loop_counters (const struct avr_program *p, uint32_t back,
                   uint8_t counter[4])
{
    const struct avr_instruction *branch = &p->instruction[back], *head;
    unsigned n = 0;
    if (branch->op != AVR_BRBC || branch->bit != FLAG_Z || branch->k >= back
        || back - branch->k > MOST_LENGTH)
        return 0;
    head = &p->instruction[branch->k];
    for (uint32_t pc = branch->k; pc < back;) {
        const struct avr_instruction *i = &p->instruction[pc];
        pc += i->words;
        if (!(n && is_idle (i, pc)) && !take (i, head, counter, &n))
            return 0;
    }
    return n;
}

static bool
is_watched (const struct avr_program *p, uint32_t back)
{
    uint8_t counter[MOST_COUNTERS];
    unsigned n = avr_loop_counters (p, back, counter);
    for (unsigned i = 0; i < n; i++)
        if (micro_property_observes (&p->micro.property, counter[i]))
            return true;
    return micro_property_observes (&p->micro.property, AVR_SREG);
}

static bool
reads_pc (const struct micro_program *p)
{
    for (size_t i = 0; i < p->proposition.size; i++)
        if (p->proposition.at[i].reads_pc)
            return true;
    return p->property.reads_pc;
}

void
avr_loop_mark (struct avr_program *p)
{
    uint8_t counter[MOST_COUNTERS];
    assert (p->instruction);
    if (!(p->micro.reductions & MICRO_PATH) || reads_pc (&p->micro))
        return;
    for (uint32_t pc = 0; pc < p->code_words; pc++)
        p->instruction[pc].counts =
            avr_loop_counters (p, pc, counter) && !is_watched (p, pc);
}

uint32_t
avr_loop_around (const struct avr_program *p, uint32_t pc)
{
    for (uint32_t at = pc; at <= pc + MOST_LENGTH && at < p->code_words; at++)
        if (p->instruction[at].counts && p->instruction[at].k <= pc)
            return at;
    return UINT32_MAX;
}
