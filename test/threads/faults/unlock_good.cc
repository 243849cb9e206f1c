// verdict: SAFE
// options: --check=lock
#include <mutex>
#include <thread>
static std::mutex m;
int main ()
{
    std::thread a ([] {  });
    m.lock ();
    m.unlock ();
    a.join ();
}
