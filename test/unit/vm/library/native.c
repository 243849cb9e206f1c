/* native.c -- functions of the machine, called one by one: the table,
 * formats, memory, locks of all kinds, and that `blocked` says what run does.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "vm/library/pthread.h"
#include "unit/vm/build.h"

/* Globals of build_program by their numbers. */
enum { SMALL = 0, WORD = 2, MUTEX = 5, BUFFER = 6, OTHER = 8 };

struct fixture {
    struct vm_code code;
    struct vm_live live;
    struct vm_state state;
    struct vm_run run;
};

static void
open_fixture (struct fixture *f, unsigned pointer_bytes)
{
    build_program (&f->code, pointer_bytes);
    f->code.checks = VM_CHECK_ACCESS | VM_CHECK_FREE | VM_CHECK_LOCK;
    vm_live_init (&f->live, &f->code);
    vm_state_init (&f->state, &f->code, &f->live);
    vm_state_open (&f->state, (struct bytes) {0});
    vm_run_init (&f->run, &f->state);
    vm_run_begin (&f->run);
}

static void
close_fixture (struct fixture *f)
{
    vm_run_clear (&f->run);
    vm_state_clear (&f->state);
    vm_live_clear (&f->live);
    vm_code_clear (&f->code);
}

static struct vm_value
at (uint32_t global, uint64_t offset)
{
    return vm_pointer (vm_id_of (VM_GLOBAL, global), offset);
}

static enum vm_effect
call (struct fixture *f, const char *name, struct vm_value *result,
      uint32_t arguments, ...)
{
    struct vm_value argument[8], results[VM_NATIVE_RESULTS] = {{0}};
    va_list list;
    va_start (list, arguments);
    for (uint32_t i = 0; i < arguments; i++)
        argument[i] = va_arg (list, struct vm_value);
    va_end (list);
    uint32_t number = vm_native_find (name);
    assert_int_not_equal (number, VM_NOWHERE);
    const struct vm_native *n = vm_native_at (number);
    assert_true (arguments >= n->least);
    bool blocked = n->blocked && n->blocked (&f->run, argument, arguments);
    enum vm_effect effect = n->run (&f->run, argument, arguments, results);
    if (n->blocked)
        assert_int_equal (blocked, effect == VM_BLOCKED);
    if (result)
        *result = results[0];
    return effect;
}

/* DONE, with this result. */
#define GIVES(value, ...)                                   \
    do {                                                    \
        struct vm_value given;                              \
        assert_int_equal (call (&f, __VA_ARGS__), VM_DONE); \
        assert_int_equal (given.bits, (uint32_t) (value));  \
    } while (0)

static void
put_text (struct fixture *f, uint32_t global, uint64_t offset, const char *text)
{
    for (size_t i = 0; i <= strlen (text); i++)
        assert_int_equal (vm_store (&f->run, at (global, offset + i), 8,
                                    vm_number ((uint8_t) text[i])),
                          VM_DONE);
}

/* ---- the table */

static void
table_is_sorted (void **state)
{
    (void) state;
    for (uint32_t i = 0; i < vm_natives (); i++) {
        const struct vm_native *n = vm_native_at (i);
        assert_non_null (n->run);
        assert_int_equal (vm_native_find (n->name), i);
        if (i)
            assert_true (strcmp (vm_native_at (i - 1)->name, n->name) < 0);
        /* What can be blocked must end a step, or it would be looked for in the
         * middle of one. */
        if (n->blocked)
            assert_true (n->flags & VM_NATIVE_VISIBLE);
        assert_true (n->blocked || !n->waits_for);
    }
    assert_int_equal (vm_native_find ("no such function"), VM_NOWHERE);
    assert_int_equal (vm_native_find ("__VERIFIER_nondet_sector_t"),
                      vm_native_find ("__VERIFIER_nondet_int"));
}

/* ---- formats */

