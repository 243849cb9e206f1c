// verdict: SAFE
// An object per thread: built at its first use, gone at its thread's end.
#include <assert.h>
#include <atomic>
#include <thread>
static std::atomic<int> alive, built;
struct tracker {
    int n = 0;
    tracker () { alive++, built++; }
    ~tracker () { alive--; }
};
static thread_local tracker mine;
static void use () { mine.n++; }
int main ()
{
    std::thread a (use), b ([] {});
    a.join ();
    b.join ();
    assert (alive == 0 && built == 1);
    use ();
    assert (alive == 1 && mine.n == 1);
}
