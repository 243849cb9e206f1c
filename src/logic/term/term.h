/* term.h -- formulas and expressions, hash-consed, of our own.
 *
 * A term lives in a store of terms and as long as it; equal terms of one store
 * are the same pointer.  Terms of different stores must not be mixed; they
 * travel as bytes (term_write, term_read).  A store belongs to one thread.
 *
 * The builders check sorts by assertion: whoever reads foreign input checks
 * them first (logic/smtlib/smtlib.h does).  They simplify lightly and always in the
 * same way: constants are folded (unless the value is huge), `and`/`or` are
 * flattened and lose duplicates (the first stays; p and not p decide), x = x is
 * true, `not not`.  An `and` of more than 64 parts is not opened inside
 * another, so that long chains stay linear.  The sides of `=` are in the order
 * of term_compare, which puts constants last.  `>=` and `>` become `<=` and `<`
 * with the sides exchanged; `=>`, `xor`, `distinct`, `-` and `abs` are built
 * from what is below.  Integer division and mod are Euclidean (SMT-LIB);
 * division by zero is left alone, whatever it is.
 *
 * Two orders: term_compare is total, structural and the same on every machine;
 * `id` counts terms as they are made in this store and must not show. */
#ifndef LOGIC_TERM_TERM_H
#define LOGIC_TERM_TERM_H

#include "base/hash.h"
#include "base/text.h"
#include "base/vec.h"

typedef struct terms terms; /* a store */
typedef struct term term;
typedef struct sort sort;

enum op {
    OP_TRUE,
    OP_FALSE,
    OP_NUMBER, /* Int or Real: text is "-12" or "-7/3", in lowest terms */
    OP_BITS,   /* bit-vector constant: text is an unsigned decimal */
    OP_VAR,    /* a constant or variable: text is its name, without bars */
    OP_APPLY,  /* uninterpreted function: text is its name */
    OP_NOT,
    OP_AND,
    OP_OR,
    OP_ITE,
    OP_EQ,
    OP_LE,
    OP_LT,
    OP_ADD,
    OP_MUL,
    OP_DIVIDE, /* Real */
    OP_IDIV,
    OP_MOD,
    OP_TO_REAL,
    OP_TO_INT,
    OP_IS_INT,
    OP_BVNOT,
    OP_BVNEG,
    OP_BVAND,
    OP_BVOR,
    OP_BVXOR,
    OP_BVADD,
    OP_BVSUB,
    OP_BVMUL,
    OP_BVUDIV,
    OP_BVUREM,
    OP_BVSDIV,
    OP_BVSREM,
    OP_BVSMOD,
    OP_BVSHL,
    OP_BVLSHR,
    OP_BVASHR,
    OP_BVULE,
    OP_BVULT,
    OP_BVSLE,
    OP_BVSLT,
    OP_CONCAT,
    OP_EXTRACT, /* index: high, low */
    OP_ZERO_EXTEND,
    OP_SIGN_EXTEND, /* index: how many bits more */
    OP_INT_TO_BV,   /* index: width */
    OP_BV_TO_NAT,
    OP_SELECT,
    OP_STORE,
    OP_CONST_ARRAY, /* its sort is the array's; one argument */
    OP_FORALL,
    OP_EXISTS,  /* arguments: the bound variables, then patterns (none
                             or more), then the body */
    OP_PATTERN, /* terms that together trigger an instance; under a quantifier
                   only, and without a meaning of its own */
    OP_COUNT
};

struct term {
    enum op op;
    bool value; /* term_is_value */
    const sort *sort;
    uint32_t args, id;
    const term *const *arg;
    const char *text;     /* of NUMBER, BITS, VAR, APPLY; else null */
    uint32_t index[2];    /* of the indexed operators; else 0 */
    struct digest digest; /* of the structure: equal on every machine */
};

struct term_vec VEC (const term *);

terms *terms_new (void);
void terms_free (terms *);
size_t terms_count (const terms *);

const term *term_true (terms *);
const term *term_false (terms *);
const term *term_bool (terms *, bool);
const term *term_int (terms *, int64_t);
/* `text`: decimal integer, decimal fraction "1.25" or "p/q", may start with -. */
const term *term_number (terms *, const sort *, const char *text);
const term *term_bits (terms *, unsigned width, const char *decimal);
const term *term_bits_of (terms *, unsigned width, uint64_t); /* it fits */
const term *term_var (terms *, const char *name, const sort *);
const term *term_apply (terms *, const char *name, const sort *result,
                        const term *const *arg, size_t args);
