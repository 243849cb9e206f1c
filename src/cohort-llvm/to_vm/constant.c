/* constant.c -- constants: one pool for the program, each value once. */
#include "cohort-llvm/to_vm/internal.h"

#include <string.h>

enum { CONSTANT_DEPTH = 200 };

uint32_t
lower_constant (lowering *l, struct vm_value v)
{
    uint64_t raw[3] = {v.bits, v.unknown, v.object};
    struct digest key =
        digest_of ((struct bytes) {(const uint8_t *) raw, sizeof raw});
    uint64_t *known = map_get (&l->constant, key);
    if (known)
        return VM_CONSTANT | (uint32_t) *known;
    uint32_t number = (uint32_t) l->code->constant.size;
    assert (number < VM_CONSTANT);
    VEC_PUSH (l->code->constant, v);
    map_put (&l->constant, key, number);
    return VM_CONSTANT | number;
}

uint32_t
lower_integer (lowering *l, uint64_t n)
{
    return lower_constant (l, vm_number (n));
}

static bool
refuse (lowering *l, const char **why, const char *what, const char *name)
{
    struct text t;
    text_init (&t);
    text_print (&t, what, name);
    *why = arena_string (&l->arena, text_view (&t));
    text_clear (&t);
    return false;
}

/* ---- objects */

bool
typeinfo_is_plain (const char *name)
{
    assert (!strncmp (name, "_ZTI", 4));
    name += 4;
    while (*name == 'P' || *name == 'K')
        name++;
    return name[0] >= 'a' && name[0] <= 'z' && !name[1];
}

/* Or is nothing but its address needed?  `named`: by another type_info, as that
 * of a base. */
static bool
global_is_modelled (LLVMValueRef g, bool named)
{
    static const char *const known[] = {"stdin", "stdout", "stderr"};
    const char *name = lower_symbol (g);
    if (!LLVMIsDeclaration (g))
        return true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp (name, known[i]))
            return true;
    if (!strncmp (name, "_ZTVN10__cxxabiv1", 17))
        return true;
    return !strncmp (name, "_ZTI", 4) && (named || typeinfo_is_plain (name));
}

static bool
scalar_global (lowering *l, LLVMValueRef v, struct vm_value *to,
               const char **why)
{
    bool weak = LLVMGetLinkage (v) == LLVMExternalWeakLinkage;
    if (LLVMIsAFunction (v)) {
        const char *name = lower_symbol (v);
        if (weak && lower_native (name, UINT32_MAX) == VM_NOWHERE) {
            *to = vm_number (0);
            return true;
        }
        *to = vm_pointer (vm_id_of (VM_FUNCTION, lower_function_number (l, v)),
                          0);
        return true;
    }
    if (LLVMIsThreadLocal (v))
        return refuse (l, why,
                       "takes the address of %s, which is "
                       "thread-local, in a constant",
                       lower_symbol (v));
    if (weak && LLVMIsDeclaration (v)) {
        *to = vm_number (0);
        return true;
    }
    if (!global_is_modelled (v, l->in_image))
        return refuse (l, why, "uses %s, which is not modelled",
                       lower_symbol (v));
    *to = vm_pointer (vm_id_of (VM_GLOBAL, lower_global_number (l, v)), 0);
    return true;
}

/* A label is a number: which block of its function. */
static struct vm_value
block_number (LLVMValueRef v)
{
    assert (LLVMIsABlockAddress (v));
    LLVMBasicBlockRef block = LLVMGetBlockAddressBasicBlock (v);
    uint64_t n = 1;
    for (LLVMBasicBlockRef b =
             LLVMGetFirstBasicBlock (LLVMGetBlockAddressFunction (v));
         b && b != block; b = LLVMGetNextBasicBlock (b))
        n++;
    return vm_number (n);
}

/* ---- expressions */

