/* machine.c -- what is done otherwise for the C machine. */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cohort-llvm/compile/compile.h"
#include "cohort-llvm/library/library.h"
#include "vm/library/native.h"

/* Templates that the runtime library would have stay declared: what is used of
 * them has a text of its own (cohort-llvm/library/cxx.h). */
const char machine_templates[] = "/* nothing */\n";

bool
name_is_cxx (const char *file)
{
    static const char *const end[] = {".cc",  ".cpp", ".cxx",
                                      ".c++", ".C",   ".ii"};
    for (size_t i = 0; i < sizeof end / sizeof *end; i++)
        if (name_ends (file, end[i]))
            return true;
    return false;
}

bool
name_synchronises (const char *name)
{
    static const char *const begin[] = {"pthread_", "sem_",      "mtx_", "cnd_",
                                        "thrd_",    "call_once", "tss_"};
    bool found = false;
    for (size_t i = 0; i < sizeof begin / sizeof *begin && !found; i++)
        found = !strncmp (name, begin[i], strlen (begin[i]));
    uint32_t number = found ? vm_native_find (name) : VM_NOWHERE;
    return number != VM_NOWHERE
           && (vm_native_at (number)->flags & VM_NATIVE_VISIBLE
               || strstr (name, "specific") || !strncmp (name, "tss_", 4));
}

static bool
name_needs_machine (const char *name)
{
    static const char *const whole[] = {"pthread_create", "thrd_create",
                                        "__gxx_personality_v0"};
    static const char *const begin[] = {"__cohort_", "_ZNSt6thread15_M_start",
                                        "_Z"};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (!strcmp (name, whole[i]))
            return true;
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        if (!strncmp (name, begin[i], strlen (begin[i])))
            return true;
    return false;
}

bool
module_has_threads (LLVMModuleRef m)
{
    bool found = false;
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f && !found;
         f = LLVMGetNextFunction (f)) {
        size_t size;
        const char *name = LLVMGetValueName2 (f, &size);
        found = LLVMIsDeclaration (f) ? LLVMGetFirstUse (f)
                                            && (name_needs_machine (name)
                                                || name_synchronises (name))
                                      : name_needs_machine (name);
    }
    return found;
}

bool
module_is_plain (LLVMModuleRef m)
{
    LLVMValueRef mark = LLVMGetNamedGlobal (m, "cohort_is_plain");
    return mark && !LLVMIsDeclaration (mark);
}

/* Sanitizers are not for the machine; whether numbers may wrap is. */
bool
machine_has_flags (const struct unit_options *o)
{
    return o->checks & (CHECK_OVERFLOW | CHECK_DIVISION | CHECK_SHIFT)
           || o->vm_checks & VM_CHECK_OVERFLOW;
}

const char *
machine_source (const struct unit *u, const char *symbol)
{
    if (u->machine && vm_native_find (symbol) != VM_NOWHERE)
        return NULL;
    return library_source (symbol, u->machine);
}

/* Beside the binary, of a build or of an installation. */
char *
machine_include (void)
{
    static const char *const place[] = {"include", "../include",
                                        "../../include"};
    char self[PATH_MAX];
    ssize_t size = readlink ("/proc/self/exe", self, sizeof self - 1);
    char *end = size > 0 ? memrchr (self, '/', (size_t) size) : NULL;
    if (!end)
        return NULL;
    *end = 0;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        struct text directory;
        text_init (&directory);
        text_print (&directory, "%s/%s/cohort.h", self, place[i]);
        if (!access (text_view (&directory), R_OK)) {
            char *found = text_take (&directory);
            *strrchr (found, '/') = 0;
            return found;
        }
        text_clear (&directory);
    }
    return NULL;
}

void
machine_mark (const struct unit *u, LLVMModuleRef m)
{
    unsigned kind = LLVMGetMDKindIDInContext (u->context, COHORT_LIBRARY,
                                              sizeof COHORT_LIBRARY - 1);
    LLVMMetadataRef node = LLVMMDNodeInContext2 (u->context, NULL, 0);
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f && u->machine;
         f = LLVMGetNextFunction (f))
        if (!LLVMIsDeclaration (f))
            LLVMGlobalSetMetadata (f, kind, node);
    for (LLVMValueRef g = LLVMGetFirstGlobal (m); g && u->machine;
         g = LLVMGetNextGlobal (g))
        if (!LLVMIsDeclaration (g))
            LLVMGlobalSetMetadata (g, kind, node);
}
