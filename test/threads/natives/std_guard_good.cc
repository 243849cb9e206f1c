// verdict: SAFE
// options: --check=assert,deadlock,race
#include <cassert>
#include <thread>
static int made;
struct thing {
    int n;
    thing () : n (7) { made++; }
};
static int
use ()
{
    static thing t;
    return t.n;
}
int
main ()
{
    std::thread t ([] { assert (use () == 7); });
    assert (use () == 7);
    t.join ();
    assert (made == 1);
}
