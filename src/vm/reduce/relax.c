/* relax.c -- see vm_relaxes in vm/exec/assume.h.
 *
 * Two threads that race in some run are found standing before their accesses,
 * if whatever one reads from the other happened before: then the runs of both up
 * to there can be had at once.  So it is for locks, and where every atomic write
 * releases and every atomic read acquires; not for a read from a write where one
 * of them does not.  Places are told apart by the global that is named; those
 * behind pointers may be any.  What is read and not used is no read. */
#include "vm/exec/assume.h"

#include <string.h>

#include "vm/library/native.h"
#include "vm/code/op.h"

/* Of a global, or (the last) of what pointers lead to. */
struct relax_place {
    bool read, written;           /* atomically, and the value is used */
    bool loose_read, loose_write; /* without acquire; without release */
};

static void
mark_read (void *context, uint32_t operand)
{
    bool *used = context;
    if (!(operand & VM_CONSTANT))
        used[operand] = true;
}

static void
place_note (struct relax_place *p, const struct vm_instruction *i, bool used)
{
    bool reads = i->op != VM_STORE && used, writes = i->op != VM_LOAD;
    p->read |= reads;
    p->written |= writes;
    p->loose_read |= reads && i->flags & VM_NO_ACQUIRE;
    p->loose_write |= writes && i->flags & VM_NO_RELEASE;
}

static size_t
place_of (const struct vm_code *c, uint32_t operand)
{
    vm_id id = operand & VM_CONSTANT
                   ? c->constant.at[operand & ~VM_CONSTANT].object
                   : 0;
    return vm_id_kind (id) == VM_GLOBAL ? vm_id_number (id) : c->global.size;
}

/* Those for objects that are too large: told by the order, their last argument;
 * 5 is sequentially consistent. */
static bool
native_is_loose (const struct vm_code *c, const struct vm_instruction *i)
{
    enum { SEQ_CST = 5 };
    if (i->op != VM_NATIVE || i->a >= vm_natives ()
        || strncmp (vm_native_at (i->a)->name, "__atomic_", 9))
        return false;
    struct vm_call call = vm_call_of (c, i);
    uint32_t last = call.arguments ? call.argument[call.arguments - 1] : 0;
    return strcmp (vm_native_at (i->a)->name, "__atomic_is_lock_free")
           && (!(last & VM_CONSTANT)
               || c->constant.at[last & ~VM_CONSTANT].bits != SEQ_CST);
}

static void
look_at_function (const struct vm_code *c, const struct vm_function *f,
                  struct relax_place *place)
{
    bool *used = NEW_ARRAY (bool, f->registers + 1);
    for (uint32_t k = f->first; k < f->end; k++)
        vm_op_reads (c, &c->instruction.at[k], mark_read, used);
    for (uint32_t k = f->first; k < f->end; k++) {
        const struct vm_instruction *i = &c->instruction.at[k];
        if ((i->op == VM_LOAD || i->op == VM_STORE || i->op == VM_RMW
             || i->op == VM_CMPXCHG)
            && i->flags & VM_ATOMIC)
            place_note (
                &place[place_of (c, i->a)], i,
                i->op != VM_STORE
                    && (used[i->result]
                        || (i->op == VM_CMPXCHG && used[i->result + 1])));
        if (native_is_loose (c, i))
            place[c->global.size] =
                (struct relax_place) {true, true, true, true};
    }
    memory_free (used);
}

bool
vm_relaxes (const struct vm_code *c)
{
    struct relax_place *place =
        NEW_ARRAY (struct relax_place, c->global.size + 1);
    const struct relax_place *any = &place[c->global.size];
    bool found = false;
    for (size_t f = 0; f < c->function.size; f++)
        look_at_function (c, &c->function.at[f], place);
    for (size_t g = 0; g <= c->global.size; g++) {
        const struct relax_place *p = &place[g];
        bool read = p->read || (p->written && any->read);
        bool written = p->written || (p->read && any->written);
        found |= (p->loose_write && read) || (p->loose_read && written)
                 || (p->written && any->loose_read)
                 || (p->read && any->loose_write);
    }
    memory_free (place);
    return found;
}