static void
formats (void **state)
{
    struct fixture f;
    struct text out;
    char expected[80];
    (void) state;
    open_fixture (&f, 8);
    text_init (&out);
    f.run.output = &out;
    put_text (&f, BUFFER, 0, "%5d|%-4x|%c|%s|%.2f|%llu");
    put_text (&f, BUFFER, 40, "word");
    double half = 2.5;
    uint64_t bits;
    memcpy (&bits, &half, sizeof bits);
    int size = snprintf (expected, sizeof expected, "%5d|%-4x|%c|%s|%.2f|%llu",
                         -7, 255u, 'q', "word", half, 1ull << 40);
    GIVES (size, "printf", &given, 7, at (BUFFER, 0), vm_number ((uint32_t) -7),
           vm_number (255), vm_number ('q'), at (BUFFER, 40), vm_number (bits),
           vm_number (UINT64_C (1) << 40));
    assert_string_equal (text_view (&out), expected);
    /* Too few arguments; an address; a string without end. */
    put_text (&f, BUFFER, 0, "%d");
    assert_int_equal (call (&f, "printf", NULL, 1, at (BUFFER, 0)), VM_FAILED);
    put_text (&f, BUFFER, 0, "%p");
    assert_int_equal (
        call (&f, "printf", NULL, 2, at (BUFFER, 0), at (WORD, 0)), VM_IS_CUT);
    put_text (&f, BUFFER, 0, "%s");
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal (vm_store (&f.run, at (SMALL, i), 8, vm_number ('x')),
                          VM_DONE);
    assert_int_equal (
        call (&f, "printf", NULL, 2, at (BUFFER, 0), at (SMALL, 0)), VM_FAILED);
    assert_int_equal (f.run.fault, VM_FAULT_BOUNDS);
    /* An unknown number is printed; its length is unknown. */
    struct vm_value length;
    put_text (&f, BUFFER, 0, "%d");
    assert_int_equal (
        call (&f, "printf", &length, 2, at (BUFFER, 0), vm_unknown (32)),
        VM_DONE);
    assert_true (length.unknown);
    text_clear (&out);
    close_fixture (&f);
}

/* ---- memory */

static void
memory (void **state)
{
    struct fixture f;
    struct vm_value p, q, v;
    (void) state;
    open_fixture (&f, 8);
    assert_int_equal (call (&f, "malloc", &p, 1, vm_number (8)), VM_DONE);
    assert_int_equal (vm_load (&f.run, p, 32, &v), VM_DONE);
    assert_true (vm_is_unwritten (v));
    assert_int_equal (vm_store (&f.run, p, 64, at (WORD, 3)), VM_DONE);
    assert_int_equal (call (&f, "realloc", &q, 2, p, vm_number (32)), VM_DONE);
    assert_int_equal (vm_load (&f.run, q, 64, &v), VM_DONE);
    assert_true (vm_same (v, at (WORD, 3)));
    assert_int_equal (call (&f, "free", NULL, 1, p), VM_FAILED);
    assert_int_equal (f.run.fault, VM_FAULT_DOUBLE_FREE);
    assert_int_equal (call (&f, "_ZdlPv", NULL, 1, q), VM_FAILED);
    assert_int_equal (f.run.fault, VM_FAULT_BAD_FREE);
    p = q;
    p.bits = 8;
    assert_int_equal (call (&f, "free", NULL, 1, p), VM_FAILED);
    assert_int_equal (f.run.fault, VM_FAULT_BAD_FREE);
    assert_int_equal (call (&f, "free", NULL, 1, q), VM_DONE);
    assert_int_equal (call (&f, "free", NULL, 1, at (WORD, 0)), VM_FAILED);
    assert_int_equal (call (&f, "free", NULL, 1, vm_number (0)), VM_DONE);
    assert_int_equal (call (&f, "_Znam", &p, 1, vm_number (3)), VM_DONE);
    assert_int_equal (call (&f, "_ZdlPvm", NULL, 2, p, vm_number (3)),
                      VM_FAILED);
    assert_int_equal (call (&f, "_ZdaPv", NULL, 1, p), VM_DONE);
    assert_int_equal (call (&f, "malloc", &p, 1, vm_number (1 << 30)),
                      VM_IS_CUT);
    close_fixture (&f);
}

