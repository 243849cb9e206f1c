/* native_output.c -- printf and its kind.
 *
 * Nothing of it is seen by the program but the results, so unknown values may
 * be printed: the length is an unknown number then.  Strings are read, with all
 * checks.  Where the text goes back into memory (snprintf) all must be known.
 */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* What is being printed, and where the arguments come from. */
struct printing {
    struct vm_run *run;
    const struct vm_value *argument; /* null: from a va_list */
    uint32_t arguments, next;
    struct vm_value area; /* of the va_list: its next argument */
    struct text text;
    bool unknown; /* the text is not known as a whole */
};

/* ---- arguments */

/* One of `bits` bits; as A va_list has it: vm_code's lowering of va_start puts
 * each in a slot of 8 bytes; with 4-byte pointers in one or two of 4. */
static enum vm_effect
printing_next (struct printing *p, unsigned bits, struct vm_value *v)
{
    struct vm_run *r = p->run;
    if (p->argument) {
        if (p->next >= p->arguments)
            return vm_fail (r, VM_FAULT_BOUNDS,
                            "a format wants more arguments than there are");
        *v = p->argument[p->next++];
        return VM_DONE;
    }
    TRY (vm_load (r, p->area, bits, v));
    unsigned slot = r->code->pointer_bytes;
    p->area = native_at (r, p->area, bits > 8 * slot ? 2 * slot : slot);
    return VM_DONE;
}

/* A format's specification: %[flags][width][.precision][length]conversion */
struct specification {
    char flags[8];
    int width, precision; /* -1: none */
    unsigned bits;        /* of an integer; 80: of a long double */
    char conversion;
};

static unsigned
length_bits (const struct vm_run *r, const char **at)
{
    unsigned word = r->code->pointer_bytes * 8;
    if (!strncmp (*at, "hh", 2))
        return *at += 2, 8;
    if (!strncmp (*at, "ll", 2))
        return *at += 2, 64;
    switch (**at) {
    case 'h':
        return ++*at, 16;
    case 'l':
    case 'z':
    case 't':
        return ++*at, word;
    case 'j':
    case 'q':
        return ++*at, 64;
    case 'L':
        return ++*at, 80;
    }
    return 32;
}

/* A number, or * for an argument. */
static enum vm_effect
specification_number (struct printing *p, const char **at, int *number)
{
    *number = 0;
    if (**at == '*') {
        struct vm_value v;
        ++*at;
        TRY (printing_next (p, 32, &v));
        *number = (int) (uint32_t) v.bits;
        if (!vm_is_known (v) || *number < -4096 || *number > 4096)
            return vm_cut (p->run, "a format with such a width");
        return VM_DONE;
    }
    for (; **at >= '0' && **at <= '9'; ++*at)
        if (*number <= 4096)
            *number = 10 * *number + **at - '0';
    if (*number > 4096)
        return vm_cut (p->run, "a format with such a width");
    return VM_DONE;
}

static enum vm_effect
specification_read (struct printing *p, const char **at,
                    struct specification *s)
{
    size_t flags = 0;
    *s = (struct specification) {.width = -1, .precision = -1};
    for (; **at && strchr ("-+ #0", **at); ++*at)
        if (flags < sizeof s->flags - 1 && !strchr (s->flags, **at))
            s->flags[flags++] = **at;
    if (**at == '*' || (**at >= '0' && **at <= '9'))
        TRY (specification_number (p, at, &s->width));
    if (s->width < -1) {
        s->width = -s->width;
        if (flags < sizeof s->flags - 1)
            s->flags[flags++] = '-';
    }
    if (**at == '.') {
        ++*at;
        TRY (specification_number (p, at, &s->precision));
    }
    s->bits = length_bits (p->run, at);
    s->conversion = **at;
    *at += **at != 0;
    return VM_DONE;
}

/* ---- conversions */

/* "%-8.3" and the like, for the C library's own printf. */
static void
specification_text (const struct specification *s, const char *behind, char *to,
                    size_t room)
{
    int used = snprintf (to, room, "%%%s", s->flags);
    if (s->width >= 0)
        used += snprintf (to + used, room - (size_t) used, "%d", s->width);
    if (s->precision >= 0)
        used += snprintf (to + used, room - (size_t) used, ".%d", s->precision);
    snprintf (to + used, room - (size_t) used, "%s%c", behind, s->conversion);
}

static void
printing_add (struct printing *p, const char *format, ...)
{
    char made[8192];
    va_list list;
    va_start (list, format);
    int size = vsnprintf (made, sizeof made, format, list);
    va_end (list);
    assert (size >= 0 && (size_t) size < sizeof made);
    text_add_n (&p->text, made, (size_t) size);
}

