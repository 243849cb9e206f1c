// verdict: SAFE
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> gone;
struct thing {
    int n = 1;
    ~thing () { gone++; }
};
static thread_local thing mine;
int
main ()
{
    std::thread t ([] { assert (mine.n++ == 1); });
    t.join ();
    assert (gone == 1 && mine.n == 1);
}