/* ---- locks */

/* The same with both layouts of a mutex. */
static void
mutexes (void **state)
{
    (void) state;
    for (unsigned bytes = 4; bytes <= 8; bytes += 4) {
        struct fixture f;
        struct vm_value m = at (MUTEX, 0), attribute = at (SMALL, 0);
        open_fixture (&f, bytes);
        GIVES (0, "pthread_mutex_lock", &given, 1, m);
        assert_int_equal (vm_locks_held (&f.state, 0), 1);
        assert_int_equal (vm_locks_held (&f.state, 1), 0);
        assert_true (vm_same (vm_lock_held (&f.state, 0, 0), m));
        assert_int_equal (call (&f, "pthread_mutex_lock", NULL, 1, m),
                          VM_BLOCKED);
        GIVES (EBUSY, "pthread_mutex_trylock", &given, 1, m);
        assert_int_equal (vm_fill (&f.run, at (BUFFER, 0), vm_number (0), 16),
                          VM_DONE);
        GIVES (ETIMEDOUT, "pthread_mutex_timedlock", &given, 2, m,
               at (BUFFER, 0));
        assert_int_equal (
            call (&f, "pthread_mutex_timedlock", NULL, 2, m, vm_number (0)),
            VM_FAILED); /* the time is read */
        assert_int_equal (call (&f, "pthread_mutex_destroy", NULL, 1, m),
                          VM_FAILED);
        GIVES (0, "pthread_mutex_unlock", &given, 1, m);
        assert_int_equal (vm_locks_held (&f.state, 0), 0);
        assert_int_equal (call (&f, "pthread_mutex_unlock", NULL, 1, m),
                          VM_FAILED);
        assert_int_equal (f.run.fault, VM_FAULT_LOCK);
        /* Another thread's. */
        GIVES (0, "pthread_mutex_lock", &given, 1, m);
        uint32_t other = vm_thread_new (&f.state, 0, NULL, 0);
        f.run.thread = other;
        assert_int_equal (call (&f, "pthread_mutex_lock", NULL, 1, m),
                          VM_BLOCKED);
        assert_int_equal (call (&f, "pthread_mutex_unlock", NULL, 1, m),
                          VM_FAILED);
        f.run.thread = 0;
        GIVES (0, "pthread_mutex_unlock", &given, 1, m);
        /* Recursive, then strict. */
        GIVES (0, "pthread_mutexattr_init", &given, 1, attribute);
        GIVES (0, "pthread_mutexattr_settype", &given, 2, attribute,
               vm_number (1));
        GIVES (0, "pthread_mutex_init", &given, 2, m, attribute);
        GIVES (0, "pthread_mutex_lock", &given, 1, m);
        GIVES (0, "pthread_mutex_lock", &given, 1, m);
        GIVES (0, "pthread_mutex_unlock", &given, 1, m);
        assert_int_equal (vm_locks_held (&f.state, 0), 1);
        GIVES (0, "pthread_mutex_unlock", &given, 1, m);
        GIVES (EPERM, "pthread_mutex_unlock", &given, 1, m);
        GIVES (0, "pthread_mutexattr_settype", &given, 2, attribute,
               vm_number (2));
        GIVES (0, "pthread_mutex_init", &given, 2, m, attribute);
        GIVES (0, "pthread_mutex_lock", &given, 1, m);
        GIVES (EDEADLK, "pthread_mutex_lock", &given, 1, m);
        GIVES (0, "pthread_mutex_unlock", &given, 1, m);
        GIVES (0, "pthread_mutex_destroy", &given, 1, m);
        assert_int_equal (call (&f, "pthread_mutex_lock", NULL, 1, m),
                          VM_FAILED);
        close_fixture (&f);
    }
}

