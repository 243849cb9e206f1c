/* gates.h -- a circuit: and, xor, if-then-else, majority, each made once.
 *
 * A wire is twice a gate's number, plus 1 if it is negated.  Gate 0 is constant.
 * A gate's wires are those of earlier gates, so a pass in order of numbers
 * evaluates them all. */
#ifndef SAT_GATES_H
#define SAT_GATES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef uint32_t wire;

enum { WIRE_FALSE = 0, WIRE_TRUE = 1 };

enum gate_kind {
    GATE_CONSTANT,
    GATE_INPUT,
    GATE_AND,     /* a and b */
    GATE_XOR,     /* a xor b; neither is negated */
    GATE_CHOICE,  /* a ? b : c; neither a nor b is negated */
    GATE_MAJORITY /* two of a, b, c at least; a is not negated */
};

struct circuit_gate {
    enum gate_kind kind;
    wire a, b, c;
};

struct gates {
    struct VEC (struct circuit_gate) gate;
    uint32_t *slot; /* mask + 1 of them; 0, or a gate's number */
    size_t mask;
};

void gates_init (struct gates *);
void gates_clear (struct gates *);

static inline wire
wire_not (wire a)
{
    return a ^ 1;
}
static inline bool
wire_is_constant (wire a)
{
    return a <= WIRE_TRUE;
}

wire gate_input (struct gates *); /* a new one */
wire gate_and (struct gates *, wire, wire);
wire gate_or (struct gates *, wire, wire);
wire gate_xor (struct gates *, wire, wire);
wire gate_choice (struct gates *, wire condition, wire then, wire otherwise);
wire gate_majority (struct gates *, wire, wire, wire);

/* What a gate is worth, given values of the gates before it (one per gate). */
bool gate_value (const struct gates *, uint32_t gate, const bool *value);
static inline bool
wire_value (wire a, const bool *value)
{
    return value[a >> 1] ^ (a & 1);
}

#endif
