/* debug.c -- places, names for people, variables of C.
 *
 * Operands of metadata: of a DISubprogram file, scope, name; of a
 * DILocalVariable scope, name, file, type; of a DIGlobalVariable the same; of a
 * type or a namespace file, scope, name, and the type it is made from. */
#include "cohort-llvm/to_vm/debug.h"

#include <string.h>

enum { SCOPES_MOST = 20, TYPE_NESTING = 20, OPERANDS_MOST = 32 };
/* ---- metadata */

LLVMMetadataRef
node_operand (const lowering *l, LLVMMetadataRef node, unsigned index)
{
    LLVMValueRef v = LLVMMetadataAsValue (l->unit->context, node);
    unsigned count = LLVMGetMDNodeNumOperands (v);
    LLVMValueRef operand[OPERANDS_MOST];
    if (index >= count || count > OPERANDS_MOST)
        return NULL;
    LLVMGetMDNodeOperands (v, operand);
    return operand[index] ? LLVMValueAsMetadata (operand[index]) : NULL;
}

const char *
node_string (const lowering *l, LLVMMetadataRef node, unsigned index)
{
    LLVMMetadataRef m = node_operand (l, node, index);
    unsigned size;
    if (!m || LLVMGetMetadataKind (m) != LLVMMDStringMetadataKind)
        return "";
    return LLVMGetMDString (LLVMMetadataAsValue (l->unit->context, m), &size);
}

unsigned
node_tag (LLVMMetadataRef node)
{
    switch (LLVMGetMetadataKind (node)) {
    case LLVMDICompositeTypeMetadataKind:
    case LLVMDIDerivedTypeMetadataKind:
    case LLVMDIBasicTypeMetadataKind:
    case LLVMDISubroutineTypeMetadataKind:
    case LLVMDINamespaceMetadataKind:
        return LLVMGetDINodeTag (node);
    default:
        return 0;
    }
}

/* ---- places */

static uint32_t
file_text (lowering *l, LLVMValueRef i, LLVMMetadataRef file)
{
    struct digest key = map_number ((uintptr_t) file);
    uint64_t *known = map_get (&l->file, key);
    if (known)
        return (uint32_t) *known;
    struct text name;
    text_init (&name);
    unit_file (i, &name);
    uint32_t text = lower_text (l, text_view (&name));
    text_clear (&name);
    map_put (&l->file, key, text);
    return text;
}

void
lower_place (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsAInstruction (i));
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc (i);
    if (!at || !LLVMDILocationGetLine (at))
        return; /* that of the instruction before */
    LLVMMetadataRef scope = LLVMDILocationGetScope (at);
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile (scope) : NULL;
    if (!file)
        return;
    l->place =
        (struct vm_place) {file_text (l, i, file), LLVMDILocationGetLine (at),
                           LLVMDILocationGetColumn (at)};
}

/* ---- names */

static void
scope_text (const lowering *l, LLVMMetadataRef scope, struct text *to,
            unsigned depth)
{
    unsigned tag = scope ? node_tag (scope) : 0;
    if (depth > SCOPES_MOST
        || (tag != TAG_NAMESPACE && tag != TAG_CLASS && tag != TAG_STRUCT
            && tag != TAG_UNION))
        return;
    const char *name = node_string (l, scope, 2);
    scope_text (l, node_operand (l, scope, 1), to, depth + 1);
    /* Versions of the library, as std::__cxx11, are not for people. */
    if (tag == TAG_NAMESPACE && !strncmp (name, "__", 2))
        return;
    text_print (to, "%s::", *name ? name : "{}");
}

uint32_t
lower_name (lowering *l, LLVMValueRef f)
{
    assert (LLVMIsAFunction (f));
    LLVMMetadataRef program = LLVMGetSubprogram (f);
    const char *name = program ? node_string (l, program, 2) : "";
    if (!*name)
        return lower_text (l, lower_symbol (f));
    struct text full;
    text_init (&full);
    scope_text (l, node_operand (l, program, 1), &full, 0);
    text_add (&full, name);
    uint32_t text = lower_text (l, text_view (&full));
    text_clear (&full);
    return text;
}

