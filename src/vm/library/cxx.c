/* cxx.c -- exceptions of C++.
 *
 * The head of an exception, before what was thrown; in units of a pointer:
 *   0 type_info   1 destructor   2 the next of the chain
 *   3 what a handler gets (__cxa_begin_catch)
 *   4 handlers that it is in: 0 none yet; below 0: thrown again from them
 *     (32 bits); then how many hold it (32 bits; std::exception_ptr) */
#include "vm/library/cxx.h"

#include <string.h>

#include "vm/library/cxx_type.h"
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"
#include "vm/library/pthread.h"

enum { HEAD = 48 };
enum field { TYPE, DESTRUCTOR, NEXT, ADJUSTED, COUNTS };

static struct vm_value
field_at (const struct vm_run *r, struct vm_value exception, enum field f)
{
    return vm_pointer (exception.object, f * native_word (r) / 8);
}

static enum vm_effect
field_load (struct vm_run *r, struct vm_value exception, enum field f,
            struct vm_value *v)
{
    if (vm_id_kind (exception.object) != VM_HEAP)
        return vm_cut (r, "an exception that was not thrown here");
    return vm_load (r, field_at (r, exception, f), native_word (r), v);
}

static enum vm_effect
field_store (struct vm_run *r, struct vm_value exception, enum field f,
             struct vm_value v)
{
    return vm_store (r, field_at (r, exception, f), native_word (r), v);
}

static enum vm_effect
handlers_load (struct vm_run *r, struct vm_value exception, int32_t *handlers)
{
    uint32_t word;
    TRY (word_load (r, field_at (r, exception, COUNTS), 0, &word));
    *handlers = (int32_t) word;
    return VM_DONE;
}

static enum vm_effect
handlers_store (struct vm_run *r, struct vm_value exception, int32_t handlers)
{
    return word_store (r, field_at (r, exception, COUNTS), 0,
                       (uint32_t) handlers);
}

/* ---- the chain */

static void
chain_set (struct vm_run *r, struct vm_value first)
{
    vm_own_thread (r->state, vm_self (r));
    vm_self (r)->result = first;
}

static enum vm_effect
chain_remove (struct vm_run *r, struct vm_value exception)
{
    struct vm_value before = vm_number (0), at = vm_self (r)->result, next;
    for (; !vm_is_null (at); before = at, at = next) {
        TRY (field_load (r, at, NEXT, &next));
        if (at.object != exception.object)
            continue;
        if (!vm_is_null (before))
            return field_store (r, before, NEXT, next);
        chain_set (r, next);
        return VM_DONE;
    }
    return VM_DONE;
}

static enum vm_effect
chain_first (struct vm_run *r, struct vm_value exception)
{
    TRY (chain_remove (r, exception));
    TRY (field_store (r, exception, NEXT, vm_self (r)->result));
    chain_set (r, vm_pointer (exception.object, HEAD));
    return VM_DONE;
}

/* The newest that some handler is in; null: none. */
static enum vm_effect
chain_caught (struct vm_run *r, struct vm_value *exception)
{
    *exception = vm_self (r)->result;
    while (!vm_is_null (*exception)) {
        int32_t handlers;
        TRY (handlers_load (r, *exception, &handlers));
        if (handlers)
            break;
        TRY (field_load (r, *exception, NEXT, exception));
    }
    return VM_DONE;
}

/* ---- landing pads */

/* The VM_LANDING of the call that a frame stands at, or null. */
static const struct vm_instruction *
frame_landing (const struct vm_run *r, const struct vm_frame *f)
{
    const struct vm_instruction *code = r->code->instruction.at;
    const struct vm_function *function = &r->code->function.at[f->function];
    const struct vm_instruction *i = &code[f->pc];
    if (i->op != VM_CALL && i->op != VM_CALL_POINTER && i->op != VM_NATIVE)
        return NULL;
    if (i->c == VM_NOWHERE)
        return NULL;
    uint32_t at = function->first + i->c;
    for (unsigned hops = 0; hops < 64 && at < function->end; hops++) {
        if (code[at].op == VM_LANDING)
            return &code[at];
        if (code[at].op == VM_JUMP)
            at = function->first + code[at].a;
        else
            at++;
    }
    return NULL;
}

/* What a landing pad makes of an exception. */
struct match {
    bool lands, catches;
    uint32_t selector;
    struct vm_value adjusted;
};

