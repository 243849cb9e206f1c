/* op.c -- see op.h. */
#include "vm/code/op.h"

#define TWO(op, name) [op] = {name, 'r', 'o', 'o', '-'}
#define ONE(op, name) [op] = {name, 'r', 'o', '-', '-'}

static const struct vm_op_shape shapes[VM_OPS] = {
    TWO (VM_ADD, "add"),
    TWO (VM_SUB, "sub"),
    TWO (VM_MUL, "mul"),
    TWO (VM_UDIV, "udiv"),
    TWO (VM_SDIV, "sdiv"),
    TWO (VM_UREM, "urem"),
    TWO (VM_SREM, "srem"),
    TWO (VM_SHL, "shl"),
    TWO (VM_LSHR, "lshr"),
    TWO (VM_ASHR, "ashr"),
    TWO (VM_AND, "and"),
    TWO (VM_OR, "or"),
    TWO (VM_XOR, "xor"),
    TWO (VM_FADD, "fadd"),
    TWO (VM_FSUB, "fsub"),
    TWO (VM_FMUL, "fmul"),
    TWO (VM_FDIV, "fdiv"),
    TWO (VM_FREM, "frem"),
    ONE (VM_FNEG, "fneg"),
    TWO (VM_ICMP, "icmp"),
    TWO (VM_FCMP, "fcmp"),
    [VM_SELECT] = {"select", 'r', 'o', 'o', 'o'},
    ONE (VM_MOVE, "move"),
    [VM_TRUNC] = {"trunc", 'r', 'o', '-', 'n'},
    [VM_ZEXT] = {"zext", 'r', 'o', '-', 'n'},
    [VM_SEXT] = {"sext", 'r', 'o', '-', 'n'},
    [VM_FPTOUI] = {"fptoui", 'r', 'o', '-', 'n'},
    [VM_FPTOSI] = {"fptosi", 'r', 'o', '-', 'n'},
    [VM_UITOFP] = {"uitofp", 'r', 'o', '-', 'n'},
    [VM_SITOFP] = {"sitofp", 'r', 'o', '-', 'n'},
    [VM_FPTRUNC] = {"fptrunc", 'r', 'o', '-', 'n'},
    [VM_FPEXT] = {"fpext", 'r', 'o', '-', 'n'},
    ONE (VM_PTRTOINT, "ptrtoint"),
    ONE (VM_INTTOPTR, "inttoptr"),
    ONE (VM_FREEZE, "freeze"),
    [VM_OFFSET] = {"offset", 'r', 'o', 'o', 'n'},
    ONE (VM_LOAD, "load"),
    [VM_STORE] = {"store", '-', 'o', 'o', '-'},
    [VM_RMW] = {"rmw", 'r', 'o', 'o', 'n'},
    [VM_CMPXCHG] = {"cmpxchg", 'R', 'o', 'o', 'o'},
    [VM_FENCE] = {"fence", '-', '-', '-', '-'},
    TWO (VM_ALLOCA, "alloca"),
    [VM_TLS_AT] = {"tls", 'r', 'v', '-', '-'},
    [VM_MOVES] = {"moves", '-', 'L', 'n', '-'},
    [VM_JUMP] = {"jump", '-', 't', '-', '-'},
    [VM_BRANCH] = {"branch", '-', 'o', 't', 't'},
    [VM_SWITCH] = {"switch", 't', 'o', 'L', 'n'},
    [VM_RETURN] = {"return", '-', 'L', 'n', '-'},
    [VM_CALL] = {"call", 'L', 'f', 'L', 'L'},
    [VM_CALL_POINTER] = {"callptr", 'L', 'o', 'L', 'L'},
    [VM_NATIVE] = {"native", 'L', 'N', 'L', 'L'},
    [VM_LANDING] = {"landing", 'R', 'L', 'n', '-'},
    [VM_RESUME] = {"resume", '-', 'o', 'o', '-'},
    [VM_UNREACHABLE] = {"unreachable", '-', '-', '-', '-'},
    [VM_CUT] = {"cut", '-', 'T', '-', '-'},
};

const struct vm_op_shape *
vm_op_shape (uint8_t op)
{
    assert (op < VM_OPS);
    return &shapes[op];
}

static void
list_reads (const struct vm_code *c, const struct vm_instruction *i,
            vm_op_visit *visit, void *context)
{
    const uint32_t *list = c->list.at + (vm_op_calls (i->op) ? i->b : i->a);
    switch (i->op) {
    case VM_MOVES:
        for (uint32_t n = 0; n < i->b; n++)
            visit (context, list[2 * n + 1]);
        break;
    case VM_RETURN:
        for (uint32_t n = 0; n < i->b; n++)
            visit (context, list[n]);
        break;
    case VM_LANDING:
        for (uint32_t n = 0; n < i->b; n++)
            if (list[2 * n] == VM_CATCH)
                visit (context, list[2 * n + 1]);
        break;
    case VM_CALL:
    case VM_CALL_POINTER:
    case VM_NATIVE:
        for (uint32_t n = 1; n <= list[0]; n++)
            visit (context, list[n]);
        break;
    default:
        break;
    }
}

void
vm_op_reads (const struct vm_code *c, const struct vm_instruction *i,
             vm_op_visit *visit, void *context)
{
    const struct vm_op_shape *s = vm_op_shape (i->op);
    if (s->a == 'o')
        visit (context, i->a);
    if (s->b == 'o')
        visit (context, i->b);
    if (s->c == 'o')
        visit (context, i->c);
    list_reads (c, i, visit, context);
}

void
vm_op_sets (const struct vm_code *c, const struct vm_instruction *i,
            vm_op_visit *visit, void *context)
{
    char result = vm_op_shape (i->op)->result;
    uint32_t sets = result == 'r' ? 1 : result == 'R' ? 2 : 0;
    if (vm_op_calls (i->op))
        sets = vm_call_of (c, i).results;
    for (uint32_t n = 0; n < sets; n++)
        visit (context, i->result + n);
    if (i->op == VM_MOVES)
        for (uint32_t n = 0; n < i->b; n++)
            visit (context, c->list.at[i->a + 2 * n]);
}

void
vm_op_targets (const struct vm_code *c, const struct vm_instruction *i,
               vm_op_visit *visit, void *context)
{
    switch (i->op) {
    case VM_JUMP:
        visit (context, i->a);
        break;
    case VM_BRANCH:
        visit (context, i->b);
        visit (context, i->c);
        break;
    case VM_SWITCH:
        visit (context, i->result);
        for (uint32_t n = 0; n < i->c; n++)
            visit (context, c->list.at[i->b + 2 * n + 1]);
        break;
    default:
        if (vm_op_calls (i->op) && i->c != VM_NOWHERE)
            visit (context, i->c);
        break;
    }
}

bool
vm_op_falls (uint8_t op)
{
    switch (op) {
    case VM_JUMP:
    case VM_BRANCH:
    case VM_SWITCH:
    case VM_RETURN:
    case VM_RESUME:
    case VM_UNREACHABLE:
    case VM_CUT:
        return false;
    default:
        return true;
    }
}
