/* intrinsic.c -- functions of LLVM itself, by name.
 *
 * A row's name is the intrinsic's without "llvm." and without the types at its
 * end. */
#include "cohort-llvm/to_vm/internal.h"

#include "cohort-llvm/intrinsic.h"
#include "cohort-llvm/copy.h"

#include <string.h>

/* `with`: of the row. */
typedef bool meaning (lowering *, LLVMValueRef call, int with);

static uint32_t
argument (lowering *l, LLVMValueRef call, unsigned index)
{
    return lower_operand (l, LLVMGetOperand (call, index), 0);
}

static unsigned
result_width (lowering *l, LLVMValueRef call)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (call));
    return s->leaves ? s->leaf[0].width : 0;
}

/* Vectors and odd widths are left to a cut. */
static bool
is_scalar (lowering *l, LLVMValueRef call)
{
    return lower_shape (l, LLVMTypeOf (call))->leaves == 1;
}

static bool
means_nothing (lowering *l, LLVMValueRef call, int with)
{
    (void) with;
    lower_hold_unwritten (l, call);
    return true;
}

static bool
means_note (lowering *l, LLVMValueRef call, int with)
{
    lower_note (l, call, with);
    return true;
}

static bool
means_first (lowering *l, LLVMValueRef call, int with)
{
    (void) with;
    LLVMValueRef v = LLVMGetOperand (call, 0);
    const struct lower_held *h = lower_held (l, v);
    if (h->far)
        lower_hold_far (l, call, h->operand[0], h->offset);
    else
        lower_hold (l, call, h->operand, h->leaves);
    return true;
}

static bool
means_number (lowering *l, LLVMValueRef call, int with)
{
    uint32_t n = lower_integer (l, (uint64_t) with);
    lower_hold (l, call, &n, 1);
    return true;
}

/* Unknown: the greatest number, or 0 if the least is asked for. */
static bool
means_size (lowering *l, LLVMValueRef call, int with)
{
    (void) with;
    bool least = !LLVMIsNull (LLVMGetOperand (call, 1));
    uint32_t n =
        lower_integer (l, least ? 0 : vm_mask (result_width (l, call)));
    lower_hold (l, call, &n, 1);
    return true;
}

/* ---- memory */

static void
piece_copy (lowering *l, LLVMValueRef call, struct copy_piece p)
{
    uint8_t width = (uint8_t) (p.bytes * 8);
    uint32_t from = lower_offset (l, argument (l, call, 1), p.offset);
    uint32_t value = lower_emit (
        l, (struct vm_instruction) {.op = VM_LOAD,
                                    .width = width,
                                    .result = lower_register_of (l, 'i', width),
                                    .a = from});
    uint32_t to = lower_offset (l, argument (l, call, 0), p.offset);
    lower_emit (l, (struct vm_instruction) {
                       .op = VM_STORE, .width = width, .a = to, .b = value});
}

static bool
means_move (lowering *l, LLVMValueRef call, int with)
{
    assert (with >= 0 && with < 3);
    static const char *const name[] = {"cohort.copy", "cohort.copy",
                                       "cohort.fill"};
    struct copy_piece piece[COPY_PIECES_MOST];
    unsigned pieces = with ? 0 : copy_pieces (l->unit, call, piece);
    if (pieces) {
        for (unsigned k = 0; k < pieces; k++)
            piece_copy (l, call, piece[k]);
        return true;
    }
    uint32_t x[4];
    for (unsigned k = 0; k < 3; k++)
        x[k] = argument (l, call, k);
    x[3] = lower_integer (l, copy_grain (l->unit, call));
    lower_native_call (l, name[with], x, 4, 0, 0, VM_NOWHERE);
    return true;
}

static bool
means_thread_local (lowering *l, LLVMValueRef call, int with)
{
    LLVMValueRef g = LLVMGetOperand (call, 0);
    (void) with;
    if (!LLVMIsAGlobalVariable (g) || LLVMIsDeclaration (g))
        return false;
    uint32_t number = lower_thread_local (l, g);
    lower_emit (l, (struct vm_instruction) {.op = VM_TLS_AT,
                                            .result = lower_result (l, call),
                                            .a = number});
    return true;
}

