/* world.c -- what the C texts of embedded/world are made of.
 *
 *     T    cohort_any_TYPE_NAME (void)           a value that function NAME of the
 *                                                C library gives
 *     void cohort_reads_NAME (const void *, size)   must be valid
 *     void cohort_writes_NAME (void *, size)     must be valid, and is anything then
 *     void *cohort_object_NAME (size)            an object of the library's own
 *     void cohort_gone_NAME (void *)             is no object any more
 *     void cohort_cut_NAME (void)                what follows is not modelled
 *
 * Values and contents are inputs called NAME: in a native run the real function
 * gives them, so only a run that fails confirms a counterexample that depends on
 * them. */
#include "cohort-llvm/library/internal.h"
#include "cohort-llvm/memory/internal.h"

#include <string.h>

/* "getcwd" of "cohort_reads_getcwd". */
static const char *
function_of (const struct calling *c, const char *prefix)
{
    assert (!strncmp (c->name, prefix, strlen (prefix)));
    return c->name + strlen (prefix);
}

static void
world_any (translation *t, struct calling *c)
{
    const char *type = function_of (c, "cohort_any_");
    const char *name = strchr (type, '_');
    assert (name);
    result_set (c, result_any (t, LLVMTypeOf (c->call), name + 1));
}

static void
world_reads (translation *t, struct calling *c)
{
    memory_check (t, argument_at (c, 0), argument_bits (t, c, 1, t->width),
                  false);
}

static void
world_writes (translation *t, struct calling *c)
{
    memory_check (t, argument_at (c, 0), argument_bits (t, c, 1, t->width),
                  true);
    memory_havoc_object (t, argument_at (c, 0),
                         function_of (c, "cohort_writes_"));
}

static void
world_object (translation *t, struct calling *c)
{
    result_set (c,
                memory_outside (t, c->call, argument_bits (t, c, 0, t->width)));
}

static void
world_gone (translation *t, struct calling *c)
{
    memory_outside_gone (t, argument_value (t, c, 0));
}

static void
world_cut (translation *t, struct calling *c)
{
    struct text reason;
    text_init (&reason);
    text_print (&reason, "what %s does", function_of (c, "cohort_cut_"));
    emit_cut (t, text_view (&reason));
    text_clear (&reason);
    c->ends = true;
}

/* By the beginning of a name. */
const struct library_entry library_worlds[] = {
    {"cohort_any_", world_any, 0},
    {"cohort_reads_", world_reads, 2},
    {"cohort_writes_", world_writes, 2},
    {"cohort_object_", world_object, 1},
    {"cohort_gone_", world_gone, 1},
    {"cohort_cut_", world_cut, 0},
    {NULL, NULL, 0},
};
