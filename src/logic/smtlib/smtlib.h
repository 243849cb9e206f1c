/* smtlib.h -- sorts and terms from S-expressions, typed.
 *
 * One reader serves the expressions of one sexpr_read.  It knows the names
 * that were declared and defined so far, and turns expressions into terms of
 * its store: definitions are expanded, `let` disappears, every quantified
 * variable gets a name of its own in the store.  Nothing recurses on the
 * input's depth.  Whatever fails gives null or false and sets the problem, with
 * the place: PROBLEM_INPUT if it is no SMT-LIB, PROBLEM_UNSUPPORTED if it is,
 * but beyond what our terms can say.
 *
 * Typing is strict except that, as in z3, an Int number (or an ite between two)
 * stands for the Real one where a Real is wanted. */
#ifndef LOGIC_SMTLIB_SMTLIB_H
#define LOGIC_SMTLIB_SMTLIB_H

#include "base/map.h"
#include "base/problem.h"
#include "logic/smtlib/sexpr.h"
#include "logic/term/sort.h"
#include "logic/term/term.h"
#include "logic/term/map.h"

/* A declared function: in Horn clauses, a relation. */
struct smtlib_function {
    const char *name;
    const sort **sort; /* of its arguments */
    size_t args;
    const sort *result;
};

/* A defined one: its body over variables that stand for the arguments. */
struct smtlib_macro {
    const term **param;
    size_t params;
    const term *body;
};

/* What a symbol means.  A bound variable hides a function or macro, which
 * hides the operator of that name. */
struct smtlib_name {
    const term *bound;        /* by let, quantifier or parameter; or null */
    const char *text;         /* kept copy; null until asked for */
    uint32_t function, macro; /* 1 + index; 0: none */
    uint32_t variable;        /* 1 + index of a global variable; 0: none */
    uint32_t stamp;           /* of the last let that bound it */
    uint32_t plain_epoch;     /* of the last formula with the variable below */
    const term *plain;        /* the variable of just this name; or null */
    const sort *sort;         /* that it is defined to be; or null */
    uint32_t sort_depth;
    int32_t op; /* 1 + index into the operators, -1: none, 0: not looked up */
};

/* A global variable (Z3's declare-var): every formula that uses it gets its
 * own copy, universally quantified. */
struct smtlib_variable {
    const char *name;
    const sort *sort;
    const term *copy; /* null until used; the same in every formula */
    uint32_t epoch;   /* of that formula */
};

/* A variable bound by a quantifier, or a global one, in the current formula. */
struct smtlib_binder {
    const term *var;
    const char *name; /* in the text */
    uint64_t order;   /* global ones first, by declaration; then by text */
};

struct smtlib_value { /* a term and where it stands */
    const term *term;
    const struct sexpr *at;
};

struct smtlib_undo {
    uint32_t symbol;
    const term *bound; /* what to restore */
};

struct smtlib {
    terms *terms;            /* borrowed */
    const char *file;        /* borrowed */
    struct arena *keep;      /* borrowed: where texts of names go */
    struct problem *problem; /* borrowed */
    struct arena arena;
    struct VEC (struct smtlib_name) name; /* by symbol number */
    struct VEC (struct smtlib_function) function;
    struct VEC (struct smtlib_macro) macro;
    struct VEC (struct smtlib_variable) variable;
    struct VEC (struct smtlib_binder) binder; /* of the current formula */
    struct VEC (struct smtlib_undo) trail;
    struct VEC (struct smtlib_value) value;
    struct VEC (struct smtlib_frame) frame;
    struct map index;      /* digest of a function's name to its index */
    struct term_map place; /* application in the current formula to the last
                              expression that was read as it */
    struct term_map text;  /* quantified variable in a definition to its name
                              in the text */
    uint32_t epoch, stamp;
    uint64_t binders; /* counted over all formulas */
    bool defining;    /* plain names are left to the variables of formulas */
};

void smtlib_init (struct smtlib *, terms *, const char *file,
                  struct arena *keep, struct problem *);
void smtlib_clear (struct smtlib *);

/* No variable will get this name.  Names of functions without arguments must
 * be reserved before any term is read. */
void smtlib_reserve (struct smtlib *, const char *name);
/* A variable of that name or, if the store has one, of a new name like it. */
const term *smtlib_variable (struct smtlib *, const char *name, const sort *);

const sort *smtlib_sort (struct smtlib *, const struct sexpr *);
/* Starts a formula: forgets the binders of the one before. */
void smtlib_begin (struct smtlib *);
const term *smtlib_term (struct smtlib *, const struct sexpr *);
/* The same, and it must be of this sort. */
const term *smtlib_term_of (struct smtlib *, const struct sexpr *,
                            const sort *);

/* The name of a new function, macro, sort or variable: a symbol that is none
 * yet.  False: problem. */
bool smtlib_new_name (struct smtlib *, const struct sexpr *);
bool smtlib_declare (struct smtlib *, const struct sexpr *name,
                     const sort *const *, size_t args, const sort *result);
bool smtlib_declare_variable (struct smtlib *, const struct sexpr *name,
                              const sort *);
/* (define-fun name ((x S) ..) S body) or (define-const name S body). */
bool smtlib_define (struct smtlib *, const struct sexpr *command);
/* (define-sort name () S) */
bool smtlib_define_sort (struct smtlib *, const struct sexpr *command);

/* Is it the application of a declared function (one of no arguments looks like
 * a variable)?  If so, `*index` says of which. */
bool smtlib_is_application (const struct smtlib *, const term *,
                            uint32_t *index);
/* One more binder in the current formula: a copy of a quantified variable that
 * came from a definition. */
const term *smtlib_copy_binder (struct smtlib *, const term *var);
/* Where an application was last seen, or `other`. */
struct place smtlib_place (const struct smtlib *, const term *,
                           const struct sexpr *other);

/* For the parts of smtlib only. */
struct smtlib_name *smtlib_name_of (struct smtlib *, const struct sexpr *);
const char *smtlib_keep (struct smtlib *, const struct sexpr *symbol);
void smtlib_bind (struct smtlib *, const struct sexpr *symbol, const term *);
void smtlib_unbind (struct smtlib *, size_t trail);
const term *smtlib_bind_variable (struct smtlib *, const struct sexpr *pair);
void smtlib_add_binder (struct smtlib *, const term *var, const char *name,
                        uint64_t order);
#define SMTLIB_QUANTIFIED ((uint64_t) 1 << 32) /* least order of these */
/* Both set the problem at the expression and return null. */
void *smtlib_wrong (struct smtlib *, const struct sexpr *, const char *, ...)
    __attribute__ ((format (printf, 3, 4)));
void *smtlib_beyond (struct smtlib *, const struct sexpr *, const char *, ...)
    __attribute__ ((format (printf, 3, 4)));
/* Makes the value one of this sort if it is an Int number and Real is wanted;
 * else checks the sort. */
bool smtlib_fit (struct smtlib *, struct smtlib_value *, const sort *);
/* At most this much of a name is shown in a message. */
enum { SMTLIB_SHOWN = 60 };

#endif