/* ---- types */

static const char *
tag_word (unsigned tag)
{
    return tag == TAG_STRUCT  ? "struct "
           : tag == TAG_UNION ? "union "
           : tag == TAG_ENUM  ? "enum "
                              : "";
}

/* How many elements, of all dimensions together, as far as sizes tell. */
static void
array_text (const lowering *l, LLVMMetadataRef type, struct text *out)
{
    LLVMMetadataRef of = type_bare (l, node_operand (l, type, 3));
    uint64_t all = LLVMDITypeGetSizeInBits (type);
    uint64_t one = of ? LLVMDITypeGetSizeInBits (of) : 0;
    if (one && all)
        text_print (out, "[%llu]", (unsigned long long) (all / one));
    else
        text_add (out, "[]");
}

static void
type_text (const lowering *l, LLVMMetadataRef type, struct text *out,
           unsigned depth)
{
    if (!type || depth > TYPE_NESTING) {
        text_add (out, "void");
        return;
    }
    unsigned tag = node_tag (type);
    const char *name = node_string (l, type, 2);
    const char *before = tag == TAG_CONST      ? "const "
                         : tag == TAG_VOLATILE ? "volatile "
                         : tag == TAG_ATOMIC   ? "_Atomic "
                                               : "";
    const char *behind = tag == TAG_POINTER            ? " *"
                         : tag == TAG_REFERENCE        ? " &"
                         : tag == TAG_RVALUE_REFERENCE ? " &&"
                         : tag == TAG_ARRAY            ? " "
                                                       : "";
    if (*before || *behind) {
        text_add (out, before);
        type_text (l, node_operand (l, type, 3), out, depth + 1);
        text_add (out, behind);
        if (tag == TAG_ARRAY)
            array_text (l, type, out);
        return;
    }
    if (tag == TAG_FUNCTION) {
        text_add (out, "function");
        return;
    }
    struct text full;
    text_init (&full);
    scope_text (l, node_operand (l, type, 1), &full, 0);
    if (!full.size)
        text_add (out, tag_word (tag));
    text_print (out, "%s%s", text_view (&full), *name ? name : "?");
    text_clear (&full);
}

LLVMMetadataRef
type_bare (const lowering *l, LLVMMetadataRef type)
{
    for (unsigned depth = 0; type && depth < TYPE_NESTING; depth++) {
        unsigned tag = node_tag (type);
        if (tag != TAG_CONST && tag != TAG_VOLATILE && tag != TAG_TYPEDEF
            && tag != TAG_ATOMIC)
            return type;
        type = node_operand (l, type, 3);
    }
    return NULL;
}

static char
base_kind (const char *name)
{
    if (strstr (name, "ool"))
        return 'b';
    if (!strcmp (name, "float") || strstr (name, "double"))
        return 'f';
    return strstr (name, "unsigned") || !strncmp (name, "char8", 5)
                   || !strncmp (name, "char16", 6)
                   || !strncmp (name, "char32", 6)
               ? 'u'
               : 's';
}

char
type_kind (const lowering *l, LLVMMetadataRef type)
{
    switch (type ? node_tag (type) : 0) {
    case TAG_BASE:
        return base_kind (node_string (l, type, 2));
    case TAG_ENUM: {
        LLVMMetadataRef base = type_bare (l, node_operand (l, type, 3));
        return base && node_tag (base) == TAG_BASE
                   ? base_kind (node_string (l, base, 2))
                   : 's';
    }
    case TAG_POINTER:
    case TAG_REFERENCE:
    case TAG_RVALUE_REFERENCE:
        return 'p';
    default:
        return 'o';
    }
}

