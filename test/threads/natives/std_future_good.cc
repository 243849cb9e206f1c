// verdict: SAFE
#include <cassert>
#include <future>
int
main ()
{
    std::promise<int> p;
    std::future<int> f = p.get_future ();
    std::thread t ([&p] { p.set_value (42); });
    assert (f.get () == 42);
    t.join ();
}
