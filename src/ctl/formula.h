/* formula.h -- formulas of CTL: read, brought to a few operators, printed.
 *
 *     f ::= f <-> f | f -> f | f || f | f && f | ! f | ( f )
 *         | AX f | AF f | AG f | EX f | EF f | EG f
 *         | A [f U f] | A [f W f] | A [f R f], and the same with E
 *         | proposition
 *
 * in rising order of how strongly they bind; -> is right associative.  A proposition
 * is an expression of the machine's own language (for firmware as in --invariant), with
 * its own ! && ||: whatever is between the operators above and holds none of them
 * itself.  `true` and `false` are propositions that every machine has.  A word such as
 * AG or U is an operator wherever it stands alone; `A [` and `E [` are, if a U, W or R
 * stands in the brackets.
 *
 * With fairness, paths are those on which each of some propositions holds again and
 * again, or (`p ~> q`) does so if another one does: EG f asks for such a path, and EX f
 * and E [f U g] for a step or a way to a state where such a one begins.
 *
 * States where nothing is asked (GENERATOR_ASKED of machine/generator.h), such as those between a
 * reset and main, are passed without being looked at: they count neither for nor against
 * f or g, and a path may stay there for ever.
 *
 * Below the reader there are but propositions, !, &&, EX, EU and EG; EX f is a step to
 * where E [false U f], which goes on to the next state that is looked at.  Nodes are kept
 * once each, and come after what they are made of. */
#ifndef CTL_FORMULA_H
#define CTL_FORMULA_H

#include "base/bytes.h"
#include "base/problem.h"
#include "base/text.h"
#include "base/vec.h"

enum ctl_operator {
    CTL_TRUE,
    CTL_PROPOSITION, /* of number `left` */
    CTL_NOT,         /* left */
    CTL_AND,         /* left, right */
    CTL_NEXT,        /* a step, whatever it is, to left */
    CTL_UNTIL,       /* E [left U right] */
    CTL_ALWAYS       /* EG left, on a fair path */
};

enum { CTL_PROPOSITIONS = 32, CTL_NODES = 512 }; /* at most */

struct ctl_node {
    uint8_t operator;
    uint32_t left, right;
};

/* A proposition, as it was written. */
struct ctl_proposition {
    char *text;       /* owned */
    const char *name; /* borrowed; of the source it was first seen in */
    unsigned column;  /* there, from 1 */
    bool hidden;      /* nobody wrote it: stories do not tell it */
};

/* If `when` holds again and again on a path, so must `then`; both are propositions, or
 * true or false.  When `when` is true: `then` holds again and again. */
struct ctl_constraint {
    uint32_t when, then; /* nodes */
};

struct ctl_formula {
    struct VEC (struct ctl_node) node; /* the last one is the formula */
    struct VEC (struct ctl_proposition) proposition;
    struct VEC (struct ctl_constraint) fair; /* of paths; none: all count */
    bool strong;        /* one of them has a `when` other than true */
    uint32_t fair_path; /* a fair path begins here; TRUE if all are */
    uint32_t root;
    bool has_next; /* X occurs: how many steps there are matters */
    bool
        universal; /* it speaks of all paths only: true of more behaviour, true of
                        less */
    bool existential; /* the contrary: true of less behaviour, true of more */
};

/* A text and where it is from ("--ctl"), for messages. */
struct ctl_source {
    const char *text, *name;
};

/* Zeroed before.  `fair.text`: constraints with `;` between, or null.  False: problem,
 * with the column. */
bool ctl_formula_read (struct ctl_formula *, struct ctl_source,
                       struct ctl_source fair, struct problem *);
void ctl_formula_clear (struct ctl_formula *);
/* A node in the operators above, for people. */
void ctl_formula_print (const struct ctl_formula *, uint32_t node,
                        struct text *);
/* What is needed to label states: all but the texts. */
void ctl_formula_write (const struct ctl_formula *, struct buffer *);
bool ctl_formula_open (struct ctl_formula *, struct reader *);
/* Adds a node, or finds it: for makers of formulas. */
uint32_t ctl_formula_node (struct ctl_formula *, enum ctl_operator,
                           uint32_t left, uint32_t right);

#endif
