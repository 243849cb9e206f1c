/* code_print.c -- code of the C machine for people. */
#include <inttypes.h>

#include "base/text.h"
#include "vm/library/native.h"
#include "vm/code/op.h"

static const char *const compares[] = {"eq",  "ne",  "ugt", "uge", "ult",
                                       "ule", "sgt", "sge", "slt", "sle"};
static const char *const rmws[] = {"xchg", "add", "sub", "and",  "nand", "or",
                                   "xor",  "max", "min", "umax", "umin"};
static const char *const clauses[] = {"catch", "catchall", "cleanup", "filter"};

static const char *
name_of (const struct vm_code *c, uint32_t text)
{
    return text < c->text.size ? c->text.at[text] : "?";
}

static void
id_print (const struct vm_code *c, struct text *t, vm_id id)
{
    uint32_t n = vm_id_number (id);
    if (vm_id_kind (id) == VM_GLOBAL && n < c->global.size)
        text_print (t, "@%s", name_of (c, c->global.at[n].name));
    else if (vm_id_kind (id) == VM_FUNCTION && n < c->function.size)
        text_print (t, "@%s", name_of (c, c->function.at[n].symbol));
    else
        text_print (t, "object.%" PRIu32, id);
}

static void
value_print (const struct vm_code *c, struct text *t, struct vm_value v)
{
    if (v.unknown) {
        text_print (t, "%s:%" PRIx64, vm_is_unwritten (v) ? "undef" : "input",
                    v.unknown);
    } else if (v.object) {
        id_print (c, t, v.object);
        if (v.bits)
            text_print (t, "+%" PRId64, (int64_t) v.bits);
    } else {
        text_print (t, "%" PRIu64, v.bits);
    }
}

static void
operand_print (const struct vm_code *c, struct text *t, uint32_t operand)
{
    uint32_t n = operand & ~VM_CONSTANT;
    if (!(operand & VM_CONSTANT))
        text_print (t, "r%" PRIu32, operand);
    else if (n < c->constant.size)
        value_print (c, t, c->constant.at[n]);
}

static void
field_print (const struct vm_code *c, struct text *t, char role, uint32_t n)
{
    switch (role) {
    case 'o':
        text_char (t, ' ');
        operand_print (c, t, n);
        break;
    case 't':
        text_print (t, " .%" PRIu32, n);
        break;
    case 'n':
    case 'v':
        text_print (t, " %" PRId32, (int32_t) n);
        break;
    case 'T':
        text_print (t, " \"%s\"", name_of (c, n));
        break;
    case 'f':
        text_char (t, ' ');
        id_print (c, t, vm_id_of (VM_FUNCTION, n));
        break;
    case 'N':
        text_print (t, " %s", n < vm_natives () ? vm_native_at (n)->name : "?");
        break;
    default:
        break;
    }
}

static void
call_print (const struct vm_code *c, struct text *t,
            const struct vm_instruction *i)
{
    struct vm_call call = vm_call_of (c, i);
    text_add (t, " (");
    for (uint32_t n = 0; n < call.arguments; n++) {
        text_add (t, n ? ", " : "");
        operand_print (c, t, call.argument[n]);
    }
    text_char (t, ')');
    if (i->c != VM_NOWHERE)
        text_print (t, " unwind .%" PRIu32, i->c);
}

static void
list_print (const struct vm_code *c, struct text *t,
            const struct vm_instruction *i)
{
    const uint32_t *list = c->list.at + (i->op == VM_SWITCH ? i->b : i->a);
    uint32_t size = i->op == VM_SWITCH ? i->c : i->b;
    for (uint32_t n = 0; n < size; n++) {
        text_add (t, n ? ", " : " ");
        if (i->op == VM_RETURN) {
            operand_print (c, t, list[n]);
            continue;
        }
        uint32_t left = list[2 * n], right = list[2 * n + 1];
        if (i->op == VM_MOVES) {
            text_print (t, "r%" PRIu32 " = ", left);
            operand_print (c, t, right);
        } else if (i->op == VM_SWITCH) {
            operand_print (c, t, left);
            text_print (t, " .%" PRIu32, right);
        } else {
            text_add (t, left <= VM_FILTER ? clauses[left] : "?");
            if (left == VM_CATCH)
                field_print (c, t, 'o', right);
        }
    }
}

