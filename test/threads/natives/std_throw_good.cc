// verdict: SAFE
// options: --check=assert,deadlock,access,free,exception,leak
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <thread>
int
main ()
{
    std::thread t ([] {
        try {
            throw std::runtime_error ("thrown");
        } catch (const std::exception &e) {
            assert (!std::strcmp (e.what (), "thrown"));
        }
    });
    t.join ();
}
