// verdict: SAFE
// An exception goes from one thread to another, which sees the same object.
#include <assert.h>
#include <exception>
#include <thread>
struct failure {
    int code;
};
static std::exception_ptr kept;
int main ()
{
    std::thread t ([] {
        try {
            throw failure{7};
        } catch (...) {
            kept = std::current_exception ();
        }
    });
    t.join ();
    int seen = 0;
    try {
        std::rethrow_exception (kept);
    } catch (const failure &f) {
        seen = f.code;
    }
    assert (seen == 7);
    kept = nullptr;
}