static struct vm_value
clause_type (const struct vm_run *r, uint32_t operand)
{
    return operand & VM_CONSTANT ? r->code->constant.at[operand & ~VM_CONSTANT]
                                 : vm_number (0);
}

/* An exception specification: lands if none of its types is thrown. */
static enum vm_effect
match_filter (struct vm_run *r, const uint32_t *types, uint32_t count,
              struct vm_value type, struct vm_value thrown, struct match *m)
{
    for (uint32_t i = 0; i < count; i++) {
        bool takes;
        struct vm_value adjusted;
        TRY (vm_cxx_catches (r, clause_type (r, types[2 * i + 1]), type, thrown,
                             &takes, &adjusted));
        if (takes)
            return VM_DONE;
    }
    m->lands = m->catches = true;
    m->selector = UINT32_MAX;
    m->adjusted = thrown;
    return VM_DONE;
}

static enum vm_effect
match_catch (struct vm_run *r, uint32_t operand, struct vm_value type,
             struct vm_value thrown, struct match *m)
{
    struct vm_value caught = clause_type (r, operand);
    bool takes;
    TRY (vm_cxx_catches (r, caught, type, thrown, &takes, &m->adjusted));
    if (!takes)
        return VM_DONE;
    m->lands = m->catches = true;
    m->selector = vm_id_number (caught.object) + 1;
    return VM_DONE;
}

static enum vm_effect
landing_match (struct vm_run *r, const struct vm_instruction *landing,
               struct vm_value exception, struct match *m)
{
    const uint32_t *list = r->code->list.at + landing->a;
    struct vm_value type, thrown = vm_pointer (exception.object, HEAD);
    TRY (field_load (r, exception, TYPE, &type));
    *m = (struct match) {.adjusted = thrown};
    for (uint32_t i = 0; i < landing->b && !m->catches; i++) {
        uint32_t operand = list[2 * i + 1];
        switch ((enum vm_clause) list[2 * i]) {
        case VM_CATCH:
            TRY (match_catch (r, operand, type, thrown, m));
            break;
        case VM_CATCH_ALL:
            m->lands = m->catches = true;
            m->selector = VM_SELECTOR_ANY;
            break;
        case VM_CLEANUP:
            m->lands = true;
            break;
        case VM_FILTER:
            TRY (match_filter (r, list + 2 * i + 2, operand, type, thrown, m));
            i += operand;
            break;
        }
    }
    return VM_DONE;
}

/* ---- unwinding */

static enum vm_effect
frame_match (struct vm_run *r, uint32_t frame, struct vm_value exception,
             struct match *m)
{
    const struct vm_instruction *landing =
        frame_landing (r, &vm_self (r)->frame[frame]);
    *m = (struct match) {.lands = false};
    return landing ? landing_match (r, landing, exception, m) : VM_DONE;
}

static enum vm_effect
is_caught (struct vm_run *r, struct vm_value exception, bool *caught)
{
    *caught = false;
    for (uint32_t f = vm_self (r)->frames; f-- && !*caught;) {
        struct match m;
        TRY (frame_match (r, f, exception, &m));
        *caught = m.catches;
    }
    return VM_DONE;
}

/* A native that has called a function which is being left. */
static enum vm_effect
native_unwound (struct vm_run *r)
{
    const struct vm_instruction *i = vm_next (r, r->thread);
    struct vm_value once;
    if (i->op != VM_NATIVE || vm_native_at (i->a)->run != native_once)
        return VM_DONE;
    once = vm_operand (r, vm_call_of (r->code, i).argument[0]);
    return word_store (r, once, 0, 0);
}

static enum vm_effect
unwind_to (struct vm_run *r, struct vm_value exception, const struct match *m)
{
    struct vm_thread *t = vm_self (r);
    struct vm_frame *f = vm_frame_top (t);
    vm_own_frame (r->state, t, f);
    f->pc = r->code->function.at[f->function].first
            + r->code->instruction.at[f->pc].c;
    t->unwinding |= VM_THROWING;
    t->selector = m->selector;
    t->phase = 0;
    TRY (field_store (r, exception, ADJUSTED, m->adjusted));
    return VM_CALLED;
}

