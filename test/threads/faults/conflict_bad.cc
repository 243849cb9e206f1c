// verdict: UNSAFE access conflict
#include <cohort.h>
#include <thread>
static int n;
int main ()
{
    std::thread a ([] { n++; });
    VLOCK (&n);
    n = 5;
    n = 6;
    VUNLOCK (&n);
    a.join ();
}
