// verdict: UNSAFE assertion failed
#include <cohort.h>
static int n;
struct adder : cohort::thread {
    void run () override
    {
        int seen = n;
        n = seen + 1;
    }
};
int main ()
{
    adder a, b;
    a.start ();
    b.start ();
    a.join ();
    b.join ();
    VASSERT (n == 2);
}
