/* native_input.c -- inputs, assumptions, and the ends of a program. */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- inputs */

/* Of whatever type the result is declared to be. */
NATIVE (native_nondet)
{
    const struct vm_instruction *i = native_instruction (r);
    const struct vm_function *f =
        &r->code->function.at[vm_frame_top (vm_self (r))->function];
    uint32_t results = vm_call_of (r->code, i).results;
    (void) argument, (void) arguments;
    if (results > VM_NATIVE_RESULTS)
        return vm_cut (r, "an input of so many parts");
    for (uint32_t k = 0; k < results; k++) {
        unsigned width = r->code->width.at[f->first_width + i->result + k];
        result[k] = vm_input (r, width ? width : native_word (r));
    }
    return VM_DONE;
}

NATIVE (native_nondet_memory)
{
    struct vm_value size = argument[1];
    assert (arguments >= 2);
    (void) arguments, (void) result;
    TRY (native_known (r, &size, native_word (r), "the size of an input"));
    for (uint64_t i = 0; i < size.bits; i++)
        TRY (vm_store (r, native_at (r, argument[0], i), 8, vm_input (r, 8)));
    return VM_DONE;
}

/* rand: 0 .. RAND_MAX */
NATIVE (native_rand)
{
    (void) argument, (void) arguments;
    *result = vm_input (r, 31);
    return VM_DONE;
}

/* The next number is one of the seed's, as glibc has it. */
NATIVE (native_rand_r)
{
    struct vm_value seed;
    (void) arguments;
    TRY (vm_load (r, argument[0], 32, &seed));
    if (!vm_is_known (seed))
        return vm_cut (r, "rand_r of an unknown seed");
    unsigned next = (unsigned) seed.bits;
    *result = native_int (rand_r (&next));
    return vm_store (r, argument[0], 32, vm_number (next));
}

/* srand and its kind: numbers are inputs, and the same seed would give the same
 * once more. */
NATIVE (native_seed)
{
    const struct vm_instruction *own = native_instruction (r);
    UNUSED_NATIVE;
    for (size_t i = 0; i < r->code->instruction.size; i++) {
        const struct vm_instruction *other = &r->code->instruction.at[i];
        if (other != own && other->op == VM_NATIVE
            && vm_native_at (other->a)->run == native_seed)
            return vm_cut (r, "random numbers that begin again");
    }
    return VM_DONE;
}

/* ---- the system */

enum { USUAL_TIME = 1700000000, USUAL_NUMBER = 1000 };

static const struct {
    const char *name;
    uint64_t usual;
} worlds[] = {
    {"clock", USUAL_NUMBER},
    {"clock_getres", 0},
    {"clock_gettime", 0},
    {"fclose", 0},
    {"fflush", 0},
    {"getpid", USUAL_NUMBER},
    {"getppid", USUAL_NUMBER - 1},
    {"getuid", USUAL_NUMBER},
    {"gettimeofday", 0},
    {"sched_getcpu", 0},
    {"setvbuf", 0},
    {"time", USUAL_TIME},
    {"timespec_get", 0},
};

bool
vm_native_usual (const char *name, uint64_t *usual)
{
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++)
        if (!strcmp (worlds[i].name, name)) {
            *usual = worlds[i].usual;
            return true;
        }
    return false;
}

static struct vm_value
world (struct vm_run *r, unsigned width)
{
    uint64_t usual = 0;
    bool known = vm_native_usual (native_name (r), &usual);
    assert (known);
    (void) known;
    return vm_world (r, width, usual);
}

NATIVE (native_any_int)
{
    (void) argument, (void) arguments;
    *result = world (r, 32);
    return VM_DONE;
}

NATIVE (native_any_word)
{
    (void) argument, (void) arguments;
    *result = world (r, native_word (r));
    return VM_DONE;
}

NATIVE (native_time)
{
    *result = world (r, native_word (r) - 1);
    if (!arguments || vm_is_null (argument[0]))
        return VM_DONE;
    return vm_store (r, argument[0], native_word (r), *result);
}

static enum vm_effect
clock_store (struct vm_run *r, struct vm_value to)
{
    unsigned word = native_word (r);
    TRY (vm_store (r, to, word, vm_world (r, word - 1, USUAL_TIME)));
    return vm_store (r, native_at (r, to, word / 8), word, vm_world (r, 30, 0));
}

/* setlocale (category, name): there is no locale but "C". */
NATIVE (native_setlocale)
{
    struct text name;
    (void) arguments;
    text_init (&name);
    bool good = vm_is_null (argument[1])
                || (vm_string (r, argument[1], &name)
                    && !strcmp (text_view (&name), "C"));
    text_clear (&name);
    if (!good)
        return vm_cut (r, "a locale other than \"C\"");
    vm_id object = vm_heap_new (r->state, 2, VM_BY_LIBRARY);
    if (!object)
        return vm_cut (r, "too many objects");
    *result = vm_pointer (object, 0);
    return vm_store (r, *result, 16, vm_number ('C'));
}

/* gettimeofday (to, zone), timespec_get (to, base) */
NATIVE (native_gettimeofday)
{
    (void) arguments;
    *result = native_int (0);
    return clock_store (r, argument[0]);
}

NATIVE (native_timespec_get)
{
    (void) arguments;
    *result = argument[1];
    return clock_store (r, argument[0]);
}

NATIVE (native_clock_gettime)
{
    assert (arguments >= 2);
    (void) arguments;
    *result = native_int (0);
    return clock_store (r, argument[1]);
}

