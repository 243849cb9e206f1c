// verdict: UNSAFE uncaught exception
// A promise that is broken: get throws, and nobody catches it.
#include <future>
int main ()
{
    std::future<int> f;
    {
        std::promise<int> p;
        f = p.get_future ();
    }
    return f.get ();
}
