/* words.h -- arithmetic on words of wires, lowest bit first. */
#ifndef SAT_WORDS_H
#define SAT_WORDS_H

#include "logic/term/term.h"
#include "sat/gates.h"

/* Words have at most so many bits. */
enum { WORD_WIRES = 256 };

wire word_equal (struct gates *, const wire *, const wire *, unsigned width);
/* a < b, or a <= b. */
wire word_less (struct gates *, const wire *a, const wire *b, unsigned width,
                bool is_signed, bool or_equal);
void word_choice (struct gates *, wire condition, const wire *then,
                  const wire *otherwise, unsigned width, wire *result);
/* An operator on one word, or two as wide as the result: OP_BVNOT to OP_BVASHR,
 * with SMT-LIB's meaning.  `result` is neither of them. */
void word_operate (struct gates *, enum op, const wire *a, const wire *b,
                   unsigned width, wire *result);

#endif
