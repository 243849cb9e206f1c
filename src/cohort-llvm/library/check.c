/* check.c -- clang's own checks: calls of handlers that report. */
#include "cohort-llvm/library/library.h"
#include "cohort-llvm/to_program/internal.h"

#include <string.h>

struct handler {
    const char *name;
    enum check_bit check;
    const char *message;
};

static const struct handler handlers[] = {
    {"add_overflow", CHECK_OVERFLOW, "signed overflow in +"},
    {"sub_overflow", CHECK_OVERFLOW, "signed overflow in -"},
    {"mul_overflow", CHECK_OVERFLOW, "signed overflow in *"},
    {"negate_overflow", CHECK_OVERFLOW, "signed overflow in negation"},
    {"divrem_overflow", CHECK_DIVISION, "division by zero"},
    {"shift_out_of_bounds", CHECK_SHIFT, "shift too far or of a negative"},
    {"out_of_bounds", CHECK_DEREF, "index out of bounds"},
    {"pointer_overflow", CHECK_DEREF, "overflow of a pointer"},
    {"type_mismatch_v1", CHECK_DEREF, "null or misaligned pointer"},
    {"type_mismatch", CHECK_DEREF, "null or misaligned pointer"},
};

static const char in_division[] = "signed overflow in a division";

/* "NAME" or "NAME_abort". */
static bool
handler_is (const struct handler *h, const char *name)
{
    size_t size = strlen (h->name);
    return !strncmp (name, h->name, size)
           && (!name[size] || !strcmp (name + size, "_abort"));
}

/* Of a division clang has one handler for both faults; its last argument is the
 * divisor, if that has at most 64 bits.  Not 0: what is left is the overflow. */
static const term *
divisor_fits (translation *t, LLVMValueRef call)
{
    unsigned last = LLVMGetNumArgOperands (call) - 1;
    struct translated_value v = operand_value (t, call, last);
    if (v.leaves != 1 || v.leaf[0]->sort->kind != SORT_BV
        || !(t->unit->options.checks & CHECK_OVERFLOW))
        return term_false (t->terms);
    const term *zero = bits_constant (t, v.leaf[0]->sort->width, 0);
    return term_not (t->terms, bits_equal (t, v.leaf[0], zero));
}

bool
library_check (translation *t, LLVMValueRef call, const char *name)
{
    static const char prefix[] = "__ubsan_handle_";
    const term *never = term_false (t->terms);
    assert (name);
    if (strncmp (name, prefix, sizeof prefix - 1))
        return false;
    name += sizeof prefix - 1;
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        const struct handler *h = &handlers[i];
        if (!handler_is (h, name))
            continue;
        enum check_bit check = h->check;
        const char *message = h->message;
        /* INT_MIN / -1 is an overflow too, and so is 2 << 30; clang looks for
         * what was asked. */
        if (!(t->unit->options.checks & check)) {
            message = check == CHECK_SHIFT      ? "signed overflow in <<"
                      : check == CHECK_DIVISION ? in_division
                                                : message;
            check = CHECK_OVERFLOW;
        }
        /* A function of the library (abs) tells it in any case. */
        if (!(t->unit->options.checks & check))
            return true;
        if (check == CHECK_DIVISION) {
            emit_assert (t, divisor_fits (t, call), check, message);
            check = CHECK_OVERFLOW;
            message = in_division;
        }
        if (t->unit->options.checks & check)
            emit_assert (t, never, check, message);
        emit_assume (t, never);
        return true;
    }
    emit_cut (t, "a check that was not asked for");
    return true;
}
