// verdict: SAFE
// Recursive, two at once in any order, adopted, deferred, moved.
#include <assert.h>
#include <mutex>
#include <thread>
static std::recursive_mutex r;
static std::mutex a, b;
static int n;
static int depth (int k)
{
    std::lock_guard<std::recursive_mutex> g (r);
    return k ? 1 + depth (k - 1) : 0;
}
static void one ()
{
    std::scoped_lock both (a, b);
    n += depth (2);
}
static void two ()
{
    std::lock (b, a);
    std::lock_guard<std::mutex> x (a, std::adopt_lock);
    std::unique_lock<std::mutex> y (b, std::adopt_lock), z;
    z = std::move (y);
    assert (!y.owns_lock () && z.owns_lock ());
    n += 2;
}
int main ()
{
    std::thread t (one);
    two ();
    t.join ();
    assert (n == 4);
}
