/* assume.c -- see assume.h. */
#include "vm/exec/assume.h"

#include <string.h>

#include "vm/library/native.h"
#include "vm/code/op.h"

/* What a program has that an assumption may hang on. */
struct uses {
    bool threads, weak, waits, locks, accesses, unknown;
    bool sections; /* atomic ones: no thread stands before what is inside */
    bool aligned;  /* addresses are taken apart */
    bool divides;  /* by what may be 0 */
    bool shifts;   /* by what may be too far */
    bool wraps;    /* signed numbers, perhaps */
    bool asserts, throws, allocates;
    bool copies;    /* more than 8 pieces, perhaps (vm/library/native_copy.c) */
    bool unwritten; /* memory is made that was never written */
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
    static const char *const asserting[] = {"__VERIFIER_assert",
                                            "__VERIFIER_error", "__assert",
                                            "__cohort_assert", "reach_error"};
    static const char *const throwing[] = {"__cxa_throw", "__cxa_rethrow"};
    static const char *const making[] = {
        "malloc",  "realloc", "aligned_alloc", "memalign", "posix_memalign",
        "pvalloc", "valloc",  "_Znw",          "_Zna"};
    if (number >= vm_natives ()) {
        u->unknown = true;
        return;
    }
    const char *name = vm_native_at (number)->name;
    u->sections |= (vm_native_at (number)->flags & VM_NATIVE_SECTION) != 0;
    u->asserts |= name_begins (name, asserting, 5);
    u->throws |= name_begins (name, throwing, 2);
    u->unwritten |= name_begins (name, making, 9);
    u->allocates |= name_begins (name, making, 9) || !strcmp (name, "calloc");
    u->threads |= name_begins (name, creating, 2);
    u->waits |= name_begins (name, waiting, 5);
    u->locks |= name_begins (name, unlocking, 4);
}

/* A constant within least .. most? */
static bool
is_within (const struct vm_code *code, uint32_t operand, uint64_t least,
           uint64_t most)
{
    if (!(operand & VM_CONSTANT))
        return false;
    const struct vm_value *v = &code->constant.at[operand & ~VM_CONSTANT];
    return !v->unknown && !v->object && v->bits >= least && v->bits <= most;
}