static void
others (void **state)
{
    struct fixture f;
    struct vm_value l = at (BUFFER, 0), s = at (OTHER, 0);
    (void) state;
    open_fixture (&f, 8);
    GIVES (0, "pthread_rwlock_init", &given, 2, l, vm_number (0));
    GIVES (0, "pthread_rwlock_rdlock", &given, 1, l);
    GIVES (0, "pthread_rwlock_tryrdlock", &given, 1, l);
    assert_int_equal (call (&f, "pthread_rwlock_wrlock", NULL, 1, l),
                      VM_BLOCKED);
    GIVES (0, "pthread_rwlock_unlock", &given, 1, l);
    GIVES (0, "pthread_rwlock_unlock", &given, 1, l);
    assert_int_equal (call (&f, "pthread_rwlock_unlock", NULL, 1, l),
                      VM_FAILED);
    GIVES (0, "pthread_rwlock_wrlock", &given, 1, l);
    GIVES (EDEADLK, "pthread_rwlock_rdlock", &given, 1, l);
    GIVES (0, "sem_init", &given, 3, s, vm_number (0), vm_number (1));
    GIVES (0, "sem_wait", &given, 1, s);
    assert_int_equal (call (&f, "sem_wait", NULL, 1, s), VM_BLOCKED);
    GIVES (-1, "sem_trywait", &given, 1, s);
    GIVES (0, "sem_post", &given, 1, s);
    GIVES (0, "sem_wait", &given, 1, s);
    GIVES (0, "pthread_spin_init", &given, 2, s, vm_number (0));
    GIVES (0, "pthread_spin_lock", &given, 1, s);
    assert_int_equal (call (&f, "pthread_spin_lock", NULL, 1, s), VM_BLOCKED);
    GIVES (EBUSY, "pthread_spin_trylock", &given, 1, s);
    GIVES (0, "pthread_spin_unlock", &given, 1, s);
    close_fixture (&f);
}

/* A wait gives the mutex back and sleeps; a signal wakes one. */
static void
conditions (void **state)
{
    struct fixture f;
    struct vm_value m = at (MUTEX, 0), c = at (BUFFER, 0);
    (void) state;
    open_fixture (&f, 8);
    assert_int_equal (call (&f, "pthread_cond_wait", NULL, 2, c, m), VM_FAILED);
    GIVES (0, "pthread_mutex_lock", &given, 1, m);
    assert_int_equal (call (&f, "pthread_cond_wait", NULL, 2, c, m), VM_PARKED);
    assert_int_equal (f.state.thread.at[0].status, VM_ASLEEP);
    assert_int_equal (call (&f, "pthread_cond_wait", NULL, 2, c, m),
                      VM_BLOCKED);
    f.run.thread = vm_thread_new (&f.state, 0, NULL, 0);
    GIVES (0, "pthread_mutex_lock", &given, 1, m);
    GIVES (0, "pthread_cond_signal", &given, 1, at (BUFFER, 4));
    assert_int_equal (f.state.thread.at[0].status, VM_ASLEEP);
    assert_int_equal (call (&f, "pthread_cond_destroy", NULL, 1, c), VM_FAILED);
    GIVES (0, "pthread_cond_signal", &given, 1, c);
    assert_int_equal (f.state.thread.at[0].status, VM_ALIVE);
    f.run.thread = 0;
    assert_int_equal (call (&f, "pthread_cond_wait", NULL, 2, c, m),
                      VM_BLOCKED);
    f.run.thread = 1;
    GIVES (0, "pthread_mutex_unlock", &given, 1, m);
    f.run.thread = 0;
    GIVES (0, "pthread_cond_wait", &given, 2, c, m);
    assert_int_equal (vm_locks_held (&f.state, 0), 1);
    close_fixture (&f);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (table_is_sorted), cmocka_unit_test (formats),
        cmocka_unit_test (memory),          cmocka_unit_test (mutexes),
        cmocka_unit_test (others),          cmocka_unit_test (conditions),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