static void
store_at (lowering *l, uint32_t pointer, int64_t offset, unsigned width,
          uint32_t value, uint16_t flags)
{
    uint32_t to = lower_offset (l, pointer, offset);
    lower_emit (l, (struct vm_instruction) {.op = VM_STORE,
                                            .width = (uint8_t) width,
                                            .flags = flags,
                                            .a = to,
                                            .b = value});
}

/* x86-64: as if all registers for arguments were used up, so that va_arg takes
 * everything from the memory behind.  32 bits: a list is a pointer. */
static bool
means_va_start (lowering *l, LLVMValueRef call, int with)
{
    uint32_t list = argument (l, call, 0);
    (void) with;
    if (l->further == VM_NOWHERE)
        return false;
    if (l->pointer_bits == 64) {
        store_at (l, list, 0, 32, lower_integer (l, 48), 0);
        store_at (l, list, 4, 32, lower_integer (l, 176), 0);
        store_at (l, list, 16, 64, lower_integer (l, 0), VM_POINTER);
    }
    store_at (l, list, l->pointer_bits == 64 ? 8 : 0, l->pointer_bits,
              l->further, VM_POINTER);
    return true;
}

static bool
means_va_copy (lowering *l, LLVMValueRef call, int with)
{
    uint32_t x[3] = {argument (l, call, 0), argument (l, call, 1),
                     lower_integer (l, l->pointer_bits == 64 ? 24 : 4)};
    (void) with;
    lower_native_call (l, "memcpy", x, 3, 0, 0, VM_NOWHERE);
    return true;
}

static bool
means_stack (lowering *l, LLVMValueRef call, int with)
{
    assert (with == 0 || with == 1);
    static const char *const name[] = {"cohort.stacksave",
                                       "cohort.stackrestore"};
    uint32_t x = with ? argument (l, call, 0) : 0;
    if (lower_native (name[0], 0) == VM_NOWHERE
        || lower_native (name[1], 1) == VM_NOWHERE)
        return with ? true : means_number (l, call, 0);
    uint32_t result = with ? 0 : lower_result (l, call);
    lower_native_call (l, name[with], &x, (uint32_t) with, result,
                       (uint32_t) !with, VM_NOWHERE);
    return true;
}

/* ---- arithmetic */

enum { HOW_ADD, HOW_SUB, HOW_MUL, HOW_OP = 3, HOW_SIGNED = 4 };

static enum vm_op
how_op (int how)
{
    static const enum vm_op op[] = {VM_ADD, VM_SUB, VM_MUL};
    return op[how & HOW_OP];
}

/* At most 32 bits: the exact result has 64, and leaves the range if it is not
 * what its low bits say. */
static void
overflow_narrow (lowering *l, unsigned width, uint32_t a, uint32_t b, int how,
                 uint32_t result[2])
{
    assert (width && width <= 32);
    enum vm_op extend = how & HOW_SIGNED ? VM_SEXT : VM_ZEXT;
    uint32_t exact =
        lower_op (l, how_op (how), 64, lower_cast (l, extend, 64, width, a),
                  lower_cast (l, extend, 64, width, b));
    result[0] = lower_cast (l, VM_TRUNC, width, 64, exact);
    uint32_t back = lower_cast (l, extend, 64, width, result[0]);
    result[1] = lower_compare (l, VM_NE, 64, back, exact);
}

static uint32_t
overflow_signed (lowering *l, unsigned width, uint32_t a, uint32_t b,
                 uint32_t sum, bool minus)
{
    uint32_t x = lower_op (l, VM_XOR, width, a, minus ? b : sum);
    uint32_t y = lower_op (l, VM_XOR, width, minus ? a : b, sum);
    return lower_compare (l, VM_SLT, width, lower_op (l, VM_AND, width, x, y),
                          lower_integer (l, 0));
}

