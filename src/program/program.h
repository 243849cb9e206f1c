/* program.h -- procedures of labelled blocks: what is checked, symbolically.
 *
 * Shaped like Boogie on purpose.  A program is read by a front end, printed as
 * Boogie (program_print), and changed in place by the passes of program/passes/passes.h.
 *
 * Names.  Every variable is a term (OP_VAR) whose text is its name.  Globals
 * and constants share one name space; a procedure's parameters and locals have
 * names that differ from each other and from all of those (a reader renames
 * what shadows).  Names with an `@` are ours, not the user's: `g@old` is the
 * value that the global g had when the procedure was entered (Boogie's old(g)).
 *
 * Maps of several indices are maps of maps (m[i,j] is m[i][j]).  Functions with
 * a body, and those that name an operator of SMT-LIB, stand in terms as
 * applications (OP_APPLY) until program_expand. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "base/problem.h"
#include "base/text.h"
#include "base/vec.h"
#include "logic/term/sort.h"
#include "logic/term/term.h"

enum { PROGRAM_NONE = UINT32_MAX };

/* {:name value, value}; a value is a string or a term. */
struct attribute_value {
    const char *string; /* null: a term */
    const term *term;
};
struct attribute {
    const char *name;
    struct attribute_value *value;
    size_t values;
    const struct attribute *next; /* in the order of the text; null: last */
};

struct variable {
    const term *term;
    const term *where; /* null: none */
    const struct attribute *attribute;
    struct place place;
};

struct constant {
    const term *term;
    bool unique; /* differs from every other unique constant of its sort */
    const struct attribute *attribute;
    struct place place;
};

struct function {
    const char *name;
    const sort *result;
    const term **parameter; /* variables; their names matter in body only */
    size_t parameters;
    const term *body; /* null: uninterpreted, or an operator (attributes
                         bvbuiltin or builtin) */
    const struct attribute *attribute;
    struct place place;
};

struct axiom {
    const term *term;
    const struct attribute *attribute;
    struct place place;
};

enum spec_kind { SPEC_REQUIRES, SPEC_ENSURES };

struct spec {
    enum spec_kind kind;
    bool free;        /* assumed, never checked */
    const term *term; /* over parameters, globals and g@old */
    const struct attribute *attribute;
    struct place place;
};

enum statement_kind {
    STATEMENT_ASSUME,
    STATEMENT_ASSERT,
    STATEMENT_ASSIGN,
    STATEMENT_HAVOC,
    STATEMENT_CALL
};

struct statement {
    enum statement_kind kind;
    const term *term; /* of ASSUME, ASSERT */
    /* ASSIGN: target[i] := value[i], all at once.  HAVOC: the targets.  CALL:
     * target := callee (value).  Targets are variables that may be changed
     * (locals, out-parameters, globals), each at most once. */
    const term **target, **value;
    uint32_t targets, values;
    uint32_t callee; /* of CALL: index of a procedure */
    const struct attribute *attribute;
    struct place place;
};

struct vec_statement VEC (struct statement);
struct vec_target VEC (uint32_t);

/* Where a block of a changed program comes from in the program as read: the
 * block `block` of procedure `procedure`, from its statement `statement` on.
 * A block that a pass made up has procedure PROGRAM_NONE. */
struct origin {
    uint32_t procedure, block, statement;
};

struct block {
    const char *label;
    struct vec_statement statement;
    struct vec_target target; /* goto: blocks of this procedure; none: return */
    struct origin origin;
    struct place place;
};

struct vec_variable VEC (struct variable);
struct vec_spec VEC (struct spec);
struct vec_block VEC (struct block);

struct procedure {
    const char *name;
    struct vec_variable in, out, local;
    struct term_vec modifies; /* globals: as declared; see program_modifies */
    struct vec_spec spec;
    bool has_body;
    struct vec_block block; /* the first is the entry; empty without a body */
    const struct attribute *attribute;
    const struct attribute *body_attribute; /* of the implementation */
    struct place place;
};

struct vec_constant VEC (struct constant);
struct vec_function VEC (struct function);
struct vec_axiom VEC (struct axiom);
struct vec_procedure VEC (struct procedure);
struct vec_sort VEC (const sort *);

struct program {
    terms *terms; /* owned, or shared with the program it was copied of */
    bool shares_terms;
    struct arena arena;   /* of names, arrays and attributes */
    char *file;           /* owned: the input's name */
    struct vec_sort sort; /* uninterpreted sorts, as declared */
    struct vec_constant constant;
    struct vec_function function;
    struct vec_axiom axiom;
    struct vec_variable global;
    struct vec_procedure procedure;
};

void program_init (struct program *, const char *file);
void program_clear (struct program *);
/* A deep copy over the same store of terms; block origins are set to the blocks
 * of `from`.  `from` must live longer. */
void program_copy (struct program *to, const struct program *from);

uint32_t program_find (const struct program *, const char *procedure);
/* The variable `g@old` of a global. */
const term *program_old (struct program *, const term *global);
/* The global g if the variable is `g@old`, else null. */
const term *program_old_of (struct program *, const term *variable);
bool program_is_global (const struct program *, const term *);
const struct attribute *attribute_find (const struct attribute *,
                                        const char *name);
/* {:entrypoint}, on procedure or implementation. */
bool procedure_is_entry (const struct procedure *);
/* The place that people want: from {:sourceFile} / {:sourceLine} of the
 * statement or of one before it in its block (SDV and SMACK write
 * `assert {:sourcefile "f.c"} {:sourceline 12} true;`), else its own.  Beyond
 * the last statement: that of the last one, or the block's. */
struct place statement_place (const struct block *, size_t statement);

/* The program as Boogie text.  Reading it again gives a program that prints
 * the same. */
void program_print (const struct program *, struct text *);
/* A term as Boogie writes it, old(g) and all. */
void boogie_term (struct text *, const term *);
void boogie_sort (struct text *, const sort *);
/* Every term of the program and below, once, arguments before what they are
 * used in; `out` is empty before. */
void program_terms (const struct program *, struct term_vec *out);
/* Declared variables only, targets in range and of fitting sorts, calls with
 * fitting arguments, locals distinct: for assertions and tests. */
bool program_sound (const struct program *);

#endif
