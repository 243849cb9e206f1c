// verdict: SAFE
// options: --engine=explore
#include <cohort.h>
int main (void)
{
    int x = 0, y = 0;
    RANGE (x, 0, 2);
    RANGE (y, 1, 2);
    VASSERT (x + y < 5);
}
