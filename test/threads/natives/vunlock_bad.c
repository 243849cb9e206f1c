// verdict: UNSAFE lock misuse
// options: --engine=explore --check=lock
#include <cohort.h>
int x;
int main (void)
{
    VUNLOCK (&x);
    return 0;
}
