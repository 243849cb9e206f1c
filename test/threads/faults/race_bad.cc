// verdict: UNSAFE data race
// options: --check=race
#include <mutex>
#include <thread>
static std::mutex m;
static int n;
static void add ()
{
    n = n + 1;
}
int main ()
{
    std::thread a (add), b (add);
    a.join ();
    b.join ();
}
