/* property.h -- invariants: C expressions over the state of a firmware.
 *
 *     count <= 100 && (PORTB & 0x03) != 3
 *     main.c:state == 2 || pc != stop        a static of a file; a label
 *     tick:seen < 9, main.c:tick:seen < 9    a static of a function
 *     buffer.head < 16 && table[3].x == -1   fields and elements
 *     r24 == 0, SREG.I, PORTB.3, TOIE0, sram[0x60], SP, &buffer
 *     pc != line(main.c:42)
 *     reads(UCSRA.5, 1)                      in formulas: the instruction before read
 *                                            this input, and it was 1
 *
 * Operators and precedence are those of C, without assignment.  Integers are
 * wide (128 bits): a value is what the variable holds, and nothing wraps or is
 * converted to unsigned on the way; `(uint8_t) (a + b)` does so on demand.  What
 * has no value (an index out of its array, a division by 0, a negative shift)
 * makes the whole invariant false, unless && || ?: pass it by.
 *
 * A name is a C variable, else an enumerator, an I/O register, a bit of one
 * (TOIE0), a register r0 .. r31, SP, pc, or a label of the code, which is a byte
 * address, as is pc.  line(FILE:N) is the least address of that line;
 * `pc == line(..)` is true at the start of each piece of its code, of which loops
 * and inlining give it several.  Inputs (PINB, ADC) are no part of a state
 * and cannot be asked for. */
#ifndef MICRO_PROPERTY_PROPERTY_H
#define MICRO_PROPERTY_PROPERTY_H

#include "micro/core.h"
#include "micro/image.h"

/* Values of a WORD_OPERATOR; a cast has its size and sign in the item. */
enum micro_operator {
    OPERATOR_NEGATE,
    OPERATOR_COMPLEMENT,
    OPERATOR_NOT,
    OPERATOR_CAST,
    OPERATOR_UNARY, /* the number of those */
    OPERATOR_MULTIPLY = OPERATOR_UNARY,
    OPERATOR_DIVIDE,
    OPERATOR_REMAINDER,
    OPERATOR_ADD,
    OPERATOR_SUBTRACT,
    OPERATOR_SHIFT_LEFT,
    OPERATOR_SHIFT_RIGHT,
    OPERATOR_LESS,
    OPERATOR_LESS_EQUAL,
    OPERATOR_GREATER,
    OPERATOR_GREATER_EQUAL,
    OPERATOR_EQUAL,
    OPERATOR_UNEQUAL,
    OPERATOR_AND,
    OPERATOR_XOR,
    OPERATOR_OR,
    OPERATORS
};

/* Reads `text` into the property (zeroed before).  False: problem, with the
 * column in the expression; an unknown name offers the nearest ones. */
bool micro_property_read (struct micro_property *, const struct micro_image *,
                          const char *text, struct problem *);
/* The same of what stands at `column` of another option's text. */
bool micro_property_read_at (struct micro_property *,
                             const struct micro_image *, const char *text,
                             const char *option, unsigned column,
                             struct problem *);
void micro_property_clear (struct micro_property *);
/* Is it true in this state?  Observed bytes are known (micro/core.h). */
bool micro_property_holds (const struct micro_property *,
                           const struct micro_core *);
void micro_property_write (const struct micro_property *, size_t data_size,
                           struct buffer *);
bool micro_property_get (struct micro_property *, size_t data_size,
                         struct reader *);
/* These bytes are to be observed, whatever it reads. */
void micro_property_observe (struct micro_property *, uint32_t data_size,
                             uint16_t address, unsigned bytes);
/* What formulas speak of: adds one to a program that is not finished yet (adopted,
 * empty afterwards); its property observes what it reads.  False: it asks for more reads
 * than can be told apart. */
bool micro_proposition_add (struct micro_program *,
                            struct micro_property *adopted);
/* Does the property observe what they read? */
bool micro_propositions_sound (const struct micro_program *);
/* A bit for each that is true in a state where they are asked, with GENERATOR_ASKED;
 * 0 before. */
uint64_t micro_label_now (const struct micro_core *);
/* Does it read this data address, or is it to be observed all the same? */
bool micro_property_observes (const struct micro_property *, uint16_t address);
/* The values of all that it names, e.g. "count = 101, PORTB = 0x03". */
void micro_property_values (const struct micro_property *,
                            const struct micro_image *, const char *text,
                            const struct micro_core *, struct text *);

#endif
