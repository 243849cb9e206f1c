/* dump.c -- regions and accesses as text, for tests. */
#include "cohort-llvm/alias/internal.h"

#include <inttypes.h>

static void
region_dump (const struct region *r, struct text *t)
{
    static const char *const shape[] = {"scalar", "words", "bytes"};
    text_print (t, "region %" PRIu32 " %s %s%u", r->index, r->name,
                shape[r->shape], r->width * 8);
    if (r->placed)
        text_print (t, " at %" PRIu64, r->offset);
    if (r->size)
        text_print (t, " size %" PRIu64, r->size);
    if (r->shape == REGION_WORDS && r->stride != r->width)
        text_print (t, " stride %" PRIu64, r->stride);
    text_print (t, "%s%s%s%s\n", r->unique ? " unique" : "",
                r->has_pointers ? " pointers" : "",
                r->has_numbers ? " numbers" : "",
                r->constant ? " constant" : "");
}

static void
access_dump (const regions *r, LLVMValueRef v, struct text *t)
{
    LLVMTargetDataRef layout = r->graph->unit->layout;
    bool load = LLVMIsALoadInst (v) != NULL;
    if (!load && !LLVMIsAStoreInst (v))
        return;
    LLVMValueRef pointer = LLVMGetOperand (v, load ? 0 : 1);
    LLVMTypeRef type = LLVMTypeOf (load ? v : LLVMGetOperand (v, 0));
    uint64_t bytes = LLVMStoreSizeOfType (layout, type);
    const struct region *of = regions_access (r, pointer, bytes);
    text_print (t, "  %u: %s%s %" PRIu64 " of %s", LLVMGetDebugLocLine (v),
                load ? "load" : "store",
                !load && call_is_fresh (LLVMGetOperand (v, 0)) ? " fresh" : "",
                bytes, of ? of->name : "none");
    if (of)
        text_print (t, " (%" PRIu32 ")", of->index);
    text_char (t, '\n');
}

static void
call_dump (const regions *r, LLVMValueRef v, struct text *t)
{
    LLVMValueRef called[64];
    bool complete;
    if (!LLVMIsACallInst (v) || call_function (v))
        return;
    size_t n = regions_callees (r, v, called, 64, &complete);
    text_print (t, "  %u: call of", LLVMGetDebugLocLine (v));
    for (size_t i = 0; i < n && i < 64; i++)
        text_print (t, " %s", LLVMGetValueName2 (called[i], &(size_t) {0}));
    text_add (t, complete ? "\n" : " ..\n");
}

void
regions_dump (const regions *r, struct text *t)
{
    for (size_t i = 0; i < regions_count (r); i++)
        region_dump (regions_at (r, i), t);
    LLVMModuleRef m = r->graph->unit->module;
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
         f = LLVMGetNextFunction (f)) {
        if (LLVMIsDeclaration (f))
            continue;
        text_print (t, "%s\n", LLVMGetValueName2 (f, &(size_t) {0}));
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
             b = LLVMGetNextBasicBlock (b))
            for (LLVMValueRef v = LLVMGetFirstInstruction (b); v;
                 v = LLVMGetNextInstruction (v)) {
                access_dump (r, v, t);
                call_dump (r, v, t);
            }
    }
}