static enum vm_effect
frame_leave (struct vm_run *r)
{
    struct vm_thread *t = vm_self (r);
    const struct vm_frame *f = vm_frame_top (t);
    TRY (native_unwound (r));
    if (r->code->function.at[f->function].atomic && t->atomic) {
        vm_own_thread (r->state, t);
        t->atomic--;
    }
    vm_frame_pop (r->state, r->thread);
    return VM_DONE;
}

static enum vm_effect
uncaught (struct vm_run *r, struct vm_value exception)
{
    char name[96];
    struct vm_value type;
    TRY (field_load (r, exception, TYPE, &type));
    vm_cxx_name (r, type, name, sizeof name);
    return vm_fail (r, VM_FAULT_EXCEPTION, "uncaught exception of type %s",
                    name);
}

static enum vm_effect
unwind (struct vm_run *r, struct vm_value exception)
{
    bool caught;
    if (vm_self (r)->unwinding & (VM_LEAVING | VM_EXITING))
        return vm_cut (r, "an exception while a thread ends");
    TRY (is_caught (r, exception, &caught));
    if (!caught)
        return uncaught (r, exception);
    TRY (chain_first (r, exception));
    for (;;) {
        struct match m;
        TRY (frame_match (r, vm_self (r)->frames - 1, exception, &m));
        if (m.lands)
            return unwind_to (r, exception, &m);
        TRY (frame_leave (r));
        assert (vm_self (r)->frames);
    }
}

void
vm_cxx_landing (struct vm_run *r, struct vm_value result[2])
{
    struct vm_thread *t = vm_self (r);
    assert (t->unwinding & VM_THROWING);
    vm_own_thread (r->state, t);
    result[0] = t->result;
    result[1] = vm_number (t->selector);
    t->unwinding &= (uint8_t) ~VM_THROWING;
    t->selector = 0;
}

enum vm_effect
vm_cxx_resume (struct vm_run *r, struct vm_value exception)
{
    return unwind (r, exception);
}

/* ---- functions */

NATIVE (native_allocate_exception)
{
    struct vm_value size = argument[0];
    (void) arguments;
    TRY (native_known (r, &size, native_word (r), "the size of an exception"));
    vm_id id =
        vm_heap_new (r->state, (uint32_t) size.bits + HEAD, VM_BY_LIBRARY);
    if (!id)
        return vm_cut (r, "too many objects");
    *result = vm_pointer (id, HEAD);
    return vm_fill (r, vm_pointer (id, 0), vm_number (0), HEAD);
}

NATIVE (native_free_exception)
{
    (void) arguments, (void) result;
    struct vm_object *o = vm_object_find (r->state, argument[0].object);
    if (o && !(o->flags & VM_FREED))
        vm_object_free (r->state, o);
    return VM_DONE;
}

/* __cxa_throw (exception, type, destructor) */
NATIVE (native_throw)
{
    assert (arguments >= 3);
    (void) arguments, (void) result;
    TRY (field_store (r, argument[0], TYPE, argument[1]));
    TRY (field_store (r, argument[0], DESTRUCTOR, argument[2]));
    TRY (word_store (r, field_at (r, argument[0], COUNTS), 4, 1));
    return unwind (r, argument[0]);
}

/* __cxa_init_primary_exception (exception, type, destructor): for
 * std::make_exception_ptr, which throws nothing. */
NATIVE (native_init_exception)
{
    assert (arguments >= 3);
    (void) arguments;
    *result = vm_pointer (argument[0].object, 0);
    TRY (field_store (r, argument[0], TYPE, argument[1]));
    return field_store (r, argument[0], DESTRUCTOR, argument[2]);
}

NATIVE (native_rethrow)
{
    struct vm_value exception;
    int32_t handlers;
    UNUSED_NATIVE;
    TRY (chain_caught (r, &exception));
    if (vm_is_null (exception))
        return vm_fail (r, VM_FAULT_EXCEPTION,
                        "throw; where no exception is handled");
    TRY (handlers_load (r, exception, &handlers));
    TRY (handlers_store (r, exception, handlers > 0 ? -handlers : handlers));
    return unwind (r, exception);
}

NATIVE (native_begin_catch)
{
    int32_t handlers;
    (void) arguments;
    TRY (field_load (r, argument[0], ADJUSTED, result));
    TRY (handlers_load (r, argument[0], &handlers));
    return handlers_store (r, argument[0],
                           (handlers < 0 ? -handlers : handlers) + 1);
}

