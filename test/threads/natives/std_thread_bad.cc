// verdict: UNSAFE deadlock
// options: --check=assert,deadlock,access,free,exception,lock
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
static std::mutex m;
static std::condition_variable c;
static std::once_flag o;
static int made, turn;
static void
work (int me)
{
    std::call_once (o, [] { made++; });
    std::unique_lock<std::mutex> lock (m);
    c.wait (lock, [me] { return turn == me; });
    turn++;
    c.notify_one ();
}
int
main ()
{
    std::vector<std::thread> t;
    for (int i = 0; i < 3; i++)
        t.emplace_back (work, i);
    for (auto &x : t)
        x.join ();
    assert (turn == 2 && made == 1);
}