static void
uses_arithmetic (struct uses *u, const struct vm_code *code,
                 const struct vm_instruction *i)
{
    switch ((enum vm_op) i->op) {
    case VM_UDIV:
    case VM_SDIV:
    case VM_UREM:
    case VM_SREM:
        u->divides |= !is_within (code, i->b, 1, UINT64_MAX);
        break;
    case VM_SHL:
    case VM_LSHR:
    case VM_ASHR:
        u->shifts |= !is_within (code, i->b, 0, i->width - 1u);
        break;
    case VM_ADD:
    case VM_SUB:
    case VM_MUL:
        u->wraps |= (i->flags & VM_SIGNED) != 0;
        break;
    default:
        break;
    }
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

/* Its size is the last argument, but for the grain of our own. */
static bool
copies_long (const struct vm_code *code, const struct vm_instruction *i)
{
    static const char *const copying[] = {
        "memcpy",         "memmove",     "memset",     "memcmp",
        "mempcpy",        "bcopy",       "bcmp",       "bzero",
        "explicit_bzero", "cohort.copy", "cohort.fill"};
    enum { PIECES = 8 };
    if (i->op != VM_NATIVE || i->a >= vm_natives ())
        return false;
    const char *name = vm_native_at (i->a)->name;
    struct vm_call call = vm_call_of (code, i);
    bool own = !strncmp (name, "cohort.", 7);
    if (!name_begins (name, copying, sizeof copying / sizeof *copying)
        || call.arguments < (own ? 4u : 2u))
        return false;
    uint64_t grain =
        own ? code->constant.at[call.argument[3] & ~VM_CONSTANT].bits : 1;
    return !is_within (code, call.argument[call.arguments - 1 - own], 0,
                       PIECES * grain);
}

/* ---- addresses as numbers */

struct assume_numbers {
    const struct vm_code *code;
    bool *address; /* by register: it is one */
    bool logic;    /* the instruction takes bits apart */
    bool used;
};

static void
number_read (void *context, uint32_t operand)
{
    struct assume_numbers *n = context;
    n->used |=
        operand & VM_CONSTANT
            ? n->logic && n->code->constant.at[operand & ~VM_CONSTANT].object
            : n->address[operand];
}

/* Differences and comparisons need no alignment. */
static bool
takes_apart (const struct vm_code *code, const struct vm_function *f)
{
    struct assume_numbers n = {.code = code,
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

/* What the library does within, it may: but it divides by what it is given. */
static void
uses_function (struct uses *u, const struct vm_code *code,
               const struct vm_function *f)
{
    bool library = f->flags & VM_LIBRARY;
    struct uses own = {0};
    for (uint32_t i = f->first; i < f->end; i++) {
        const struct vm_instruction *in = &code->instruction.at[i];
        uses_instruction (u, in);
        u->copies |= copies_long (code, in);
        uses_arithmetic (&own, code, in);
        own.unwritten |= in->op == VM_ALLOCA;
    }
    u->divides |= own.divides;
    if (library)
        return;
    u->shifts |= own.shifts;
    u->wraps |= own.wraps;
    u->unwritten |= own.unwritten;
    if (!u->aligned)
        u->aligned = takes_apart (code, f);
}

static struct uses
uses_of (const struct vm_code *code)
{
    assert (code->entry < code->function.size);
    struct uses u = {0};
    for (size_t i = 0; i < code->function.size; i++)
        uses_function (&u, code, &code->function.at[i]);
    return u;
}

uint32_t
vm_unchecked (const struct vm_code *code)
{
    struct uses u = uses_of (code);
    uint32_t places = (u.asserts ? VM_CHECK_ASSERT : 0u)
                      | (u.threads ? VM_CHECK_DEADLOCK | VM_CHECK_RACE : 0u)
                      | (u.accesses ? VM_CHECK_ACCESS : 0u)
                      | (u.allocates ? VM_CHECK_FREE | VM_CHECK_LEAK : 0u)
                      | (u.unwritten ? VM_CHECK_UNINIT : 0u)
                      | (u.locks ? VM_CHECK_LOCK : 0u)
                      | (u.divides ? VM_CHECK_DIVISION : 0u)
                      | (u.throws ? VM_CHECK_EXCEPTION : 0u)
                      | (u.wraps ? VM_CHECK_OVERFLOW : 0u)
                      | (u.shifts ? (uint32_t) VM_PLACE_SHIFT : 0u);
    return places & ~code->checks;
}

void
vm_assumes (const struct vm_code *code, struct vec_vm_text *list)
{
    const uint32_t memory = VM_CHECK_ACCESS | VM_CHECK_FREE;
    struct uses u = uses_of (code);
    /* What has no races and no weak atomics is sequentially consistent. */
    if (u.threads && (u.weak || !(code->checks & VM_CHECK_RACE)))
        VEC_PUSH (*list, "sequential consistency");
    if (u.threads && u.sections && code->checks & VM_CHECK_RACE)
        VEC_PUSH (*list, "what atomic sections touch is touched in them only");
    if (u.threads && u.copies && !(code->checks & VM_CHECK_RACE))
        VEC_PUSH (*list, "long copies are seen in 8 parts");
    if (u.waits && !(code->options & VM_SPURIOUS))
        VEC_PUSH (*list, "no spurious wake-ups");
    if (u.accesses && (code->checks & memory) != memory)
        VEC_PUSH (*list, "memory safe");
    if (code->checks & VM_CHECK_ACCESS && code->options & VM_SCOPES_OPEN)
        VEC_PUSH (*list, "locals are not used after their block");
    if (u.divides && !(code->checks & VM_CHECK_DIVISION))
        VEC_PUSH (*list, "no division by zero");
    if (u.aligned)
        VEC_PUSH (*list, "objects are aligned to 16 bytes");
    if (u.unknown && code->options & VM_PURE_EXTERNALS)
        VEC_PUSH (*list, "pure externals");
    if (code->function.at[code->entry].parameters)
        VEC_PUSH (*list, "no arguments");
    if (code->options & VM_CONCRETE_ADDRESSES)
        VEC_PUSH (*list, "objects lie where this machine puts them");
}
