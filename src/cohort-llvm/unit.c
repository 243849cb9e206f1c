/* unit.c -- see unit.h. */
#include "cohort-llvm/unit.h"

#include <string.h>
#include <unistd.h>

const char *
check_name (enum check_bit bit)
{
    switch (bit) {
    case CHECK_UNREACH:
        return "unreach-call";
    case CHECK_OVERFLOW:
        return "no-overflow";
    case CHECK_DIVISION:
        return "division";
    case CHECK_SHIFT:
        return "shift";
    case CHECK_DEREF:
        return "valid-deref";
    case CHECK_FREE:
        return "valid-free";
    case CHECK_TRACK:
        return "valid-memtrack";
    case CHECK_CLEANUP:
        return "valid-memcleanup";
    }
    assert (!"a check");
    return "";
}

const char *
check_assumption (enum check_bit bit)
{
    switch (bit) {
    case CHECK_DIVISION:
        return "no division by zero";
    case CHECK_DEREF:
    case CHECK_FREE:
        return "memory safe";
    default:
        return NULL;
    }
}

bool
function_returns_pointer (LLVMValueRef function)
{
    LLVMTypeRef result = LLVMGetReturnType (LLVMGlobalGetValueType (function));
    return LLVMGetTypeKind (result) == LLVMPointerTypeKind;
}

void
unit_clear (struct unit *u)
{
    if (u->module)
        LLVMDisposeModule (u->module);
    if (u->context)
        LLVMContextDispose (u->context);
    VEC_CLEAR (u->options.file);
    VEC_CLEAR (u->options.flag);
    arena_clear (&u->arena);
    *u = (struct unit) {0};
}

/* Names that were given relative to where we are stay so. */
static bool
is_here (const char *directory, unsigned size)
{
    char here[4096];
    if (!size || (size == 1 && *directory == '.'))
        return true;
    return getcwd (here, sizeof here) && strlen (here) == size
           && !memcmp (here, directory, size);
}

void
unit_file (LLVMValueRef v, struct text *name)
{
    unsigned size = 0, directory_size = 0;
    const char *file = LLVMGetDebugLocFilename (v, &size);
    const char *directory = LLVMGetDebugLocDirectory (v, &directory_size);
    if (!file || !size)
        return;
    if (*file != '/' && directory && !is_here (directory, directory_size)) {
        text_add_n (name, directory, directory_size);
        text_char (name, '/');
    }
    text_add_n (name, file, size);
}

struct place
unit_place (struct program *p, LLVMValueRef instruction)
{
    struct place place = {.line = LLVMGetDebugLocLine (instruction),
                          .column = LLVMGetDebugLocColumn (instruction)};
    struct text name;
    text_init (&name);
    unit_file (instruction, &name);
    if (!name.size || !place.line) {
        text_clear (&name);
        return (struct place) {0};
    }
    place.file = arena_string (&p->arena, text_view (&name));
    text_clear (&name);
    return place;
}

bool
call_has (LLVMValueRef call, LLVMAttributeIndex index, const char *attribute)
{
    unsigned kind =
        LLVMGetEnumAttributeKindForName (attribute, strlen (attribute));
    LLVMValueRef f = LLVMGetCalledValue (call);
    return LLVMGetCallSiteEnumAttribute (call, index, kind)
           || (LLVMIsAFunction (f)
               && LLVMGetEnumAttributeAtIndex (f, index, kind));
}
