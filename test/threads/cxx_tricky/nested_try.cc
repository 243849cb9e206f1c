// verdict: SAFE
// output: yes
#include <cstdio>
#include <stdexcept>
#include <string>
static std::string log_;
struct mark {
    char c;
    ~mark () { log_ += c; }
};
static void deep (int n)
{
    mark m{static_cast<char> ('a' + n)};
    try {
        if (n == 0)
            throw std::runtime_error ("deep");
        deep (n - 1);
    } catch (const std::logic_error &) {
        log_ += '!';
    } catch (const std::exception &e) {
        try {
            throw std::logic_error (std::string (e.what ()) + "+");
        } catch (const std::logic_error &inner) {
            log_ += inner.what ();
        }
        if (n < 2)
            throw;
    }
}
int main ()
{
    deep (3);
    std::printf ("%s\n", log_.c_str ());
    try {
        try {
            throw 1;
        } catch (...) {
            try {
                throw 2L;
            } catch (long) {
            }
            throw;
        }
    } catch (int n) {
        std::printf ("%d\n", n);
    }
}
