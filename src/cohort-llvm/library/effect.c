/* effect.c -- functions that talk to the world outside.
 *
 * Output changes nothing that is checked.  Input gives arbitrary values, and
 * arbitrary contents to the objects that it is given. */
#include "cohort-llvm/library/internal.h"
#include "cohort-llvm/memory/internal.h"
#include "cohort-llvm/to_program/internal.h"

#include <string.h>

enum { NUMBER_LONGEST = 11, INT_BYTES = 4 };

static bool
checks_accesses (const translation *t)
{
    return t->unit->options.checks & CHECK_DEREF;
}

/* A literal ends; whether other strings do is not followed. */
static bool
is_literal (LLVMValueRef v)
{
    return LLVMIsAGlobalVariable (v) && LLVMIsGlobalConstant (v)
           && LLVMGetInitializer (v)
           && LLVMIsAConstantDataSequential (LLVMGetInitializer (v))
           && LLVMIsConstantString (LLVMGetInitializer (v));
}

/* A literal format with no conversions but %d %i %u %x %c %%: how many take an
 * argument, and how many bytes are printed at most, with the end. */
static bool
format_is_plain (LLVMValueRef v, unsigned *taken, size_t *bytes)
{
    size_t size;
    *taken = 0;
    if (!is_literal (v))
        return false;
    const char *text = LLVMGetAsString (LLVMGetInitializer (v), &size);
    *bytes = size;
    for (size_t i = 0; i < size && text[i]; i++) {
        if (text[i] != '%')
            continue;
        if (++i == size || !text[i] || !strchr ("diuxc%", text[i]))
            return false;
        *taken += text[i] != '%';
        *bytes += text[i] == '%' ? 0 : NUMBER_LONGEST;
    }
    return true;
}

/* "a string that puts reads" */
static void
cut_string (translation *t, const struct calling *c)
{
    struct text reason;
    text_init (&reason);
    text_print (&reason, "a string that %s reads", c->name);
    emit_cut (t, text_view (&reason));
    text_clear (&reason);
}

/* %n: a number is written; so may any format that is not seen. */
static bool
format_writes (LLVMValueRef v)
{
    size_t size;
    if (!is_literal (v))
        return true;
    const char *text = LLVMGetAsString (LLVMGetInitializer (v), &size);
    for (size_t i = 0; i < size && text[i]; i++) {
        if (text[i] != '%')
            continue;
        for (i++; i < size && text[i]
                  && strchr ("0123456789+-# .*'hlLqjzt", text[i]);)
            i++;
        if (i < size && text[i] == 'n')
            return true;
    }
    return false;
}

/* The format is argument `first`. */
static void
strings_from (translation *t, struct calling *c, unsigned first)
{
    unsigned taken;
    size_t bytes;
    assert (c->name && first < c->arguments);
    c->from_outside = true;
    if (format_is_plain (argument_at (c, first), &taken, &bytes))
        return;
    bool writes = format_writes (argument_at (c, first));
    for (unsigned i = first; i < c->arguments; i++) {
        if (!argument_is_pointer (c, i) || is_literal (argument_at (c, i)))
            continue;
        if (checks_accesses (t)) {
            cut_string (t, c);
            return;
        }
        if (writes && i > first)
            memory_havoc_object (t, argument_at (c, i), c->name);
    }
}

void
library_stream (translation *t, struct calling *c, unsigned i)
{
    assert (i < c->arguments);
    if (argument_is_pointer (c, i))
        memory_check (t, argument_at (c, i), bits_constant (t, t->width, 1),
                      false);
}

void
library_errno (translation *t, const char *function)
{
    LLVMValueRef error =
        LLVMGetNamedGlobal (t->unit->module, "__errno_location.error");
    if (error)
        memory_havoc_object (t, error, function);
}

static void
call_fprint (translation *t, struct calling *c)
{
    library_stream (t, c, 0);
    strings_from (t, c, 1);
}

static void
call_fprint_chk (translation *t, struct calling *c)
{
    library_stream (t, c, 0);
    strings_from (t, c, 2);
}

static void
call_print_0 (translation *t, struct calling *c)
{
    strings_from (t, c, 0);
}

static void
call_print_1 (translation *t, struct calling *c)
{
    strings_from (t, c, 1);
}

static void
call_flush (translation *t, struct calling *c)
{
    c->from_outside = true;
    if (argument_is_pointer (c, 0) && !LLVMIsNull (argument_at (c, 0)))
        library_stream (t, c, 0);
}

/* A buffer is the file's from now on. */
static void
call_buffer (translation *t, struct calling *c)
{
    c->from_outside = true;
    library_stream (t, c, 0);
    if (!argument_is_pointer (c, 1) || LLVMIsNull (argument_at (c, 1)))
        return;
    struct text reason;
    text_init (&reason);
    text_print (&reason, "what %s does with its buffer", c->name);
    emit_cut (t, text_view (&reason));
    text_clear (&reason);
}

