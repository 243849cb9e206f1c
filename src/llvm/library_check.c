/* library_check.c -- clang's own checks: calls of handlers that report. */
#include "llvm/library.h"

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
    {"divrem_overflow", CHECK_DIVISION, "division by zero or overflow"},
    {"shift_out_of_bounds", CHECK_SHIFT, "shift too far or of a negative"},
    {"out_of_bounds", CHECK_DEREF, "index out of bounds"},
    {"pointer_overflow", CHECK_DEREF, "overflow of a pointer"},
    {"type_mismatch_v1", CHECK_DEREF, "null or misaligned pointer"},
    {"type_mismatch", CHECK_DEREF, "null or misaligned pointer"},
};

/* "NAME" or "NAME_abort". */
static bool
handler_is (const struct handler *h, const char *name)
{
    size_t size = strlen (h->name);
    return !strncmp (name, h->name, size)
           && (!name[size] || !strcmp (name + size, "_abort"));
}

bool
library_check (translation *t, const char *name)
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
            message = check == CHECK_SHIFT ? "signed overflow in <<" : message;
            check = CHECK_OVERFLOW;
        }
        /* A function of the library (abs) tells it in any case. */
        if (!(t->unit->options.checks & check))
            return true;
        emit_assert (t, never, check, message);
        emit_assume (t, never);
        return true;
    }
    emit_cut (t, "a check that was not asked for");
    return true;
}
