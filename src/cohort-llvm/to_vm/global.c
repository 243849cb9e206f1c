/* global.c -- global variables: bytes, and pointers among them. */
#include "cohort-llvm/to_vm/internal.h"

#include <ctype.h>
#include <string.h>

enum { IMAGE_DEPTH = 200, IMAGE_MOST = 1 << 28 };

struct global_image {
    lowering *lowering;
    uint8_t *byte;
    uint64_t size;
    const char *why; /* null: all is said */
};

/* Digits of wide constants, which only the printer gives. */
static bool
decimal_fill (const char *digits, uint8_t *byte, uint64_t bytes)
{
    for (; isdigit ((unsigned char) *digits); digits++) {
        unsigned carry = (unsigned) (*digits - '0');
        for (uint64_t i = 0; i < bytes; i++) {
            carry += byte[i] * 10u;
            byte[i] = (uint8_t) carry;
            carry >>= 8;
        }
    }
    return !*digits;
}

static bool
wide_integer (LLVMValueRef c, uint8_t *byte, uint64_t bytes)
{
    assert (bytes > 8);
    char *text = LLVMPrintValueToString (c);
    const char *digits = strchr (text, ' ');
    bool minus = digits && digits[1] == '-';
    bool good = digits && decimal_fill (digits + 1 + minus, byte, bytes);
    for (uint64_t i = 0, carry = 1; minus && i < bytes; i++) {
        carry += (uint8_t) ~byte[i];
        byte[i] = (uint8_t) carry;
        carry >>= 8;
    }
    LLVMDisposeMessage (text);
    return good;
}

/* "x86_fp80 0xK4000C8F5C28F5C28F800": highest digit first. */
static bool
wide_float (LLVMValueRef c, uint8_t *byte)
{
    char *text = LLVMPrintValueToString (c);
    const char *at = strstr (text, " 0xK");
    bool good = at && strlen (at + 4) == 20;
    for (unsigned i = 0; good && i < 20; i++) {
        char d = at[4 + i];
        unsigned n =
            (unsigned) (isdigit ((unsigned char) d) ? d - '0' : d - 'A' + 10);
        byte[9 - i / 2] |= (uint8_t) (n << (i % 2 ? 0 : 4));
    }
    LLVMDisposeMessage (text);
    return good;
}

static void
image_scalar (struct global_image *m, LLVMValueRef c, uint64_t offset)
{
    lowering *l = m->lowering;
    LLVMTypeRef type = LLVMTypeOf (c);
    uint64_t bytes = LLVMStoreSizeOfType (l->unit->layout, type);
    struct vm_value v;
    assert (offset + bytes <= m->size);
    if (LLVMIsAConstantInt (c) && LLVMGetIntTypeWidth (type) > 64) {
        if (!wide_integer (c, m->byte + offset, bytes))
            m->why = "has a wide constant";
        return;
    }
    if (LLVMGetTypeKind (type) == LLVMX86_FP80TypeKind) {
        if (!wide_float (c, m->byte + offset))
            m->why = "has a wide constant";
        return;
    }
    l->in_image = true;
    bool good = lower_scalar (l, c, 0, &v, &m->why);
    l->in_image = false;
    if (!good)
        return;
    if (bytes > 8 || v.unknown
        || (v.object && (bytes * 8 != l->pointer_bits || offset % bytes))) {
        m->why = "has an address at an odd place";
        return;
    }
    for (uint64_t i = 0; i < bytes; i++)
        m->byte[offset + i] = (uint8_t) (v.bits >> (8 * i));
    struct vm_relocation r = {(uint32_t) offset, v.object};
    if (v.object)
        VEC_PUSH (l->code->relocation, r);
}

static void
image_fill (struct global_image *m, LLVMValueRef c, uint64_t offset,
            unsigned depth)
{
    LLVMTypeRef type = LLVMTypeOf (c), element;
    LLVMTypeKind kind = LLVMGetTypeKind (type);
    LLVMTargetDataRef layout = m->lowering->unit->layout;
    /* Undefined bytes of a global are padding, which compilers make zero. */
    if (m->why || LLVMIsNull (c) || LLVMIsUndef (c))
        return;
    if (depth > IMAGE_DEPTH) {
        m->why = "is nested too deeply";
        return;
    }
    if (kind == LLVMArrayTypeKind && LLVMIsConstantString (c)) {
        size_t size;
        const char *text = LLVMGetAsString (c, &size);
        memcpy (m->byte + offset, text, size);
        return;
    }
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind
        && kind != LLVMVectorTypeKind) {
        image_scalar (m, c, offset);
        return;
    }
    for (unsigned i = 0;; i++) {
        LLVMValueRef e = LLVMGetAggregateElement (c, i);
        if (!e)
            break;
        element = LLVMTypeOf (e);
        uint64_t at = kind == LLVMStructTypeKind
                          ? LLVMOffsetOfElement (layout, type, i)
                          : i * LLVMABISizeOfType (layout, element);
        image_fill (m, e, offset + at, depth + 1);
    }
}

