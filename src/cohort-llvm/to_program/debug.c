/* debug.c -- C variables: names of registers, and ghosts.
 *
 * llvm.dbg.value says which register a C variable is held by from here on.  A
 * ghost is a local that is written there and never read: what people see.
 * Operands of a DILocalVariable: scope, name, file, type; of a type that is
 * derived from another: file, scope, name, the other. */
#include "cohort-llvm/to_program/internal.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { TYPE_NESTING = 20 }; /* of a type's name */
enum {
    TAG_POINTER = 0x0f,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_ARRAY = 0x01,
    TAG_FUNCTION = 0x15,
    TAG_STRUCT = 0x13,
    TAG_UNION = 0x17,
    TAG_ENUM = 0x04
};

struct debug_ghost {
    const term *leaf[2];
    size_t leaves;
};

struct debug_ghosts {
    struct map name;       /* register -> its C name */
    struct map ghost;      /* variable's metadata -> struct debug_ghost * */
    struct map stale;      /* variables with changes that are not plain */
    LLVMMetadataRef plain; /* the expression without operators */
};

/* ---- metadata */

static LLVMMetadataRef
node_operand (translation *t, LLVMMetadataRef node, unsigned index)
{
    LLVMValueRef v = LLVMMetadataAsValue (t->unit->context, node);
    unsigned count = LLVMGetMDNodeNumOperands (v);
    LLVMValueRef operand[16];
    if (index >= count || count > 16)
        return NULL;
    LLVMGetMDNodeOperands (v, operand);
    return operand[index] ? LLVMValueAsMetadata (operand[index]) : NULL;
}

static const char *
node_string (translation *t, LLVMMetadataRef node, unsigned index)
{
    LLVMMetadataRef m = node_operand (t, node, index);
    if (!m || LLVMGetMetadataKind (m) != LLVMMDStringMetadataKind)
        return "";
    unsigned size;
    return LLVMGetMDString (LLVMMetadataAsValue (t->unit->context, m), &size);
}

static void
type_text (translation *t, LLVMMetadataRef type, struct text *out,
           unsigned depth)
{
    if (!type || depth > TYPE_NESTING) {
        text_add (out, "void");
        return;
    }
    unsigned tag = LLVMGetDINodeTag (type);
    const char *name = node_string (t, type, 2);
    if (tag == TAG_POINTER) {
        type_text (t, node_operand (t, type, 3), out, depth + 1);
        text_add (out, " *");
    } else if (tag == TAG_CONST || tag == TAG_VOLATILE) {
        text_add (out, tag == TAG_CONST ? "const " : "volatile ");
        type_text (t, node_operand (t, type, 3), out, depth + 1);
    } else if (tag == TAG_ARRAY) {
        type_text (t, node_operand (t, type, 3), out, depth + 1);
        text_add (out, " []");
    } else if (tag == TAG_FUNCTION) {
        text_add (out, "function");
    } else {
        text_add (out, tag == TAG_STRUCT  ? "struct "
                       : tag == TAG_UNION ? "union "
                       : tag == TAG_ENUM  ? "enum "
                                          : "");
        text_add (out, *name ? name : "?");
    }
}

/* The register or constant that llvm.dbg.value is about, else null. */
static LLVMValueRef
ghost_register (LLVMValueRef dbg)
{
    LLVMValueRef wrapped = LLVMGetOperand (dbg, 0), v = NULL;
    LLVMMetadataKind kind = LLVMGetMetadataKind (LLVMValueAsMetadata (wrapped));
    if (kind == LLVMLocalAsMetadataMetadataKind
        || kind == LLVMConstantAsMetadataMetadataKind)
        LLVMGetMDNodeOperands (wrapped, &v);
    return v;
}

static LLVMMetadataRef
ghost_variable (const translation *t, LLVMValueRef dbg)
{
    LLVMMetadataRef variable = LLVMValueAsMetadata (LLVMGetOperand (dbg, 1));
    LLVMMetadataRef how = LLVMValueAsMetadata (LLVMGetOperand (dbg, 2));
    bool plain =
        how == t->ghosts->plain
        && LLVMGetMetadataKind (variable) == LLVMDILocalVariableMetadataKind;
    return plain ? variable : NULL;
}

static bool
is_dbg_value (LLVMValueRef v)
{
    LLVMValueRef callee = LLVMIsACallInst (v) ? LLVMGetCalledValue (v) : NULL;
    return callee && LLVMIsAFunction (callee)
           && !strcmp (value_name (callee), "llvm.dbg.value");
}

static void
ghosts_learn (translation *t, LLVMValueRef dbg)
{
    LLVMValueRef v = ghost_register (dbg);
    LLVMMetadataRef variable = ghost_variable (t, dbg);
    if (!v || !variable || LLVMIsUndef (v))
        map_put (&t->ghosts->stale,
                 map_number (
                     (uintptr_t) LLVMValueAsMetadata (LLVMGetOperand (dbg, 1))),
                 1);
    struct digest key = map_number ((uintptr_t) v);
    if (!v || !variable || LLVMIsConstant (v)
        || map_get (&t->ghosts->name, key))
        return;
    const char *name = node_string (t, variable, 1);
    if (*name)
        map_put (&t->ghosts->name, key,
                 (uintptr_t) arena_string (&t->arena, name));
}

