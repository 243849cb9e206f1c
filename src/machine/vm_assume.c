/* vm_assume.c -- see vm_assume.h. */
#include "machine/vm_assume.h"

#include <string.h>

#include "machine/vm_native.h"

/* What a program has that an assumption may hang on. */
struct uses {
    bool threads, weak, waits, locks, accesses, unknown;
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

void
vm_assumes (const struct vm_code *code, struct vec_vm_text *list)
{
    assert (code->entry < code->function.size);
    const uint32_t memory = VM_CHECK_ACCESS | VM_CHECK_FREE;
    struct uses u = {0};
    for (size_t i = 0; i < code->instruction.size; i++)
        uses_instruction (&u, &code->instruction.at[i]);
    /* What has no races and no weak atomics is sequentially consistent. */
    if (u.threads && (u.weak || !(code->checks & VM_CHECK_RACE)))
        VEC_PUSH (*list, "sequential consistency");
    if (u.waits && !(code->options & VM_SPURIOUS))
        VEC_PUSH (*list, "no spurious wake-ups");
    if (u.accesses && (code->checks & memory) != memory)
        VEC_PUSH (*list, "memory safe");
    if (u.locks && !(code->checks & VM_CHECK_LOCK))
        VEC_PUSH (*list, "locks are used properly");
    if (u.unknown && code->options & VM_PURE_EXTERNALS)
        VEC_PUSH (*list, "pure externals");
    if (code->function.at[code->entry].parameters)
        VEC_PUSH (*list, "no arguments");
    if (code->options & VM_CONCRETE_ADDRESSES)
        VEC_PUSH (*list, "objects lie where this machine puts them");
}
