/* internal.h -- the tables of the library, one per file. */
#ifndef COHORT_LLVM_LIBRARY_INTERNAL_H
#define COHORT_LLVM_LIBRARY_INTERNAL_H

#include "cohort-llvm/library/library.h"
#include "cohort-llvm/memory/memory.h"

/* A call, and what became of it. */
struct calling {
    LLVMValueRef call;
    const char *name;
    unsigned arguments;
    bool ends;                      /* it does not return */
    struct translated_value result; /* set, or made arbitrary by library_call */
    bool has_result;
    bool from_outside; /* an arbitrary result is an input */
};

struct library_entry {
    const char *name;
    void (*call) (translation *, struct calling *);
    unsigned arguments; /* at least; with less it is some other function */
};

extern const struct library_entry library_conventions[]; /* null name: end */
extern const struct library_entry library_memory[];
extern const struct library_entry library_effects[];
extern const struct library_entry library_worlds[]; /* by how names begin */

/* C texts of embedded/ (scripts/embed): name, text, name, text, .., null. */
extern const char *const embedded_c_string[];
extern const char *const embedded_c_number[];
extern const char *const embedded_c_character[];
extern const char *const embedded_c_wide[];
/* Not for the C machine: what they give is not confirmed there. */
extern const char *const embedded_world_stdio[];
extern const char *const embedded_world_stdlib[];
extern const char *const embedded_world_time[];
extern const char *const embedded_world_system[];
extern const char *const embedded_world_float[];
extern const char *const embedded_world_wide[];

LLVMValueRef argument_at (const struct calling *, unsigned);
bool argument_is_pointer (const struct calling *, unsigned);
struct translated_value argument_value (translation *, const struct calling *,
                                        unsigned);
/* Of a number: its bits, fitted to `width`; Bool too. */
const term *argument_bits (translation *, const struct calling *, unsigned,
                           unsigned width);
/* Not zero, not null. */
const term *argument_true (translation *, const struct calling *, unsigned);
void result_set (struct calling *, struct translated_value);
/* All leaves of a type, arbitrary; {:input name} if given. */
struct translated_value result_any (translation *, LLVMTypeRef,
                                    const char *input);

/* A function that nothing is known about. */
void library_unknown (translation *, struct calling *);

/* ---- functions of the C library; false: none of this kind */
bool library_is_math (const char *name);
bool library_math (translation *, struct calling *);
bool library_is_range (const char *name);
bool library_range (translation *, struct calling *);
/* Argument i must be an open file. */
void library_stream (translation *, struct calling *, unsigned i);
/* `function` may set errno. */
void library_errno (translation *, const char *function);

#endif
