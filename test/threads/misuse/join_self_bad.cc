// verdict: UNSAFE uncaught exception
#include <atomic>
#include <thread>
std::thread t;
std::atomic<int> go{0};
int main ()
{
    t = std::thread ([] {
        while (!go)
            ;
        t.join ();
    });
    go = 1;
    while (1)
        ;
}