const term *term_not (terms *, const term *);
const term *term_and (terms *, const term *const *, size_t);
const term *term_or (terms *, const term *const *, size_t);
const term *term_and2 (terms *, const term *, const term *);
const term *term_or2 (terms *, const term *, const term *);
const term *term_implies (terms *, const term *, const term *);
const term *term_ite (terms *, const term *, const term *, const term *);
const term *term_eq (terms *, const term *, const term *);
const term *term_le (terms *, const term *, const term *);
const term *term_lt (terms *, const term *, const term *);
const term *term_add (terms *, const term *const *, size_t);
const term *term_sub (terms *, const term *, const term *);
const term *term_mul (terms *, const term *, const term *);
const term *term_negate (terms *, const term *); /* arithmetic */
/* Any operator by its name, indices 0 where it has none.  The one way to build
 * what has no function above; simplifies where the functions above would. */
const term *term_make (terms *, enum op, const term *const *, size_t args,
                       uint32_t index0, uint32_t index1);
const term *term_const_array (terms *, const sort *array, const term *element);
const term *term_select (terms *, const term *array, const term *index);
const term *term_store (terms *, const term *array, const term *index,
                        const term *value);
const term *term_quantify (terms *, enum op, const term *const *bound,
                           size_t bounds, const term *body);
/* The terms of one multi-pattern, at least one. */
const term *term_pattern (terms *, const term *const *, size_t);
/* A quantifier with patterns (of term_pattern).  Patterns only advise a solver:
 * one that is of no use to it (see logic/solver/z3_translate.c) is left out there. */
const term *term_quantify_with (terms *, enum op, const term *const *bound,
                                size_t bounds, const term *const *pattern,
                                size_t patterns, const term *body);
/* How many variables a quantifier binds; patterns are what stands between them
 * and the last argument. */
size_t term_bounds (const term *);

bool term_is_true (const term *);
bool term_is_false (const term *);
bool term_is_constant (const term *); /* true, false, number, bits */
/* An element of an uninterpreted sort in a model: a variable of a named sort
 * whose name starts with @.  Other names, other elements. */
bool term_is_element (const term *);
/* A constant, an element, or `store`s over a constant array of such values. */
bool term_is_value (const term *);
bool term_int64 (const term *, int64_t *); /* an integral number that fits */

/* The sort that term_make would give, or null if these arguments do not fit the
 * operator: how readers of foreign input check.  Not for NUMBER, BITS, VAR,
 * APPLY and CONST_ARRAY, which say their sort themselves. */
const sort *term_sort_of (terms *, enum op, const term *const *, size_t args,
                          uint32_t index0, uint32_t index1);

int term_compare (const term *, const term *);
size_t term_size (const term *); /* nodes of the DAG */

/* The terms that a conjunction is made of (a term is its own sole conjunct;
 * true has none; not (or ..) and the like are opened too). */
void term_conjuncts (terms *, const term *, struct term_vec *);
/* Free variables, each once, in the order of the first visit, depth first. */
void term_variables (terms *, const term *, struct term_vec *);
bool term_has_op (terms *, const term *, enum op);
/* All `from[i]` (variables) replaced by `to[i]` at once; bound variables are
 * renamed where they would capture. */
const term *term_substitute (terms *, const term *, const term *const *from,
                             const term *const *to, size_t count);
/* A variable whose name no term of this store has: `hint!N`, N counted. */
const term *term_fresh (terms *, const char *hint, const sort *);
/* The same term in another store. */
const term *term_copy (terms *to, const term *);

/* Wire format: a list of terms as one DAG (doc/formats.md).  term_read gives
 * false for bytes that term_write did not make; it never trusts them. */
void term_write (struct buffer *, const term *const *, size_t);
bool term_read (terms *, struct reader *, struct term_vec *);

/* SMT-LIB text.  Names that need it get bars.  Shared nodes are printed each
 * time (term_print), or bound by `let` when that is shorter (term_print_let). */
void term_print (struct text *, const term *);
void term_print_let (struct text *, const term *);
void term_print_name (struct text *, const char *); /* with bars if needed */
/* The operator's symbol, e.g. "bvadd"; null where the term has its own text or
 * sort in that place (NUMBER, BITS, VAR, APPLY, CONST_ARRAY). */
const char *op_name (enum op);

/* The value (term_is_value) of a ground or assigned term: variables, and
 * applications of uninterpreted functions to values, are looked up by `value`
 * (null: unknown; an unknown element is itself).  Null if it cannot be
 * determined (division by zero, quantifier, unknown variable that matters).
 *
 * Arrays are equal if their contents are.  A named sort counts as infinite, so
 * a default that differs always shows there. */
const term *term_evaluate (terms *, const term *,
                           const term *(*value) (void *, const term *),
                           void *context);

#endif
