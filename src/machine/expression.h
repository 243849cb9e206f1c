/* expression.h -- expressions over named integers, as C has them, for propositions about
 * machines that have no language of their own.
 *
 *     e ::= e || e | e && e | e | e | e ^ e | e & e | e == e | e != e
 *         | e < e | e <= e | e > e | e >= e | e << e | e >> e
 *         | e + e | e - e | e * e | e / e | e % e | ! e | ~ e | - e
 *         | ( e ) | number | character | name
 *
 * in rising order of how strongly they bind.  Numbers are as in C; all is computed in
 * 64 bits with a sign, and what has no value (a division by 0, a name without one) makes
 * the whole expression false.  A name is a word with whatever follows it directly:
 * `a.b[2]`, `p->next`, `line(main.c:12)`; what it means is the machine's to say. */
#ifndef MACHINE_EXPRESSION_H
#define MACHINE_EXPRESSION_H

#include "base/problem.h"
#include "base/vec.h"

struct expression_word {
    uint8_t operator; /* of expression.c */
    int64_t value;    /* a number, a name, how many words to pass over */
};

struct expression {
    struct VEC (struct expression_word) word; /* for a stack */
};

/* What the machine says of a name: a number of its own; false: problem, without place. */
struct expression_names {
    bool (*find) (void *context, const char *name, size_t size,
                  uint32_t *number, struct problem *);
    void *context;
};

/* What a name is worth; false: it has no value. */
typedef bool expression_value (void *context, uint32_t name, int64_t *value);

/* `place` is where the text begins.  False: problem. */
bool expression_read (struct expression *, const char *text, struct place,
                      const struct expression_names *, struct problem *);
void expression_clear (struct expression *);
bool expression_holds (const struct expression *, expression_value *,
                       void *context);

#endif