static enum vm_effect
print_integer (struct printing *p, const struct specification *s)
{
    char format[40];
    struct vm_value v;
    bool is_signed = s->conversion == 'd' || s->conversion == 'i';
    TRY (printing_next (p, s->bits > 32 ? 64 : 32, &v));
    if (v.object)
        return vm_cut (p->run, "an address is printed");
    if (v.unknown & vm_mask (s->bits)) {
        p->unknown = true;
        return VM_DONE;
    }
    uint64_t bits = v.bits & vm_mask (s->bits);
    if (is_signed && s->bits < 64 && bits >> (s->bits - 1))
        bits |= ~vm_mask (s->bits);
    if (s->conversion == 'c') {
        struct specification plain = *s;
        specification_text (&plain, "", format, sizeof format);
        printing_add (p, format, (int) bits);
    } else {
        specification_text (s, "ll", format, sizeof format);
        printing_add (p, format, (unsigned long long) bits);
    }
    return VM_DONE;
}

static enum vm_effect
print_float (struct printing *p, const struct specification *s)
{
    char format[40];
    struct vm_value v;
    double value;
    if (s->bits == 80)
        return vm_cut (p->run, "a long double is printed");
    TRY (printing_next (p, 64, &v));
    if (v.unknown) {
        p->unknown = true;
        return VM_DONE;
    }
    memcpy (&value, &v.bits, sizeof value);
    specification_text (s, "", format, sizeof format);
    printing_add (p, format, value);
    return VM_DONE;
}

/* The bytes of a string, checked; at most `most`.  *unknown: they are not all
 * known. */
static enum vm_effect
string_read (struct vm_run *r, struct vm_value at, uint64_t most,
             struct text *to, bool *unknown)
{
    for (uint64_t i = 0; i < most; i++) {
        struct vm_value c;
        TRY (vm_load (r, native_at (r, at, i), 8, &c));
        if (!vm_is_known (c)) {
            enum vm_effect effect = VM_DONE;
            *unknown = true;
            if (!vm_decide (r, c, &effect) || effect != VM_DONE)
                return effect;
            continue;
        }
        if (!c.bits && !c.object)
            return VM_DONE;
        text_char (to, (char) c.bits);
    }
    return VM_DONE;
}

static enum vm_effect
print_string (struct printing *p, const struct specification *s)
{
    struct text string;
    struct vm_value v;
    TRY (printing_next (p, native_word (p->run), &v));
    text_init (&string);
    uint64_t most = s->precision < 0 ? UINT64_MAX : (uint64_t) s->precision;
    enum vm_effect effect = string_read (p->run, v, most, &string, &p->unknown);
    size_t size = string.size;
    size_t pad =
        s->width > 0 && (size_t) s->width > size ? (size_t) s->width - size : 0;
    bool left = strchr (s->flags, '-') != NULL;
    for (size_t i = 0; i < pad && !left; i++)
        text_char (&p->text, ' ');
    text_add_n (&p->text, text_view (&string), size);
    for (size_t i = 0; i < pad && left; i++)
        text_char (&p->text, ' ');
    text_clear (&string);
    return effect;
}

static enum vm_effect
print_one (struct printing *p, const struct specification *s)
{
    switch (s->conversion) {
    case '%':
        text_char (&p->text, '%');
        return VM_DONE;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        return print_integer (p, s);
    case 'c':
        return s->bits == 32 ? print_integer (p, s)
                             : vm_cut (p->run, "a wide character is printed");
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return print_float (p, s);
    case 's':
        return s->bits == 32 ? print_string (p, s)
                             : vm_cut (p->run, "a wide string is printed");
    case 'p':
        return vm_cut (p->run, "an address is printed");
    default:
        return vm_cut (p->run, "a format with %%%c",
                       s->conversion ? s->conversion : ' ');
    }
}

static enum vm_effect
printing_run (struct printing *p, struct vm_value format)
{
    struct text f;
    bool unknown = false;
    text_init (&f);
    enum vm_effect effect =
        string_read (p->run, format, UINT64_MAX, &f, &unknown);
    if (effect == VM_DONE && unknown)
        effect = vm_cut (p->run, "an unknown format");
    const char *at = text_view (&f);
    while (effect == VM_DONE && *at) {
        struct specification s;
        if (*at != '%') {
            text_char (&p->text, *at++);
            continue;
        }
        at++;
        effect = specification_read (p, &at, &s);
        if (effect == VM_DONE)
            effect = print_one (p, &s);
    }
    text_clear (&f);
    return effect;
}

/* ---- where it goes */

static void
output_add (struct vm_run *r, const char *data, size_t size)
{
    if (r->output)
        text_add_n (r->output, data, size);
}

static enum vm_effect
printing_out (struct printing *p, struct vm_value *result)
{
    if (p->unknown)
        *result = vm_unknown (31);
    else
        *result = vm_number (p->text.size);
    output_add (p->run, text_view (&p->text), p->text.size);
    return VM_DONE;
}