void
ghosts_begin (translation *t)
{
    assert (!t->ghosts);
    struct debug_ghosts *g = t->ghosts = NEW (struct debug_ghosts);
    map_init (&g->name);
    map_init (&g->ghost);
    map_init (&g->stale);
    LLVMDIBuilderRef builder =
        LLVMCreateDIBuilderDisallowUnresolved (t->unit->module);
    g->plain = LLVMDIBuilderCreateExpression (builder, NULL, 0);
    LLVMDisposeDIBuilder (builder);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (t->function); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef v = LLVMGetFirstInstruction (b); v;
             v = LLVMGetNextInstruction (v))
            if (is_dbg_value (v))
                ghosts_learn (t, v);
}

void
ghosts_end (translation *t)
{
    assert (t->ghosts);
    map_clear (&t->ghosts->name);
    map_clear (&t->ghosts->ghost);
    map_clear (&t->ghosts->stale);
    memory_free (t->ghosts);
    t->ghosts = NULL;
}

const char *
ghosts_name (const translation *t, LLVMValueRef v)
{
    if (!t->ghosts)
        return NULL;
    uint64_t *name = map_get (&t->ghosts->name, map_number ((uintptr_t) v));
    return name ? (const char *) (uintptr_t) *name : NULL;
}

/* ---- ghosts */

/* An address has two parts, which no C program could name. */
static const term *
ghost_leaf (translation *t, LLVMMetadataRef variable, size_t leaf,
            size_t leaves, const sort *s)
{
    static const char *const part[] = {"@object", "@offset"};
    const char *name = node_string (t, variable, 1);
    const term *local = emit_local (t, name, s);
    struct text type;
    text_init (&type);
    type_text (t, node_operand (t, variable, 3), &type, 0);
    const struct attribute *a = NULL;
    if (leaves == 2)
        a = mark_add (t->program, a, MARK_C_PART, part[leaf]);
    if (map_get (&t->ghosts->stale, map_number ((uintptr_t) variable)))
        a = mark_add (t->program, a, MARK_C_STALE, NULL);
    a = mark_add (t->program, a, MARK_C_TYPE, text_view (&type));
    text_reset (&type);
    LLVMMetadataRef pointer = node_operand (t, variable, 3);
    if (leaves == 2 && !leaf && pointer
        && type_pointee (LLVMMetadataAsValue (t->unit->context, pointer),
                         &type))
        a = mark_add (t->program, a, MARK_POINTS, text_view (&type));
    a = mark_add (t->program, a, MARK_C, name);
    text_clear (&type);
    struct variable *v = &VEC_LAST (t->program->procedure.at[t->current].local);
    assert (v->term == local);
    v->attribute = a;
    v->place = unit_place (t->program, t->instruction);
    return local;
}

static struct debug_ghost *
ghost_of (translation *t, LLVMMetadataRef variable,
          struct translated_value like)
{
    struct digest key = map_number ((uintptr_t) variable);
    uint64_t *known = map_get (&t->ghosts->ghost, key);
    if (known)
        return (struct debug_ghost *) (uintptr_t) *known;
    struct debug_ghost *g = arena_new (&t->arena, sizeof *g);
    assert (like.leaves && like.leaves <= 2);
    g->leaves = like.leaves;
    for (size_t i = 0; i < like.leaves; i++)
        g->leaf[i] =
            ghost_leaf (t, variable, i, like.leaves, like.leaf[i]->sort);
    map_put (&t->ghosts->ghost, key, (uintptr_t) g);
    return g;
}

void
ghosts_write (translation *t, LLVMValueRef dbg)
{
    assert (is_dbg_value (dbg));
    LLVMValueRef v = ghost_register (dbg);
    LLVMMetadataRef variable = v ? ghost_variable (t, dbg) : NULL;
    if (!variable || LLVMIsUndef (v))
        return;
    if (!LLVMIsConstant (v) && !map_get (&t->known, map_number ((uintptr_t) v)))
        return;
    LLVMTypeRef type = LLVMTypeOf (v);
    if (LLVMGetTypeKind (type) != LLVMPointerTypeKind && !type_bits (type))
        return;
    struct translated_value value = value_of (t, v);
    assert (value.leaves == 1 || value.leaves == 2);
    struct debug_ghost *g = ghost_of (t, variable, value);
    bool fits = g->leaves == value.leaves;
    for (size_t i = 0; i < value.leaves && fits; i++)
        fits = g->leaf[i]->sort == value.leaf[i]->sort;
    if (fits)
        emit_assign_all (t, g->leaf, value.leaf, value.leaves);
}
