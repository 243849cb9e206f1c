// verdict: SAFE
#include <assert.h>
#include <future>
static int square (int n)
{
    if (n < 0)
        throw n;
    return n * n;
}
int main ()
{
    auto a = std::async (std::launch::async, square, 3);
    auto b = std::async (std::launch::deferred, square, -2);
    assert (a.get () == 9);
    int thrown = 0;
    try {
        b.get ();
    } catch (int n) {
        thrown = n;
    }
    assert (thrown == -2);
}
