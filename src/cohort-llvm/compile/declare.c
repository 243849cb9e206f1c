/* declare.c -- functions of the library, and inputs, that a file calls without
 * declaring them.
 *
 * Old programs do that, and compilers, which know these functions, take them as
 * the library has them.  Our clang is told to know none, so a pointer would
 * come back as an int, cut to 32 bits. */
#include <string.h>

#include "cohort-llvm/compile/compile.h"
#include "program/trail/inputs.h"

#define SIZE "__SIZE_TYPE__"

/* Those whose result is no int, or whose parameters are not promoted. */
static const struct {
    const char *name, *before, *after;
} known[] = {
    {"malloc", "void *", "(" SIZE ")"},
    {"calloc", "void *", "(" SIZE ", " SIZE ")"},
    {"realloc", "void *", "(void *, " SIZE ")"},
    {"aligned_alloc", "void *", "(" SIZE ", " SIZE ")"},
    {"memcpy", "void *", "(void *, const void *, " SIZE ")"},
    {"memmove", "void *", "(void *, const void *, " SIZE ")"},
    {"memset", "void *", "(void *, int, " SIZE ")"},
    {"memchr", "void *", "(const void *, int, " SIZE ")"},
    {"memcmp", "int ", "(const void *, const void *, " SIZE ")"},
    {"strlen", SIZE " ", "(const char *)"},
    {"strcpy", "char *", "(char *, const char *)"},
    {"strncpy", "char *", "(char *, const char *, " SIZE ")"},
    {"strcat", "char *", "(char *, const char *)"},
    {"strncat", "char *", "(char *, const char *, " SIZE ")"},
    {"strncmp", "int ", "(const char *, const char *, " SIZE ")"},
    {"strchr", "char *", "(const char *, int)"},
    {"strrchr", "char *", "(const char *, int)"},
    {"strstr", "char *", "(const char *, const char *)"},
    {"strpbrk", "char *", "(const char *, const char *)"},
    {"strspn", SIZE " ", "(const char *, const char *)"},
    {"strcspn", SIZE " ", "(const char *, const char *)"},
    {"strdup", "char *", "(const char *)"},
    {"strndup", "char *", "(const char *, " SIZE ")"},
    {"labs", "long ", "(long)"},
    {"llabs", "long long ", "(long long)"},
    {"fabs", "double ", "(double)"},
    {"fabsf", "float ", "(float)"},
    {"sqrt", "double ", "(double)"},
    {"sqrtf", "float ", "(float)"},
    {"floor", "double ", "(double)"},
    {"ceil", "double ", "(double)"},
    {"trunc", "double ", "(double)"},
    {"round", "double ", "(double)"},
    {"fmod", "double ", "(double, double)"},
    {"fmin", "double ", "(double, double)"},
    {"fmax", "double ", "(double, double)"},
    {"pow", "double ", "(double, double)"},
    {"exp", "double ", "(double)"},
    {"log", "double ", "(double)"},
    {"sin", "double ", "(double)"},
    {"cos", "double ", "(double)"},
    {"tan", "double ", "(double)"},
};

/* As clang declares what is called and not declared: int f (). */
static bool
is_implicit (LLVMValueRef f)
{
    if (!f || !LLVMIsDeclaration (f) || !LLVMGetFirstUse (f))
        return false;
    LLVMTypeRef t = LLVMGlobalGetValueType (f);
    LLVMTypeRef result = LLVMGetReturnType (t);
    return LLVMIsFunctionVarArg (t) && !LLVMCountParamTypes (t)
           && LLVMGetTypeKind (result) == LLVMIntegerTypeKind
           && LLVMGetIntTypeWidth (result) == 32;
}

/* Inputs have the types that their names say. */
static bool
declare_inputs (LLVMModuleRef m, struct text *to)
{
    bool found = false;
    const char *name, *type;
    struct text function;
    text_init (&function);
    for (size_t i = 0; (name = harness_nondet (i, &type)); i++) {
        text_reset (&function);
        text_print (&function, "__VERIFIER_nondet_%s", name);
        if (!strcmp (type, "int")
            || !is_implicit (LLVMGetNamedFunction (m, text_view (&function))))
            continue;
        text_print (to, "%s %s (void);\n", type, text_view (&function));
        found = true;
    }
    text_clear (&function);
    return found;
}

bool
module_declare (LLVMModuleRef m, struct text *to)
{
    bool found = declare_inputs (m, to);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!is_implicit (LLVMGetNamedFunction (m, known[i].name)))
            continue;
        text_print (to, "%s%s %s;\n", known[i].before, known[i].name,
                    known[i].after);
        found = true;
    }
    return found;
}
