/* handler.c -- interrupt handlers: prologue, epilogue, what switches them
 * on.
 *
 * As compilers write them:
 *
 *     push r1, push r0, in r0 SREG, push r0, eor r1 r1, push r24, ..
 *     .., pop r24, pop r0, out SREG r0, pop r0, pop r1, reti */
#include "avr/device/handler.h"

#include <assert.h>
#include <string.h>

#include "avr/reduce/effect.h"

enum { MOST_SAVED = 40, MOST_JUMPS = 4 };

struct prologue {
    uint8_t saved[MOST_SAVED]; /* registers, in the order of their pushes */
    size_t count;
    uint32_t kept; /* registers whose own value was pushed */
    uint32_t body;
    uint32_t overwritten;
    int sreg;       /* register that holds SREG now; -1: none */
    bool sreg_kept; /* and was pushed */
};

static const struct avr_instruction *
at (const struct avr_program *p, uint32_t pc)
{
    static const struct avr_instruction none = {.op = AVR_BAD, .words = 1};
    return pc < p->code_words ? &p->instruction[pc] : &none;
}

static uint32_t
skip_jumps (const struct avr_program *p, uint32_t pc)
{
    for (int i = 0; i < MOST_JUMPS; i++) {
        const struct avr_instruction *a = at (p, pc);
        if (a->op != AVR_JMP && a->op != AVR_RJMP)
            break;
        pc = a->k;
    }
    return pc;
}

static bool
prologue_step (struct prologue *h, const struct avr_instruction *i)
{
    uint32_t bit = (uint32_t) 1 << i->d % 32;
    switch (i->op) {
    case AVR_PUSH:
        if (h->count == MOST_SAVED)
            return false;
        h->saved[h->count++] = i->d;
        if (!(h->overwritten & bit))
            h->kept |= bit;
        else if (h->sreg == i->d)
            h->sreg_kept = true;
        return true;
    case AVR_IN:
        if (!(h->kept & bit))
            return false;
        h->overwritten |= bit;
        h->sreg = i->k == AVR_SREG ? i->d : h->sreg == i->d ? -1 : h->sreg;
        return true;
    case AVR_EOR:
        if (i->d != i->r || !(h->kept & bit) || !h->sreg_kept)
            return false;
        h->overwritten |= bit;
        return true;
    default:
        return false;
    }
}

/* Going back from a RETI, the pops come in the order of the pushes. */
static bool
epilogue_matches (const struct avr_program *p, const struct prologue *h,
                  uint32_t reti)
{
    uint32_t pc = reti;
    bool restored = false;
    for (size_t k = 0; k < h->count;) {
        if (!pc--)
            return false;
        const struct avr_instruction *i = at (p, pc);
        if (i->op == AVR_POP && i->d == h->saved[k])
            k++;
        else if (i->op != AVR_OUT)
            return false;
        else
            restored |= i->k == AVR_SREG;
    }
    return restored || !h->sreg_kept;
}

/* Every RETI that can be reached from here without returning. */
static bool
epilogues_match (const struct avr_program *p, const struct prologue *h)
{
    struct VEC (uint32_t) stack = {0};
    uint8_t *seen = NEW_ARRAY (uint8_t, p->code_words + 1);
    bool fine = true;
    VEC_PUSH (stack, h->body);
    while (stack.size && fine) {
        uint32_t pc = VEC_POP (stack), target[2];
        if (pc >= p->code_words || seen[pc])
            continue;
        seen[pc] = 1;
        const struct avr_instruction *i = &p->instruction[pc];
        if (i->op == AVR_RETI)
            fine = epilogue_matches (p, h, pc);
        if (i->op == AVR_RET || i->op == AVR_IJMP || i->op == AVR_EIJMP)
            fine = false;
        size_t n = avr_successors (p, pc, target);
        if (avr_is_call (i)) {
            target[0] = pc + i->words;
            n = 1;
        }
        for (size_t k = 0; k < n; k++)
            VEC_PUSH (stack, target[k]);
    }
    VEC_CLEAR (stack);
    memory_free (seen);
    return fine;
}

void
avr_handler_read (struct avr_handler *h, const struct avr_program *p,
                  const struct micro_flow *f, uint32_t entry)
{
    assert (f->words == p->code_words && entry < f->words);
    struct prologue made = {.body = skip_jumps (p, entry), .sreg = -1};
    *h = (struct avr_handler) {.body = entry, .sreg = -1};
    while (prologue_step (&made, at (p, made.body)))
        made.body++;
    if (!made.count || !epilogues_match (p, &made))
        return;
    h->body = made.body;
    h->overwritten = made.overwritten;
    h->sreg = made.sreg;
    if (made.overwritten && made.sreg_kept)
        for (uint32_t pc = skip_jumps (p, entry); pc < made.body; pc++)
            if (p->instruction[pc].op == AVR_EOR)
                h->flags_overwritten =
                    1 << FLAG_S | 1 << FLAG_V | 1 << FLAG_N | 1 << FLAG_Z;
}

static bool
may_write (const struct avr_instruction *i, uint16_t address, unsigned bit)
{
    if (i->k != address)
        return false;
    return i->op == AVR_OUT || i->op == AVR_STS
           || (i->op == AVR_SBI && i->bit == bit);
}

static uint16_t
watchdog_at (const struct avr_device *d)
{
    for (size_t i = 0; i < d->register_count; i++)
        if (d->registers[i].special == IO_WATCHDOG)
            return d->registers[i].address;
    return 0;
}

bool
avr_handler_may_come (const struct avr_program *p, const struct micro_flow *f,
                      unsigned vector)
{
    assert (vector < p->device->vector_count && vector < 64);
    const struct avr_vector *v = &p->device->vectors[vector];
    uint16_t address = vector ? v->enable_at : watchdog_at (p->device);
    if (!address || p->micro.environment.forbidden >> vector & 1)
        return false;
    for (uint32_t pc = 0; pc < f->words; pc++)
        if (f->mark[pc] & FLOW_REACHED
            && (may_write (&p->instruction[pc], address, v->enable_bit)
                || (!vector
                    && may_write (&p->instruction[pc], address,
                                  p->instruction[pc].bit))))
            return true;
    return false;
}
