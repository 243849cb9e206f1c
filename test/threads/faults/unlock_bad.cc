// verdict: UNSAFE lock misuse
// options: --check=lock
#include <mutex>
#include <thread>
static std::mutex m;
int main ()
{
    std::thread a ([] { m.unlock (); });
    m.lock ();
    m.unlock ();
    a.join ();
}
