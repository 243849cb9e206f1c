// verdict: UNSAFE deadlock
// Two threads wait for each other while a third goes on for ever.
#include <mutex>
#include <thread>
#include <atomic>
static std::mutex a, b;
static std::atomic<int> beat;
static void both (std::mutex &x, std::mutex &y)
{
    std::lock_guard<std::mutex> first (x);
    std::lock_guard<std::mutex> second (y);
}
int main ()
{
    std::thread clock ([] { for (;;) beat.store (!beat.load ()); });
    std::thread one ([] { both (a, b); }), two ([] { both (b, a); });
    one.join ();
    two.join ();
    clock.join ();
}