static bool
expression_gep (lowering *l, LLVMValueRef v, unsigned depth,
                struct vm_value *to, const char **why)
{
    assert (LLVMGetConstOpcode (v) == LLVMGetElementPtr);
    LLVMTypeRef type = LLVMGetGEPSourceElementType (v);
    int operands = LLVMGetNumOperands (v);
    if (!lower_scalar (l, LLVMGetOperand (v, 0), depth, to, why))
        return false;
    for (int i = 1; i < operands; i++) {
        struct vm_value index;
        LLVMValueRef o = LLVMGetOperand (v, (unsigned) i);
        if (i > 1 && LLVMGetTypeKind (type) == LLVMStructTypeKind) {
            unsigned field = (unsigned) LLVMConstIntGetZExtValue (o);
            to->bits += LLVMOffsetOfElement (l->unit->layout, type, field);
            type = LLVMStructGetTypeAtIndex (type, field);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType (type);
        if (!lower_scalar (l, o, depth, &index, why))
            return false;
        if (index.object || index.unknown)
            return refuse (l, why, "%s", "computes with addresses");
        unsigned width = LLVMGetIntTypeWidth (LLVMTypeOf (o));
        uint64_t n = index.bits;
        if (width < 64 && n >> (width - 1) & 1)
            n |= ~vm_mask (width);
        to->bits += n * lower_size (l, type);
    }
    to->bits &= vm_mask (l->pointer_bits);
    return true;
}

static bool
expression_sum (lowering *l, LLVMOpcode op, struct vm_value a,
                struct vm_value b, struct vm_value *to, const char **why)
{
    bool minus = op == LLVMSub;
    if (a.unknown || b.unknown)
        return refuse (l, why, "%s", "computes with undefined constants");
    if (minus && a.object == b.object)
        *to = vm_number (a.bits - b.bits);
    else if (!b.object)
        *to = vm_pointer (a.object, minus ? a.bits - b.bits : a.bits + b.bits);
    else if (!minus && !a.object)
        *to = vm_pointer (b.object, a.bits + b.bits);
    else
        return refuse (l, why, "%s", "computes with addresses");
    return true;
}

static bool
expression_two (lowering *l, LLVMValueRef v, unsigned depth,
                struct vm_value *to, const char **why)
{
    struct vm_value a, b;
    LLVMOpcode op = LLVMGetConstOpcode (v);
    if (!lower_scalar (l, LLVMGetOperand (v, 0), depth, &a, why)
        || !lower_scalar (l, LLVMGetOperand (v, 1), depth, &b, why))
        return false;
    if (op == LLVMAdd || op == LLVMSub)
        return expression_sum (l, op, a, b, to, why);
    if (a.object || b.object || a.unknown || b.unknown)
        return refuse (l, why, "%s", "computes with addresses");
    *to = vm_number (op == LLVMMul ? a.bits * b.bits : a.bits ^ b.bits);
    return true;
}

static bool
expression_cast (lowering *l, LLVMValueRef v, unsigned depth, unsigned width,
                 struct vm_value *to, const char **why)
{
    if (!lower_scalar (l, LLVMGetOperand (v, 0), depth, to, why))
        return false;
    return !to->object || width == l->pointer_bits
           || refuse (l, why, "%s", "uses part of an address");
}

static bool
scalar_expression (lowering *l, LLVMValueRef v, unsigned depth,
                   struct vm_value *to, const char **why)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (v));
    bool good;
    if (s->odd || s->leaves != 1)
        return refuse (l, why, "%s", "has a constant expression of vectors");
    switch (LLVMGetConstOpcode (v)) {
    case LLVMGetElementPtr:
        good = expression_gep (l, v, depth, to, why);
        break;
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMTrunc:
        good = expression_cast (l, v, depth, s->leaf[0].width, to, why);
        break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
        good = expression_two (l, v, depth, to, why);
        break;
    default:
        good = refuse (l, why, "%s",
                       "has a constant expression of a kind that "
                       "is not modelled");
    }
    to->bits &= vm_mask (s->leaf[0].width);
    to->unknown &= vm_mask (s->leaf[0].width);
    return good;
}

