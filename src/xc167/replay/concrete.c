/* concrete.c -- single steps in which nothing stays unknown.
 *
 * What an instruction touches is said generously: all that it may read is a source,
 * all flags are used and set.  That makes no run possible or impossible; a search for
 * values only goes back to more choices than it must. */
#include "xc167/replay/concrete.h"

#include <assert.h>

#include "xc167/core/core.h"
#include "xc167/core/request.h"
#include "xc167/core/operand.h"
#include "xc167/core/trap.h"

enum { WORD = 2 };

static void
add (uint16_t list[], unsigned *n, uint32_t place, unsigned bytes)
{
    for (unsigned i = 0; i < bytes && place != XC167_NONE; i++) {
        assert (*n < MICRO_TOUCHED);
        list[(*n)++] = (uint16_t) (place + i);
    }
}

/* Memory that is read is chosen now, so that all copies of it are equal. */
static void
reads (struct micro_core *c, struct micro_touched *t, uint32_t place,
       unsigned bytes)
{
    add (t->source, &t->sources, place, bytes);
    for (unsigned i = 0; i < bytes && place != XC167_NONE; i++)
        if (place >= c->program->hot)
            core_need (c, (uint16_t) (place + i));
}

static void
writes (struct micro_touched *t, uint32_t place, unsigned bytes)
{
    add (t->target, &t->targets, place, bytes);
}

/* A register of a peripheral chooses by itself; where it is, replay has to know. */
static void
touch (struct micro_core *c, struct micro_touched *t, uint32_t place,
       unsigned bytes, bool is_target)
{
    if (place == XC167_NONE)
        return;
    if (place < c->program->hot) {
        t->address = (uint16_t) (place & ~1u);
        t->count = WORD;
        t->reads = true;
        t->writes |= is_target;
    } else
        reads (c, t, place, bytes);
    if (is_target)
        writes (t, place, bytes);
}

static void
touch_operand (struct micro_core *c, struct micro_touched *t,
               const struct xc167_operand *o, bool is_byte, bool is_target)
{
    if (o->kind == OPERAND_NONE || o->kind == OPERAND_CONSTANT)
        return;
    if (o->kind >= OPERAND_INDIRECT && o->kind <= OPERAND_OFFSET) {
        uint16_t pointer = xc167_gpr (c, o->n);
        reads (c, t, pointer, WORD);
        if (o->kind == OPERAND_INCREMENT || o->kind == OPERAND_DECREMENT)
            writes (t, pointer, WORD);
    }
    struct operand_place p = operand_look (c, o, is_byte);
    uint32_t place = p.is_gpr ? p.place : xc167_place_at (c, p.address);
    bool is_odd = !p.is_gpr && !is_byte && p.address & 1;
    if (!is_odd)
        touch (c, t, place, is_byte ? 1 : WORD, is_target);
}

/* Words that are pushed (below 0) or popped. */
static int
stack_words (const struct xc167_instruction *i)
{
    switch (i->op) {
    case XC_PUSH:
    case XC_SCXT:
    case XC_CALLA:
    case XC_CALLI:
    case XC_CALLR:
        return -1;
    case XC_CALLS:
    case XC_PCALL:
        return -2;
    case XC_TRAP:
        return -3;
    case XC_POP:
    case XC_RET:
        return 1;
    case XC_RETS:
    case XC_RETP:
        return 2;
    case XC_RETI:
        return 3;
    default:
        return 0;
    }
}

static void
touch_stack (struct micro_core *c, struct micro_touched *t, int words)
{
    uint16_t sp = xc167_need (c, XC167_SP);
    for (int k = words; k < 0; k++) {
        uint16_t place = xc167_place_at (c, (uint16_t) (sp + 2 * k));
        writes (t, place, WORD);
    }
    for (int k = 0; k < words; k++) {
        uint16_t place = xc167_place_at (c, (uint16_t) (sp + 2 * k));
        if (place >= c->program->hot)
            reads (c, t, place, WORD);
    }
}

static void
prepare_instruction (struct micro_core *c, const struct xc167_instruction *i,
                     struct micro_touched *t)
{
    bool extends = i->op == XC_MOVBZ || i->op == XC_MOVBS;
    bool divides = i->op >= XC_MUL && i->op <= XC_DIVLU;
    touch_operand (c, t, &i->b, i->is_byte || extends, false);
    touch_operand (c, t, &i->a, i->is_byte, true);
    add (t->source, &t->sources, XC167_CP, WORD);
    add (t->source, &t->sources, XC167_DPP0, 4 * WORD);
    if (divides) {
        add (t->source, &t->sources, XC167_MDL, 2 * WORD);
        writes (t, XC167_MDL, 3 * WORD);
    }
    touch_stack (c, t, stack_words (i));
}

static void
prepare_interrupt (struct micro_core *c, unsigned node, struct micro_touched *t)
{
    int channel = pec_channel (c, request_priority (c, node));
    uint32_t from, to;
    if (channel < 0) {
        touch_stack (c, t, -3);
        return;
    }
    unsigned bytes = pec_addresses (c, (unsigned) channel, &from, &to) ? 1 : 2;
    touch (c, t, xc167_place_at (c, from), bytes, false);
    touch (c, t, xc167_place_at (c, to), bytes, true);
}

void
xc167_prepare (struct micro_core *c, const struct micro_event *event,
               struct micro_touched *t)
{
    const struct xc167_instruction *i =
        xc167_instruction_at (xc167_of (c), core_pc (c));
    *t = (struct micro_touched) {.count = 0};
    core_begin (c);
    t->flags_used = t->flags_killed = 0xff;
    if (event->kind == EVENT_INSTRUCTION && i)
        prepare_instruction (c, i, t);
    else if (event->kind == EVENT_INTERRUPT)
        prepare_interrupt (c, event->vector, t);
}

void
xc167_complete (struct micro_core *c, const struct micro_touched *t)
{
    for (unsigned i = 0; i < t->targets; i++)
        if (t->target[i] >= c->program->hot || t->target[i] < XC167_CORE)
            core_need (c, t->target[i]);
    core_need (c, XC167_PSW);
}

bool
xc167_leaves_open (const struct micro_core *c, uint32_t pc)
{
    const struct xc167_instruction *i = xc167_instruction_at (xc167_of (c), pc);
    if (!i)
        return false;
    if (c->mask[XC167_PSW] & PSW_FLAGS)
        return true;
    if (i->a.kind != OPERAND_GPR)
        return i->a.kind != OPERAND_NONE;
    uint16_t at =
        i->is_byte ? xc167_gpr_byte (c, i->a.n) : xc167_gpr (c, i->a.n);
    return c->mask[at] || (!i->is_byte && c->mask[at + 1]);
}
