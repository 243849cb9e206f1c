/* resolve.h -- from Boogie's tree to a program: what its parts share.
 *
 * Declarations may come in any order, so all names are collected first, then
 * sorts and signatures are found, then expressions and bodies.  Every function
 * that can fail gives false or null with the problem set; scopes, context and
 * depth are then as they were before the call. */
#ifndef FRONTEND_BOOGIE_RESOLVE_H
#define FRONTEND_BOOGIE_RESOLVE_H

#include "base/map.h"
#include "frontend/boogie/ast.h"
#include "program/program.h"

enum {
    RESOLVE_DEPTH_MOST = AST_DEPTH, /* of calls in each other */
    TYPE_DEPTH_MOST = 200,          /* of map types in each other */
    SORT_NAME_MOST = 2000,          /* characters of an applied constructor */
    EXPANSIONS_MOST = 1000000       /* of synonyms with parameters, in all */
};

enum meaning_kind {
    MEANING_NONE,
    MEANING_CONSTANT,
    MEANING_GLOBAL,
    MEANING_IN,
    MEANING_OUT,
    MEANING_LOCAL,
    MEANING_BOUND /* quantified, or a function's parameter */
};

struct meaning {
    enum meaning_kind kind;
    const term *term;
};

/* A declared type. */
struct type_entry {
    const struct ast_declaration *declaration;
    size_t parameters;
    const sort *sort; /* without parameters, once known */
    unsigned height;  /* of `sort`: map types in each other */
    bool busy;        /* being expanded: again is a cycle */
};

/* A nullary function stands for a constant: terms know no application without
 * arguments. */
struct function_entry {
    const struct ast_declaration *declaration;
    const sort *result;
    const term *constant; /* null: `index` of program.function */
    uint32_t index;
};

struct procedure_entry {
    const struct ast_declaration *declaration, *implementation;
    uint32_t index; /* of program.procedure */
};

/* What a name means now, in each name space. */
struct symbol {
    const char *name;        /* lives as long as the program */
    struct meaning variable; /* the innermost that is visible */
    uint32_t taken;          /* variables alive whose term has this name */
    unsigned number;         /* name#1 .. name#number are taken */
    uint64_t stamp;          /* of the last list of targets that had it */
    struct type_entry *type; /* null: none; so below */
    struct function_entry *function;
    struct procedure_entry *procedure;
};

/* How to go back when a scope closes. */
struct scope_change {
    enum {
        CHANGE_MEANING, /* the symbol means `before` again */
        CHANGE_TAKEN,   /* one variable less has the name */
        CHANGE_NUMBER   /* name#number may be free again */
    } kind;
    struct symbol *symbol;
    struct meaning before;
    unsigned number;
};

/* What an expression may do where it stands. */
struct context {
    const char *where; /* "an axiom", for messages */
    bool allows_old, allows_globals, allows_outs;
    bool in_old;
};

/* Which way a code expression counts: |{ .. }| that is asserted must be true on
 * every path, one that is assumed on some path. */
enum polarity { POLARITY_ASSUMED = -1, POLARITY_NONE, POLARITY_ASSERTED };

struct spine {
    const struct ast_expression *expression;
    enum polarity polarity;
};

struct vec_change VEC (struct scope_change);
struct vec_spine VEC (struct spine);
struct vec_function_entry VEC (struct function_entry *);
struct vec_procedure_entry VEC (struct procedure_entry *);

struct resolver {
    struct program *program;
    terms *terms; /* of the program */
    struct problem *problem;
    struct arena arena; /* of this phase */
    struct map symbols; /* name to symbol */
    struct vec_change change;
    struct map applied;    /* text of a constructor's application to its sort */
    struct map sort_names; /* the names given to those */
    struct vec_function_entry function;
    struct vec_procedure_entry procedure;
    struct vec_spine spine;
    struct context context;
    unsigned depth;
    unsigned expansions;
    bool in_code; /* in a code expression */
    uint64_t stamp;
};

/* --- names -------------------------------------------------------------- */
struct symbol *symbol_of (struct resolver *, const char *name);
size_t scope_open (struct resolver *);
void scope_close (struct resolver *, size_t opened);
/* A new variable until the scope closes: `like`, or `like#1`, .. if a variable
 * with that name is alive.  No name means it. */
const term *scope_fresh (struct resolver *, const char *like, const sort *);
/* The same, and `name` means it; null: nothing in the text can mention it. */
const term *scope_declare (struct resolver *, const char *name, const sort *,
                           enum meaning_kind);
/* Gives a name the meaning of a variable that there is. */
void scope_bind (struct resolver *, const char *name, const term *,
                 enum meaning_kind);
/* Nobody else gets the name of that variable until the scope closes. */
void scope_take (struct resolver *, const term *);
/* False: two have one name.  `what`: "bound variable", for the message. */
bool names_differ (struct resolver *, const struct ast_variable *,
                   const struct ast_variable *, const struct ast_variable *,
                   const char *what);

/* --- types -------------------------------------------------------------- */
bool types_collect (struct resolver *, const struct ast_declaration *);
bool types_resolve (struct resolver *, const struct ast_declaration *);
const sort *type_resolve (struct resolver *, const struct ast_type *);
/* A sort in messages; lives as long as the resolver. */
const char *sort_text (struct resolver *, const sort *);
/* Always false: parameters that are types. */
bool polymorphic (struct resolver *, const struct ast_name *, const char *what);

/* --- expressions -------------------------------------------------------- */
const term *expression_resolve (struct resolver *,
                                const struct ast_expression *, enum polarity);
/* The same, and it is of that sort; `what` names it in the message. */
const term *expression_of_sort (struct resolver *,
                                const struct ast_expression *, enum polarity,
                                const sort *, const char *what);
/* All but the first operand are still to be resolved. */
const term *operator_resolve (struct resolver *, const struct ast_expression *,
                              enum polarity, const term *first);
const term *quantifier_resolve (struct resolver *,
                                const struct ast_expression *, enum polarity);
const term *code_resolve (struct resolver *, const struct ast_expression *,
                          enum polarity);
/* False: m[] or m[:= e]. */
bool indices_there (struct resolver *, const struct ast_expression *);
/* Maps: map[index ..], and the map after map[index ..] := value. */
const term *map_select (struct resolver *, struct place, const term *map,
                        const struct term_vec *index);
const term *map_update (struct resolver *, struct place, const term *map,
                        const struct term_vec *index, const term *value);
bool attributes_resolve (struct resolver *, const struct ast_attribute *,
                         const struct attribute **);

/* --- bodies ------------------------------------------------------------- */
/* A value that a block of a code expression returns. */
struct returned {
    uint32_t block;
    const term *term;
};
struct vec_returned VEC (struct returned);
/* Statements as blocks.  `returned` is null in a procedure's body; in a code
 * expression it gets the values of all blocks that return. */
bool blocks_resolve (struct resolver *, const struct ast_statement *,
                     struct place, uint32_t procedure, struct vec_block *,
                     struct vec_returned *returned);
/* One of assert, assume, assign, havoc, call. */
bool statement_resolve (struct resolver *, const struct ast_statement *,
                        struct statement *);

/* --- declarations ------------------------------------------------------- */
bool values_collect (struct resolver *, const struct ast_declaration *);
bool values_resolve (struct resolver *, const struct ast_declaration *);
bool procedures_collect (struct resolver *, const struct ast_declaration *);
bool procedures_sign (struct resolver *);
bool procedures_resolve (struct resolver *);

#endif