static bool
overflow_wide (lowering *l, unsigned width, uint32_t a, uint32_t b, int how,
               uint32_t result[2])
{
    bool is_signed = how & HOW_SIGNED, minus = (how & HOW_OP) == HOW_SUB;
    uint32_t x[2] = {a, b};
    result[0] = lower_op (l, how_op (how), width, a, b);
    if ((how & HOW_OP) == HOW_MUL) {
        result[1] = lower_register_of (l, 'i', 1);
        lower_native_call (l,
                           is_signed ? "cohort.smul.overflow.64"
                                     : "cohort.umul.overflow.64",
                           x, 2, result[1], 1, VM_NOWHERE);
        return width == 64;
    }
    if (is_signed)
        result[1] = overflow_signed (l, width, a, b, result[0], minus);
    else
        result[1] = lower_compare (l, VM_ULT, width, minus ? a : result[0],
                                   minus ? b : a);
    return true;
}

static bool
means_overflow (lowering *l, LLVMValueRef call, int how)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (call));
    uint32_t a = argument (l, call, 0), b = argument (l, call, 1), result[2];
    if (s->leaves != 2)
        return false;
    bool good = true;
    if (s->leaf[0].width <= 32)
        overflow_narrow (l, s->leaf[0].width, a, b, how, result);
    else
        good = overflow_wide (l, s->leaf[0].width, a, b, how, result);
    lower_hold (l, call, result, 2);
    return good;
}

/* Unsigned only; the signed ones are nobody's. */
static bool
means_saturated (lowering *l, LLVMValueRef call, int how)
{
    assert (how == HOW_ADD || how == HOW_SUB);
    unsigned width = result_width (l, call);
    uint32_t a = argument (l, call, 0), b = argument (l, call, 1), result[2];
    if (!is_scalar (l, call))
        return false;
    overflow_wide (l, width, a, b, how, result);
    uint64_t end = how == HOW_ADD ? vm_mask (width) : 0;
    uint32_t r = lower_select (l, 'i', width, result[1], lower_integer (l, end),
                               result[0]);
    lower_hold (l, call, &r, 1);
    return true;
}

static bool
means_extreme (lowering *l, LLVMValueRef call, int how)
{
    unsigned width = result_width (l, call);
    uint32_t a = argument (l, call, 0), b = argument (l, call, 1);
    if (!is_scalar (l, call))
        return false;
    uint32_t first = lower_compare (l, (enum vm_compare) how, width, a, b);
    uint32_t r = lower_select (l, 'i', width, first, a, b);
    lower_hold (l, call, &r, 1);
    return true;
}

static bool
means_abs (lowering *l, LLVMValueRef call, int with)
{
    unsigned width = result_width (l, call);
    uint32_t a = argument (l, call, 0), zero = lower_integer (l, 0);
    (void) with;
    if (!is_scalar (l, call))
        return false;
    uint32_t minus = lower_op (l, VM_SUB, width, zero, a);
    uint32_t negative = lower_compare (l, VM_SLT, width, a, zero);
    uint32_t r = lower_select (l, 'i', width, negative, minus, a);
    lower_hold (l, call, &r, 1);
    return true;
}

/* (value, width) -> value. */
static bool
means_bits (lowering *l, LLVMValueRef call, int with)
{
    static const char *const name[] = {"cohort.bswap", "cohort.bitreverse",
                                       "cohort.ctpop", "cohort.ctlz",
                                       "cohort.cttz"};
    uint32_t x[2] = {argument (l, call, 0),
                     lower_integer (l, result_width (l, call))};
    if (!is_scalar (l, call))
        return false;
    uint32_t result = lower_result (l, call);
    lower_native_call (l, name[with], x, 2, result, 1, VM_NOWHERE);
    return true;
}

/* fshl (a, b, n): the high part of a:b shifted left by n modulo the width;
 * `right`: the low part shifted right. */
