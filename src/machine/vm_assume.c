/* vm_assume.c -- see vm_assume.h. */
#include "machine/vm_assume.h"

#include <string.h>

#include "machine/vm_native.h"
#include "machine/vm_op.h"

/* What a program has that an assumption may hang on. */
struct uses {
    bool threads, weak, waits, locks, accesses, unknown;
    bool aligned; /* addresses are taken apart */
};

static bool
name_begins (const char *name, const char *const *list, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!strncmp (name, list[i], strlen (list[i])))
            return true;
    return false;
}

static void
uses_native (struct uses *u, uint32_t number)
{
    static const char *const creating[] = {"pthread_create", "thrd_create"};
    static const char *const waiting[] = {
        "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait",
        "cnd_wait", "cnd_timedwait"};
    static const char *const unlocking[] = {
        "pthread_mutex_unlock", "pthread_rwlock_unlock", "pthread_spin_unlock",
        "mtx_unlock"};
    if (number >= vm_natives ()) {
        u->unknown = true;
        return;
    }
    const char *name = vm_native_at (number)->name;
    u->threads |= name_begins (name, creating, 2);
    u->waits |= name_begins (name, waiting, 5);
    u->locks |= name_begins (name, unlocking, 4);
}

static void
uses_instruction (struct uses *u, const struct vm_instruction *i)
{
    switch ((enum vm_op) i->op) {
    case VM_LOAD:
    case VM_STORE:
    case VM_RMW:
    case VM_CMPXCHG:
        u->accesses = true;
        u->weak |= (i->flags & VM_WEAK) != 0;
        break;
    case VM_NATIVE:
        uses_native (u, i->a);
        break;
    default:
        break;
    }
}

/* ---- addresses as numbers */

struct numbers {
    const struct vm_code *code;
    bool *address; /* by register: it is one */
    bool logic;    /* the instruction takes bits apart */
    bool used;
};

static void
number_read (void *context, uint32_t operand)
{
    struct numbers *n = context;
    n->used |= operand & VM_CONSTANT
                   ? n->logic
                         && n->code->constant.at[operand & ~VM_CONSTANT].object
                   : n->address[operand];
}

/* Differences and comparisons need no alignment. */
static bool
takes_apart (const struct vm_code *code, const struct vm_function *f)
{
    struct numbers n = {.code = code,
                        .address = NEW_ARRAY (bool, f->registers + 1)};
    for (uint32_t i = f->first; i < f->end; i++)
        if (code->instruction.at[i].op == VM_PTRTOINT)
            n.address[code->instruction.at[i].result] = true;
    for (uint32_t i = f->first; i < f->end && !n.used; i++) {
        const struct vm_instruction *in = &code->instruction.at[i];
        n.logic = in->op == VM_AND || in->op == VM_OR || in->op == VM_XOR;
        if (in->op != VM_SUB && in->op != VM_ICMP && in->op != VM_INTTOPTR)
            vm_op_reads (code, in, number_read, &n);
    }
    memory_free (n.address);
    return n.used;
}

static void
uses_functions (struct uses *u, const struct vm_code *code)
{
    for (size_t i = 0; i < code->function.size && !u->aligned; i++)
        if (!(code->function.at[i].flags & VM_LIBRARY))
            u->aligned = takes_apart (code, &code->function.at[i]);
}

void
vm_assumes (const struct vm_code *code, struct vec_vm_text *list)
{
    assert (code->entry < code->function.size);
    const uint32_t memory = VM_CHECK_ACCESS | VM_CHECK_FREE;
    struct uses u = {0};
    for (size_t i = 0; i < code->instruction.size; i++)
        uses_instruction (&u, &code->instruction.at[i]);
    uses_functions (&u, code);
    /* What has no races and no weak atomics is sequentially consistent. */
    if (u.threads && (u.weak || !(code->checks & VM_CHECK_RACE)))
        VEC_PUSH (*list, "sequential consistency");
    if (u.waits && !(code->options & VM_SPURIOUS))
        VEC_PUSH (*list, "no spurious wake-ups");
    if (u.accesses && (code->checks & memory) != memory)
        VEC_PUSH (*list, "memory safe");
    if (u.locks && !(code->checks & VM_CHECK_LOCK))
        VEC_PUSH (*list, "locks are used properly");
    if (u.aligned)
        VEC_PUSH (*list, "objects are aligned to 16 bytes");
    if (u.unknown && code->options & VM_PURE_EXTERNALS)
        VEC_PUSH (*list, "pure externals");
    if (code->function.at[code->entry].parameters)
        VEC_PUSH (*list, "no arguments");
    if (code->options & VM_CONCRETE_ADDRESSES)
        VEC_PUSH (*list, "objects lie where this machine puts them");
}
