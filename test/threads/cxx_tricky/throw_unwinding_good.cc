// verdict: SAFE
// output: yes
// A destructor may throw if nothing else is in flight, and catch its own.
#include <cstdio>
#include <exception>
struct bomb {
    ~bomb () noexcept (false)
    {
        std::printf ("in flight: %d\n", std::uncaught_exceptions ());
        if (std::uncaught_exceptions ()) {
            try {
                throw 3;
            } catch (int n) {
                std::printf ("own %d\n", n);
            }
            return;
        }
        throw 2;
    }
};
int main ()
{
    try {
        bomb b;
    } catch (int n) {
        std::printf ("caught %d\n", n);
    }
    try {
        bomb b;
        throw 1;
    } catch (int n) {
        std::printf ("caught %d\n", n);
    }
}
