/* passes.h -- changes of programs on their way to an engine.
 *
 * Each keeps the set of executions that matter, and `origin` of every block, so
 * that a path through the changed program is one through the program as read.
 * The order in which bounded uses them is that of this file; doc/bounded.md says
 * what each keeps.
 *
 * Of an origin's `statement` only this is promised: 0 begins a visit of the
 * block, more goes on with the visit before it.  Locals that a pass adds have an
 * `@` in their names, come after those as read, and are written before they are
 * read; they have no value at the procedure's entry that a trail would want. */
#ifndef PROGRAM_PASSES_PASSES_H
#define PROGRAM_PASSES_PASSES_H

#include "program/program.h"

/* Applications of functions with a body are replaced by the body (in its
 * parameters), applications of SMT-LIB operators ({:bvbuiltin "bvadd"},
 * {:bvbuiltin "zero_extend 8"}, {:builtin ..}) by the operator.  A recursive
 * function stays an application, and its definition becomes an axiom with the
 * application as trigger; so does one whose body would grow a term beyond
 * reason.  `unique` constants become axioms.  False: an operator that SMT-LIB
 * or we do not have, and that is used (UNSUPPORTED, with the function's place). */
bool program_expand (struct program *, struct problem *);

/* Keeps what `entry` can reach by calls.  Indices of procedures change; origins
 * do not.  Gives the entry's new index. */
uint32_t program_prune (struct program *, uint32_t entry);

/* `requires` are asserted before a call (free ones are not) and assumed at the
 * callee's entry (both kinds); `ensures` are asserted where a body returns
 * (free ones are not).  Specs stay in place: at call sites the caller assumes
 * ensures (bounded/passive/passive.h).  The entry's own `requires` are assumed.  where-clauses
 * are assumed wherever a variable gets an arbitrary value: havoc, procedure
 * entry (locals, outs), results of calls without a body; those of globals and
 * in-parameters at the entry procedure's start.  Every goto-less end of a body
 * goes to one exit block (origin PROGRAM_NONE).
 *
 * Afterwards no variable has a where-clause (results and modified globals of
 * procedures without a body have theirs as `free ensures {:where}`), the first
 * block of a procedure is no target, and the entry is not called: if it was, a
 * copy of it (ENTRY_again, the same origins) is. */
void program_specify (struct program *, uint32_t entry);

/* Assertions become assumptions: a run that fails one does not go on. */
void program_assume_asserts (struct program *);
/* Assertions set a global Bool `@err` and leave the procedure; callers leave
 * too when it is set after a call.  Gives @err, which is in the modifies of
 * every procedure that may set it, and null if there is no assertion at all.
 * The entry assumes !@err at its start and @err at its end, so that the end is
 * reachable iff an assertion can fail.  `assert true` is none. */
const term *program_raise_asserts (struct program *, uint32_t entry);

/* Every loop becomes a procedure that calls itself: it does any number of
 * complete rounds, and the header of the loop in the caller calls it; the body
 * stays in the caller, without its back edges, for the last, incomplete round
 * (Boogie's own extraction).  Blocks that cannot be reached or cannot return are
 * dropped, so assertions must be gone.  Irreducible loops are split; false: that
 * would take too many copies (UNSUPPORTED, with the place). */
bool program_recur (struct program *, struct problem *);

/* Computes what each procedure may change, transitively (without a body: what
 * is declared), and replaces `modifies` by it, in the order of the globals.
 * Declared sets are never trusted for procedures with a body; without a body
 * they stay as declared. */
void program_modifies (struct program *);

/* Calls of procedures with at most `blocks` blocks, no calls and no recursion
 * are replaced by their bodies, again and again until nothing changes or the
 * caller has more than `most` blocks.  Origins of inlined blocks are those of
 * the callee; the trace still shows the call (a block made up for the entry has
 * the callee's first origin). */
void program_inline (struct program *, size_t blocks, size_t most);

/* At most one call in a block, and it is the last statement before the goto. */
void program_split_calls (struct program *);

#endif
