/* end.c -- what is left of the heap when the program ends.
 *
 * Memory that is not freed is lost if no pointer leads to it any more.  When
 * main returns only globals can hold one.  If all of them are single variables,
 * and none points to a live heap object, everything that is left is lost; else
 * it may still be reachable, and nothing is said. */
#include "cohort-llvm/memory/internal.h"

/* Whether no global leads to the heap; false (the term) if that is not known.
 */
static const term *
root_clear (translation *t, const struct region_part *p, const term *object)
{
    terms *s = t->terms;
    struct memory *m = t->memory;
    const struct region *r = p->region;
    if (!r->has_pointers || r->constant)
        return term_true (s);
    const struct memory_cell *c = cell_of (t, r);
    if (r->shape != REGION_SCALAR || !c->pair || r->has_numbers)
        return term_false (s);
    const term *to = cell_view (t, c, 0, object);
    return term_not (s, term_and2 (s, memory_select (t, m->heap, to),
                                   memory_select (t, m->live, to)));
}

static const term *
roots_clear (translation *t)
{
    const term *clear = term_true (t->terms);
    LLVMValueRef g = LLVMGetFirstGlobal (t->unit->module);
    for (; g; g = LLVMGetNextGlobal (g)) {
        uint32_t number;
        if (LLVMIsGlobalConstant (g) || !object_number (t, g, &number))
            continue;
        struct region_part *part;
        size_t parts = memory_parts (t, g, 0, &part);
        for (size_t i = 0; i < parts; i++)
            clear = term_and2 (
                t->terms, clear,
                root_clear (t, &part[i], object_constant (t, number)));
        memory_free (part);
    }
    return clear;
}

static void
end_check (translation *t, const term *lost)
{
    struct memory *m = t->memory;
    terms *s = t->terms;
    unsigned checks = t->unit->options.checks;
    if (!m->count)
        return;
    const term *none = term_eq (s, m->count, memory_bits (t, 32, 0));
    if (checks & CHECK_CLEANUP)
        emit_assert (t, none, CHECK_CLEANUP,
                     "memory is not freed when the program ends");
    if (!(checks & CHECK_TRACK))
        return;
    /* Memory that is lost in a run without end is not noticed. */
    mark_assumes (t->program, "the program ends (valid-memtrack)");
    emit_assert (t, term_or2 (s, none, term_not (s, lost)), CHECK_TRACK,
                 "memory is lost: no pointer leads to it any more");
    memory_cut_if (t, term_not (s, none),
                   "memory that may still be reachable at the end");
}

void
memory_end (translation *t)
{
    if (t->memory->count)
        end_check (t, roots_clear (t));
}

void
memory_exit (translation *t)
{
    end_check (t, term_false (t->terms));
}

void
memory_abort (translation *t, const term *condition)
{
    struct memory *m = t->memory;
    terms *s = t->terms;
    unsigned checks = t->unit->options.checks;
    if (!m->count)
        return;
    const term *none = term_eq (s, m->count, memory_bits (t, 32, 0));
    if (checks & CHECK_CLEANUP)
        emit_assert (t, term_or2 (s, term_not (s, condition), none),
                     CHECK_CLEANUP,
                     "memory is not freed when the program is aborted");
    /* Programs say by abort what is not to be looked at, too. */
    if (checks & CHECK_TRACK)
        mark_assumes (t->program,
                      "a run that is aborted loses no memory (valid-memtrack)");
}
