// verdict: UNSAFE deadlock
// A signal that nobody waits for yet is lost.
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static bool ready;
int main ()
{
    std::thread other ([] {
        std::lock_guard<std::mutex> g (m);
        ready = true;
        c.notify_one ();
    });
    {
        std::unique_lock<std::mutex> l (m);
        if (true)
            c.wait (l);
    }
    other.join ();
}