/* ---- assumptions and assertions */

NATIVE (native_assume)
{
    enum vm_effect effect = VM_DONE;
    (void) arguments, (void) result;
    bool holds = vm_decide (r, argument[0], &effect);
    return effect != VM_DONE ? effect : holds ? VM_DONE : VM_IGNORED;
}

/* It ends the run without being a fault: programs use it for assumptions.  What
 * is not freed then is no memory that was lost, but counts if all is to be freed
 * at the end. */
static enum vm_effect
ends_at_once (const struct vm_run *r)
{
    bool kept = r->code->options & VM_KEPT_AT_EXIT;
    return r->code->checks & VM_CHECK_LEAK && kept ? VM_IGNORED : VM_FINISHED;
}

/* An error that is not looked for ends the program. */
static enum vm_effect
error_ends (const struct vm_run *r, enum vm_effect effect)
{
    bool cleanup = r->code->checks & VM_CHECK_LEAK
                   && !(r->code->options & VM_KEPT_AT_EXIT);
    return effect == VM_IGNORED && cleanup ? VM_FINISHED : effect;
}

NATIVE (native_error)
{
    UNUSED_NATIVE;
    return error_ends (
        r, vm_fail (r, VM_FAULT_ASSERT, "%s is called", native_name (r)));
}

/* __assert_fail (expression, file, line, function) */
NATIVE (native_assert_fail)
{
    struct text what;
    (void) arguments, (void) result;
    text_init (&what);
    bool known = vm_string (r, argument[0], &what);
    enum vm_effect effect = vm_fail (r, VM_FAULT_ASSERT, "assertion %s fails",
                                     known ? text_view (&what) : "");
    text_clear (&what);
    return error_ends (r, effect);
}

/* __VERIFIER_assert (condition) of programs that only declare it. */
NATIVE (native_assert)
{
    enum vm_effect effect = VM_DONE;
    (void) arguments, (void) result;
    bool holds = vm_decide (r, argument[0], &effect);
    if (effect != VM_DONE || holds)
        return effect;
    return error_ends (r, vm_fail (r, VM_FAULT_ASSERT, "an assertion fails"));
}

/* ---- what clang tells: a shift, or (in abs) a negation */

NATIVE (native_overflow)
{
    UNUSED_NATIVE;
    return vm_fail (r, VM_FAULT_OVERFLOW,
                    "a result that its signed type does not have");
}

/* ---- ends */

NATIVE (native_abort)
{
    UNUSED_NATIVE;
    return ends_at_once (r);
}

NATIVE (native_exit)
{
    UNUSED_NATIVE;
    return native_finish (r);
}

NATIVE (native_exit_at_once)
{
    UNUSED_NATIVE;
    return VM_FINISHED;
}

static enum vm_effect
exit_add (struct vm_run *r, struct vm_value function, struct vm_value argument)
{
    uint32_t number;
    TRY (native_function (r, function, &number));
    if (!vm_is_known (argument) || argument.bits >> VM_KIND_SHIFT)
        return vm_cut (r, "a function of exit with an unknown argument");
    VEC_PUSH (r->state->at_exit, function.object);
    VEC_PUSH (r->state->at_exit, argument.object);
    VEC_PUSH (r->state->at_exit, (vm_id) argument.bits);
    return VM_DONE;
}

NATIVE (native_atexit)
{
    (void) arguments;
    *result = native_int (0);
    return exit_add (r, argument[0], vm_number (0));
}

/* __cxa_atexit (function, argument, library) */
NATIVE (native_cxa_atexit)
{
    assert (arguments >= 2);
    (void) arguments;
    *result = native_int (0);
    return exit_add (r, argument[0], argument[1]);
}

/* The next function of exit, pushed: CALLED; DONE: there is none left. */
static enum vm_effect
exit_next (struct vm_run *r)
{
    if (!r->state->at_exit.size)
        return VM_DONE;
    vm_id offset = VEC_POP (r->state->at_exit);
    vm_id object = VEC_POP (r->state->at_exit);
    vm_id function = VEC_POP (r->state->at_exit);
    struct vm_value argument = vm_pointer (object, offset);
    return native_call (r, vm_id_number (function), &argument, 1);
}

/* Functions of the destructor section run after those of atexit. */
void
exit_begin (struct vm_run *r)
{
    struct vm_thread *t = vm_self (r);
    size_t count = r->code->destructor.size;
    vm_own_thread (r->state, t);
    t->unwinding |= VM_EXITING;
    if (!count)
        return;
    VEC_ROOM (r->state->at_exit, r->state->at_exit.size + 3 * count);
    vm_id *at = r->state->at_exit.at;
    memmove (at + 3 * count, at, r->state->at_exit.size * sizeof *at);
    for (size_t i = 0; i < count; i++) {
        uint32_t f = r->code->destructor.at[count - 1 - i];
        at[3 * i] = vm_id_of (VM_FUNCTION, f);
        at[3 * i + 1] = at[3 * i + 2] = 0;
    }
    r->state->at_exit.size += 3 * count;
}

enum vm_effect
native_finish (struct vm_run *r)
{
    if (!(vm_self (r)->unwinding & VM_EXITING))
        exit_begin (r);
    TRY (variables_leave (r));
    enum vm_effect effect = exit_next (r);
    return effect == VM_DONE ? VM_FINISHED : effect;
}
