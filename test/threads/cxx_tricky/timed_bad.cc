// verdict: UNSAFE assertion failed
// A wait with a time may end before anything happened.
#include <assert.h>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static bool ready;
int main ()
{
    std::thread t ([] {
        std::lock_guard<std::mutex> g (m);
        ready = true;
        c.notify_one ();
    });
    {
        std::unique_lock<std::mutex> l (m);
        if (!ready)
            c.wait_for (l, std::chrono::milliseconds (1));
        assert (ready);
    }
    t.join ();
}
