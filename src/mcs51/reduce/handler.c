/* handler.c -- see handler.h. */
#include "mcs51/reduce/handler.h"

#include <assert.h>

#include "base/vec.h"
#include "micro/class.h"

enum { MOST_SAVED = 32, MOST_JUMPS = 8, PUSH_BYTES = 2 };

static uint32_t
skip_jumps (const struct mcs51_program *p, uint32_t pc)
{
    for (unsigned n = 0; n < MOST_JUMPS && pc < p->code_end
                         && p->instruction[pc].op == MCS51_JMP;
         n++)
        pc = p->instruction[pc].k;
    return pc;
}

/* Going back from a RETI, the pops come in the order of the pushes. */
static bool
epilogue_matches (const struct mcs51_program *p, const uint8_t *saved,
                  unsigned count, uint32_t reti)
{
    if (reti < count * PUSH_BYTES)
        return false;
    for (unsigned k = 0; k < count; k++) {
        const struct mcs51_instruction *i =
            &p->instruction[reti - (k + 1) * PUSH_BYTES];
        if (i->op != MCS51_POP || i->to.x != saved[k])
            return false;
    }
    return true;
}

/* Every RETI that can be reached from here without returning. */
static bool
epilogues_match (const struct mcs51_program *p, const struct micro_flow *f,
                 const uint8_t *saved, unsigned count, uint32_t body)
{
    struct VEC (uint32_t) stack = {0};
    uint8_t *seen = NEW_ARRAY (uint8_t, f->words + 1);
    bool fine = true;
    VEC_PUSH (stack, body);
    while (stack.size && fine) {
        uint32_t pc = VEC_POP (stack);
        struct micro_turn t = {.targets = 0};
        if (pc >= f->words || seen[pc])
            continue;
        seen[pc] = 1;
        p->micro.class->turn (&p->micro, pc, &t);
        if (t.kind == TURN_RESUME)
            fine = epilogue_matches (p, saved, count, pc);
        if (t.kind == TURN_RETURN || t.kind == TURN_INDIRECT)
            fine = false;
        if (t.kind == TURN_CALL)
            VEC_PUSH (stack, t.behind);
        for (size_t k = 0; t.kind != TURN_CALL && k < t.targets; k++)
            VEC_PUSH (stack, t.target[k]);
    }
    VEC_CLEAR (stack);
    memory_free (seen);
    return fine;
}

uint32_t
mcs51_handler_body (const struct mcs51_program *p, const struct micro_flow *f,
                    uint32_t entry)
{
    uint8_t saved[MOST_SAVED];
    unsigned count = 0;
    uint32_t body = skip_jumps (p, entry);
    while (body < f->words && count < MOST_SAVED
           && p->instruction[body].op == MCS51_PUSH) {
        saved[count++] = p->instruction[body].from.x;
        body += PUSH_BYTES;
    }
    return count && epilogues_match (p, f, saved, count, body) ? body : entry;
}

static bool
may_permit (const struct mcs51_instruction *i, unsigned bit)
{
    if (i->to.mode == OPERAND_BIT)
        return i->to.x == MCS51_IE + bit
               && (i->op == MCS51_SETB || i->op == MCS51_CPL_BIT
                   || i->op == MCS51_MOV_BIT);
    bool exchanged = i->op == MCS51_XCH && i->from.mode == OPERAND_DIRECT
                     && i->from.x == MCS51_IE;
    if (exchanged)
        return true;
    if (i->to.mode != OPERAND_DIRECT || i->to.x != MCS51_IE
        || i->op == MCS51_ANL)
        return false;
    return i->from.mode != OPERAND_IMMEDIATE || i->from.x >> bit & 1;
}

bool
mcs51_handler_may_come (const struct mcs51_program *p,
                        const struct micro_flow *f, unsigned vector)
{
    assert (vector < p->device->vector_count);
    unsigned bit = p->device->vectors[vector].permit_bit;
    if (!vector || p->micro.environment.forbidden >> vector & 1)
        return false;
    for (uint32_t pc = 0; pc < f->words; pc++)
        if (f->mark[pc] & FLOW_REACHED && may_permit (&p->instruction[pc], bit))
            return true;
    return false;
}
