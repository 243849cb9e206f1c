// verdict: SAFE
#include <assert.h>
#include <atomic>
#include <thread>
static std::atomic<int> n{1};
static void twice ()
{
    int seen = n.load ();
    while (!n.compare_exchange_weak (seen, seen * 2))
        ;
}
int main ()
{
    std::thread a (twice);
    twice ();
    a.join ();
    assert (n == 4);
}