static struct vm_variable
variable_of (lowering *l, LLVMMetadataRef variable)
{
    LLVMMetadataRef type = node_operand (l, variable, 3);
    LLVMMetadataRef bare = type_bare (l, type);
    struct text t;
    text_init (&t);
    type_text (l, type, &t, 0);
    char kind = type_kind (l, bare);
    uint64_t bits = kind == 'o' ? 0 : LLVMDITypeGetSizeInBits (bare);
    if (kind == 'p' && !bits)
        bits = l->pointer_bits;
    struct vm_variable v = {.name =
                                lower_text (l, node_string (l, variable, 1)),
                            .type = lower_text (l, text_view (&t)),
                            .bits = bits > 64 ? 0 : (uint8_t) bits,
                            .kind = bits > 64 ? 'o' : kind,
                            .line = LLVMDIVariableGetLine (variable),
                            .layout = lower_layout (l, type)};
    text_clear (&t);
    return v;
}

/* ---- variables of a function */

static uint32_t
local_find (lowering *l, LLVMMetadataRef variable)
{
    struct digest key = map_number ((uintptr_t) variable);
    uint64_t *known = map_get (&l->variable_at, key);
    if (known)
        return (uint32_t) *known;
    struct vm_variable v = variable_of (l, variable);
    map_put (&l->variable_at, key, l->local.size);
    VEC_PUSH (l->local, v);
    return (uint32_t) l->local.size - 1;
}

/* What the call is about, if that is one value: else null. */
static LLVMValueRef
note_value (LLVMValueRef call)
{
    LLVMValueRef wrapped = LLVMGetOperand (call, 0), v = NULL;
    LLVMMetadataKind kind = LLVMGetMetadataKind (LLVMValueAsMetadata (wrapped));
    if (kind == LLVMLocalAsMetadataMetadataKind
        || kind == LLVMConstantAsMetadataMetadataKind)
        LLVMGetMDNodeOperands (wrapped, &v);
    return v;
}

void
lower_note (lowering *l, LLVMValueRef call, bool object)
{
    assert (LLVMIsACallInst (call));
    LLVMValueRef v = note_value (call);
    LLVMMetadataRef variable = LLVMValueAsMetadata (LLVMGetOperand (call, 1));
    LLVMMetadataRef how = LLVMValueAsMetadata (LLVMGetOperand (call, 2));
    const char *why;
    if (!v || how != l->plain
        || LLVMGetMetadataKind (variable) != LLVMDILocalVariableMetadataKind
        || !*node_string (l, variable, 1))
        return;
    if (LLVMIsConstant (v) ? !lower_known (l, v, &why)
                           : !map_get (&l->held, map_number ((uintptr_t) v)))
        return;
    if (lower_held (l, v)->leaves != 1)
        return;
    uint32_t operand = lower_operand (l, v, 0);
    if (object && operand & VM_CONSTANT)
        return; /* an object that nothing uses */
    struct vm_note n = {.at = (uint32_t) l->code->instruction.size,
                        .variable = local_find (l, variable),
                        .operand = operand,
                        .object = object};
    VEC_PUSH (l->code->note, n);
}

void
lower_notes_end (lowering *l)
{
    assert (l->number < l->code->function.size);
    struct vm_function *f = &l->code->function.at[l->number];
    f->first_variable = (uint32_t) l->code->variable.size;
    for (size_t i = 0; i < l->local.size; i++)
        VEC_PUSH (l->code->variable, l->local.at[i]);
    f->end_variable = (uint32_t) l->code->variable.size;
    f->end_note = (uint32_t) l->code->note.size;
    l->local.size = 0;
}

/* ---- of the program */

uint32_t
lower_global_variable (lowering *l, LLVMValueRef g)
{
    assert (LLVMIsAGlobalVariable (g));
    size_t entries;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata (g, &entries);
    LLVMMetadataRef variable = NULL;
    for (unsigned i = 0; i < entries && !variable; i++) {
        LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata (all, i);
        if (LLVMGetMetadataKind (m)
            == LLVMDIGlobalVariableExpressionMetadataKind)
            variable = node_operand (l, m, 0);
    }
    LLVMDisposeValueMetadataEntries (all);
    if (!variable || !*node_string (l, variable, 1))
        return VM_NOWHERE;
    struct vm_variable v = variable_of (l, variable);
    VEC_PUSH (l->code->variable, v);
    return (uint32_t) l->code->variable.size - 1;
}