NATIVE (native_get_exception)
{
    (void) arguments;
    return field_load (r, argument[0], ADJUSTED, result);
}

/* One holder less; the last one destroys it: CALLED, or DONE. */
static enum vm_effect
exception_release (struct vm_run *r, struct vm_value exception)
{
    uint32_t holders, function;
    struct vm_value destructor, thrown = vm_pointer (exception.object, HEAD);
    struct vm_value counts = field_at (r, exception, COUNTS);
    TRY (word_load (r, counts, 4, &holders));
    TRY (word_store (r, counts, 4, holders - 1));
    if (holders > 1)
        return VM_DONE;
    TRY (field_load (r, exception, DESTRUCTOR, &destructor));
    if (vm_is_null (destructor)) {
        vm_object_free (r->state, vm_object_find (r->state, exception.object));
        return VM_DONE;
    }
    TRY (native_function (r, destructor, &function));
    /* Its memory is dropped when nothing points to it. */
    return native_call (r, function, &thrown, 1);
}

NATIVE (native_end_catch)
{
    struct vm_value exception;
    int32_t handlers;
    UNUSED_NATIVE;
    if (vm_self (r)->phase == VM_PHASE_RETURNED)
        return VM_DONE;
    TRY (chain_caught (r, &exception));
    if (vm_is_null (exception))
        return VM_DONE;
    TRY (handlers_load (r, exception, &handlers));
    int32_t left = handlers < 0 ? handlers + 1 : handlers - 1;
    TRY (handlers_store (r, exception, left));
    if (left || handlers < 0)
        return VM_DONE;
    TRY (chain_remove (r, exception));
    return exception_release (r, exception);
}

NATIVE (native_uncaught_exceptions)
{
    int count = 0;
    struct vm_value at = vm_self (r)->result;
    (void) argument, (void) arguments;
    while (!vm_is_null (at)) {
        int32_t handlers;
        TRY (handlers_load (r, at, &handlers));
        count += handlers <= 0;
        TRY (field_load (r, at, NEXT, &at));
    }
    *result = native_int (count);
    return VM_DONE;
}

NATIVE (native_uncaught_exception)
{
    TRY (native_uncaught_exceptions (r, argument, arguments, result));
    result->bits = result->bits != 0;
    return VM_DONE;
}

NATIVE (native_terminate)
{
    UNUSED_NATIVE;
    return vm_fail (r, VM_FAULT_EXCEPTION, "std::terminate is called");
}

NATIVE (native_pure_virtual)
{
    UNUSED_NATIVE;
    return vm_fail (r, VM_FAULT_EXCEPTION, "a pure virtual function is called");
}

/* ---- std::exception_ptr: a pointer to what was thrown */

/* __cohort_exception_current (): held once more; null: none. */
NATIVE (native_exception_current)
{
    uint32_t holders;
    (void) argument, (void) arguments;
    TRY (chain_caught (r, result));
    if (vm_is_null (*result))
        return VM_DONE;
    struct vm_value counts = field_at (r, *result, COUNTS);
    TRY (word_load (r, counts, 4, &holders));
    return word_store (r, counts, 4, holders + 1);
}

NATIVE (native_exception_hold)
{
    uint32_t holders;
    (void) arguments, (void) result;
    struct vm_value counts = field_at (r, argument[0], COUNTS);
    TRY (word_load (r, counts, 4, &holders));
    return word_store (r, counts, 4, holders + 1);
}

NATIVE (native_exception_drop)
{
    (void) arguments, (void) result;
    if (vm_self (r)->phase == VM_PHASE_RETURNED)
        return VM_DONE;
    return exception_release (r, argument[0]);
}

/* std::rethrow_exception: in another thread, or twice at once, its head would
 * have to be in two chains: it must not be in flight. */
NATIVE (native_exception_rethrow)
{
    int32_t handlers;
    uint32_t holders;
    (void) arguments, (void) result;
    struct vm_value counts = field_at (r, argument[0], COUNTS);
    TRY (handlers_load (r, argument[0], &handlers));
    if (handlers)
        return vm_cut (r, "an exception that is thrown again while it is "
                          "handled");
    TRY (word_load (r, counts, 4, &holders));
    TRY (word_store (r, counts, 4, holders + 1));
    return unwind (r, argument[0]);
}