static struct vm_value
scalar_float (LLVMValueRef v)
{
    LLVMBool loses;
    double wide = LLVMConstRealGetDouble (v, &loses);
    uint64_t bits = 0;
    if (LLVMGetTypeKind (LLVMTypeOf (v)) == LLVMDoubleTypeKind)
        memcpy (&bits, &wide, sizeof wide);
    else {
        float narrow = (float) wide; /* every float is a double */
        memcpy (&bits, &narrow, sizeof narrow);
    }
    return vm_number (bits);
}

bool
lower_scalar (lowering *l, LLVMValueRef v, unsigned depth, struct vm_value *to,
              const char **why)
{
    assert (LLVMIsConstant (v));
    *to = vm_number (0);
    if (depth > CONSTANT_DEPTH)
        return refuse (l, why, "%s",
                       "has a constant that is nested too deeply");
    switch (LLVMGetValueKind (v)) {
    case LLVMFunctionValueKind:
    case LLVMGlobalVariableValueKind:
        return scalar_global (l, v, to, why);
    case LLVMGlobalAliasValueKind:
        return lower_scalar (l, LLVMAliasGetAliasee (v), depth + 1, to, why);
    case LLVMConstantIntValueKind:
        *to = vm_number (LLVMConstIntGetZExtValue (v));
        return true;
    case LLVMConstantFPValueKind:
        *to = scalar_float (v);
        return true;
    case LLVMConstantPointerNullValueKind:
        return true;
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind: {
        const struct lower_shape *s = lower_shape (l, LLVMTypeOf (v));
        *to = vm_unwritten (s->leaves ? s->leaf[0].width : 64);
        return true;
    }
    case LLVMBlockAddressValueKind:
        *to = block_number (v);
        return true;
    case LLVMConstantExprValueKind:
        return scalar_expression (l, v, depth + 1, to, why);
    default:
        return refuse (l, why, "%s",
                       "uses a constant of a kind that is not "
                       "modelled");
    }
}

/* ---- all leaves */

static bool
known_fill (lowering *l, LLVMValueRef v, unsigned depth, uint32_t **to,
            const char **why)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (v));
    LLVMTypeKind kind = LLVMGetTypeKind (LLVMTypeOf (v));
    struct vm_value value;
    if (s->odd || depth > CONSTANT_DEPTH)
        return refuse (l, why, "%s",
                       "has a constant of a type that is not "
                       "modelled");
    if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind
        && kind != LLVMVectorTypeKind) {
        bool good = lower_scalar (l, v, depth, &value, why);
        *(*to)++ = lower_constant (l, value);
        return good;
    }
    if (LLVMIsNull (v) || LLVMIsUndef (v)) {
        for (uint32_t i = 0; i < s->leaves; i++)
            *(*to)++ = lower_constant (
                l, LLVMIsNull (v) ? vm_number (0)
                                  : vm_unwritten (s->leaf[i].width));
        return true;
    }
    bool good = true;
    for (unsigned i = 0; good; i++) {
        LLVMValueRef e = LLVMGetAggregateElement (v, i);
        if (!e)
            break;
        good = known_fill (l, e, depth + 1, to, why);
    }
    return good;
}

const struct lower_held *
lower_known (lowering *l, LLVMValueRef v, const char **why)
{
    struct digest key = map_number ((uintptr_t) v);
    uint64_t *known = map_get (&l->known, key);
    if (known)
        return (const struct lower_held *) (uintptr_t) *known;
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (v));
    struct lower_held *h =
        arena_new (&l->arena, sizeof *h + s->leaves * sizeof *h->operand);
    uint32_t *at = h->operand;
    h->leaves = s->leaves;
    *why = "has a constant that is not modelled";
    if (!known_fill (l, v, 0, &at, why) || at != h->operand + h->leaves)
        return NULL;
    map_put (&l->known, key, (uintptr_t) h);
    return h;
}
