// verdict: SAFE
#include <cohort.h>
static int n;
struct adder : cohort::thread {
    void run () override
    {
        BEGINATOMIC;
        int seen = n;
        n = seen + 1;
        ENDATOMIC;
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
