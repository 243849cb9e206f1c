/* number.c -- numbers that become pointers.
 *
 * A number that was computed from the address of an object (a tag set and
 * cleared, two addresses mixed by xor) and lies in that object leads there: no
 * other lies in the same place as long as it is there.  Addresses of objects are
 * aligned as the platform has it.  Any other number may be an address of
 * whatever there is, but for those of the first page, where nothing is. */
#include "cohort-llvm/memory/internal.h"
#include "cohort-llvm/to_program/internal.h"

enum { SOURCES_MOST = 8, WAYS_MOST = 64, NULL_PAGE = 4096 };

struct sources {
    LLVMValueRef pointer[SOURCES_MOST];
    unsigned size, ways;
};

/* Pointers whose addresses the number is computed from, here. */
static void
sources_find (struct sources *s, LLVMValueRef v)
{
    if (++s->ways > WAYS_MOST || s->size == SOURCES_MOST)
        return;
    if (LLVMIsAPtrToIntInst (v)) {
        s->pointer[s->size++] = LLVMGetOperand (v, 0);
        return;
    }
    if (!LLVMIsABinaryOperator (v) && !LLVMIsACastInst (v))
        return;
    for (int i = 0; i < LLVMGetNumOperands (v); i++)
        sources_find (s, LLVMGetOperand (v, (unsigned) i));
}

static const term *
object_bytes (translation *t, const term *object)
{
    const struct object *o = object_known (t, object);
    if (o && o->sized)
        return memory_bits (t, t->width, o->size);
    return t->memory->size ? memory_select (t, t->memory->size, object) : NULL;
}

/* Null: it cannot be known. */
static const term *
object_is_there (translation *t, const term *object)
{
    const struct object *o = object_known (t, object);
    if (o && o->permanent)
        return term_true (t->terms);
    return t->memory->live ? memory_select (t, t->memory->live, object) : NULL;
}

/* address & (alignment - 1) = 0 */
static const term *
is_aligned (translation *t, const term *address, unsigned alignment)
{
    const term *low = memory_op (t, OP_BVAND, address,
                                 memory_bits (t, t->width, alignment - 1));
    return term_eq (t->terms, low, memory_bits (t, t->width, 0));
}

static void
assume_aligned (translation *t, const term *object, const term *address)
{
    const struct object *o = object_known (t, object);
    terms *s = t->terms;
    if (o && o->value
        && (LLVMIsAGlobalVariable (o->value) || LLVMIsAAllocaInst (o->value))
        && LLVMGetAlignment (o->value) > 1)
        emit_assume (t, is_aligned (t, address, LLVMGetAlignment (o->value)));
    else if (!o && t->memory->heap)
        emit_assume (
            t, term_implies (s, memory_select (t, t->memory->heap, object),
                             is_aligned (t, address, t->width / 4)));
}

/* The pointer leads to the object of `source` if the number lies in it. */
static struct translated_value
pointer_within (translation *t, struct translated_value pointer,
                const term *flat, LLVMValueRef source)
{
    terms *s = t->terms;
    const term *object = pointer_object (value_of (t, source));
    const term *bytes = object_bytes (t, object);
    const term *there = object_is_there (t, object);
    if (bits_are (object, 0) || !bytes || !there)
        return pointer;
    const term *address =
        pointer_flat (t, value_pair (t, object, offset_constant (t, 0)));
    assume_aligned (t, object, address);
    const term *offset =
        term_settle (t, memory_op (t, OP_BVSUB, flat, address));
    const term *in = term_settle (
        t, term_and2 (s, there, memory_op (t, OP_BVULT, offset, bytes)));
    return value_pair (t, term_ite (s, in, object, pointer_object (pointer)),
                       term_ite (s, in, offset, pointer_offset (pointer)));
}

/* A difference of pointers does not tell where they are. */
static bool
is_subtracted (LLVMValueRef number)
{
    for (LLVMUseRef u = LLVMGetFirstUse (number); u; u = LLVMGetNextUse (u)) {
        LLVMValueRef i = LLVMGetUser (u);
        if (!LLVMIsABinaryOperator (i)
            || LLVMGetInstructionOpcode (i) != LLVMSub)
            return false;
    }
    return true;
}

void
memory_expose (translation *t, LLVMValueRef number)
{
    const term *object =
        pointer_object (value_of (t, LLVMGetOperand (number, 0)));
    const struct object *o = object_known (t, object);
    LLVMValueRef local = o && o->value ? LLVMIsAAllocaInst (o->value) : NULL;
    if (!local || is_subtracted (number))
        return;
    LLVMValueRef f = LLVMGetBasicBlockParent (LLVMGetInstructionParent (local));
    if (LLVMGetFirstUse (f))
        mark_assumes (t->program, "a local has one address in all calls");
}

struct translated_value
memory_pointer (translation *t, LLVMValueRef number, const term *flat)
{
    struct translated_value p = pointer_from_flat (t, flat);
    if (flat->op == OP_BITS || pointer_offset (p)->op != OP_BVSUB)
        return p;
    terms *s = t->terms;
    flat = term_settle (t, flat);
    p = pointer_from_flat (t, flat);
    const term *low =
        memory_op (t, OP_BVULT, flat, memory_bits (t, t->width, NULL_PAGE));
    p = value_pair (
        t, term_ite (s, low, object_constant (t, 0), pointer_object (p)),
        term_ite (s, low, flat, pointer_offset (p)));
    struct sources all = {0};
    sources_find (&all, number);
    for (unsigned i = 0; i < all.size; i++)
        p = pointer_within (t, p, flat, all.pointer[i]);
    return p;
}