static void
op_print (struct text *t, const struct vm_instruction *i)
{
    text_add (t, vm_op_shape (i->op)->name);
    if (i->op == VM_ICMP && i->flags <= VM_SLE)
        text_print (t, ".%s", compares[i->flags]);
    else if (i->op == VM_FCMP)
        text_print (t, ".%u", i->flags);
    if (i->op == VM_RMW && i->c <= VM_RMW_UMIN)
        text_print (t, ".%s", rmws[i->c]);
    if (i->width)
        text_print (t, ".%u", i->width);
    if (i->op == VM_ICMP || i->op == VM_FCMP)
        return;
    text_add (t, i->flags & VM_ATOMIC ? " atomic" : "");
    text_add (t, i->flags & VM_WEAK ? " weak" : "");
    text_add (t, i->flags & VM_MAY_FAIL ? " may fail" : "");
    text_add (t, i->flags & VM_VOLATILE ? " volatile" : "");
    text_add (t, i->flags & VM_FLOATING ? " float" : "");
    text_add (t, i->flags & VM_POINTER ? " ptr" : "");
    text_add (t, i->flags & VM_SIGNED_WRAP_FAULT ? " nsw" : "");
    text_add (t, i->flags & VM_VARIADIC ? " variadic" : "");
}

static void
instruction_print (const struct vm_code *c, struct text *t,
                   const struct vm_instruction *i)
{
    const struct vm_op_shape *s = vm_op_shape (i->op);
    uint32_t sets = s->result == 'r' ? 1 : s->result == 'R' ? 2 : 0;
    if (vm_op_calls (i->op))
        sets = vm_call_of (c, i).results;
    for (uint32_t n = 0; n < sets; n++)
        text_print (t, "%sr%" PRIu32, n ? ", " : "", i->result + n);
    text_add (t, sets ? " = " : "");
    op_print (t, i);
    field_print (c, t, s->a, i->a);
    if (s->b != 'n')
        field_print (c, t, s->b, i->b);
    if (s->b != 'L' && i->op != VM_RMW)
        field_print (c, t, s->c, i->c);
    if (vm_op_calls (i->op))
        call_print (c, t, i);
    else if (s->a == 'L' || s->b == 'L')
        list_print (c, t, i);
    if (i->op == VM_SWITCH)
        text_print (t, " else .%" PRIu32, i->result);
}

static void
function_print (const struct vm_code *c, struct text *t,
                const struct vm_function *f)
{
    const uint8_t *width = c->width.at + f->first_width;
    text_print (t, "\nfunction @%s (", name_of (c, f->symbol));
    for (uint32_t r = 0; r < f->parameters; r++)
        text_print (t, width[r] ? "%si%u" : "%sptr", r ? ", " : "", width[r]);
    text_print (t, ")%s%s%s, %" PRIu32 " results, %" PRIu32 " registers\n",
                f->flags & VM_VARIADIC ? " variadic" : "",
                f->flags & VM_LIBRARY ? " library" : "",
                f->atomic ? " atomic" : "", f->results, f->registers);
    for (uint32_t i = f->first; i < f->end; i++) {
        text_print (t, "%5" PRIu32 "  ", i - f->first);
        instruction_print (c, t, &c->instruction.at[i]);
        if (i < c->place.size && c->place.at[i].line)
            text_print (t, "    ; %" PRIu32, c->place.at[i].line);
        text_char (t, '\n');
    }
}

static void
global_print (const struct vm_code *c, struct text *t,
              const struct vm_global *g)
{
    text_print (t, "%s @%s %" PRIu32 " =",
                g->thread_local_ ? "thread_local"
                : g->constant    ? "constant"
                                 : "global",
                name_of (c, g->name), g->size);
    for (size_t i = 0; i < g->initial.size; i++)
        text_print (t, "%s%02x", i % 4 ? "" : " ", g->initial.data[i]);
    for (uint32_t i = g->first_relocation; i < g->end_relocation; i++) {
        text_print (t, " [%" PRIu32 "] ", c->relocation.at[i].at);
        id_print (c, t, c->relocation.at[i].object);
    }
    text_char (t, '\n');
}

void
vm_code_print (const struct vm_code *c, struct text *t)
{
    text_print (t, "pointers %u, entry ", c->pointer_bytes);
    id_print (c, t, vm_id_of (VM_FUNCTION, c->entry));
    text_char (t, '\n');
    for (size_t i = 0; i < c->global.size; i++)
        global_print (c, t, &c->global.at[i]);
    for (size_t i = 0; i < c->constructor.size; i++) {
        text_add (t, "constructor ");
        id_print (c, t, vm_id_of (VM_FUNCTION, c->constructor.at[i]));
        text_char (t, '\n');
    }
    for (size_t i = 0; i < c->destructor.size; i++) {
        text_add (t, "destructor ");
        id_print (c, t, vm_id_of (VM_FUNCTION, c->destructor.at[i]));
        text_char (t, '\n');
    }
    for (size_t i = 0; i < c->function.size; i++)
        function_print (c, t, &c->function.at[i]);
}
