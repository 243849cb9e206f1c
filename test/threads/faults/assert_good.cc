// verdict: SAFE
#include <assert.h>
#include <thread>
#include <atomic>
static std::atomic<int> n;
static void add ()
{
    n.fetch_add (1);
}
int main ()
{
    std::thread a (add), b (add);
    a.join ();
    b.join ();
    assert (n == 2);
}