static bool
means_funnel (lowering *l, LLVMValueRef call, int right)
{
    unsigned w = result_width (l, call);
    uint32_t a = argument (l, call, 0), b = argument (l, call, 1);
    uint32_t n = argument (l, call, 2), zero = lower_integer (l, 0);
    if (!is_scalar (l, call) || w & (w - 1))
        return false;
    n = lower_op (l, VM_AND, w, n, lower_integer (l, w - 1));
    uint32_t none = lower_compare (l, VM_EQ, w, n, zero);
    /* A shift by the whole width is none of the machine's. */
    uint32_t rest = lower_op (l, VM_SUB, w, lower_integer (l, w), n);
    rest = lower_op (l, VM_AND, w, rest, lower_integer (l, w - 1));
    uint32_t high = lower_op (l, VM_SHL, w, a, right ? rest : n);
    uint32_t low = lower_op (l, VM_LSHR, w, b, right ? n : rest);
    uint32_t both = lower_op (l, VM_OR, w, high, low);
    uint32_t r = lower_select (l, 'i', w, none, right ? b : a, both);
    lower_hold (l, call, &r, 1);
    return true;
}

/* ---- floats */

static bool
means_class (lowering *l, LLVMValueRef call, int with)
{
    const struct lower_shape *s =
        lower_shape (l, LLVMTypeOf (LLVMGetOperand (call, 0)));
    uint32_t x[3] = {argument (l, call, 0), argument (l, call, 1),
                     lower_integer (l, s->leaf[0].width)};
    (void) with;
    if (!is_scalar (l, call))
        return false;
    uint32_t result = lower_result (l, call);
    lower_native_call (l, "cohort.fpclass", x, 3, result, 1, VM_NOWHERE);
    return true;
}

/* The function of C that does it; `with`: how many arguments. */
static bool
means_math (lowering *l, LLVMValueRef call, int with)
{
    char name[24];
    const char *full = lower_symbol (LLVMGetCalledValue (call)) + 5;
    size_t size = strcspn (full, ".");
    uint32_t x[3];
    if (!is_scalar (l, call) || size + 2 > sizeof name)
        return false;
    const char *called = !strncmp (full, "minnum", 6)   ? "fmin"
                         : !strncmp (full, "maxnum", 6) ? "fmax"
                                                        : NULL;
    if (called)
        size = strlen (called);
    memcpy (name, called ? called : full, size);
    if (result_width (l, call) == 32)
        name[size++] = 'f';
    name[size] = 0;
    for (int k = 0; k < with; k++)
        x[k] = argument (l, call, (unsigned) k);
    uint32_t result = lower_result (l, call);
    lower_native_call (l, name, x, (uint32_t) with, result, 1, VM_NOWHERE);
    return true;
}

static bool
means_multiply_add (lowering *l, LLVMValueRef call, int with)
{
    unsigned w = result_width (l, call);
    (void) with;
    if (!is_scalar (l, call))
        return false;
    uint32_t product =
        lower_op (l, VM_FMUL, w, argument (l, call, 0), argument (l, call, 1));
    uint32_t r = lower_op (l, VM_FADD, w, product, argument (l, call, 2));
    lower_hold (l, call, &r, 1);
    return true;
}

/* ---- control */

static bool
means_trap (lowering *l, LLVMValueRef call, int with)
{
    (void) call, (void) with;
    lower_native_call (l, "abort", NULL, 0, 0, 0, VM_NOWHERE);
    return true;
}

/* The selector of a type is 1 + the number of its type_info (vm/library/cxx.h). */
static bool
means_typeid (lowering *l, LLVMValueRef call, int with)
{
    struct vm_value v;
    const char *why;
    (void) with;
    if (!lower_scalar (l, LLVMGetOperand (call, 0), 0, &v, &why)
        || vm_id_kind (v.object) != VM_GLOBAL || v.bits)
        return false;
    uint32_t n = lower_integer (l, 1 + vm_id_number (v.object));
    lower_hold (l, call, &n, 1);
    return true;
}

