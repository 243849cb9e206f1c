/* convention.c -- what verifiers agree on: inputs, assumptions, errors,
 * and the ways in which a program ends. */
#include "cohort-llvm/library/internal.h"

#include <string.h>

/* ---- inputs */

static void
call_nondet (translation *t, struct calling *c)
{
    struct translated_value v = result_any (t, LLVMTypeOf (c->call), c->name);
    bool truth = strstr (c->name, "bool") || strstr (c->name, "Bool");
    if (truth && v.leaves == 1 && v.leaf[0]->sort->kind == SORT_BV) {
        const term *arg[] = {v.leaf[0],
                             term_bits (t->terms, v.leaf[0]->sort->width, "1")};
        emit_assume (t, term_make (t->terms, OP_BVULE, arg, 2, 0, 0));
    }
    result_set (c, v);
}

static void
call_nondet_memory (translation *t, struct calling *c)
{
    if (argument_is_pointer (c, 0))
        memory_havoc_object (t, argument_at (c, 0), c->name);
}

static void
call_assume (translation *t, struct calling *c)
{
    emit_assume (t, argument_true (t, c, 0));
}

static void
call_nothing (translation *t, struct calling *c)
{
    (void) t;
    (void) c;
}

/* ---- errors */

static void
error_with (translation *t, struct calling *c, const term *condition,
            const char *message)
{
    /* Where it is no error the program ends there, all the same. */
    if (!(t->unit->options.checks & CHECK_UNREACH))
        memory_abort (t, term_not (t->terms, condition));
    emit_assert (t, condition, CHECK_UNREACH, message);
    emit_assume (t, condition);
    c->ends = term_is_false (condition);
}

static void
call_error (translation *t, struct calling *c)
{
    struct text message;
    text_init (&message);
    text_print (&message, "%s is called", c->name);
    error_with (t, c, term_false (t->terms), text_view (&message));
    text_clear (&message);
}

/* The text that a pointer to a constant string stands for, or null. */
static const char *
string_of (LLVMValueRef v)
{
    size_t size;
    LLVMValueRef init = LLVMIsAGlobalVariable (v) ? LLVMGetInitializer (v) : 0;
    if (!init || !LLVMIsConstantString (init))
        return NULL;
    const char *text = LLVMGetAsString (init, &size);
    return size && !text[size - 1] ? text : NULL;
}

static void
assertion_failed (translation *t, struct calling *c, unsigned argument)
{
    const char *what =
        argument < c->arguments ? string_of (argument_at (c, argument)) : NULL;
    struct text message;
    text_init (&message);
    if (what)
        text_print (&message, "assertion `%s' failed", what);
    else
        text_add (&message, "an assertion failed");
    error_with (t, c, term_false (t->terms), text_view (&message));
    text_clear (&message);
}

static void
call_assert_fail (translation *t, struct calling *c)
{
    assertion_failed (t, c, 0);
}

static void
call_assert_rtn (translation *t, struct calling *c)
{
    assertion_failed (t, c, 3);
}

static void
call_assert (translation *t, struct calling *c)
{
    error_with (t, c, argument_true (t, c, 0), "an assertion failed");
}

/* ---- ends */

static void
call_abort (translation *t, struct calling *c)
{
    memory_abort (t, term_true (t->terms));
    emit_assume (t, term_false (t->terms));
    c->ends = true;
}

static void
call_exit (translation *t, struct calling *c)
{
    memory_exit (t);
    emit_assume (t, term_false (t->terms));
    c->ends = true;
}

static void
call_cut (translation *t, struct calling *c)
{
    struct text reason;
    text_init (&reason);
    text_print (&reason, "a call of %s", c->name);
    emit_cut (t, text_view (&reason));
    text_clear (&reason);
    c->ends = true;
}

const struct library_entry library_conventions[] = {
    {"__VERIFIER_nondet_", call_nondet, 0}, /* all that begin so */
    {"__VERIFIER_nondet_memory", call_nondet_memory, 1},
    {"__VERIFIER_assume", call_assume, 1}, /* and __VERIFIER_assume_* */
    {"assume_abort_if_not", call_assume, 1},
    {"__VERIFIER_atomic_begin", call_nothing, 0},
    {"__VERIFIER_atomic_end", call_nothing, 0},
    {"reach_error", call_error, 0},
    {"__VERIFIER_error", call_error, 0},
    {"__VERIFIER_assert", call_assert, 1},
    {"assert", call_assert, 1},
    {"__assert_fail", call_assert_fail, 0},
    {"__assert_perror_fail", call_assert_rtn, 0},
    {"__assert", call_assert_fail, 0},
    {"__assert_rtn", call_assert_rtn, 0},
    {"__assert_func", call_assert_rtn, 0},
    {"abort", call_abort, 0},
    {"trap", call_abort, 0},
    {"exit", call_exit, 0},
    {"_exit", call_exit, 0},
    {"_Exit", call_exit, 0},
    {"quick_exit", call_exit, 0},
    {"setjmp", call_cut, 0},
    {"_setjmp", call_cut, 0},
    {"sigsetjmp", call_cut, 0},
    {"__sigsetjmp", call_cut, 0},
    {"longjmp", call_cut, 0},
    {"siglongjmp", call_cut, 0},
    {"signal", call_cut, 0},
    {"sigaction", call_cut, 0},
    {"atexit", call_cut, 0},
    {"fork", call_cut, 0},
    {"vfork", call_cut, 0},
    {"raise", call_cut, 0},
    {"kill", call_cut, 0},
    {"alarm", call_cut, 0},
    {"on_exit", call_cut, 0},
    {"at_quick_exit", call_cut, 0},
    {"getopt", call_cut, 0}, /* sets variables of its own */
    {"getopt_long", call_cut, 0},
    {"getopt_long_only", call_cut, 0},
    {"pthread_create", call_cut, 0},
    {NULL, NULL, 0},
};
