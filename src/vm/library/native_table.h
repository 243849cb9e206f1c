/* native_table.h -- what each function of the machine is run by. */
#ifndef VM_LIBRARY_NATIVE_TABLE_H
#define VM_LIBRARY_NATIVE_TABLE_H

#include "vm/library/native.h"

extern const struct vm_native vm_native_table[];
extern const uint32_t vm_native_table_size;

typedef bool vm_native_blocked (struct vm_run *, const struct vm_value *,
                                uint32_t);
typedef uint32_t vm_native_waits (struct vm_run *, const struct vm_value *,
                                  uint32_t);

/* clang-format off */
vm_native_run
    native_abort, native_aligned_alloc, native_allocate_exception,
    native_any_int, native_any_word, native_assert, native_assert_fail,
    native_assume, native_atexit, native_atomic_begin, native_await,
    native_atomic_compare_exchange, native_atomic_compare_exchange_any,
    native_atomic_end, native_atomic_exchange, native_atomic_exchange_any,
    native_atomic_fetch_add, native_atomic_fetch_and,
    native_atomic_fetch_or, native_atomic_fetch_sub,
    native_atomic_fetch_xor, native_atomic_load, native_atomic_load_any,
    native_atomic_store, native_atomic_store_any, native_attribute_get,
    native_attribute_init, native_attribute_set, native_attribute_type, native_barrier_destroy,
    native_barrier_init, native_barrier_wait, native_bcopy,
    native_begin_catch, native_bitreverse, native_bswap, native_bzero,
    native_calloc, native_clock_gettime, native_cnd_timedwait,
    native_cond_broadcast, native_cond_destroy, native_cond_init,
    native_cond_signal, native_cond_timedwait, native_cond_wait,
    native_ctlz, native_ctpop, native_cttz, native_cxa_atexit,
    native_delete, native_delete_array, native_disjoint,
    native_dynamic_cast, native_end_catch, native_errno, native_error,
    native_exception_current, native_exception_drop, native_exception_hold,
    native_exception_rethrow, native_exit, native_exit_at_once, native_fma,
    native_fmaf, native_forget, native_fpclass, native_fprintf,
    native_fprintf_chk, native_fputs, native_free, native_free_exception,
    native_fwrite, native_get_exception, native_getspecific,
    native_gettimeofday, native_guard_abort, native_init_exception,
    native_guard_acquire,
    native_guard_release, native_is_lock_free, native_key_create,
    native_key_delete, native_ldexp, native_lround, native_malloc,
    native_memcmp, native_memcpy, native_mempcpy, native_memset,
    native_mtx_init, native_mtx_timedlock, native_mtx_trylock,
    native_mutex_destroy, native_mutex_init, native_mutex_lock,
    native_mutex_timedlock, native_mutex_trylock, native_mutex_unlock,
    native_new, native_new_array, native_new_array_nothrow,
    native_new_nothrow, native_nondet, native_nondet_memory, native_nothing,
    native_once, native_overflow, native_posix_memalign, native_printf,
    native_printf_chk,
    native_pure_virtual, native_putchar, native_puts, native_rand, native_rand_r, native_seed,
    native_setlocale, native_lrint,
    native_range, native_realloc, native_reallocarray, native_rethrow,
    native_rwlock_destroy, native_rwlock_init, native_rwlock_rdlock,
    native_rwlock_timedrdlock, native_rwlock_timedwrlock,
    native_rwlock_tryrdlock, native_rwlock_trywrlock, native_rwlock_unlock,
    native_rwlock_wrlock, native_sem_destroy, native_sem_getvalue,
    native_sem_init, native_sem_post, native_sem_timedwait,
    native_sem_trywait, native_sem_wait, native_setspecific,
    native_smul_overflow, native_snprintf, native_snprintf_chk,
    native_spin_destroy, native_spin_init, native_spin_lock,
    native_spin_trylock, native_spin_unlock, native_sprintf,
    native_scope,
    native_sprintf_chk, native_stackrestore, native_stacksave,
    native_terminate, native_thrd_create, native_thrd_detach,
    native_thrd_join, native_mtx_lock, native_mtx_unlock, native_cnd_wait,
    native_tss_create, native_copy, native_fill, native_tss_set, native_thread_timedjoin,
    native_thread_atexit, native_thread_create, native_thread_detach,
    native_thread_equal, native_thread_exit, native_thread_join,
    native_thread_self, native_thread_tryjoin, native_throw, native_time,
    native_timespec_get, native_umul_overflow, native_uncaught_exception,
    native_uncaught_exceptions, native_usable_size, native_vassert,
    native_vfprintf, native_vlock, native_vprintf, native_vsnprintf,
    native_vsprintf, native_vunlock, native_yield;
vm_native_blocked
    blocked_barrier, blocked_cond, blocked_cond_timed, blocked_destroy,
    blocked_guard,
    blocked_join, blocked_mutex, blocked_once, blocked_rdlock, blocked_sem,
    blocked_spin, blocked_vlock, blocked_wrlock;
vm_native_waits
    waits_cond, waits_guard, waits_join, waits_mutex, waits_once,
    waits_rwlock, waits_spin, waits_vlock;
/* clang-format on */

/* Functions of libm with one and two arguments, each with its twin for float.
 */
#define VM_MATH_1(X) \
    X (sqrt)         \
    X (fabs)         \
    X (floor)        \
    X (ceil)         \
    X (trunc)        \
    X (rint)         \
    X (nearbyint)    \
    X (round)        \
    X (exp)          \
    X (exp2)         \
    X (expm1)        \
    X (log)          \
    X (log2)         \
    X (log10)        \
    X (log1p)        \
    X (sin)          \
    X (cos)          \
    X (tan) X (asin) X (acos) X (atan) X (sinh) X (cosh) X (tanh) X (cbrt)
#define VM_MATH_2(X) \
    X (pow)          \
    X (copysign)     \
    X (fmin) X (fmax) X (fmod) X (atan2) X (hypot) X (fdim) X (remainder)

#define VM_MATH_DECLARE(name) vm_native_run native_##name, native_##name##f;
VM_MATH_1 (VM_MATH_DECLARE)
VM_MATH_2 (VM_MATH_DECLARE)

#endif
