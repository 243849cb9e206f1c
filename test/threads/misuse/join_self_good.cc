// verdict: SAFE
#include <atomic>
#include <cassert>
#include <system_error>
#include <thread>
std::thread t;
std::atomic<int> go{0}, done{0};
int main ()
{
    t = std::thread ([] {
        while (!go)
            ;
        try {
            t.join ();
            assert (0);
        } catch (const std::system_error &) {
            done = 1;
        }
    });
    go = 1;
    while (!done)
        ;
    t.join ();
}
