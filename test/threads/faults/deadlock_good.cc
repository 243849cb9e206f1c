// verdict: SAFE
#include <mutex>
#include <thread>
static std::mutex a, b;
static int n;
static void both (std::mutex &x, std::mutex &y)
{
    std::lock_guard<std::mutex> first (x);
    std::lock_guard<std::mutex> second (y);
    n++;
}
int main ()
{
    std::thread one ([] { both (a, b); }), two ([] { both (a, b); });
    one.join ();
    two.join ();
}
