/* missing.c -- what a program lacks, and what its files may hold. */
#include <string.h>

#include "base/text.h"
#include "cohort-llvm/compile/compile.h"
#include "cohort-llvm/library/library.h"

bool
name_ends (const char *name, const char *end)
{
    size_t size = strlen (name), tail = strlen (end);
    return size > tail && !strcmp (name + size - tail, end);
}

size_t
module_unknown (LLVMModuleRef m)
{
    size_t count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
         f = LLVMGetNextFunction (f)) {
        size_t size;
        const char *name = LLVMGetValueName2 (f, &size);
        count += LLVMIsDeclaration (f) && LLVMGetFirstUse (f)
                 && strncmp (name, "llvm.", 5) && !library_knows (name)
                 && !library_source (name, false);
    }
    return count;
}

bool
file_has_inline (const char *file)
{
    size_t size;
    char *text = text_file (file, &size);
    bool found = text
                 && (memmem (text, size, "inline", 6)
                     || memmem (text, size, "#include \"", 10));
    memory_free (text);
    return found;
}