static const struct {
    const char *name;
    meaning *means;
    int with;
} table[] = {
    {"dbg.declare", means_note, 1},
    {"dbg.value", means_note, 0},
    {"dbg.label", means_nothing, 0},
    {"dbg.assign", means_nothing, 0},
    {"lifetime.start", means_nothing, 0},
    {"lifetime.end", means_nothing, 0},
    {"invariant.start", means_nothing, 0},
    {"invariant.end", means_nothing, 0},
    {"assume", means_nothing, 0},
    {"prefetch", means_nothing, 0},
    {"var.annotation", means_nothing, 0},
    {"experimental.noalias.scope.decl", means_nothing, 0},
    {"donothing", means_nothing, 0},
    {"expect", means_first, 0},
    {"expect.with.probability", means_first, 0},
    {"launder.invariant.group", means_first, 0},
    {"strip.invariant.group", means_first, 0},
    {"ptr.annotation", means_first, 0},
    {"annotation", means_first, 0},
    {"is.constant", means_number, 0},
    {"objectsize", means_size, 0},
    {"memcpy", means_move, 0},
    {"memcpy.inline", means_move, 0},
    {"memmove", means_move, 1},
    {"memset", means_move, 2},
    {"memset.inline", means_move, 2},
    {"threadlocal.address", means_thread_local, 0},
    {"va_start", means_va_start, 0},
    {"va_copy", means_va_copy, 0},
    {"va_end", means_nothing, 0},
    {"stacksave", means_stack, 0},
    {"stackrestore", means_stack, 1},
    {"sadd.with.overflow", means_overflow, HOW_ADD | HOW_SIGNED},
    {"uadd.with.overflow", means_overflow, HOW_ADD},
    {"ssub.with.overflow", means_overflow, HOW_SUB | HOW_SIGNED},
    {"usub.with.overflow", means_overflow, HOW_SUB},
    {"smul.with.overflow", means_overflow, HOW_MUL | HOW_SIGNED},
    {"umul.with.overflow", means_overflow, HOW_MUL},
    {"uadd.sat", means_saturated, HOW_ADD},
    {"usub.sat", means_saturated, HOW_SUB},
    {"smax", means_extreme, VM_SGT},
    {"smin", means_extreme, VM_SLT},
    {"umax", means_extreme, VM_UGT},
    {"umin", means_extreme, VM_ULT},
    {"abs", means_abs, 0},
    {"bswap", means_bits, 0},
    {"bitreverse", means_bits, 1},
    {"ctpop", means_bits, 2},
    {"ctlz", means_bits, 3},
    {"cttz", means_bits, 4},
    {"fshl", means_funnel, 0},
    {"fshr", means_funnel, 1},
    {"is.fpclass", means_class, 0},
    {"fmuladd", means_multiply_add, 0},
    {"fabs", means_math, 1},
    {"sqrt", means_math, 1},
    {"floor", means_math, 1},
    {"ceil", means_math, 1},
    {"trunc", means_math, 1},
    {"rint", means_math, 1},
    {"nearbyint", means_math, 1},
    {"round", means_math, 1},
    {"exp", means_math, 1},
    {"exp2", means_math, 1},
    {"log", means_math, 1},
    {"log2", means_math, 1},
    {"log10", means_math, 1},
    {"sin", means_math, 1},
    {"cos", means_math, 1},
    {"pow", means_math, 2},
    {"copysign", means_math, 2},
    {"minnum", means_math, 2},
    {"maxnum", means_math, 2},
    {"fma", means_math, 3},
    {"trap", means_trap, 0},
    {"debugtrap", means_trap, 0},
    {"eh.typeid.for", means_typeid, 0},
};

bool
lower_intrinsic (lowering *l, LLVMValueRef call, const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (intrinsic_fits (name, table[i].name))
            return table[i].means (l, call, table[i].with);
    return false;
}
