/* harness_type.c -- which C type a nondeterministic function gives. */
#include <dlfcn.h>
#include <string.h>

#include "program/trail/inputs.h"

/* Names after __VERIFIER_nondet_; widths that fit (a second one if it depends
 * on the data model). */
static const struct {
    const char *name, *type;
    unsigned width, other;
} nondet[] = {
    {"bool", "_Bool", 1, 8},
    {"_Bool", "_Bool", 1, 8},
    {"char", "char", 8, 8},
    {"schar", "signed char", 8, 8},
    {"uchar", "unsigned char", 8, 8},
    {"unsigned_char", "unsigned char", 8, 8},
    {"short", "short", 16, 16},
    {"ushort", "unsigned short", 16, 16},
    {"int", "int", 32, 32},
    {"uint", "unsigned int", 32, 32},
    {"unsigned", "unsigned int", 32, 32},
    {"unsigned_int", "unsigned int", 32, 32},
    {"u8", "unsigned char", 8, 8},
    {"u16", "unsigned short", 16, 16},
    {"u32", "unsigned int", 32, 32},
    {"long", "long", 32, 64},
    {"ulong", "unsigned long", 32, 64},
    {"longlong", "long long", 64, 64},
    {"ulonglong", "unsigned long long", 64, 64},
    {"int128", "__int128", 128, 128},
    {"uint128", "unsigned __int128", 128, 128},
    {"size_t", "unsigned long", 32, 64},
    {"pthread_t", "unsigned long", 32, 64},
    {"sector_t", "unsigned long", 32, 64},
    {"loff_t", "long long", 64, 64},
    {"float", "float", 32, 32},
    {"double", "double", 64, 64},
    {"pointer", "void *", 32, 64},
    {"pchar", "char *", 32, 64},
    {"charp", "char *", 32, 64},
};

static const char verifier[] = "__VERIFIER_nondet_";

const char *
harness_nondet (size_t i, const char **type)
{
    if (i >= sizeof nondet / sizeof *nondet)
        return NULL;
    *type = nondet[i].type;
    return nondet[i].name;
}

static unsigned
sort_width (const sort *s)
{
    return s->kind == SORT_BOOL ? 1 : s->kind == SORT_BV ? s->width : 0;
}

static const char *
type_by_width (unsigned width)
{
    switch (width) {
    case 1:
        return "_Bool";
    case 8:
        return "int8_t";
    case 16:
        return "int16_t";
    case 32:
        return "int32_t";
    case 64:
        return "int64_t";
    case 128:
        return "__int128";
    default:
        return NULL;
    }
}

const char *
harness_type (const char *function, const sort *s)
{
    assert (function && s);
    bool known = !strncmp (function, verifier, sizeof verifier - 1);
    const char *name = function + (known ? sizeof verifier - 1 : 0);
    unsigned width = sort_width (s);
    for (size_t i = 0; known && i < sizeof nondet / sizeof *nondet; i++)
        if (!strcmp (nondet[i].name, name)
            && (width == nondet[i].width || width == nondet[i].other
                || s->kind == SORT_INT))
            return nondet[i].type;
    return type_by_width (width);
}

/* Functions of the C library that may give anything between known bounds, and
 * that nothing else there is built on. */
static const char *const harmless[] = {"rand", "random"};

static bool
library_has (const char *library, const char *function)
{
    void *handle = dlopen (library, RTLD_LAZY | RTLD_LOCAL);
    bool found = handle && dlsym (handle, function);
    if (handle)
        dlclose (handle);
    return found;
}

/* Whatever a mark says: it becomes C text, which may be executed. */
static bool
is_identifier (const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return *name && !(*name >= '0' && *name <= '9')
           && !name[strspn (name, letters)];
}

bool
harness_can_define (const char *function)
{
    assert (function);
    if (!is_identifier (function)
        || !strcmp (function, "__VERIFIER_nondet_memory"))
        return false;
    if (!strncmp (function, verifier, sizeof verifier - 1))
        return true;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (!strcmp (harmless[i], function))
            return true;
    return !harness_is_library (function);
}

bool
harness_is_library (const char *function)
{
    return library_has ("libc.so.6", function)
           || library_has ("libm.so.6", function)
           || library_has ("libgcc_s.so.1", function);
}

bool
harness_gives (const struct input *input)
{
    return input->function && harness_can_define (input->function)
           && harness_type (input->function, input->variable->sort);
}
