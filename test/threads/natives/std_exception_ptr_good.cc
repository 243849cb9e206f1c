// verdict: SAFE
// options: --check=assert,deadlock,access,free,exception,leak --engine=explore
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
int
main ()
{
    std::exception_ptr p;
    int caught = 0;
    try {
        throw std::out_of_range ("far");
    } catch (...) {
        p = std::current_exception ();
    }
    try {
        std::rethrow_exception (p);
    } catch (const std::logic_error &e) {
        caught += std::string (e.what ()) == "far";
    }
    assert (caught == 1);
}