/* As many bytes as argument i says, or arguments i and i + 1 multiplied. */
static void
check_bytes (translation *t, struct calling *c, unsigned pointer, unsigned i,
             bool product, bool write)
{
    if (!checks_accesses (t) || !argument_is_pointer (c, pointer))
        return;
    const term *bytes = argument_bits (t, c, i, t->width);
    if (product)
        bytes =
            bits_op (t, OP_BVMUL, bytes, argument_bits (t, c, i + 1, t->width));
    memory_check (t, argument_at (c, pointer), bytes, write);
}

static void
call_fwrite (translation *t, struct calling *c)
{
    c->from_outside = true;
    library_stream (t, c, 3);
    check_bytes (t, c, 0, 1, true, false);
}

static void
input_into (translation *t, struct calling *c, unsigned first, unsigned last)
{
    c->from_outside = true;
    for (unsigned i = first; i < c->arguments && i <= last; i++)
        if (argument_is_pointer (c, i))
            memory_havoc_object (t, argument_at (c, i), c->name);
}

static void
call_fread (translation *t, struct calling *c)
{
    library_stream (t, c, 3);
    check_bytes (t, c, 0, 1, true, true);
    input_into (t, c, 0, 0);
}

static void
scan_into (translation *t, struct calling *c, unsigned format)
{
    unsigned taken;
    size_t bytes;
    assert (format < c->arguments);
    LLVMValueRef f = argument_at (c, format);
    const char *queued_message =
        is_literal (f) && format_is_plain (f, &taken, &bytes)
                && taken == c->arguments - format - 1
            ? LLVMGetAsString (LLVMGetInitializer (f), &bytes)
            : NULL;
    for (unsigned i = format + 1; checks_accesses (t) && i < c->arguments; i++)
        if (!queued_message || !argument_is_pointer (c, i)) {
            emit_cut (t, "what scanf writes");
            break;
        } else {
            while (queued_message[0] != '%' || queued_message[1] == '%')
                queued_message += queued_message[0] == '%' ? 2 : 1;
            unsigned size = queued_message[1] == 'c' ? 1 : INT_BYTES;
            memory_check (t, argument_at (c, i),
                          bits_constant (t, t->width, size), true);
            queued_message += 2;
        }
    input_into (t, c, format + 1, UINT32_MAX);
}

static void
call_scanf (translation *t, struct calling *c)
{
    scan_into (t, c, 0);
}

static void
call_fscanf (translation *t, struct calling *c)
{
    library_stream (t, c, 0);
    scan_into (t, c, 1);
}

/* sscanf: whether the string that is read ends is not followed. */
static void
call_sscanf (translation *t, struct calling *c)
{
    if (checks_accesses (t) && !is_literal (argument_at (c, 0)))
        cut_string (t, c);
    scan_into (t, c, 1);
}

/* How many bytes are written at most; null: not known. */
static const term *
sprintf_bytes (translation *t, struct calling *c)
{
    unsigned taken;
    size_t bytes;
    bool bounded = !strcmp (c->name, "snprintf") && c->arguments >= 3;
    bool plain = !strcmp (c->name, "sprintf") && c->arguments >= 2;
    if ((!bounded && !plain) || !argument_is_pointer (c, 0)
        || !format_is_plain (argument_at (c, bounded ? 2 : 1), &taken, &bytes))
        return NULL;
    return bounded ? argument_bits (t, c, 1, t->width)
                   : bits_constant (t, t->width, bytes);
}

/* What is written is not followed, so it is anything. */
static void
call_sprintf (translation *t, struct calling *c)
{
    c->from_outside = true;
    struct text reason;
    text_init (&reason);
    text_print (&reason, "what %s writes", c->name);
    const term *bytes = checks_accesses (t) ? sprintf_bytes (t, c) : NULL;
    LLVMValueRef to = argument_at (c, 0);
    if (bytes)
        memory_cut_if (
            t,
            term_not (t->terms, memory_valid (t, value_of (t, to), to, bytes)),
            text_view (&reason));
    else if (checks_accesses (t))
        emit_cut (t, text_view (&reason));
    text_clear (&reason);
    if (argument_is_pointer (c, 0))
        memory_havoc_object (t, to, c->name);
}

const struct library_entry library_effects[] = {
    {"printf", call_print_0, 1},
    {"fprintf", call_fprint, 2},
    {"dprintf", call_print_1, 2},
    {"vprintf", call_print_0, 1},
    {"vfprintf", call_fprint, 2},
    {"__printf_chk", call_print_1, 2},
    {"__fprintf_chk", call_fprint_chk, 3},
    {"fwrite", call_fwrite, 4},
    {"fflush", call_flush, 1},
    {"setbuf", call_buffer, 2},
    {"setvbuf", call_buffer, 2},
    {"syslog", call_print_1, 2},
    {"sprintf", call_sprintf, 1},
    {"snprintf", call_sprintf, 1},
    {"vsprintf", call_sprintf, 1},
    {"vsnprintf", call_sprintf, 1},
    {"__sprintf_chk", call_sprintf, 1},
    {"__snprintf_chk", call_sprintf, 1},
    {"fread", call_fread, 4},
    {"scanf", call_scanf, 1},
    {"fscanf", call_fscanf, 2},
    {"sscanf", call_sscanf, 2},
    {NULL, NULL, 0},
};
