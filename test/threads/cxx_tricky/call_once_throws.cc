// verdict: SAFE
// A call that throws was none: the next one is tried.
#include <assert.h>
#include <mutex>
#include <thread>
static std::once_flag once;
static int tries, done;
static void attempt ()
{
    try {
        std::call_once (once, [] {
            if (++tries == 1)
                throw 1;
            done++;
        });
    } catch (int) {
    }
}
int main ()
{
    attempt ();
    assert (tries == 1 && done == 0);
    attempt ();
    attempt ();
    assert (tries == 2 && done == 1);
}
