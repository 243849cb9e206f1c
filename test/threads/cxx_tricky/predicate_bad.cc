// verdict: UNSAFE deadlock
// notify_one wakes the wrong one of two that wait for different things.
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static int stage;
static void await (int wanted)
{
    std::unique_lock<std::mutex> l (m);
    c.wait (l, [=] { return stage >= wanted; });
}
int main ()
{
    std::thread one (await, 1), two (await, 2);
    {
        std::lock_guard<std::mutex> g (m);
        stage = 1;
    }
    c.notify_one ();
    one.join ();
    {
        std::lock_guard<std::mutex> g (m);
        stage = 2;
    }
    c.notify_one ();
    two.join ();
}
