/* attributes.h -- attributes by which a reader of C tells engines and traces more.
 *
 * They are Boogie attributes, so that they survive --emit=boogie.
 *
 *   assert {:check "unreach-call"} {:message "reach_error is called"} e;
 *       which property it belongs to (check_name below), what to tell people
 *   assert {:access object, offset, bytes, size, live} e;
 *       of an access: where, how much; of the object there, what is known
 *   assert {:cut "inline assembly"} false;
 *       what lies behind is not modelled.  Never UNSAFE: a trail that ends here
 *       is UNKNOWN "not modelled: inline assembly at f.c:12", and SAFE needs
 *       that it cannot be reached
 *   havoc {:input "__VERIFIER_nondet_int"} v;
 *       one value from outside, got by calling that function
 *   havoc {:input "scanf"} {:written} v;
 *       not its result, but what it writes to memory
 *   havoc {:fails "malloc"} v;         whether that gives null
 *   havoc {:uninitialised "x"} v;      never written before it is read
 *   havoc {:open "malloc"} v;
 *       a choice that is the world's, but cannot be made natively: malloc fails,
 *       an unknown function changes what it can reach
 *   var {:c "x"} {:c_type "unsigned int"} x: bv32;
 *       the C variable x, for people; a local one is only written, never read
 *       (a ghost: liveness drops it), a global one may be the real thing
 *   var @objects: bv32;                the number of the next object: one is made
 *                                      where it grows
 *   {:object 12bv32, 48bv64, "n", "[3*16{.v@0-4(int).next@8-8(*)}]"}
 *                                      of @objects: what that object is, its bytes (0:
 *                                      not known), name ("": of the heap), layout
 *                                      (cohort-llvm/alias/regions.h)
 *   var {:made "buf", "[4*1(char)]"} object: bv32;
 *                                      the number of an object that is made now
 *   var {:cell 12bv32, 8bv64} n.8: [bv64]bv32;
 *                                      what is in memory: of object 12, at offset 8
 *                                      or, in a map, where its index says
 *   var {:cell 8bv64} l.8: [bv32]bv32; the same of many objects, by their numbers
 *   {:c_points "16*{..}"}              what a pointer leads to: bytes, layout
 *   {:c_part ".next"}                  of a variable that is a part of one
 *   {:c_stale}                         a ghost that may miss a change
 *   procedure {:c "f"}                 the C function f
 *   block: first statement `assume {:loop} true;` at the head of a C loop
 *   assume {:bound} e;                 holds there by construction
 *   axiom {:assumes "memory safe"} true;
 *       SAFE rests on it; shown as `assumes: memory safe`
 *   axiom {:unchecked "no-overflow"} true;
 *       there are places for that check, and it was not asked for
 *   function {:abstract "fadd"}        stands for an operation whose meaning the
 *       logic does not have: a model may be wrong about it, so UNSAFE through it
 *       needs a native run */
#ifndef PROGRAM_ATTRIBUTES_H
#define PROGRAM_ATTRIBUTES_H

#include "program/program.h"

#define MARK_CHECK "check"
#define MARK_MESSAGE "message"
#define MARK_ACCESS "access"
#define MARK_FAILS "fails"
#define MARK_OBJECTS "@objects"
#define MARK_OBJECT "object"
#define MARK_MADE "made"
#define MARK_CELL "cell"
#define MARK_POINTS "c_points"
#define MARK_CUT "cut"
#define MARK_INPUT "input"
#define MARK_WRITTEN "written"
#define MARK_UNINITIALISED "uninitialised"
#define MARK_OPEN "open"
#define MARK_C "c"
#define MARK_C_TYPE "c_type"
#define MARK_C_PART "c_part"
#define MARK_C_STALE "c_stale"
#define MARK_LOOP "loop"
#define MARK_BOUND "bound"
#define MARK_ASSUMES "assumes"
#define MARK_UNCHECKED "unchecked"
#define MARK_ABSTRACT "abstract"

/* The string of an attribute {:name "string"}; null: there is none. */
const char *mark_string (const struct attribute *, const char *name);
/* Adds {:name "string"} in front (string null: no value). */
const struct attribute *mark_add (struct program *, const struct attribute *,
                                  const char *name, const char *string);
/* The same with values: strings or terms. */
const struct attribute *mark_values (struct program *, const struct attribute *,
                                     const char *name,
                                     const struct attribute_value *, size_t);
/* The same with terms. */
const struct attribute *mark_terms (struct program *, const struct attribute *,
                                    const char *name, const term *const *,
                                    size_t);
/* Whether SAFE rests on it already; adds the axiom if not. */
void mark_assumes (struct program *, const char *assumption);
/* The same: it has places for a check (its name) that was not asked for. */
void mark_unchecked (struct program *, const char *check);
bool mark_is_unchecked (const struct program *, const char *check);

#endif
