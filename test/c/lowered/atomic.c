// Atomics, and those that are weaker than sequentially consistent.
// has: = rmw.add.32 atomic @number
// has: = load.32 atomic weak @number
// has: store.32 atomic @number 2
// has: = cmpxchg.32 atomic @number
// has: fence
// has: = rmw.xchg.8 atomic @flag
// lacks: cut
#include <stdatomic.h>
atomic_int number;
atomic_flag flag = ATOMIC_FLAG_INIT;
int main (void)
{
    int e = 1;
    number++;
    atomic_store (&number, 2);
    atomic_compare_exchange_strong (&number, &e, 3);
    atomic_thread_fence (memory_order_seq_cst);
    while (atomic_flag_test_and_set (&flag))
        ;
    return atomic_load_explicit (&number, memory_order_relaxed);
}
