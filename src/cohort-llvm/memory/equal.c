/* equal.c -- equality of pointers, where an object may lie where one lay
 * that is gone.
 *
 * Objects made while the program runs have numbers of their own, so that a
 * pointer to one that was freed differs from all others in number; its address
 * need not.  A single local has the same number in every call of its function:
 * there it is assumed that nobody compares. */
#include "cohort-llvm/memory/internal.h"

static bool
module_frees (LLVMModuleRef module)
{
    static const char *const name[] = {"free", "realloc", "reallocarray",
                                       "cfree"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (LLVMGetNamedFunction (module, name[i]))
            return true;
    return false;
}

/* Null, or there all the time. */
static bool
object_stays (translation *t, const term *object)
{
    const struct object *o = object_known (t, object);
    return o && (o->permanent || object == object_constant (t, 0));
}

/* Not both of them are there, and what is gone was of the same kind. */
static const term *
one_is_gone (translation *t, const term *a, const term *b)
{
    terms *s = t->terms;
    struct memory *m = t->memory;
    const term *null = object_constant (t, 0);
    const term *there = term_and2 (s, memory_select (t, m->live, a),
                                   memory_select (t, m->live, b));
    const term *all[] = {
        term_not (s, there),
        term_not (s, term_eq (s, a, b)),
        term_not (s, term_eq (s, a, null)),
        term_not (s, term_eq (s, b, null)),
        term_eq (s, memory_select (t, m->heap, a),
                 memory_select (t, m->heap, b)),
    };
    return term_and (s, all, sizeof all / sizeof *all);
}

const term *
memory_equal (translation *t, LLVMValueRef a, LLVMValueRef b, const term *same)
{
    const term *x = pointer_object (value_of (t, a));
    const term *y = pointer_object (value_of (t, b));
    if (x == y || object_stays (t, x) || object_stays (t, y))
        return same;
    unsigned mortal =
        regions_mortal (t->regions, a) & regions_mortal (t->regions, b);
    if (!module_frees (t->unit->module))
        mortal &= ~(unsigned) REGION_HEAP;
    if (mortal & REGION_LOCAL)
        mark_assumes (
            t->program,
            "pointers to locals of calls that ended are not compared");
    if (!mortal)
        return same;
    if (!t->memory->live) {
        mark_assumes (t->program,
                      "pointers to what was freed are not compared");
        return same;
    }
    const term *meets = emit_any (t, "meets", sort_bool (t->terms));
    return term_or2 (t->terms, same,
                     term_and2 (t->terms, meets, one_is_gone (t, x, y)));
}
