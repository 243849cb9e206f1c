// verdict: SAFE
#include <assert.h>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static int stage;
int main ()
{
    std::thread t ([] {
        std::unique_lock<std::mutex> l (m);
        c.wait (l, [] { return stage == 1; });
        stage = 2;
        c.notify_all ();
    });
    {
        std::lock_guard<std::mutex> g (m);
        stage = 1;
    }
    c.notify_all ();
    {
        std::unique_lock<std::mutex> l (m);
        c.wait (l, [] { return stage == 2; });
        assert (stage == 2);
    }
    t.join ();
}
