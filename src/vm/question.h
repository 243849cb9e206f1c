/* question.h -- propositions about states of the C machine, for formulas.
 *
 * An expression (machine/expression.h) over
 *
 *     count, list[2].head, f.calls   variables with a name for as long as the program
 *                                    runs: globals, statics (of a function: behind its
 *                                    name), their members and elements.  A pointer is 0
 *                                    or 1: is there something that it points to?
 *     symbol(count)                  the one that the linker calls so
 *     at(f), at(main.c:12)           how many threads stand there: their innermost
 *                                    function that is of the program, its next
 *                                    instruction
 *     in(f)                          how many threads have that function on their stack
 *     at(f, 2), in(f, 2)             the same of thread 2 alone: 0 or 1
 *     threads()                      how many have not ended
 *     alive(2)                       has thread 2 begun, and not ended?
 *     assumed()                      false only where an assumption did not hold
 *
 * What it is made of (its atoms) tells what others must be able to see: an access to a
 * variable that is named is visible, and a walk ends before it changes any other. */
#ifndef VM_QUESTION_H
#define VM_QUESTION_H

#include "machine/expression.h"
#include "vm/exec/run.h"
#include "vm/reduce/independence.h"

enum vm_atom_kind {
    VM_ATOM_MEMORY,
    VM_ATOM_AT_FUNCTION,
    VM_ATOM_AT_LINE,
    VM_ATOM_IN,
    VM_ATOM_THREADS,
    VM_ATOM_ALIVE,
    VM_ATOM_ASSUMED
};

struct vm_atom {
    uint8_t kind;
    char type; /* of MEMORY: as of struct vm_layout */
    uint8_t bits;
    vm_id object; /* a global */
    uint32_t offset;
    uint32_t thread;                /* VM_NOWHERE: any */
    struct VEC (uint32_t) function; /* that are called so */
    struct VEC (uint32_t) file;     /* likewise; texts of the code */
    uint32_t line;
};

struct vm_question {
    struct VEC (struct expression) expression;
    struct VEC (struct vm_atom) atom; /* names of expressions are these */
    struct VEC (char *) text;         /* owned */
};

void vm_question_clear (struct vm_question *);
/* One more proposition; `place` is where the text begins.  False: problem. */
bool vm_question_add (struct vm_question *, const struct vm_code *,
                      const char *text, struct place, struct problem *);
/* What it names is not quiet any more.  Formulas do not rest on that (a walk is split
 * where such a variable changes), but its steps then begin where people look for them. */
void vm_question_observe (const struct vm_question *, const struct vm_code *,
                          struct vm_independence *);
/* As `label` of machine/generator.h; `run` is of the state.  *unknown: the number of a
 * proposition that depends on an unknown bit, or VM_NOWHERE. */
uint64_t vm_question_label (const struct vm_question *, struct vm_run *,
                            uint32_t *unknown);
/* Of a state behind an assumption that did not hold. */
uint64_t vm_question_excluded (void);
/* The values of all atoms. */
void vm_question_view (const struct vm_question *, struct vm_run *,
                       struct vm_value *view);

/* question_name.c: the atom of a name, without place. */
bool vm_atom_read (struct vm_atom *, const struct vm_code *, const char *name,
                   size_t size, struct problem *);

#endif