/* `most`: bytes with the final 0; UINT64_MAX: however many. */
static enum vm_effect
printing_store (struct printing *p, struct vm_value to, uint64_t most,
                struct vm_value *result)
{
    struct vm_run *r = p->run;
    if (p->unknown)
        return vm_cut (r, "unknown values are printed into memory");
    *result = vm_number (p->text.size);
    if (!most)
        return VM_DONE;
    uint64_t size = p->text.size < most ? p->text.size : most - 1;
    for (uint64_t i = 0; i <= size; i++) {
        uint8_t byte = i < size ? (uint8_t) p->text.data[i] : 0;
        TRY (vm_store (r, native_at (r, to, i), 8, vm_number (byte)));
    }
    return VM_DONE;
}

/* What a va_list points to: see VM_CODE's lowering of va_start. */
static enum vm_effect
list_area (struct vm_run *r, struct vm_value list, struct vm_value *area)
{
    if (r->code->pointer_bytes == 4) {
        *area = list;
        return VM_DONE;
    }
    return vm_load (r, native_at (r, list, 8), 64, area);
}

/* Where the pieces of a call stand among its arguments. */
struct native_output_shape {
    uint32_t format;
    int to, size; /* -1: none */
    bool list;    /* what follows the format is a va_list */
};

static enum vm_effect
print_shaped (struct vm_run *r, const struct vm_value *argument,
              uint32_t arguments, struct native_output_shape shape,
              struct vm_value *result)
{
    struct printing p = {.run = r};
    uint64_t most = UINT64_MAX;
    assert (arguments > shape.format + shape.list);
    if (shape.size >= 0) {
        struct vm_value size = argument[shape.size];
        TRY (native_known (r, &size, native_word (r), "the size of a buffer"));
        most = size.bits;
    }
    if (shape.list) {
        TRY (list_area (r, argument[shape.format + 1], &p.area));
    } else {
        p.argument = argument + shape.format + 1;
        p.arguments = arguments - shape.format - 1;
    }
    text_init (&p.text);
    enum vm_effect effect = printing_run (&p, argument[shape.format]);
    if (effect == VM_DONE)
        effect = shape.to < 0
                     ? printing_out (&p, result)
                     : printing_store (&p, argument[shape.to], most, result);
    text_clear (&p.text);
    return effect;
}

#define PRINTS(name, ...)                                                \
    NATIVE (name)                                                        \
    {                                                                    \
        return print_shaped (r, argument, arguments,                     \
                             (struct native_output_shape) {__VA_ARGS__}, \
                             result);                                    \
    }
PRINTS (native_printf, 0, -1, -1, false)
PRINTS (native_fprintf, 1, -1, -1, false)
PRINTS (native_sprintf, 1, 0, -1, false)
PRINTS (native_snprintf, 2, 0, 1, false)
PRINTS (native_vprintf, 0, -1, -1, true)
PRINTS (native_vfprintf, 1, -1, -1, true)
PRINTS (native_vsprintf, 1, 0, -1, true)
PRINTS (native_vsnprintf, 2, 0, 1, true)
/* __printf_chk (flag, format, ..) and so on */
PRINTS (native_printf_chk, 1, -1, -1, false)
PRINTS (native_fprintf_chk, 2, -1, -1, false)
PRINTS (native_sprintf_chk, 3, 0, -1, false)
PRINTS (native_snprintf_chk, 4, 0, 1, false)

/* ---- strings and characters */

static enum vm_effect
put_string (struct vm_run *r, struct vm_value string, const char *behind,
            struct vm_value *result)
{
    struct text text;
    bool unknown = false;
    text_init (&text);
    enum vm_effect effect =
        string_read (r, string, UINT64_MAX, &text, &unknown);
    text_add (&text, behind);
    if (effect == VM_DONE)
        output_add (r, text_view (&text), text.size);
    *result = native_int (1);
    text_clear (&text);
    return effect;
}

NATIVE (native_puts)
{
    (void) arguments;
    return put_string (r, argument[0], "\n", result);
}

NATIVE (native_fputs)
{
    (void) arguments;
    return put_string (r, argument[0], "", result);
}

NATIVE (native_putchar)
{
    char c = (char) argument[0].bits;
    (void) arguments;
    output_add (r, &c, 1);
    *result = argument[0];
    result->bits &= 0xff, result->unknown &= 0xff;
    return VM_DONE;
}

/* fwrite (from, size, count, file) */
NATIVE (native_fwrite)
{
    struct vm_value size = argument[1], count = argument[2];
    assert (arguments >= 4);
    (void) arguments;
    TRY (native_known (r, &size, native_word (r), "the size of an output"));
    TRY (native_known (r, &count, native_word (r), "the size of an output"));
    *result = count;
    for (uint64_t i = 0; i < size.bits * count.bits; i++) {
        struct vm_value c;
        TRY (vm_load (r, native_at (r, argument[0], i), 8, &c));
        char byte = (char) c.bits;
        output_add (r, &byte, 1);
    }
    return VM_DONE;
}

NATIVE (native_nothing)
{
    UNUSED_NATIVE;
    *result = native_int (0);
    return VM_DONE;
}
