/* change.h -- what the passes have in common: statements, blocks, labels.
 *
 * Statements and labels that are made here live in the program's arena. */
#ifndef PROGRAM_CHANGE_H
#define PROGRAM_CHANGE_H

#include "base/map.h"
#include "logic/term/map.h"
#include "program/components.h"
#include "program/program.h"

struct statement statement_assume (const term *, struct place);
struct statement statement_assert (const term *, struct place);
struct statement statement_assign (struct program *, const struct term_vec *to,
                                   const struct term_vec *value, struct place);
struct statement statement_havoc (struct program *, const struct term_vec *,
                                  struct place);
struct statement statement_call (struct program *, uint32_t callee,
                                 const struct term_vec *target,
                                 const struct term_vec *value, struct place);
/* true, in an assume or assert, says nothing (but may carry attributes). */
bool statement_is_check (const struct statement *); /* asserts more than true */

/* Variables to terms, for many terms.  What is assigned to must become a
 * variable. */
struct renaming {
    struct term_map to;   /* variable to term */
    struct term_map memo; /* whole terms */
};
void renaming_clear (struct renaming *);
void renaming_add (struct renaming *, const term *from, const term *to);
const term *renaming_term (struct renaming *, struct program *, const term *);
/* A copy with lists of its own. */
struct statement renaming_statement (struct renaming *, struct program *,
                                     const struct statement *);

/* Labels of one procedure. */
struct labels {
    struct map used; /* label to how often it was a hint */
};
void labels_init (struct labels *, const struct procedure *);
void labels_clear (struct labels *);
/* `hint` if the procedure has no such label, else `hint$2`, `hint$3` .. */
const char *labels_new (struct labels *, struct program *, const char *hint);

/* The place in the program as read that is `statements` (at least 1) further
 * on in the same block: what goes on there is no new visit of the block. */
struct origin origin_after (struct origin, size_t statements);
struct origin origin_none (void);

/* Adds a block without statements and targets; gives its index.  Pointers to
 * blocks of the procedure are void after it. */
uint32_t procedure_block (struct procedure *, const char *label, struct origin,
                          struct place);
/* The lists of a block that is going to be dropped. */
void block_clear (struct block *);
void procedure_release (struct procedure *);
/* The statements and targets of a block, renamed (`renaming` may be null). */
void block_copy_into (struct program *, struct block *to,
                      const struct block *from, struct renaming *);

/* Takes a block apart while its statements are gone through: what is pushed
 * goes to the current piece; the first piece is the block itself. */
struct pieces {
    struct program *program;
    struct procedure *procedure;
    struct labels *labels;
    uint32_t current;          /* the piece that is being filled */
    struct vec_statement rest; /* the block's statements, as they were */
    struct origin origin;
    struct place place;
    const char *label;
};
void pieces_begin (struct pieces *, struct program *, struct procedure *,
                   struct labels *, uint32_t block);
void pieces_push (struct pieces *, struct statement);
/* A new piece begins after `statements` statements of the block; it gets the
 * block's targets, and is the only target of the piece before it. */
void pieces_next (struct pieces *, size_t statements);
void pieces_end (struct pieces *);

/* Gives a procedure whose first block is a target of a goto another first
 * block: a copy of it, with the same origin.  So what is done at the first
 * block happens once, and a visit of block 0 is the procedure's entry. */
void procedure_part_entry (struct program *, struct procedure *,
                           struct labels *);
/* An entry that is called gets a copy that is called in its place: it and the
 * program's start differ in what they may assume. */
void program_part_entry (struct program *, uint32_t entry);
/* Procedures by who calls whom. */
void program_components (const struct program *, struct components *);
/* A name that no procedure has. */
const char *program_name (struct program *, const char *hint);
/* @err if the program has it (program_raise_asserts), else null. */
const term *program_error (const struct program *);

/* Drops the blocks that `keep` (one per block) does not have, and the edges to
 * them; block 0 stays.  A block that loses all its targets must not be kept. */
void procedure_keep (struct procedure *, const bool *keep);

#endif
