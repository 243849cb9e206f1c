// verdict: SAFE
// options: --check=assert,access,free,leak
// The last of two threads that let go deletes.
#include <assert.h>
#include <atomic>
#include <memory>
#include <thread>
static std::atomic<int> gone;
struct thing {
    int n = 3;
    ~thing () { gone++; }
};
int main ()
{
    std::shared_ptr<thing> p = std::make_shared<thing> ();
    std::weak_ptr<thing> w = p;
    std::thread t ([q = p] () mutable {
        assert (q->n == 3);
        q.reset ();
    });
    p.reset ();
    t.join ();
    assert (gone == 1 && w.expired ());
}