/* Without the zeros at its end. */
static struct bytes
image_bytes (const struct global_image *m)
{
    uint64_t size = m->size;
    while (size && !m->byte[size - 1])
        size--;
    return (struct bytes) {
        size ? arena_copy (&m->lowering->code->arena, m->byte, size) : NULL,
        size};
}

/* A type_info that the runtime library would have: its vtable, its name. */
static void
global_typeinfo (lowering *l, LLVMValueRef g, struct vm_global *to)
{
    assert (typeinfo_is_plain (lower_symbol (g)));
    static const char *const table[] = {
        "_ZTVN10__cxxabiv123__fundamental_type_infoE",
        "_ZTVN10__cxxabiv119__pointer_type_infoE"};
    const char *name = lower_symbol (g) + 4;
    const char *vtable = table[*name == 'P'];
    uint32_t pointer = l->pointer_bits / 8;
    LLVMValueRef v = LLVMGetNamedGlobal (l->unit->module, vtable);
    if (!v)
        v = LLVMAddGlobal (l->unit->module,
                           LLVMPointerTypeInContext (l->unit->context, 0),
                           vtable);
    LLVMValueRef text = LLVMConstStringInContext (
        l->unit->context, name, (unsigned) strlen (name), false);
    LLVMValueRef s = LLVMAddGlobal (l->unit->module, LLVMTypeOf (text), "_ZTS");
    LLVMSetInitializer (s, text);
    LLVMSetGlobalConstant (s, true);
    uint8_t *byte = arena_new (&l->code->arena, pointer);
    byte[0] = (uint8_t) (2 * pointer);
    to->size = 4 * pointer;
    to->initial = (struct bytes) {byte, pointer};
    to->constant = true;
    struct vm_relocation r[2] = {
        {0, vm_id_of (VM_GLOBAL, lower_global_number (l, v))},
        {pointer, vm_id_of (VM_GLOBAL, lower_global_number (l, s))}};
    VEC_PUSH (l->code->relocation, r[0]);
    VEC_PUSH (l->code->relocation, r[1]);
}

static void
global_declared (lowering *l, LLVMValueRef g, struct vm_global *to)
{
    const char *name = lower_symbol (g);
    to->hidden = true;
    if (!strncmp (name, "_ZTI", 4) && typeinfo_is_plain (name))
        global_typeinfo (l, g, to);
    else if (!strncmp (name, "_ZTI", 4))
        to->constant = true;
    else if (!strncmp (name, "_ZTV", 4)) {
        to->size = l->pointer_bits; /* 8 entries */
        to->constant = true;
    } else
        to->size = l->pointer_bits / 8;
}

static void
global_defined (lowering *l, LLVMValueRef g, struct vm_global *to)
{
    assert (!LLVMIsDeclaration (g));
    LLVMValueRef init = LLVMGetInitializer (g);
    struct global_image m = {
        .lowering = l, .size = lower_size (l, LLVMGlobalGetValueType (g))};
    to->constant = LLVMIsGlobalConstant (g) && !LLVMIsThreadLocal (g);
    to->variable = lower_global_variable (l, g);
    to->hidden = to->variable == VM_NOWHERE || lower_is_library (l, g);
    if (m.size > INT32_MAX || (m.size > IMAGE_MOST && !LLVMIsNull (init))) {
        l->refused = "is too large";
        return;
    }
    to->size = (uint32_t) m.size;
    if (LLVMIsNull (init))
        return;
    m.byte = NEW_ARRAY (uint8_t, m.size + 1);
    image_fill (&m, init, 0, 0);
    to->initial = image_bytes (&m);
    memory_free (m.byte);
    if (m.why)
        l->refused = arena_string (&l->arena, m.why);
}

void
lower_global_contents (lowering *l, uint32_t number)
{
    assert (number < l->variable.size);
    LLVMValueRef g = l->variable.at[number];
    struct vm_global to = l->code->global.at[number];
    to.variable = VM_NOWHERE;
    to.first_relocation = (uint32_t) l->code->relocation.size;
    if (LLVMIsDeclaration (g))
        global_declared (l, g, &to);
    else
        global_defined (l, g, &to);
    to.end_relocation = (uint32_t) l->code->relocation.size;
    l->code->global.at[number] = to;
    if (l->refused && !l->refused_global)
        l->refused_global = lower_symbol (g);
}
