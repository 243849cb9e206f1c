// verdict: SAFE
#include <assert.h>
#include <future>
#include <stdexcept>
#include <thread>
int main ()
{
    std::promise<int> value, error;
    std::future<int> v = value.get_future (), e = error.get_future ();
    std::thread t ([&] {
        value.set_value (42);
        error.set_exception (
            std::make_exception_ptr (std::runtime_error ("no")));
    });
    assert (v.get () == 42);
    bool thrown = false;
    try {
        e.get ();
    } catch (const std::runtime_error &) {
        thrown = true;
    }
    assert (thrown);
    t.join ();
}
